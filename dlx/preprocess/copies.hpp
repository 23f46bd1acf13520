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
  Problem problem;                  ///< its items and options in the order of the given problem
  std::vector<OptionId> originals;  ///< [option]: an option of the given problem that it stands for
  Natural arrangements;  ///< how many solutions of the given problem each solution stands for
};

/// Merges primary items whose options agree in all other items, colours and weights, such as equal
/// pieces that a file lists one by one. Nothing if the problem has no copies. For counts only:
/// solutions of the result do not say which copy is where. Takes time roughly proportional to the
/// entries of the problem; merges nothing where the deadline is reached before all copies are
/// found.
[[nodiscard]] std::optional<MergedCopies> merge_copies(const Problem& problem,
                                                       const Tally& weights_of = {},
                                                       const search::Deadline& deadline = {});

}  // namespace dlx::preprocess
