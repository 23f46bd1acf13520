#pragma once

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/options.hpp"
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

}  // namespace dlx
