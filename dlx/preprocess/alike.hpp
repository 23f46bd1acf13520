#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/preprocess/reduce.hpp"

namespace dlx::preprocess {

/// A problem in which alike options have become one. Options are alike if they agree in items,
/// colours and cost.
struct AlikeOptions {
  /// Has all items of the given problem, in its order. Two options have equal costs only if their
  /// sets have equally many options of equal cost. These costs have no other meaning.
  Problem problem;
  /// For each option of `problem`, the set of options of the given problem it stands for. No
  /// solution has two options of a set.
  OptionGroups originals;
  /// How many permutations of the given options move options only within their sets.
  Natural exchanges;

  /// How many solutions of the given problem a solution of `problem` stands for.
  [[nodiscard]] Natural ways(std::span<const OptionId> solution) const;
  /// The first solution that this solution stands for: ascending options of the given problem.
  [[nodiscard]] std::vector<OptionId> first_of(std::span<const OptionId> solution) const;
};

/// Merges alike options where no solution can have two of them. Nothing if no options are alike.
/// O(entries log entries).
[[nodiscard]] std::optional<AlikeOptions> merge_alike(const Problem& problem);

}  // namespace dlx::preprocess
