// The problem. The search needs a lower bound for the cost of all solutions below a node. For this
// bound, every item has a dual price: its part of the cost of the option that covers it. The
// reduced cost of an option is its cost minus the prices of its items. The search raises the price
// of an item until one of its options has the reduced cost 0, and removes options that are too
// expensive. Let a primary item need n to m more options. The worth of the item is n times its
// price if the price is above 0, otherwise m times its price. The options that will cover the item
// pay at least this amount for it. bound() is the sum of the worths of all items, of the reduced
// costs below 0, and of the costs of the options chosen. The price of a secondary item is at most
// 0, because the item may be left out. If options give colours to a secondary item, the price of
// this item is 0. Prices are integers, so that the bound is exact; the unit of prices is a fraction
// of the unit of costs.
//
// The memory. One array stores the set of options of each item. The live options (options that may
// still be chosen) come first in each set. To remove an option from a set, the search swaps it with
// the last live option and shortens the live part by one. To restore options, the search lengthens
// the live part again, in reverse order.
//
//     cells_     [a a a a | x x]  [b b b | x]  ...       live | removed, an item each
//                 ^ first_cell_   <--size_-->
//     entries_   the items of each option, and the option's cell in the set of the item
//     users_     the options of each secondary item; they do not move, because is_live_ marks them
//     active_    [still to be covered | covered]         items, swapped in the same way
//     moves_     options removed and prices changed, in chronological order
//
// The invariants, checked by check_invariants():
//   - cells_[entries_[e].cell].entry = e, and active_[place_[i]] = i;
//   - the live part of an active item's set holds the options with this item that may still be
//     chosen; an item is active while more options may cover it;
//   - all items of a live option are active;
//   - reduced_[o] + the prices of o's items = costs_[o], for every live option;
//   - bound_ is the sum that bound() returns, as described above; no reduced cost is negative in a
//     plain problem;
//   - the price of an item that needs no option, such as a secondary item, is at most 0; it is 0 if
//     the item has colours.
//
// Citation. D. E. Knuth, The Art of Computer Programming, volume 4B (2022), section 7.2.2.1,
// describes sparse sets in his dancing cells. M. L. Fisher and P. Kedia, Optimal solution of set
// covering/partitioning problems using dual heuristics (1990), raise prices at each node.
//
// The parts of the bound were measured on six random set partitioning problems of 40 items and 600
// options. An option costs about 100 for each of its items:
//   - If the search uses only the first prices, which divide each option's cost evenly among its
//     items, it takes more than 2,293,657 nodes.
//   - If prices are raised at each node, the search takes 25,622 nodes.
//   - If options that are too expensive are removed too, the search takes 12,700 nodes, and is 4
//     times as fast.
//
// Two changes were tried and rejected. Raising prices repeatedly until no price changes takes only
// 1 % fewer nodes. If the linear relaxation takes long at the root, prices can be found by
// subgradient optimization (M. Held and R. M. Karp, The traveling-salesman problem and minimum
// spanning trees, part II, 1971). Subgradient optimization takes 2 % (aa05) to 15 % (nw18) more
// time for partitions, and 5 to 20 % more time for covers.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/decimal.hpp"
#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines::costs {

using Index = std::uint32_t;  // the number of an item, an option, an entry or a cell
using Price = std::int64_t;   // a cost or price in scaled units; see Prices::scaled()

inline constexpr Index none = ~Index{0};

inline Price floor_div(Price a, Price b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// The options that may still be chosen, the dual prices of items, and the lower bound that these
/// prices give. In a plain problem every primary item must be covered exactly once, so no reduced
/// cost is ever negative. In other problems, the best bound may need negative reduced costs.
template <bool is_plain>
class Prices {
 public:
  using Move = search::OpenCheapest::Move;  // the removal of an option, or the change of a price

  /// Upper limit for the cost of a solution, in scaled units. Reduced costs may be as large as 3 *
  /// widest, and the bound may be as low as -2 * widest. So the sum of a reduced cost and the bound
  /// still fits into a Price.
  static constexpr Price widest = Price{1} << 59;

  /// Throws std::overflow_error if a cost is too large.
  explicit Prices(const Problem& problem) : items_(problem.primary_count()) {
    make_cells(problem);
    make_rooms(problem);
    make_costs(problem);
    make_prices();
    // The number of changes is limited, because an item's price is raised again only after an
    // option that prevented a further rise has been removed.
    moves_.reserve(options_ + items_ + entries_.size());
  }

  [[nodiscard]] Index items() const { return items_; }  ///< number of primary items
  [[nodiscard]] Index all_items() const { return static_cast<Index>(prices_.size()); }
  /// The number of all options: the options of the problem, followed by one additional option for
  /// each item with bounds (0, 1). The additional option covers only its item, and is chosen if no
  /// other option covers the item. So the item can be treated as an item that must be covered
  /// exactly once.
  [[nodiscard]] Index options() const { return options_; }
  [[nodiscard]] std::size_t entries() const { return entries_.size(); }

  /// The cost of an option, its reduced cost, and the price of an item, all in scaled units.
  /// @{
  [[nodiscard]] Price cost(Index option) const { return costs_[option]; }
  [[nodiscard]] Price reduced(Index option) const { return reduced_[option]; }
  [[nodiscard]] Price price(Index item) const { return prices_[item]; }
  /// @}
  /// The largest absolute value of a cost, in scaled units.
  [[nodiscard]] Price dearest() const { return dearest_; }
  /// An upper limit for the cost of every solution, where costs are divided by divisor().
  [[nodiscard]] Price highest() const { return dearest_ / scale_ * most_room_; }
  [[nodiscard]] Price divisor() const { return divisor_; }
  [[nodiscard]] Price scale() const { return scale_; }
  /// Converts a sum of costs to scaled units, and from scaled units to costs.
  /// @{
  [[nodiscard]] Price scaled(Price cost) const { return cost / divisor_ * scale_; }
  [[nodiscard]] Price unscaled(Price price) const { return price / scale_ * divisor_; }
  /// @}
  /// Records the divisor and the scale of costs, and the first prices, at the beginning of a
  /// certificate.
  void trace(search::Trace& trace) const {
    trace.number(static_cast<std::uint64_t>(divisor_));
    trace.number(static_cast<std::uint64_t>(scale_));
    for (Index i = 0; i < items_; ++i) trace.signed_number(prices_[i]);
  }
  template <class Visit>
  void for_each_primary(Index option, Visit visit) const {
    for (Index e = first_entry_[option]; e < first_entry_[option + 1]; ++e) visit(entries_[e].item);
  }
  template <class Visit>
  void for_each_item(Index option, Visit visit) const {
    for_each_primary(option, visit);
    for (Index u = first_use_[option]; u < first_use_[option + 1]; ++u) {
      visit(items_ + uses_[u].other);
    }
  }
  /// Whether some option gives a colour to this secondary item.
  [[nodiscard]] bool has_colours(Index item) const {
    const auto users = users_of(item);
    return std::any_of(users.begin(), users.end(),
                       [](const Use& use) { return use.colour != Colour::none; });
  }

  /// A lower bound for the cost of all solutions that contain the chosen options.
  [[nodiscard]] Price bound() const { return bound_; }
  /// Whether the options chosen are a solution.
  [[nodiscard]] bool is_solved() const { return is_plain ? active_count_ == 0 : unmet_ == 0; }
  /// Whether no item may be covered by a further option.
  [[nodiscard]] bool is_full() const { return active_count_ == 0; }
  [[nodiscard]] bool may_choose(Index option) const {
    return option < options_ && is_live_[option] == 1;
  }
  /// The number of options that may still be chosen for a primary item.
  [[nodiscard]] Index size(Index item) const { return size_[item]; }
  /// Whether a further option may cover a primary item.
  [[nodiscard]] bool is_active(Index item) const { return place_[item] < active_count_; }
  /// Whether options may still be chosen for the item.
  [[nodiscard]] bool is_open(Index item) const {
    return item < items_ ? is_active(item) : times_[item - items_] == 0;
  }
  /// The number of further options that must cover a primary item.
  [[nodiscard]] Index need(Index item) const {
    return is_plain ? 1 : room_[item] - std::min(room_[item], width_[item]);
  }
  /// The number of further options that may cover a primary item.
  [[nodiscard]] Index room(Index item) const { return is_plain ? 1 : room_[item]; }
  /// The difference of room() and need(): the number of further options that may but need not cover
  /// a primary item.
  [[nodiscard]] Index width(Index item) const { return is_plain ? 0 : width_[item]; }
  /// Whether exactly one more option must cover a primary item.
  [[nodiscard]] bool is_single(Index item) const { return width(item) == 0 && room(item) == 1; }
  /// Whether every primary item has as many options as it needs.
  [[nodiscard]] bool has_options() const {
    for (Index i = 0; i < items_; ++i) {
      if (size_[i] < need(i)) return false;
    }
    return true;
  }
  /// The least amount that the options that will cover an item pay for it together, if its price is
  /// `price`.
  [[nodiscard]] Price worth(Index item, Price price) const {
    if (item >= items_) return price;
    return price * (price > 0 ? need(item) : room(item));
  }
  template <class Visit>
  void for_each_live(Index item, Visit visit) const {
    if (item >= items_) {
      for (const Use& use : users_of(item)) {
        if (is_live_[use.other] != 0) visit(use.other);
      }
      return;
    }
    for (Index c = first_cell_[item]; c < first_cell_[item] + size_[item]; ++c) {
      visit(cells_[c].option);
    }
  }
  /// Calls visit() with each option that may be chosen and the first primary item of the option.
  /// Stops if visit() returns false.
  template <class Visit>
  bool for_each_option(Visit visit) {
    for (Index a = 0; a < active_count_; ++a) {
      const Index i = active_[a];
      for (Index c = first_cell_[i]; c < first_cell_[i] + size_[i]; ++c) {
        const Index o = cells_[c].option;
        if (entries_[first_entry_[o]].item == i && !visit(o, i)) return false;
      }
      work_ += size_[i];
    }
    return true;
  }
  /// The item on which to branch: among the items that need an option, the item with the smallest
  /// difference between the number of its remaining options and the number of options that it
  /// needs. If no item needs an option, returns an item for which an option can be chosen, or
  /// `none`.
  [[nodiscard]] Index next_item() const {
    Index best = none;
    const auto is_before = [&](Index i, Index j) {
      if ((need(i) == 0) != (need(j) == 0)) return need(i) != 0;
      return std::pair(size_[i] - need(i), i) < std::pair(size_[j] - need(j), j);
    };
    for (Index a = 0; a < active_count_; ++a) {
      const Index i = active_[a];
      if (size_[i] != 0 && (best == none || is_before(i, best))) best = i;
    }
    return best;
  }
  [[nodiscard]] Index cheapest_option(Index item) const {
    Index best = none;
    for_each_live(item, [&](Index o) {
      if (best == none || std::pair(reduced_[o], o) < std::pair(reduced_[best], best)) best = o;
    });
    return best;
  }
  /// Returns the flags that control the linear relaxation. First comes a flag for each of `columns`
  /// columns, beginning with the options: whether the column may be used. Then comes a flag for
  /// each row: whether the row may stay below its limit; the first values of these flags are
  /// `rows`. `own_row` contains, for each option, the row that must meet its limit once the option
  /// is chosen, or `none`. `own_row` is empty if every primary item must be covered exactly once.
  [[nodiscard]] const std::vector<char>& add_flags(Index columns, std::span<const char> rows,
                                                   std::span<const Index> own_row) {
    is_live_.resize(columns, 1);
    is_live_.insert(is_live_.end(), rows.begin(), rows.end());
    for (Index o = 0; o < own_row.size(); ++o) {
      own_row_[o] = own_row[o] == none ? none : own_row[o] + columns;
    }
    return is_live_;
  }

  // ------------------------------------------------------------------ changes and their undo ---

  /// The number of changes (removals of options and changes of prices) made so far, and a range of
  /// these changes. The argument of undo() is a number that moves() returned earlier.
  /// @{
  [[nodiscard]] std::size_t moves() const { return moves_.size(); }
  [[nodiscard]] std::span<const Move> moves(std::size_t first, std::size_t last) const {
    return std::span(moves_).subspan(first, last - first);
  }
  /// @}
  /// Removes an option. Returns false if the removal leaves an item with fewer options than the
  /// item needs.
  bool remove(Index option) {
    is_live_[option] = 0;
    moves_.push_back({option, 0});
    if (!is_plain) bound_ -= std::min<Price>(reduced_[option], 0);
    return leave_sets(option);
  }
  /// Whether the price of an item may change by this amount: options may still be chosen for the
  /// item, and no sum overflows. The amount comes from a file that may be damaged.
  [[nodiscard]] bool may_raise(Index item, Price amount) const {
    constexpr auto most = static_cast<double>(4 * widest);
    if (item >= all_items() || !is_open(item)) return false;
    const double price = static_cast<double>(prices_[item]) + static_cast<double>(amount);
    const bool is_needed = item < items_ && need(item) != 0;
    if (!is_needed && price > 0) return false;
    double least = std::abs(price) * (item < items_ ? room(item) : 1);
    bool is_right = std::abs(static_cast<double>(bound_)) + least < most;
    least = 0;
    for_each_live(item, [&](Index o) {
      const double reduced = static_cast<double>(reduced_[o]) - static_cast<double>(amount);
      if (reduced < 0) least -= reduced;
      is_right = is_right && reduced < most;
    });
    return is_right && least < most;
  }
  /// Changes the price of an item by `amount`, which may be negative.
  void raise(Index item, Price amount) {
    moves_.push_back({item, amount});
    change_price(item, amount);
  }
  /// Undoes the latest changes until only the first `left` changes are left.
  void undo(std::size_t left) {
    while (moves_.size() > left) {
      const Move move = moves_.back();
      moves_.pop_back();
      if (move.amount == 0) {
        restore(move.which);
      } else {
        change_price(move.which, -move.amount);
      }
    }
  }
  /// Chooses an option. Returns false at a dead end; the caller must still undo the choice.
  bool choose(Index option) {
    bound_ += std::max<Price>(reduced_[option], 0);
    is_live_[option] = chosen;
    for (Index u = first_use_[option]; u < first_use_[option + 1]; ++u) ++times_[uses_[u].other];
    if (is_plain) {
      for_each_primary(option, [&](Index i) { deactivate(i); });
    } else if (!fill_rooms(option)) {
      return false;
    }
    for (Index e = first_entry_[option]; e < first_entry_[option + 1]; ++e) {
      const Index item = entries_[e].item;
      if (is_active(item)) continue;
      for (Index c = first_cell_[item]; c < first_cell_[item] + size_[item]; ++c) {
        const Index o = cells_[c].option;
        if (o != option && is_live_[o] != 0 && !remove(o)) return false;
      }
    }
    for (Index u = first_use_[option]; u < first_use_[option + 1]; ++u) {
      const auto [item, colour] = uses_[u];
      // If an option chosen earlier contains the item, options with other colours have been removed
      // already.
      if (times_[item] > 1) continue;
      for (const auto [o, user_colour] : users_of(items_ + item)) {
        if (colour != Colour::none && user_colour == colour) continue;
        if (o != option && is_live_[o] != 0 && !remove(o)) return false;
      }
    }
    return true;
  }
  /// Undoes the choice of an option, and all changes except the first `left`. `left` is the value
  /// of moves() before the choice.
  void undo_choice(Index option, std::size_t left) {
    undo(left);
    for (Index u = first_use_[option]; u < first_use_[option + 1]; ++u) --times_[uses_[u].other];
    if (is_plain) {
      active_count_ += first_entry_[option + 1] - first_entry_[option];
    } else {
      empty_rooms(option);
    }
    is_live_[option] = 1;
    bound_ -= std::max<Price>(reduced_[option], 0);
  }
  /// Removes the options that would raise the bound above the ceiling (the largest cost that a
  /// further solution may have). Changes the price of every item so that the bound rises as much as
  /// possible. Returns false if no solution within the ceiling is left.
  bool raise_all(Price ceiling) {
    if (bound_ > ceiling) return false;
    // Checkers of certificates process the items in the same order.
    for (Index item = 0; item < items_; ++item) {
      if (!is_active(item)) continue;
      Price rise = std::numeric_limits<Price>::max();
      work_ += size_[item];
      // The loop runs backwards, because remove() swaps an option with the last live option.
      for (Index c = first_cell_[item] + size_[item]; c-- > first_cell_[item];) {
        const Index o = cells_[c].option;
        if (reduced_[o] <= ceiling - bound_) {
          rise = std::min(rise, reduced_[o]);
        } else {
          remove(o);
        }
      }
      if (size_[item] < need(item)) return false;
      if (!is_single(item)) rise = best_rise(item);
      if (rise == 0) continue;
      raise(item, rise);
      if (bound_ > ceiling) return false;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t updates() const { return updates_; }
  [[nodiscard]] std::uint64_t work() const { return updates_ + work_; }
  [[nodiscard]] std::size_t heap_bytes() const {
    return dlx::heap_bytes(first_entry_, entries_, first_cell_, cells_, size_, active_, place_,
                           first_use_, uses_, first_user_, users_, times_, is_live_, room_, width_,
                           own_row_, costs_, reduced_, prices_, moves_);
  }
  void check_invariants() const {
    const auto require = [](bool holds, const char* what, Index where) {
      if (!holds) {
        throw std::logic_error(std::string("cost cells: ") + what + " at " + std::to_string(where));
      }
    };

    Price bound = 0;
    Index unmet = 0;
    for (Index e = 0; e < entries_.size(); ++e) {
      require(cells_[entries_[e].cell].entry == e, "an entry is not in its cell", e);
    }
    for (Index i = 0; i < items_; ++i) {
      require(active_[place_[i]] == i, "an item is not in its place", i);
      require(is_plain || is_active(i) == (room_[i] != 0), "an item has no room, or too much", i);
      if (!is_active(i)) continue;
      for (Index c = first_cell_[i]; c < first_cell_[i + 1]; ++c) {
        const bool first_part = c < first_cell_[i] + size_[i];
        require(first_part == (is_live_[cells_[c].option] == 1), "a set is divided wrongly", c);
      }
      require(need(i) != 0 || prices_[i] <= 0, "the price of an item not needed is above 0", i);
      unmet += need(i) != 0 ? 1 : 0;
      bound += worth(i, prices_[i]);
    }
    require(is_plain || unmet == unmet_, "items that need an option were miscounted", unmet);
    for (Index o = 0; o < options_; ++o) {
      if (is_live_[o] == chosen) bound += costs_[o];
      if (is_live_[o] != 1) continue;
      Price cost = reduced_[o];
      for_each_item(o, [&](Index i) {
        require(is_open(i) || (i >= items_ && prices_[i] == 0), "an option of a covered item", o);
        cost += prices_[i];
      });
      require(cost == costs_[o], "the reduced cost is wrong", o);
      require(!is_plain || reduced_[o] >= 0, "a reduced cost is negative", o);
      bound += std::min<Price>(reduced_[o], 0);
    }
    for (Index i = items_; i < prices_.size(); ++i) {
      bound += is_open(i) ? prices_[i] : 0;
      require(prices_[i] <= 0, "the price of a secondary item is above 0", i);
    }
    require(bound == bound_, "the bound is wrong", 0);
  }

 private:
  struct Entry {
    Index item, cell;
  };
  struct Cell {
    Index option, entry;
  };
  /// An element of uses_ or users_. In uses_, the lists of the options' secondary items, `other` is
  /// a secondary item. In users_, the lists of the secondary items' options, `other` is an option.
  struct Use {
    Index other;
    Colour colour;
  };
  static constexpr char chosen = 2;  // the value in is_live_ of an option that was chosen

  /// Whether an item gets an additional option that covers only this item. These are the items with
  /// bounds (0, 1).
  static bool gets_an_option(const Problem& problem, Index item) {
    return problem.bounds(ItemId{item}) == Bounds{0, 1};
  }
  void make_cells(const Problem& problem) {
    const Index secondaries = problem.secondary_count();
    first_cell_.assign(items_ + 1, 0);
    first_user_.assign(secondaries + 1, 0);
    const auto begin_option = [&] {
      first_entry_.push_back(static_cast<Index>(entries_.size()));
      first_use_.push_back(static_cast<Index>(uses_.size()));
    };
    const auto add_item = [&](Index i) {
      entries_.push_back({i, 0});
      ++first_cell_[i + 1];
    };
    begin_option();
    for (Index o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        if (problem.is_primary(item)) {
          add_item(index(item));
        } else {
          uses_.push_back({index(item) - items_, colour});
          ++first_user_[index(item) - items_ + 1];
        }
      }
      begin_option();
    }
    for (Index i = 0; i < items_; ++i) {
      if (!gets_an_option(problem, i)) continue;
      add_item(i);
      begin_option();
    }
    options_ = static_cast<Index>(first_entry_.size() - 1);
    std::partial_sum(first_cell_.begin(), first_cell_.end(), first_cell_.begin());
    std::partial_sum(first_user_.begin(), first_user_.end(), first_user_.begin());

    cells_.resize(entries_.size());
    size_.assign(items_, 0);
    users_.resize(uses_.size());
    times_.assign(secondaries, 0);
    for (Index o = 0; o < options_; ++o) {
      for (Index e = first_entry_[o]; e < first_entry_[o + 1]; ++e) {
        const Index item = entries_[e].item;
        entries_[e].cell = first_cell_[item] + size_[item]++;
        cells_[entries_[e].cell] = {o, e};
      }
      for (Index u = first_use_[o]; u < first_use_[o + 1]; ++u) {
        const Index item = uses_[u].other;
        users_[first_user_[item] + times_[item]++] = {o, uses_[u].colour};
      }
    }
    times_.assign(secondaries, 0);
    is_live_.assign(options_, 1);

    active_.resize(items_);
    std::iota(active_.begin(), active_.end(), Index{0});
    place_ = active_;
    active_count_ = items_;
  }
  /// Sets, for each item, the maximum number of options that may cover it (room) and the room minus
  /// the minimum number (width). The room is at most the item's number of options, unless the item
  /// needs more.
  void make_rooms(const Problem& problem) {
    most_room_ = std::max<Price>(items_, 1);
    if (is_plain) return;
    room_.resize(items_);
    width_.resize(items_);
    own_row_.resize(options_, none);
    Price sum = 0;
    for (Index i = 0; i < items_; ++i) {
      const auto [least, most] = gets_an_option(problem, i) ? Bounds{} : problem.bounds(ItemId{i});
      room_[i] = std::max(least, std::min(most, size_[i]));
      width_[i] = room_[i] - least;
      unmet_ += least != 0 ? 1 : 0;
      if (room_[i] == 0) deactivate(i);
      sum += room_[i];
    }
    const Index widest_room = *std::max_element(room_.begin(), room_.end());
    most_room_ = std::max<Price>(sum, 1) * std::max<Price>(widest_room, 1);
  }
  /// Computes the costs in scaled units: each cost is divided by the greatest common divisor of all
  /// costs, then multiplied by the scale.
  void make_costs(const Problem& problem) {
    constexpr Price finest_scale = Price{1} << 20;
    std::uint64_t divisor = 0;
    std::uint64_t largest = 0;
    bool is_negative = false;  // whether the cost with the largest absolute value is negative
    for (Index o = 0; o < problem.option_count(); ++o) {
      const std::int64_t cost = problem.cost(OptionId{o});
      const std::uint64_t size =
          cost < 0 ? 0 - static_cast<std::uint64_t>(cost) : static_cast<std::uint64_t>(cost);
      divisor = std::gcd(divisor, size);
      if (size > largest) is_negative = cost < 0;
      largest = std::max(largest, size);
    }
    const auto most = static_cast<std::uint64_t>(most_room_);
    if (largest >= static_cast<std::uint64_t>(widest) / most) {
      const auto units = static_cast<std::int64_t>(is_negative ? 0 - largest : largest);
      std::string message = "a cost of " + decimal_text(units, problem.cost_places()) +
                            " is too large to be added exactly: ";
      if (problem.cost_places() != 0) {
        message += "counted in units of the last of " + std::to_string(problem.cost_places()) +
                   " digits behind the point, ";
      }
      throw std::overflow_error(message + std::to_string(most) +
                                " times the cost must stay below 2^59; scale the costs");
    }
    if (divisor != 0) {
      divisor_ = static_cast<Price>(divisor);
      largest /= divisor;
    }
    while (scale_ < finest_scale &&
           largest < static_cast<std::uint64_t>(widest / (2 * scale_)) / most) {
      scale_ *= 2;
    }
    costs_.resize(options_, 0);
    for (Index o = 0; o < problem.option_count(); ++o) {
      costs_[o] = scaled(problem.cost(OptionId{o}));
    }
    dearest_ = static_cast<Price>(largest) * scale_;
  }
  /// Sets the first prices, which divide each option's cost among its items.
  void make_prices() {
    prices_.assign(items_, 2 * dearest_);
    for (Index o = 0; o < options_; ++o) {
      Price payers = 0;
      for_each_primary(o, [&](Index i) { payers += width(i) == 0 ? 1 : 0; });
      const Price share = floor_div(costs_[o], std::max<Price>(payers, 1));
      for_each_primary(o, [&](Index i) { prices_[i] = std::min(prices_[i], share); });
    }
    for (Index i = 0; i < items_; ++i) {
      if (width(i) != 0) prices_[i] = 0;
      bound_ += worth(i, prices_[i]);
    }
    prices_.resize(items_ + times_.size(), 0);
    reduced_ = costs_;
    for (Index o = 0; o < options_; ++o) {
      for_each_primary(o, [&](Index i) { reduced_[o] -= prices_[i]; });
      bound_ += std::min<Price>(reduced_[o], 0);
    }
  }
  /// The change of the item's price by which the bound rises most. Let r_1 <= r_2 <= ... be the
  /// reduced costs of the item's options. With n = need(item): if price + r_n >= 0, the result is
  /// r_n. With m = room(item): if price + r_m <= 0, the result is r_m. Otherwise the result is the
  /// change that makes the price 0.
  [[nodiscard]] Price best_rise(Index item) {
    excesses_.clear();
    for_each_live(item, [&](Index o) { excesses_.push_back(reduced_[o]); });
    const auto excess = [&](Index number) {
      const auto place = excesses_.begin() + static_cast<std::ptrdiff_t>(number - 1);
      std::nth_element(excesses_.begin(), place, excesses_.end());
      return *place;
    };
    const Price price = prices_[item];
    if (need(item) != 0 && price + excess(need(item)) >= 0) return excess(need(item));
    if (room(item) <= excesses_.size() && price + excess(room(item)) <= 0) {
      return excess(room(item));
    }
    return -price;
  }
  [[nodiscard]] std::span<const Use> users_of(Index item) const {
    const Index first = first_user_[item - items_];
    return std::span(users_).subspan(first, first_user_[item - items_ + 1] - first);
  }
  void deactivate(Index item) {
    const Index last = active_[--active_count_];
    const Index place = place_[item];
    active_[place] = last;
    place_[last] = place;
    active_[active_count_] = item;
    place_[item] = active_count_;
  }
  /// Removes an option from the sets of options of its active items. Returns false if some item is
  /// left with fewer options than it needs.
  bool leave_sets(Index option) {
    bool alive = true;
    for (Index e = first_entry_[option]; e < first_entry_[option + 1]; ++e) {
      const Index item = entries_[e].item;
      if (!is_active(item)) continue;
      ++updates_;
      const Index last = first_cell_[item] + --size_[item];
      const Index cell = entries_[e].cell;
      const Cell moved = cells_[last];
      cells_[cell] = moved;
      entries_[moved.entry].cell = cell;
      cells_[last] = {option, e};
      entries_[e].cell = last;
      alive &= size_[item] >= need(item);
    }
    return alive;
  }
  void restore(Index option) {
    is_live_[option] = 1;
    if (!is_plain) bound_ += std::min<Price>(reduced_[option], 0);
    for_each_primary(option, [&](Index i) { size_[i] += is_active(i) ? 1 : 0; });
  }
  void change_price(Index item, Price amount) {
    const Price before = std::exchange(prices_[item], prices_[item] + amount);
    if (is_plain) {
      bound_ += amount;
      for_each_live(item, [&](Index o) { reduced_[o] -= amount; });
      return;
    }
    bound_ += worth(item, prices_[item]) - worth(item, before);
    for_each_live(item, [&](Index o) {
      bound_ -= std::min<Price>(reduced_[o], 0);
      reduced_[o] -= amount;
      bound_ += std::min<Price>(reduced_[o], 0);
    });
  }
  /// Updates how many more options may cover each item of a chosen option. If an item needs no more
  /// options and its price is above 0, the price is lowered to 0, so that the bound rises by
  /// exactly the option's reduced cost. Returns false at a dead end.
  bool fill_rooms(Index option) {
    if (own_row_[option] != none) is_live_[own_row_[option]] = 0;
    for_each_primary(option, [&](Index i) {
      if (need(i) == 1) --unmet_;
      if (--room_[i] == 0) deactivate(i);
    });
    if (!leave_sets(option)) return false;
    for_each_primary(option, [&](Index i) {
      if (is_active(i) && need(i) == 0 && prices_[i] > 0) raise(i, -prices_[i]);
    });
    return true;
  }
  void empty_rooms(Index option) {
    if (own_row_[option] != none) is_live_[own_row_[option]] = 1;
    for_each_primary(option, [&](Index i) {
      if (room_[i]++ == 0) {
        ++active_count_;
      } else {
        ++size_[i];
      }
      if (need(i) == 1) ++unmet_;
    });
  }
  Index items_;
  // The number of options, including the additional options for items with bounds (0, 1).
  Index options_ = 0;
  // For each option: the beginning of its entries in entries_; then the end of entries_.
  std::vector<Index> first_entry_;
  std::vector<Entry> entries_;
  // For each item: the beginning of its cells in cells_; then the end of cells_.
  std::vector<Index> first_cell_;
  std::vector<Index> size_;  // for each item: the number of its live options
  std::vector<Cell> cells_;
  std::vector<Index> active_, place_;
  Index active_count_ = 0;
  // For each option: the beginning of its list in uses_; then the end of uses_.
  std::vector<Index> first_use_;
  std::vector<Use> uses_;  // the secondary items of each option
  // For each secondary item: the beginning of its list in users_; then the end of users_.
  std::vector<Index> first_user_;
  std::vector<Use> users_;  // the options of each secondary item
  // For each secondary item: the number of chosen options that contain the item.
  std::vector<Index> times_;
  // For each option: 0 if the option was removed or conflicts with a chosen option, 1 if it may be
  // chosen, and `chosen` if it was chosen. After the options come the other flags for the
  // relaxation; see add_flags().
  std::vector<char> is_live_;

  // The next three vectors are empty if every primary item must be covered exactly once.
  std::vector<Index> room_;   // for each item: the number of further options that may cover it
  std::vector<Index> width_;  // for each item: room_ minus the number of options it needs
  // For each option: the index in is_live_ of its own row in the relaxation, or `none`.
  std::vector<Index> own_row_;
  Index unmet_ = 0;  // the number of items that need an option
  // The largest number of options in a solution, times the largest number of options that may cover
  // one item.
  Price most_room_ = 1;

  Price divisor_ = 1;  // the greatest common divisor of all costs
  Price scale_ = 1;    // the number of price units in a cost of the size divisor_
  Price dearest_ = 0;
  std::vector<Price> costs_, reduced_;
  std::vector<Price> prices_;    // the prices of primary items, then of secondary items
  std::vector<Price> excesses_;  // the reduced costs of an item's options, for best_rise()
  Price bound_ = 0;
  std::vector<Move> moves_;
  std::uint64_t updates_ = 0;
  std::uint64_t work_ = 0;  // the number of cells that were read to compute prices
};

}  // namespace dlx::engines::costs
