#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/sign_plan.hpp"

namespace dlx::counting {

/// The result of find_sign_plan().
struct FoundSignPlan {
  tables::SignPlanning planning = {};
  bool complete = true;  ///< false: the deadline ended the search
};

/// Looks for factors by a short search. Factors are items such that every option has exactly one of
/// them. Plans a sum over signs with the factors that leave the fewest variables.
[[nodiscard]] FoundSignPlan find_sign_plan(const Problem& problem, const Tally& weights_of = {},
                                           const search::Deadline& deadline = {});

}  // namespace dlx::counting
