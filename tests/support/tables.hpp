#pragma once

#include <cstdint>

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_count.hpp"

namespace dlx::test {

/// A memoised count in one go.
[[nodiscard]] inline tables::MemoResult count_by_memo(const Problem& problem,
                                                      const Tally& weights_of = {},
                                                      const tables::TableOptions& options = {},
                                                      bool split_components = true) {
  const auto memo = make_memo(problem, weights_of, options, split_components);
  memo->run();
  return memo->result();
}

/// A sweep in one go, which cannot be saved.
[[nodiscard]] inline tables::SweepResult count_by_sweep(const tables::SweepPlan& plan,
                                                        const Tally& weights,
                                                        tables::TableOptions options = {}) {
  options.can_be_saved = false;
  const auto sweep = make_sweep(plan, weights, options);
  sweep->run();
  return sweep->result();
}

/// Whether the invariant shows that the problem has no solution. For any modulus.
[[nodiscard]] inline bool refutes(const preprocess::Invariant& invariant, const Problem& problem) {
  const std::uint64_t modulus = invariant.modulus;
  const auto weight = [&](ItemId item) -> std::uint64_t {
    return problem.is_primary(item) ? invariant.weights[index(item)] % modulus : 0;
  };
  std::uint64_t whole = 0;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    const Bounds bounds = problem.bounds(ItemId{i});
    if (weight(ItemId{i}) != 0 && bounds.at_least != bounds.at_most) return false;
    whole = (whole + weight(ItemId{i}) * bounds.at_least) % modulus;
  }
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::uint64_t sum = 0;
    for (const ItemId item : problem.items(OptionId{o})) sum += weight(item);
    if (sum % modulus != 0) return false;
  }
  return whole != 0;
}

}  // namespace dlx::test
