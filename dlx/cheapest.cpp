#include "dlx/cheapest.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/engines/cost_cells.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/search/control.hpp"
#include "dlx/symmetry/merged_group.hpp"

namespace dlx {
namespace {

/// A function that maps a solution to the solution that represents its class under symmetries.
using Representative = std::function<std::vector<OptionId>(std::span<const OptionId>)>;

Representative by_table(const Problem& problem) {
  auto table = std::make_shared<symmetry::IsomorphTable>(problem);
  // For each class: the first solution found in this class.
  auto first = std::make_shared<std::vector<std::vector<OptionId>>>();
  return [table, first](std::span<const OptionId> solution) {
    const auto known = table->add(solution, {.control = {}}).value();
    if (known.is_new) first->emplace_back(solution.begin(), solution.end());
    return (*first)[known.number];
  };
}

Representative representative_of(const Problem& problem, const symmetry::SymmetryGroup& group) {
  if (const OptionSymmetries* const listed = group.listed()) {
    return [listed](std::span<const OptionId> solution) { return listed->canonical(solution); };
  }
  const symmetry::MergedGroup* const merged = group.merged();
  if (merged == nullptr) return by_table(problem);
  std::vector<OptionId> set_of(problem.option_count());
  for (std::uint32_t o = 0; o < merged->alike.problem.option_count(); ++o) {
    for (const OptionId original : merged->alike.originals[o])
      set_of[index(original)] = OptionId{o};
  }
  return [set_of = std::move(set_of), alike = &merged->alike,
          of_sets = representative_of(merged->alike.problem, merged->group)](
             std::span<const OptionId> solution) {
    std::vector<OptionId> sets;
    for (const OptionId option : solution) sets.push_back(set_of[index(option)]);
    std::sort(sets.begin(), sets.end());
    return alike->first_of(of_sets(sets));
  };
}

bool is_unlisted(const symmetry::SymmetryGroup* group) {
  return group != nullptr && group->listed() == nullptr;
}

search::CheapestResult find(const Problem& problem, const CheapestWanted& wanted,
                            const Options& options) {
  if (options.trace != nullptr && is_unlisted(wanted.up_to)) {
    throw std::invalid_argument(
        "a certificate of classes must list all symmetries, and here they are too many");
  }
  if (wanted.open != nullptr && is_unlisted(wanted.up_to)) {
    throw std::invalid_argument(
        "a search for the cheapest that is to go on later cannot be up to a group that is not "
        "listed");
  }
  // If k is set, the k cheapest solutions found are always stored. The highest of their costs is
  // the upper limit for the costs of further solutions.
  constexpr std::uint64_t every = CheapestWanted::every;
  engines::CostedList list{.counts = wanted.count && wanted.k.value_or(every) == every,
                           .open = wanted.open};
  if (!is_unlisted(wanted.up_to)) list.jobs = wanted.jobs;
  if (wanted.up_to != nullptr) list.representative = representative_of(problem, *wanted.up_to);
  search::CheapestResult result =
      engines::run_cost_cells(problem, wanted.k, options, engines::usual_small_work, list);
  if (wanted.count && result.solutions.size() > 1) result.solutions.resize(1);
  return result;
}

}  // namespace

search::CheapestResult cheapest(const Problem& problem, std::uint64_t k, const Options& options) {
  return cheapest(problem, {.k = k}, options);
}

search::CheapestResult all_cheapest(const Problem& problem, const Options& options) {
  return cheapest(problem, {.k = std::nullopt}, options);
}

search::CheapestResult cheapest(const Problem& problem, const CheapestWanted& wanted,
                                const Options& options) {
  refuse(options, {"certificate", "checkpoint"}, "dlx::cheapest(), unlike runs::cheapest(),");
  if (options.up_to == UpTo::none || wanted.up_to != nullptr) {
    return find(problem, wanted, options);
  }
  if (options.up_to != UpTo::all) {
    throw std::invalid_argument("up_to: the cheapest solutions are found up to none or all");
  }
  if (options.trace != nullptr) {
    throw std::invalid_argument("a certificate of classes begins with the group `up_to`");
  }
  const search::Deadline deadline(options);
  const auto group = symmetry::whole_group(problem, {.control = deadline.rest()});
  if (!group) return {.status = deadline.why_ended()};
  Options search = options;
  search.time = deadline.left();
  CheapestWanted of_classes = wanted;
  of_classes.up_to = &*group;
  return find(problem, of_classes, search);
}

}  // namespace dlx
