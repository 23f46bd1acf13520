#pragma once

#include <chrono>
#include <cstddef>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"
#include "dlx/search/options.hpp"

namespace dlx::app {

/// The limits, signals and progress reports of one search. The time limit runs from the
/// construction. If several steps ask for options, each gets the time that is left.
class Watch {
 public:
  /// Begins to heed SIGINT and SIGTERM. `more`: words and numbers to add to each report of
  /// progress; null: none.
  Watch(const Request& request, Console& console, const Json* more = nullptr);

  /// The options of the command line, checked, with the time that is left. Without a problem there
  /// can be no --order.
  [[nodiscard]] Options options(const Problem* problem = nullptr) const;

  /// The time since the construction.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] std::size_t memory_limit() const;
  /// The number of threads: one for each core unless --threads says otherwise.
  [[nodiscard]] unsigned threads() const;

 private:
  [[nodiscard]] search::ProgressCallback reporter() const;

  const Request& request_;
  Console& console_;
  const Json* more_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

[[nodiscard]] double seconds_since(std::chrono::steady_clock::time_point start);

/// Whether a signal has asked for an end.
[[nodiscard]] bool stop_requested();
/// The signal that asked for an end; 0: none.
[[nodiscard]] int stopping_signal();

}  // namespace dlx::app
