#include "dlx/cheapest.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/engines/cost_cells.hpp"

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

search::CheapestResult find(const Problem& problem, std::optional<std::uint64_t> k,
                            const Options& options) {
  const auto item = first_at_most_once(problem);
  if (!item) return engines::run_cost_cells(problem, k, options);
  if (options.trace != nullptr) {
    throw std::invalid_argument("item " + in_quotes(problem.name(*item)) +
                                " may be left out; certificates of the cheapest solutions are for "
                                "problems in which every primary item must be covered once");
  }
  search::CheapestResult result = engines::run_cost_cells(with_slack(problem), k, options);
  for (search::CostedSolution& solution : result.solutions) {
    std::erase_if(solution.options,
                  [&](OptionId option) { return index(option) >= problem.option_count(); });
  }
  std::sort(result.solutions.begin(), result.solutions.end());
  return result;
}

}  // namespace

search::CheapestResult cheapest(const Problem& problem, std::uint64_t k, const Options& options) {
  return find(problem, k, options);
}

search::CheapestResult all_cheapest(const Problem& problem, const Options& options) {
  return find(problem, std::nullopt, options);
}

}  // namespace dlx
