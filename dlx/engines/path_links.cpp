// The problem. Choose options that cover every primary item within its bounds and every secondary
// item at most once (or in one colour), and that form a walk: the first option is a start, each
// option is a successor of the previous one, and the last option is an end. The search extends the
// walk by each successor of its last option in turn, and undoes the changes when it backtracks.
//
// The memory. Every entry of an option is a node. `up` and `down` link the nodes of one item, in a
// circle with the item's header. Unlike in Algorithm X, an option is hidden from the lists of all
// its items, so that the lists hold live options only.
//
//     headers      0 .. N-1, an item each     |  option 0        |  option 1 ...
//     nodes_   [0] [1] [2] ... [N-1]          |  [N] [N+1]       |  [N+2] [N+3] [N+4]
//     arcs_        options with the same successors leave through one junction, so that hiding an
//                  option changes a few counters rather than one for each arc
//     options_, junctions_    a record each, with the counters that change
//     trail_       the options hidden, in order; undo goes back along the trail
//     levels_      for every option of the walk: its position among its siblings, and the length of
//                  the trail before it
//
// The invariants, checked by check_invariants():
//   - the `down` links lead from header h through exactly the live options that contain item h;
//     their number is length_[h], and the `up` link of each node leads to the node before it;
//   - an option is live, or in the walk, or on the trail of hidden options;
//   - owed_[i] = max(room_[i] - slack_[i], 0), and unmet_ is the number of items with owed_[i] > 0;
//   - an option is stranded if no live option leads to it, or if no live option follows it. A
//     junction represents all options with the same successors. Junction::members counts the live
//     options of a junction, plus 1 if the walk's last option belongs to it. Junction::exits counts
//     the live successors of a junction, plus 1 if walks may end at its options. Option::entries
//     counts the junctions with members that lead to the option.
//
// Citation. Cover, uncover and purify are from D. E. Knuth, The Art of Computer Programming, volume
// 4B (2022), section 7.2.2.1. The rule that options are tried only in the order of a walk is this
// program's own extension. For Hamiltonian paths, it is folklore to backtrack if the rest of the
// graph is disconnected.
//
// The output of bench/report shows how much time each rule saves. Two details of the code were
// measured on all foldings of a snake to the cube 4x4x4:
//   - Pushing stranded options to lost_ without a branch instruction, with addresses in local
//     variables, makes the engine 1.27 times as fast. Most of the time is spent on chains of
//     stranded options, where branch instructions are often mispredicted.
//   - The rule of forced options (the last option of an item must be chosen) divides the number
//     of nodes by 2.5, and makes the engine 1.27 times as fast.
//
// Counters for each arc were tried in place of counters for each junction, and did not make the
// engine faster.

#include "dlx/engines/path_links.hpp"

#include <algorithm>
#include <boost/container/vector.hpp>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/search/guide.hpp"
#include "dlx/search/metered_engine.hpp"

namespace dlx::engines {
namespace {

using Index = std::uint32_t;  // the number of a node, a header, an option or a junction

// The junction whose successors are the first options of walks.
constexpr Index at_start = 0;
constexpr Index none = ~std::uint32_t{0};  // a value that is not the number of an option

struct Node {
  Index up, down, item, option;
};
static_assert(sizeof(Node) == 16);

/// A list of numbers for each option or each junction. The lists are stored one after another.
struct Lists {
  // The position in `entries` where each list begins, and then the end of the last list.
  std::vector<Index> begin;
  std::vector<Index> entries;

  [[nodiscard]] std::span<const Index> of(Index option) const {
    return std::span(entries).subspan(begin[option], begin[option + 1] - begin[option]);
  }
};

/// The reversed relation: for each number from 0 to count - 1, the numbers of the lists that
/// contain it.
Lists reversed(const Lists& lists, std::size_t count) {
  Lists result;
  result.begin.assign(count + 1, 0);
  for (const Index to : lists.entries) ++result.begin[to + std::size_t{1}];
  for (std::size_t o = 0; o < count; ++o) result.begin[o + 1] += result.begin[o];
  result.entries.resize(lists.entries.size());
  std::vector<Index> next(result.begin.begin(), result.begin.end());
  for (Index list = 0; list + 1 < lists.begin.size(); ++list) {
    for (const Index to : lists.of(list)) result.entries[next[to]++] = list;
  }
  return result;
}

/// The arcs of a path problem, grouped by junctions. A junction represents options with equal
/// successors, if walks may end at all of these options or at none. The first junction represents
/// no option; its successors are the starts.
struct Arcs {
  std::vector<Index> of;  // for each option: the junction that represents the option
  Lists successors;       // for each junction: its successors, which are options
  Lists members;          // for each junction: the options that it represents
  Lists into;             // for each option: the junctions of which it is a successor
  std::vector<std::uint8_t> may_end;
};

Arcs arcs_of(const PathProblem& problem) {
  Arcs arcs;
  arcs.successors.begin.push_back(0);
  const auto add = [&](std::span<const OptionId> successors, bool may_end) {
    for (const OptionId to : successors) arcs.successors.entries.push_back(index(to));
    arcs.successors.begin.push_back(static_cast<Index>(arcs.successors.entries.size()));
    arcs.may_end.push_back(may_end ? 1 : 0);
  };
  add(problem.starts(), false);

  // The options are sorted, so that the options of the same junction are contiguous.
  const Index options = problem.problem().option_count();
  std::vector<Index> order(options);
  std::iota(order.begin(), order.end(), 0U);
  const auto before = [&](Index a, Index b) {
    const auto x = problem.successors(OptionId{a});
    const auto y = problem.successors(OptionId{b});
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) {
      return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
    }
    return problem.may_end(OptionId{a}) < problem.may_end(OptionId{b});
  };
  std::stable_sort(order.begin(), order.end(), before);
  arcs.of.resize(options);
  for (Index i = 0; i < options; ++i) {
    if (i == 0 || before(order[i - 1], order[i])) {
      add(problem.successors(OptionId{order[i]}), problem.may_end(OptionId{order[i]}));
    }
    arcs.of[order[i]] = static_cast<Index>(arcs.may_end.size() - 1);
  }

  Lists leaving;
  leaving.begin.resize(options + std::size_t{1});
  std::iota(leaving.begin.begin(), leaving.begin.end(), 0U);
  leaving.entries = arcs.of;
  arcs.members = reversed(leaving, arcs.may_end.size());
  arcs.into = reversed(arcs.successors, options);
  return arcs;
}

bool has_cycle(const Arcs& arcs) {
  const auto options = static_cast<Index>(arcs.of.size());
  // For each option: the number of its predecessors that have not been removed.
  std::vector<Index> before(options);
  for (Index o = 0; o < options; ++o) {
    for (const Index j : arcs.into.of(o)) {
      before[o] += static_cast<Index>(arcs.members.of(j).size());
    }
  }
  std::vector<Index> free;
  for (Index o = 0; o < options; ++o) {
    if (before[o] == 0) free.push_back(o);
  }
  Index done = 0;
  while (!free.empty()) {
    const Index o = free.back();
    free.pop_back();
    ++done;
    for (const Index to : arcs.successors.of(arcs.of[o])) {
      if (--before[to] == 0) free.push_back(to);
    }
  }
  return done != options;
}

struct Option {
  Index first_node, end_node;  // the range of the option's nodes
  Index junction;              // the junction that represents the option
  Index into, into_end;        // a range in Arcs::into: the junctions that lead to the option
  // The number of junctions that lead to the option and have live options.
  Index entries;
  Index live;  // 1 if the option is live, otherwise 0
};

struct Junction {
  // The number of live options of the junction, plus 1 if the walk's last option belongs to the
  // junction.
  Index members;
  // The number of live successors of the junction, plus 1 if walks may end at its options.
  Index exits;
  Index successors, successors_end;  // a range in Arcs::successors: the successors
  // A range in Arcs::members: the options that the junction represents.
  Index options, options_end;
};

class PathLinks final : public search::MeteredEngine, private search::PathView {
 public:
  PathLinks(const PathProblem& problem, const Options& options, const search::PathOptions& path)
      : search::MeteredEngine(search::control_of(options)),
        items_(problem.problem().item_count()),
        primaries_(problem.problem().primary_count()),
        arcs_(arcs_of(problem)),
        has_cycle_(has_cycle(arcs_)),
        path_(path) {
    // path_options.hpp describes the rules. On a graph without cycles, an option that cannot be
    // reached is stranded. Another rule then detects items that lose their last option (starved
    // items). So the rule of severed items, which no reachable option covers, is not needed on
    // graphs without cycles.
    if (!has_cycle_ && path_.stranded_options && path_.starved_items) path_.severed_items = false;
    make_options(problem.problem());
    make_items(problem.problem());
    make_junctions();
    make_levels();
  }

  std::span<const OptionId> solution() override { return walk_; }

  search::OpenWork open_work() const override {
    require_one_order();
    if (status_ == Status::exhausted) return {.whole = false};
    if (resume_ == Resume::at_root) return guide_.open_work();
    search::OpenWork left{.whole = false, .path = walk_};
    for (std::size_t l = 0; l <= walk_.size(); ++l) {
      const auto choices = arcs_.successors.of(junction_at(l));
      // The untried options in open work include options that an earlier choice has excluded. A
      // search that resumes skips such options.
      std::size_t k = levels_[l].sibling + std::size_t{l < walk_.size() ? 1U : 0U};
      if (l == walk_.size() && resume_ != Resume::trying) k = 0;
      search::OpenWork::Branch branch{static_cast<Index>(l), {}};
      for (; k < choices.size(); ++k) {
        if (guide_.may_try(l, OptionId{choices[k]})) branch.ways.push_back(OptionId{choices[k]});
      }
      if (!branch.ways.empty()) left.branches.push_back(std::move(branch));
    }
    left.path.resize(left.branches.empty() ? 0 : left.branches.back().depth);
    return left;
  }

  void start_at(const search::OpenWork& open_work) override {
    require_one_order();
    if (status_ != Status::exhausted && resume_ != Resume::at_root) {
      guide_.lead_out();
      search();
    }
    status_ = Status::running;
    resume_ = Resume::at_root;
    guide_.follow(open_work);
  }

  void check_invariants() const override;

 private:
  struct Level {
    // The position of the level's option among the successors of the walk's previous option.
    Index sibling = 0;
    Index trail = 0;     // the length of trail_ before the walk was extended by the option
    Index coloured = 0;  // the length of coloured_ before the walk was extended by the option
    // Whether the walk's previous option was subtracted from Junction::members of its junction.
    bool left = false;
  };

  // ---------------------------------------------------------------------------- construction ---

  void make_options(const Problem& problem) {
    const Index count = problem.option_count();
    nodes_.resize(items_ + problem.entry_count(), boost::container::default_init);
    length_.assign(items_, 0);
    for (Index h = 0; h < items_; ++h) nodes_[h] = {h, h, h, count};
    if (problem.has_colours()) node_colour_.assign(nodes_.size(), 0);
    options_.reserve(count);
    Index q = items_;
    for (Index o = 0; o < count; ++o) {
      const Index first = q;
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        const Index h = index(item);
        nodes_[q] = {nodes_[h].up, h, h, o};
        nodes_[nodes_[q].up].down = q;
        nodes_[h].up = q;
        ++length_[h];
        if (!node_colour_.empty()) node_colour_[q] = index(colour);
        ++q;
      }
      options_.push_back({.first_node = first,
                          .end_node = q,
                          .junction = arcs_.of[o],
                          .into = arcs_.into.begin[o],
                          .into_end = arcs_.into.begin[o + std::size_t{1}],
                          .entries = static_cast<Index>(arcs_.into.of(o).size()),
                          .live = 1});
    }
  }

  void make_items(const Problem& problem) {
    owed_.assign(items_, 0);
    room_.assign(items_, 1);
    slack_.assign(items_, 0);
    if (problem.has_colours()) item_colour_.assign(items_, 0);
    for (Index i = 0; i < primaries_; ++i) {
      const Bounds bounds = problem.bounds(ItemId{i});
      owed_[i] = bounds.at_least;
      room_[i] = bounds.at_most;
      slack_[i] = bounds.at_most - bounds.at_least;
      if (owed_[i] != 0) ++unmet_;
      dead_ |= length_[i] < owed_[i];
    }
  }

  void make_junctions() {
    for (Index j = 0; j < arcs_.may_end.size(); ++j) {
      junctions_.push_back(
          {.members = static_cast<Index>(arcs_.members.of(j).size()) + (j == at_start ? 1 : 0),
           .exits = static_cast<Index>(arcs_.successors.of(j).size()) + arcs_.may_end[j],
           .successors = arcs_.successors.begin[j],
           .successors_end = arcs_.successors.begin[j + std::size_t{1}],
           .options = arcs_.members.begin[j],
           .options_end = arcs_.members.begin[j + std::size_t{1}]});
    }
    // An option is added to lost_ at most twice: when no live option follows it any more, and when
    // no live option leads to it any more. lost_ has one more element, because an option is written
    // before the code tests whether it is stranded.
    lost_.resize(2 * options_.size() + 1);
    if (path_.severed_items) {
      reached_.assign(options_.size(), 0);
      reached_item_.assign(items_, 0);
      open_work_.reserve(options_.size());
    }
  }

  void make_levels() {
    trail_.reserve(options_.size());
    coloured_.reserve(items_ - primaries_);
    // When the walk is extended by one option, an item is added to forced_ at most twice: when it
    // has one option left, and by force_again().
    forced_.reserve(2 * std::size_t{primaries_});
    // A walk has at most as many options as the sum of the upper bounds of primary items.
    std::size_t deepest = 0;
    for (Index i = 0; i < primaries_; ++i) deepest += std::min(room_[i], length_[i]);
    deepest = std::min(deepest, options_.size());
    levels_.resize(deepest + 1);
    walk_.reserve(deepest);
    profile_.resize(deepest + 1);
  }

  // ------------------------------------------------------------------ changes and their undo ---

  void unlink(Option& option) {
    Node* const nodes = nodes_.data();
    Index* const length = length_.data();
    const Index* const owed = owed_.data();
    bool starved = false;
    for (Index q = option.first_node; q < option.end_node; ++q) {
      const Node n = nodes[q];
      nodes[n.up].down = n.down;
      nodes[n.down].up = n.up;
      const Index left = --length[n.item];
      starved |= left < owed[n.item];
      if (left == 1 && owed[n.item] == 1) forced_.push_back(n.item);
    }
    updates_ += option.end_node - option.first_node;
    option.live = 0;
    dead_ |= starved && path_.starved_items;
  }

  void relink(Option& option) {
    Node* const nodes = nodes_.data();
    Index* const length = length_.data();
    for (Index q = option.end_node; q-- > option.first_node;) {
      const Node n = nodes[q];
      nodes[n.up].down = q;
      nodes[n.down].up = q;
      ++length[n.item];
    }
    option.live = 1;
  }

  /// Updates the junctions that lead to an option that can no longer be chosen. If a junction has
  /// no live successor left, and walks may not end there, its options are added to lost_ to be
  /// hidden.
  void lose_exits(const Option& option) {
    const Index* const into = arcs_.into.entries.data();
    const Index* const members = arcs_.members.entries.data();
    for (Index k = option.into; k < option.into_end; ++k) {
      Junction& j = junctions_[into[k]];
      if (--j.exits != 0) continue;
      other_work_ += j.options_end - j.options;
      Index* const lost = lost_.data();
      Index n = lost_count_;
      for (Index m = j.options; m < j.options_end; ++m) {
        lost[n] = members[m];
        n += options_[members[m]].live;
      }
      lost_count_ = n;
    }
  }
  void regain_exits(const Option& option) {
    const Index* const into = arcs_.into.entries.data();
    Junction* const junctions = junctions_.data();
    for (Index k = option.into; k < option.into_end; ++k) ++junctions[into[k]].exits;
  }

  /// Updates a junction that has lost one of its live options. Successors to which no junction with
  /// live options leads any more are added to lost_ to be hidden.
  void lose_member(Junction& junction) {
    if (--junction.members != 0) return;
    other_work_ += junction.successors_end - junction.successors;
    const Index* const successors = arcs_.successors.entries.data();
    Option* const options = options_.data();
    Index* const lost = lost_.data();
    Index n = lost_count_;
    for (Index k = junction.successors; k < junction.successors_end; ++k) {
      Option& to = options[successors[k]];
      lost[n] = successors[k];
      n += static_cast<Index>(--to.entries == 0) & to.live;
    }
    lost_count_ = n;
  }
  void regain_member(Junction& junction) {
    if (junction.members++ != 0) return;
    const Index* const successors = arcs_.successors.entries.data();
    Option* const options = options_.data();
    for (Index k = junction.successors; k < junction.successors_end; ++k) {
      ++options[successors[k]].entries;
    }
  }

  /// Removes an option that can no longer be chosen from the lists of its items.
  void hide(Index o) {
    Option& option = options_[o];
    unlink(option);
    // At a dead end, the whole extension of the walk will be undone, so no counters are updated.
    if (dead_) return relink(option);
    trail_.push_back(o);
    if (!path_.stranded_options) return;
    lose_member(junctions_[option.junction]);
    lose_exits(option);
  }

  void unhide(Index o) {
    Option& option = options_[o];
    if (path_.stranded_options) {
      regain_exits(option);
      regain_member(junctions_[option.junction]);
    }
    relink(option);
  }

  /// Hides the options of an item except the option `kept`; hides all of them if `kept` is `none`.
  /// If a colour is given, hides only options that give the item a different colour. Stops at a
  /// dead end.
  void hide_others(Index item, Index kept, Index colour) {
    for (Index p = nodes_[item].down; p != item && !dead_;) {
      const Index below = nodes_[p].down;
      const Index o = nodes_[p].option;
      if (o != kept && (colour == 0 || node_colour_[p] != colour)) hide(o);
      p = below;
    }
  }

  [[nodiscard]] Index colour_of(Index node) const {
    return node_colour_.empty() ? 0 : node_colour_[node];
  }

  /// The walk's new option covers the item of node q. Hides the options that conflict with the walk
  /// for this reason.
  void close(Index q) {
    const Index item = nodes_[q].item;
    if (item < primaries_ && room_[item] != 0) return;
    const Index colour = colour_of(q);
    if (colour != 0) {
      // The item already has this colour, so options that give it a different colour are already
      // hidden.
      if (item_colour_[item] != 0) return;
      item_colour_[item] = colour;
      coloured_.push_back(item);
    }
    hide_others(item, none, colour);
  }

  /// If the item must be covered once more and has one option left, hides all options that conflict
  /// with this option.
  void force(Index item) {
    if (owed_[item] != 1 || length_[item] != 1) return;
    const Index o = nodes_[nodes_[item].down].option;
    for (Index q = options_[o].first_node; q < options_[o].end_node && !dead_; ++q) {
      if (room_[nodes_[q].item] == 1) hide_others(nodes_[q].item, o, colour_of(q));
    }
  }

  /// Adds to forced_ every item that must be covered once more and has one option left.
  void force_again() {
    for (Index i = 0; i < primaries_; ++i) {
      if (length_[i] == 1 && owed_[i] == 1) forced_.push_back(i);
    }
  }

  /// Hides stranded options, and options that conflict with forced options, until no such option is
  /// left.
  void propagate() {
    while (!dead_) {
      if (lost_count_ != 0) {
        const Index o = lost_[--lost_count_];
        if (options_[o].live != 0) hide(o);
      } else if (path_.forced_options && !forced_.empty()) {
        const Index item = forced_.back();
        forced_.pop_back();
        force(item);
      } else {
        break;
      }
    }
    lost_count_ = 0;
    forced_.clear();
  }

  /// Extends the walk by an option. Returns false at a dead end. After a dead end, the caller must
  /// call unstep().
  bool step(Index o, Level& level) {
    Option& option = options_[o];
    level.trail = static_cast<Index>(trail_.size());
    level.coloured = static_cast<Index>(coloured_.size());
    level.left = false;
    dead_ = false;
    // Whether some item may now be covered only once more, so that force() may hide more options.
    bool narrower = false;
    for (Index q = option.first_node; q < option.end_node; ++q) {
      const Index item = nodes_[q].item;
      if (item >= primaries_) continue;
      narrower |= --room_[item] == 1;
      if (owed_[item] != 0 && --owed_[item] == 0) --unmet_;
    }
    unlink(option);
    if (path_.stranded_options) lose_exits(option);
    for (Index q = option.first_node; q < option.end_node && !dead_; ++q) close(q);
    if (!dead_ && path_.stranded_options) {
      level.left = true;
      lose_member(junctions_[walks_end()]);
    }
    if (narrower) force_again();
    propagate();
    walk_.push_back(OptionId{o});
    if (dead_ || severed()) return false;
    try {
      return !ruled_out();
      // If a rule throws an exception, the walk is shortened again, so that the next call of
      // search() tries the same option.
    } catch (...) {
      unstep(level);
      resume_ = Resume::trying;
      throw;
    }
  }

  /// Removes the last option from the walk.
  void unstep(const Level& level) {
    Option& option = options_[index(walk_.back())];
    walk_.pop_back();
    for (; trail_.size() > level.trail; trail_.pop_back()) unhide(trail_.back());
    if (level.left) regain_member(junctions_[walks_end()]);
    for (; coloured_.size() > level.coloured; coloured_.pop_back()) {
      item_colour_[coloured_.back()] = 0;
    }
    if (path_.stranded_options) regain_exits(option);
    relink(option);
    for (Index q = option.first_node; q < option.end_node; ++q) {
      const Index item = nodes_[q].item;
      if (item < primaries_ && ++room_[item] > slack_[item] && ++owed_[item] == 1) ++unmet_;
    }
  }

  // ----------------------------------------------------------------------------------- rules ---

  std::span<const OptionId> walk() const override { return walk_; }
  bool is_live(OptionId option) const override { return options_[index(option)].live != 0; }
  std::uint32_t owed(ItemId item) const override { return owed_[index(item)]; }

  bool ruled_out() const {
    return std::any_of(path_.rules.begin(), path_.rules.end(),
                       [&](const auto& rule) { return rule->hopeless(*this); });
  }

  /// Whether some item must still be covered, but no option that contains it can be reached from
  /// the walk's end.
  bool severed() {
    if (!path_.severed_items || unmet_ == 0) return false;
    ++stamp_;
    Index missing = unmet_;
    open_work_.clear();
    const auto reach = [&](Index from) {
      other_work_ += arcs_.successors.of(arcs_.of[from]).size();
      for (const Index o : arcs_.successors.of(arcs_.of[from])) {
        const Option& option = options_[o];
        if (option.live == 0 || reached_[o] == stamp_) continue;
        reached_[o] = stamp_;
        open_work_.push_back(o);
        for (Index q = option.first_node; q < option.end_node; ++q) {
          const Index item = nodes_[q].item;
          if (owed_[item] == 0 || reached_item_[item] == stamp_) continue;
          reached_item_[item] = stamp_;
          --missing;
        }
      }
    };
    reach(index(walk_.back()));
    while (missing != 0 && !open_work_.empty()) {
      const Index o = open_work_.back();
      open_work_.pop_back();
      reach(o);
    }
    return missing != 0;
  }

  /// Whether the walk is the first walk that was found with its set of options. For this test, the
  /// sets of options of all walks found are stored. On a graph without cycles, the test is not
  /// needed, because each set of options has at most one order.
  bool is_first_order() {
    if (path_.every_order || !has_cycle_) return true;
    // If there is not enough memory to store the set of options, the next call of search() repeats
    // this test.
    resume_ = Resume::entering;
    std::vector<OptionId> cover = walk_;
    std::sort(cover.begin(), cover.end());
    return covers_met_.insert(std::move(cover)).second;
  }

  // ------------------------------------------------------------------------------ the search ---

  /// The junction of the walk's l-th option; at_start if l is 0.
  [[nodiscard]] Index junction_at(std::size_t l) const {
    return l == 0 ? at_start : arcs_.of[index(walk_[l - 1])];
  }
  [[nodiscard]] Index walks_end() const { return junction_at(walk_.size()); }

  bool search() override {
    switch (resume_) {
      case Resume::at_root:
        break;
      case Resume::entering:
        goto enter;
      case Resume::extending:
        goto extend;
      case Resume::trying:
        goto try_sibling;
    }
    if (!guide_.guides(0) && !count_root()) return false;
    if (!root_propagated_ && !propagate_root()) return finished();
    root_propagated_ = true;
    if (guide_.guides(0))
      goto extend;  // The paused search has already counted the nodes on the path.

  enter:
    if (unmet_ == 0 && (walk_.empty() || (arcs_.may_end[walks_end()] != 0 && is_first_order()))) {
      resume_ = Resume::extending;
      return found();
    }

  extend:
    levels_[walk_.size()].sibling = 0;

  try_sibling : {
    Level& level = levels_[walk_.size()];
    const auto choices = arcs_.successors.of(walks_end());
    while (level.sibling < choices.size() && options_[choices[level.sibling]].live == 0) {
      ++level.sibling;
    }
    if (level.sibling < choices.size()) {
      switch (look(walk_.size(), choices[level.sibling])) {
        case search::Guide::Step::pass_by:
          ++level.sibling;
          goto try_sibling;
        case search::Guide::Step::on_path:
          if (step(choices[level.sibling], level)) goto extend;
          break;
        case search::Guide::Step::way:
          if (!count_try()) return false;
          if (step(choices[level.sibling], level)) goto enter;
      }
      unstep(level);
      ++level.sibling;
      goto try_sibling;
    }
  }

    // All successors have been tried, so the search removes the last option from the walk.
    if (walk_.empty()) {
      finished();
      guide_.check_arrival(false);
      return false;
    }
    Level& left = levels_[walk_.size() - 1];
    unstep(left);
    ++left.sibling;
    goto try_sibling;
  }

  /// Hides options that can never be chosen, before the search begins. Returns false if no solution
  /// exists.
  bool propagate_root() {
    if (path_.stranded_options) {
      for (Index o = 0; o < options_.size(); ++o) {
        const Option& option = options_[o];
        if (option.entries == 0 || junctions_[option.junction].exits == 0) {
          lost_[lost_count_++] = o;
        }
      }
    }
    force_again();
    propagate();
    return !dead_;
  }

  /// Whether the open work that is being resumed allows the search to try an option after the first
  /// l options of the walk.
  search::Guide::Step look(std::size_t l, Index option) {
    return guide_.guides(l) ? guide_.look(l, OptionId{option}) : search::Guide::Step::way;
  }

  void require_one_order() const {
    if (path_.every_order || !has_cycle_) return;
    throw std::invalid_argument(
        "a search for walks on a graph with cycles cannot be divided: it must remember which "
        "covers "
        "it has met");
  }

  bool count_root() {
    return count_node(0, [] {});
  }
  bool count_try() {
    return count_node(walk_.size() + 1, [&] { resume_ = Resume::trying; });
  }

  std::size_t depth() const override { return walk_.size(); }

  std::size_t memory_bytes() const override {
    const auto list_bytes = [&](const auto&... lists) {
      return (... + heap_bytes(lists.begin, lists.entries));
    };
    return sizeof *this +
           heap_bytes(nodes_, node_colour_, item_colour_, length_, owed_, room_, slack_, options_) +
           heap_bytes(junctions_, arcs_.of, arcs_.may_end) +
           list_bytes(arcs_.successors, arcs_.members, arcs_.into) +
           heap_bytes(walk_, levels_, trail_, coloured_, lost_, forced_) +
           heap_bytes(reached_, reached_item_, open_work_) +
           covers_met_.size() * (walk_.capacity() * sizeof(OptionId) + 64);
  }

  /// The searched fraction of the search tree, from 0 to 1, at a time when the search is about to
  /// try an option.
  double share() const override {
    double behind = 0;
    double width = 1;
    for (std::size_t l = 0; l <= walk_.size(); ++l) {
      const auto choices = arcs_.successors.of(junction_at(l)).size();
      if (choices == 0) break;
      width /= static_cast<double>(choices);
      behind += width * levels_[l].sibling;
    }
    return behind;
  }

  enum class Resume { at_root, entering, extending, trying };

  Index items_;
  Index primaries_;
  Arcs arcs_;
  bool has_cycle_;
  // The nodes are default-initialised, because every node is written once.
  boost::container::vector<Node> nodes_;
  // For each node: its colour; empty if the problem has no colours.
  std::vector<Index> node_colour_;
  std::vector<Option> options_;
  std::vector<Junction> junctions_;

  // The next five vectors have an element for each item.
  std::vector<Index> length_;  // the number of live options of the item
  std::vector<Index> owed_;    // the number of times that the item must still be covered
  // The number of times that the item may still be covered; 1 for a secondary item.
  std::vector<Index> room_;
  std::vector<Index> slack_;  // the upper bound minus the lower bound of the item
  // The colour that the walk gives to the item; 0 if the walk gives no colour.
  std::vector<Index> item_colour_;
  Index unmet_ = 0;  // the number of items that must still be covered

  search::PathOptions path_;
  std::vector<OptionId> walk_;
  std::vector<Level> levels_;
  std::vector<Index> trail_;
  // The items to which the walk gives a colour, in the order in which they received it.
  std::vector<Index> coloured_;
  std::vector<Index> lost_;  // options to be hidden; only the first lost_count_ elements are used
  Index lost_count_ = 0;
  std::vector<Index> forced_;     // the items that may have a single option left
  bool dead_ = false;             // whether the walk's current extension is a dead end
  bool root_propagated_ = false;  // whether the options that can never be chosen have been hidden
  search::Guide guide_;
  Resume resume_ = Resume::at_root;

  // Used by severed(): the options and items reached in its current call have the value stamp_.
  std::vector<std::uint64_t> reached_, reached_item_;
  std::vector<Index> open_work_;
  std::uint64_t stamp_ = 0;
  std::set<std::vector<OptionId>> covers_met_;
};

// -------------------------------------------------------------------------------- invariants ---

void PathLinks::check_invariants() const {
  const auto require = [](bool holds, const char* what, std::size_t where) {
    if (!holds) {
      throw std::logic_error(std::string("path links: ") + what + " at " + std::to_string(where));
    }
  };

  std::vector<Index> listed(items_);
  for (Index h = 0; h < items_; ++h) {
    for (Index p = nodes_[h].down, above = h;; above = p, p = nodes_[p].down) {
      require(p < nodes_.size() && nodes_[p].up == above, "up is not the reverse of down", above);
      if (p == h) break;
      require(nodes_[p].item == h, "node in the wrong list", p);
      require(options_[nodes_[p].option].live != 0, "a hidden option in a list", p);
      require(++listed[h] < nodes_.size(), "list has no end", h);
    }
    require(listed[h] == length_[h], "length is wrong", h);
  }

  std::vector<std::uint8_t> gone(options_.size());
  for (const OptionId o : walk_) gone[index(o)] = 1;
  for (const Index o : trail_) gone[o] = 1;
  std::size_t live_entries = 0;
  for (Index o = 0; o < options_.size(); ++o) {
    require(options_[o].live + gone[o] == 1, "neither live nor gone, or both", o);
    if (gone[o] == 0) live_entries += options_[o].end_node - options_[o].first_node;
  }
  require(live_entries == std::accumulate(listed.begin(), listed.end(), std::size_t{0}),
          "a live option is missing from a list", live_entries);

  Index unmet = 0;
  for (Index i = 0; i < primaries_; ++i) {
    require(owed_[i] == (room_[i] > slack_[i] ? room_[i] - slack_[i] : 0), "owed is wrong", i);
    if (owed_[i] != 0) ++unmet;
  }
  require(unmet == unmet_, "unmet is wrong", unmet_);

  if (!path_.stranded_options) return;
  const auto live_in = [&](std::span<const Index> list) {
    return static_cast<Index>(
        std::count_if(list.begin(), list.end(), [&](Index o) { return options_[o].live != 0; }));
  };
  for (Index j = 0; j < junctions_.size(); ++j) {
    require(junctions_[j].members == live_in(arcs_.members.of(j)) + (j == walks_end() ? 1 : 0),
            "members are wrong", j);
    require(junctions_[j].exits == live_in(arcs_.successors.of(j)) + arcs_.may_end[j],
            "exits are wrong", j);
  }
  for (Index o = 0; o < options_.size(); ++o) {
    const auto into = arcs_.into.of(o);
    const auto open = std::count_if(into.begin(), into.end(),
                                    [&](Index j) { return junctions_[j].members != 0; });
    require(options_[o].entries == static_cast<Index>(open), "entries are wrong", o);
  }
}

}  // namespace

std::unique_ptr<search::Engine> make_path_links(const PathProblem& problem, const Options& options,
                                                const search::PathOptions& path_options) {
  return std::make_unique<PathLinks>(problem, options, path_options);
}

}  // namespace dlx::engines
