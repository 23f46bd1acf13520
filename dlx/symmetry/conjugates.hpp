#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dlx/core/symmetry.hpp"
#include "dlx/search/control.hpp"

namespace dlx::symmetry {

/// The members of a group, and for each member the first member to which it is conjugate.
/// Certificates refer to members by their positions in this order (check/CERTIFICATES.md).
struct Conjugates {
  /// A few members that generate the group.
  std::vector<OptionPermutation> generators;
  /// The members of the group. The identity comes first. Then each member in turn is multiplied by
  /// all generators, and products that are not in the list yet are appended.
  std::vector<OptionPermutation> members;
  /// For a member m: `first` is the first member that is conjugate to m, perhaps m itself. `by` is
  /// a member for which `by` followed by m equals `first` followed by `by`. `first` and `by` are
  /// indices in `members`.
  struct ConjugateTo {
    std::size_t first, by;
  };
  /// For each element of `members`: the first member that is conjugate to it.
  std::vector<ConjugateTo> first_conjugates;
};

/// Finds out which members of a group are conjugate. Takes time O(order * generators * options *
/// log order). Returns nothing if the deadline is reached first.
[[nodiscard]] std::optional<Conjugates> conjugates(const OptionSymmetries& group,
                                                   const search::Deadline& deadline = {});

}  // namespace dlx::symmetry
