#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace dlx::search {

/// The time limit of a search counts from its first step, even if the search pauses between its
/// runs. This turns the time that one run may take into such a limit.
class RunClock {
 public:
  /// The limit of a run that may go on for `time` from now. Without one: there is none.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> limit(
      std::optional<std::chrono::nanoseconds> time) {
    const auto now = Clock::now();
    if (!first_) first_ = now;
    if (!time) return {};
    return std::max(std::chrono::nanoseconds(0), *time) + (now - *first_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<Clock::time_point> first_ = {};
};

}  // namespace dlx::search
