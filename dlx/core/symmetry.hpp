#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"

namespace dlx {

/// A permutation of the options: the element at index `option` is the image of that option.
using OptionPermutation = std::vector<OptionId>;

/// The product of two permutations: the permutation that applies `first` and then `then`.
[[nodiscard]] OptionPermutation product(const OptionPermutation& first,
                                        const OptionPermutation& then);
/// The inverse of a permutation of the options.
[[nodiscard]] OptionPermutation inverse(const OptionPermutation& permutation);

/// A group of permutations of a problem's options that map solutions to solutions. Two solutions
/// belong to the same class if a member of the group maps one to the other.
class OptionSymmetries {
 public:
  /// `members` are all members of the group, including the identity. The caller must ensure that
  /// the members form a group.
  explicit OptionSymmetries(std::vector<OptionPermutation> members)
      : members_(std::move(members)) {}

  /// The number of permutations in the group.
  [[nodiscard]] std::size_t order() const noexcept { return members_.size(); }
  /// The permutations in the group, in the order in which they were given.
  [[nodiscard]] std::span<const OptionPermutation> members() const noexcept { return members_; }

  /// Whether the solution is the representative of its class. The representative is the solution of
  /// the class whose sorted list of options comes first lexicographically. Takes time O(order × n
  /// log n) for a solution of n options.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

  /// Whether the solution comes first lexicographically, with options sorted, among the solutions
  /// of its class that contain `option`. `solution` itself must contain `option`.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution, OptionId option) const;

  /// Whether the solution comes first lexicographically, with options sorted, among the solutions
  /// of its class for which `wanted` returns true. `wanted` must be true of `solution` itself. The
  /// argument of `wanted` is a sorted list of options.
  [[nodiscard]] bool is_representative(
      std::span<const OptionId> solution,
      const std::function<bool(std::span<const OptionId>)>& wanted) const;

  /// All solutions in the class of a solution, without repetitions. Each solution is a sorted list.
  [[nodiscard]] std::set<std::vector<OptionId>> images(std::span<const OptionId> solution) const;

  /// The representative of the class of a solution (see is_representative()), with its options
  /// sorted.
  [[nodiscard]] std::vector<OptionId> canonical(std::span<const OptionId> solution) const;

  /// The stabiliser of an option: the subgroup of the permutations that map the option to itself.
  [[nodiscard]] OptionSymmetries stabiliser(OptionId option) const;

 private:
  std::vector<OptionPermutation> members_;
};

}  // namespace dlx
