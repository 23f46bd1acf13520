#pragma once

#include <cstdint>

#include "dlx/search/budget.hpp"

namespace dlx::search {

/// Counts the nodes of a search, or other units of work, and asks the Budget in time, at the cost
/// of one compare and one decrement for each node. The budget is also asked after half a million
/// units of work, because nodes differ in size.
class Meter {
 public:
  explicit Meter(const Control& control) : budget_(control) {}

  /// Counts one more node. `work`: updates so far, or another measure that grows with the time.
  /// Returns false if the budget is used up; the node is then not counted. Before the budget is
  /// asked, `pause()` is called, to record the position of the search; afterwards `status` says
  /// whether the search may go on. If progress is due, `look()` makes it.
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
  /// use() for nodes that all take about equally long, in a search whose position is always
  /// recorded.
  template <class Look>
  bool spend(Look look, Status& status) {
    return spend(
        0, [] {}, look, status);
  }

  /// For loops that count many nodes at once: how many may be counted before the budget is asked
  /// again, and 0 if it is used up. See use().
  template <class Look>
  [[nodiscard]] std::uint64_t grant(Look look, Status& status) {
    if (fuel_ == 0) {
      const bool granted = refill(0);
      status = budget_.status();
      if (granted && budget_.progress_due()) budget_.report(look());
    }
    return fuel_;
  }
  /// Makes the next grant() ask the budget, even if fuel is left.
  void ask_again() {
    granted_ -= fuel_;
    fuel_ = 0;
  }
  /// Counts nodes, at most as many as were granted.
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
  static constexpr std::uint64_t work_per_refill = 500'000;  // some milliseconds of work

  bool refill(std::uint64_t work) {
    granted_ -= fuel_;
    fuel_ = budget_.refill(granted_);
    granted_ += fuel_;
    work_mark_ = work + work_per_refill;
    return fuel_ != 0;
  }

  Budget budget_;
  std::uint64_t fuel_ = 0;     // nodes until the next look at the budget
  std::uint64_t granted_ = 0;  // nodes granted so far, used or still in fuel_
  std::uint64_t work_mark_ = 0;
};

}  // namespace dlx::search
