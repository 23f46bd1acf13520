#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "dlx/core/problem.hpp"
#include "dlx/tables/sweep_fold.hpp"
#include "dlx/tables/sweep_plan.hpp"

namespace dlx::counting {

/// Says when a sweep merges equivalent states.
struct FoldRule {
  std::size_t least_states = 256;  ///< tables with fewer states are not folded
  /// A table is folded only if a class has at least this many states on average, estimated from a
  /// sample of the states.
  double least_merged = 2;
  /// Whether a table is folded only if the rest of the problem has at least as many symmetries as
  /// at the neighbouring steps.
  bool only_at_peaks = true;
};

/// Makes a Fold for a sweep with this plan, which was made for this order of the items. `stop` is
/// the stop flag, or null. All arguments except the rule must outlive the result.
[[nodiscard]] std::unique_ptr<tables::Fold> make_fold(const Problem& problem,
                                                      std::span<const ItemId> order,
                                                      const tables::SweepPlan& plan,
                                                      const std::atomic<bool>* stop,
                                                      const FoldRule& rule = {});

}  // namespace dlx::counting
