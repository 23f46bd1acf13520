#pragma once

#include <string>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"
#include "dlx/search/control.hpp"

/// What searches read from Options.
namespace dlx::search {

/// The limits on a search.
[[nodiscard]] inline Limits limits_of(const Options& options) {
  return {.solutions = options.solutions, .nodes = options.nodes, .time = options.time};
}
/// Replaces the limits on a search.
void limit(Options& options, const Limits& limits);
/// Limits, stop flag and progress.
[[nodiscard]] Control control_of(const Options& options);

/// The rule of branching: given_order if there is an order.
[[nodiscard]] inline BranchingRule rule_of(const Options& options) {
  return options.order.empty() ? options.branching : BranchingRule::given_order;
}
/// The items of an order; those not named come after them, in the problem's order. Throws
/// std::invalid_argument for a name that is not that of a primary item, or that comes twice.
[[nodiscard]] std::vector<ItemId> items_of(const std::vector<std::string>& order,
                                           const Problem& problem);
/// An order without the items that part of a problem lacks, because they are covered.
[[nodiscard]] std::vector<std::string> order_on(const Problem& part,
                                                const std::vector<std::string>& order);

/// The options of a person as count() obeys them: `preprocess` is given, not with an order; a named
/// engine, branching rule or order means the method search, unless a method is named. Throws
/// std::invalid_argument if options do not go together (check_exclusions), as items_of() does, or
/// if there is an order and `problem` is null.
[[nodiscard]] Options checked(Options options, const Problem* problem);

}  // namespace dlx::search
