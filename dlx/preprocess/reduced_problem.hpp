#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/control.hpp"

namespace dlx::preprocess {

/// Whether items that are copies of each other are merged.
enum class CopyUse : bool { apart, merged };

/// A reduced problem, together with the forced options, the merged options and their weights. These
/// data determine which solutions of the given problem a solution of the reduced problem
/// represents.
class ReducedProblem {
 public:
  /// Reduces a problem. `weights_of` is a tally with weights of the given problem's options. The
  /// sums of this tally are not used.
  ReducedProblem(const Problem& given, const Tally& weights_of, const ReduceOptions& options = {})
      : ReducedProblem(reduce(given, options), weights_of) {}
  /// Constructs the reduced problem from a reduction that was made before. `weights_of` has weights
  /// for the options of the reduction's original problem.
  explicit ReducedProblem(Reduction reduction, const Tally& weights_of = {});

  /// Reduces a problem that is to be counted. If only few options would be merged, none are merged,
  /// because a search counts faster without weights. `use` tells whether items that are copies of
  /// each other are merged into one item with a multiplicity (copies.hpp). Copies are never merged
  /// if the steps are recorded, or if the given options have weights.
  [[nodiscard]] static ReducedProblem for_counting(const Problem& given, const Tally& weights_of,
                                                   ReduceOptions options, CopyUse use);

  /// The problem that is left after the reduction.
  [[nodiscard]] const Problem& problem() const noexcept { return reduction_.problem; }
  /// The reduction by which problem() was made. The reference is valid as long as the
  /// ReducedProblem exists.
  [[nodiscard]] const Reduction& reduction() const noexcept { return reduction_; }
  /// Whether the reduction has shown that the given problem has no solutions.
  [[nodiscard]] bool impossible() const noexcept { return reduction_.impossible(); }
  /// Whether the reduction has not changed the given problem: nothing was removed, forced or
  /// merged.
  [[nodiscard]] bool is_all_of(const Problem& given) const noexcept;

  /// An empty tally with a weight for each option of problem(): the sum of the weights of the given
  /// options that the option represents. The tally has no weights if every option represents a
  /// single option and the given options have no weights.
  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }
  /// The count of the given problem, computed from a count of problem() with tally(). If `counted`
  /// is a lower bound, the result is a lower bound.
  [[nodiscard]] Total expanded(const Total& counted) const;

 private:
  [[nodiscard]] static ReducedProblem reduced_to_count(const Problem& given,
                                                       const Tally& weights_of,
                                                       ReduceOptions options);
  void merge_copies(const search::Deadline& deadline);

  Reduction reduction_;
  Tally tally_;
  /// The factor of a count, which is a product: for each forced group the sum of the weights of its
  /// options, and for the copies the number of their arrangements.
  Total forced_;
};

}  // namespace dlx::preprocess
