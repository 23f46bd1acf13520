#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "dlx/names.hpp"
#include "dlx/options.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::search {

/// Limits at which work pauses or ends. Reaching a limit is a Status, not an error.
struct Limits {
  std::optional<std::uint64_t> solutions = {};  ///< reported since the start
  std::optional<std::uint64_t> nodes = {};      ///< visited since the start: Statistics::nodes
  /// Time on the monotonic clock, from the first call that works with these limits.
  std::optional<std::chrono::nanoseconds> time = {};
};

/// Limits, stop flag and progress of work that may take long: searches, tables, symmetries,
/// estimates.
struct Control {
  Limits limits = {};  ///< unlimited by default
  /// The work pauses soon, after some milliseconds or one node if that takes longer, once another
  /// thread or a signal handler sets it.
  const std::atomic<bool>* stop = nullptr;
  /// Called by the working thread about once per interval. Its exceptions leave the
  /// working call, which may be repeated.
  ProgressCallback on_progress = {};
  /// Time between two calls of on_progress.
  std::chrono::nanoseconds progress_interval = std::chrono::seconds(1);
  /// Nominal seconds after which work that obeys a Deadline ends too: see by_work().
  double work = std::numeric_limits<double>::infinity();
};

/// The time when work without nodes must end. A deadline without arguments is never reached.
class Deadline {
 public:
  Deadline() = default;
  /// `time` from now, or once another thread or a signal handler sets `stop`.
  Deadline(std::optional<std::chrono::nanoseconds> time, const std::atomic<bool>* stop)
      : time_(time), stop_(stop) {}
  /// The limits on time and work from now, and the stop flag.
  explicit Deadline(const Control& control) : Deadline(control.limits.time, control.stop) {
    work_ = control.work;
  }
  /// The limit on time from now, and the stop flag.
  explicit Deadline(const Options& options) : Deadline(options.time, options.stop) {}

  /// This deadline, but reached already once `seconds` seconds of work have been reported. They are
  /// nominal, estimated by the worker from its work, so the end does not depend on a clock.
  [[nodiscard]] Deadline by_work(double seconds) const {
    Deadline deadline = *this;
    deadline.work_ = seconds;
    return deadline;
  }

  /// Whether the time or the work is over, or the flag is set. `work`: nominal seconds of the work
  /// since the last look; 0 if several threads test one deadline. A copy has its own work.
  [[nodiscard]] bool reached(double work = 0) const {
    if (work != 0) work_ -= work;
    return why() != Status::running;
  }
  /// stopped, time_limit, or running if neither is reached.
  [[nodiscard]] Status why() const {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return Status::stopped;
    if (work_ <= 0) return Status::time_limit;
    if (time_ && Clock::now() - start_ >= *time_) return Status::time_limit;
    return Status::running;
  }
  /// Why work that could not be completed by this deadline was ended: stopped or time_limit.
  [[nodiscard]] Status why_ended() const {
    return why() == Status::stopped ? Status::stopped : Status::time_limit;
  }
  /// Seconds since it was made.
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  /// The time left; nothing without a limit.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> left() const {
    if (!time_) return {};
    return std::max(std::chrono::nanoseconds(0), *time_ - (Clock::now() - start_));
  }

  /// Nominal seconds of work left; infinite without a limit on work.
  [[nodiscard]] double work_left() const { return work_; }

  /// The time and work left and the stop flag, for work that must end by this deadline.
  [[nodiscard]] Control rest() const {
    return {.limits = {.time = left()}, .stop = stop_, .work = work_};
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
  std::optional<std::chrono::nanoseconds> time_;
  const std::atomic<bool>* stop_ = nullptr;
  mutable double work_ = std::numeric_limits<double>::infinity();  // nominal seconds left
};

}  // namespace dlx::search
