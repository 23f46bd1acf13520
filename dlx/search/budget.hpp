#pragma once

#include <cstdint>

#include "dlx/names.hpp"
#include "dlx/search/control.hpp"

namespace dlx::search {

/// Checks the limits, the clock, the stop flag and the progress callback on behalf of an engine.
/// The engine calls the budget only after a certain number of nodes, so its loop needs only one
/// decrement for each node.
class Budget {
 public:
  explicit Budget(const Control& control) : control_(control) {}

  /// Replaces the limits of the search. The time limit counts from the next refill(). The search
  /// may pause until then, so the time since the last refill() is not used to measure the time of a
  /// node.
  void set_limits(const Limits& limits) {
    control_.limits = limits;
    is_limited_anew_ = true;
    measured_ = false;
  }

  /// The number of nodes that the engine may visit before it calls refill() again. 0 means that the
  /// engine must pause, for the reason in status().
  [[nodiscard]] std::uint64_t refill(std::uint64_t nodes_so_far);
  [[nodiscard]] Status status() const noexcept { return status_; }

  [[nodiscard]] bool solutions_reached(std::uint64_t solutions) const noexcept {
    return control_.limits.solutions && solutions >= *control_.limits.solutions;
  }

  /// Returns true once in each progress interval. The engine then calls report().
  [[nodiscard]] bool progress_due() const noexcept { return progress_due_; }
  void report(Progress progress);

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::uint64_t nodes_within(std::chrono::nanoseconds time) const;
  void set_pace(std::chrono::nanoseconds took, std::uint64_t nodes);

  Control control_;
  Status status_ = Status::running;
  bool started_ = false;
  bool is_limited_anew_ = true;  // whether the limits were replaced since the last call of refill()
  // Whether the search has not paused since the last call of refill().
  bool measured_ = false;
  bool progress_due_ = false;
  double share_ = 0;  // the largest searched fraction of the tree reported so far
  std::uint64_t grant_ = 1;
  std::uint64_t nodes_at_refill_ = 0;
  double seconds_per_node_ = 0;  // the measured time of a node; 0 if it is not known yet
  Clock::time_point start_;
  Clock::time_point limited_since_;  // the time at which the time limit began to count
  Clock::time_point last_refill_;
  Clock::time_point last_report_;
};

}  // namespace dlx::search
