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

/// A solution and the sum of its options' costs. With one decimal place, the cost 55 means 5.5. The
/// number of decimal places is in CheapestResult::places, and also in the problem.
struct CostedSolution {
  /// The sum of the costs of the solution's options, in units of 10^-places.
  std::int64_t cost = 0;
  std::vector<OptionId> options;  ///< the options of the solution, in ascending order
  friend bool operator==(const CostedSolution&, const CostedSolution&) = default;
  /// Compares two solutions by cost, then by options. (The operator is not defaulted, because
  /// libc++ has <=> for vectors only since version 17.)
  friend std::strong_ordering operator<=>(const CostedSolution& a, const CostedSolution& b) {
    if (a.cost != b.cost) return a.cost <=> b.cost;
    if (a.options == b.options) return std::strong_ordering::equal;
    return a.options < b.options ? std::strong_ordering::less : std::strong_ordering::greater;
  }
};

/// The cheapest solutions that a search has found, and the lower bound that the search has proved
/// for all others.
struct CheapestResult {
  /// The value of lower_bound if `solutions` contains every solution.
  static constexpr std::int64_t nothing_left = std::numeric_limits<std::int64_t>::max();

  /// The cheapest solutions found, ordered by cost and then by options. A listed solution that
  /// costs at most lower_bound is proved to be one of the cheapest.
  std::vector<CostedSolution> solutions = {};
  /// The number of solutions found among those that CheapestWanted selects and that cost at most
  /// Options::max_cost. If solutions are listed, `count` is the length of `solutions`. If solutions
  /// are only counted, `solutions` contains only the cheapest solution.
  std::uint64_t count = 0;
  /// A proved lower bound for the cost of every solution that is not listed. When the search for
  /// the k cheapest solutions is complete, the bound is the cost of the k-th solution, or
  /// nothing_left if fewer than k solutions exist.
  std::int64_t lower_bound = std::numeric_limits<std::int64_t>::min();
  int places = 0;  ///< the number of decimal places of all costs in the result
  /// The reason why the search ended. If the status is `exhausted`, the list has the k cheapest
  /// solutions, or all solutions if fewer than k exist.
  Status status = Status::running;
  /// Statistics of the search. `statistics.solutions` counts the solutions that were among the k
  /// cheapest ones when they were found.
  Statistics statistics = {};

  /// Whether the listed solutions are proved to be the cheapest.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
  /// The bounds that the search has found so far for the least cost.
  [[nodiscard]] CostGap gap() const {
    CostGap gap{.places = places};
    if (!solutions.empty()) gap.best = solutions.front().cost;
    const bool is_bounded =
        lower_bound != nothing_left && lower_bound != std::numeric_limits<std::int64_t>::min();
    if (is_bounded) gap.bound = lower_bound;
    return gap;
  }
};

/// A paused search for the cheapest solutions: its position and the solutions found.
struct OpenCheapest {
  /// A change that the search has made: an option was removed, or the dual price of an item
  /// changed. Options are numbered as in the engine, which adds an option for each item with bounds
  /// (0, 1).
  struct Move {
    std::uint32_t which = 0;  ///< the option if `amount` is 0, otherwise the item
    std::int64_t amount = 0;  ///< the change of the price in scaled units; 0: an option was removed
  };
  /// A level of the search.
  struct Level {
    /// The changes that the level made before it chose an option, in order.
    std::vector<Move> moves = {};
    /// The options of the branching item, in the order in which they are tried. The list is empty
    /// if the level tries single options instead: an option is tried, then removed, and then
    /// another option is chosen.
    std::vector<OptionId> children = {};
    std::uint32_t next = 0;  ///< the number of children that have been tried
    /// If the level tries single options: the option that it has tried last; nullopt if it has not
    /// tried an option yet.
    std::optional<OptionId> taken = {};
    std::uint32_t takes = 0;  ///< the number of single options that the level has tried
  };
  /// The point at which a paused search resumes.
  enum class Place : std::uint8_t {
    level,       ///< at the last level, whose bound must be computed first
    relaxation,  ///< at the last level, whose relaxation is to be solved
    option,      ///< at the last level, whose next option is to be tried
    end,         ///< at the level above, because the last level has been searched completely
  };
  bool has_begun = false;  ///< whether the search has begun; if false, all other fields are empty
  /// A lower bound for the cost of solutions not found yet, in scaled units of the engine.
  std::int64_t bound = 0;
  std::vector<Move> moves = {};  ///< the changes before the root was entered
  /// The levels of the search, beginning at the root. An option is chosen at each level, except at
  /// the last level if `place` is not `end`.
  std::vector<Level> levels = {};
  Place place = Place::end;  ///< the point at which the search resumes
  /// The solutions found so far that are still among the cheapest.
  std::vector<CostedSolution> kept = {};
  std::vector<CostedSolution> before = {};  ///< the solutions found before the search was restarted
  /// The number of solutions found so far, if solutions are counted.
  std::uint64_t count = 0;
  /// The value of `count` when the search was restarted.
  std::uint64_t count_before = 0;
};

}  // namespace dlx::search
