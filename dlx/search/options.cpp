#include "dlx/search/options.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "dlx/core/problem.hpp"
#include "dlx/core/text.hpp"
#include "dlx/exclusions.hpp"

namespace dlx::search {
namespace {

std::optional<ItemId> primary_item(const Problem& problem, const std::string& name) {
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (problem.name(ItemId{i}) == name) return ItemId{i};
  }
  return {};
}

}  // namespace

void limit(Options& options, const Limits& limits) {
  options.solutions = limits.solutions;
  options.nodes = limits.nodes;
  options.time = limits.time;
}

Control control_of(const Options& options) {
  return {.limits = limits_of(options),
          .stop = options.stop,
          .on_progress = options.on_progress,
          .progress_interval = options.progress_interval};
}

std::vector<ItemId> items_of(const std::vector<std::string>& order, const Problem& problem) {
  std::vector<ItemId> items;
  std::vector<bool> is_named(problem.primary_count());
  for (const std::string& name : order) {
    const std::optional<ItemId> item = primary_item(problem, name);
    if (!item) {
      throw std::invalid_argument("order: no primary item is named " + in_quotes(name));
    }
    if (is_named[index(*item)]) {
      throw std::invalid_argument("order: the item " + in_quotes(name) + " is named twice");
    }
    is_named[index(*item)] = true;
    items.push_back(*item);
  }
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (!is_named[i]) items.push_back(ItemId{i});
  }
  return items;
}

std::vector<std::string> order_on(const Problem& part, const std::vector<std::string>& order) {
  std::vector<std::string> left = order;
  std::erase_if(left, [&](const std::string& name) { return !primary_item(part, name); });
  return left;
}

Options checked(Options options, const Problem* problem) {
  check_exclusions(options);
  options.preprocess = options.preprocess.value_or(true) && options.order.empty();
  if (!options.order.empty()) {
    if (problem == nullptr) throw std::invalid_argument("order: it is for exact-cover problems");
    static_cast<void>(items_of(options.order, *problem));
  }
  const bool names_a_search = options.engine != EngineKind::automatic ||
                              rule_of(options) != BranchingRule::minimum_remaining;
  if (names_a_search && options.method == CountMethod::automatic) {
    options.method = CountMethod::search;
  }
  return options;
}

}  // namespace dlx::search
