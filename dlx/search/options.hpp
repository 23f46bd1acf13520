#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"
#include "dlx/search/control.hpp"

/// The options of searches, and limits that several searches share.
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
/// Whether a search can be divided among threads, saved and certified. A search that learns weights
/// or clauses cannot, because it depends on its past.
[[nodiscard]] inline bool can_be_divided(const Options& options) {
  return rule_of(options) != BranchingRule::weighted &&
         options.engine != EngineKind::learning_cells;
}
/// The items of an order; those not named come after them, in the problem's order. Throws
/// std::invalid_argument for a name that is not that of a primary item, or that comes twice.
[[nodiscard]] std::vector<ItemId> items_of(const std::vector<std::string>& order,
                                           const Problem& problem);
/// An order without the items that part of a problem lacks, because they are covered.
[[nodiscard]] std::vector<std::string> order_on(const Problem& part,
                                                const std::vector<std::string>& order);

/// The options of a user as count() obeys them. `preprocess` is set, except with an order; a named
/// engine, branching rule or order means the method search, unless a method is named. Throws
/// std::invalid_argument if options exclude each other (check_exclusions), if items_of() refuses
/// the order, or if an order is given and `problem` is null.
[[nodiscard]] Options checked(Options options, const Problem* problem);

/// The rest of limits that several consecutive searches share. The time begins when the object is
/// made, or with begin().
class Allowance {
 public:
  /// Time counts from now.
  explicit Allowance(Options options) : options_(std::move(options)), deadline_(options_) {}

  /// The options of the next search.
  [[nodiscard]] Options search() const {
    Options left = options_;
    limit(left, limits());
    return left;
  }
  /// The limits of the next search.
  [[nodiscard]] Limits limits() const {
    Limits left = limits_of(options_);
    if (left.nodes) *left.nodes -= std::min(*left.nodes, used_);
    left.time = deadline_.left();
    return left;
  }
  /// Counts the nodes of a search that has ended.
  void use(std::uint64_t nodes) { used_ += nodes; }
  /// The time limit counts from now.
  void begin() { deadline_ = Deadline(options_); }
  /// Replaces the limits. Nodes still count from the beginning, time from the next begin().
  void set_limits(const Limits& limits) { limit(options_, limits); }
  /// Sets the progress callback of the searches that follow.
  void report_to(ProgressCallback report) { options_.on_progress = std::move(report); }

 private:
  Options options_;
  Deadline deadline_;
  std::uint64_t used_ = 0;
};

}  // namespace dlx::search
