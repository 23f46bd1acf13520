#include "dlx/search/options.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/exclusions.hpp"

namespace dlx::search {
namespace {

std::vector<ItemId> items_named(const std::vector<std::string>& names, const Problem* problem) {
  if (problem == nullptr) throw std::invalid_argument("order: it is for exact-cover problems");
  std::vector<ItemId> items;
  for (const std::string& name : names) {
    std::uint32_t i = 0;
    while (i < problem->primary_count() && problem->name(ItemId{i}) != name) ++i;
    if (i == problem->primary_count()) {
      throw std::invalid_argument("order: there is no primary item " + in_quotes(name));
    }
    if (std::find(items.begin(), items.end(), ItemId{i}) != items.end()) {
      throw std::invalid_argument("order: the item " + in_quotes(name) + " is named twice");
    }
    items.push_back(ItemId{i});
  }
  return items;
}

}  // namespace

Limits limits_of(const Options& options) {
  return {.solutions = options.solutions, .nodes = options.nodes, .time = options.time};
}

SearchOptions search_options(const Options& options, const Problem* problem) {
  check_exclusions(options);
  SearchOptions search;
  search.engine = options.engine;
  search.branching.rule = options.branching;
  search.preprocess = options.preprocess;
  if (!options.order.empty()) {
    search.branching = {BranchingRule::given_order, items_named(options.order, problem)};
    search.preprocess = false;
  }
  search.control.limits = limits_of(options);
  return search;
}

}  // namespace dlx::search
