#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"

namespace dlx {

/// [option]: its image.
using OptionPermutation = std::vector<OptionId>;

/// The permutation that does one and then another.
[[nodiscard]] OptionPermutation product(const OptionPermutation& first,
                                        const OptionPermutation& then);
/// The permutation that undoes another.
[[nodiscard]] OptionPermutation inverse(const OptionPermutation& permutation);

/// A group of permutations of a problem's options that takes solutions to solutions. Two solutions
/// are of one class if some member takes one to the other.
class OptionSymmetries {
 public:
  /// All members, the identity among them. The caller must make sure that they form a group.
  explicit OptionSymmetries(std::vector<OptionPermutation> members)
      : members_(std::move(members)) {}

  /// How many members there are.
  [[nodiscard]] std::size_t order() const noexcept { return members_.size(); }
  /// The members, in the order given.
  [[nodiscard]] std::span<const OptionPermutation> members() const noexcept { return members_; }

  /// True for one solution of every class: the one whose sorted option numbers come first.
  /// O(order × solution log solution).
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

  /// True for exactly one of those solutions of a class that have this option. The given solution
  /// must have it.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution, OptionId option) const;

  /// Of the solutions of a class that are wanted, true for one: the same among these. The solution
  /// given must be wanted; others are asked about as sorted options.
  [[nodiscard]] bool is_representative(
      std::span<const OptionId> solution,
      const std::function<bool(std::span<const OptionId>)>& wanted) const;

  /// All solutions of a solution's class, each once and sorted.
  [[nodiscard]] std::set<std::vector<OptionId>> images(std::span<const OptionId> solution) const;

  /// The member of a solution's class that is_representative() is true for, sorted.
  [[nodiscard]] std::vector<OptionId> canonical(std::span<const OptionId> solution) const;

  /// The members that keep an option in its place.
  [[nodiscard]] OptionSymmetries stabiliser(OptionId option) const;

 private:
  std::vector<OptionPermutation> members_;
};

}  // namespace dlx
