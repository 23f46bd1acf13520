#pragma once

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/count/counter.hpp"
#include "dlx/count/options.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/path_options.hpp"

namespace dlx {

/// Counts the solutions of a problem, or as many as the limits allow. All methods return the same
/// count; only `automatic` takes every problem. Throws std::invalid_argument if the method asked
/// for does not take the problem.
[[nodiscard]] CountResult count(const Problem& problem, const CountOptions& options = {});

/// Counts by one search, without any other method.
[[nodiscard]] CountResult count_by_search(const Problem& problem,
                                          const SearchOptions& options = {});
/// Counts the walks of a path problem by a search.
[[nodiscard]] CountResult count_by_search(const PathProblem& problem,
                                          const SearchOptions& options = {},
                                          const PathOptions& path_options = {});

}  // namespace dlx
