// The problem. Choose options so that every primary item is covered exactly once (with
// multiplicities: within its bounds) and every secondary item at most once. A secondary item may be
// covered several times if all chosen options with this item give it the same colour. The search
// picks the item with the fewest ways left, tries each of these ways, and undoes the changes. A way
// is an option of the item or, with multiplicities, the decision to cover the item no further.
//
// The memory. Every entry of an option is a node of 16 bytes. The nodes of an option are
// contiguous, and `right` links them in a circle. `up` and `down` link the nodes of one item, in a
// circle with the item's header.
//
//     headers      1 .. N, an item each          |  option 0        |  option 1 ...
//     nodes_   [0] [1] [2] [3] ... [N]           |  [N+1] [N+2]     |  [N+3] [N+4] [N+5]
//                                                    --> right -->      --> right ------>
//                                                    <----------       <----------------
//     active   0 <-> 1 <-> 2 <-> ... <-> P <-> 0    primary items still to be covered
//
// The `key` of a node is the number of its item, or of its pair (item, colour): keys 1 to N are
// items without colour, keys from N+1 are pairs. So a node needs no additional memory for a colour,
// and hiding an option needs no test for colours. The top bit of `key` marks a node whose colour
// has been purified: the option agrees with the item's colour.
//
// The invariants, checked by check_invariants():
//   - next_[prev_[i]] = prev_[next_[i]] = i along the active list, from 0 back to 0;
//   - for every header h, the `down` links lead from h through nodes of item h only, and back to
//     h. The `up` link of each node leads to the node before it. The list of a primary item has
//     length_[h] nodes;
//   - after the last solution, every list is as long as at the start.
//
// Citation. D. E. Knuth, The Art of Computer Programming, volume 4B (2022), section 7.2.2.1:
// Algorithms X, C and M. The step labels of these algorithms are used below. Cover and uncover are
// from H. Hitotumatu and K. Noshita, A Technique for Implementing Backtrack Algorithms and its
// Application (1979).
//
// Differences from Knuth's book and their effects (one run each on Soma and pentominoes 6x10, with
// the same nodes):
//   - `right` links instead of spacers save one unpredictable branch instruction for each node,
//     which makes the engine 1.3 times as fast.
//   - An option is abandoned as soon as it leaves some active item without options: this saves 8
//     and 16 % of the updates, and makes the engine 1.07 and 1.17 times as fast. With this test, an
//     active item seldom has no options (only if its last options were hidden when the branching
//     item was covered). So the search for a branching item stops at the first item with one
//     option, which makes the engine 1.8 times as fast on sudoku 16x16. If no item has only one
//     option, this search scans all active items, which is slow for tens of thousands of items.
//   - Storing the numbers of options in a separate array rather than in the headers makes the
//     engine 1.03 times as fast.
//   - Keeping the arrays' addresses and the counter of hide() and unhide() in local variables makes
//     the engine 1.28 times as fast (counting the updates costs nothing).
//
// 16-bit indices, active items as bits, and the compiler option -O3 were tried, and did not make
// the engine faster.

#include "dlx/engines/dancing_links.hpp"

#include <algorithm>
#include <boost/container/vector.hpp>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/search/guide.hpp"
#include "dlx/search/link_watcher.hpp"
#include "dlx/search/metered_engine.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines {
namespace {

using Index = std::uint32_t;  // the number of a node, a header or a key

constexpr Index purified = Index{1} << 31;  // the bit of Node::key that marks a purified node
// The length of a list that is never branched on (of a secondary item or a pair) begins at this
// value, so that it never reaches 0, which would look like a dead end.
constexpr Index unbounded = Index{1} << 31;

struct Node {
  Index up, down, key, right;
};
static_assert(sizeof(Node) == 16);

/// If `Watched` is true, the search reports every change of a link to a LinkWatcher.
template <bool Coloured, bool Multiple, bool Watched = false>
class DancingLinks final : public search::MeteredEngine {
 public:
  DancingLinks(const Problem& problem, const Options& options,
               search::LinkWatcher* watcher = nullptr)
      : search::MeteredEngine(search::control_of(options)),
        items_(problem.item_count()),
        primaries_(problem.primary_count()),
        trace_(options.trace),
        watcher_(watcher),
        takes_first_(search::rule_of(options) == BranchingRule::first_active) {
    make_nodes(problem);
    make_active_list();
    make_levels(problem);
    if constexpr (Multiple) make_order(options, problem);
    if constexpr (Watched) watcher_->start(memory());
  }

  void count(Tally& tally) override {
    if (Multiple || tally.weighted()) return search::Engine::count(tally);
    if (status_ == Status::exhausted) return;
    count_found(tally, [&] { search_exact<true>(); });
  }

  std::span<const OptionId> solution() override {
    solution_.clear();
    other_work_ += level_;
    for (std::size_t l = 0; l < level_; ++l) {
      if (choice_at(l) != search::OpenWork::closing) solution_.push_back(choice_at(l));
    }
    return solution_;
  }

  search::OpenWork open_work() const override {
    if (status_ == Status::exhausted) return {.whole = false};
    if (resume_ == Resume::at_root) return guide_.open_work();
    search::OpenWork left{.whole = false};
    for (std::size_t l = 0; l < level_; ++l) left.path.push_back(choice_at(l));
    for (std::size_t l = 0; l < levels_begun(); ++l) {
      std::vector<OptionId> ways = ways_behind(l);
      if (l == level_) ways.insert(ways.begin(), choice_at(l));
      std::erase_if(ways, [&](OptionId way) { return !guide_.may_try(l, way); });
      if (!ways.empty()) left.branches.push_back({static_cast<Index>(l), std::move(ways)});
    }
    left.path.resize(left.branches.empty() ? 0 : left.branches.back().depth);
    return left;
  }

  void start_at(const search::OpenWork& open_work) override {
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
  // ---------------------------------------------------------------------------- construction ---

  void make_nodes(const Problem& problem) {
    // The pairs (item, colour), sorted. Pair number i has the key N + 1 + i.
    std::vector<std::uint64_t> pairs;
    if constexpr (Coloured) {
      for_each_entry(problem, [&](Index item, Index colour) {
        if (colour != 0) pairs.push_back(std::uint64_t{item} << 32 | colour);
      });
      std::sort(pairs.begin(), pairs.end());
      pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
      for (const std::uint64_t pair : pairs) {
        item_of_pair_.push_back(static_cast<Index>(pair >> 32));
      }
    }

    nodes_.resize(1 + items_ + problem.entry_count(), boost::container::default_init);
    length_.assign(1 + items_ + pairs.size(), unbounded);
    std::fill_n(length_.begin(), 1 + primaries_, 0);
    for (Index h = 0; h <= items_; ++h) nodes_[h] = {h, h, h, h};

    Index q = items_ + 1;
    first_node_.reserve(problem.option_count());
    for (Index o = 0; o < problem.option_count(); ++o) {
      first_node_.push_back(q);
      q += static_cast<Index>(problem.items(OptionId{o}).size());
      for (Index p = first_node_.back(); p < q; ++p) nodes_[p].right = p + 1;
      nodes_[q - 1].right = first_node_.back();
    }
    q = items_ + 1;
    for_each_entry(problem, [&](Index item, Index colour) {
      Index key = item;
      if (colour != 0) {
        const auto pair = std::uint64_t{item} << 32 | colour;
        key =
            items_ + 1 +
            static_cast<Index>(std::lower_bound(pairs.begin(), pairs.end(), pair) - pairs.begin());
      }
      nodes_[q].key = key;
      nodes_[q].up = nodes_[item].up;
      nodes_[q].down = item;
      nodes_[nodes_[q].up].down = q;
      nodes_[item].up = q;
      ++length_[key];
      ++q;
    });
  }

  template <class Visit>
  static void for_each_entry(const Problem& problem, Visit visit) {
    for (Index o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        visit(index(item) + 1, index(colour));
      }
    }
  }

  void make_active_list() {
    prev_.resize(primaries_ + 1);
    next_.resize(primaries_ + 1);
    for (Index i = 0; i <= primaries_; ++i) {
      prev_[i] = i == 0 ? primaries_ : i - 1;
      next_[i] = i == primaries_ ? 0 : i + 1;
    }
  }

  void make_levels(const Problem& problem) {
    std::size_t levels = primaries_;
    std::size_t uses = 0;
    for (Index i = 1; i <= primaries_; ++i) {
      const Bounds b = problem.bounds(ItemId{i - 1});
      hopeless_ |= length_[i] < b.at_least;
      uses += std::min(b.at_most, length_[i]);
      if constexpr (Multiple) {
        bound_.resize(primaries_ + 1);
        slack_.resize(primaries_ + 1);
        bound_[i] = b.at_most;
        slack_[i] = b.at_most - b.at_least;
      }
    }
    // Each level either chooses an option, which covers some item once more, or decides to cover an
    // item no further.
    if constexpr (Multiple) {
      levels += std::min<std::size_t>(uses, problem.option_count());
      first_tweak_.resize(levels);
    }
    choice_.resize(levels);
    solution_.reserve(levels);
    profile_.resize(levels + 1);
  }

  void make_order(const Options& options, const Problem& problem) {
    if (search::rule_of(options) == BranchingRule::minimum_remaining) return;
    place_.resize(primaries_ + 1);
    Index place = 0;
    for (const ItemId item : search::items_of(options.order, problem)) {
      place_[index(item) + 1] = ++place;
    }
  }

  // ------------------------------------------------------------------ changes and their undo ---

  void deactivate(Index item) {
    next_[prev_[item]] = next_[item];
    prev_[next_[item]] = prev_[item];
    watch(search::LinkMove::deactivate, item, prev_[item], next_[item]);
  }

  void activate(Index item) {
    next_[prev_[item]] = item;
    prev_[next_[item]] = item;
    watch(search::LinkMove::activate, item, prev_[item], next_[item]);
  }

  bool is_active(Index item) const { return next_[prev_[item]] == item; }

  /// Removes the option of node p from the lists of its other items. Returns true if an active item
  /// is left without options.
  bool hide(Index p) {
    watch(search::LinkMove::hide, p);
    bool dead = false;
    std::uint64_t updates = 0;
    Node* const nodes = nodes_.data();
    Index* const length = length_.data();
    for (Index q = nodes[p].right; q != p;) {
      const Node n = nodes[q];
      if (!Coloured || (n.key & purified) == 0) {
        nodes[n.up].down = n.down;
        nodes[n.down].up = n.up;
        ++updates;
        // With multiplicities an item may need no options, so step M3 looks for dead ends instead.
        if (--length[n.key] == 0 && !Multiple) dead |= is_active(n.key);
        watch(search::LinkMove::unlink, q, n.up, n.down);
      }
      q = n.right;
    }
    updates_ += updates;
    return dead;
  }

  void unhide(Index p) {
    watch(search::LinkMove::unhide, p);
    Node* const nodes = nodes_.data();
    Index* const length = length_.data();
    for (Index q = nodes[p].right; q != p;) {
      const Node n = nodes[q];
      if (!Coloured || (n.key & purified) == 0) {
        nodes[n.up].down = q;
        nodes[n.down].up = q;
        ++length[n.key];
        watch(search::LinkMove::relink, q, n.up, n.down);
      }
      q = n.right;
    }
  }

  /// Covers an item: hides every option of the item.
  void cover(Index item) {
    watch(search::LinkMove::cover, item);
    for (Index p = nodes_[item].down; p != item; p = nodes_[p].down) hide(p);
  }

  /// Covers an item, but stops at a dead end. Returns the argument `from` for uncover(): the node
  /// at which covering stopped or, if there was no dead end, the item's header.
  Index cover_unless_dead(Index item) {
    watch(search::LinkMove::cover, item);
    Index p = nodes_[item].down;
    while (p != item && !hide(p)) p = nodes_[p].down;
    return p;
  }

  void uncover(Index item, Index from) {
    watch(search::LinkMove::uncover, item);
    for (Index p = from; p != item; p = nodes_[p].up) unhide(p);
  }
  void uncover(Index item) { uncover(item, nodes_[item].up); }

  /// Purifies the item of `node`: keeps only options that give the item the node's colour. Stops at
  /// a dead end. Returns the node at which it stopped or, if there was no dead end, the item's
  /// header.
  Index purify_unless_dead(Index node) {
    watch(search::LinkMove::purify, node);
    const Index key = nodes_[node].key;
    const Index item = item_of(node);
    for (Index p = nodes_[item].down; p != item; p = nodes_[p].down) {
      if (nodes_[p].key == key) {
        nodes_[p].key |= purified;
        watch(search::LinkMove::mark, p);
      } else if (hide(p)) {
        return p;
      }
    }
    return item;
  }

  void unpurify(Index item, Index from) {
    watch(search::LinkMove::unpurify, item);
    for (Index p = from; p != item; p = nodes_[p].up) {
      if ((nodes_[p].key & purified) != 0) {
        nodes_[p].key &= ~purified;
        watch(search::LinkMove::unmark, p);
      } else {
        unhide(p);
      }
    }
  }

  /// Commits the item of `node` to the node's option: covers or purifies the item. Returns the node
  /// at which a dead end was found, or the item's header.
  Index commit(Index node) {
    if constexpr (Coloured) {
      const Index key = nodes_[node].key;
      if ((key & purified) != 0) {
        watch(search::LinkMove::agree, node);
        return item_of(node);
      }
      if (key > items_) return purify_unless_dead(node);
    }
    return cover_unless_dead(nodes_[node].key);
  }

  void uncommit(Index node, Index from) {
    if constexpr (Coloured) {
      const Index key = nodes_[node].key;
      if ((key & purified) != 0) return;
      if (key > items_) return unpurify(item_of(node), from);
    }
    uncover(nodes_[node].key, from);
  }
  void uncommit(Index node) { uncommit(node, nodes_[item_of(node)].up); }

  /// Chooses the option of node x; the item of x itself is already covered. Returns false at a dead
  /// end, after undoing all its changes.
  bool try_option(Index x) {
    if constexpr (Multiple) {
      for (Index p = nodes_[x].right; p != x; p = nodes_[p].right) {
        const Index item = nodes_[p].key;
        if (item > primaries_) {
          // With multiplicities, commit() never stops early, because hide() reports no dead ends.
          commit(p);
        } else if (--bound_[item] == 0) {
          deactivate(item);
          cover(item);
        }
      }
      return true;
    } else {
      // All items of the option are deactivated first, because it is not a dead end if they lose
      // their last options.
      for (Index p = nodes_[x].right; p != x; p = nodes_[p].right) {
        if (nodes_[p].key <= primaries_) deactivate(nodes_[p].key);
      }
      for (Index p = nodes_[x].right; p != x; p = nodes_[p].right) {
        const Index reached = commit(p);
        if (reached <= items_) continue;
        if (trace_ != nullptr) trace_starved(reached);
        if constexpr (Watched) watch(search::LinkMove::dead, starved(reached));
        watch(search::LinkMove::undo, x);
        uncommit(p, reached);
        undo_option(x, p);
        return false;
      }
      return true;
    }
  }

  /// Undoes try_option() for the entries between x and `end`, and activates all items of the
  /// option.
  void undo_option(Index x, Index end) {
    const Index first = first_of_option(x);
    const auto left = [&](Index p) { return p != first ? p - 1 : last_of_option(x); };
    if constexpr (Multiple) {
      for (Index p = left(end); p != x; p = left(p)) {
        const Index item = nodes_[p].key;
        if (item > primaries_) {
          uncommit(p);
        } else if (bound_[item]++ == 0) {
          uncover(item);
          activate(item);
        }
      }
    } else {
      for (Index p = left(end); p != x; p = left(p)) uncommit(p);
      for (Index p = left(x); p != x; p = left(p)) {
        if (nodes_[p].key <= primaries_) activate(nodes_[p].key);
      }
    }
  }

  /// With multiplicities: removes the first option, x, from the branching item's list for the rest
  /// of this level, so that no solution is found in two orders.
  void tweak(Index x, Index item) {
    if (bound_[item] != 0) hide(x);
    const Index d = nodes_[x].down;
    nodes_[item].down = d;
    nodes_[d].up = item;
    --length_[item];
  }

  void untweak(Index first, Index item) {
    const Index kept = nodes_[item].down;
    nodes_[item].down = first;
    Index above = item;
    for (Index x = first; x != kept; above = x, x = nodes_[x].down) {
      nodes_[x].up = above;
      ++length_[item];
      if (bound_[item] != 0) unhide(x);
    }
    nodes_[kept].up = above;
    if (bound_[item] == 0) uncover(item);
  }

  // ------------------------------------------------------------------------------ the search ---

  bool search() override {
    if constexpr (Multiple) return search_multiple();
    return search_exact<false>();
  }

  /// Algorithms X and C. If `CountOnly` is true, the search does not stop at solutions. It also
  /// does not try the options of the last active item, because each of these options completes a
  /// solution.
  template <bool CountOnly>
  bool search_exact() {
    std::size_t l = level_;
    Index i = item_;
    Index* const x = choice_.data();

    switch (resume_) {
      case Resume::at_root:
        break;
      case Resume::trying:
        goto C5;
      case Resume::leaving:
        goto C8;
    }
    if (!guide_.guides(0) && !count_root()) return false;
    if (hopeless_) {
      trace_hopeless();
      if constexpr (Watched) watch(search::LinkMove::dead, hopeless());
      goto C8;
    }

  C2:  // Enter level l.
    if (next_[0] == 0) {
      watch(search::LinkMove::solution, 0);
      if (!CountOnly) return found_at(l);
      ++solutions_;
      goto C8;
    }
    if (CountOnly && next_[next_[0]] == 0 && !guide_.guides(l)) {
      trace_choice(l, next_[0]);
      solutions_ += length_[next_[0]];
      goto C8;
    }
    {  // C3: Choose i.
      Index best = std::numeric_limits<Index>::max();
      for (Index j = next_[0]; j != 0; j = next_[j]) {
        if (length_[j] >= best) continue;
        best = length_[j];
        i = j;
        if (best <= 1) break;
        if (Watched && takes_first_) break;
      }
      trace_choice(l, i);
      watch(best == 0 ? search::LinkMove::dead : search::LinkMove::choose, i, best);
      if (best == 0) goto C8;
    }
    // C4: Cover i.
    deactivate(i);
    cover(i);
    x[l] = nodes_[i].down;

  C5:  // Try x_l.
    if (x[l] == i) goto C7;
    switch (look(l)) {
      case search::Guide::Step::pass_by:
        x[l] = nodes_[x[l]].down;
        goto C5;
      case search::Guide::Step::on_path:
        break;
      case search::Guide::Step::way:
        if (!count_try(l, i)) return false;
    }
    watch(search::LinkMove::attempt, x[l]);
    if (!try_option(x[l])) {
      x[l] = nodes_[x[l]].down;
      goto C5;
    }
    ++l;
    goto C2;

  C6:  // Undo the choice of x_l, and continue with the next option of item i.
    watch(search::LinkMove::undo, x[l]);
    undo_option(x[l], x[l]);
    i = nodes_[x[l]].key;
    x[l] = nodes_[x[l]].down;
    goto C5;

  C7:  // Backtrack.
    watch(search::LinkMove::backtrack, i);
    uncover(i);
    activate(i);

  C8:  // Leave level l.
    if (l == 0) return finished_at_root();
    --l;
    goto C6;
  }

  /// Algorithm M, for problems with multiplicities.
  bool search_multiple() {
    std::size_t l = level_;
    Index i = item_;
    Index* const x = choice_.data();

    switch (resume_) {
      case Resume::at_root:
        break;
      case Resume::trying:
        goto M6;
      case Resume::leaving:
        goto M9;
    }
    if (!guide_.guides(0) && !count_root()) return false;
    if (hopeless_) {
      trace_hopeless();
      goto M9;
    }

  M2:  // Enter level l.
    if (next_[0] == 0) return found_at(l);
    // M3: Choose i, the item with the fewest ways to branch, or the first item of the given order;
    // an item without ways comes before all others. If i needs n options, each of its options
    // except the last n - 1 is a way.
    {
      std::int64_t best = std::numeric_limits<std::int64_t>::max();
      for (Index j = next_[0]; j != 0; j = next_[j]) {
        const std::int64_t ways =
            std::int64_t{length_[j]} + 1 - std::max<std::int64_t>(wanted(j), 0);
        const bool is_smaller =
            ways < best || (ways == best && (slack_[j] < slack_[i] ||
                                             (slack_[j] == slack_[i] && length_[j] > length_[i])));
        const bool is_better =
            place_.empty() ? is_smaller : j == next_[0] || ways <= 0 || place_[j] < place_[i];
        if (!is_better) continue;
        best = ways;
        i = j;
        if (best <= 0) break;
      }
      trace_choice(l, i);
      if (best <= 0) goto M9;
    }
    // M4: Prepare to branch on item i.
    x[l] = nodes_[i].down;
    if (--bound_[i] == 0) {
      deactivate(i);
      cover(i);
    }
    first_tweak_[l] = x[l];

  M5:  // Possibly tweak x_l.
    if (bound_[i] == 0 && slack_[i] == 0) {
      if (x[l] == i) goto M8;
    } else {
      if (length_[i] <= wanted(i)) goto M8;
      if (x[l] != i) {
        tweak(x[l], i);
      } else if (bound_[i] != 0) {
        deactivate(i);
      }
    }

  M6:  // Try the choice x_l: an option or, if x_l is a header, to cover item i no further.
    switch (look(l)) {
      case search::Guide::Step::pass_by:
        if (x[l] == i) goto M10;
        x[l] = nodes_[x[l]].down;
        goto M5;
      case search::Guide::Step::on_path:
        break;
      case search::Guide::Step::way:
        if (!count_try(l, i)) return false;
    }
    if (x[l] != i) try_option(x[l]);
    ++l;
    goto M2;

  M7:  // Undo the choice x_l, and continue with the next choice.
    undo_option(x[l], x[l]);
    x[l] = nodes_[x[l]].down;
    goto M5;

  M8:  // Restore the item i.
    if (bound_[i] == 0 && slack_[i] == 0) {
      uncover(i);
    } else {
      untweak(first_tweak_[l], i);
    }
    if (bound_[i]++ == 0) activate(i);

  M9:  // Leave level l.
    if (l == 0) return finished_at_root();
    --l;
    i = item_of(x[l]);
    if (x[l] != i) goto M7;

  M10:  // Undo the choice to cover item i no further.
    if (bound_[i] != 0) activate(i);
    goto M8;
  }

  /// The number of options of an item that must still be chosen; at most 0 if no option must be
  /// chosen.
  std::int64_t wanted(Index item) const {
    return std::int64_t{bound_[item]} - std::int64_t{slack_[item]};
  }

  /// Records the item on which level l branches. While open work is replayed, records nothing,
  /// because the paused search has recorded this item already.
  void trace_choice(std::size_t l, Index i) {
    if (trace_ != nullptr && !guide_.guides(l)) trace_->branch(i - 1);
  }

  /// An active item that lost its last option when the option of `node` was hidden.
  Index starved(Index node) const {
    Index p = node;
    do {
      p = nodes_[p].right;
    } while (nodes_[p].key > primaries_ || length_[nodes_[p].key] != 0 ||
             !is_active(nodes_[p].key));
    return nodes_[p].key;
  }
  void trace_starved(Index node) { trace_->branch(starved(node) - 1); }

  /// The first item that has too few options at the start of the search.
  Index hopeless() const {
    Index i = 1;
    while (Multiple ? std::int64_t{length_[i]} >= wanted(i) : length_[i] != 0) ++i;
    return i;
  }
  void trace_hopeless() {
    if (trace_ == nullptr || guide_.guides(0)) return;
    trace_->branch(hopeless() - 1);
  }

  // -------------------------------------------------------------------------------- watching ---

  void watch(search::LinkMove move, Index at, Index before = 0, Index after = 0) {
    if constexpr (Watched) {
      watcher_->step({.move = move, .at = at, .before = before, .after = after},
                     [this] { return memory(); });
    }
  }

  search::LinkMemory memory() const {
    search::LinkMemory m;
    m.next = next_;
    m.previous = prev_;
    for (Index p = 0; p < nodes_.size(); ++p) {
      const Node& n = nodes_[p];
      m.up.push_back(n.up);
      m.down.push_back(n.down);
      m.right.push_back(n.right);
      m.item.push_back(item_of(p));
      m.purified.push_back((n.key & purified) != 0);
    }
    m.length.assign(length_.data(), length_.data() + 1 + primaries_);
    return m;
  }

  /// Tells whether the open work allows the search to try the choice x_l.
  search::Guide::Step look(std::size_t l) {
    return guide_.guides(l) ? guide_.look(l, choice_at(l)) : search::Guide::Step::way;
  }

  bool count_root() {
    return count_node(0, [] {});
  }

  /// Counts the node at which level l tries an option of item i.
  bool count_try(std::size_t l, Index i) {
    return count_node(l + 1, [&] {
      level_ = l;
      item_ = i;
      resume_ = Resume::trying;
    });
  }

  bool found_at(std::size_t l) {
    level_ = l;
    resume_ = Resume::leaving;
    return found();
  }

  bool finished_at_root() {
    level_ = 0;
    watch(search::LinkMove::finish, 0);
    finished();
    guide_.check_arrival(!Multiple);
    return false;
  }

  // -------------------------------------------------------------------------- looking around ---

  Index item_of(Index node) const {
    const Index key = nodes_[node].key & ~purified;
    return key <= items_ ? key : item_of_pair_[key - items_ - 1];
  }

  OptionId option_of(Index node) const {
    const auto after = std::upper_bound(first_node_.begin(), first_node_.end(), node);
    return OptionId{static_cast<Index>(after - first_node_.begin() - 1)};
  }

  /// The number of levels that have a choice; the choice of the last level may not have been tried.
  std::size_t levels_begun() const { return resume_ == Resume::trying ? level_ + 1 : level_; }

  /// The choice at level l of the search: an option, or `closing`.
  OptionId choice_at(std::size_t l) const {
    const Index x = choice_[l];
    return x <= items_ ? search::OpenWork::closing : option_of(x);
  }

  /// The options of level l that have not been tried. With multiplicities, tweaks have shortened
  /// the item's list, so the result contains all later options of the item, including options that
  /// can no longer be chosen.
  std::vector<OptionId> ways_behind(std::size_t l) const {
    std::vector<OptionId> ways;
    const Index x = choice_[l];
    if (x <= items_) return ways;
    const Index i = item_of(x);
    if constexpr (Multiple) {
      for (Index q = last_of_option(x) + 1; q < nodes_.size(); ++q) {
        if (item_of(q) == i) ways.push_back(option_of(q));
      }
      if (slack_[i] != 0) ways.push_back(search::OpenWork::closing);
    } else {
      for (Index q = nodes_[x].down; q != i; q = nodes_[q].down) ways.push_back(option_of(q));
    }
    return ways;
  }

  Index last_of_option(Index node) const {
    while (nodes_[node].right > node) node = nodes_[node].right;
    return node;
  }
  Index first_of_option(Index node) const { return nodes_[last_of_option(node)].right; }

  /// The searched fraction of the search tree, from 0 to 1.
  double share() const override {
    double behind = 0;
    double width = 1;
    for (std::size_t l = 0; l < levels_begun(); ++l) {
      const Index x = choice_[l];
      const Index i = item_of(x);
      Index before = 0;
      Index ways = 0;
      for (Index q = Multiple ? first_tweak_[l] : nodes_[i].down; q != i; q = nodes_[q].down) {
        if (q == x) before = ways;
        ++ways;
      }
      // The choice to cover the item no further is also one of the branches.
      if (Multiple && slack_[i] != 0) ++ways;
      if (x == i) before = ways - 1;
      width /= ways;
      behind += width * before;
    }
    return behind;
  }

  std::size_t depth() const override { return level_; }

  std::size_t memory_bytes() const override {
    return sizeof *this + heap_bytes(nodes_, length_, item_of_pair_, prev_, next_, first_node_,
                                     bound_, slack_, choice_, first_tweak_, solution_);
  }

  enum class Resume { at_root, trying, leaving };

  Index items_;
  Index primaries_;
  // The nodes are default-initialised, because every node is written once.
  boost::container::vector<Node> nodes_;
  std::vector<Index> length_;        // for each key: the number of its live options
  std::vector<Index> item_of_pair_;  // for each i: the item of the pair with key N + 1 + i
  std::vector<Index> prev_, next_;   // the circular list of active items; element 0 is its header
  std::vector<Index> first_node_;    // for each option: its first node
  // With multiplicities, for each item: how many more options may cover it, and how many of these
  // are not required.
  std::vector<Index> bound_, slack_;
  bool hopeless_ = false;  // whether some item has fewer options than it needs

  // The choice x of every level: a node of an option, or the header of an item that is to be
  // covered no further.
  std::vector<Index> choice_;
  // With multiplicities, for each level: the first of the options that the level has removed from
  // its item's list.
  std::vector<Index> first_tweak_;
  std::vector<OptionId> solution_;
  search::Trace* trace_;
  search::LinkWatcher* watcher_;
  // With multiplicities, for each item: its position in the given branching order. The list is
  // empty if the search branches on the item with the fewest ways.
  std::vector<Index> place_;
  bool takes_first_;  // whether to branch on the first active item (only in watched searches)
  search::Guide guide_;
  std::size_t level_ = 0;  // the level at which the search has paused
  Index item_ = 0;
  Resume resume_ = Resume::at_root;
};

// -------------------------------------------------------------------------------- invariants ---

template <bool Coloured, bool Multiple, bool Watched>
void DancingLinks<Coloured, Multiple, Watched>::check_invariants() const {
  const auto require = [](bool holds, const char* what, Index where) {
    if (!holds) {
      throw std::logic_error(std::string("dancing links: ") + what + " at " +
                             std::to_string(where));
    }
  };

  Index active = 0;
  for (Index i = next_[0]; i != 0; i = next_[i]) {
    require(prev_[next_[i]] == i && next_[prev_[i]] == i, "active list broken", i);
    require(++active <= primaries_, "active list has no end", i);
  }

  std::size_t listed = 0;
  for (Index h = 1; h <= items_; ++h) {
    Index count = 0;
    for (Index p = nodes_[h].down, above = h;; above = p, p = nodes_[p].down) {
      require(p < nodes_.size(), "link out of range", above);
      require(nodes_[p].up == above, "up is not the reverse of down", p);
      if (p == h) break;
      require(p > items_ && item_of(p) == h, "node in the wrong list", p);
      require(++count < nodes_.size(), "list has no end", h);
    }
    require(h > primaries_ || count == length_[h], "length is wrong", h);
    listed += count;
  }
  if (status_ == Status::exhausted) {
    require(active == primaries_, "an item stayed covered", active);
    require(listed == nodes_.size() - items_ - 1, "an option stayed hidden", items_);
    for (const Node& n : nodes_)
      require((n.key & purified) == 0, "a colour stayed purified", n.key);
  }
}

}  // namespace

std::unique_ptr<search::Engine> make_dancing_links(const Problem& problem, const Options& options) {
  const BranchingRule rule = search::rule_of(options);
  if (rule != BranchingRule::minimum_remaining && !problem.has_multiplicities()) {
    throw std::invalid_argument(
        "without multiplicities the engine dancing_links branches on the smallest item only");
  }
  if (rule == BranchingRule::weighted) {
    throw std::invalid_argument("the engine dancing_links learns no weights");
  }
  if (problem.has_colours()) {
    if (problem.has_multiplicities()) {
      return std::make_unique<DancingLinks<true, true>>(problem, options);
    }
    return std::make_unique<DancingLinks<true, false>>(problem, options);
  }
  if (problem.has_multiplicities()) {
    return std::make_unique<DancingLinks<false, true>>(problem, options);
  }
  return std::make_unique<DancingLinks<false, false>>(problem, options);
}

std::unique_ptr<search::Engine> make_watched_dancing_links(const Problem& problem,
                                                           const Options& options,
                                                           search::LinkWatcher& watcher) {
  const BranchingRule rule = search::rule_of(options);
  if (rule != BranchingRule::minimum_remaining && rule != BranchingRule::first_active) {
    throw std::invalid_argument("watched, dancing links branches by the rules minimum and first");
  }
  if (problem.has_multiplicities()) {
    throw std::invalid_argument(
        "the moves of dancing links are shown without multiplicities: with them, Algorithm M also "
        "counts down bounds and tweaks lists, and the links mean something else");
  }
  if (problem.has_colours()) {
    return std::make_unique<DancingLinks<true, false, true>>(problem, options, &watcher);
  }
  return std::make_unique<DancingLinks<false, false, true>>(problem, options, &watcher);
}

}  // namespace dlx::engines
