#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/sign_plan.hpp"
#include "dlx/search/deadline.hpp"

namespace dlx {

/// What a search for factors has found.
struct FoundSignPlan {
  SignPlanning planning = {};
  bool complete = true;  ///< false: the deadline came first
};

/// Looks for items of which every option has exactly one, by a short search, and plans a sum over
/// signs with those that leave the fewest variables.
[[nodiscard]] FoundSignPlan find_sign_plan(const Problem& problem, const Tally& weights_of = {},
                                           const Deadline& deadline = {});

}  // namespace dlx
