#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "dlx/core/problem.hpp"
#include "dlx/tables/sweep_fold.hpp"
#include "dlx/tables/sweep_plan.hpp"

namespace dlx::counting {

/// The rule by which a sweep merges states that a symmetry maps to each other.
struct FoldRule {
  std::size_t least_states = 256;  ///< in tables with fewer states, no states are merged
  /// The states of a table are merged only if a class of equivalent states has at least this many
  /// states on average. The average is estimated from a sample.
  double least_merged = 2;
  /// Whether states are merged only before those steps at which the rest of the problem has at
  /// least as many symmetries as at the neighbouring steps.
  bool only_at_peaks = true;
};

/// Makes the Fold that merges equivalent states of a sweep with this plan. `plan` must have been
/// made for the order `order` of the items. `stop` is the stop flag, or null. All arguments except
/// the rule must outlive the result.
[[nodiscard]] std::unique_ptr<tables::Fold> make_fold(const Problem& problem,
                                                      std::span<const ItemId> order,
                                                      const tables::SweepPlan& plan,
                                                      const std::atomic<bool>* stop,
                                                      const FoldRule& rule = {});

}  // namespace dlx::counting
