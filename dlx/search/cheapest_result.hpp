#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/names.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::search {

/// A solution and the sum of its options' costs.
struct CostedSolution {
  std::int64_t cost = 0;          ///< the sum
  std::vector<OptionId> options;  ///< ascending
  friend bool operator==(const CostedSolution&, const CostedSolution&) = default;
  /// Compares by cost, then by options. (Not defaulted: libc++ has <=> for vectors from version 17
  /// on.)
  friend std::strong_ordering operator<=>(const CostedSolution& a, const CostedSolution& b) {
    if (a.cost != b.cost) return a.cost <=> b.cost;
    if (a.options == b.options) return std::strong_ordering::equal;
    return a.options < b.options ? std::strong_ordering::less : std::strong_ordering::greater;
  }
};

/// The solutions that a search for the cheapest ones has found, and the bound it has proved.
struct CheapestResult {
  /// The value of lower_bound if every solution is listed.
  static constexpr std::int64_t nothing_left = std::numeric_limits<std::int64_t>::max();

  /// The cheapest solutions met, by cost and then by options. Those that cost at most
  /// lower_bound are proved to be the cheapest.
  std::vector<CostedSolution> solutions = {};
  /// The number of wanted solutions met: those listed, or, if they are only counted, all of them;
  /// then the cheapest one is listed.
  std::uint64_t count = 0;
  /// Proved: no solution that is not listed costs less, among those wanted. When the search is
  /// exhausted this is the cost of the k-th solution, or nothing_left if there are fewer than k.
  std::int64_t lower_bound = std::numeric_limits<std::int64_t>::min();
  int places = 0;  ///< digits of costs behind the point
  /// exhausted: the solutions are the k cheapest, or all of them if there are fewer.
  Status status = Status::running;
  /// `solutions` counts those met that were among the k cheapest at their time.
  Statistics statistics = {};

  /// Whether the solutions are proved to be the cheapest.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
  /// The bounds of the least cost found so far.
  [[nodiscard]] CostGap gap() const {
    CostGap gap{.places = places};
    if (!solutions.empty()) gap.best = solutions.front().cost;
    const bool is_bounded =
        lower_bound != nothing_left && lower_bound != std::numeric_limits<std::int64_t>::min();
    if (is_bounded) gap.bound = lower_bound;
    return gap;
  }
};

/// A search for the cheapest solutions that has paused: its place, and the solutions found.
struct OpenCheapest {
  /// A level of the search. Options are numbered as the engine does, which gives some to items that
  /// may be left out.
  struct Level {
    std::vector<OptionId> without;  ///< options that no solution below has
    std::optional<OptionId> taken;  ///< the option that all solutions below have
  };
  bool has_begun = false;  ///< false: all else is empty
  /// A lower bound for the cost of solutions still to be met, in units of the engine.
  std::int64_t bound = 0;
  /// The levels from the root on. At the last level no option is chosen, unless nothing is left
  /// below. Empty: the search is over, if it has begun.
  std::vector<Level> levels = {};
  std::vector<CostedSolution> kept = {};    ///< solutions that are listed
  std::vector<CostedSolution> before = {};  ///< met by a search of which nothing else is left
  std::uint64_t count = 0;                  ///< number of solutions met, if they are counted
};

}  // namespace dlx::search
