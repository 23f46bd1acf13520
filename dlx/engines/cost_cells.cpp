// The problem. Choose options so that every primary item is covered as often as its bounds say, and
// every secondary item at most once, unless all its options agree on a colour. Find the k solutions
// of least cost. The ceiling is the largest cost that a further solution may have. The search
// prunes subtrees whose solutions provably cost more. An item that may be covered at most once gets
// an additional option that costs nothing and covers only this item. So the item can be treated as
// an item that must be covered.
//
// The memory. The class Prices (cost_prices.hpp) stores the remaining options, the dual prices of
// items and the bound. NodeRelaxation (cost_relaxation.hpp) stores the linear relaxation, and
// Solutions (cost_solutions.hpp) stores the solutions found. The class CostCells stores the levels
// of the search. The option that level l is trying is called x_l:
//
//     levels_    [level 0] [level 1] ...       where the changes and the children of a level begin
//     children_  [o o o|o o] [o|o] ...         tried | to be tried, at each level
//
// At each level the search raises the prices of items until an option has the reduced cost 0, and
// removes options that are too expensive. Then the search branches in one of two ways:
//   - By items: the options of an item are tried, the cheapest first, as in Algorithm C$. If
//     several options may cover the item together, only the cheapest option is tried, and then
//     removed (Way::cheapest).
//   - By values: a linear relaxation is solved, and its prices replace the current prices. Among
//     the items that the relaxation covers by fractions of options, the item with the fewest
//     options is chosen. Of the options of this item, the option with the largest value is tried.
//     Afterwards this option is removed, and the level chooses again. If all values are integral,
//     the search chooses the options with the value 1 one after another (Way::plan).
//
// Branching by values takes fewer nodes, but each node takes longer. The search first branches by
// items, and solves most small problems within the work limit `small_work`. The limit is raised
// while the searched fraction of the tree shows that the search will soon end. If the search ends
// later nevertheless, at most 32 times the first limit (about 30 ms) is wasted. If the limit is
// reached, the search begins again at the root and branches by values there. At every other level,
// the class Trials decides how to branch.
//
// When no item needs a further option, the options chosen are a solution. The search then continues
// with the options that are left. No solution is found twice, because each option is either chosen
// or removed.
//
// The invariants of the class Prices hold. At each level, moves_before <= moves and first <= next
// <= end.
//
// Citation. D. E. Knuth, The Art of Computer Programming, volume 4B (2022), section 7.2.2.1:
// Algorithms X$ and C$, which divide the cost of an option among its items, and try an item's
// options from the cheapest up to a cutoff.
//
// Three branching rules were compared on the airline problems nw06, nw18 and aa05, in a search that
// solves the linear relaxation at each node:
//   - Branching on the option with the largest value in the relaxation takes 335, 105 and 2099
//     nodes.
//   - Branching on two items, which are covered either by one option or by two (D. M. Ryan and B.
//     A. Foster, An integer programming approach to scheduling, 1981), takes 57, 131 and 149 nodes
//     with the pair of items whose common options have a sum of values near 0.6. This rule takes
//     57, 187 and 73 nodes with the pair whose common options have a sum nearest to 1.
//   - Branching on the options of an item, as described above, takes 39, 45 and 79 nodes. For
//     this rule, certificates need no additional kind of step.
//
// Random problems of 60 items and 2000 options, which cost about 100 for each of their items and
// cover each item one to four times, take 13 to 96 ms; glpsol takes 29 to 450 ms. The additional
// options for items that may stay uncovered halve the time of packings. The cheapest of the 9356
// solutions of pentominoes 6x10 with random costs is found in 23,000 nodes; dancing links takes 3.6
// million nodes to find all solutions.
//
// The search without a relaxation begins with the dual prices of the root's relaxation, and has a
// limit of 90,000 units of work. An earlier version had a limit of 30,000 units, and prices that
// divide costs evenly. On random partitions of 15 to 40 items and 100 to 700 options, the present
// version takes 0.36 to 1.07 times the instructions of the earlier version.
//
// The engine was measured on 600 random problems with 8 to 80 items, up to 2000 options, and
// sometimes colours; 134 of them take 1 to 300 ms. These 134 problems take on average 1.08 times
// (at most 3.2 times) as long as with the better of two pure methods: branching by items only, or
// by values from the first node. In an earlier version, which did not raise the limit and tried
// both methods on each level, these problems took 1.5 times as long (at most 12 times). Branching
// by values from the beginning if the relaxation of the root is integral does not save time.
//
// Two other rules for the branching item were tried and rejected. Choosing among items of equally
// few options by the reduced cost of the second cheapest option took 10 % fewer nodes, but did not
// save time. Choosing an item by the sum of the distances between the ceiling and the bounds that
// its options would give took fewer nodes on some problems and more nodes on others.

#include "dlx/engines/cost_cells.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/engines/cost_prices.hpp"
#include "dlx/engines/cost_relaxation.hpp"
#include "dlx/engines/cost_sharing.hpp"
#include "dlx/engines/cost_solutions.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/meter.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines {
namespace {

using costs::Index;
using costs::none;
using costs::Price;
using Outcome = search::Relaxation::Outcome;
using Place = search::OpenCheapest::Place;

// Limits in units of the work to solve the linear relaxation. A second corresponds to some hundreds
// of millions of units. At the root, the relaxation is first solved for at most first_work units.
// Later, the time limit and other limits are tested after every slice_work units. The relaxation is
// abandoned after most_slices such slices.
constexpr std::uint64_t first_work = 40'000'000;
constexpr std::uint64_t slice_work = 40'000'000;
constexpr std::uint64_t most_slices = 200;

/// An option to be tried, and its reduced cost.
struct Child {
  Price reduced;
  Index option;
  friend auto operator<=>(const Child&, const Child&) = default;
};

/// How the search branches at a level: which options the level tries.
enum class Way : std::uint8_t {
  items,     // all options of an item
  cheapest,  // the cheapest option of an item; the level then continues without this option
  values,    // an option from the relaxation; the level then continues without this option
  plan,      // like `values`, but follows a solution of the relaxation that is integral
};

struct Level {
  Way way, began;
  Price bound;  // the lower bound after the level has raised prices
  // Numbers of changes (Prices::Move) before and after the prices were raised.
  std::size_t moves_before, moves;
  // Positions in children_: of the level's first child, of the next child to be tried, and the end
  // of its children. The child before `next` is x_l, the option that the level is trying.
  std::size_t first, next, end;
  Index taken;          // the option x_l that the level is trying, unless `way` is Way::items
  std::uint32_t takes;  // the number of options that the level has tried one by one
  std::uint64_t work_before;
  // The deepest level, up to this one, for which a basis of the relaxation is stored.
  std::size_t basis;
  bool is_given = false;  // whether another thread searches all options of this level except x_l
};

/// The engine. In a plain problem (`is_plain`), every primary item must be covered exactly once.
template <bool is_plain>
class CostCells {
 public:
  CostCells(const Problem& problem, std::optional<std::uint64_t> k, const Options& options,
            std::uint64_t small_work, const CostedList& list, CostSharing* shared, unsigned thread)
      : listed_(problem.option_count()),
        prices_(problem),
        trials_(prices_.items()),
        small_work_(small_work),
        more_work_(small_work),
        profile_(prices_.items() + 1),
        wanted_(k),
        found_(k, list.counts, list.representative),
        memory_(memory_of(options)),
        open_(list.open),
        places_(problem.cost_places()),
        trace_(options.trace),
        shared_(shared),
        thread_(thread),
        meter_(search::control_of(options)) {
    if (wanted_ == 0U) throw std::invalid_argument("the 0 cheapest solutions were asked for");
    Price highest = prices_.highest();
    if (options.max_cost) {
      const Price most =
          costs::floor_div(floor_in_units(*options.max_cost, places_), prices_.divisor());
      highest = std::clamp(most, -highest - 1, highest);
    }
    ceiling_ = highest_ceiling_ = highest * prices_.scale();
    make_relaxation();
    moves_before_root_ = prices_.moves();
    children_.reserve(prices_.options());  // each option is a child of at most one level
    levels_.resize(prices_.items());
  }

  search::CheapestResult run() {
    if (trace_ != nullptr && (open_ == nullptr || !open_->has_begun)) prices_.trace(*trace_);
    return result(search());
  }

  /// Runs the first of several threads, which searches alone at first. Then calls others(), which
  /// runs the searches of all threads and returns after these searches have ended. collect() calls
  /// its argument for the search of each other thread, so that the other thread's solutions are
  /// added to the result.
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
      found_.absorb(other.found_);
    });
    search::CheapestResult all = result(status);
    sum.share = all.statistics.share;
    search::add(all.statistics, sum);
    return all;
  }

  /// If `part` is given, searches this part of the tree; otherwise continues the paused search.
  /// Then searches parts that other threads give away, until the search has ended in all threads.
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
      shared_->note(thread_, {CostSharing::nothing, meter_.nodes(), met_});
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
    if (result.status == Status::exhausted) prices_.check_invariants();
#endif
    result.lower_bound = lower_bound(result.status);
    if (open_ != nullptr && is_under_way_) pause(result.status);
    if (!result.complete()) found_.restore();
    found_.move_to(result);
    result.places = places_;
    result.statistics = statistics();
    result.statistics.share = result.complete() ? 1 : share();
    return result;
  }

  search::Statistics statistics() const {
    search::Statistics s;
    s.nodes = meter_.nodes();
    s.updates = prices_.updates();
    s.solutions = met_;
    s.nodes_per_level = search::without_empty_levels(profile_);
    s.memory_bytes = sizeof *this + found_.bytes() + prices_.heap_bytes() + trials_.heap_bytes() +
                     heap_bytes(children_, levels_, plan_, profile_) +
                     (relaxation_ ? relaxation_->heap_bytes() : 0);
    return s;
  }

 private:
  /// Sets up the linear relaxation, and solves it for a better bound at the root, unless solving
  /// takes too long. The search begins with the dual prices that the relaxation has found so far.
  /// If the problem has secondary items, these prices are not used, because a certificate begins
  /// with the prices of primary items only.
  void make_relaxation() {
    root_bound_ = prices_.bound();
    if (prices_.items() == 0 || !prices_.has_options()) return;
    relaxation_.emplace(prices_);
    const Outcome outcome = relaxation_->solve_root(
        ceiling_, std::min(first_work, 40 * std::uint64_t{prices_.entries()}));
    root_bound_ += relaxation_->rise();
    if (outcome == Outcome::unfinished && small_work_ != 0) small_work_ += relaxation_->work();
    if (prices_.all_items() == prices_.items()) relaxation_->change_prices(nullptr);
  }

  /// Where a search begins.
  enum class Begin : std::uint8_t {
    root,
    below,   // at the last of the levels that resume() has entered
    paused,  // before the node at which the search paused to let other threads join
  };

  Status search(Begin begin = Begin::root) {
    std::size_t l = 0;
    Index i = 0;
    Status status = Status::running;
    if (meter_.solutions_reached(met_)) return Status::solution_limit;
    if (open_ != nullptr && open_->has_begun) {
      go_on();
      begin = Begin::below;
    }
    if (begin == Begin::below) {
      l = depth_;
      if (place_ == Place::end) goto C9;
      if (place_ == Place::level) goto C3;
      if (place_ == Place::relaxation) goto relaxation;
      if (levels_[l].way == Way::items) goto C5;
      goto C4;
    }
    if (begin == Begin::paused) {
      l = depth_ - 1;
      if (levels_[l].way == Way::items) goto C5;
      goto C4;
    }
    if (!count_node(0, status)) return status;
    is_under_way_ = true;

    if (relaxation_ && small_work_ != 0) {
      small_until_ = work_so_far() + small_work_;
      if (trace_ != nullptr) beginning_ = trace_->position();
    }

  C2:  // Enter level l of the search.
    if (prices_.is_solved()) {
      keep(l);
      depth_ = l;
      place_ = prices_.is_full() ? Place::end : Place::level;
      if (bytes_of_all() > memory_) return Status::memory_limit;
      if (meter_.solutions_reached(met_)) return Status::solution_limit;
    }
    if (prices_.is_full()) goto C9;
    if (small_until_ != 0 && work_so_far() >= small_until_ && !adds_small_work(l)) {
      begin_again(l);
      l = 0;
      goto C2;
    }
    enter(l);

  C3:  // Compute the bound of the options left at level l. Choose an option x_l or an item i.
    if (!prices_.raise_all(ceiling_)) goto C8;
    i = prices_.next_item();
    if (i == none) goto C8;
    if (levels_[l].way == Way::plan &&
        (l - plan_level_ >= plan_.size() || !prices_.may_choose(plan_[l - plan_level_]))) {
      levels_[l].way = Way::values;
    }
    if (levels_[l].way == Way::values) {
    relaxation:
      if (!relax(l, status)) {
        if (status != Status::running) return status;
        goto C8;
      }
      i = prices_.next_item();
      if (i == none) goto C8;
    }
    if (levels_[l].way == Way::items && !prices_.is_single(i)) levels_[l].way = Way::cheapest;
    levels_[l].moves = prices_.moves();
    levels_[l].bound = prices_.bound();
    if (levels_[l].way != Way::items) {
      if (levels_[l].way == Way::plan) levels_[l].taken = plan_[l - plan_level_];
      if (levels_[l].way == Way::cheapest) levels_[l].taken = prices_.cheapest_option(i);
      if (trace_ != nullptr) {
        trace_->number(prices_.items() + 1);
        trace_->option(OptionId{x(l)});
      }
    C4:  // Try option x_l; later, level l continues without it.
      if (!count_node(l + 1, status)) return status;
      ++levels_[l].takes;
      goto C6;
    }
    if (trace_ != nullptr) trace_->item(ItemId{i});
    // Sort the options of item i, the cheapest first.
    prices_.for_each_live(i, [&](Index o) { children_.push_back({prices_.reduced(o), o}); });
    std::sort(children_.begin() + static_cast<std::ptrdiff_t>(levels_[l].first), children_.end());
    levels_[l].next = levels_[l].first;
    levels_[l].end = children_.size();

  C5:  // Try the next option of item i.
    if (levels_[l].next == levels_[l].end) goto C8;
    if (children_[levels_[l].next].reduced > ceiling_ - prices_.bound()) goto C8;
    if (!count_node(l + 1, status)) return status;
    ++levels_[l].next;

  C6:  // Try x_l.
    if (prices_.choose(x(l))) {
      ++l;
      goto C2;
    }

  C7:  // Undo the choice of option x_l, and continue at level l.
    prices_.undo_choice(x(l), levels_[l].moves);
    if (levels_[l].is_given) goto C8;
    if (levels_[l].way == Way::items) goto C5;
    levels_[l].way = levels_[l].way == Way::cheapest ? Way::items : Way::values;
    if (prices_.remove(levels_[l].taken)) goto C3;

  C8:  // Backtrack.
    prices_.undo(levels_[l].moves_before);
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

  /// Resumes the paused search in open_. Throws std::invalid_argument if this search belongs to
  /// another problem.
  void go_on() {
    constexpr Price most = 4 * costs::Prices<is_plain>::widest;
    const Price bound = open_->bound;
    require_same((bound >= -most && bound <= most) || bound == CostSharing::nothing);
    root_bound_ = std::max(root_bound_, bound);
    found_.load(*open_);
    lower_ceiling();
    resume(*open_);
  }

  static void require_same(bool holds) {
    if (!holds) throw std::invalid_argument("a search for the cheapest of another problem");
  }

  /// Descends from the root to the level at which a search continues. At this level, the search to
  /// be continued has paused, or has given its untried options away. Stores the number of the level
  /// in depth_. Restores exactly the dual prices and the options of the paused search, so that its
  /// certificate can be continued.
  void resume(const search::OpenCheapest& paused) {
    is_under_way_ = true;
    depth_ = 0;
    place_ = paused.place;
    prices_.undo(0);
    repeat(paused.moves);
    moves_before_root_ = prices_.moves();
    for (const search::OpenCheapest::Level& open : paused.levels) {
      enter(depth_);
      if (depth_ == 0 && relaxation_) {
        relaxation_->begin_at_root();
        levels_[0].basis = relaxation_->keep_basis(0);
      }
      repeat(open.moves);
      enter_again(levels_[depth_], open);
      if (place_ != Place::end && &open == &paused.levels.back()) break;
      require_same(open.children.empty() ? open.taken.has_value() : open.next != 0);
      require_same(prices_.may_choose(x(depth_)) && prices_.choose(x(depth_)));
      levels_[depth_].is_given = shared_ != nullptr;
      ++depth_;
    }
    require_same(place_ == Place::end || depth_ < paused.levels.size());
    if (place_ == Place::relaxation) {
      require_same(relaxation_ && levels_[depth_].way == Way::values);
    }
  }

  void repeat(std::span<const search::OpenCheapest::Move> moves) {
    for (const auto [which, amount] : moves) {
      if (amount == 0) {
        require_same(prices_.may_choose(which));
        prices_.remove(which);
      } else {
        require_same(prices_.may_raise(which, amount));
        prices_.raise(which, amount);
      }
    }
  }

  /// Restores a level to its state when the search paused. `level` is the last level entered, and
  /// the changes of prices and options at this level have been repeated.
  void enter_again(Level& level, const search::OpenCheapest::Level& open) {
    level.bound = prices_.bound();
    level.moves = prices_.moves();
    constexpr std::uint32_t most = 50;  // a larger limit would not change the result of share()
    level.takes = std::min(open.takes, most);
    require_same(open.next <= open.children.size());
    for (const OptionId option : open.children) {
      require_same(prices_.may_choose(index(option)));
      children_.push_back({prices_.reduced(index(option)), index(option)});
    }
    level.next += open.next;
    level.end = children_.size();
    if (!open.children.empty()) {
      level.way = Way::items;
    } else if (open.taken) {
      if (level.way != Way::values) level.way = Way::cheapest;
      level.taken = index(*open.taken);
      require_same(prices_.may_choose(level.taken));
    } else if (place_ == Place::relaxation) {
      level.way = Way::values;
    } else {
      require_same(place_ == Place::level);
    }
  }

  /// The state of the search, in the form in which another search can continue it. The caller must
  /// add the levels.
  search::OpenCheapest opened(Price bound, Place place) const {
    search::OpenCheapest open{.has_begun = true, .bound = bound, .place = place};
    const auto moves = prices_.moves(0, moves_before_root_);
    open.moves.assign(moves.begin(), moves.end());
    return open;
  }

  /// Stores in open_ the state in which the search has paused.
  void pause(Status status) {
    *open_ = opened(open_bound(), status == Status::exhausted ? Place::end : place_);
    found_.store(*open_);
    if (status == Status::exhausted) return;
    for (std::size_t l = 0; l < depth_; ++l) open_->levels.push_back(level_to_resume(l));
    if (place_ == Place::level) open_->levels.emplace_back();
  }

  /// Describes level l, so that another search can resume at this level.
  search::OpenCheapest::Level level_to_resume(std::size_t l) const {
    const Level& level = levels_[l];
    const bool is_last =
        l + 1 == depth_ && (place_ == Place::relaxation || place_ == Place::option);
    const bool is_bounded = !is_last || place_ != Place::relaxation;
    search::OpenCheapest::Level written{.takes = level.takes};
    const auto moves =
        prices_.moves(level.moves_before, is_bounded ? level.moves : prices_.moves());
    written.moves.assign(moves.begin(), moves.end());
    if (level.way == Way::items) {
      for (std::size_t c = level.first; c < level.end; ++c) {
        written.children.push_back(OptionId{children_[c].option});
      }
      written.next = static_cast<std::uint32_t>(level.next - level.first);
    } else if (is_bounded) {
      written.taken = OptionId{level.taken};
    }
    return written;
  }

  /// Gives untried options to another thread: all untried options of the topmost level that has
  /// any, except level depth_ - 1. The function is called before level depth_ - 1 tries an option.
  void give_part() {
    for (std::size_t l = 0; l + 1 < depth_; ++l) {
      const Level& level = levels_[l];
      if (level.is_given || !has_rest(level)) continue;
      CostSharing::Part part{.open = opened(level.bound, Place::level), .size = part_size_ /= 2};
      for (std::size_t m = 0; m <= l; ++m) part.open.levels.push_back(level_to_resume(m));
      search::OpenCheapest::Level& rest = part.open.levels.back();
      if (rest.taken) rest.moves.push_back({index(*rest.taken), 0});
      for (std::size_t c = 0; c < rest.next; ++c)
        rest.moves.push_back({index(rest.children[c]), 0});
      rest = {.moves = std::move(rest.moves), .takes = rest.takes};
      levels_[l].is_given = true;
      return shared_->give(std::move(part));
    }
  }

  /// Whether a level has further options to try after x_l, the option that the level is trying.
  bool has_rest(const Level& level) const {
    return level.way != Way::items ||
           (level.next != level.end && children_[level.next].reduced <= ceiling_ - level.bound);
  }

  /// Lowers the ceiling (the largest cost of a further solution) to the ceiling that all threads
  /// share. If the ceiling falls, removes the solutions found so far, because they cost too much.
  void share_ceiling() {
    if (shared_->ceiling() >= ceiling_) return;
    ceiling_ = shared_->ceiling();
    found_.clear();
    bytes_of_all();  // subtracts the bytes of the removed solutions from the shared sum
  }

  /// If the searched fraction of the tree shows that the search will probably end soon, raises the
  /// work limit of the search without the relaxation, and returns true. Each time the limit is
  /// raised, the fraction required for the next time is multiplied by 5. So the limit is raised at
  /// most five times, by 31 times the first limit in total.
  bool adds_small_work(std::size_t l) {
    depth_ = l;
    if (share() < enough_) return false;
    enough_ *= 5;
    small_until_ += more_work_;
    more_work_ *= 2;
    return true;
  }

  /// Undoes levels 0 to l - 1, so that the search can begin again at the root. Sets aside the
  /// solutions found so far.
  void begin_again(std::size_t l) {
    while (l-- != 0) {
      prices_.undo_choice(x(l), levels_[l].moves);
      prices_.undo(levels_[l].moves_before);
    }
    children_.clear();
    found_.set_aside();
    ceiling_ = highest_ceiling_;
    small_until_ = 0;
    if (trace_ != nullptr) trace_->rewind(beginning_);
  }

  void enter(std::size_t l) {
    if (l == levels_.size()) {
      levels_.emplace_back();
      profile_.push_back(0);
    }
    Level& level = levels_[l];
    level.moves_before = prices_.moves();
    level.first = level.next = level.end = children_.size();
    level.takes = 0;
    level.is_given = false;
    level.basis = l == 0 ? costs::no_basis : levels_[l - 1].basis;
    level.work_before = work_so_far();
    level.way = l != 0 && levels_[l - 1].way == Way::plan ? Way::plan
                : relaxes(l)                              ? Way::values
                                                          : Way::items;
    level.began = level.way;
  }

  bool relaxes(std::size_t l) {
    return relaxation_ && small_until_ == 0 && trials_.relaxes(l, work_so_far());
  }

  void learn(std::size_t l) {
    const Level& level = levels_[l];
    if (level.began == Way::plan) return;
    trials_.learn(l, level.began == Way::values, work_so_far() - level.work_before);
  }

  std::uint64_t work_so_far() const {
    return prices_.work() + (relaxation_ ? relaxation_->work() : 0);
  }

  /// Solves the linear relaxation at level l, uses its dual prices, and chooses how the level
  /// continues. Returns false if no solution within the cost limit is left, or if the budget of the
  /// search is used up.
  bool relax(std::size_t l, Status& status) {
    Level& level = levels_[l];
    relaxation_->begin(level.basis);
    Outcome outcome = Outcome::unfinished;
    std::uint64_t slices = most_slices;
    const std::uint64_t before = relaxation_->work();
    while ((outcome = relaxation_->solve(ceiling_, slice_work)) == Outcome::unfinished &&
           --slices != 0) {
      level.bound = prices_.bound() + relaxation_->rise();
      depth_ = l + 1;
      place_ = Place::relaxation;
      if (!may_go_on(l, status)) return false;
    }
    if (l != 0) trials_.learn_solve(relaxation_->work() - before);
    relaxation_->change_prices(trace_);
    if (!prices_.raise_all(ceiling_)) return false;
    if (outcome == Outcome::optimal) {
      choose_by_values(l);
      level.basis = relaxation_->keep_basis(l);
      return true;
    }
    level.way = Way::items;
    if (l == 0 && outcome == Outcome::unfinished) relaxation_.reset();
    return true;
  }

  /// Chooses an option whose value in the relaxation is fractional. If no such option exists, the
  /// relaxation's solution is integral, and may be a solution of the problem.
  void choose_by_values(std::size_t l) {
    levels_[l].taken = relaxation_->fractional_option();
    if (levels_[l].taken != none) return;
    plan_ = relaxation_->whole_options();
    plan_level_ = l;
    levels_[l].way = plan_.empty() ? Way::items : Way::plan;
  }

  /// Whether the budget of the search allows more work. The function is called during long
  /// computations between two nodes, such as solving the relaxation.
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
      progress.threads = shared_->threads();
    }
    return progress;
  }

  /// Counts a node at level `depth`. If the budget of the search is used up, returns false, and the
  /// search pauses before this node.
  bool count_node(std::size_t depth, Status& status) {
    if (shared_ != nullptr && depth != 0 && pauses_for_others(status)) {
      pause_before(depth);
      return false;
    }
    const bool counted = meter_.spend(
        work_so_far(),
        [&] {
          pause_before(depth);
          if (shared_ != nullptr && shared_->has_begun()) {
            shared_->note(thread_, {open_bound(), meter_.nodes(), met_});
            if (shared_->is_hungry()) give_part();
          }
#ifdef DLX_CHECK_INVARIANTS
          // The invariants are tested at some pauses only, because on a large problem the tests
          // would take all the time.
          if (pauses_++ % 64 < 8) prices_.check_invariants();
#endif
        },
        [&] { return progress(depth); }, status);
    if (counted) ++profile_[depth];
    return counted;
  }

  /// Records that the search pauses before a node of this level.
  void pause_before(std::size_t depth) {
    depth_ = depth;
    place_ = Place::option;
  }

  /// Whether the search must pause: so that other threads can join (`status` stays running), or
  /// because another thread has ended the search (`status` becomes stopped).
  bool pauses_for_others(Status& status) {
    if (!shared_->has_begun()) return small_until_ == 0 && shared_->is_due(work_so_far());
    share_ceiling();
    if (!shared_->is_over()) return false;
    status = Status::stopped;
    return true;
  }

  /// The number of bytes of the solutions that all threads store.
  std::size_t bytes_of_all() {
    const std::size_t bytes = found_.bytes();
    if (shared_ == nullptr) return bytes;
    return shared_->add_bytes(bytes - std::exchange(shared_bytes_, bytes));
  }

  /// Stores the solution that levels 0 to l - 1 have chosen, unless its cost exceeds the ceiling.
  /// (The bound may be below the cost of the solution, because the bound includes the prices of
  /// secondary items that the solution does not cover.)
  void keep(std::size_t l) {
    Price cost = 0;
    std::vector<OptionId> options;
    for (std::size_t m = 0; m < l; ++m) {
      cost += prices_.cost(x(m));
      if (x(m) < listed_) options.push_back(OptionId{x(m)});
    }
    if (cost > ceiling_) return;
    std::sort(options.begin(), options.end());
    ++met_;
    found_.add({prices_.unscaled(cost), std::move(options)});
    lower_ceiling();
    if (!wanted_ && shared_ != nullptr && shared_->has_begun()) shared_->lower(ceiling_);
  }

  /// Lowers the ceiling to the largest cost that a further solution may have.
  void lower_ceiling() {
    const auto limit = found_.limit();
    if (limit) ceiling_ = prices_.scaled(*limit) - (wanted_ ? prices_.scale() : 0);
  }

  /// A lower bound for the cost of every solution that is not stored. Solutions in pruned subtrees
  /// cost at least as much as the most expensive stored solution. All other solutions contain an
  /// option that some level has not tried yet.
  std::int64_t lower_bound(Status status) const {
    const std::int64_t least = found_.limit().value_or(search::CheapestResult::nothing_left);
    if (status == Status::exhausted) return least;
    Price open = open_bound();
    if (shared_ != nullptr) open = std::min(open, shared_->bound());
    if (open == CostSharing::nothing) return least;
    return std::min(least, -costs::floor_div(-open, prices_.scale()) * prices_.divisor());
  }

  /// A lower bound, in scaled units, for the cost of all solutions in the part of the tree that has
  /// not been searched.
  Price open_bound() const {
    Price least = CostSharing::nothing;
    const auto weigh = [&](Price bound) { least = std::min(least, std::max(bound, root_bound_)); };
    if (meter_.nodes() == 0 || place_ == Place::level) weigh(prices_.bound());
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

  search::CostGap gap() const {
    search::CostGap gap{.best = found_.least(), .bound = {}, .places = places_};
    const bool is_found_elsewhere =
        shared_ != nullptr && !wanted_ && !gap.best && ceiling_ < highest_ceiling_;
    if (is_found_elsewhere) gap.best = prices_.unscaled(ceiling_);
    const std::int64_t bound = lower_bound(Status::running);
    if (bound != search::CheapestResult::nothing_left) gap.bound = bound;
    if (is_found_elsewhere && gap.bound) gap.bound = std::min(*gap.bound, *gap.best);
    return gap;
  }

  Index x(std::size_t l) const {
    const Level& level = levels_[l];
    return level.way == Way::items ? children_[level.next - 1].option : level.taken;
  }

  /// The searched fraction of the search tree, from 0 to 1.
  double share() const {
    if (shared_ != nullptr && shared_->has_begun()) return shared_->share();
    double behind = 0;
    double width = 1;
    for (std::size_t l = 0; l < depth_; ++l) {
      const Level& level = levels_[l];
      const bool is_under_way = l + 1 < depth_;
      // If the level tries single options, each option is assumed to have half of the rest of the
      // tree below it.
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

  Index listed_;  // the number of options of the problem, without additional options
  costs::Prices<is_plain> prices_;
  std::optional<costs::NodeRelaxation<is_plain>> relaxation_;
  costs::Trials trials_;
  std::uint64_t small_work_;  // the work limit of the search without the relaxation
  // The value of work_so_far() at which the search without the relaxation ends; 0 if there is no
  // such search, or if it has ended.
  std::uint64_t small_until_ = 0;
  // The amount by which the work limit of the search without the relaxation is raised next. The
  // limit is raised if the searched fraction of the tree is at least `enough_`.
  std::uint64_t more_work_;
  double enough_ = 0.001;
  std::uint64_t beginning_ = 0;  // the position in the certificate at which the search began

  Price root_bound_ = 0;  // a lower bound for the cost of every solution
  Price ceiling_ = 0;     // the largest cost that a further solution may have
  Price highest_ceiling_ = 0;

  std::vector<Child> children_;  // the children of all levels, one level after another
  std::vector<Level> levels_;
  std::vector<Index> plan_;      // the options that levels choose one after another; see Way::plan
  std::size_t plan_level_ = 0;   // the level at which plan_[0] is to be chosen
  std::size_t depth_ = 0;        // the number of levels that were open when the search paused
  Place place_ = Place::option;  // the point within the last level at which the search paused
  bool is_under_way_ = false;    // whether the root has been counted as a node
  std::size_t moves_before_root_ = 0;
  std::vector<std::uint64_t> profile_;  // for each level: the number of nodes visited

  // The number k of cheapest solutions to find; empty: find all solutions of least cost.
  std::optional<std::uint64_t> wanted_;
  costs::Solutions found_;
  std::uint64_t met_ = 0;
  std::size_t memory_;  // the maximum number of bytes of stored solutions
  search::OpenCheapest* open_;
  int places_;
  search::Trace* trace_;
  CostSharing* shared_;  // the data shared by all threads; null if no other thread may join
  unsigned thread_;
  // The size of the part of the tree being searched; see CostSharing::Part::size.
  double part_size_ = 1;
  // The number of bytes of this thread's solutions that the sum of all threads includes.
  std::size_t shared_bytes_ = 0;
  search::Meter meter_;
#ifdef DLX_CHECK_INVARIANTS
  std::uint64_t pauses_ = 0;
#endif
};

/// Whether several threads may search. Together they must find exactly the solutions that one
/// thread would find; see the head of cost_sharing.hpp.
bool may_share(std::optional<std::uint64_t> k, const Options& options, const CostedList& list) {
  const bool has_one_answer = !k || *k == std::numeric_limits<std::uint64_t>::max();
  return list.jobs.threads > 1 && list.jobs.run && list.jobs.pause && has_one_answer &&
         list.open == nullptr && options.trace == nullptr && !options.nodes && !options.solutions;
}

template <bool is_plain>
search::CheapestResult run_engine(const Problem& problem, std::optional<std::uint64_t> k,
                                  const Options& options, std::uint64_t small_work,
                                  const CostedList& list) {
  using Engine = CostCells<is_plain>;
  if (!may_share(k, options, list)) {
    return Engine(problem, k, options, small_work, list, nullptr, 0).run();
  }
  const search::Deadline deadline(options);
  CostSharing shared(list.jobs, list.work_alone);
  Engine first(problem, k, options, small_work, list, &shared, 0);
  std::vector<std::unique_ptr<Engine>> others(list.jobs.threads);
  const auto run_thread = [&](unsigned thread) {
    try {
      if (thread == 0) return first.run_parts({});
      std::optional<CostSharing::Part> part = shared.take(thread);
      if (!part) return;
      Options rest = options;
      rest.on_progress = {};
      rest.time = deadline.left();
      others[thread] = std::make_unique<Engine>(problem, k, rest, 0, list, &shared, thread);
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
  for (Index i = 0; i < problem.primary_count(); ++i) {
    const Bounds bounds = problem.bounds(ItemId{i});
    is_plain &= bounds == Bounds{} || bounds == Bounds{0, 1};
  }
  return is_plain ? run_engine<true>(problem, k, options, small_work, list)
                  : run_engine<false>(problem, k, options, small_work, list);
}

}  // namespace dlx::engines
