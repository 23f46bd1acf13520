#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dlx/tables/sweep_plan.hpp"

namespace dlx::tables::sweeping {

/// Estimates the states of a frontier from its free bits: its states are 2 to the power of a part
/// of them, and this part is taken from the last wide frontier. Narrow frontiers are not used,
/// because their few states predict nothing.
class Growth {
 public:
  void note(double free_bits, double states) {
    widest_ = std::max(widest_, free_bits);
    if (free_bits <= 0 || free_bits < widest_ / 2) return;
    power_ = std::min(1.0, std::log2(states + 1) / free_bits);
  }
  [[nodiscard]] double states(double free_bits) const { return std::exp2(power_ * free_bits); }

  [[nodiscard]] double power() const { return power_; }
  /// Continues a sweep with this power and the free bits of its widest frontier so far.
  void go_on(double power, double widest) {
    power_ = power;
    widest_ = widest;
  }

 private:
  double widest_ = 0;  // free bits of the widest frontier so far
  double power_ = 1;   // the logarithm of states by free bits
};

/// Estimates the part of a sweep that has been done: see Sweep::share().
class Progress {
 public:
  /// The plan outlives it.
  explicit Progress(const SweepPlan& plan) : plan_(plan) {}

  /// Before a step is counted as done: how many states it began with and ended with, and how many
  /// have been read so far.
  void note_step(std::size_t step, std::size_t before, std::size_t after, std::uint64_t looks) {
    work_done_ += work(step, static_cast<double>(before));
    looks_before_step_ = looks;
    growth_.note(plan_.steps[step].free_bits, static_cast<double>(after));
  }

  [[nodiscard]] double share(std::size_t step, std::uint64_t looks_so_far) const {
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
    // The work done in the current step is estimated from the states read, at the rate of earlier
    // steps.
    if (looks_before_step_ != 0) {
      const auto looks = static_cast<double>(looks_so_far - looks_before_step_);
      const double part = std::min(0.9 * expected(step, plan_.steps[step - 1].free_bits),
                                   work_done_ * looks / static_cast<double>(looks_before_step_));
      done += part;
      ahead -= part;
    }
    // Tables fill: of 220 sweeps measured, the more lay ahead, the more it was too little. Tables
    // that are bounded by the number of covered items are not corrected.
    constexpr double filling = 0.45;
    constexpr double bounded = 2;
    if (ahead_by_bits < bounded * ahead) ahead *= std::pow(1 + ahead / done, filling);
    return done / (done + ahead);
  }

  [[nodiscard]] double work_done() const { return work_done_; }
  [[nodiscard]] double growth() const { return growth_.power(); }
  /// Continues at a step, with earlier values of work_done() and growth().
  void go_on(std::size_t step, double work_done, double growth) {
    work_done_ = work_done;
    double widest = 0;
    for (std::size_t s = 0; s < step; ++s) widest = std::max(widest, plan_.steps[s].free_bits);
    growth_.go_on(growth, widest);
  }

  double left_to_join = 0;  ///< states, after the last step of a half

 private:
  [[nodiscard]] double work(std::size_t step, double states) const {
    const SweepPlan::Step& s = plan_.steps[step];
    return states * (1.0 + s.end_move - s.first_move);
  }

  const SweepPlan& plan_;
  double work_done_ = 0;                 // work in moves tried
  std::uint64_t looks_before_step_ = 0;  // looks at the beginning of the step
  Growth growth_;
};

}  // namespace dlx::tables::sweeping
