#pragma once

#include "dlx/core/natural.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/path_options.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/search/status.hpp"

namespace dlx {

struct CountResult {
  Natural value;  ///< exact if complete(), otherwise a lower bound
  Status status = Status::running;
  Statistics statistics;

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// Counts the solutions of a problem, or as many as the limits allow.
[[nodiscard]] CountResult count(const Problem& problem, const SearchOptions& options = {});
[[nodiscard]] CountResult count(const PathProblem& problem, const SearchOptions& options = {},
                                const PathOptions& path_options = {});

}  // namespace dlx
