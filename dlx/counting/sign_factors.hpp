#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/sign_plan.hpp"

namespace dlx::counting {

/// The result of find_sign_plan().
struct FoundSignPlan {
  tables::SignPlanning planning = {};
  /// False if the deadline ended the search, so that `planning` may lack factors that exist.
  bool complete = true;
};

/// Looks for the factors of a sum over signs by a short search, and plans the sum with the factors
/// found. A set of items are factors if every option contains exactly one item of the set. Of the
/// sets found, the set that leaves the fewest variables is used.
[[nodiscard]] FoundSignPlan find_sign_plan(const Problem& problem, const Tally& weights_of = {},
                                           const search::Deadline& deadline = {});

}  // namespace dlx::counting
