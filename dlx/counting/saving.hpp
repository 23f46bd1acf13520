#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "dlx/counting/table_store.hpp"
#include "dlx/counting/way.hpp"

namespace dlx::counting {

/// Decides when a Way (a counting method) saves its state, so that saving takes at most a twentieth
/// of the method's time.
class Saving {
 public:
  /// If `store` is null, nothing is saved.
  explicit Saving(TableStore* store) : store_(store) {}

  /// Runs a Way by several calls of `run_part(slice)`, with a call of `save()` between two of these
  /// calls. When the Way has ended, calls `save_end()`, if saving is worth the time.
  template <class RunPart, class Save, class SaveEnd>
  Status run(const Slice& slice, const Way& way, RunPart run_part, Save save, SaveEnd save_end) {
    if (store_ == nullptr) return run_part(slice);
    const std::uint64_t before = way.work();
    for (;;) {
      const double interval = longest_unsaved();
      const Clock::time_point start = Clock::now();
      const Status status = run_part(slice.after(way.work() - before).at_most(interval));
      unsaved_ += seconds_since(start);
      if (status == Status::exhausted) {
        if (is_worth_saving_at_end()) timed(save_end);
      } else if (unsaved_ >= interval) {
        timed(save);
      }
      if (status != Status::running || slice.after(way.work() - before).is_over()) return status;
    }
  }
  /// Saves the state of the Way now, if a store was given.
  template <class Save>
  void now(Save save) {
    if (store_ != nullptr) timed(save);
  }
  [[nodiscard]] TableStore* store() const { return store_; }

 private:
  template <class Save>
  void timed(Save save) {
    const Clock::time_point start = Clock::now();
    if (!save()) return;
    took_ = seconds_since(start);
    unsaved_ = 0;
  }

  /// The longest time, in seconds, that a Way runs between two calls of save().
  [[nodiscard]] double longest_unsaved() const {
    constexpr double shortest = 1e-3;
    const double interval = std::chrono::duration<double>(store_->interval()).count();
    return std::max({shortest, interval, 20 * took_});
  }

  /// The state of a finished count by one method is small, but there may be many such counts, for
  /// example one for each independent part of the problem. So saving at the end also takes at most
  /// a twentieth of the time. The first state is always saved, so that a count that is restarted
  /// again and again makes progress.
  [[nodiscard]] bool is_worth_saving_at_end() const {
    if (!store_->saved_at()) return true;
    constexpr double shortest = 0.05;
    const double between =
        std::max(shortest, 40 * std::chrono::duration<double>(store_->quickest_save()).count());
    return unsaved_ >= between || seconds_since(*store_->saved_at()) >= between;
  }

  TableStore* store_;
  double unsaved_ = 0;  // seconds that the Way has run since its state was last saved
  double took_ = 0;     // seconds that the last save of the state took
};

}  // namespace dlx::counting
