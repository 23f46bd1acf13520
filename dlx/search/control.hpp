#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "dlx/search/progress.hpp"

namespace dlx::search {

/// Where work pauses or ends. Reaching a limit is a Status, not an error.
struct Limits {
  std::optional<std::uint64_t> solutions = {};  ///< reported since the start
  std::optional<std::uint64_t> nodes = {};      ///< visited since the start: Statistics::nodes
  /// By the monotonic clock, from the first call that works with these limits.
  std::optional<std::chrono::nanoseconds> time = {};
};

/// What bounds and watches work that may take long: the same in every options struct.
struct Control {
  Limits limits = {};  ///< none unless given
  /// The work pauses soon, after some milliseconds or one node if that takes longer, once another
  /// thread or a signal handler sets it.
  const std::atomic<bool>* stop = nullptr;
  /// Called by the working thread about once per interval. What it throws leaves the call that
  /// works, which may be made again.
  ProgressCallback on_progress = {};
  /// Between two calls of on_progress.
  std::chrono::nanoseconds progress_interval = std::chrono::seconds(1);
};

}  // namespace dlx::search
