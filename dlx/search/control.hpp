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

/// The number of seconds since a moment.
[[nodiscard]] inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Limits at which work pauses or ends. Reaching a limit is reported as a Status, not as an error.
struct Limits {
  /// The maximum number of solutions to report, counted from the start of the search.
  std::optional<std::uint64_t> solutions = {};
  /// The maximum number of nodes to visit, counted from the start of the search as in
  /// Statistics::nodes.
  std::optional<std::uint64_t> nodes = {};
  /// The maximum time by the monotonic clock, counted from the first call that works with these
  /// limits.
  std::optional<std::chrono::nanoseconds> time = {};
};

/// Limits, stop flag and progress callback of work that may take long, such as searches, tables,
/// symmetries and estimates.
struct Control {
  Limits limits = {};  ///< the limits of the work; by default the work is unlimited
  /// When another thread or a signal handler sets this flag, the work pauses within some
  /// milliseconds, or within one node if that takes longer.
  const std::atomic<bool>* stop = nullptr;
  /// A function that the working thread calls about once in each progress_interval. If it throws,
  /// the exception leaves the working function, for example a search, and the working function may
  /// be called again.
  ProgressCallback on_progress = {};
  /// The time between two calls of on_progress.
  std::chrono::nanoseconds progress_interval = std::chrono::seconds(1);
  /// The limit on nominal seconds, which are estimated from the amount of work and not measured.
  /// This limit applies only to work that uses a Deadline; see Deadline::by_work().
  double work = std::numeric_limits<double>::infinity();
};

/// The end of work that does not count nodes, such as making tables: a limit on time, a limit on
/// work, and a stop flag. A default-constructed deadline is never reached.
class Deadline {
 public:
  Deadline() = default;
  /// Constructs a deadline that is reached `time` from now, or when another thread or a signal
  /// handler sets `stop`.
  Deadline(std::optional<std::chrono::nanoseconds> time, const std::atomic<bool>* stop)
      : time_(time), stop_(stop) {}
  /// Constructs a deadline that is reached at the limit on time or on work, both counted from now,
  /// or when the stop flag is set.
  explicit Deadline(const Control& control) : Deadline(control.limits.time, control.stop) {
    work_ = control.work;
  }
  /// Constructs a deadline that is reached at the limit on time, counted from now, or when the stop
  /// flag is set.
  explicit Deadline(const Options& options) : Deadline(options.time, options.stop) {}

  /// A copy of this deadline that is also reached once calls of reached() have reported `seconds`
  /// nominal seconds of work. The worker estimates nominal seconds from its work, so this limit
  /// does not depend on a clock.
  [[nodiscard]] Deadline by_work(double seconds) const {
    Deadline deadline = *this;
    deadline.work_ = seconds;
    return deadline;
  }

  /// Whether the limit on time or on work is reached, or the stop flag is set. `work` is the number
  /// of nominal seconds of work since the last call; 0 if several threads test the same deadline. A
  /// copy of a deadline counts its own work.
  [[nodiscard]] bool reached(double work = 0) const {
    if (work != 0) work_ -= work;
    return why() != Status::running;
  }
  /// The status at this moment: `stopped` if the stop flag is set, `time_limit` if the time or the
  /// work is used up, otherwise `running`.
  [[nodiscard]] Status why() const {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return Status::stopped;
    if (work_ <= 0) return Status::time_limit;
    if (time_ && Clock::now() - start_ >= *time_) return Status::time_limit;
    return Status::running;
  }
  /// The reason why work ended that was not completed by this deadline: `stopped` or `time_limit`.
  [[nodiscard]] Status why_ended() const {
    return why() == Status::stopped ? Status::stopped : Status::time_limit;
  }
  /// The number of seconds since the deadline was constructed.
  [[nodiscard]] double seconds() const { return seconds_since(start_); }
  /// The time left until the deadline; empty if the deadline has no limit on time.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> left() const {
    if (!time_) return {};
    return std::max(std::chrono::nanoseconds(0), *time_ - (Clock::now() - start_));
  }

  /// The nominal seconds of work left until the deadline; infinite if the deadline has no limit on
  /// work.
  [[nodiscard]] double work_left() const { return work_; }

  /// A Control with the time left, the work left and the stop flag, for work that must end by this
  /// deadline.
  [[nodiscard]] Control rest() const {
    return {.limits = {.time = left()}, .stop = stop_, .work = work_};
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
  std::optional<std::chrono::nanoseconds> time_;
  const std::atomic<bool>* stop_ = nullptr;
  // The nominal seconds of work left until the deadline.
  mutable double work_ = std::numeric_limits<double>::infinity();
};

}  // namespace dlx::search
