#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dlx/tables/sweep_plan.hpp"

namespace dlx::tables::sweeping {

/// Estimates the number of states of a frontier with f free bits as 2^(c f). The constant c is
/// taken from the last wide frontier. Narrow frontiers are not used, because their few states have
/// no predictive value.
class Growth {
 public:
  void note(double free_bits, double states) {
    widest_ = std::max(widest_, free_bits);
    if (free_bits <= 0 || free_bits < widest_ / 2) return;
    power_ = std::min(1.0, std::log2(states + 1) / free_bits);
  }
  [[nodiscard]] double states(double free_bits) const { return std::exp2(power_ * free_bits); }

  [[nodiscard]] double power() const { return power_; }
  /// Restores two values of a saved sweep: power(), and the number of free bits of its widest
  /// frontier.
  void go_on(double power, double widest) {
    power_ = power;
    widest_ = widest;
  }

 private:
  double widest_ = 0;  // largest number of free bits of all frontiers so far
  double power_ = 1;   // the constant c of the estimate 2^(c f)
};

/// Estimates the part of a sweep that is done; see Sweep::share().
class Progress {
 public:
  /// The plan must outlive this object.
  explicit Progress(const SweepPlan& plan) : plan_(plan) {}

  /// Records that a step of the sweep is done. `before` and `after` are the numbers of states
  /// before and after the step; `looks` is the number of states that the sweep has read, plus the
  /// work of folds in the same unit.
  void note_step(std::size_t step, std::size_t before, std::size_t after, std::uint64_t looks) {
    work_done_ += work(step, static_cast<double>(before));
    looks_before_step_ = looks - looks_of_folds;
    growth_.note(plan_.steps[step].free_bits, static_cast<double>(after));
  }

  /// The share of the work that is done when the sweep is in the given step. `looks` is the work so
  /// far: the number of states read, plus the work of folds in the same unit. `fold` is the work
  /// left in the current fold. Later folds are not included, because they are not known yet.
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

  /// In a halved plan, the number of states that are still to be multiplied after the last step.
  double left_to_join = 0;
  /// The work of all folds so far, in the unit of looks (states read).
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
    // The work done in the current step is the number of states read in this step, times the
    // average work for each state in earlier steps.
    if (looks_before_step_ != 0) {
      const auto looks = static_cast<double>(looks_so_far - looks_before_step_);
      const double part = std::min(0.9 * expected(step, plan_.steps[step - 1].free_bits),
                                   work_done_ * looks / static_cast<double>(looks_before_step_));
      done += part;
      ahead -= part;
    }
    // The estimate of the work left is too small, because later tables contain a larger part of the
    // possible states. In 220 sweeps measured, the error grew with the part of the work that was
    // left. The correction is not applied if the states are limited by the number of items that
    // options can cover.
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
  // Sum over the steps done: number of states read times number of moves tried.
  double work_done_ = 0;
  std::uint64_t looks_before_step_ = 0;  // number of states read before the current step
  Growth growth_;
};

}  // namespace dlx::tables::sweeping
