#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/preprocess/reduce.hpp"

namespace dlx::preprocess {

/// A problem in which each set of equal options has been merged into one option. Options are equal
/// if they have the same items, colours and cost.
struct AlikeOptions {
  /// The merged problem, with all items of the given problem in the same order. The cost of a
  /// merged option is not a real cost, but a code for the size of its set and the cost of the set's
  /// options. So automorphisms of the merged problem preserve both.
  Problem problem;
  /// For each option of `problem`: the set of equal options of the given problem that it
  /// represents. No solution contains two options of one set.
  OptionGroups originals;
  /// The number of permutations of the given options that move options only within their sets of
  /// equal options.
  Natural exchanges;

  /// The number of solutions of the given problem that `solution`, a solution of the merged
  /// problem, represents.
  [[nodiscard]] Natural ways(std::span<const OptionId> solution) const;
  /// The first of the solutions of the given problem that a solution of `problem` represents. The
  /// options are in ascending order.
  [[nodiscard]] std::vector<OptionId> first_of(std::span<const OptionId> solution) const;
};

/// Merges equal options of which no solution can contain two. Returns nothing if no options can be
/// merged. Takes time O(entries log entries).
[[nodiscard]] std::optional<AlikeOptions> merge_alike(const Problem& problem);

}  // namespace dlx::preprocess
