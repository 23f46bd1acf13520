// The problem. Choose options so that every primary item is covered exactly once and every
// secondary item at most once. A secondary item may be covered several times if all chosen options
// with this item give it the same colour. The search picks an item with the fewest options left,
// tries each of its options, and undoes the changes.
//
// The memory. Every entry of an option is a node. The nodes of an option are contiguous, and
// `right` links them in a circle. Each item has a contiguous range of cells, its set, with a node
// for each of its options. The live nodes (nodes of options that may still be chosen) come first in
// the set of an item. To remove a node, the search swaps it with the last live node and lowers the
// end of the item's live nodes. To restore nodes, the search raises this end. The cells after the
// end may be in any order.
//
//     items_    item 1: end, floor           item 2: end, floor           ...
//     cells_    [0] | live live live . gone gone | live live . gone |     ...  nodes
//                     ^ floor        ^ end         ^ floor   ^ end
//     place_    the cell of every node           entries_  item and right of every node
//     active_   primary items to be covered | covered ones, the last first: sets of the same kind
//     trail_    (item, its end before) of every change, undone backwards
//
// A covered item, and a secondary item that has received its colour, is not active. The end of an
// inactive item is 0, which lies before all cells. The set of an inactive item stays as it was when
// the item became inactive. So one comparison with the end tells whether to skip a node, and
// options that agree with a colour need no mark.
//
// An active primary item without live options is called starved.
//
// The invariants, checked by check_invariants():
//   - cells_[place_[q]] = q, in the set of q's item;
//   - active_ is a permutation of the primary items; the first active_count_ of these are the
//     active items;
//   - an option is live in all of its active items or in none;
//   - starved_count_ is the number of starved items, all of which the option to be tried must
//     cover; the number is usually 0;
//   - after the last solution, all items are active and all options are live.
//
// Multiplicities are not supported. With multiplicities, branching rules and weights would have to
// handle a second kind of choice: to cover an item no further. Most problems with multiplicities
// are packings, for which bit_matrix is the best engine.
//
// Citation. Sparse sets: P. Briggs and L. Torczon, An Efficient Representation for Sparse Sets
// (1993). C. Solnon suggested sparse sets for exact cover, and D. E. Knuth's programs SSXCC use
// sparse sets under the name of dancing cells. The Art of Computer Programming, volume 4B, section
// 7.2.2.1, describes the problem, and has the step labels that are used below. Weights: F.
// Boussemart et al., ECAI 2004.
//
// Design choices and their effects. Speeds are factors: 1.65 means that the choice makes the engine
// 1.65 times as fast. The problems, such as board60a, are listed in data/signatures.tsv. Some
// factors were measured with prototypes of the engine. All factors were measured on a busy machine,
// so a difference of 0.1 is not significant. Breaking ties by another rule also changes the number
// of nodes of board60a and the sudokus.
//   - The options of an item are hidden once, before any of these options is tried. Items that
//     then have no options are counted: the option tried must cover all such items. The alternative
//     is binary branching: with an option, and without this option. Hiding all options is 1.65
//     times as fast on bell-11, 1.3 on sppnw08, 1.1 to 1.3 on langford12, rnd60x300 and soma, and
//     1.0 on board60a and sudokus. Binary branching only at items with two options makes sud16a 1.1
//     times as fast, and langford12 0.8 times.
//   - The code of hide() has as few branch instructions as possible. It tests whether items are
//     active only if the problem has colours. It lists items with one option left, which are the
//     next to branch on, without a branch instruction. Avoiding branch instructions makes the
//     engine 1.0 to 1.3 times as fast. Updates are counted once for each covered item, not once for
//     each hidden option: this makes bell-11 1.1 times as fast.
//   - The engine has one trail (undo list) for all changes, which is 1.0 to 1.35 times as fast as
//     a separate trail for each level and item.
//   - The nodes in the cells and the cells of the nodes are stored in two arrays of 4-byte
//     numbers. Two arrays are 0.95 to 1.2 times as fast as one array of pairs.
//   - Storing in each node the next node of the option (`right`) makes the engine 0.9 to 1.3 times
//     as fast as storing the first node of the option.
//   - If few items have changed since the last choice, the item with the fewest options is
//     searched for only among these items, because only they have lost options. The changed items
//     are the items on the trail (undo list). Restricting the scan to the trail makes board60a 3
//     times as fast. The other items are scanned only if all items on the trail have more options
//     than the item chosen before. If an item on the trail has exactly as many options, an earlier
//     item with as many options may be missed. Scanning the other items also in this case would
//     make board60a 0.7 times as fast, and other problems 1.0 times.
//   - If several of the tested items have the fewest options, the search chooses the item with
//     the lowest number, not the item that comes first in memory. So the search tree depends on the
//     problem only, and a search can be divided. Choosing the lowest number makes sudokus 0.9 times
//     as fast, other problems 0.9 to 1.0 times, and board60a, where the former order happened to be
//     good, 0.25 times. To find the lowest number, items with one option are stored as bits: sud16a
//     is 1.2 times as fast as with a list.
//   - Counts are remembered (remembered_counts.hpp) for states in which at least two options can
//     be chosen. Remembered counts reduce sud16a to 0.11 of the nodes and 0.17 of the search time,
//     sppnw08 to 0.06 and 0.15, and bell-11 to 0.26 and 0.74. The time of langford12 does not
//     change: if a thousand look-ups have saved too few nodes, counts are no longer remembered.
//
// Speed compared with dancing links, in one run on a machine without other load: board60a 2.6 times
// as fast, sudhard 1.7 times, langford12, sud16a and sud25a 1.2 times, sud17a and sud17b 1.06
// times, win2ku 1.04 times (nearly all of the time of win2ku is construction).
//
// Other changes were tried and rejected:
//   - Swapping cells without a branch instruction that skips inactive items makes the engine 0.9
//     to 1.0 times as fast.
//   - A pointer to the end of the list of items with one option makes the engine 0.9 times as fast,
//     because hide() then needs a branch instruction again.
//   - A linked list of active items is not faster. A scan for the smallest item with a branch
//     instruction for each comparison is not faster either.
//   - Three changes had no clear effect: processing the list of items with one option first in,
//     first out; processing the last cell of a set first; and reading the trail backwards.

#include <algorithm>
#include <bit>
#include <boost/container/vector.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/metered_engine.hpp"
#include "dlx/search/remembered_counts.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines {
namespace {

using Index = std::uint32_t;  // the number of an item, a node or a cell

// This value is added to the number of options of a secondary item. So the search never branches on
// a secondary item, and never takes it for a dead end.
constexpr Index unbounded = Index{1} << 31;

struct Item {
  Index end;    // the end of the item's live cells; 0 if the item is not active
  Index floor;  // the item's first cell, with the bit `unbounded` if the item is secondary

  Index size() const { return end - floor; }
  Index begin() const { return floor & ~unbounded; }
};
static_assert(sizeof(Item) == 8);

template <bool Coloured>
class DancingCells final : public search::MeteredEngine {
 public:
  DancingCells(const Problem& problem, const Options& options)
      : search::MeteredEngine(search::control_of(options)),
        primaries_(problem.primary_count()),
        trace_(options.trace) {
    make_order(options, problem);
    make_sets(problem);
    make_stacks(problem);
    const bool can_remember = problem.item_count() == primaries_ && trace_ == nullptr;
    if (options.remember_bytes != 0 && can_remember) {
      counted_.emplace(primaries_ + 1, options.remember_bytes);
      for (const Index item : active_) counted_->flip(item);
    }
  }

  void count(Tally& tally) override {
    if (status_ == Status::exhausted) return;
    while (search_on(&tally)) {
      if (!tally.weighted()) {
        tally.add_one();
      } else {
        tally.add(solution());
      }
    }
  }

  std::span<const OptionId> solution() override {
    solution_.clear();
    other_work_ += chosen_count_;
    for (Index l = 0; l < chosen_count_; ++l) solution_.push_back(option_of(chosen_[l]));
    return solution_;
  }

  search::OpenWork open_work() const override {
    require_tree();
    if (status_ == Status::exhausted) return {.whole = false};
    if (resume_ == Resume::at_root) return {};
    search::OpenWork left{.whole = false};
    for (Index l = 0; l < chosen_count_; ++l) left.path.push_back(option_of(chosen_[l]));
    for (Index l = 0; l < level_; ++l) {
      const Level& level = levels_[l];
      search::OpenWork::Branch branch{level.chosen_count, {}};
      const Index place = place_[level.node];
      for (Index k = 1; k <= level.left; ++k) branch.ways.push_back(option_of(cells_[place + k]));
      left.branches.push_back(std::move(branch));
    }
    if (resume_ == Resume::trying) {
      const bool alone = left.branches.empty() || left.branches.back().depth != chosen_count_;
      if (alone) left.branches.push_back({chosen_count_, {}});
      auto& ways = left.branches.back().ways;
      ways.insert(ways.begin(), option_of(node_));
    }
    left.path.resize(left.branches.empty() ? 0 : left.branches.back().depth);
    return left;
  }

  void start_at(const search::OpenWork& open_work) override {
    require_tree();
    begin_anew();
    if (open_work.whole) return;
    resume_ = Resume::leaving;
    std::size_t branch = 0;
    for (Index depth = 0; branch < open_work.branches.size(); ++depth) {
      const bool branches = open_work.branches[branch].depth == depth;
      const bool deepest = branches && branch + 1 == open_work.branches.size();
      std::vector<OptionId> ways;
      if (!deepest) ways.push_back(open_work.path[depth]);
      if (branches) {
        const auto& others = open_work.branches[branch++].ways;
        ways.insert(ways.end(), others.begin(), others.end());
      }
      if (!enter_with(ways) || (!deepest && !include(node_))) {
        begin_anew();
        throw std::invalid_argument("open work that is not of this search");
      }
      if (deepest) resume_ = Resume::trying;
    }
  }

  void check_invariants() const override;

 private:
  // ---------------------------------------------------------------------------- construction ---

  void make_order(const Options& options, const Problem& problem) {
    const BranchingRule rule = search::rule_of(options);
    if (rule == BranchingRule::minimum_remaining) return;
    if (rule == BranchingRule::weighted) {
      weight_.assign(primaries_ + 1, 1);
      return;
    }
    order_.reserve(primaries_);
    for (const ItemId item : search::items_of(options.order, problem)) {
      order_.push_back(index(item) + 1);
    }
  }

  void make_sets(const Problem& problem) {
    items_.assign(1 + problem.item_count(), Item{0, 0});
    for (Index o = 0; o < problem.option_count(); ++o) {
      for (const ItemId item : problem.items(OptionId{o})) ++items_[index(item) + 1].end;
    }
    // The cells of sets are numbered from 1, because the end of inactive items, 0, must lie before
    // every set.
    Index cell = 1;
    for (Index i = 1; i < items_.size(); ++i) {
      const Index size = std::exchange(items_[i].end, cell);
      items_[i].floor = i <= primaries_ ? cell : cell | unbounded;
      hopeless_ |= i <= primaries_ && size == 0;
      cell += size;
    }

    cells_.resize(cell, boost::container::default_init);
    entries_.resize(problem.entry_count(), boost::container::default_init);
    place_.resize(problem.entry_count(), boost::container::default_init);
    if constexpr (Coloured) colours_.resize(problem.entry_count());
    first_node_.reserve(problem.option_count());
    Index q = 0;
    for (Index o = 0; o < problem.option_count(); ++o) {
      const Index first = q;
      first_node_.push_back(first);
      for (const ItemId item : problem.items(OptionId{o})) {
        const Index i = index(item) + 1;
        entries_[q] = {i, q + 1};
        place_[q] = items_[i].end;
        cells_[items_[i].end++] = q++;
      }
      entries_[q - 1].right = first;
      if constexpr (Coloured) {
        const auto colours = problem.colours(OptionId{o});
        for (std::size_t k = 0; k < colours.size(); ++k) colours_[first + k] = index(colours[k]);
      }
    }
  }

  void make_stacks(const Problem& problem) {
    active_.resize(primaries_);
    std::iota(active_.begin(), active_.end(), Index{1});
    active_place_.resize(primaries_ + 1);
    std::iota(active_place_.begin() + 1, active_place_.end(), Index{0});
    active_count_ = primaries_;
    trail_.resize(problem.entry_count() + problem.item_count(), boost::container::default_init);
    // forced_ has one entry more than primary items, because hide() writes an entry before it tests
    // whether the entry is needed.
    forced_.resize(primaries_ + 1);
    forced_set_.resize(primaries_ / 64 + 1);
    levels_.resize(primaries_);
    chosen_.resize(primaries_);
    solution_.reserve(primaries_);
    profile_.resize(primaries_ + 1);
    list_forced();
  }

  /// Returns to the state before the search, in which the root has not been counted yet.
  void begin_anew() {
    undo(0, primaries_, 0);
    level_ = settled_ = mark_ = least_ = starved_ = starved_count_ = 0;
    behind_ = 0;
    width_ = 1;
    if (counted_) counted_->give_up();
    status_ = Status::running;
    resume_ = Resume::at_root;
    list_forced();
  }

  void list_forced() {
    for (Index k = 0; k < active_count_; ++k) {
      const Index i = active_[k];
      if (items_[i].size() == 1) forced_[forced_count_++] = i;
    }
  }

  // ------------------------------------------------------------------ changes and their undo ---

  /// Removes the option of a node from the sets of its other active items. If a primary item has no
  /// option left, starve(item) returns whether to continue. If starve() returns false, hide()
  /// returns false at once, and the remaining items of the option are not changed.
  template <class Starve>
  bool hide(Index node, Starve starve) {
    Item* const items = items_.data();
    const Entry* const entries = entries_.data();
    Index* const place = place_.data();
    Index* const cells = cells_.data();
    Saved* t = trail_.data() + trail_size_;
    Index* const forced = forced_.data();
    Index f = forced_count_;
    bool alive = true;
    for (Index q = entries[node].right; q != node; q = entries[q].right) {
      const Index item = entries[q].item;
      Item& i = items[item];
      const Index end = i.end;
      // Without colours all items of a live option are active, so no test is needed.
      if (Coloured && end == 0) continue;
      *t++ = {item, end};
      const Index cell = place[q];
      const Index last = end - 1;
      i.end = last;
      const Index moved = cells[last];
      cells[last] = q;
      cells[cell] = moved;
      place[q] = last;
      place[moved] = cell;
      const Index size = last - i.floor;
      forced[f] = item;
      f += static_cast<Index>(size == 1);
      if (size == 0 && !starve(item)) {
        alive = false;
        break;
      }
    }
    trail_size_ = static_cast<Index>(t - trail_.data());
    forced_count_ = f;
    return alive;
  }

  /// Makes an item inactive, and returns the old end of its live cells.
  Index deactivate(Index item) {
    Item& i = items_[item];
    trail_[trail_size_++] = {item, i.end};
    if (item <= primaries_) {
      if (counted_) counted_->flip(item);
      const Index place = active_place_[item];
      const Index last = active_[--active_count_];
      active_[place] = last;
      active_place_[last] = place;
      active_[active_count_] = item;
      active_place_[item] = active_count_;
    }
    return std::exchange(i.end, 0);
  }

  /// Covers an item: hides all its options, and counts the items that are left without options.
  void cover(Index item) {
    const Index end = deactivate(item);
    const Index trail_before = trail_size_;
    for (Index c = items_[item].begin(); c < end; ++c) {
      hide(cells_[c], [this](Index starved) {
        starved_ = starved;
        ++starved_count_;
        return true;
      });
    }
    updates_ += trail_size_ - trail_before;
  }

  /// Commits the item of `node` to the node's option: hides all other options of the item, except
  /// options that give the item the same colour. Returns false at a dead end: an item that the
  /// option does not contain has no option left.
  bool commit(Index node) {
    const Index item = entries_[node].item;
    // If the item is not active, an option chosen earlier has purified it to the colour of `node`.
    if (Coloured && !is_active(item)) return true;
    const Index end = deactivate(item);
    const Index trail_before = trail_size_;
    bool alive = true;
    for (Index c = items_[item].begin(); c < end && alive; ++c) {
      const Index other = cells_[c];
      if (other == node) continue;
      if (Coloured && colours_[node] != 0 && colours_[other] == colours_[node]) continue;
      alive = hide(other, [this, node](Index starved) {
        starved_ = starved;
        return is_in_option(starved, node);
      });
    }
    updates_ += trail_size_ - trail_before;
    return alive;
  }

  /// Chooses the option of a node whose item is already covered. Returns false at a dead end.
  bool include(Index node) {
    chosen_[chosen_count_++] = node;
    if (starved_count_ != 0 && starved_in_option(node) != std::exchange(starved_count_, 0)) {
      return false;
    }
    for (Index q = entries_[node].right; q != node; q = entries_[q].right) {
      if (!commit(q)) return false;
    }
    return true;
  }

  /// Undoes the latest changes, so that the trail, the list of active items and the list of chosen
  /// options have the given lengths again.
  void undo(Index trail_size, Index active_count, Index chosen_count) {
    Item* const items = items_.data();
    const Saved* const trail = trail_.data();
    for (Index t = trail_size_; t > trail_size;) {
      const Saved saved = trail[--t];
      items[saved.item].end = saved.end;
    }
    trail_size_ = trail_size;
    if (counted_) {
      for (Index k = active_count_; k < active_count; ++k) counted_->flip(active_[k]);
    }
    active_count_ = active_count;
    chosen_count_ = chosen_count;
    forced_count_ = 0;
    for (; forced_begin_ < forced_end_; ++forced_begin_) forced_set_[forced_begin_] = 0;
    forced_begin_ = unbounded;
    forced_end_ = 0;
  }

  // ------------------------------------------------------------------------------ the search ---

  /// Runs the search to the next solution.
  bool search() override { return search_on(nullptr); }

  /// If `tally` (a count of solutions) is given, the options of the last active item are added to
  /// it as solutions, without visiting these options.
  bool search_on(Tally* tally) {
    switch (resume_) {
      case Resume::at_root:
        break;
      case Resume::trying:
        goto C5;
      case Resume::leaving:
        goto C6;
    }
    if (!count_root()) return false;
    if (hopeless_) {
      if (trace_ != nullptr) trace_hopeless();
      goto C8;
    }

  C2:  // Enter.
    if (active_count_ == 0) {
      resume_ = Resume::leaving;
      return found();
    }
    if (active_count_ == 1 && tally != nullptr) {
      trace_choice(active_[0]);
      count_last(*tally);
      goto C6;
    }
    {  // C3: Choose an item.
      const Index item = choose();
      if (counted_ && tally != nullptr && items_[item].size() > 1 && is_known(*tally)) goto C6;
      trace_choice(item);
      node_ = cells_[items_[item].begin()];
      enter(item);  // covers the item and begins a new level
    }

  C5:  // Try the next option of the item.
    if (!count_try()) return false;
    if (include(node_)) goto C2;
    if (trace_ != nullptr) trace_starved();
    if (!weight_.empty()) ++weight_[starved_];

  C6:  // Undo the choice, and continue with the next option of the item.
    if (counted_) counted_->leave(level_, {solutions_, nodes()});
    if (level_ == 0) goto C8;
    next_option();
    goto C5;

  C8:  // Leave the root.
    undo(0, primaries_, 0);
    return finished();
  }

  /// Adds the remembered counts of the current state to `tally`, the count of solutions. Returns
  /// false if no counts are remembered for this state.
  bool is_known(Tally& tally) {
    // Counts are remembered only if options have no weights, and while the numbers of solutions fit
    // into 64 bits.
    constexpr std::uint64_t most_solutions = std::uint64_t{1} << 62;
    if (tally.weighted() || solutions_ > most_solutions || !counted_->is_worth_it()) {
      counted_.reset();
      return false;
    }
    std::optional<search::RememberedCounts::Count> known;
    try {
      known = counted_->enter(level_, {solutions_, nodes()});
    } catch (const std::bad_alloc&) {
      counted_.reset();
    }
    if (!known) return false;
    nodes_spared_ += known->nodes;
    solutions_ += known->solutions;
    tally.add(known->solutions);
    return true;
  }

  /// Records the item on which the search branches. Sorts the options of the item: a certificate
  /// does not contain the options that are tried, so a checker must be able to try them in the same
  /// order.
  void trace_choice(Index item) {
    if (trace_ == nullptr) return;
    trace_->branch(item - 1);
    const Index begin = items_[item].begin();
    const Index end = items_[item].end;
    std::sort(cells_.data() + begin, cells_.data() + end);
    for (Index c = begin; c < end; ++c) place_[cells_[c]] = c;
  }

  /// Records an item that was left without options by the option just tried.
  void trace_starved() {
    const auto is_starved = [this](Index item) {
      return item != 0 && is_active(item) && items_[item].size() == 0 && !is_in_option(item, node_);
    };
    Index item = starved_;
    for (Index k = 0; !is_starved(item); ++k) item = active_[k];
    trace_->branch(item - 1);
  }

  void trace_hopeless() {
    Index item = 1;
    while (items_[item].size() != 0) ++item;
    trace_->branch(item - 1);
  }

  void enter(Index item) {
    if (items_[item].size() == 1) {
      // The only option of the item need not be hidden, so deactivating the item is enough.
      deactivate(item);
    } else {
      enter_level(item, items_[item].size(), items_[item].size());
    }
  }

  /// Covers an item and enters a level for it. `ways` is the number of the item's options to be
  /// tried. `least` is a lower bound for the number of options of every active item.
  void enter_level(Index item, Index ways, Index least) {
    least_ = least;
    mark_ = trail_size_;
    cover(item);
    levels_[level_++] = {
        trail_size_, active_count_,  chosen_count_,      node_,   least_, ways, mark_, settled_,
        starved_,    starved_count_, forced_count_ != 0, behind_, width_};
    use_up_option();
  }

  /// Moves the given options to the front of the item's set, in this order. Returns false if the
  /// item does not have all of these options.
  bool put_first(Index item, std::span<const OptionId> ways) {
    Index cell = items_[item].begin();
    const Index end = items_[item].end;
    for (const OptionId way : ways) {
      Index c = cell;
      while (c < end && option_of(cells_[c]) != way) ++c;
      if (c >= end) return false;
      std::swap(cells_[c], cells_[cell]);
      place_[cells_[c]] = c;
      place_[cells_[cell]] = cell;
      ++cell;
    }
    return true;
  }

  /// Chooses an item that all given options contain, and enters a level in which only these options
  /// are tried, in the given order. Returns false if no item is in all of these options.
  bool enter_with(std::span<const OptionId> ways) {
    if (active_count_ == 0) return false;
    Index item = choose();
    Index least = items_[item].size();
    if (!put_first(item, ways)) {
      // The open work may come from an engine that chooses a different item among the items with
      // the fewest options.
      const auto end = std::next(active_.begin(), static_cast<std::ptrdiff_t>(active_count_));
      const auto found =
          std::find_if(active_.begin(), end, [&](Index other) { return put_first(other, ways); });
      if (found == end) return false;
      item = *found;
      least = 0;
      forced_count_ = 0;
      list_forced();
    }
    node_ = cells_[items_[item].begin()];
    if (items_[item].size() == 1) {
      deactivate(item);
    } else {
      enter_level(item, static_cast<Index>(ways.size()), least);
    }
    return true;
  }

  void require_tree() const {
    if (weight_.empty()) return;
    throw std::invalid_argument(
        "a search that learns weights cannot be divided: its tree depends on its past");
  }

  /// Undoes the changes since the last level was entered, and goes on to the next option of this
  /// level's item.
  void next_option() {
    Level& l = levels_[level_ - 1];
    undo(l.trail_size, l.active_count, l.chosen_count);
    node_ = l.node = cells_[place_[l.node] + 1];
    least_ = l.size;
    mark_ = l.mark;
    settled_ = l.settled;
    starved_ = l.starved;
    starved_count_ = l.starved_count;
    if (l.has_forced) list_forced();
    use_up_option();
  }

  /// Counts an option of the last level as used. If no option of the level is left, removes the
  /// level: the changes of its last option are then undone together with those of the level above.
  void use_up_option() {
    Level& l = levels_[level_ - 1];
    behind_ = l.behind;
    width_ = l.width / l.left;
    l.behind += width_;
    l.width -= width_;
    if (--l.left == 0) --level_;
  }

  /// Adds the remaining options of the last active item to the count of solutions, because each of
  /// these options completes a solution.
  void count_last(Tally& tally) {
    const Item& last = items_[active_[0]];
    solutions_ += last.size();
    if (!tally.weighted()) {
      tally.add(last.size());
      return;
    }
    other_work_ += chosen_count_;
    const auto weight = [&](Index node) { return tally.weights()[index(option_of(node))]; };
    Natural ways;
    Residue factor;
    for (Index c = last.begin(); c < last.end; ++c) {
      const OptionWeight w = weight(cells_[c]);
      ways += w.ways;
      factor += w.factor;
    }
    for (Index l = 0; l < chosen_count_; ++l) {
      const OptionWeight w = weight(chosen_[l]);
      if (w.ways != 1) ways *= w.ways;
      factor *= w.factor;
    }
    tally.add(ways, factor);
  }

  Index choose() {
    if (!order_.empty()) {
      while (items_[order_[settled_]].end == 0) ++settled_;
      return order_[settled_];
    }
    if (const Index i = choose_forced(); i != 0) return i;
    if (!weight_.empty()) return choose_weighted();
    // The items that have lost options since the last choice are on the trail (the undo list) after
    // position mark_. All other active items have at least `least_` options.
    if (active_count_ / 4 > trail_size_ - mark_) return choose_nearby();
    return choose_anywhere();
  }

  /// The first item with only one option left; 0 if no item has only one option left.
  Index choose_forced() {
    const bool none_before = forced_begin_ >= forced_end_;
    if (none_before && forced_count_ <= 1) {
      if (forced_count_ == 0) return 0;
      forced_count_ = 0;
      return items_[forced_[0]].end != 0 ? forced_[0] : 0;
    }
    for (Index f = 0; f < forced_count_; ++f) {
      const Index word = forced_[f] / 64;
      forced_set_[word] |= std::uint64_t{1} << forced_[f] % 64;
      forced_begin_ = std::min(forced_begin_, word);
      forced_end_ = std::max(forced_end_, word + 1);
    }
    forced_count_ = 0;
    for (; forced_begin_ < forced_end_; ++forced_begin_) {
      std::uint64_t& set = forced_set_[forced_begin_];
      while (set != 0) {
        const Index i = forced_begin_ * 64 + static_cast<Index>(std::countr_zero(set));
        set &= set - 1;
        if (items_[i].end != 0) return i;
      }
    }
    forced_begin_ = unbounded;
    forced_end_ = 0;
    return 0;
  }

  /// A number that orders items by their number of options and then by their index. The item with
  /// the least rank is the first of the items with the fewest options.
  std::uint64_t rank(Index item) const { return std::uint64_t{items_[item].size()} << 32 | item; }

  Index choose_nearby() {
    other_work_ += (trail_size_ - mark_) / 8;
    std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
    for (Index t = mark_; t < trail_size_; ++t) {
      const Index i = trail_[t].item;
      if (i <= primaries_ && items_[i].end != 0) best = std::min(best, rank(i));
    }
    return best >> 32 <= least_ ? static_cast<Index>(best) : choose_anywhere();
  }

  Index choose_anywhere() {
    other_work_ += active_count_ / 8;
    std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
    for (Index k = 0; k < active_count_; ++k) best = std::min(best, rank(active_[k]));
    return static_cast<Index>(best);
  }

  Index choose_weighted() {
    other_work_ += active_count_ / 8;
    Index choice = active_[0];
    for (Index k = 1; k < active_count_; ++k) {
      const Index i = active_[k];
      if (items_[i].size() * weight_[choice] < items_[choice].size() * weight_[i]) choice = i;
    }
    return choice;
  }

  bool count_root() {
    return count_node(0, [] {});
  }
  bool count_try() {
    return count_node(chosen_count_ + 1, [&] { resume_ = Resume::trying; });
  }

  // -------------------------------------------------------------------------- looking around ---

  OptionId option_of(Index node) const {
    const auto after = std::upper_bound(first_node_.begin(), first_node_.end(), node);
    return OptionId{static_cast<Index>(after - first_node_.begin() - 1)};
  }

  bool is_active(Index item) const { return items_[item].end != 0; }

  std::size_t depth() const override { return chosen_count_; }
  double share() const override { return behind_; }
  std::size_t memory_bytes() const override {
    return sizeof *this +
           heap_bytes(items_, entries_, place_, cells_, colours_, first_node_, active_,
                      active_place_, order_, weight_, trail_, forced_, forced_set_, levels_,
                      chosen_, solution_) +
           (counted_ ? counted_->memory_bytes() : 0);
  }

  bool is_in_option(Index item, Index node) const {
    Index q = node;
    do {
      if (entries_[q].item == item) return true;
      q = entries_[q].right;
    } while (q != node);
    return false;
  }

  Index starved_in_option(Index node) const {
    Index count = 0;
    for (Index q = entries_[node].right; q != node; q = entries_[q].right) {
      const Index item = entries_[q].item;
      if (is_active(item) && items_[item].size() == 0) ++count;
    }
    return count;
  }

  struct Entry {
    Index item, right;
  };
  struct Saved {
    Index item, end;
  };
  struct Level {
    // The lengths of the trail, of the list of active items and of the list of chosen options after
    // the level's item was covered.
    Index trail_size, active_count, chosen_count;
    Index node;  // a node of the option that is being tried
    // The number of options of the level's item, and the number of these options that have not been
    // tried yet.
    Index size, left;
    Index mark;  // the length of the trail before the item was covered
    Index settled, starved, starved_count;
    bool has_forced;  // whether covering the item left some items with one option
    // The fractions of the tree before the next option, and from this option on.
    double behind, width;
  };
  enum class Resume { at_root, trying, leaving };

  template <class T>
  // A vector without initialization, because each element is written before it is read.
  using Raw = boost::container::vector<T>;

  Index primaries_;
  std::vector<Item> items_;  // for each item, numbered from 1: the range of its cells
  // For each node: its item and the next node of its option. The search does not change these.
  Raw<Entry> entries_;
  Raw<Index> place_;  // for each node: the cell that contains it
  Raw<Index> cells_;  // for each cell, numbered from 1: the node that it contains
  // For each node: the colour that its option gives to its item; 0 for no colour.
  std::vector<Index> colours_;
  std::vector<Index> first_node_;  // for each option: its first node
  bool hopeless_ = false;          // whether some primary item has no options

  // active_ lists the primary items, beginning with the items to be covered. active_place_
  // contains, for each primary item, its position in active_.
  std::vector<Index> active_, active_place_;
  Index active_count_ = 0;
  // The given branching order of the items; empty if the search chooses items by their numbers of
  // options, with or without weights.
  std::vector<Index> order_;
  Index settled_ = 0;  // the number of covered items at the beginning of order_
  // For each primary item: its weight for branching; empty if the branching rule uses no weights.
  std::vector<std::uint64_t> weight_;
  Index starved_ = 0;  // the item that was last left without options
  // The number of uncovered items that have just lost their last option. The option that is tried
  // next must contain all of these items, because no other option can cover them.
  Index starved_count_ = 0;

  Raw<Saved> trail_;  // for each change: the item, and the old end of its live cells
  Index trail_size_ = 0;
  std::vector<Index> forced_;  // the items that were left with one option since the last choice
  Index forced_count_ = 0;
  // The items that were left with one option before the last choice, as a bit set.
  std::vector<std::uint64_t> forced_set_;
  // The range of words of forced_set_ that may be nonzero.
  Index forced_begin_ = unbounded, forced_end_ = 0;
  // A lower bound for the number of options of every active item, at the time when the trail had
  // the length mark_.
  Index least_ = 0;
  Index mark_ = 0;
  std::vector<Level> levels_;
  Index level_ = 0;
  std::vector<Index> chosen_;  // for each chosen option: one of its nodes
  Index chosen_count_ = 0;
  std::vector<OptionId> solution_;
  search::Trace* trace_;
  Index node_ = 0;  // a node of the option to be tried next
  Resume resume_ = Resume::at_root;
  // The fraction of the search tree that has been searched (behind_), and the fraction that lies
  // below the current node (width_).
  double behind_ = 0, width_ = 1;
  // For states: the remembered number of solutions below; empty if the search does not remember
  // counts.
  std::optional<search::RememberedCounts> counted_ = {};
};

// -------------------------------------------------------------------------------- invariants ---

template <bool Coloured>
void DancingCells<Coloured>::check_invariants() const {
  const auto require = [](bool holds, const char* what, Index where) {
    if (!holds) {
      throw std::logic_error(std::string("dancing cells: ") + what + " at " +
                             std::to_string(where));
    }
  };

  for (Index i = 1; i < items_.size(); ++i) {
    const Index stop = i + 1 < items_.size() ? items_[i + 1].begin() : Index(cells_.size());
    require(items_[i].end <= stop, "too many live cells", i);
    require(!is_active(i) || items_[i].end >= items_[i].begin(), "too few live cells", i);
    for (Index c = items_[i].begin(); c < stop; ++c) {
      require(cells_[c] < entries_.size() && place_[cells_[c]] == c, "node not in its cell", c);
      require(entries_[cells_[c]].item == i, "node in the wrong set", c);
    }
    if (status_ == Status::exhausted) require(items_[i].end == stop, "an option stayed hidden", i);
  }

  Index starved = 0;
  for (Index k = 0; k < primaries_; ++k) {
    require(active_place_[active_[k]] == k, "item not in its place", k);
    require(is_active(active_[k]) == (k < active_count_), "active items are not in front", k);
    if (k < active_count_ && items_[active_[k]].size() == 0) ++starved;
  }
  require(hopeless_ || starved == starved_count_, "items without options", starved);
  if (counted_) {
    const std::span<const Index> active(active_.data(), active_count_);
    require(counted_->is_at(active), "the state to be remembered is another", active_count_);
  }
  if (status_ == Status::exhausted) {
    require(active_count_ == primaries_, "an item stayed covered", active_count_);
  }

  for (const Index first : first_node_) {
    // The option must be live in all of its active items or in none.
    Index live = 0;
    Index hidden = 0;
    Index q = first;
    do {
      const Item& i = items_[entries_[q].item];
      if (i.end != 0) ++(place_[q] < i.end ? live : hidden);
      q = entries_[q].right;
    } while (q != first);
    require(live == 0 || hidden == 0, "option half hidden", first);
  }
}

}  // namespace

std::unique_ptr<search::Engine> make_dancing_cells(const Problem& problem, const Options& options) {
  if (problem.has_multiplicities()) {
    const bool by_rule = search::rule_of(options) != BranchingRule::minimum_remaining;
    throw std::invalid_argument(
        (by_rule ? "branching by a rule or in an order" : "the engine dancing_cells") +
        std::string(" is not for problems with multiplicities"));
  }
  if (problem.has_colours()) return std::make_unique<DancingCells<true>>(problem, options);
  return std::make_unique<DancingCells<false>>(problem, options);
}

}  // namespace dlx::engines
