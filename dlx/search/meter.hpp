#pragma once

#include <cstdint>

#include "dlx/search/budget.hpp"

namespace dlx::search {

/// Counts the nodes of a search, or other units of work, and calls the Budget, which tests limits
/// and the clock, often enough. The cost is one compare and one decrement for each node. The budget
/// is also called after half a million units of work, because some nodes take much longer than
/// others.
class Meter {
 public:
  explicit Meter(const Control& control) : budget_(control) {}

  /// Counts one node. `work` is the number of updates so far, or another measure that grows with
  /// the time. Returns false if a limit is reached; in this case the node is not counted. Before
  /// the budget is called, `pause()` is called to record the position of the search. `status` is
  /// set to the status of the budget. If a report of progress is due, `look()` computes the report.
  template <class Pause, class Look>
  bool spend(std::uint64_t work, Pause pause, Look look, Status& status) {
    if (fuel_ == 0 || work >= work_mark_) {
      pause();
      const bool granted = refill(work);
      status = budget_.status();
      if (!granted) return false;
      if (budget_.progress_due()) budget_.report(look());
    }
    --fuel_;
    return true;
  }
  /// Counts one node like the other overload of spend(), but without `work` and `pause`. This
  /// overload is for nodes that all take about the same time, in a search that need not record its
  /// position.
  template <class Look>
  bool spend(Look look, Status& status) {
    return spend(
        0, [] {}, look, status);
  }

  /// For loops that count many nodes at once: returns the number of nodes that may be counted
  /// before the budget is called again, or 0 if a limit is reached. The loop reports the nodes that
  /// it has visited by use().
  template <class Look>
  [[nodiscard]] std::uint64_t grant(Look look, Status& status) {
    if (fuel_ == 0) {
      const bool granted = refill(0);
      status = budget_.status();
      if (granted && budget_.progress_due()) budget_.report(look());
    }
    return fuel_;
  }
  /// Makes the next call of grant() call the budget, even if more nodes were granted.
  void ask_again() {
    granted_ -= fuel_;
    fuel_ = 0;
  }
  /// Counts nodes that a loop has visited. The loop may count at most as many nodes as grant()
  /// returned.
  void use(std::uint64_t nodes) { fuel_ -= nodes; }

  [[nodiscard]] std::uint64_t nodes() const noexcept { return granted_ - fuel_; }
  [[nodiscard]] bool solutions_reached(std::uint64_t solutions) const noexcept {
    return budget_.solutions_reached(solutions);
  }

  void set_limits(const Limits& limits) {
    budget_.set_limits(limits);
    ask_again();
  }

 private:
  // The budget is called after this many units of work, which take some milliseconds.
  static constexpr std::uint64_t work_per_refill = 500'000;

  bool refill(std::uint64_t work) {
    granted_ -= fuel_;
    fuel_ = budget_.refill(granted_);
    granted_ += fuel_;
    work_mark_ = work + work_per_refill;
    return fuel_ != 0;
  }

  Budget budget_;
  // The number of nodes that may be counted until the budget is called again.
  std::uint64_t fuel_ = 0;
  // The number of nodes that the budget has granted so far: nodes counted, and nodes still in
  // fuel_.
  std::uint64_t granted_ = 0;
  std::uint64_t work_mark_ = 0;
};

}  // namespace dlx::search
