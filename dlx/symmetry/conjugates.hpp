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
  /// The members of the group: the identity, then the new products of each member in turn with the
  /// generators.
  std::vector<OptionPermutation> members;
  /// For a member m: `first` is the first member that is conjugate to m, perhaps m itself. `by` is
  /// a member for which `by` followed by m equals `first` followed by `by`. `first` and `by` are
  /// numbers of members.
  struct ConjugateTo {
    std::size_t first, by;
  };
  /// For each member, by its number: the first member that is conjugate to it.
  std::vector<ConjugateTo> first_conjugates;
};

/// Finds which members of a group are conjugate, in O(order * (number of generators) * options *
/// log order). The members must form a group. Returns nothing if the deadline is reached first.
[[nodiscard]] std::optional<Conjugates> conjugates(const OptionSymmetries& group,
                                                   const search::Deadline& deadline = {});

}  // namespace dlx::symmetry
