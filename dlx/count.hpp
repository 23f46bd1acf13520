#pragma once

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/options.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/path_options.hpp"

namespace dlx {

/// Counts the solutions of a problem, or as many as the limits allow. All methods return the same
/// count; only `automatic` takes every problem. Throws std::invalid_argument if the method asked
/// for does not take the problem.
[[nodiscard]] counting::CountResult count(const Problem& problem,
                                          const counting::CountOptions& options = {});

/// Counts by one search, without any other method.
[[nodiscard]] counting::CountResult count_by_search(const Problem& problem,
                                                    const search::SearchOptions& options = {});
/// Counts the walks of a path problem by a search.
[[nodiscard]] counting::CountResult count_by_search(const PathProblem& problem,
                                                    const search::SearchOptions& options = {},
                                                    const search::PathOptions& path_options = {});

}  // namespace dlx
