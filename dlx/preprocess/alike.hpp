#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/preprocess/reduce.hpp"

namespace dlx::preprocess {

/// A problem in which alike options have become one. Options are alike if they have the same items
/// with the same colours, and the same cost.
struct AlikeOptions {
  /// Has all items of the given problem, in its order. Options of two sets have the same cost only
  /// if the sets have equally many options and their options the same cost; otherwise these costs
  /// mean nothing.
  Problem problem;
  /// For each option of `problem`, the set of options of the given problem it stands for. No
  /// solution has two options of a set.
  OptionGroups originals;
  /// How many permutations of the given options move options only within their sets.
  Natural exchanges;

  /// How many solutions of the given problem a solution of `problem` stands for.
  [[nodiscard]] Natural ways(std::span<const OptionId> solution) const;
  /// The first of these solutions: ascending options of the given problem.
  [[nodiscard]] std::vector<OptionId> first_of(std::span<const OptionId> solution) const;
};

/// Merges alike options where no solution can have two of them. Nothing if there are none.
/// O(entries log entries).
[[nodiscard]] std::optional<AlikeOptions> merge_alike(const Problem& problem);

}  // namespace dlx::preprocess
