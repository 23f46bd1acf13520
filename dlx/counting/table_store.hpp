#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/tables/sign_plan.hpp"
#include "dlx/tables/sign_sum.hpp"
#include "dlx/tables/sweep_count.hpp"

namespace dlx::counting {

/// Stores the state of sweeps and of sums over signs, so that a restarted program can continue
/// these counts.
class TableStore {
 public:
  TableStore() = default;
  TableStore(const TableStore&) = delete;
  TableStore& operator=(const TableStore&) = delete;
  virtual ~TableStore() = default;

  /// The order of the items in the saved sweep of this problem; empty if no sweep is saved.
  [[nodiscard]] virtual std::vector<ItemId> order(const Problem& problem, const Tally& weights) = 0;
  /// Restores the saved sweep of this problem into `sweep`. Returns false if no sweep is saved.
  virtual bool load(const Problem& problem, const Tally& weights, tables::Sweep& sweep) = 0;
  /// Saves the state of a sweep. Replaces the state that was saved earlier for this problem.
  void save(const Problem& problem, const Tally& weights, const std::vector<ItemId>& order,
            const tables::Sweep& sweep) {
    timed([&] { write(problem, weights, order, sweep); });
  }

  /// The items whose polynomials are the factors of the saved sum over signs of this problem.
  /// Returns an empty list if no sum is saved.
  [[nodiscard]] virtual std::vector<ItemId> factors(const Problem& /*problem*/,
                                                    const Tally& /*weights*/) {
    return {};
  }
  /// The saved state of a sum over signs of this problem, if the sum was saved with this plan.
  [[nodiscard]] virtual std::optional<tables::SignSumState> sum(const Problem& /*problem*/,
                                                                const Tally& /*weights*/,
                                                                const tables::SignPlan& /*plan*/) {
    return {};
  }
  /// Saves the state of a sum over signs. Replaces the state that was saved earlier for this
  /// problem.
  void save(const Problem& problem, const Tally& weights, const tables::SignPlan& plan,
            const tables::SignSumState& state) {
    timed([&] { write_sum(problem, weights, plan, state); });
  }

  /// The time at which save() last succeeded; empty if save() has never succeeded.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> saved_at() const {
    return saved_at_;
  }
  /// The shortest time that save() has taken. Returns the maximum value of the type if save() has
  /// never succeeded.
  [[nodiscard]] std::chrono::nanoseconds quickest_save() const { return quickest_save_; }
  /// The time that a sweep runs between two calls of save(). The caller extends the interval if
  /// saving would take more than a twentieth of the interval.
  [[nodiscard]] virtual std::chrono::nanoseconds interval() const = 0;

 private:
  using Clock = std::chrono::steady_clock;

  virtual void write(const Problem& problem, const Tally& weights, const std::vector<ItemId>& order,
                     const tables::Sweep& sweep) = 0;
  virtual void write_sum(const Problem& /*problem*/, const Tally& /*weights*/,
                         const tables::SignPlan& /*plan*/, const tables::SignSumState& /*state*/) {}

  template <class Write>
  void timed(Write write_it) {
    const Clock::time_point start = Clock::now();
    write_it();
    saved_at_ = Clock::now();
    quickest_save_ = std::min(quickest_save_, *saved_at_ - start);
  }

  std::optional<Clock::time_point> saved_at_ = {};
  std::chrono::nanoseconds quickest_save_ = std::chrono::nanoseconds::max();
};

}  // namespace dlx::counting
