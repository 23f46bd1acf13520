#pragma once

#include <algorithm>
#include <chrono>

#include "dlx/runs/forecast.hpp"
#include "dlx/runs/units.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::runs {

/// An estimate of the part of a run's nodes that has been visited.
[[nodiscard]] inline double share_of(const Sums& sums, std::span<const std::uint64_t> open_nodes) {
  const double whole = expected_nodes(sums.nodes_per_level, open_nodes);
  return whole == 0 ? 0 : static_cast<double>(sums.nodes) / whole;
}

/// Makes reports of progress from the finished and waiting units of work of a run.
class RunProgress {
 public:
  explicit RunProgress(unsigned threads) : threads_(threads) {}

  search::Progress look(const UnitStore& units) {
    const Sums& sums = units.sums();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    forecast_.look(seconds, static_cast<double>(sums.nodes),
                   expected_nodes(sums.nodes_per_level, units.open_nodes()));
    share_ = std::max(share_, share_of(sums, units.open_nodes()));
    return {.nodes = sums.nodes,
            .solutions = sums.solutions,
            .share = share_,
            .seconds = seconds,
            .threads = threads_,
            .left = forecast_.left()};
  }

 private:
  unsigned threads_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Forecast forecast_;
  // The largest fraction of the run that was reported as done so far. The computed fraction may
  // fall, because the expected number of nodes may grow.
  double share_ = 0;
};

}  // namespace dlx::runs
