#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/options.hpp"
#include "dlx/search/control.hpp"

/// This file has functions for the options of searches, and limits that several searches share.
namespace dlx::search {

/// The limits on solutions, nodes and time in the user's options.
[[nodiscard]] inline Limits limits_of(const Options& options) {
  return {.solutions = options.solutions, .nodes = options.nodes, .time = options.time};
}
/// Replaces the limits in the options by `limits`.
void limit(Options& options, const Limits& limits);
/// The limits, the stop flag and the progress callback that the options contain.
[[nodiscard]] Control control_of(const Options& options);

/// The branching rule of a search: given_order if the options contain an order of items.
[[nodiscard]] inline BranchingRule rule_of(const Options& options) {
  return options.order.empty() ? options.branching : BranchingRule::given_order;
}
/// Whether a search with these options can be divided among threads, saved and certified. A search
/// that learns weights or clauses cannot be divided, because its tree depends on the weights or
/// clauses learned so far.
[[nodiscard]] inline bool can_be_divided(const Options& options) {
  return rule_of(options) != BranchingRule::weighted &&
         options.engine != EngineKind::learning_cells;
}
/// All primary items: first the items that `order` names, then the other items in the problem's
/// order. Throws std::invalid_argument if a name is not the name of a primary item, or if a name
/// occurs twice.
[[nodiscard]] std::vector<ItemId> items_of(const std::vector<std::string>& order,
                                           const Problem& problem);
/// The user's order of items, without the items that are not in `part`. Those items are already
/// covered.
[[nodiscard]] std::vector<std::string> order_on(const Problem& part,
                                                const std::vector<std::string>& order);

/// The user's options, checked and completed for count(). If `preprocess` is empty, it is set to
/// true. If an order of items is given, `preprocess` is set to false in any case. If an engine, a
/// branching rule or an order is given without a method, the method is set to search. Throws
/// std::invalid_argument if options exclude each other (check_exclusions), if items_of() refuses
/// the order, or if an order is given and `problem` is null.
[[nodiscard]] Options checked(Options options, const Problem* problem);

/// Limits that several consecutive searches share: each search may use the nodes and the time that
/// earlier searches have left. The time limit counts from the construction of the object, or from
/// begin().
class Allowance {
 public:
  /// Constructs an allowance with the limits of `options`, and starts the time limit.
  explicit Allowance(Options options) : options_(std::move(options)), deadline_(options_) {}

  /// The options for the next search, with the remaining limits.
  [[nodiscard]] Options search() const {
    Options left = options_;
    limit(left, limits());
    return left;
  }
  /// The remaining limits for the next search.
  [[nodiscard]] Limits limits() const {
    Limits left = limits_of(options_);
    if (left.nodes) *left.nodes -= std::min(*left.nodes, used_);
    left.time = deadline_.left();
    return left;
  }
  /// Subtracts the nodes that a search has visited from the limit on nodes.
  void use(std::uint64_t nodes) { used_ += nodes; }
  /// Restarts the time limit of the allowance.
  void begin() { deadline_ = Deadline(options_); }
  /// Replaces the limits of the allowance. Nodes are still counted from the construction, and time
  /// is counted from the next begin().
  void set_limits(const Limits& limits) { limit(options_, limits); }
  /// Sets the progress callback for all later searches.
  void report_to(ProgressCallback report) { options_.on_progress = std::move(report); }

 private:
  Options options_;
  Deadline deadline_;
  std::uint64_t used_ = 0;
};

}  // namespace dlx::search
