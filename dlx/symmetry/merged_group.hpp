#pragma once

#include "dlx/preprocess/alike.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::symmetry {

/// A group that contains all exchanges of equal options (equal items, colours and cost), stored as
/// a group of permutations of the sets of equal options. Two solutions belong to one class if a
/// permutation maps the sets that one solution uses to the sets that the other solution uses.
struct MergedGroup {
  preprocess::AlikeOptions alike;
  /// The symmetries of the problem in which equal options are merged, `alike.problem`.
  SymmetryGroup group;
};

/// Makes an automorphism of a problem from `merged`, an automorphism of `alike.problem`. The result
/// maps sets of equal options as `merged` maps the merged options, and keeps the order within each
/// set.
[[nodiscard]] MatrixPermutation lifted(const preprocess::AlikeOptions& alike,
                                       const MatrixPermutation& merged);

inline SymmetryGroup::SymmetryGroup(MergedGroup merged)
    : merged_(std::make_shared<const MergedGroup>(std::move(merged))) {}

}  // namespace dlx::symmetry
