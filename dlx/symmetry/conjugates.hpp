#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dlx/core/symmetry.hpp"
#include "dlx/search/control.hpp"

namespace dlx::symmetry {

/// The members of a group, in the order of their numbers in a certificate (check/CERTIFICATES.md),
/// and which of them are conjugate.
struct Conjugates {
  /// A few members that generate the group.
  std::vector<OptionPermutation> generators;
  /// The identity; then, for each member in turn, its new products with the generators.
  std::vector<OptionPermutation> members;
  /// The first member that is conjugate to this one, which may be this one itself, and a member
  /// `by` that conjugates them: first `by` and then this equals first `first` and then `by`.
  /// Members are given by their numbers.
  struct ConjugateTo {
    std::size_t first, by;
  };
  std::vector<ConjugateTo> first_conjugates;  ///< one for each member
};

/// O(order * (number of generators) * options * log order). The members must be a group.
/// Nothing if the deadline is reached first.
[[nodiscard]] std::optional<Conjugates> conjugates(const OptionSymmetries& group,
                                                   const search::Deadline& deadline = {});

}  // namespace dlx::symmetry
