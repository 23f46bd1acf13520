#pragma once

#include <optional>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/search/control.hpp"

namespace dlx::preprocess {

/// A problem in which primary items that are copies of each other have become one item with a
/// multiplicity.
struct MergedCopies {
  /// The merged problem, with items and options in the order of the given problem.
  Problem problem;
  /// For each option of `problem`: one of the given problem's options that it represents.
  std::vector<OptionId> originals;
  /// The number of solutions of the given problem that each solution of `problem` represents.
  Natural arrangements;
};

/// Merges copies: primary items whose options agree in all other items, colours and weights. For
/// example, a file may list equal pieces one by one. Returns nothing if the problem has no copies.
/// The result is for counts only, because a solution of the result does not tell which copy is
/// covered by which option. The time is roughly proportional to the entries of the problem. Nothing
/// is merged if the deadline is reached before all copies are found.
[[nodiscard]] std::optional<MergedCopies> merge_copies(const Problem& problem,
                                                       const Tally& weights_of = {},
                                                       const search::Deadline& deadline = {});

}  // namespace dlx::preprocess
