// The problem. Choose options so that every primary item is covered exactly once and every
// secondary item at most once. An option is a set of at most 256 items, one to four words. The
// items have a fixed order, the primary ones first; the search branches on the first that is not
// covered. Then an option that is left has it as its first item, because those before it are
// covered. So the options are grouped by their first items, and a node tests one group: eight
// options at a time with wide vectors, each by one `and` a word. No size is counted, and nothing is
// kept up to date but the set of items that are covered.
//
// It has 2 to 7 times as many nodes as bit_matrix on flat packings, and they take a seventh of the
// time or less. That pays where the order keeps the rim of what is covered short, as on a board
// that is filled from one end (suits_item_bits()); then both compete (counting/policy.cpp). On
// solid packings, queens and Langford's problem bit_matrix takes 0.2 to 0.9 of the time.
//
// The order. The next item is the one with the largest part of options that contain an item
// before: on a board the most enclosed cell. Items that share no more than three tenths of their
// options with any other, such as the pieces of a packing, come last, where they are covered
// already. The order begins with the item of the fewest options. If the search may be long, four
// beginnings are compared by 256 random ways down each, which takes a millisecond or less (D. E.
// Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975).
//
// What was measured, in nodes on pentominoes 5x12, 6x10 and 8x8 with a hole, after each place of
// the X: the order above 4.6, 31 and .80 million; the best of four beginnings 3.9, 13 and .75; the
// one with the lowest estimate 4.1, 15 and .82. By distance from a corner: 11 million, more than
// 40, 13 (all without the X first, where the order above has 8.7, 26 and 4.7). By the fewest
// options left: 3 to 30 times as many. A look at the sizes of the regions that are left: 0.8 of the
// nodes of 6x10, no less time. A node may be dead by sight: of the options of its item each has one
// of a few other items (`needed`), and all these are covered. Such nodes are a third of
// all; without the test the search takes a tenth longer.
//
// The invariants, checked by check_invariants(): at every level `covered` are the items of the
// options chosen above, and `left` are options that have none of them.

#include "dlx/engines/item_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/random.hpp"
#include "dlx/engines/item_kernel.hpp"
#include "dlx/search/budget.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines {
namespace {

using item_sets::block;
using item_sets::Group;
using item_sets::Level;
using item_sets::Word;

#define DLX_ROW(kind) DLX_COMPILED(kind, item_sets::search)
constexpr search::Compiled<item_sets::Kernel> kernels[] = {DLX_FOR_EACH_VECTOR_KIND(DLX_ROW)};
#undef DLX_ROW

constexpr std::uint32_t no_option = ~std::uint32_t{0};

bool has(std::span<const Word> set, std::uint32_t item) {
  return (set[item / 64] >> item % 64 & 1) != 0;
}
void add(std::span<Word> set, std::uint32_t item) {
  set[item / 64] |= Word{1} << item % 64;
}

template <class Visit>
void for_each_member(std::span<const Word> set, Visit visit) {
  for (std::uint32_t w = 0; w < set.size(); ++w) {
    for (Word left = set[w]; left != 0; left &= left - 1) {
      visit(64 * w + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
  }
}

/// The options, grouped by their first items in an order.
class Table {
 public:
  /// `order`: every item, the primary ones first.
  Table(const Problem& problem, std::vector<ItemId> order)
      : words_(std::max(1U, (problem.item_count() + 63) / 64)),
        order_(std::move(order)),
        groups_(problem.primary_count()),
        places_(problem.option_count(), no_option),
        needed_(std::size_t{problem.primary_count()} * words_) {
    std::vector<std::uint32_t> position(order_.size());
    for (std::uint32_t p = 0; p < order_.size(); ++p) position[index(order_[p])] = p;
    std::vector<std::vector<std::uint32_t>> members(groups_.size());
    std::vector<Word> sets(std::size_t{problem.option_count()} * words_);
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      std::uint32_t first = no_option;
      for (const ItemId item : problem.items(OptionId{o})) {
        add(std::span(sets).subspan(std::size_t{o} * words_), position[index(item)]);
        first = std::min(first, position[index(item)]);
      }
      // Options without primary items are in no solution.
      if (first < groups_.size()) members[first].push_back(o);
    }
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
      add_group(groups_[g], members[g], sets);
      find_needed(g, members[g], sets);
    }
  }

  void show_to(item_sets::State& state) const {
    state.words = words_;
    state.primary = static_cast<std::uint32_t>(groups_.size());
    state.masks = masks_.data();
    state.groups = groups_.data();
    state.needed = needed_.data();
  }

  [[nodiscard]] std::span<const ItemId> order() const { return order_; }
  [[nodiscard]] std::uint32_t words() const { return words_; }
  [[nodiscard]] std::uint32_t option(std::uint32_t place) const { return options_[place]; }
  [[nodiscard]] bool goes_with(std::uint32_t place, const Word* covered) const {
    Word common = 0;
    for (std::uint32_t w = 0; w < words_; ++w) common |= mask(place, w) & covered[w];
    return common == 0;
  }
  void cover(std::uint32_t place, Word* covered) const {
    for (std::uint32_t w = 0; w < words_; ++w) covered[w] |= mask(place, w);
  }
  /// The place of an option; none if it has no primary item.
  [[nodiscard]] std::uint32_t place_of(OptionId option) const {
    return index(option) < places_.size() ? places_[index(option)] : no_option;
  }
  [[nodiscard]] std::size_t bytes() const {
    return heap_bytes(order_, groups_, masks_, options_, places_, needed_);
  }

  /// Expects as many nodes as random ways down tell on average.
  void estimate(int ways_down) {
    SplitMix64 random(1);
    std::vector<std::uint32_t> left;
    double sum = 0;
    for (int n = 0; n < ways_down; ++n) {
      Word covered[item_sets::most_words] = {};
      for (double ways = 1;;) {
        sum += ways;
        const std::uint32_t item = first_not_in(covered);
        if (item >= groups_.size()) break;
        left.clear();
        for (std::uint32_t k = 0; k < groups_[item].count; ++k) {
          if (goes_with(groups_[item].first + k, covered)) left.push_back(groups_[item].first + k);
        }
        if (left.empty()) break;
        ways *= static_cast<double>(left.size());
        cover(left[static_cast<std::size_t>(random() % left.size())], covered);
      }
    }
    expected_nodes_ = sum / ways_down;
  }
  /// 0: not known.
  [[nodiscard]] double expected_nodes() const { return expected_nodes_; }

 private:
  [[nodiscard]] Word mask(std::uint32_t place, std::uint32_t word) const {
    return masks_[(std::size_t{place / block} * words_ + word) * block + place % block];
  }

  [[nodiscard]] std::uint32_t first_not_in(const Word* covered) const {
    std::uint32_t w = 0;
    while (w + 1 < words_ && ~covered[w] == 0) ++w;
    return 64 * w + static_cast<std::uint32_t>(std::countr_one(covered[w]));
  }

  void add_group(Group& group, std::span<const std::uint32_t> members, std::span<const Word> sets) {
    group = {static_cast<std::uint32_t>(options_.size()),
             static_cast<std::uint32_t>(members.size())};
    options_.insert(options_.end(), members.begin(), members.end());
    options_.resize((options_.size() + block - 1) / block * block, no_option);
    masks_.resize(options_.size() * words_);
    for (std::uint32_t k = 0; k < group.count; ++k) {
      const std::uint32_t place = group.first + k;
      places_[members[k]] = place;
      for (std::uint32_t w = 0; w < words_; ++w) {
        masks_[(std::size_t{place / block} * words_ + w) * block + place % block] =
            sets[std::size_t{members[k]} * words_ + w];
      }
    }
  }

  /// The item in most options, then the item in most of the other options, until every option has
  /// one; the branching item itself if an option has no other.
  void find_needed(std::uint32_t item, std::vector<std::uint32_t> left,
                   std::span<const Word> sets) {
    const std::span needed = std::span(needed_).subspan(std::size_t{item} * words_, words_);
    const auto set_of = [&](std::uint32_t option) {
      return sets.subspan(std::size_t{option} * words_, words_);
    };
    std::vector<std::uint32_t> uses(order_.size());
    while (!left.empty()) {
      std::fill(uses.begin(), uses.end(), 0);
      for (const std::uint32_t option : left) {
        for_each_member(set_of(option), [&](std::uint32_t i) { ++uses[i]; });
      }
      uses[item] = 0;
      const auto most = std::max_element(uses.begin(), uses.end());
      const auto best = static_cast<std::uint32_t>(most - uses.begin());
      add(needed, *most == 0 ? item : best);
      if (*most == 0) break;
      std::erase_if(left, [&](std::uint32_t option) { return has(set_of(option), best); });
    }
  }

  std::uint32_t words_;
  std::vector<ItemId> order_;
  std::vector<Group> groups_;
  std::vector<Word> masks_ = {};
  std::vector<std::uint32_t> options_ = {};  // [place], and no_option up to a whole block
  std::vector<std::uint32_t> places_;        // [option]
  std::vector<Word> needed_;
  double expected_nodes_ = 0;
};

// ----------------------------------------------------------------------------------- the order ---

/// Finds an order of the items. See the head of the file.
class OrderSearch {
 public:
  explicit OrderSearch(const Problem& problem)
      : problem_(problem),
        options_of_(problem.item_count()),
        reach_(problem.item_count()),
        is_far_(problem.primary_count()) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      Set items = {};
      for (const ItemId item : problem.items(OptionId{o})) add(items, index(item));
      for (const ItemId item : problem.items(OptionId{o})) {
        options_of_[index(item)].push_back(o);
        for (std::size_t w = 0; w < items.size(); ++w) reach_[index(item)][w] |= items[w];
      }
    }
    std::vector<std::size_t> shared(problem.item_count());
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      std::fill(shared.begin(), shared.end(), 0);
      for (const std::uint32_t option : options_of_[i]) {
        for (const ItemId item : problem.items(OptionId{option})) ++shared[index(item)];
      }
      shared[i] = 0;
      const std::size_t most = *std::max_element(shared.begin(), shared.end());
      is_far_[i] = 10 * most <= 3 * options_of_[i].size();
      starts_.push_back(i);
    }
    std::stable_sort(starts_.begin(), starts_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(is_far_[a], options_of_[a].size()) <
             std::pair(is_far_[b], options_of_[b].size());
    });
  }

  /// See suits_item_bits().
  [[nodiscard]] bool has_narrow_rim() const {
    const auto near = static_cast<std::size_t>(std::count(is_far_.begin(), is_far_.end(), false));
    if (2 * near < is_far_.size()) return false;
    Set reached = {};
    std::size_t taken = 0, most_open = 0;
    const std::vector<ItemId> order = order_from(0);
    for (const ItemId item : std::span(order).first(near)) {
      for (std::size_t w = 0; w < reached.size(); ++w) reached[w] |= reach_[index(item)][w];
      std::size_t reached_near = 0;
      for (std::uint32_t i = 0; i < is_far_.size(); ++i) {
        reached_near += !is_far_[i] && has(reached, i) ? 1 : 0;
      }
      most_open = std::max(most_open, reached_near - ++taken);
    }
    return 5 * most_open <= 3 * near;
  }

  [[nodiscard]] Table best_table() const {
    Table best(problem_, order_from(0));
    best.estimate(first_ways);
    if (best.expected_nodes() < short_search) return best;
    best.estimate(more_ways);
    if (best.expected_nodes() < long_search) return best;
    for (std::uint32_t start = 1; start < most_starts && start < starts_.size(); ++start) {
      Table table(problem_, order_from(start));
      table.estimate(more_ways);
      if (table.expected_nodes() < best.expected_nodes()) best = std::move(table);
    }
    return best;
  }

 private:
  using Set = std::array<Word, item_sets::most_words>;

  static constexpr int first_ways = 32;
  static constexpr int more_ways = 256;
  static constexpr double short_search = 8'000, long_search = 200'000;  // nodes; 0.2 and 4 ms
  static constexpr std::uint32_t most_starts = 4;

  [[nodiscard]] std::vector<ItemId> order_from(std::uint32_t start) const {
    const std::uint32_t primary = problem_.primary_count();
    std::vector<ItemId> order;
    std::vector<bool> is_taken(primary), is_cut(problem_.option_count());
    std::vector<std::size_t> cut(problem_.item_count());  // options that have an item before
    const auto take = [&](std::uint32_t item) {
      order.push_back(ItemId{item});
      is_taken[item] = true;
      for (const std::uint32_t option : options_of_[item]) {
        if (is_cut[option]) continue;
        is_cut[option] = true;
        for (const ItemId other : problem_.items(OptionId{option})) ++cut[index(other)];
      }
    };
    const auto comes_before = [&](std::uint32_t a, std::uint32_t b) -> bool {
      if (is_far_[a] != is_far_[b]) return is_far_[b];
      const std::size_t size_a = options_of_[a].size(), size_b = options_of_[b].size();
      const std::size_t part_a = cut[a] * size_b, part_b = cut[b] * size_a;
      return part_a != part_b && !is_far_[a] ? part_a > part_b : size_a < size_b;
    };
    if (primary != 0) take(starts_[start]);
    while (order.size() < primary) {
      std::uint32_t best = primary;
      for (std::uint32_t i = 0; i < primary; ++i) {
        if (!is_taken[i] && (best == primary || comes_before(i, best))) best = i;
      }
      take(best);
    }
    for (std::uint32_t i = primary; i < problem_.item_count(); ++i) order.push_back(ItemId{i});
    return order;
  }

  const Problem& problem_;
  std::vector<std::vector<std::uint32_t>> options_of_;
  std::vector<Set> reach_;  // [item]: those it shares an option with
  std::vector<bool> is_far_;
  std::vector<std::uint32_t> starts_ = {};  // the primary items, those to begin with first
};

Table table_for(const Problem& problem, const Options& options) {
  if (search::rule_of(options) == BranchingRule::minimum_remaining) {
    return OrderSearch(problem).best_table();
  }
  std::vector<ItemId> order = search::items_of(options.order, problem);
  std::vector<bool> is_named(problem.item_count());
  for (const ItemId item : order) is_named[index(item)] = true;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    if (!is_named[i]) order.push_back(ItemId{i});
  }
  return Table(problem, std::move(order));
}

// ---------------------------------------------------------------------------------- the engine ---

class ItemBits final : public search::Engine {
 public:
  ItemBits(const Problem& problem, const Options& options, item_sets::Kernel kernel)
      : kernel_(kernel),
        budget_(search::control_of(options)),
        trace_(options.trace),
        table_(table_for(problem, options)),
        levels_(problem.primary_count() + 2),
        profile_(levels_.size()) {
    table_.show_to(state_);
    if (trace_ != nullptr) {
      for (const ItemId item : table_.order().first(problem.primary_count())) {
        codes_.push_back(trace_->branch_code_of(index(item)));
      }
    }
    state_.codes = codes_.data();
    state_.levels = levels_.data();
    solution_.reserve(levels_.size());
    path_.reserve(levels_.size());
    enter();
  }

  bool next() override {
    if (status_ == Status::exhausted) return false;
    if (budget_.solutions_reached(state_.solutions)) {
      status_ = Status::solution_limit;
      return false;
    }
    state_.count_only = false;
    return run();
  }

  void count(Tally& tally) override {
    if (tally.weighted()) return search::Engine::count(tally);
    if (status_ == Status::exhausted) return;
    state_.count_only = true;
    const std::uint64_t before = state_.solutions;
    adding([&] { run(); }, [&] { tally.add(state_.solutions - before); });
  }

  std::span<const OptionId> solution() override {
    solution_ = path_;
    for (std::uint32_t l = 0; !is_beginning_ && l <= state_.level; ++l) {
      solution_.push_back(OptionId{table_.option(levels_[l].chosen)});
    }
    return solution_;
  }

  Status status() const noexcept override { return status_; }

  void set_limits(const search::Limits& limits) override {
    budget_.set_limits(limits);
    state_.fuel = 0;  // the next node asks anew
  }

  search::Statistics statistics() const override {
    search::Statistics s;
    s.nodes = state_.nodes;
    s.solutions = state_.solutions;
    s.share = status_ == Status::exhausted ? 1 : s.nodes == 0 ? 0 : share();
    s.nodes_expected = is_whole_ ? table_.expected_nodes() : 0;
    s.nodes_per_level = search::without_empty_levels(profile_);
    s.memory_bytes = sizeof *this + table_.bytes() +
                     heap_bytes(codes_, levels_, profile_, solution_, path_, branches_);
    return s;
  }

  search::OpenWork open_work() const override {
    if (is_whole_ && state_.is_entering) return {};
    search::OpenWork left{.whole = false};
    if (status_ == Status::exhausted) return left;
    left.path = path_;
    for (const Branch& branch : branches_) left.branches.push_back(branch.open);
    if (state_.is_entering) {
      // The way to this node is still to be taken.
      auto& ways = left.branches.back().ways;
      ways.insert(ways.begin(), path_.back());
    } else {
      add_levels(left);
    }
    std::erase_if(left.branches, [](const auto& branch) { return branch.ways.empty(); });
    left.path.resize(left.branches.empty() ? 0 : left.branches.back().depth);
    return left;
  }

  void start_at(const search::OpenWork& open_work) override {
    status_ = Status::running;
    is_whole_ = open_work.whole;
    path_.clear();
    branches_.clear();
    if (open_work.whole) return enter();
    check(open_work);
    path_ = open_work.path;
    for (const search::OpenWork::Branch& branch : open_work.branches) {
      const std::size_t tried = branch.depth < path_.size() ? 1 : 0;
      branches_.push_back({branch, branch.ways.size() + tried});
    }
    if (!enter_next()) status_ = Status::exhausted;
  }

  void check_invariants() const override {
    if (state_.is_entering) return;
    Word covered[item_sets::most_words] = {};
    for (const OptionId option : path_) table_.cover(table_.place_of(option), covered);
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const Level& level = levels_[l];
      if (l != 0) table_.cover(levels_[l - 1].chosen, covered);
      if (!std::equal(covered, covered + table_.words(), level.covered)) {
        throw std::logic_error("item bits: other items are covered than those of the choices at " +
                               std::to_string(l));
      }
      for (Word left = level.left; left != 0; left &= left - 1) {
        const std::uint32_t place = level.from + static_cast<std::uint32_t>(std::countr_zero(left));
        if (table_.option(place) == no_option || !table_.goes_with(place, covered)) {
          throw std::logic_error("item bits: an option is left that does not go with the choices");
        }
      }
    }
  }

 private:
  /// A node of open work. One of its ways has been entered.
  struct Branch {
    search::OpenWork::Branch open;
    std::size_t size;  // ways, those tried included
  };

  bool run() {
    for (;;) {
      switch (run_kernel()) {
        case item_sets::Event::solution:
          status_ = Status::running;
          is_beginning_ = levels_[0].end == 0;
          return true;
        case item_sets::Event::exhausted:
          if (enter_next()) break;
          status_ = Status::exhausted;
          return false;
        case item_sets::Event::out_of_fuel:
#ifdef DLX_CHECK_INVARIANTS
          if (pauses_++ % 64 == 0) check_invariants();
#endif
          state_.fuel = budget_.refill(state_.nodes);
          status_ = budget_.status();
          if (state_.fuel == 0) return false;
          if (trace_ != nullptr) state_.fuel = std::min(state_.fuel, most_nodes_traced);
          if (budget_.progress_due()) {
            budget_.report({.nodes = state_.nodes,
                            .solutions = state_.solutions,
                            .level = static_cast<std::uint32_t>(path_.size()) + state_.level,
                            .share = share()});
          }
      }
    }
  }

  /// Runs the kernel with room for its records, and writes them.
  item_sets::Event run_kernel() {
    state_.profile = profile_.data() + path_.size();
    if (trace_ == nullptr) return kernel_(state_);
    state_.trace = trace_->room(room_in_trace);
    const item_sets::Event event = kernel_(state_);
    trace_->written(state_.trace);
    return event;
  }

  /// Goes to the node at the end of the path, which has not been visited.
  void enter() {
    Level& level = levels_[0];
    level = {};
    for (const OptionId option : path_) table_.cover(table_.place_of(option), level.covered);
    state_.level = 0;
    state_.is_entering = true;
    is_beginning_ = false;
  }

  /// Goes to the next node of the open work. False: there is none.
  bool enter_next() {
    while (!branches_.empty() && branches_.back().open.ways.empty()) branches_.pop_back();
    if (branches_.empty()) return false;
    search::OpenWork::Branch& branch = branches_.back().open;
    path_.resize(branch.depth);
    path_.push_back(branch.ways.front());
    branch.ways.erase(branch.ways.begin());
    enter();
    return true;
  }

  /// Throws std::invalid_argument if this is not open work of the problem.
  void check(const search::OpenWork& open_work) {
    const auto take = [&](OptionId option, Word* covered) {
      const std::uint32_t place = table_.place_of(option);
      if (place == no_option || !table_.goes_with(place, covered)) {
        status_ = Status::exhausted;
        throw std::invalid_argument("open work that is not of this search");
      }
      table_.cover(place, covered);
    };
    Word covered[item_sets::most_words] = {};
    std::uint32_t depth = 0;
    for (const search::OpenWork::Branch& branch : open_work.branches) {
      for (; depth < branch.depth; ++depth) {
        take(depth < open_work.path.size() ? open_work.path[depth] : OptionId{no_option}, covered);
      }
      for (const OptionId way : branch.ways) {
        Word below[item_sets::most_words];
        std::copy(std::begin(covered), std::end(covered), below);
        take(way, below);
      }
    }
  }

  /// Adds the options that are left at the levels.
  void add_levels(search::OpenWork& left) const {
    const auto depth = static_cast<std::uint32_t>(path_.size());
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const Level& level = levels_[l];
      search::OpenWork::Branch branch{depth + l, {}};
      for_each_left(level, [&](std::uint32_t place) {
        branch.ways.push_back(OptionId{table_.option(place)});
      });
      if (!branch.ways.empty()) left.branches.push_back(std::move(branch));
      if (l != state_.level) left.path.push_back(OptionId{table_.option(level.chosen)});
    }
  }

  template <class Visit>
  void for_each_left(const Level& level, Visit visit) const {
    for (Word left = level.left; left != 0; left &= left - 1) {
      visit(level.from + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    for (std::uint32_t place = level.next; place < level.end; ++place) {
      if (table_.goes_with(place, level.covered)) visit(place);
    }
  }

  /// The part of the tree that lies behind.
  double share() const {
    double behind = 0;
    double width = 1;
    for (const Branch& branch : branches_) {
      width /= static_cast<double>(branch.size);
      behind += width * static_cast<double>(branch.size - branch.open.ways.size() - 1);
    }
    if (state_.is_entering) return behind;
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const Level& level = levels_[l];
      if (level.end == 0) break;
      std::uint32_t all = 0, ahead = l < state_.level ? 1 : 0;
      const Group& group = state_.groups[level.item];
      for (std::uint32_t k = 0; k < group.count; ++k) {
        all += table_.goes_with(group.first + k, level.covered) ? 1 : 0;
      }
      for_each_left(level, [&](std::uint32_t) { ++ahead; });
      width /= all;
      behind += width * (all - ahead);
    }
    return std::min(behind, 1.0);
  }

  static constexpr std::uint64_t most_nodes_traced = 50'000;
  static constexpr std::size_t room_in_trace = most_nodes_traced * search::Trace::longest_number;

  item_sets::Kernel kernel_;
  search::Budget budget_;
  search::Trace* trace_;
  item_sets::State state_ = {};
  Table table_;
  std::vector<Level> levels_;
  std::vector<std::uint64_t> profile_;
  std::vector<std::uint32_t> codes_ = {};  // see State
  std::vector<OptionId> path_ = {};        // to the node of the first level
  std::vector<Branch> branches_ = {};      // of open work, down to the path's end
  std::vector<OptionId> solution_ = {};
  bool is_whole_ = true;       // the search began at the root
  bool is_beginning_ = false;  // the solution is the path itself
  Status status_ = Status::running;
#ifdef DLX_CHECK_INVARIANTS
  std::uint64_t pauses_ = 0;
#endif
};

}  // namespace

std::string_view item_bits_objection(const Problem& problem) {
  if (problem.has_multiplicities()) return "it has multiplicities";
  if (problem.has_colours()) return "it has colours";
  if (problem.item_count() > 64 * item_sets::most_words) return "it has more than 256 items";
  return {};
}

bool suits_item_bits(const Problem& problem) {
  // For more it takes too long to say.
  constexpr std::size_t most_entries = 30'000;
  return problem.primary_count() != 0 && problem.entry_count() <= most_entries &&
         item_bits_objection(problem).empty() && OrderSearch(problem).has_narrow_rim();
}

std::unique_ptr<search::Engine> make_item_bits(const Problem& problem, const Options& options,
                                               search::VectorKind vectors) {
  if (const auto objection = item_bits_objection(problem); !objection.empty()) {
    throw std::invalid_argument("the engine item_bits is not for this problem: " +
                                std::string(objection));
  }
  if (search::rule_of(options) == BranchingRule::weighted) {
    throw std::invalid_argument("the engine item_bits branches on items in a fixed order");
  }
  return std::make_unique<ItemBits>(problem, options, search::compiled_for(vectors, kernels));
}

std::unique_ptr<search::Engine> make_item_bits(const Problem& problem, const Options& options) {
  return make_item_bits(problem, options, search::best_vectors());
}

}  // namespace dlx::engines
