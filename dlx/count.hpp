#pragma once

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/count/counter.hpp"
#include "dlx/count/options.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/path_options.hpp"

namespace dlx {

/// Counts the solutions of a problem, or as many as the limits allow. The same count by any method;
/// only `automatic` takes every problem. Throws std::invalid_argument where a method that was asked
/// for is not for the problem.
[[nodiscard]] CountResult count(const Problem& problem, const CountOptions& options = {});

/// Counts by a search of the problem as it is.
[[nodiscard]] CountResult count(const Problem& problem, const SearchOptions& options);
/// Counts the walks of a path problem by a search.
[[nodiscard]] CountResult count(const PathProblem& problem, const SearchOptions& options = {},
                                const PathOptions& path_options = {});

}  // namespace dlx
