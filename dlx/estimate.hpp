#pragma once

#include <cstdint>
#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/search/control.hpp"

namespace dlx {

/// How many probes to make, and from which random numbers.
struct EstimateOptions {
  std::optional<std::uint64_t> probes = {};  ///< nothing: as the time allows, or 10000
  std::uint64_t seed = 1;                    ///< seed of the probes; a seed determines the estimate
  /// Its limit on time ends the probes, one under way too; other limits are not used. Its progress
  /// has the number of probes made.
  search::Control control = {};
};

/// Estimates of a search tree by random probes. Nothing here is proven. Without a probe all numbers
/// are 0; with fewer than two probes the errors are 0.
struct Estimate {
  WideReal solutions = {};        ///< the mean of the probes
  WideReal solutions_error = {};  ///< its standard error
  WideReal nodes = {};            ///< nodes of the search tree, the mean of the probes
  WideReal nodes_error = {};      ///< its standard error
  std::uint64_t probes = 0;       ///< number of probes that were made
  /// Probes that ended in a solution; with few of them the errors say little.
  std::uint64_t hits = 0;
  bool stopped = false;  ///< fewer probes than asked for: the stop flag was raised
};

/// Estimates how many solutions a problem has and how many nodes a search that always branches on
/// an item with fewest options would visit. A probe goes down the tree by random choices, and
/// stands for the product of the numbers of choices on its way (D. E. Knuth, Estimating the
/// efficiency of backtrack programs, Mathematics of Computation 29, 1975; The Art of Computer
/// Programming, volume 4B, section 7.2.2). The mean of the probes has the right expectation, but
/// its errors are large where solutions are spread unevenly. A seed gives equal numbers on every
/// machine. Throws std::invalid_argument for no probes at all.
[[nodiscard]] Estimate estimate(const Problem& problem, const EstimateOptions& options = {});

}  // namespace dlx
