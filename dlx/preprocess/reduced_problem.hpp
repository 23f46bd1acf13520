#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/control.hpp"

namespace dlx::preprocess {

/// Whether items that are copies of each other (copies.hpp) are merged into one item.
enum class CopyUse : bool { apart, merged };

/// A reduced problem, together with the forced options, the merged options and their weights. From
/// these data, a solution of the reduced problem can be expanded to the solutions of the given
/// problem that it represents.
class ReducedProblem {
 public:
  /// Reduces a problem. `weights_of` contains the weights of the given problem's options; its count
  /// of solutions is not used.
  ReducedProblem(const Problem& given, const Tally& weights_of, const ReduceOptions& options = {})
      : ReducedProblem(reduce(given, options), weights_of) {}
  /// Constructs the reduced problem from a reduction that was made before. `weights_of` has weights
  /// for the options of the reduction's original problem.
  explicit ReducedProblem(Reduction reduction, const Tally& weights_of = {});

  /// Reduces a problem whose solutions are to be counted. If only few options would be merged, no
  /// options are merged, because a search counts faster without weights. `use` tells whether items
  /// that are copies of each other are merged into one item with a multiplicity (copies.hpp).
  /// Copies are never merged if the steps of the reduction are recorded, or if the given options
  /// have weights.
  [[nodiscard]] static ReducedProblem for_counting(const Problem& given, const Tally& weights_of,
                                                   ReduceOptions options, CopyUse use);

  /// The problem that is left after the reduction.
  [[nodiscard]] const Problem& problem() const noexcept { return reduction_.problem; }
  /// The reduction that made problem(). The reference is valid as long as the ReducedProblem
  /// exists.
  [[nodiscard]] const Reduction& reduction() const noexcept { return reduction_; }
  /// Whether the reduction has shown that the given problem has no solutions.
  [[nodiscard]] bool impossible() const noexcept { return reduction_.impossible(); }
  /// Whether the reduction has not changed the given problem: nothing was removed, forced or
  /// merged.
  [[nodiscard]] bool is_all_of(const Problem& given) const noexcept;

  /// A count of solutions, still 0, with a weight for each option of problem(): the sum of the
  /// weights of the given options that it represents. The count has no weights if every option
  /// represents a single option and the given options have no weights.
  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }
  /// The count of the given problem's solutions, computed from `counted`, a count of problem() with
  /// the weights of tally(). If `counted` is a lower bound, the result is a lower bound.
  [[nodiscard]] Total expanded(const Total& counted) const;

 private:
  [[nodiscard]] static ReducedProblem reduced_to_count(const Problem& given,
                                                       const Tally& weights_of,
                                                       ReduceOptions options);
  void merge_copies(const search::Deadline& deadline);

  Reduction reduction_;
  Tally tally_;
  /// The factor by which a count of problem() is multiplied. It is a product: for each forced group
  /// the sum of the weights of its options, and for merged copies the number of their arrangements.
  Total forced_;
};

}  // namespace dlx::preprocess
