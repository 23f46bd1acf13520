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

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/engines/cost_cells.hpp"
#include "dlx/search/control.hpp"
#include "dlx/symmetry/merged_group.hpp"

namespace dlx {
namespace {

constexpr Bounds at_most_once{0, 1};

std::optional<ItemId> first_at_most_once(const Problem& problem) {
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (problem.bounds(ItemId{i}) == at_most_once) return ItemId{i};
  }
  return {};
}

/// The problem with an option more for each item that may be left out: it costs nothing and covers
/// the item alone. Such items must then be covered once.
Problem with_slack(const Problem& problem) {
  ProblemBuilder builder;
  std::vector<ItemId> may_be_left;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    if (!problem.is_primary(item)) {
      builder.secondary(problem.name(item));
    } else if (problem.bounds(item) == at_most_once) {
      may_be_left.push_back(builder.primary(problem.name(item)));
    } else {
      builder.primary(problem.name(item), problem.bounds(item));
    }
  }
  for (std::uint32_t c = 1; c <= problem.colour_count(); ++c) {
    builder.colour(problem.name(Colour{c}));
  }
  std::vector<Entry> entries;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    entries.clear();
    for (const Entry entry : problem.entries(OptionId{o})) entries.push_back(entry);
    builder.option(entries, Decimal{problem.cost(OptionId{o}), problem.cost_places()});
  }
  for (const ItemId item : may_be_left) builder.option({item});
  return std::move(builder).build();
}

/// What tells which solution stands for the class of another.
using Representative = std::function<std::vector<OptionId>(std::span<const OptionId>)>;

Representative by_table(const Problem& problem) {
  auto table = std::make_shared<symmetry::IsomorphTable>(problem);
  auto first = std::make_shared<std::vector<std::vector<OptionId>>>();  // of each class
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

/// A solution without the options that with_slack() has added.
std::vector<OptionId> without_slack(const Problem& problem, std::span<const OptionId> solution) {
  std::vector<OptionId> own(solution.begin(), solution.end());
  std::erase_if(own, [&](OptionId option) { return index(option) >= problem.option_count(); });
  return own;
}

/// A solution with those of them that cover the items which it leaves out.
std::vector<OptionId> with_slack(const Problem& problem, const Problem& whole,
                                 std::vector<OptionId> solution) {
  std::vector<char> is_covered(whole.primary_count());
  for (const OptionId option : solution) {
    for (const ItemId item : whole.items(option)) {
      if (whole.is_primary(item)) is_covered[index(item)] = 1;
    }
  }
  for (std::uint32_t o = problem.option_count(); o < whole.option_count(); ++o) {
    if (is_covered[index(whole.items(OptionId{o})[0])] == 0) solution.push_back(OptionId{o});
  }
  return solution;
}

search::CheapestResult find(const Problem& problem, const CheapestWanted& wanted,
                            const Options& options) {
  if (options.trace != nullptr && (options.max_cost || wanted.up_to != nullptr)) {
    throw std::invalid_argument(
        "a certificate of the cheapest solutions is of all solutions, and neither of those within "
        "a cost nor of classes");
  }
  engines::CostedList list{.counts = wanted.count};
  if (wanted.up_to != nullptr) list.representative = representative_of(problem, *wanted.up_to);
  const auto item = first_at_most_once(problem);
  constexpr std::uint64_t usual_work = engines::usual_small_work;
  if (!item) return engines::run_cost_cells(problem, wanted.k, options, usual_work, list);
  if (options.trace != nullptr) {
    throw std::invalid_argument("item " + in_quotes(problem.name(*item)) +
                                " may be left out; certificates of the cheapest solutions are for "
                                "problems in which every primary item must be covered once");
  }
  const Problem whole = with_slack(problem);
  if (list.representative) {
    list.representative = [&, own = list.representative](std::span<const OptionId> solution) {
      return with_slack(problem, whole, own(without_slack(problem, solution)));
    };
  }
  search::CheapestResult result =
      engines::run_cost_cells(whole, wanted.k, options, usual_work, list);
  for (search::CostedSolution& solution : result.solutions) {
    solution.options = without_slack(problem, solution.options);
  }
  std::sort(result.solutions.begin(), result.solutions.end());
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
  if (options.up_to == UpTo::none || wanted.up_to != nullptr) {
    return find(problem, wanted, options);
  }
  if (options.up_to != UpTo::all) {
    throw std::invalid_argument("up_to: the cheapest solutions are found up to none or all");
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
