#pragma once

#include <cstdint>
#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/search/control.hpp"

namespace dlx {

/// The number of probes (random paths down the search tree), the seed of the random numbers, and
/// the time limit.
struct EstimateOptions {
  /// The number of probes. If `probes` is nullopt, as many probes are made as the time limit
  /// allows, or 10000 without a time limit.
  std::optional<std::uint64_t> probes = {};
  std::uint64_t seed = 1;  ///< the seed of the probes; equal seeds give equal estimates
  /// The time limit ends the estimate, even in the middle of a probe. Other limits are ignored.
  /// Progress reports contain the number of probes made.
  search::Control control = {};
};

/// Estimates of a search tree by random probes. With no probe all numbers are 0. With fewer than
/// two probes the standard errors are 0.
struct Estimate {
  WideReal solutions = {};        ///< the estimated number of solutions: the mean over all probes
  WideReal solutions_error = {};  ///< the standard error of `solutions`
  /// The estimated number of nodes of the search tree: the mean over all probes.
  WideReal nodes = {};
  WideReal nodes_error = {};  ///< the standard error of `nodes`
  std::uint64_t probes = 0;   ///< the number of probes that were made
  /// The number of probes that ended in a solution. If it is small, the standard errors are
  /// unreliable.
  std::uint64_t hits = 0;
  bool stopped = false;  ///< whether the stop flag was raised before all probes were made
};

/// Estimates how many solutions a problem has, and how many nodes a search would visit. This search
/// always branches on an item with the fewest options. A probe goes down the tree by random
/// choices. The estimate of a probe is the product of the numbers of choices at its nodes (D. E.
/// Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975; The
/// Art of Computer Programming, volume 4B, section 7.2.2). The mean of the probes is an unbiased
/// estimate, but its error is large if solutions are spread unevenly over the tree. A seed gives
/// the same numbers on every machine. Throws std::invalid_argument if options.probes is 0.
[[nodiscard]] Estimate estimate(const Problem& problem, const EstimateOptions& options = {});

}  // namespace dlx
