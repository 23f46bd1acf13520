#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/sign_plan.hpp"

namespace dlx::counting {

/// The result of a search for factors.
struct FoundSignPlan {
  tables::SignPlanning planning = {};
  bool complete = true;  ///< false: the deadline came first
};

/// Looks for items of which every option has exactly one, by a short search, and plans a sum over
/// signs with those that leave the fewest variables.
[[nodiscard]] FoundSignPlan find_sign_plan(const Problem& problem, const Tally& weights_of = {},
                                           const search::Deadline& deadline = {});

}  // namespace dlx::counting
