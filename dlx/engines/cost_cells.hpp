#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/options.hpp"

namespace dlx::engines {

/// The default work limit (see run_cost_cells) for the search without a linear relaxation.
inline constexpr std::uint64_t usual_small_work = 90'000;

/// Options of a search for the cheapest solutions: how solutions are listed, where the search
/// pauses, and how threads share the search.
struct CostedList {
  bool counts = false;  ///< true: solutions are counted, and only the cheapest one is listed
  /// Maps a solution to the solution that represents its class, which must have the same cost. If
  /// `representative` is given, classes are listed or counted instead of solutions. If it is empty,
  /// every solution is a class of its own.
  std::function<std::vector<OptionId>(std::span<const OptionId>)> representative = {};
  /// The state of a paused search. If this state has begun before the call, the search continues
  /// from it; otherwise the search begins at the root. After the call, `*open` is the state in
  /// which the search has paused. If `open` is null, the search cannot be continued later.
  search::OpenCheapest* open = nullptr;
  /// The threads of the search. Several threads are used only in searches for all solutions of the
  /// least cost, or for all solutions up to a maximum cost.
  search::Jobs jobs = {};
  /// The work that one thread does before other threads join, in units of work. The default takes
  /// some tenths of a second.
  std::uint64_t work_alone = 50'000'000;
};

/// Finds the k cheapest solutions by branch and bound, similar to Knuth's Algorithm C$, with dual
/// prices of items. If k is not given, finds all solutions of least cost. cheapest() and
/// all_cheapest() in dlx/cheapest.hpp document arguments, results and errors.
///
/// The search uses no linear relaxation for the first `small_work` units of work, which take about
/// a millisecond. If the searched fraction of the tree then shows that the search will soon end,
/// the search continues without a relaxation for up to 32 times as long. Most small problems are
/// solved without the relaxation. Tests set `small_work` to 0, so that the relaxation is used from
/// the beginning.
[[nodiscard]] search::CheapestResult run_cost_cells(const Problem& problem,
                                                    std::optional<std::uint64_t> k,
                                                    const Options& options,
                                                    std::uint64_t small_work = usual_small_work,
                                                    const CostedList& list = {});

}  // namespace dlx::engines
