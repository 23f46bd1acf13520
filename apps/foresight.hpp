#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "apps/session.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/count.hpp"

/// What a search will take, said before it starts.
namespace dlx::app {

/// How fast the engine is that would be chosen, from the first moments of its search.
struct Pace {
  double seconds_per_node = 0;
  bool finished = false;  ///< the search was over within this time
};
[[nodiscard]] Pace pace_of(const Problem& problem, SearchOptions options,
                           std::chrono::nanoseconds time);

/// Counts a problem and returns the method that did, in words; nothing if a limit was reached.
using CountFreely = std::function<std::optional<std::string>(const CountOptions&)>;

/// Notes, before a long count starts, that an option such as --engine or --trust T2 excludes a
/// method that is much quicker, with an estimate of what the search takes. `count_freely` counts
/// under options without that one. Costs at most 0.4 s, and then 5 s or a hundredth of the time
/// that the search is expected to take, whichever is less; three eighths of --time-limit at most,
/// which it makes shorter by the time it took. Nothing with --quiet or where nothing is excluded.
void note_excluded_methods(Session& session, const Problem& problem,
                           const CountFreely& count_freely);

}  // namespace dlx::app
