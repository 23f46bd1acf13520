#include "dlx/preprocess/reduced_problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/preprocess/copies.hpp"

namespace dlx::preprocess {
namespace {

/// The weight of a group of merged options. It is the sum of their weights, because a solution
/// contains at most one option of the group.
OptionWeight weight_of(std::span<const OptionId> group, const Tally& weights_of) {
  if (!weights_of.weighted()) return {group.size(), Residue(group.size())};
  OptionWeight sum{0, Residue(0)};
  for (const OptionId option : group) {
    const OptionWeight& weight = weights_of.weights()[index(option)];
    sum.ways += weight.ways;
    sum.factor += weight.factor;
  }
  return sum;
}

}  // namespace

ReducedProblem::ReducedProblem(Reduction reduction, const Tally& weights_of)
    : reduction_(std::move(reduction)), forced_{1, Residue(1)} {
  bool weighted = weights_of.weighted();
  std::vector<OptionWeight> weights;
  weights.reserve(reduction_.originals.size());
  for (std::size_t g = 0; g < reduction_.originals.size(); ++g) {
    weights.push_back(weight_of(reduction_.originals[g], weights_of));
    weighted |= reduction_.originals[g].size() > 1;
  }
  if (weighted) tally_ = Tally(std::move(weights));
  for (std::size_t g = 0; g < reduction_.forced.size(); ++g) {
    const OptionWeight weight = weight_of(reduction_.forced[g], weights_of);
    forced_.solutions *= weight.ways;
    forced_.fingerprint *= weight.factor;
  }
}

ReducedProblem ReducedProblem::for_counting(const Problem& given, const Tally& weights_of,
                                            ReduceOptions options, CopyUse use) {
  const search::Deadline deadline(options.control);
  ReducedProblem result = reduced_to_count(given, weights_of, options);
  // Copies of items are not merged if options have weights (for a fingerprint), because a
  // fingerprint distinguishes copies. Copies are not merged if steps are recorded for a
  // certificate, because a certificate has no step for merging items.
  const bool may_merge = !weights_of.weighted() && !options.with_steps && !result.impossible();
  if (use == CopyUse::merged && may_merge) result.merge_copies(deadline);
  return result;
}

void ReducedProblem::merge_copies(const search::Deadline& deadline) {
  std::optional<MergedCopies> merged = preprocess::merge_copies(problem(), tally_, deadline);
  if (!merged) return;
  OptionGroups originals;
  std::vector<OptionWeight> weights;
  for (const OptionId option : merged->originals) {
    originals.add(reduction_.originals[index(option)]);
    if (tally_.weighted()) weights.push_back(tally_.weights()[index(option)]);
  }
  if (tally_.weighted()) tally_ = Tally(std::move(weights));
  reduction_.problem = std::move(merged->problem);
  reduction_.originals = std::move(originals);
  forced_.solutions *= merged->arrangements;
}

ReducedProblem ReducedProblem::reduced_to_count(const Problem& given, const Tally& weights_of,
                                                ReduceOptions options) {
  ReducedProblem merged(given, weights_of, options);
  if (weights_of.weighted() || !merged.tally().weighted()) return merged;
  // `in_solution` is the estimated average number of merged options in a solution.
  const Problem& problem = merged.problem();
  std::size_t primary_entries = 0;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) {
      if (problem.is_primary(item)) ++primary_entries;
    }
  }
  const double in_solution = static_cast<double>(merged.reduction().report.merged) *
                             problem.primary_count() /
                             std::max<double>(1, static_cast<double>(primary_entries));
  // Options are merged if a solution has at least 0.8 merged options on average. A search with
  // weights takes about 1.7 times as long as a search without weights.
  constexpr double worth_weights = 0.8;
  if (in_solution >= worth_weights) return merged;
  options.merge_duplicates = false;
  return {given, weights_of, options};
}

bool ReducedProblem::is_all_of(const Problem& given) const noexcept {
  return problem().option_count() == given.option_count() &&
         problem().item_count() == given.item_count();
}

Total ReducedProblem::expanded(const Total& counted) const {
  return {counted.solutions * forced_.solutions, counted.fingerprint * forced_.fingerprint};
}

}  // namespace dlx::preprocess
