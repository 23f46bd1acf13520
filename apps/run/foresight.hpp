#pragma once

#include <chrono>
#include <optional>

#include "apps/run/report.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/counting/result.hpp"
#include "dlx/search/options.hpp"

/// Estimates the time of a search before it starts.
namespace dlx::app {

/// The speed of the engine that would be chosen, measured at the start of its search.
struct Pace {
  double seconds_per_node = 0;
  bool finished = false;  ///< whether the search ended within the time given
};
[[nodiscard]] Pace pace_of(const Problem& problem, Options options, std::chrono::nanoseconds time);

/// The result of counting for a limited time.
struct TriedCount {
  counting::CountResult result = {};  ///< the result of the count so far
  double seconds = 0;                 ///< time spent, in seconds
  double share = 0;                   ///< fraction done by the method that is expected to end first
  std::optional<search::SecondsLeft> left = {};  ///< estimated time left; nothing: unknown

  /// Expected seconds for the entire count; nothing if too little was counted to estimate them.
  [[nodiscard]] std::optional<double> expected_seconds() const;
};
/// Counts for a limited time by all methods that the options allow, within the limits of the
/// options. Writes no certificate.
[[nodiscard]] TriedCount try_count(const Problem& problem, Options options);

/// Before a long count, prints a note if an option such as --engine or --trust T1 excludes a method
/// that is much faster. The note contains the estimated time of the search. Before the note, the
/// time of the search is estimated, which takes at most 0.4 s. Then the excluded methods make a
/// trial count, which takes at most 5 s or 1 % of the expected time of the search, whichever is
/// less. With a certificate there may be two trial counts. The estimate and the trial counts use at
/// most three eighths of --time-limit, or five eighths with a certificate. Prints nothing with
/// --quiet, or if no option excludes a method.
void note_excluded_methods(const SearchTask& task);

}  // namespace dlx::app
