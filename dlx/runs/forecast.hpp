#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>

#include "dlx/search/progress.hpp"

namespace dlx::runs {

/// The expected number of nodes of a whole search, from the nodes visited and open, by level. It
/// assumes that a node has as many children as the visited nodes of its level had on average (P. C.
/// Chen, Heuristic sampling, SIAM Journal on Computing 21, 1992, with the level as the only
/// stratum). Exact at the end; 0 before the root.
[[nodiscard]] double expected_nodes(std::span<const std::uint64_t> visited,
                                    std::span<const std::uint64_t> open);

/// How long a run will still take, as a range.
class Forecast {
 public:
  /// Records the nodes visited after `seconds`. `whole`: expected nodes of the whole search.
  void look(double seconds, double nodes, double whole);

  /// The time left, from how the expectation has wavered lately and how fast the run has been;
  /// nothing before there have been some looks.
  [[nodiscard]] std::optional<search::SecondsLeft> left() const;

 private:
  struct Look {
    double seconds, nodes, whole;
  };
  std::deque<Look> looks_;  // looks in the latter part of the run
};

}  // namespace dlx::runs
