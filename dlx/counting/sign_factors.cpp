// Finds the factors of a sum over signs: a set of items such that every option contains exactly one
// item of the set. The factors are therefore a solution of another exact cover problem, in which
// items and options have changed places. A short search finds some sets of factors. The set with
// the most factors is used, because it leaves the fewest variables in the sum.

#include "dlx/counting/sign_factors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/core/item_options.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/engines/dancing_links.hpp"

namespace dlx::counting {
namespace {

constexpr std::uint64_t most_nodes = 5'000;  // maximum number of nodes of the search for factors
constexpr std::uint64_t most_choices = 100;  // maximum number of sets of factors that are compared
// Nominal seconds of a node of the search for factors, divided by the number of entries of the
// problem.
constexpr double node_per_entry = 1e-9;
constexpr double unlimited = 1e18;

/// The exact cover problem of the factors: every option must be covered by exactly one of its
/// items. Returns nullopt if some item has no options.
std::optional<Problem> problem_of_factors(const Problem& problem) {
  ProblemBuilder builder = ProblemBuilder::numbered(problem.option_count());
  std::vector<std::uint32_t> numbers;
  for (const auto& options : options_of_primary_items<std::uint32_t>(problem)) {
    if (options.empty()) return {};
    numbers.push_back(static_cast<std::uint32_t>(options.size()));
    numbers.insert(numbers.end(), options.begin(), options.end());
  }
  builder.options(numbers);
  return std::move(builder).build();
}

/// The plan of the sum over signs with the fewest variables, among the plans that a short search
/// finds.
FoundSignPlan best_plan(const Problem& problem, const Tally& weights_of, const Problem& choices,
                        const search::Deadline& deadline) {
  const double node = node_per_entry * static_cast<double>(problem.entry_count());
  const auto nodes =
      static_cast<std::uint64_t>(std::clamp(deadline.work_left() / node, 0.0, unlimited));
  Options options{
      .nodes = std::min(most_nodes, nodes), .time = deadline.left(), .stop = deadline.rest().stop};
  const std::unique_ptr<search::Engine> search = engines::make_dancing_links(choices, options);
  tables::SignPlanning best{.objection =
                                "no items were found of which every option has exactly one"};
  for (std::uint64_t n = 0; n < most_choices && search->next(); ++n) {
    const std::size_t others = problem.primary_count() - search->solution().size();
    if (best.plan && best.plan->others <= others) continue;
    std::vector<ItemId> items;
    for (const OptionId item : search->solution()) items.push_back(ItemId{index(item)});
    tables::SignPlanning planning = tables::plan_signs(problem, std::move(items), weights_of);
    if (planning.plan || !best.plan) best = std::move(planning);
  }
  const Status status = search->status();
  return {.planning = std::move(best),
          .complete = status != Status::time_limit && status != Status::stopped &&
                      !(status == Status::node_limit && nodes < most_nodes)};
}

}  // namespace

FoundSignPlan find_sign_plan(const Problem& problem, const Tally& weights_of,
                             const search::Deadline& deadline) {
  std::string objection = tables::sign_objection(problem);
  if (!objection.empty()) return {.planning = {.objection = std::move(objection)}};
  if (problem.primary_count() == 0) return {.planning = {.plan = tables::SignPlan{}}};
  const std::optional<Problem> choices = problem_of_factors(problem);
  if (!choices) return {.planning = {.objection = "an item has no options"}};
  return best_plan(problem, weights_of, *choices, deadline);
}

}  // namespace dlx::counting
