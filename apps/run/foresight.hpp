#pragma once

#include <chrono>
#include <optional>

#include "apps/run/report.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/counting/result.hpp"
#include "dlx/search/options.hpp"

/// What a search will take, told before it starts.
namespace dlx::app {

/// The speed of the engine that would be chosen, from the first moments of its search.
struct Pace {
  double seconds_per_node = 0;
  bool finished = false;  ///< the search ended within this time
};
[[nodiscard]] Pace pace_of(const Problem& problem, Options options, std::chrono::nanoseconds time);

/// A count that was tried for a while.
struct TriedCount {
  counting::CountResult result = {};             ///< as far as it came
  double seconds = 0;                            ///< that were spent
  double share = 0;                              ///< of the work, as the leading way sees it
  std::optional<search::SecondsLeft> left = {};  ///< to its end; nothing: not known

  /// Seconds of the whole count; nothing if too little was counted to tell.
  [[nodiscard]] std::optional<double> expected_seconds() const;
};
/// Counts within the limits of the options, by all ways that they allow, and forgets what was
/// found.
[[nodiscard]] TriedCount try_count(const Problem& problem, Options options);

/// Notes, before a long count starts, that an option such as --engine or --trust T1 excludes a
/// method that is much quicker, with an estimate of what the search takes. Costs at most 0.4 s, and
/// then 5 s or a hundredth of the time that the search is expected to take, whichever is less,
/// twice that with a certificate; of --time-limit three eighths at most, or five with one. Nothing
/// with --quiet or where nothing is excluded.
void note_excluded_methods(const SearchTask& task);

}  // namespace dlx::app
