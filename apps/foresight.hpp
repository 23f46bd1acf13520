#pragma once

#include <functional>
#include <optional>

#include "apps/session.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/count.hpp"

/// What a search will take, said before it starts.
namespace dlx::app {

/// How fast the engine is that would be chosen, from 0.2 s of its search.
struct Pace {
  double seconds_per_node = 0;
  bool finished = false;  ///< the search was over within this time
};
[[nodiscard]] Pace pace_of(const Problem& problem, SearchOptions options);

/// Notes, before a long count starts, that an option such as --checkpoint or --trust T2 keeps dlx
/// from a method that is much quicker, with an estimate of what the search takes. `count_freely`
/// counts under options without what those exclude. Costs at most 0.4 s, and then 1 s or a
/// twentieth of the time that the search is expected to take, whichever is less; nothing with
/// --quiet or where nothing is excluded.
void note_excluded_methods(
    Session& session, const Problem& problem,
    const std::function<std::optional<std::string>(const CountOptions&)>& count_freely);

}  // namespace dlx::app
