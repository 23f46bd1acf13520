#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dlx/tables/sweep_plan.hpp"

namespace dlx::tables::sweeping {

/// Estimates the number of states after a step with f free bits (SweepPlan::Step::free_bits) as
/// 2^(c f). The constant c is computed from the last step with many free bits. Steps with few free
/// bits have few states, which predict nothing.
class Growth {
 public:
  void note(double free_bits, double states) {
    widest_ = std::max(widest_, free_bits);
    if (free_bits <= 0 || free_bits < widest_ / 2) return;
    power_ = std::min(1.0, std::log2(states + 1) / free_bits);
  }
  [[nodiscard]] double states(double free_bits) const { return std::exp2(power_ * free_bits); }

  [[nodiscard]] double power() const { return power_; }
  /// Restores two values of a saved sweep: the constant c (power()), and the largest number of free
  /// bits after a step.
  void go_on(double power, double widest) {
    power_ = power;
    widest_ = widest;
  }

 private:
  double widest_ = 0;  // largest number of free bits after a step so far
  double power_ = 1;   // the constant c of the estimate 2^(c f)
};

/// Estimates the part of a sweep that is done; Sweep::share() describes the estimate.
class Progress {
 public:
  /// The plan must outlive this object.
  explicit Progress(const SweepPlan& plan) : plan_(plan) {}

  /// Records that a step of the sweep is done. `before` and `after` are the numbers of states
  /// before and after the step. `looks` is the work so far: the number of states read, and the work
  /// of merging equivalent states (folds) in this unit.
  void note_step(std::size_t step, std::size_t before, std::size_t after, std::uint64_t looks) {
    work_done_ += work(step, static_cast<double>(before));
    looks_before_step_ = looks - looks_of_folds;
    growth_.note(plan_.steps[step].free_bits, static_cast<double>(after));
  }

  /// The part of the work that is done, from 0 to 1, when the sweep is in the given step. `looks`
  /// is the work so far: the number of states read, and the work of merging equivalent states
  /// (folds) in this unit. `fold` is the work left in the fold that is being made. The work
  /// of later folds is not included, because it is unknown.
  [[nodiscard]] double share(std::size_t step, std::uint64_t looks, double fold) const {
    const std::uint64_t read = looks - looks_of_folds;
    const double share = share_without_folds(step, read);
    const double folds = static_cast<double>(looks_of_folds) + fold;
    if (folds == 0 || read == 0 || share == 0) return share;
    return static_cast<double>(looks) / (static_cast<double>(read) / share + folds);
  }

  [[nodiscard]] double work_done() const { return work_done_; }
  [[nodiscard]] double growth() const { return growth_.power(); }
  /// Restores the progress of a sweep that was saved at a step, from the saved values of
  /// work_done() and growth().
  void go_on(std::size_t step, double work_done, double growth) {
    work_done_ = work_done;
    double widest = 0;
    for (std::size_t s = 0; s < step; ++s) widest = std::max(widest, plan_.steps[s].free_bits);
    growth_.go_on(growth, widest);
  }

  /// If the plan is halved: the number of states of the last table for which the product of two
  /// numbers (see sweep_half.hpp) is still to be computed.
  double left_to_join = 0;
  /// The work of merging equivalent states (folds) so far, in states read.
  std::uint64_t looks_of_folds = 0;

 private:
  [[nodiscard]] double share_without_folds(std::size_t step, std::uint64_t looks_so_far) const {
    if (step == 0) return 0;
    if (step == plan_.steps.size()) return work_done_ / (work_done_ + left_to_join);
    const auto expected = [this](std::size_t s, double bits) {
      return work(s, growth_.states(bits));
    };
    double done = work_done_, ahead = 0, ahead_by_bits = 0;
    for (std::size_t s = step; s < plan_.steps.size(); ++s) {
      ahead += expected(s, plan_.steps[s - 1].free_bits);
      ahead_by_bits += expected(s, plan_.steps[s - 1].bits_after);
    }
    // The work done in the current step is estimated as the number of states read in this step,
    // times the average work for each state read in earlier steps.
    if (looks_before_step_ != 0) {
      const auto looks = static_cast<double>(looks_so_far - looks_before_step_);
      const double part = std::min(0.9 * expected(step, plan_.steps[step - 1].free_bits),
                                   work_done_ * looks / static_cast<double>(looks_before_step_));
      done += part;
      ahead -= part;
    }
    // The estimate of the work left is too small, because later tables contain a larger part of the
    // possible states. In 220 sweeps measured, the error grew with the part of the work that was
    // left, so the estimate is corrected. It is not corrected if the numbers of items that options
    // can cover limit the number of states.
    constexpr double filling = 0.45;
    constexpr double bounded = 2;
    if (ahead_by_bits < bounded * ahead) ahead *= std::pow(1 + ahead / done, filling);
    return done / (done + ahead);
  }

  [[nodiscard]] double work(std::size_t step, double states) const {
    const SweepPlan::Step& s = plan_.steps[step];
    return states * (1.0 + s.end_move - s.first_move);
  }

  const SweepPlan& plan_;
  // Sum over the steps done of the number of states before the step times the number of choices in
  // the step.
  double work_done_ = 0;
  std::uint64_t looks_before_step_ = 0;  // number of states read before the current step
  Growth growth_;
};

}  // namespace dlx::tables::sweeping
