#pragma once

#include <cstdint>

#include "dlx/search/budget.hpp"

namespace dlx {

/// Counts the nodes of a search and asks the Budget in time: one compare and one decrement a node.
/// The budget is also asked after half a million units of work, for nodes differ in size.
class Meter {
 public:
  explicit Meter(const SearchOptions& options) : budget_(options) {}

  /// One node more. `work`: updates so far, or what else grows with the time. False: the budget is
  /// used up, and the node is not counted. Before the budget is asked, `pause()` is called, to put
  /// down where the search stands; then `status` says whether it may go on, and if progress is to
  /// be reported, `progress()` gives level and share.
  template <class Pause, class Look>
  bool spend(std::uint64_t work, std::uint64_t solutions, Pause pause, Look progress,
             Status& status) {
    if (fuel_ == 0 || work >= work_mark_) {
      pause();
      const bool granted = refill(work);
      status = budget_.status();
      if (!granted) return false;
      if (budget_.progress_due()) {
        Progress p = progress();
        p.nodes = nodes();
        p.solutions = solutions;
        budget_.report(p);
      }
    }
    --fuel_;
    return true;
  }

  [[nodiscard]] std::uint64_t nodes() const noexcept { return granted_ - fuel_; }
  [[nodiscard]] bool solutions_reached(std::uint64_t solutions) const noexcept {
    return budget_.solutions_reached(solutions);
  }

  void set_limits(const Limits& limits) {
    budget_.set_limits(limits);
    granted_ -= fuel_;  // the next node asks anew
    fuel_ = 0;
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

}  // namespace dlx
