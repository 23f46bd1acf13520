#pragma once

#include <chrono>
#include <optional>

#include "apps/run/report.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/counting/result.hpp"
#include "dlx/search/options.hpp"

/// Estimates the time of a search before it starts.
namespace dlx::app {

/// The speed of the engine that would be chosen, from the first moments of its search.
struct Pace {
  double seconds_per_node = 0;
  bool finished = false;  ///< the search ended within this time
};
[[nodiscard]] Pace pace_of(const Problem& problem, Options options, std::chrono::nanoseconds time);

/// A count that was tried for a while.
struct TriedCount {
  counting::CountResult result = {};             ///< the count so far
  double seconds = 0;                            ///< the time that was spent
  double share = 0;                              ///< the share of the work done, by the leading way
  std::optional<search::SecondsLeft> left = {};  ///< the time to the end; nothing: not known

  /// Seconds of the whole count; nothing if too little was counted to tell.
  [[nodiscard]] std::optional<double> expected_seconds() const;
};
/// Counts within the limits of the options, by all ways that they allow, and records nothing.
[[nodiscard]] TriedCount try_count(const Problem& problem, Options options);

/// Notes, before a long count starts, that an option such as --engine or --trust T1 excludes a
/// method that is much quicker, and estimates the time of the search. Costs at most 0.4 s, and then
/// 5 s or 1 % of the time that the search is expected to take, whichever is less, or twice that
/// with a certificate. Uses at most three eighths of --time-limit, or five eighths with a
/// certificate. Prints nothing with --quiet, or if nothing is excluded.
void note_excluded_methods(const SearchTask& task);

}  // namespace dlx::app
