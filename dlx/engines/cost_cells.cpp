// The problem. Choose options so that every primary item is covered as often as its bounds say, and
// every secondary item at most once, unless all its options agree on a colour. Of all such
// solutions find the k of least cost. A plain problem is one in which every primary item must be
// covered exactly once. The search prunes subtrees that provably cost no less than the k-th best
// solution so far. An item that may be covered once or left out gets an additional option that
// costs nothing and covers only this item. Such an item must then be covered.
//
// The memory. One array stores the set of options of each item. The live options of a set come
// first. To remove an option, the search swaps it with the last live option and shortens the live
// part by one. To restore options, the search lengthens the live part again, in reverse order.
//
//     cells_     [a a a a | x x]  [b b b | x]  ...       live | removed, an item each
//                 ^ first_cell_   <--size_-->
//     entries_   the items of each option, and the option's cell in the set of the item
//     users_     the options of each secondary item; they do not move, because is_live_ marks them
//     active_    [still to be covered | covered]         items, swapped in the same way
//     moves_     options removed and prices changed, in chronological order
//
// Every item has a price. The reduced cost of an option is its cost minus the prices of its items.
// Consider a primary item that needs n more options and has room for m. The worth of the item is n
// times its price if the price is above 0, otherwise m times its price: options pay at least this
// much for the item. So no solution below a node costs less than bound_. The value bound_ is the
// sum of the items' worths, of the reduced costs below 0, and of the costs of the options chosen.
// The price of a secondary item is at most 0, because the item may be left out. If options give
// colours to a secondary item, its price is 0. Prices are integers, in units of a fraction of a
// unit of cost, so that the bound is exact. In a plain problem no reduced cost is ever negative. In
// problems that are not plain, reduced costs may be negative when the bound is best.
//
// The ways. At each level prices are raised as far as options allow, and options that are too
// expensive are removed. Then the search continues in one of two ways:
//   - items: the options of an item are tried, the cheapest first, as in Algorithm C$. If several
//     options may cover the item, only the cheapest option is tried, and then removed
//     (Way::cheapest).
//   - values: a linear relaxation is solved, and its prices replace the current prices. Among the
//     items that the relaxation covers by fractions of options, the item with the fewest options is
//     chosen. Of the options of this item, the option with the largest value is tried. Afterwards
//     this option is removed, and the level starts again. If all values are integral, the search
//     follows them to a solution (Way::plan).
//
// The second way has fewer nodes, but each node takes longer. The search begins with the first way,
// and most small problems are solved within the work limit `small_work`. Larger problems begin
// again at the root with the second way. At every other level the search takes the way by which
// subtrees at that level have needed less work recently. A sixteenth of the work goes into the
// other way, to find out whether the other way has become better. Decisions depend on work and
// never on the clock, so that a run can be repeated.
//
// When no item needs an option any more, the options chosen are a solution. The search then
// continues with the options that are left. No set of options is found twice, because each option
// is either chosen or removed.
//
// The invariants, checked by check_invariants():
//   - cells_[entries_[e].cell].entry = e, and active_[place_[i]] = i;
//   - the live part of an active item's set holds the live options that have the item, without the
//     options chosen; an item is active while it has room;
//   - all items of a live option are active;
//   - reduced_[o] + the prices of o's items = costs_[o], for every live option;
//   - bound_ is the sum described above; no reduced cost is negative in a plain problem;
//   - the price of an item that needs no option, such as a secondary item, is at most 0; it is 0 if
//     the item has colours.
//
// Citation. D. E. Knuth, The Art of Computer Programming, volume 4B (2022), section 7.2.2.1:
// Algorithms X$ and C$, which charge items for the options that cover them, and try an item's
// options from the cheapest up to a cutoff; sparse sets as in his dancing cells. Prices at the root
// by subgradients: M. Held and R. M. Karp, The traveling-salesman problem and minimum spanning
// trees, part II (1971). Prices raised at each node: M. L. Fisher and P. Kedia, Optimal solution of
// set covering/partitioning problems using dual heuristics (1990).
//
// Gains of each part, measured on six random set partitioning problems of 40 items and 600 options
// at about 100 an item, where enumeration is out of reach. Numbers in parentheses are for 50 items
// and 1000 options. Each line adds a part to the line before:
//   - Without prices, comparing only the costs so far with the best: not finished after hundreds of
//     times the time of the next line.
//   - Prices that divide each option's cost evenly among its items: 2,293,657 nodes (not finished).
//   - Prices by subgradients: 152,869 nodes (135,830), and 12 times as fast.
//   - Prices raised again at each node, for the rest of the problem: 25,622 nodes (11,907), and 4
//     times as fast.
//   - Options removed that are too expensive for the rest: 12,700 nodes (5,755), and 4 times as
//     fast.
//
// With all of these parts, four of ten problems of airlines from the OR-Library (docs/cheapest.md)
// did not finish in a minute. On these problems, subgradients stay 7 % (aa05) to 82 % (nw18) below
// the bound of the relaxation. Often an integral solution costs as much as the bound. With the
// relaxation, the ten problems take 1 to 600 ms.
//
// Nodes for nw06, nw18 and aa05 by branching rule, in a search that always solves the relaxation:
//   - Branching on the option with the largest value: 335, 105 and 2099 nodes.
//   - Branching on two items, covered by one option or by two (D. M. Ryan and B. A. Foster, An
//     integer programming approach to scheduling, 1981): 57, 131 and 149 nodes for the pair that is
//     covered together by about 0.6; 57, 187 and 73 nodes for the pair that is most nearly covered
//     together.
//   - Branching on an item, as described above: 39, 45 and 79 nodes. Branching on items needs no
//     other kind of step in certificates.
//
// The problems of airlines need neither cuts nor the removal of dominated options and items before
// the search.
//
// Other measurements:
//   - Covers of items one to four times, with 40 items and 600 options at about 100 an item, take 4
//     to 65 ms; glpsol takes 6 to 280 ms. With 60 items and 2000 options such covers take 13 to 96
//     ms; glpsol takes 29 to 450 ms.
//   - Packings take half the time with additional options that leave items out.
//   - Pentominoes 6x10 with random costs take 23,000 nodes to the cheapest of 9356 solutions;
//     dancing links takes 3.6 million nodes to find all solutions. With subgradients, the search
//     for the cheapest solution takes 38,000 nodes, and 10 % less time.
//
// Tried without gain:
//   - Raising prices until nothing changes, rather than once: 1 % fewer nodes.
//   - More than 400 steps of subgradients.
//   - Choosing among items of equally few options by the reduced cost of the second cheapest
//     option: 10 % fewer nodes, no less time.
//   - Choosing items by the sum of how far their options stay below the ceiling: sometimes fewer
//     nodes, sometimes more.

#include "dlx/engines/cost_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/engines/cost_sharing.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/meter.hpp"
#include "dlx/search/relaxation.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines {
namespace {

using Index = std::uint32_t;  // number of an item, an option, an entry, a cell
using Price = std::int64_t;   // costs times scale_
using Outcome = search::Relaxation::Outcome;

constexpr Index none = ~Index{0};
constexpr std::size_t no_basis = ~std::size_t{0};
constexpr char chosen = 2;  // a value of is_live_: the option was chosen

// Upper limit for the cost of a solution, in scaled units. Reduced costs may be three times as
// large, and the bound may be as low as minus twice this. So the sum of both still fits into a
// Price.
constexpr Price widest = Price{1} << 59;
constexpr Price finest_scale = Price{1} << 20;
// Value of the bound if no work is open.
constexpr Price nothing_open = std::numeric_limits<Price>::max();

// Units of the relaxation's work; a second has some hundreds of millions of them. The limits are
// first tested after first_work, then after every slice_work. The root's relaxation is abandoned
// after most_slices slices.
constexpr std::uint64_t first_work = 40'000'000;
constexpr std::uint64_t slice_work = 40'000'000;
constexpr std::uint64_t most_slices = 200;
// Of the work on the subtrees of a level, 1 / `exploration` goes into the way that has been worse.
constexpr std::uint64_t exploration = 16;
constexpr std::uint64_t memory = 8;  // number of recent subtrees that decide which way is better

struct Entry {
  Index item;
  Index cell;
};

struct Cell {
  Index option;
  Index entry;
};

/// In the list of an option: a secondary item of the option. In the list of a secondary item: an
/// option that has the item.
struct Use {
  Index other;
  Colour colour;
};

/// A step that can be undone: an option was removed (amount 0), or an item's price was changed.
struct Move {
  Index which;
  Price amount;
};

/// An option to be tried, and its reduced cost.
struct Child {
  Price reduced;
  Index option;
  friend auto operator<=>(const Child&, const Child&) = default;
};

/// How the search continues at a level.
enum class Way : std::uint8_t {
  items,     // all options of an item
  cheapest,  // the cheapest option of an item, then the rest without it
  values,    // an option by the relaxation, then the rest without it
  plan,      // like `values`, but follows a solution of the relaxation that is integral
};

struct Level {
  Way way, began;
  Price bound;                      // bound after the prices were raised
  std::size_t moves_before, moves;  // number of moves before the prices were raised, and after
  // Positions of the level's children; the one before `next` is x_l, the option being tried.
  std::size_t first, next, end;
  Index taken;          // x_l, if options are taken one by one
  std::uint32_t takes;  // number of options taken so far; 0: x_l is one of the children
  std::uint64_t work_before;
  std::size_t basis;      // the nearest level with a basis, at or above this one
  bool is_given = false;  // another thread searches the level without x_l
};

/// The work on subtrees at a level.
struct Trial {
  std::uint64_t number = 0, work = 0;
  double recent = 0;  // moving average of the work per subtree
};
/// Trials of subtrees that began without the relaxation [0] and with the relaxation [1].
using Trials = std::array<Trial, 2>;

/// `is_plain_`: every primary item must be covered exactly once.
template <bool is_plain_>
class CostCells {
 public:
  /// Only the options below `listed` appear in the solutions listed.
  CostCells(const Problem& problem, Index listed, std::optional<std::uint64_t> k,
            const Options& options, std::uint64_t small_work, CostedList list, CostSharing* shared,
            unsigned thread)
      : items_(problem.primary_count()),
        options_(problem.option_count()),
        listed_(listed),
        plain_work_(small_work),
        wanted_(k),
        memory_(memory_of(options)),
        list_(std::move(list)),
        places_(problem.cost_places()),
        trace_(options.trace),
        shared_(shared),
        thread_(thread),
        meter_(search::control_of(options)) {
    if (wanted_ == 0U) throw std::invalid_argument("the 0 cheapest solutions were asked for");
    if (!wanted_ && trace_ != nullptr) {
      throw std::invalid_argument(
          "a certificate of the cheapest solutions says how many there are");
    }
    make_cells(problem);
    make_rooms(problem);
    make_costs(problem, options.max_cost);
    make_prices();
    if (shared_ != nullptr && relaxation_) root_basis_ = relaxation_->basis();
    children_.reserve(options_);  // each option is a child of at most one level
    // An item's price is raised again only after the removal of an option that prevented a rise. So
    // the number of moves is limited.
    moves_.reserve(options_ + items_ + entries_.size());
    levels_.resize(items_);
    trials_.resize(items_);
    profile_.resize(items_ + 1);
  }

  search::CheapestResult run() {
    if (trace_ != nullptr) trace_prices();
    return result(search());
  }

  /// The first search of several: searches alone, then with those that `others` starts, which
  /// returns after they have ended. `collect` calls add() for each of them.
  template <class Others, class Collect>
  search::CheapestResult run_first(Others others, Collect collect) {
    Status status = search();
    if (status == Status::running) {
      shared_->begin(ceiling_);
      others();
      status = shared_->why();
    }
    search::Statistics sum;
    collect([&](CostCells& other) {
      search::add(sum, other.statistics());
      absorb(other);
    });
    search::CheapestResult all = result(status);
    search::add(all.statistics, sum);
    return all;
  }

  /// Searches the rest of a part, or nothing, and then parts that others give away.
  void run_parts(std::optional<CostSharing::Part> part) {
    bool is_paused = !part;
    part_size_ = part ? part->size : 1;
    while (is_paused || part) {
      if (!is_paused) resume(part->open);
      const Status status = search(is_paused ? Begin::paused : Begin::below);
      if (status != Status::exhausted) {
        shared_->note(thread_, {open_bound(), meter_.nodes(), met_});
        return shared_->end(status);
      }
      shared_->note(thread_, {nothing_open, meter_.nodes(), met_});
      shared_->end_part(thread_, part_size_);
      is_paused = false;
      share_ceiling();
      part = shared_->take(thread_);
      if (part) part_size_ = part->size;
    }
  }

  search::CheapestResult result(Status status) {
    search::CheapestResult result;
    result.status = status;
#ifdef DLX_CHECK_INVARIANTS
    if (result.status == Status::exhausted) check_invariants();
#endif
    result.lower_bound = lower_bound(result.status);
    if (list_.open != nullptr && is_under_way_) pause(result.status);
    if (!result.complete()) keep_those_before();
    std::sort(kept_.begin(), kept_.end());
    result.count = list_.counts ? counted_ : kept_.size();
    result.places = places_;
    result.solutions = std::move(kept_);
    result.statistics = statistics();
    return result;
  }

  search::Statistics statistics() const {
    search::Statistics s;
    s.nodes = meter_.nodes();
    s.updates = updates_;
    s.solutions = met_;
    s.nodes_per_level = search::without_empty_levels(profile_);
    s.memory_bytes = sizeof *this + kept_bytes_ +
                     heap_bytes(first_entry_, entries_, first_cell_, cells_, size_, active_, place_,
                                first_use_, uses_, first_user_, users_, times_, is_live_, costs_,
                                reduced_, prices_, floor_, moves_, children_, levels_, trials_,
                                plan_, row_items_, changes_, bases_, stamps_, profile_) +
                     (relaxation_ ? relaxation_->heap_bytes() : 0);
    for (const search::Relaxation::Basis& b : bases_)
      s.memory_bytes += heap_bytes(b.columns, b.weights);
    return s;
  }

  [[maybe_unused]] void check_invariants() const;

 private:
  // ---------------------------------------------------------------------------- construction ---

  void make_cells(const Problem& problem) {
    const Index secondaries = problem.secondary_count();
    first_cell_.assign(items_ + 1, 0);
    first_user_.assign(secondaries + 1, 0);
    first_entry_.reserve(options_ + 1);
    first_use_.reserve(options_ + 1);
    for (Index o = 0; o < options_; ++o) {
      first_entry_.push_back(static_cast<Index>(entries_.size()));
      first_use_.push_back(static_cast<Index>(uses_.size()));
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        const Index i = index(item);
        if (i < items_) {
          entries_.push_back({i, 0});
          ++first_cell_[i + 1];
        } else {
          uses_.push_back({i - items_, colour});
          ++first_user_[i - items_ + 1];
        }
      }
    }
    first_entry_.push_back(static_cast<Index>(entries_.size()));
    first_use_.push_back(static_cast<Index>(uses_.size()));
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

  /// Sets the bounds of items. The room of an item is at most its number of options.
  void make_rooms(const Problem& problem) {
    most_room_ = std::max<Price>(items_, 1);
    if (is_plain_) return;
    room_.resize(items_);
    width_.resize(items_);
    Price sum = 0;
    for (Index i = 0; i < items_; ++i) {
      const auto [least, most] = problem.bounds(ItemId{i});
      room_[i] = std::max(least, std::min(most, size_[i]));
      width_[i] = room_[i] - least;
      unmet_ += least != 0 ? 1 : 0;
      if (room_[i] == 0) deactivate(i);
      sum += room_[i];
    }
    const Index widest_room = *std::max_element(room_.begin(), room_.end());
    most_room_ = std::max<Price>(sum, 1) * std::max<Price>(widest_room, 1);
  }

  /// Computes the costs: divided by their greatest common divisor, then multiplied by the scale.
  void make_costs(const Problem& problem, const std::optional<Decimal>& max_cost) {
    std::uint64_t divisor = 0;
    std::uint64_t largest = 0;
    for (Index o = 0; o < options_; ++o) {
      const std::int64_t cost = problem.cost(OptionId{o});
      const std::uint64_t size =
          cost < 0 ? 0 - static_cast<std::uint64_t>(cost) : static_cast<std::uint64_t>(cost);
      divisor = std::gcd(divisor, size);
      largest = std::max(largest, size);
    }
    const auto most = static_cast<std::uint64_t>(most_room_);
    if (largest >= static_cast<std::uint64_t>(widest) / most) {
      throw std::overflow_error(
          "a cost of " + std::to_string(largest) + ": " + std::to_string(most) +
          " times as much, which prices may come to here, would not stay below 2^59");
    }
    if (divisor != 0) {
      divisor_ = static_cast<Price>(divisor);
      largest /= divisor;
    }
    while (scale_ < finest_scale &&
           largest < static_cast<std::uint64_t>(widest / (2 * scale_)) / most) {
      scale_ *= 2;
    }
    costs_.reserve(options_);
    for (Index o = 0; o < options_; ++o) {
      costs_.push_back(problem.cost(OptionId{o}) / divisor_ * scale_);
    }
    dearest_ = static_cast<Price>(largest) * scale_;
    highest_ = dearest_ / scale_ * most_room_;
    if (max_cost) {
      const Price wanted = floor_div(floor_in_units(*max_cost, places_), divisor_);
      highest_ = std::clamp(wanted, -highest_ - 1, highest_);
    }
    ceiling_ = highest_ceiling();
  }

  /// The ceiling at the beginning of the search: wanted solutions cost at most this, in scaled
  /// units.
  Price highest_ceiling() const {
    return highest_ * scale_;
  }

  // ---------------------------------------------------------------------------------- prices ---

  /// Sets the first prices, which divide each option's cost among its items. Solves the relaxation
  /// to get a better bound for the root. If the relaxation takes too long, subgradients raise the
  /// prices instead.
  void make_prices() {
    floor_.assign(items_, 2 * dearest_);
    for (Index o = 0; o < options_; ++o) {
      Price payers = 0;
      for_each_primary(o, [&](Index i) { payers += is_fixed(i) ? 1 : 0; });
      const Price share = floor_div(costs_[o], std::max<Price>(payers, 1));
      for_each_primary(o, [&](Index i) { floor_[i] = std::min(floor_[i], share); });
    }
    for (Index i = 0; i < items_; ++i) {
      if (!is_fixed(i)) floor_[i] = 0;
    }
    set_prices(floor_);
    root_bound_ = bound_;
    bool is_alive = items_ != 0;
    for (Index i = 0; i < items_; ++i) is_alive &= size_[i] >= need(i);
    if (!is_alive) return;
    make_relaxation();
    const Outcome outcome = relaxation_->solve(
        relaxed_ceiling(), std::min(first_work, 40 * std::uint64_t{entries_.size()}));
    root_bound_ += std::max(plan_changes().value_or(0), Price{0});
    if (outcome != Outcome::unfinished) return;
    plain_work_ += plain_work_ == 0 ? 0 : relaxation_->work();
    std::vector<Price> prices = ascend(floor_);
    if (is_plain_) make_feasible(prices, floor_);
    const Price before = bound_;
    set_prices(std::move(prices));
    if (bound_ < before) set_prices(floor_);
    root_bound_ = std::max(root_bound_, bound_);
  }

  void set_prices(std::vector<Price> prices) {
    prices_ = std::move(prices);
    bound_ = 0;
    for (Index i = 0; i < items_; ++i) bound_ += worth(i, prices_[i]);
    prices_.resize(items_ + times_.size(), 0);
    reduced_ = costs_;
    for (Index o = 0; o < options_; ++o) {
      for_each_primary(o, [&](Index i) { reduced_[o] -= prices_[i]; });
      bound_ += std::min<Price>(reduced_[o], 0);
    }
  }

  /// The least amount that the options still to be chosen for a primary item together pay for the
  /// item.
  Price worth(Index item, Price price) const {
    return price * (price > 0 ? need(item) : room(item));
  }

  /// Looks for prices with the greatest Lagrangian bound: the sum of the items' worths and of the
  /// negative reduced costs. The price of an item rises by the number of options of negative
  /// reduced cost that the item is missing. The price falls by the number of such options beyond
  /// its room. Strides are halved when the bound no longer rises.
  std::vector<Price> ascend(std::vector<Price> prices) const {
    constexpr std::size_t most_steps = 400;
    constexpr std::size_t most_work = 20'000'000;  // entries processed: some tenths of a second
    constexpr int patience = 15;
    constexpr Price first_eagerness = 256;

    const std::size_t steps = std::min(most_steps, most_work / (entries_.size() + items_ + 1) + 1);
    std::vector<Price> best = prices;
    const auto value_of_items = [&] {
      Price value = 0;
      for (Index i = 0; i < items_; ++i) value += worth(i, prices[i]);
      return value;
    };
    Price best_value = value_of_items();
    Price eagerness = first_eagerness;
    int failures = 0;
    std::vector<Price> slope(items_);
    for (std::size_t step = 0; step < steps; ++step) {
      Price value = value_of_items();
      std::fill(slope.begin(), slope.end(), 0);
      for (Index o = 0; o < options_; ++o) {
        Price reduced = costs_[o];
        for_each_primary(o, [&](Index i) { reduced -= prices[i]; });
        if (reduced >= 0) continue;
        // Values below the limit are far from the best value, so the limit only prevents overflow.
        value = std::max(value + reduced, -4 * widest);
        for_each_primary(o, [&](Index i) { --slope[i]; });
      }
      for (Index i = 0; i < items_; ++i) {
        const Price lacks = slope[i] + need(i);
        const Price fits = slope[i] + room(i);
        slope[i] = prices[i] > 0   ? lacks
                   : prices[i] < 0 ? fits
                                   : std::max<Price>(lacks, 0) + std::min<Price>(fits, 0);
      }
      if (value > best_value) {
        best_value = value;
        best = prices;
        failures = 0;
      } else if (++failures == patience) {
        failures = 0;
        eagerness /= 2;
        prices = best;
        if (eagerness == 0) break;
        continue;
      }
      Price steepness = 0;
      for (const Price s : slope) steepness += s * s;
      if (steepness == 0) break;
      // `hope` is the expected rise: a tenth of the bound. The stride is `hope` divided by the
      // squared length of the slope, as Held and Karp do.
      const Price hope = std::max({best_value / 10, -best_value / 10, scale_});
      const Price stride = std::max<Price>(2 * hope / first_eagerness * eagerness / steepness, 1);
      for (Index i = 0; i < items_; ++i) {
        prices[i] = std::clamp(prices[i] + stride * slope[i], -2 * dearest_,
                               need(i) == 0 ? 0 : 2 * dearest_);
      }
    }
    return best;
  }

  /// Lowers prices until no reduced cost is negative. No price falls below that in `floor`, which
  /// must be feasible. If the prices of an option's items exceed its cost, the items share the
  /// excess equally, as far as `floor` allows.
  void make_feasible(std::vector<Price>& prices, const std::vector<Price>& floor) const {
    for (Index o = 0; o < options_; ++o) {
      Price excess = -costs_[o];
      Price payers = 0;
      for_each_primary(o, [&](Index i) {
        excess += prices[i];
        payers += prices[i] > floor[i] ? 1 : 0;
      });
      while (excess > 0) {
        const Price share = (excess + payers - 1) / payers;
        payers = 0;
        for_each_primary(o, [&](Index i) {
          if (prices[i] <= floor[i] || excess == 0) return;
          const Price paid = std::min({share, prices[i] - floor[i], excess});
          prices[i] -= paid;
          excess -= paid;
          payers += prices[i] > floor[i] ? 1 : 0;
        });
      }
    }
  }

  /// Sets up the linear relaxation. The rows of the relaxation are the primary items, and the
  /// secondary items without colours. If an item must be covered some of several times, a column
  /// counts how many times below its limit the item is covered. An additional row limits this
  /// column. If the limits of an option's items allow the option more than once, an additional row
  /// limits the option. Costs are relative to the prices of `floor_`.
  void make_relaxation() {
    // The largest cost is scaled to this value, so that the same tolerances fit every problem.
    constexpr double dearest = 1000;
    price_unit_ = std::max(static_cast<double>(dearest_), 1.0) / dearest;
    row_items_.resize(items_);
    std::iota(row_items_.begin(), row_items_.end(), Index{0});
    std::vector<Index> rows(items_ + times_.size(), none);
    std::copy(row_items_.begin(), row_items_.end(), rows.begin());
    search::Relaxation::Program program;
    std::vector<char> may_lack;  // [row]: whether the row may stay below its limit
    const auto add_row = [&](Index limit, bool lacks) {
      program.limits.push_back(limit);
      may_lack.push_back(lacks ? 1 : 0);
      return static_cast<Index>(may_lack.size() - 1);
    };
    floor_sum_ = 0;
    for (Index i = 0; i < items_; ++i) {
      floor_sum_ += worth(i, floor_[i]);
      add_row(room(i), need(i) == 0);
    }
    for (Index s = 0; s < times_.size(); ++s) {
      const auto first = users_of(s);
      if (std::any_of(first.begin(), first.end(),
                      [](const Use& use) { return use.colour != Colour::none; })) {
        continue;
      }
      rows[items_ + s] = add_row(1, true);
      row_items_.push_back(items_ + s);
    }
    program.first_row.reserve(options_ + 1);
    program.first_row.push_back(0);
    program.costs.reserve(options_);
    const auto end_column = [&](Price cost) {
      program.costs.push_back(static_cast<double>(cost) / price_unit_);
      program.first_row.push_back(static_cast<Index>(program.rows.size()));
    };
    if (!is_plain_) own_row_.assign(options_, none);
    for (Index o = 0; o < options_; ++o) {
      Price above = costs_[o];
      bool is_limited = false;
      for_each_primary(o, [&](Index i) {
        above -= floor_[i];
        if (room(i) != 1) return;
        is_limited = true;
        if (!is_fixed(i)) own_row_[o] = i;
      });
      for_each_item(o, [&](Index i) {
        if (rows[i] != none) program.rows.push_back(rows[i]);
      });
      if (!is_limited) program.rows.push_back(own_row_[o] = add_row(1, true));
      end_column(above);
    }
    for (Index i = 0; i < width_.size(); ++i) {
      if (is_fixed(i) || need(i) == 0) continue;
      program.rows.push_back(i);
      program.rows.push_back(add_row(width_[i], true));
      end_column(0);
    }
    const auto columns = static_cast<Index>(program.costs.size());
    is_live_.resize(columns, 1);
    is_live_.insert(is_live_.end(), may_lack.begin(), may_lack.end());
    for (Index& row : own_row_) row += row == none ? 0 : columns;
    std::optional<search::Relaxation::Basis> basis = basis_of_gains(program);
    relaxation_.emplace(std::move(program), is_live_);
    if (basis) relaxation_->load(*basis);
    changes_.assign(items_ + times_.size(), 0);
  }

  /// A basis whose prices are also feasible for columns of negative costs. Each such column enters
  /// at its last row and lowers the price of this row, unless another column of the row lowers the
  /// price at least as much. Returns nothing if no column has a negative cost.
  std::optional<search::Relaxation::Basis> basis_of_gains(
      const search::Relaxation::Program& program) const {
    const auto columns = static_cast<Index>(program.costs.size());
    const auto rows = static_cast<Index>(program.limits.size());
    // [row]: columns of negative cost whose last row this is.
    std::vector<std::vector<Index>> gains(rows);
    bool has_gains = false;
    for (Index c = 0; c < columns; ++c) {
      if (program.costs[c] >= 0) continue;
      gains[*std::max_element(program.rows.data() + program.first_row[c],
                              program.rows.data() + program.first_row[c + 1])]
          .push_back(c);
      has_gains = true;
    }
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

  /// The ceiling in units of the relaxation, with a margin for rounding.
  double relaxed_ceiling() const {
    const auto rounding = static_cast<double>(2 * row_items_.size() + 2);
    const double above = static_cast<double>(ceiling_) - static_cast<double>(floor_sum_);
    return (above + rounding) / price_unit_ + 1e-9 * std::abs(above / price_unit_);
  }

  /// Computes in changes_ how prices would change to the rounded prices of the relaxation. In a
  /// plain problem, the changes are reduced so that no reduced cost becomes negative. Returns the
  /// rise of the bound, or nothing if the prices cannot be used.
  std::optional<Price> plan_changes() {
    constexpr double widest_sum = static_cast<double>(2 * widest);
    const std::vector<double>& relaxed = relaxation_->prices();
    double size = 0;
    for (const double price : relaxed) size += std::abs(price) * price_unit_;
    if (!(size < widest_sum)) return std::nullopt;
    Price rise = 0;
    for (std::size_t row = 0; row < row_items_.size(); ++row) {
      const Index i = row_items_[row];
      changes_[i] = 0;
      if (!is_open(i)) continue;
      Price price = std::llround(relaxed[row] * price_unit_) + (i < items_ ? floor_[i] : 0);
      if (i >= items_ || need(i) == 0) price = std::min<Price>(price, 0);
      changes_[i] = price - prices_[i];
      rise += i < items_ ? worth(i, price) - worth(i, prices_[i]) : changes_[i];
    }
    const Price most = std::max<Price>(dearest_ / 1000, 64);  // limit for rounding errors
    for (Index a = 0; a < active_count_; ++a) {
      const Index i = active_[a];
      for (Index c = first_cell_[i]; c < first_cell_[i] + size_[i]; ++c) {
        const Index o = cells_[c].option;
        // Each option is processed once, at its first item.
        if (entries_[first_entry_[o]].item != i) continue;
        Price reduced = reduced_[o];
        for_each_item(o, [&](Index j) { reduced -= changes_[j]; });
        if (!is_plain_) {
          rise += std::min<Price>(reduced, 0) - std::min<Price>(reduced_[o], 0);
          continue;
        }
        if (reduced >= 0) continue;
        if (reduced < -most) return std::nullopt;
        changes_[i] += reduced;
        rise += reduced;
      }
      work_ += size_[i];
    }
    return rise;
  }

  /// Replaces the prices by the prices of the relaxation, if that raises the bound.
  void change_prices() {
    if (plan_changes().value_or(0) <= 0) return;
    if (trace_ != nullptr) {
      trace_->number(items_);
      trace_->number(static_cast<std::uint64_t>(std::count_if(
          row_items_.begin(), row_items_.end(), [&](Index i) { return changes_[i] != 0; })));
    }
    for (const Index i : row_items_) {
      if (changes_[i] == 0) continue;
      if (trace_ != nullptr) {
        trace_->number(i);
        trace_signed(changes_[i]);
      }
      raise(i, changes_[i]);
    }
  }

  void trace_signed(Price price) {
    const auto n = static_cast<std::uint64_t>(price);
    trace_->number(price < 0 ? 2 * ~n + 1 : 2 * n);
  }

  void trace_prices() {
    trace_->number(static_cast<std::uint64_t>(divisor_));
    trace_->number(static_cast<std::uint64_t>(scale_));
    for (Index i = 0; i < items_; ++i) trace_signed(prices_[i]);
  }

  // -------------------------------------------------------------------- moves and their undo ---

  bool is_active(Index item) const {
    return place_[item] < active_count_;
  }

  void deactivate(Index item) {
    const Index last = active_[--active_count_];
    const Index place = place_[item];
    active_[place] = last;
    place_[last] = place;
    active_[active_count_] = item;
    place_[item] = active_count_;
  }

  /// How many options must still cover an item.
  Index need(Index item) const {
    return is_plain_ ? 1 : room_[item] - std::min(room_[item], width_[item]);
  }
  /// How many options may still cover an item.
  Index room(Index item) const {
    return is_plain_ ? 1 : room_[item];
  }
  /// Whether all solutions cover an item equally often.
  bool is_fixed(Index item) const {
    return is_plain_ || width_[item] == 0;
  }
  /// Whether one option must cover an item, and no more can.
  bool is_single(Index item) const {
    return is_fixed(item) && room(item) == 1;
  }

  /// Removes an option from the sets of its active items. Returns false if an item then has fewer
  /// options than it needs.
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

  /// Removes an option. Returns false if an item then has fewer options than it needs.
  bool remove(Index option) {
    is_live_[option] = 0;
    moves_.push_back({option, 0});
    if (!is_plain_) bound_ -= std::min<Price>(reduced_[option], 0);
    return leave_sets(option);
  }

  void restore(Index option) {
    is_live_[option] = 1;
    if (!is_plain_) bound_ += std::min<Price>(reduced_[option], 0);
    for_each_primary(option, [&](Index i) { size_[i] += is_active(i) ? 1 : 0; });
  }

  /// Changes the price of an item by `amount`, which may be negative.
  void raise(Index item, Price amount) {
    moves_.push_back({item, amount});
    change_price(item, amount);
  }

  void change_price(Index item, Price amount) {
    const Price before = std::exchange(prices_[item], prices_[item] + amount);
    if (is_plain_) {
      bound_ += amount;
      for_each_live(item, [&](Index o) { reduced_[o] -= amount; });
      return;
    }
    bound_ += item < items_ ? worth(item, prices_[item]) - worth(item, before) : amount;
    for_each_live(item, [&](Index o) {
      bound_ -= std::min<Price>(reduced_[o], 0);
      reduced_[o] -= amount;
      bound_ += std::min<Price>(reduced_[o], 0);
    });
  }

  void undo_moves(std::size_t left) {
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
    if (is_plain_) {
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
      // If an earlier option has the item, options with other colours have already been removed.
      if (times_[item] > 1) continue;
      for (Index v = first_user_[item]; v < first_user_[item + 1]; ++v) {
        const auto [o, user_colour] = users_[v];
        if (colour != Colour::none && user_colour == colour) continue;
        if (o != option && is_live_[o] != 0 && !remove(o)) return false;
      }
    }
    return true;
  }

  void undo_choice(Index option, std::size_t moves) {
    undo_moves(moves);
    for (Index u = first_use_[option]; u < first_use_[option + 1]; ++u) --times_[uses_[u].other];
    if (is_plain_) {
      active_count_ += first_entry_[option + 1] - first_entry_[option];
    } else {
      empty_rooms(option);
    }
    is_live_[option] = 1;
    bound_ -= std::max<Price>(reduced_[option], 0);
  }

  /// Updates the rooms of a chosen option's items. If an item needs no more options and its price
  /// is above 0, the price is lowered to 0, so that the bound rises by exactly the option's reduced
  /// cost. Returns false at a dead end.
  bool fill_rooms(Index option) {
    if (relaxation_ && own_row_[option] != none) is_live_[own_row_[option]] = 0;
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
    if (relaxation_ && own_row_[option] != none) is_live_[own_row_[option]] = 1;
    for_each_primary(option, [&](Index i) {
      if (room_[i]++ == 0) {
        ++active_count_;
      } else {
        ++size_[i];
      }
      if (need(i) == 1) ++unmet_;
    });
  }

  // ------------------------------------------------------------------------------ the search ---

  /// Removes the options that would exceed the ceiling, and raises the price of every item as far
  /// as that raises the bound. Returns false if no wanted solution is left below this node.
  bool raise_prices() {
    if (bound_ > ceiling_) return false;
    for (Index item = 0; item < items_; ++item) {  // readers of a certificate rely on this order
      if (!is_active(item)) continue;
      Price rise = std::numeric_limits<Price>::max();
      work_ += size_[item];
      // Iterates backwards, because remove() swaps the option with the last live option.
      for (Index c = first_cell_[item] + size_[item]; c-- > first_cell_[item];) {
        const Index o = cells_[c].option;
        if (reduced_[o] <= ceiling_ - bound_) {
          rise = std::min(rise, reduced_[o]);
        } else {
          remove(o);
        }
      }
      if (size_[item] < need(item)) return false;
      if (!is_single(item)) rise = best_rise(item);
      if (rise == 0) continue;
      raise(item, rise);
      if (bound_ > ceiling_) return false;
    }
    return true;
  }

  /// The change of the item's price by which the bound rises most. Sort the reduced costs of the
  /// item's options. If the resulting price is above 0, the change is the reduced cost number
  /// need(item). If the resulting price is below 0, the change is the reduced cost number
  /// room(item). Otherwise the price becomes 0.
  Price best_rise(Index item) {
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

  /// Where a search begins.
  enum class Begin : std::uint8_t {
    root,
    below,   // at the levels that resume() has entered
    paused,  // before the node at which it has paused to let others join
  };

  Status search(Begin begin = Begin::root) {
    std::size_t l = 0;
    Index i = 0;
    Status status = Status::running;
    if (meter_.solutions_reached(met_)) return Status::solution_limit;
    if (list_.open != nullptr && list_.open->has_begun) {
      go_on();
      begin = Begin::below;
    }
    if (begin == Begin::below) {
      l = depth_;
      if (std::exchange(is_open_below_, false)) goto C3;
      goto C9;
    }
    if (begin == Begin::paused) {
      l = depth_ - 1;
      if (levels_[l].way == Way::items) goto C5;
      goto C4;
    }
    if (!count_root(status)) return status;
    is_under_way_ = true;

    if (relaxation_ && plain_work_ != 0) {
      plain_until_ = work_so_far() + plain_work_;
      begins_plain_ = true;
      if (trace_ != nullptr) beginning_ = trace_->position();
    }

  C2:  // Enter level l.
    if (is_plain_ ? active_count_ == 0 : unmet_ == 0) {
      keep(l);
      depth_ = l;
      is_open_below_ = active_count_ != 0;
      is_in_level_ = false;
      if (bytes_of_all() > memory_) return Status::memory_limit;
      if (meter_.solutions_reached(met_)) return Status::solution_limit;
      is_open_below_ = false;
      is_in_level_ = true;
    }
    if (active_count_ == 0) goto C9;
    if (begins_plain_ && work_so_far() >= plain_until_) {
      begin_again(l);
      l = 0;
      goto C2;
    }
    enter(l);

  C3:  // Bound the rest of level l, and choose x_l or an item i.
    if (!raise_prices()) goto C8;
    i = next_item();
    if (i == none) goto C8;
    if (levels_[l].way == Way::plan &&
        (l - plan_level_ >= plan_.size() || is_live_[plan_[l - plan_level_]] != 1)) {
      levels_[l].way = Way::values;
    }
    if (levels_[l].way == Way::values) {
      if (!relax(l, status)) {
        if (status != Status::running) return status;
        goto C8;
      }
      i = next_item();
      if (i == none) goto C8;
    }
    if (levels_[l].way == Way::items && !is_single(i)) levels_[l].way = Way::cheapest;
    levels_[l].moves = moves_.size();
    levels_[l].bound = bound_;
    if (levels_[l].way != Way::items) {
      if (levels_[l].way == Way::plan) levels_[l].taken = plan_[l - plan_level_];
      if (levels_[l].way == Way::cheapest) levels_[l].taken = cheapest_option(i);
      if (trace_ != nullptr) {
        trace_->number(items_ + 1);
        trace_->option(OptionId{x(l)});
      }
    C4:  // Take x_l, and later the rest without it.
      if (!count_node(l, status)) return status;
      ++levels_[l].takes;
      goto C6;
    }
    if (trace_ != nullptr) trace_->item(ItemId{i});
    // Put the options of i in order, the cheapest first.
    for_each_live(i, [&](Index o) { children_.push_back({reduced_[o], o}); });
    std::sort(children_.begin() + static_cast<std::ptrdiff_t>(levels_[l].first), children_.end());
    levels_[l].next = levels_[l].first;
    levels_[l].end = children_.size();

  C5:  // Try the next option of i.
    if (levels_[l].next == levels_[l].end) goto C8;
    if (children_[levels_[l].next].reduced > ceiling_ - bound_) goto C8;
    if (!count_node(l, status)) return status;
    ++levels_[l].next;

  C6:  // Try x_l.
    if (choose(x(l))) {
      ++l;
      goto C2;
    }

  C7:  // Try again.
    undo_choice(x(l), levels_[l].moves);
    if (levels_[l].is_given) goto C8;
    if (levels_[l].way == Way::items) goto C5;
    levels_[l].way = levels_[l].way == Way::cheapest ? Way::items : Way::values;
    if (remove(levels_[l].taken)) goto C3;

  C8:  // Backtrack.
    undo_moves(levels_[l].moves_before);
    children_.resize(levels_[l].first);
    learn(l);

  C9:  // Leave level l.
    if (l == 0) {
      depth_ = 0;
      return Status::exhausted;
    }
    --l;
    goto C7;
  }

  /// The item with the smallest difference between its number of options and the number of options
  /// that it needs. If no item needs an option: any item that has room for one, or none.
  Index next_item() const {
    Index best = none;
    const auto is_before = [&](Index i, Index j) {
      if ((need(i) == 0) != (need(j) == 0)) return need(i) != 0;
      const Index left_i = size_[i] - need(i);
      const Index left_j = size_[j] - need(j);
      return left_i < left_j || (left_i == left_j && i < j);
    };
    for (Index a = 0; a < active_count_; ++a) {
      const Index i = active_[a];
      if (size_[i] != 0 && (best == none || is_before(i, best))) best = i;
    }
    return best;
  }

  Index cheapest_option(Index item) const {
    Child best{std::numeric_limits<Price>::max(), none};
    for_each_live(item, [&](Index o) { best = std::min(best, Child{reduced_[o], o}); });
    return best.option;
  }

  /// Resumes a paused search. Throws std::invalid_argument if the paused search was of another
  /// problem.
  void go_on() {
    kept_ = list_.open->kept;
    std::make_heap(kept_.begin(), kept_.end());
    for (const search::CostedSolution& solution : kept_) kept_bytes_ += bytes_of(solution);
    kept_before_ = list_.open->before;
    counted_ = list_.open->count;
    const Price bound = list_.open->bound;
    require_same(bound >= -4 * widest && (bound <= 4 * widest || bound == nothing_open));
    root_bound_ = std::max(root_bound_, bound);
    if (list_.representative && !list_.counts) {
      for (const search::CostedSolution& solution : kept_) classes_.insert(solution.options);
    }
    lower_ceiling();
    resume(*list_.open);
  }

  static void require_same(bool holds) {
    if (!holds) throw std::invalid_argument("a search for the cheapest of another problem");
  }

  /// Descends from the root to the level at which a search has paused, or of which a search has
  /// given the rest away. The number of this level is depth_.
  void resume(const search::OpenCheapest& paused) {
    is_under_way_ = true;
    is_open_below_ = false;
    depth_ = 0;
    for (const search::OpenCheapest::Level& open : paused.levels) {
      enter(depth_);
      Level& level = levels_[depth_];
      if (depth_ == 0 && relaxation_) {
        if (shared_ != nullptr) {
          relaxation_->load(root_basis_);
          stamp_ = ++last_stamp_;
        }
        keep_basis(level);
      }
      for (const OptionId option : open.without) {
        require_same(index(option) < options_ && is_live_[index(option)] == 1);
        remove(index(option));
      }
      is_open_below_ = !open.taken;
      if (!open.taken) break;
      level.bound = bound_;
      level.moves = moves_.size();
      level.way = relaxes(depth_) ? Way::values : Way::cheapest;
      level.taken = index(*open.taken);
      level.is_given = shared_ != nullptr;
      require_same(level.taken < options_ && is_live_[level.taken] == 1);
      constexpr std::size_t most = 50;  // a larger number does not change the result of share()
      level.takes = static_cast<std::uint32_t>(std::min(open.without.size(), most) + 1);
      require_same(choose(level.taken));
      ++depth_;
    }
  }

  /// Stores in list_.open where the search has paused.
  void pause(Status status) {
    search::OpenCheapest& open = *list_.open;
    open = {.has_begun = true,
            .bound = open_bound(),
            .kept = kept_,
            .before = kept_before_,
            .count = counted_};
    if (status == Status::exhausted) return;
    for (std::size_t l = 0; l < depth_; ++l) {
      open.levels.push_back(level_to_resume(l, l + 1 < depth_ || !is_in_level_));
    }
    if (is_open_below_ && !is_in_level_) open.levels.emplace_back();
  }

  /// `is_taken`: below x_l. Otherwise level l without the options that have been tried.
  search::OpenCheapest::Level level_to_resume(std::size_t l, bool is_taken) const {
    const Level& level = levels_[l];
    const bool is_below = l + 1 < depth_ || !is_in_level_;
    search::OpenCheapest::Level written;
    for (std::size_t m = level.moves_before; m < (is_below ? level.moves : moves_.size()); ++m) {
      if (moves_[m].amount == 0) written.without.push_back(OptionId{moves_[m].which});
    }
    const std::size_t tried = level.next - (is_taken && level.way == Way::items ? 1 : 0);
    for (std::size_t c = level.first; c < tried; ++c) {
      written.without.push_back(OptionId{children_[c].option});
    }
    if (is_taken) {
      written.taken = OptionId{x(l)};
    } else if (is_below && level.way != Way::items) {
      written.without.push_back(OptionId{level.taken});
    }
    return written;
  }

  /// Gives the rest of the topmost level below which this search works to another thread. Called
  /// before a node of level depth_ - 1.
  void give_part() {
    for (std::size_t l = 0; l + 1 < depth_; ++l) {
      const Level& level = levels_[l];
      if (level.is_given || !has_rest(level)) continue;
      CostSharing::Part part{.open = {.has_begun = true, .bound = level.bound},
                             .size = part_size_ /= 2};
      for (std::size_t m = 0; m < l; ++m) part.open.levels.push_back(level_to_resume(m, true));
      part.open.levels.push_back(level_to_resume(l, false));
      levels_[l].is_given = true;
      return shared_->give(std::move(part));
    }
  }

  /// Whether something is left of a level besides x_l.
  bool has_rest(const Level& level) const {
    return level.way != Way::items ||
           (level.next != level.end && children_[level.next].reduced <= ceiling_ - level.bound);
  }

  /// Lowers the ceiling to that of all threads.
  void share_ceiling() {
    if (shared_->ceiling() >= ceiling_) return;
    ceiling_ = shared_->ceiling();
    kept_.clear();  // all of them cost more
    kept_bytes_ = 0;
    counted_ = 0;
    bytes_of_all();  // returns its bytes to the sum of all threads
  }

  /// Adds the solutions of a search of other parts.
  void absorb(CostCells& other) {
    if (!wanted_ && !kept_.empty() && !other.kept_.empty()) {
      const std::int64_t cost = other.kept_.front().cost;
      if (kept_.front().cost < cost) return;
      if (kept_.front().cost > cost) {
        kept_.clear();
        counted_ = 0;
      }
    }
    counted_ += other.counted_;
    for (search::CostedSolution& solution : other.kept_) kept_.push_back(std::move(solution));
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
    if (list_.counts && kept_.size() > 1) kept_.resize(1);
  }

  /// Leaves levels 0 to l - 1, and starts again without the solutions found so far.
  void begin_again(std::size_t l) {
    while (l-- != 0) {
      undo_choice(x(l), levels_[l].moves);
      undo_moves(levels_[l].moves_before);
    }
    children_.clear();
    kept_before_ = std::exchange(kept_, {});
    kept_bytes_ = 0;
    counted_before_ = std::exchange(counted_, 0);
    classes_.clear();
    ceiling_ = highest_ceiling();
    begins_plain_ = false;
    if (trace_ != nullptr) trace_->rewind(beginning_);
  }

  void enter(std::size_t l) {
    if (l == levels_.size()) {
      levels_.emplace_back();
      trials_.emplace_back();
      profile_.push_back(0);
    }
    Level& level = levels_[l];
    level.moves_before = moves_.size();
    level.first = level.next = level.end = children_.size();
    level.takes = 0;
    level.is_given = false;
    level.basis = l == 0 ? no_basis : levels_[l - 1].basis;
    level.work_before = work_so_far();
    level.way = l != 0 && levels_[l - 1].way == Way::plan ? Way::plan
                : relaxes(l)                              ? Way::values
                                                          : Way::items;
    level.began = level.way;
  }

  /// Whether to begin level l with the relaxation. The relaxation is used if subtrees with the
  /// relaxation have recently taken less work. A sixteenth of the work goes into the way that has
  /// been worse. A subtree that begins without the relaxation uses the relaxation only after the
  /// subtree has taken much more work than recent subtrees with the relaxation.
  bool relaxes(std::size_t l) {
    if (!relaxation_) return false;
    const std::uint64_t work = work_so_far();
    if (work < plain_until_) return false;
    if (l == 0) return true;
    const auto [without, with] = trials_[l];
    if (with.number < 2) return true;
    const bool explores = without.number == 0 || without.work * exploration <= with.work;
    if (explores ? !may_be_better_without(l + 1)
                 : with.work * exploration <= without.work || !is_better_without(l)) {
      return true;
    }
    plain_level_ = l;
    plain_until_ = work + static_cast<std::uint64_t>((explores ? 0.5 : 2) * with.recent);
    return false;
  }

  bool is_better_without(std::size_t l) const {
    const auto& [without, with] = trials_[l];
    return without.number != 0 && without.recent < with.recent;
  }
  /// True if no trial at level l used the relaxation, or if the trials at level l show that
  /// subtrees are faster without the relaxation.
  bool may_be_better_without(std::size_t l) const {
    return l >= trials_.size() || trials_[l][1].number == 0 || is_better_without(l);
  }

  void learn(std::size_t l) {
    const Level& level = levels_[l];
    if (level.began == Way::plan) return;
    if (plain_level_ == l) plain_until_ = 0;
    Trial& trial = trials_[l][level.began == Way::values ? 1 : 0];
    const std::uint64_t work = work_so_far() - level.work_before;
    ++trial.number;
    trial.work += work;
    trial.recent += (static_cast<double>(work) - trial.recent) /
                    static_cast<double>(std::min<std::uint64_t>(trial.number, memory));
  }

  std::uint64_t work_so_far() const {
    return updates_ + work_ + (relaxation_ ? relaxation_->work() : 0);
  }

  /// Solves the relaxation at level l, applies its prices, and chooses how the level continues.
  /// Returns false if no solution below the ceiling is left, or if the budget is used up.
  bool relax(std::size_t l, Status& status) {
    Level& level = levels_[l];
    if (level.basis != no_basis && stamps_[level.basis] != stamp_) {
      relaxation_->load(bases_[level.basis]);
    }
    stamp_ = ++last_stamp_;
    Outcome outcome = Outcome::unfinished;
    std::uint64_t slices = most_slices;
    while ((outcome = relaxation_->solve(relaxed_ceiling(), slice_work)) == Outcome::unfinished &&
           --slices != 0) {
      level.bound = bound_ + std::max(plan_changes().value_or(0), Price{0});
      depth_ = l + 1;
      if (!may_go_on(l, status)) return false;
    }
    change_prices();
    if (!raise_prices()) return false;
    if (outcome != Outcome::optimal || !choose_by_values(level)) level.way = Way::items;
    if (outcome == Outcome::optimal) {
      keep_basis(level);
    } else if (l == 0 && outcome == Outcome::unfinished) {
      relaxation_.reset();
    }
    return true;
  }

  void keep_basis(Level& level) {
    const std::size_t l = level_of(level);
    bases_.resize(levels_.size());
    stamps_.resize(levels_.size());
    bases_[l] = relaxation_->basis();
    stamps_[l] = stamp_;
    level.basis = l;
  }

  /// Chooses, among the items that the relaxation covers by fractions of options, the one with the
  /// fewest options. Of the options of this item, chooses the one with the largest value. If no
  /// such item exists, the relaxation's solution is integral, and may be a solution of the problem.
  /// Returns false if the relaxation does not help.
  bool choose_by_values(Level& level) {
    constexpr double whole = 1 - 1e-6;
    constexpr double nothing = 1e-6;
    const auto is_live = [&](Index column) { return column < options_ && is_live_[column] == 1; };
    Index item = none;
    relaxation_->for_each_value([&](Index o, double value) {
      if (value < nothing || value > whole || !is_live(o)) return;
      for_each_primary(o, [&](Index i) {
        if (!is_active(i)) return;
        if (item == none || size_[i] < size_[item] || (size_[i] == size_[item] && i < item)) {
          item = i;
        }
      });
    });
    if (item == none) {
      plan_.clear();
      relaxation_->for_each_value([&](Index o, double value) {
        if (value > whole && is_live(o)) plan_.push_back(o);
      });
      plan_level_ = level_of(level);
      level.way = Way::plan;
      return !plan_.empty();
    }
    double most = -1;
    for_each_live(item, [&](Index o) {
      const double value = relaxation_->value(o);
      if (value > whole || value < most || (value == most && o > level.taken)) return;
      most = value;
      level.taken = o;
    });
    return true;
  }

  /// Whether the budget allows more work. Called during work in which no node is counted.
  bool may_go_on(std::size_t l, Status& status) {
    if (shared_ != nullptr && shared_->is_over()) {
      status = Status::stopped;
      return false;
    }
    meter_.ask_again();
    return meter_.grant([&] { return progress(l); }, status) != 0;
  }

  search::Progress progress(std::size_t depth) const {
    search::Progress progress{.nodes = meter_.nodes(),
                              .solutions = met_,
                              .level = static_cast<std::uint32_t>(depth),
                              .share = share(),
                              .costs = gap()};
    if (shared_ != nullptr && shared_->has_begun()) {
      const CostSharing::Record all = shared_->sums();
      progress.nodes = all.nodes;
      progress.solutions = all.solutions;
      progress.share = shared_->share();
      progress.threads = shared_->threads();
    }
    return progress;
  }

  bool count_root(Status& status) {
    return count(0, 0, status);
  }

  /// Counts a node below level l. Returns false if the budget is used up; then the search pauses
  /// before the node.
  bool count_node(std::size_t l, Status& status) {
    return count(l + 1, l + 1, status);
  }

  bool count(std::size_t depth, std::size_t open_levels, Status& status) {
    if (shared_ != nullptr && open_levels != 0 && pauses_for_others(status)) {
      depth_ = open_levels;
      return false;
    }
    const bool counted = meter_.spend(
        work_so_far(),
        [&] {
          depth_ = open_levels;
          if (shared_ != nullptr && shared_->has_begun()) {
            shared_->note(thread_, {open_bound(), meter_.nodes(), met_});
            if (shared_->is_hungry()) give_part();
          }
#ifdef DLX_CHECK_INVARIANTS
          // Tested at some pauses only, because on a large problem the checks would take all the
          // time.
          if (pauses_++ % 64 < 8) check_invariants();
#endif
        },
        [&] { return progress(depth); }, status);
    if (counted) ++profile_[depth];
    return counted;
  }

  /// Whether the search must pause: running, so that other threads can join, or because one of them
  /// has ended the search.
  bool pauses_for_others(Status& status) {
    if (!shared_->has_begun()) return !begins_plain_ && shared_->is_due(work_so_far());
    share_ceiling();
    if (!shared_->is_over()) return false;
    status = Status::stopped;
    return true;
  }

  /// Bytes of the solutions that are kept, by all threads.
  std::size_t bytes_of_all() {
    if (shared_ == nullptr) return kept_bytes_;
    return shared_->add_bytes(kept_bytes_ - std::exchange(shared_bytes_, kept_bytes_));
  }

  /// Keeps the solution of levels 0 to l - 1, unless its cost exceeds the ceiling. (The bound may
  /// be below the cost of the solution, because bound_ includes the prices of secondary items that
  /// the solution does not cover.)
  void keep(std::size_t l) {
    Price cost = 0;
    for (std::size_t m = 0; m < l; ++m) cost += costs_[x(m)];
    if (cost > ceiling_) return;
    search::CostedSolution solution{.cost = cost / scale_ * divisor_, .options = {}};
    for (std::size_t m = 0; m < l; ++m) {
      if (x(m) < listed_) solution.options.push_back(OptionId{x(m)});
    }
    std::sort(solution.options.begin(), solution.options.end());
    ++met_;
    if (!wanted_) {
      // Solutions more expensive than the kept solutions were rejected above, because ceiling_ is
      // the cost of the kept solutions.
      if (!kept_.empty() && solution.cost < kept_.front().cost) {
        kept_.clear();
        kept_bytes_ = 0;
        counted_ = 0;
      }
      ceiling_ = cost;
      if (shared_ != nullptr && shared_->has_begun()) shared_->lower(cost);
    }
    const bool is_new = !list_.representative || stands_for_a_class(solution);
    if (list_.counts) {
      counted_ += is_new ? 1 : 0;
      if (kept_.empty() || solution < kept_.front()) kept_.assign(1, std::move(solution));
      return;
    }
    if (!is_new) return;
    const std::size_t bytes = bytes_of(solution);
    kept_bytes_ += list_.representative ? 2 * bytes : bytes;  // classes_ stores the solution too
    if (!wanted_) {
      kept_.push_back(std::move(solution));
      return;
    }
    kept_.push_back(std::move(solution));
    std::push_heap(kept_.begin(), kept_.end());
    if (kept_.size() > *wanted_) {
      std::pop_heap(kept_.begin(), kept_.end());
      kept_bytes_ -= bytes_of(kept_.back());
      kept_.pop_back();
    }
    lower_ceiling();
  }

  static std::size_t bytes_of(const search::CostedSolution& solution) {
    return sizeof solution + heap_bytes(solution.options);
  }

  /// Lowers the ceiling to the largest cost at which further solutions are still wanted.
  void lower_ceiling() {
    if (kept_.empty()) return;
    const Price dearest_kept = kept_.front().cost / divisor_;
    if (!wanted_) {
      ceiling_ = dearest_kept * scale_;
    } else if (!list_.counts && kept_.size() == *wanted_) {
      ceiling_ = (dearest_kept - 1) * scale_;
    }
  }

  /// Replaces a solution by the representative of its class. Returns true for exactly one solution
  /// of each class: in a list the first one found, in a count the representative itself.
  bool stands_for_a_class(search::CostedSolution& solution) {
    std::vector<OptionId> first = list_.representative(solution.options);
    if (list_.counts) return first == solution.options;
    solution.options = std::move(first);
    return classes_.insert(solution.options).second;
  }

  /// Adds the solutions that were found before the search began again.
  void keep_those_before() {
    if (list_.counts && !kept_before_.empty()) {
      const std::int64_t before = kept_before_.front().cost;
      const std::int64_t now = kept_.empty() ? before : kept_.front().cost;
      if (wanted_ || before == now) counted_ = std::max(counted_, counted_before_);
      if (!wanted_ && before < now) counted_ = counted_before_;
    }
    for (search::CostedSolution& solution : kept_before_) {
      if (std::find(kept_.begin(), kept_.end(), solution) != kept_.end()) continue;
      kept_.push_back(std::move(solution));
    }
    std::sort(kept_.begin(), kept_.end());
    if (wanted_ && kept_.size() > *wanted_) kept_.resize(static_cast<std::size_t>(*wanted_));
    if (!wanted_ && !kept_.empty()) {
      const std::int64_t least = kept_.front().cost;
      kept_.erase(std::find_if(kept_.begin(), kept_.end(),
                               [&](const auto& solution) { return solution.cost != least; }),
                  kept_.end());
    }
    if (list_.counts && kept_.size() > 1) kept_.resize(1);
  }

  /// A lower bound for every solution that is not kept. Solutions in pruned subtrees cost at least
  /// as much as the most expensive solution kept. All other solutions are below options still to be
  /// tried.
  std::int64_t lower_bound(Status status) const {
    const bool gives_up = kept_.size() == wanted_.value_or(kept_.size()) && !kept_.empty();
    std::int64_t least = gives_up ? kept_.front().cost : search::CheapestResult::nothing_left;
    if (status == Status::exhausted) return least;
    Price open = open_bound();
    if (shared_ != nullptr) open = std::min(open, shared_->bound());
    if (open == nothing_open) return least;
    return std::min(least, -floor_div(-open, scale_) * divisor_);
  }

  /// A lower bound, in scaled units, for all solutions below options still to be tried.
  Price open_bound() const {
    Price least = nothing_open;
    const auto weigh = [&](Price bound) { least = std::min(least, std::max(bound, root_bound_)); };
    if (meter_.nodes() == 0 || is_open_below_) weigh(bound_);
    for (std::size_t l = 0; l < depth_; ++l) {
      const Level& level = levels_[l];
      if (level.is_given) continue;
      if (level.way != Way::items) {
        weigh(level.bound);
      } else if (level.next != level.end) {
        weigh(level.bound + std::max<Price>(children_[level.next].reduced, 0));
      }
    }
    return least;
  }

  // -------------------------------------------------------------------------- looking around ---

  search::CostGap gap() const {
    search::CostGap gap{.places = places_};
    const auto best = std::min_element(kept_.begin(), kept_.end());
    if (best != kept_.end()) gap.best = best->cost;
    const bool is_found_elsewhere =
        shared_ != nullptr && !wanted_ && kept_.empty() && ceiling_ < highest_ceiling();
    if (is_found_elsewhere) gap.best = ceiling_ / scale_ * divisor_;
    const std::int64_t bound = lower_bound(Status::running);
    if (bound != search::CheapestResult::nothing_left) gap.bound = bound;
    if (is_found_elsewhere && gap.bound) gap.bound = std::min(*gap.bound, *gap.best);
    return gap;
  }

  Index x(std::size_t l) const {
    const Level& level = levels_[l];
    return level.way == Way::items ? children_[level.next - 1].option : level.taken;
  }

  /// The part of the search tree that has been searched, from 0 to 1.
  double share() const {
    double behind = 0;
    double width = 1;
    for (std::size_t l = 0; l < depth_; ++l) {
      const Level& level = levels_[l];
      const bool is_under_way = l + 1 < depth_;
      // If options are taken one by one, each option counts for half of the rest of the tree.
      const std::uint32_t takes = level.takes - (is_under_way && level.way != Way::items ? 1 : 0);
      behind += width * (1 - std::ldexp(1, -static_cast<int>(takes)));
      width = std::ldexp(width, -static_cast<int>(takes));
      if (level.way != Way::items) {
        width /= 2;
      } else if (level.end != level.first) {
        const auto tried = static_cast<double>(level.next - level.first);
        width /= static_cast<double>(level.end - level.first);
        behind += width * (is_under_way ? tried - 1 : tried);
      }
    }
    return behind;
  }

  static Price sum(const std::vector<Price>& prices) {
    return std::accumulate(prices.begin(), prices.end(), Price{0});
  }
  static Price floor_div(Price a, Price b) {
    return a / b - (a % b < 0 ? 1 : 0);
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

  std::span<const Use> users_of(Index secondary) const {
    return std::span(users_).subspan(first_user_[secondary],
                                     first_user_[secondary + 1] - first_user_[secondary]);
  }

  std::size_t level_of(const Level& level) const {
    return static_cast<std::size_t>(&level - levels_.data());
  }

  /// Whether options may still be chosen for the item.
  bool is_open(Index item) const {
    return item < items_ ? is_active(item) : times_[item - items_] == 0;
  }

  template <class Visit>
  void for_each_live(Index item, Visit visit) const {
    if (item >= items_) {
      for (const Use& use : users_of(item - items_)) {
        if (is_live_[use.other] != 0) visit(use.other);
      }
      return;
    }
    for (Index c = first_cell_[item]; c < first_cell_[item] + size_[item]; ++c) {
      visit(cells_[c].option);
    }
  }

  Index items_;  // number of primary items
  Index options_;
  Index listed_;                    // the options below this number appear in solutions
  std::vector<Index> first_entry_;  // [option], with one entry more: where its entries begin
  std::vector<Entry> entries_;
  std::vector<Index> first_cell_;  // [item], with one entry more: where its cells begin
  std::vector<Index> size_;        // [item]: number of live options
  std::vector<Cell> cells_;
  std::vector<Index> active_, place_;
  Index active_count_ = 0;
  std::vector<Index> first_use_;   // [option], with one entry more: where its uses begin
  std::vector<Use> uses_;          // secondary items of options
  std::vector<Index> first_user_;  // [secondary item], with one entry more: where its users begin
  std::vector<Use> users_;         // options of secondary items
  // [secondary item]: number of chosen options that contain the item.
  std::vector<Index> times_;
  // [option]: 0 if the option was removed or conflicts with a chosen option, 1 if it may be chosen,
  // or `chosen`. After the options: a flag for each further column and each row of the relaxation.
  std::vector<char> is_live_;

  // The bounds of primary items; empty in a plain problem.
  std::vector<Index> room_;   // [item]: how many more options may cover the item
  std::vector<Index> width_;  // [item]: room_ minus the number of options that the item needs
  std::vector<Index>
      // [option]: index in is_live_ of a row of the relaxation that limits the option to one use,
      // or `none`. Once the option is chosen, the row must meet its limit.
      own_row_;
  Index unmet_ = 0;  // number of items that need an option
  // Largest number of options in a solution, times the largest room of an item.
  Price most_room_ = 1;

  Price divisor_ = 1;  // greatest common divisor of all costs
  Price scale_ = 1;    // number of price units in a unit of cost, after the division by divisor_
  Price dearest_ = 0;  // the largest absolute value of a cost, scaled
  std::vector<Price> costs_, reduced_;
  std::vector<Price> prices_;    // prices of primary and secondary items
  std::vector<Price> excesses_;  // reduced costs of an item's options, see best_rise()
  Price bound_ = 0;
  Price root_bound_ = 0;  // a lower bound for the cost of every solution
  Price ceiling_ = 0;     // solutions that cost more are not wanted
  Price highest_ = 0;     // the ceiling at the beginning, without the scale

  std::optional<search::Relaxation> relaxation_;
  // [row]: the item; further rows of the relaxation belong to no item.
  std::vector<Index> row_items_;
  std::vector<Price> floor_;  // prices to which the relaxation's costs and prices are relative
  Price floor_sum_ = 0;
  double price_unit_ = 1;       // one unit of the relaxation's costs, in price units
  std::vector<Price> changes_;  // [item]: planned change of the price
  std::vector<Index> plan_;     // options to be chosen, see Way::plan
  std::size_t plan_level_ = 0;  // the level at which plan_[0] is to be chosen
  std::vector<search::Relaxation::Basis> bases_;
  // [level]: stamp of the basis stored there. The basis in relaxation_ has the stamp stamp_.
  std::vector<std::uint64_t> stamps_;
  std::uint64_t stamp_ = 0, last_stamp_ = 0;
  std::uint64_t plain_work_;       // work with which the search begins without the relaxation
  std::size_t plain_level_ = 0;    // the level at which a subtree without the relaxation begins
  std::uint64_t plain_until_ = 0;  // end of that subtree, in units of work_so_far()
  // The search began without the relaxation, and has not yet taken too much work.
  bool begins_plain_ = false;
  std::uint64_t beginning_ = 0;  // the position in the certificate where the search begins

  std::vector<Move> moves_;
  std::vector<Child> children_;  // children of all levels
  std::vector<Level> levels_;
  std::vector<Trials> trials_;  // [level]: trials
  std::size_t depth_ = 0;       // number of open levels when the search paused
  bool is_open_below_ = false;  // whether more options could be chosen below the pause
  // Whether the search paused before it took an option at the last open level.
  bool is_in_level_ = true;
  bool is_under_way_ = false;  // the root has been counted

  std::optional<std::uint64_t> wanted_;  // empty: all solutions of least cost are wanted
  // A heap with the most expensive solution first; without wanted_: all of one cost.
  std::vector<search::CostedSolution> kept_;
  // Solutions found before the search began again.
  std::vector<search::CostedSolution> kept_before_;
  // Approximate bytes of the listed solutions, and the limit for these bytes.
  std::size_t kept_bytes_ = 0, memory_;
  CostedList list_;
  // Number of solutions, if solutions are not listed.
  std::uint64_t counted_ = 0, counted_before_ = 0;
  std::set<std::vector<OptionId>> classes_;  // representatives of the solutions found
  int places_;
  std::uint64_t met_ = 0;
  search::Trace* trace_;
  CostSharing* shared_;  // null: no other thread may join
  unsigned thread_;
  double part_size_ = 1;  // CostSharing::Part::size of the part that is searched
  // The part of kept_bytes_ that is included in the sum of all threads.
  std::size_t shared_bytes_ = 0;
  search::Relaxation::Basis root_basis_;  // the first basis, when no option had been removed
  search::Meter meter_;
#ifdef DLX_CHECK_INVARIANTS
  std::uint64_t pauses_ = 0;
#endif
  std::uint64_t updates_ = 0;
  std::uint64_t work_ = 0;              // cells processed for prices
  std::vector<std::uint64_t> profile_;  // [level]: number of nodes
};

// -------------------------------------------------------------------------------- invariants ---

template <bool is_plain_>
void CostCells<is_plain_>::check_invariants() const {
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
    require(is_plain_ || is_active(i) == (room_[i] != 0), "an item has no room, or too much", i);
    if (!is_active(i)) continue;
    for (Index c = first_cell_[i]; c < first_cell_[i + 1]; ++c) {
      const bool first_part = c < first_cell_[i] + size_[i];
      require(first_part == (is_live_[cells_[c].option] == 1), "a set is divided wrongly", c);
    }
    require(need(i) != 0 || prices_[i] <= 0, "the price of an item not needed is above 0", i);
    unmet += need(i) != 0 ? 1 : 0;
    bound += worth(i, prices_[i]);
  }
  require(is_plain_ || unmet == unmet_, "items that need an option were miscounted", unmet);
  for (Index o = 0; o < options_; ++o) {
    if (is_live_[o] == chosen) bound += costs_[o];
    if (is_live_[o] != 1) continue;
    Price cost = reduced_[o];
    for_each_item(o, [&](Index i) {
      require(is_open(i) || (i >= items_ && prices_[i] == 0), "an option of a covered item", o);
      cost += prices_[i];
    });
    require(cost == costs_[o], "the reduced cost is wrong", o);
    require(!is_plain_ || reduced_[o] >= 0, "a reduced cost is negative", o);
    bound += std::min<Price>(reduced_[o], 0);
  }
  for (Index i = items_; i < prices_.size(); ++i) bound += is_open(i) ? prices_[i] : 0;
  require(bound == bound_, "the bound is wrong", 0);
  for (Index i = items_; i < prices_.size(); ++i) {
    require(prices_[i] <= 0, "the price of a secondary item is above 0", i);
  }
}

/// The problem with one option more for each item with bounds (0, 1). The new option costs nothing
/// and covers the item alone. With the new option, the item must be covered exactly once.
Problem with_slack(const Problem& problem) {
  ProblemBuilder builder;
  std::vector<ItemId> may_be_left;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    if (!problem.is_primary(item)) {
      builder.secondary(problem.name(item));
    } else if (problem.bounds(item) == Bounds{0, 1}) {
      may_be_left.push_back(builder.primary(problem.name(item)));
    } else {
      builder.primary(problem.name(item), problem.bounds(item));
    }
  }
  for (std::uint32_t c = 1; c <= problem.colour_count(); ++c) {
    builder.colour(problem.name(Colour{c}));
  }
  std::vector<dlx::Entry> entries;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    entries.clear();
    for (const dlx::Entry entry : problem.entries(OptionId{o})) entries.push_back(entry);
    builder.option(entries, Decimal{problem.cost(OptionId{o}), problem.cost_places()});
  }
  for (const ItemId item : may_be_left) builder.option({item});
  return std::move(builder).build();
}

/// Whether several threads would find what one finds. See the head of cost_sharing.hpp.
bool may_share(std::optional<std::uint64_t> k, const Options& options, const CostedList& list) {
  const bool has_one_answer = !k || *k == std::numeric_limits<std::uint64_t>::max();
  return list.jobs.threads > 1 && list.jobs.run && list.jobs.pause && has_one_answer &&
         list.open == nullptr && options.trace == nullptr && !options.nodes && !options.solutions;
}

template <bool is_plain>
search::CheapestResult run_engine(const Problem& problem, Index listed,
                                  std::optional<std::uint64_t> k, const Options& options,
                                  std::uint64_t small_work, const CostedList& list) {
  using Engine = CostCells<is_plain>;
  if (!may_share(k, options, list)) {
    return Engine(problem, listed, k, options, small_work, list, nullptr, 0).run();
  }
  const search::Deadline deadline(options);
  CostSharing shared(list.jobs, list.work_alone);
  Engine first(problem, listed, k, options, small_work, list, &shared, 0);
  std::vector<std::unique_ptr<Engine>> others(list.jobs.threads);
  const auto run_thread = [&](unsigned thread) {
    try {
      if (thread == 0) return first.run_parts({});
      std::optional<CostSharing::Part> part = shared.take(thread);
      if (!part) return;
      Options rest = options;
      rest.on_progress = {};
      rest.time = deadline.left();
      others[thread] = std::make_unique<Engine>(problem, listed, k, rest, 0, list, &shared, thread);
      others[thread]->run_parts(std::move(part));
    } catch (...) {
      shared.end(Status::stopped, std::current_exception());
    }
  };
  return first.run_first([&] { list.jobs.run(list.jobs.threads, run_thread, [] {}); },
                         [&](const auto& add) {
                           for (const auto& other : others) {
                             if (other) add(*other);
                           }
                         });
}

}  // namespace

search::CheapestResult run_cost_cells(const Problem& problem, std::optional<std::uint64_t> k,
                                      const Options& options, std::uint64_t small_work,
                                      const CostedList& list) {
  bool is_plain = true;
  bool may_be_left = false;
  for (Index i = 0; i < problem.primary_count(); ++i) {
    const Bounds bounds = problem.bounds(ItemId{i});
    may_be_left |= bounds == Bounds{0, 1};
    is_plain &= bounds == Bounds{} || bounds == Bounds{0, 1};
  }
  const auto run = [&]<bool plain>(const Problem& whole) {
    return run_engine<plain>(whole, problem.option_count(), k, options, small_work, list);
  };
  const auto run_any = [&](const Problem& whole) {
    return is_plain ? run.template operator()<true>(whole) : run.template operator()<false>(whole);
  };
  return may_be_left ? run_any(with_slack(problem)) : run_any(problem);
}

}  // namespace dlx::engines
