#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>

#include "dlx/search/progress.hpp"

namespace dlx::runs {

/// Estimates the number of nodes of a whole search from the numbers of visited nodes and of open
/// nodes on each level. The estimate assumes that a node has as many children as the visited nodes
/// of its level had on average (P. C. Chen, Heuristic sampling, SIAM Journal on Computing 21, 1992,
/// with the level as the only stratum). The estimate is exact at the end of the search, and 0
/// before the root is visited.
[[nodiscard]] double expected_nodes(std::span<const std::uint64_t> visited,
                                    std::span<const std::uint64_t> open);

/// Estimates how long a run will still take, as a range.
class Forecast {
 public:
  /// Records that `nodes` nodes have been visited after `seconds` seconds, and that `whole` nodes
  /// are now expected in the whole search.
  void look(double seconds, double nodes, double whole);

  /// The time that the run still takes, computed from its recent speed. The width of the range
  /// depends on the recent changes of the expected number of nodes. Returns nullopt until look()
  /// was called three times.
  [[nodiscard]] std::optional<search::SecondsLeft> left() const;

 private:
  struct Look {
    double seconds, nodes, whole;
  };
  std::deque<Look> looks_;  // the records made by look() in the latter half of the run
};

}  // namespace dlx::runs
