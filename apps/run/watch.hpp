#pragma once

#include <chrono>
#include <cstddef>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/options.hpp"

namespace dlx::app {

/// Provides the limits, the stop signal and the progress reports of one search. The time limit
/// begins when the object is constructed. options() always contains the time that is left.
class Watch {
 public:
  /// Installs handlers for SIGINT, SIGTERM and SIGHUP. `more`: fields to add to each progress
  /// report; may be null.
  Watch(const Request& request, Console& console, const Json* more = nullptr);

  /// The options of the command line after they are checked, with the time that is left. --order is
  /// possible only if a problem is given.
  [[nodiscard]] Options options(const Problem* problem = nullptr) const;

  /// The time in seconds since construction.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] std::size_t memory_limit() const;
  /// The number of threads: one for each core unless --threads gives another number.
  [[nodiscard]] unsigned threads() const;

 private:
  [[nodiscard]] search::ProgressCallback reporter() const;

  const Request& request_;
  Console& console_;
  const Json* more_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

using search::seconds_since;

/// Whether a signal has requested the end of the search.
[[nodiscard]] bool stop_requested();
/// The number of the signal that requested the end; 0 if there was none.
[[nodiscard]] int stopping_signal();

}  // namespace dlx::app
