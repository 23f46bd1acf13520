// The problem. The search needs good dual prices of items for a good lower bound of the cost. If
// prices are raised item by item, their bound may stay far below the best bound. A linear
// relaxation, in which fractions of options may be chosen, gives the best prices. With the
// relaxation, the search needs fewer nodes, but each node takes longer. So the search must also
// decide at which levels it solves the relaxation (class Trials).
//
// The memory. The rows of the relaxation are the primary items, and the secondary items without
// colours. If an item must be covered, and its lower and upper bound differ, an additional column
// (a slack variable) is the difference between the item's upper bound and the number of its chosen
// options. An additional row limits this column. If all items of an option could be covered several
// times, an additional row limits the option to 1. Flags in the class Prices say which columns may
// be used and which rows may stay below their limits. bases_ has a basis for each level at which
// the search has solved the relaxation.
//
// The invariant: the current basis of the relaxation is the basis of level l if and only if
// bases_[l].stamp = stamp_.
//
// With the relaxation, ten airline problems from the OR-Library (docs/cheapest.md) take 1 to 600
// ms; without the relaxation, four of these problems did not finish in a minute. The least cost of
// an integral solution is often equal to the bound of the relaxation. The airline problems need
// neither cutting planes nor the removal of dominated options and items.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/engines/cost_prices.hpp"
#include "dlx/search/relaxation.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines::costs {

inline constexpr std::size_t no_basis = ~std::size_t{0};

/// The linear relaxation of the problem that is left at a node. The costs in the relaxation are the
/// reduced costs of options by the prices of items at the root.
template <bool is_plain>
class NodeRelaxation {
 public:
  using Outcome = search::Relaxation::Outcome;

  /// Sets up the relaxation at the root of the search. `prices` must outlive the NodeRelaxation.
  explicit NodeRelaxation(Prices<is_plain>& prices) : prices_(prices) {
    // Costs are scaled so that the largest cost is 1000. So the same numerical tolerances fit every
    // problem.
    constexpr double dearest = 1000;
    unit_ = std::max(static_cast<double>(prices.dearest()), 1.0) / dearest;
    search::Relaxation::Program program;
    std::vector<char> may_lack;  // for each row: whether the row may stay below its limit
    const auto add_row = [&](Index limit, bool lacks) {
      program.limits.push_back(limit);
      may_lack.push_back(lacks ? 1 : 0);
      return static_cast<Index>(may_lack.size() - 1);
    };
    const auto end_column = [&](Price cost) {
      program.costs.push_back(static_cast<double>(cost) / unit_);
      program.first_row.push_back(static_cast<Index>(program.rows.size()));
    };
    std::vector<Index> rows(prices.all_items(), none);
    for (Index i = 0; i < rows.size(); ++i) {
      const bool is_primary = i < prices.items();
      floor_.push_back(prices.price(i));
      floor_sum_ += prices.worth(i, floor_[i]);
      if (!is_primary && prices.has_colours(i)) continue;
      rows[i] = is_primary ? add_row(prices.room(i), prices.need(i) == 0) : add_row(1, true);
      row_items_.push_back(i);
    }
    program.first_row.reserve(prices.options() + 1);
    program.first_row.push_back(0);
    program.costs.reserve(prices.options());
    std::vector<Index> own_row(is_plain ? 0 : prices.options(), none);
    for (Index o = 0; o < prices.options(); ++o) {
      bool is_limited = false;
      prices.for_each_item(o, [&](Index i) {
        if (rows[i] != none) program.rows.push_back(rows[i]);
        if (i >= prices.items() || prices.room(i) != 1) return;
        is_limited = true;
        if (prices.width(i) != 0) own_row[o] = i;
      });
      if (!is_limited) program.rows.push_back(own_row[o] = add_row(1, true));
      end_column(prices.reduced(o));
    }
    for (Index i = 0; i < prices.items(); ++i) {
      if (prices.width(i) == 0 || prices.need(i) == 0) continue;
      program.rows.push_back(i);
      program.rows.push_back(add_row(prices.width(i), true));
      end_column(0);
    }
    const auto columns = static_cast<Index>(program.costs.size());
    const std::optional<search::Relaxation::Basis> basis = basis_of_gains(program);
    relaxation_.emplace(std::move(program), prices.add_flags(columns, may_lack, own_row));
    if (basis) relaxation_->load(*basis);
    changes_.assign(rows.size(), 0);
  }
  /// Solves the relaxation of the root.
  search::Relaxation::Outcome solve_root(Price ceiling, std::uint64_t work) {
    const Outcome outcome = solve(ceiling, work);
    root_basis_ = relaxation_->basis();
    return outcome;
  }
  /// After begin(), the next call of solve() starts from the basis stored for this level, or from
  /// the current basis if `level` is no_basis.
  void begin(std::size_t level) {
    if (level != no_basis && bases_[level].stamp != stamp_) relaxation_->load(bases_[level].basis);
    stamp_ = ++last_stamp_;
  }
  /// After begin_at_root(), the next call of solve() starts from the basis that solve_root() has
  /// found.
  void begin_at_root() {
    if (stamp_ == 0) return;
    relaxation_->load(root_basis_);
    stamp_ = ++last_stamp_;
  }
  /// Solves the relaxation, or stops after about `work` more units of work. After a stop, another
  /// call continues the same computation.
  Outcome solve(Price ceiling, std::uint64_t work) {
    return relaxation_->solve(relaxed(ceiling), work);
  }
  /// The amount by which change_prices() would raise the bound.
  Price rise() { return std::max(plan_changes().value_or(0), Price{0}); }
  /// Replaces the prices of items by the dual prices of the relaxation, if this raises the bound.
  /// Records the changes in the trace.
  void change_prices(search::Trace* trace) {
    if (plan_changes().value_or(0) <= 0) return;
    if (trace != nullptr) {
      trace->number(prices_.items());
      trace->number(static_cast<std::uint64_t>(std::count_if(
          row_items_.begin(), row_items_.end(), [&](Index i) { return changes_[i] != 0; })));
    }
    for (const Index i : row_items_) {
      if (changes_[i] == 0) continue;
      if (trace != nullptr) {
        trace->number(i);
        trace->signed_number(changes_[i]);
      }
      prices_.raise(i, changes_[i]);
    }
  }
  /// Stores the current basis as the basis of a level, and returns the level.
  std::size_t keep_basis(std::size_t level) {
    if (level >= bases_.size()) bases_.resize(level + 1);
    bases_[level] = {relaxation_->basis(), stamp_};
    return level;
  }
  /// Chooses the item with the fewest options among the items that the relaxation covers by
  /// fractions of options. Returns the option of this item with the largest value; `none` if no
  /// such item exists.
  Index fractional_option() const {
    constexpr double nothing = 1e-6;
    Index item = none;
    relaxation_->for_each_value([&](Index o, double value) {
      if (value < nothing || value > whole || !prices_.may_choose(o)) return;
      prices_.for_each_primary(o, [&](Index i) {
        if (!prices_.is_active(i)) return;
        if (item == none || std::pair(prices_.size(i), i) < std::pair(prices_.size(item), item)) {
          item = i;
        }
      });
    });
    Index best = none;
    if (item == none) return best;
    double most = -1;
    prices_.for_each_live(item, [&](Index o) {
      const double value = relaxation_->value(o);
      if (value > whole || value < most || (value == most && o > best)) return;
      most = value;
      best = o;
    });
    return best;
  }
  /// The options that an integral solution of the relaxation chooses.
  std::vector<Index> whole_options() const {
    std::vector<Index> options;
    relaxation_->for_each_value([&](Index o, double value) {
      if (value > whole && prices_.may_choose(o)) options.push_back(o);
    });
    return options;
  }
  std::uint64_t work() const { return relaxation_->work(); }
  std::size_t heap_bytes() const {
    std::size_t bytes = dlx::heap_bytes(row_items_, floor_, changes_, bases_) +
                        dlx::heap_bytes(root_basis_.columns, root_basis_.weights) +
                        relaxation_->heap_bytes();
    for (const auto& [basis, stamp] : bases_)
      bytes += dlx::heap_bytes(basis.columns, basis.weights);
    return bytes;
  }

 private:
  struct LevelBasis {
    search::Relaxation::Basis basis;
    std::uint64_t stamp = 0;
  };
  static constexpr double whole = 1 - 1e-6;  // an option with a larger value counts as chosen

  /// Converts the ceiling to units of the relaxation's costs, with a margin for rounding.
  double relaxed(Price ceiling) const {
    const auto rounding = static_cast<double>(2 * row_items_.size() + 2);
    const double above = static_cast<double>(ceiling) - static_cast<double>(floor_sum_);
    return (above + rounding) / unit_ + 1e-9 * std::abs(above / unit_);
  }
  /// Computes in changes_ the differences between the rounded dual prices of the relaxation and the
  /// current prices. If every primary item must be covered exactly once, the differences are made
  /// smaller so that no reduced cost becomes negative. Returns the rise of the bound, or nothing if
  /// the relaxation's prices cannot be used.
  std::optional<Price> plan_changes() {
    constexpr auto widest_sum = static_cast<double>(2 * Prices<is_plain>::widest);
    const std::vector<double>& relaxed = relaxation_->prices();
    double size = 0;
    for (const double price : relaxed) size += std::abs(price) * unit_;
    if (!(size < widest_sum)) return std::nullopt;
    Price rise = 0;
    for (std::size_t row = 0; row < row_items_.size(); ++row) {
      const Index i = row_items_[row];
      changes_[i] = 0;
      if (!prices_.is_open(i)) continue;
      Price price = std::llround(relaxed[row] * unit_) + floor_[i];
      if (i >= prices_.items() || prices_.need(i) == 0) price = std::min<Price>(price, 0);
      changes_[i] = price - prices_.price(i);
      rise += prices_.worth(i, price) - prices_.worth(i, prices_.price(i));
    }
    // The largest error of a reduced cost that is corrected here.
    const Price most = std::max<Price>(prices_.dearest() / 1000, 64);
    const bool is_usable = prices_.for_each_option([&](Index o, Index first) {
      Price reduced = prices_.reduced(o);
      prices_.for_each_item(o, [&](Index i) { reduced -= changes_[i]; });
      if (!is_plain) {
        rise += std::min<Price>(reduced, 0) - std::min<Price>(prices_.reduced(o), 0);
      } else if (reduced < 0) {
        changes_[first] += reduced;
        rise += reduced;
      }
      return !is_plain || reduced >= -most;
    });
    if (!is_usable) return std::nullopt;
    return rise;
  }
  /// Returns the first simplex basis of a linear relaxation with columns of negative cost. With the
  /// dual prices of this basis, no reduced cost may be below 0. So for each row, the columns of
  /// negative cost whose last row it is are compared. The column that requires the lowest price of
  /// the row enters the basis. Returns nothing if no column has a negative cost.
  std::optional<search::Relaxation::Basis> basis_of_gains(
      const search::Relaxation::Program& program) const {
    const auto columns = static_cast<Index>(program.costs.size());
    const auto rows = static_cast<Index>(program.limits.size());
    // For each row: the columns of negative cost whose last row is this row.
    std::vector<std::vector<Index>> gains(rows);
    for (Index c = 0; c < columns; ++c) {
      const Index* const first = program.rows.data() + program.first_row[c];
      const Index* const end = program.rows.data() + program.first_row[c + 1];
      if (program.costs[c] < 0) gains[*std::max_element(first, end)].push_back(c);
    }
    const bool has_gains =
        std::any_of(gains.begin(), gains.end(), [](const auto& list) { return !list.empty(); });
    if (!has_gains) return std::nullopt;
    search::Relaxation::Basis basis{.columns = std::vector<Index>(rows),
                                    .weights = std::vector<double>(rows, 1)};
    std::vector<double> prices(rows, 0);
    for (Index row = 0; row < rows; ++row) {
      basis.columns[row] = columns + row;
      for (const Index c : gains[row]) {
        double reduced = program.costs[c];
        for (Index e = program.first_row[c]; e < program.first_row[c + 1]; ++e) {
          if (program.rows[e] != row) reduced -= prices[program.rows[e]];
        }
        if (reduced >= prices[row]) continue;
        prices[row] = reduced;
        basis.columns[row] = c;
      }
    }
    return basis;
  }
  Prices<is_plain>& prices_;
  std::optional<search::Relaxation> relaxation_;  // set by the constructor
  // The number of units of prices that are one unit of cost in the relaxation.
  double unit_;
  // For each row that belongs to an item: the item. The rows of items come first in the relaxation.
  std::vector<Index> row_items_;
  std::vector<Price> floor_;  // for each item: its price at the root
  Price floor_sum_ = 0;
  std::vector<Price> changes_;  // for each item: the planned change of its price
  search::Relaxation::Basis root_basis_;
  std::vector<LevelBasis> bases_;  // for each level: the last basis of the relaxation at this level
  std::uint64_t stamp_ = 0, last_stamp_ = 0;
};

/// Decides for each subtree whether its search begins with solving the linear relaxation. A subtree
/// begins with the relaxation if recent subtrees of its level have taken less work with the
/// relaxation than without it. A subtree begins without the relaxation if recent subtrees without
/// it have taken less work than solving the relaxation once. A sixteenth of the work goes into the
/// alternative that has been slower, because this alternative may become faster. A subtree that
/// began without the relaxation uses the relaxation once it has taken much more work than recent
/// subtrees with the relaxation. Decisions depend on counted work and never on the clock, so that a
/// run can be repeated.
class Trials {
 public:
  explicit Trials(std::size_t levels) : levels_(levels) {}
  /// Whether to begin a subtree at this level with solving the relaxation. `work` is the work of
  /// the search so far.
  bool relaxes(std::size_t level, std::uint64_t work) {
    if (work < plain_until_) return false;
    if (level >= levels_.size()) levels_.resize(level + 1);
    const auto [without, with] = levels_[level];
    if (level == 0) return true;
    if (without.number >= 2 && without.recent < solve_) return false;
    if (with.number < 2) return true;
    const bool explores = without.number == 0 || without.work * exploration <= with.work;
    if (explores ? !may_be_better_without(level + 1)
                 : with.work * exploration <= without.work || !is_better_without(level)) {
      return true;
    }
    plain_level_ = level;
    plain_until_ = work + static_cast<std::uint64_t>((explores ? 0.5 : 2) * with.recent);
    return false;
  }
  /// Records the work of one solution of the relaxation below the root.
  void learn_solve(std::uint64_t work) {
    ++solves_;
    solve_ += (static_cast<double>(work) - solve_) /
              static_cast<double>(std::min<std::uint64_t>(solves_, memory));
  }
  /// Records how much work a subtree at this level has taken.
  void learn(std::size_t level, bool relaxed, std::uint64_t work) {
    if (plain_level_ == level) plain_until_ = 0;
    if (level >= levels_.size()) levels_.resize(level + 1);
    Trial& trial = levels_[level][relaxed ? 1 : 0];
    ++trial.number;
    trial.work += work;
    trial.recent += (static_cast<double>(work) - trial.recent) /
                    static_cast<double>(std::min<std::uint64_t>(trial.number, memory));
  }
  std::size_t heap_bytes() const { return levels_.capacity() * sizeof levels_[0]; }

 private:
  // The fraction 1 / `exploration` of the work on the subtrees of a level goes into the alternative
  // (with or without the relaxation) that has been slower.
  static constexpr std::uint64_t exploration = 16;
  // The number of recent subtrees that a moving average covers.
  static constexpr std::uint64_t memory = 8;

  /// The number of subtrees of a level that began with the relaxation, or without it, and the work
  /// that these subtrees took.
  struct Trial {
    std::uint64_t number = 0, work = 0;
    double recent = 0;  // the moving average of the work for a subtree
  };

  bool is_better_without(std::size_t level) const {
    const auto& [without, with] = levels_[level];
    return without.number != 0 && without.recent < with.recent;
  }
  /// True if fewer than two subtrees of this level began with the relaxation, or if the recent
  /// subtrees of this level were faster without the relaxation.
  bool may_be_better_without(std::size_t level) const {
    return level >= levels_.size() || levels_[level][1].number < 2 || is_better_without(level);
  }
  // For each level: the numbers for subtrees that began without the relaxation (element 0) and with
  // the relaxation (element 1).
  std::vector<std::array<Trial, 2>> levels_;
  std::uint64_t solves_ = 0;
  double solve_ = 0;             // the moving average of the work for solving the relaxation
  std::size_t plain_level_ = 0;  // the level at which a subtree without the relaxation begins
  // When the work of the search reaches this value, the subtree that began without the relaxation
  // at plain_level_ may use the relaxation.
  std::uint64_t plain_until_ = 0;
};

}  // namespace dlx::engines::costs
