// The problem. Choose options so that every primary item is covered within its bounds and every
// secondary item at most once. A secondary item may be covered several times if all chosen options
// with this item give it the same colour. The search decides that an option is chosen or not, and
// propagates the decision: it derives the values of other variables. From every dead end the search
// learns a clause that would have avoided this dead end.
//
// The memory. A variable is an option, or a colour that two or more options give to an item. A
// literal is a variable with a value. Each item has a list of its variables, and counts how many of
// these variables may still become true (room) and false (slack). No clauses are stored for items,
// because the counts have the same information.
//
//     items_     item 0: first, last, bounds                 item 1: ...
//     room_, slack_, open_weight_     a number for each item
//     members_   v v v v | v v v | ...          variables of every item
//     uses_      item item | item item item |   items of every variable
//     links_     option: its colours            colour: the options that give it
//     trail_     l l | l l l l l | l l ...      true literals, in the order of propagation
//                    ^ levels_[0]  ^ levels_[1]     ^ head_: propagated up to here
//     clauses_   size, glue, use, l l l | size, glue, use, l l | ...   watched by their first two
//
// The propagation. A conclusion is a literal that propagation makes true. If no more variables of
// an item may become true (the room is 0), its open variables become false. If no more variables
// may become false (the slack is 0), its open variables become true. A true option makes its
// colours true, and a false colour makes its options false. If all literals of a clause except one
// are false, this literal becomes true. The reason of a literal is the item or the clause that made
// it true. When a conflict is analysed, the literals that caused a conclusion are read from the
// trail.
//
// The invariants, checked by check_invariants():
//   - the values and levels of variables agree with trail_ and levels_;
//   - the room of every item, and the slack of items that must be covered, agree with the
//     literals on the trail before head_;
//   - every clause is watched by its first two literals; when propagation has finished, each
//     clause has a true literal, or its first two literals are not false;
//   - a literal that a clause has made true is the first one of the clause.
//
// Citation. J. P. Marques-Silva and K. A. Sakallah, GRASP (1999), learn clauses from conflicts. M.
// Moskewicz et al., Chaff (2001), introduced watched literals and activities of variables. N. Eén
// and N. Sörensson describe the search in An Extensible SAT-solver (2003), and the shortening of
// clauses in Minimizing learned clauses (2009). Glue is from G. Audemard and L. Simon, Predicting
// Learnt Clauses Quality (2009). Weights of items are from F. Boussemart et al., ECAI 2004. A.
// Biere's programs alternate between two modes of restarts. Counts for items in place of clauses
// are from constraint programming: O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy
// clause generation (2009).
//
// Design choices. Each factor is the work with the choice, divided by the work without it. The
// factors are geometric means over 26 problems: quasigroups, sudokus, queens, timetables, boxes
// filled with copies of one piece, edge matching.
//   - The search chooses an item, and then one of its options. This rule takes 0.3 times the work
//     of choosing the most active variable.
//   - If an item contributes to a conflict because it has too few options left, its weight is
//     increased. If it contributes because it cannot be covered again, its weight is not changed.
//     This rule takes 0.4 times the work on problems without solutions.
//   - Each conflict multiplies the weights of items by 0.999. With 0.99 instead of 0.999 the work
//     is 1.8 times as large, with 0.9999 it is 1.3 times as large.
//   - The search alternates between a slow mode, with rare restarts (by Luby's sequence), and a
//     quick mode, with frequent restarts (by the glue of recent clauses). Alternating takes 0.8
//     times the work of one mode only.
//   - In slow mode, the search chooses an option that was true before, and among such options the
//     least active one. In quick mode, it chooses the most active option. The two rules together
//     take 0.75 times the work of either rule alone, and 0.7 times the work of the opposite rules.
//   - In slow mode, options are preferred that were true when more variables had values than at
//     any other time of this mode. This preference takes 0.6 times the work. Keeping these values
//     from one slow mode to the next takes 1.1 times the work.
//
// The search cannot be divided, because the remaining search tree depends on all clauses learned.

#include "dlx/engines/learning_cells.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/random.hpp"
#include "dlx/search/nogood_trace.hpp"

namespace dlx::engines {
namespace {

using Index = std::uint32_t;    // the number of a variable or an item, or a position in an array
using Literal = std::uint32_t;  // a literal: twice the number of its variable, plus 1 for false

constexpr Index nothing = std::numeric_limits<Index>::max();

constexpr Literal literal(Index variable, bool value) {
  return 2 * variable + (value ? 0 : 1);
}
constexpr Index variable(Literal l) {
  return l / 2;
}
constexpr bool is_positive(Literal l) {
  return l % 2 == 0;
}
constexpr Literal opposite(Literal l) {
  return l ^ 1;
}

// After each conflict, the weights of items and the activities of variables are multiplied by these
// factors.
constexpr double item_fade = 0.999;
constexpr double slow_fade = 0.95;
constexpr double quick_fade = 0.9;
// The number of conflicts in the first mode of the search, which has rare restarts. Each later
// mode, quick or slow, is longer than the previous mode by this number of conflicts.
constexpr std::uint64_t mode_unit = 300;
// In slow mode, the intervals between restarts are this number of conflicts times the numbers of
// Luby's sequence.
constexpr std::uint64_t luby_unit = 128;
// The number of conflicts before weak clauses are removed for the first time. Each later interval
// between removals is longer than the previous interval by cut_growth conflicts.
constexpr std::uint64_t first_cut = 2000;
constexpr std::uint64_t cut_growth = 300;
// Clauses whose glue is at most this number are never removed. Glue is the number of levels to
// which the literals of a clause belong.
constexpr Index strong_glue = 2;
// Weights and activities are multiplied by small_factor when the amount that a conflict adds to
// them reaches largest_step.
constexpr double largest_step = 1e100, small_factor = 1e-100, least_value = 1e-200;
// When a branching item is chosen, items are compared in blocks of this many items. With a loop
// over single items, the whole search takes 1.4 times as long (2.0 times on sudokus of side 36).
// Vector instructions for two items at a time make no difference (0.99 of the time).
constexpr Index scanned = 8;
// In the measure of work, visiting a clause counts as this number of updates.
constexpr std::uint64_t clause_work = 4;
// The number of words that clauses may fill (512 MiB) before some of them are removed early.
constexpr std::size_t most_words = std::size_t{1} << 27;

/// The n-th number, counted from 0, of Luby's sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
std::uint64_t luby(std::uint64_t n) {
  std::uint64_t size = 1;
  std::uint64_t power = 1;
  while (size < n + 1) {
    size = 2 * size + 1;
    power *= 2;
  }
  while (size - 1 != n) {
    size /= 2;
    power /= 2;
    n %= size;
  }
  return power;
}

class LearningCells final : public LearningEngine {
 public:
  LearningCells(const Problem& problem, const Options& options)
      : LearningEngine(search::control_of(options)), options_(problem.option_count()) {
    make_items(problem);
    make_variables();
    profile_.resize(variables_ + 2);
    if (options.random) shuffle(*options.random);
    if (options.trace != nullptr && primaries_ > 0) trace_.emplace(*options.trace);
    is_consistent_ = begin();
  }

  void assume(std::span<const Assumption> assumptions) override;
  std::span<const Assumption> core() const override { return core_; }

  std::span<const OptionId> solution() override {
    solution_.clear();
    for (const Literal l : trail_) {
      if (is_positive(l) && variable(l) < options_) solution_.push_back(OptionId{variable(l)});
    }
    other_work_ += trail_.size();
    return solution_;
  }

  search::OpenWork open_work() const override { cannot_be_divided(); }
  void start_at(const search::OpenWork&) override { cannot_be_divided(); }
  void check_invariants() const override;

 private:
  [[noreturn]] static void cannot_be_divided() {
    throw std::invalid_argument("a search that learns cannot be divided");
  }

  /// The reason why a literal is true.
  struct Reason {
    enum Kind : std::uint32_t { none, item, clause, partner };
    Kind kind;
    // The number of the item or the clause that made the literal true. For `partner`: a literal
    // that made this literal true.
    Index index;
  };
  struct Item {
    Index begin, end;  // the range of the item's variables in members_
    std::int32_t least = 0, most = 0;
  };
  struct Watch {
    Index clause;
    // Some other literal of the clause; while this literal is true, the clause need not be visited.
    Literal other;
  };
  enum class Mark : std::uint8_t { none, learned, implied, needed };

  // ---------------------------------------------------------------------------- construction ---

  void make_items(const Problem& problem) {
    std::vector<std::vector<Index>> members(problem.item_count());
    std::map<std::pair<Index, Index>, std::vector<Index>> coloured;
    for (Index o = 0; o < options_; ++o) {
      for (const Entry entry : problem.entries(OptionId{o})) {
        if (entry.colour == Colour::none) {
          members[index(entry.item)].push_back(o);
        } else {
          coloured[{index(entry.item), index(entry.colour)}].push_back(o);
        }
      }
    }
    variables_ = options_;
    std::vector<std::vector<Index>> colours(options_);
    std::vector<std::vector<Index>> givers;
    for (auto& [key, options] : coloured) {
      if (options.size() == 1) {
        members[key.first].push_back(options[0]);
        continue;
      }
      for (const Index o : options) colours[o].push_back(variables_);
      colour_items_.push_back(ItemId{key.first});
      members[key.first].push_back(variables_++);
      givers.push_back(std::move(options));
    }
    colours.insert(colours.end(), std::make_move_iterator(givers.begin()),
                   std::make_move_iterator(givers.end()));
    flatten(colours, links_, links_begin_);

    for (Index i = 0; i < members.size(); ++i) {
      const bool is_primary = i < problem.primary_count();
      const Bounds bounds = is_primary ? problem.bounds(ItemId{i}) : Bounds{0, 1};
      const auto size = static_cast<std::int32_t>(members[i].size());
      // The upper bound of an item is limited to the number of its variables. The lower bound is
      // limited to this number plus 1, with which the item still cannot be covered.
      const auto least = static_cast<std::int32_t>(
          std::min<std::uint64_t>(bounds.at_least, static_cast<std::uint64_t>(size) + 1));
      const auto most = static_cast<std::int32_t>(
          std::min<std::uint64_t>(bounds.at_most, static_cast<std::uint64_t>(size)));
      items_.push_back({.begin = 0, .end = 0, .least = least, .most = most});
      room_.push_back(most);
      slack_.push_back(size - least);
      if (is_primary) primaries_ = i + 1;
    }
    std::vector<Index> begin;
    flatten(members, members_, begin);
    for (Index i = 0; i < items_.size(); ++i) {
      items_[i].begin = begin[i];
      items_[i].end = begin[i + 1];
    }
  }

  void make_variables() {
    std::vector<std::vector<Index>> uses(variables_);
    const auto add_items = [&](bool must_be_covered) {
      for (Index i = 0; i < items_.size(); ++i) {
        if ((items_[i].least > 0) != must_be_covered) continue;
        for (Index m = items_[i].begin; m < items_[i].end; ++m) uses[members_[m]].push_back(i);
      }
    };
    add_items(true);
    for (const auto& items : uses) needed_end_.push_back(static_cast<Index>(items.size()));
    add_items(false);
    flatten(uses, uses_, uses_begin_);
    for (Index v = 0; v < variables_; ++v) needed_end_[v] += uses_begin_[v];
    values_.assign(std::size_t{2} * variables_, 0);
    watches_.resize(std::size_t{2} * variables_);
    level_.assign(variables_, 0);
    place_.assign(variables_, 0);
    reason_.assign(variables_, Reason{Reason::none, 0});
    mark_.assign(variables_, Mark::none);
    was_true_.assign(variables_, 0);
    best_.assign(variables_, 0);
    activity_.assign(variables_, 0);
    weight_.assign(items_.size(), 1);
    level_stamp_.assign(variables_ + 1, 0);
    trail_.reserve(variables_);
  }

  /// Makes the first choices of the search random, by adding random numbers below 1 to activities
  /// and weights.
  void shuffle(std::uint64_t seed) {
    auto next = [random = SplitMix64(seed)]() mutable {
      return static_cast<double>(random() >> 11) * 0x1p-53;
    };
    for (double& activity : activity_) activity = next();
    for (double& weight : weight_) weight += next();
  }

  static void flatten(const std::vector<std::vector<Index>>& lists, std::vector<Index>& all,
                      std::vector<Index>& begin) {
    for (const auto& list : lists) {
      begin.push_back(static_cast<Index>(all.size()));
      all.insert(all.end(), list.begin(), list.end());
    }
    begin.push_back(static_cast<Index>(all.size()));
  }

  /// Makes all literals true that follow from the bounds of items alone, before any decision.
  /// Returns false if an item cannot be covered.
  bool begin() {
    open_weight_.resize((primaries_ + scanned - 1) / scanned * scanned);
    slack_.resize(std::max(slack_.size(), open_weight_.size()));
    set_open_weights();
    for (Index i = 0; i < items_.size(); ++i) {
      if (slack_[i] < 0) {
        conflict_ = {Reason::item, i};
        return false;
      }
      if (slack_[i] == 0 && !is_covered(i)) conclude_all(items_[i], true, {Reason::item, i});
    }
    return true;
  }

  void set_open_weights() {
    for (Index i = 0; i < primaries_; ++i) open_weight_[i] = is_covered(i) ? 0 : weight_[i];
  }

  // ------------------------------------------------------------------ changes and their undo ---

  // The value of a literal: 1 if it is true, -1 if false, 0 if open.
  int value(Literal l) const { return values_[l]; }
  bool is_open(Index v) const { return values_[literal(v, true)] == 0; }
  bool is_covered(Index i) const { return items_[i].most - room_[i] >= items_[i].least; }
  Index level() const { return static_cast<Index>(levels_.size()); }

  void make_true(Literal l, Reason why) {
    const Index v = variable(l);
    values_[l] = 1;
    values_[opposite(l)] = -1;
    level_[v] = level();
    place_[v] = static_cast<Index>(trail_.size());
    reason_[v] = why;
    trail_.push_back(l);
  }

  /// Undoes all levels of decisions except the first `kept` levels.
  void go_back(Index kept) {
    if (level() <= kept) return;
    undo(levels_[kept]);
    levels_.resize(kept);
  }

  void undo(Index trail_size) {
    while (trail_.size() > trail_size) {
      const Literal l = trail_.back();
      trail_.pop_back();
      const Index v = variable(l);
      if (trail_.size() < head_) {
        is_positive(l) ? uncount<true>(v) : uncount<false>(v);
      }
      values_[l] = values_[opposite(l)] = 0;
      was_true_[v] = is_positive(l) ? 1 : 0;
    }
    head_ = std::min(head_, trail_size);
  }

  // ----------------------------------------------------------------------------- conclusions ---

  /// Propagates all literals on the trail. Returns false at a conflict, and stores the conflict in
  /// conflict_.
  bool conclude() {
    while (head_ < trail_.size()) {
      const Literal l = trail_[head_++];
      const bool agree = is_positive(l) ? count_at_items<true>(l) : count_at_items<false>(l);
      if (!agree || !conclude_from_links(l) || !conclude_from_clauses(opposite(l))) return false;
    }
    return true;
  }

  /// The end of the range of uses_ with those items of variable v that count v when it has this
  /// value. Items that need not be covered do not count false variables.
  Index counted_end(Index v, bool value) const {
    return value ? uses_begin_[v + 1] : needed_end_[v];
  }

  /// Updates the counts of all items of a true literal's variable. The loop continues after a
  /// conflict, because undo() will restore the counts of all these items.
  template <bool Value>
  bool count_at_items(Literal l) {
    const Index v = variable(l);
    bool agree = true;
    const Index end = counted_end(v, Value);
    updates_ += end - uses_begin_[v];
    for (Index u = uses_begin_[v]; u < end; ++u) {
      const Index i = uses_[u];
      const std::int32_t left = --(Value ? room_ : slack_)[i];
      if (Value && items_[i].most - left == items_[i].least) open_weight_[i] = 0;
      if (left > 0 || !agree || (!Value && is_covered(i))) continue;
      const Reason by_item{Reason::item, i};
      if (left < 0) {
        agree = contradiction(l, by_item);
      } else {
        const bool by_partner = Value && items_[i].most == 1;
        conclude_all(items_[i], !Value, by_partner ? Reason{Reason::partner, l} : by_item);
      }
    }
    return agree;
  }

  /// Undoes count_at_items().
  template <bool Value>
  void uncount(Index v) {
    for (Index u = uses_begin_[v]; u < counted_end(v, Value); ++u) {
      const Index i = uses_[u];
      const std::int32_t left = ++(Value ? room_ : slack_)[i];
      if (Value && items_[i].most - left == items_[i].least - 1) open_weight_[i] = weight_[i];
    }
  }

  void conclude_all(const Item& item, bool value, Reason why) {
    for (Index m = item.begin; m < item.end; ++m) {
      if (is_open(members_[m])) make_true(literal(members_[m], value), why);
    }
    updates_ += (item.end - item.begin) / 4;
  }

  /// Propagates a true option to the colours that it gives, and a false colour to the options that
  /// give it.
  bool conclude_from_links(Literal l) {
    const Index v = variable(l);
    if ((v < options_) != is_positive(l)) return true;
    for (Index k = links_begin_[v]; k < links_begin_[v + 1]; ++k) {
      const Literal other = literal(links_[k], is_positive(l));
      if (value(other) < 0) return contradiction(other, {Reason::partner, l});
      if (value(other) == 0) make_true(other, {Reason::partner, l});
    }
    return true;
  }

  bool conclude_from_clauses(Literal falsified) {
    std::vector<Watch>& watches = watches_[falsified];
    updates_ += watches.size() / 4;
    std::size_t kept = 0;
    bool agree = true;
    for (std::size_t w = 0; w < watches.size(); ++w) {
      Watch watch = watches[w];
      watches[kept++] = watch;
      if (!agree || value(watch.other) > 0) continue;
      updates_ += clause_work;
      Literal* const c = literals_of(watch.clause);
      const Literal first = c[0] ^ c[1] ^ falsified;
      watches[kept - 1].other = first;
      if (value(first) > 0) continue;
      const Index size = clauses_[watch.clause];
      Index k = 2;
      while (k < size && value(c[k]) < 0) ++k;
      if (k < size) {
        --kept;
        c[0] = first;
        c[1] = c[k];
        c[k] = falsified;
        watches_[c[1]].push_back({watch.clause, first});
      } else if (value(first) < 0) {
        agree = contradiction(first, {Reason::clause, watch.clause});
      } else {
        c[0] = first;
        c[1] = falsified;
        make_true(first, {Reason::clause, watch.clause});
      }
    }
    watches.resize(kept);
    return agree;
  }

  bool contradiction(Literal l, Reason why) {
    conflict_literal_ = l;
    conflict_ = why;
    return false;
  }

  // ----------------------------------------------------------------------------- explanation ---

  /// Calls tell(other) for each literal `other` of a set that together makes `l` true. All these
  /// literals became true before position `before` of the trail.
  template <class Tell>
  void explain(Literal l, Reason why, Index before, const Tell& tell) {
    if (why.kind == Reason::partner) {
      tell(why.index);
    } else if (why.kind == Reason::clause) {
      clauses_[why.index + use_at] = recent_use;
      for (const Literal other : clause(why.index)) {
        if (other != l) tell(opposite(other));
      }
    } else if (why.kind == Reason::item) {
      tell_members(why.index, opposite(l) % 2, before, tell);
    }
  }

  /// Calls tell() for literals of the item's variables that became true before position `before` of
  /// the trail: positive literals, or negative literals if `odd` is 1.
  template <class Tell>
  void tell_members(Index i, Literal odd, Index before, const Tell& tell) {
    const Item& item = items_[i];
    for (Index m = item.begin; m < item.end; ++m) {
      const Index v = members_[m];
      const Literal l = 2 * v + odd;
      if (value(l) > 0 && place_[v] < before) tell(l);
    }
    updates_ += (item.end - item.begin) / 4;
  }

  template <class Tell>
  void explain_conflict(const Tell& tell) {
    if (conflict_.kind == Reason::item) {
      // The conflict: conflict_literal_ and earlier literals of the same value together exceed the
      // bound of the item.
      const Index v = variable(conflict_literal_);
      tell_members(conflict_.index, conflict_literal_ % 2, place_[v] + 1, tell);
    } else {
      tell(opposite(conflict_literal_));
      explain(conflict_literal_, conflict_, nothing, tell);
    }
  }

  // -------------------------------------------------------------------------------- learning ---

  /// Sets learned_ to a clause that is false at the conflict. Only the first literal of this clause
  /// belongs to the current level. The first literal is the first unique implication point: all
  /// paths to the conflict lead through it.
  void analyse() {
    learned_.assign(1, 0);
    Index open = 0;
    const auto take = [&](Literal l) {
      const Index v = variable(l);
      if (mark_[v] != Mark::none || level_[v] == 0) return;
      mark(v, Mark::learned);
      if (level_[v] == level()) {
        ++open;
      } else {
        learned_.push_back(opposite(l));
      }
    };
    explain_conflict(take);
    add_weight(conflict_);
    std::size_t at = trail_.size();
    for (;;) {
      do --at;
      while (mark_[variable(trail_[at])] != Mark::learned);
      if (--open == 0) break;
      const Index v = variable(trail_[at]);
      mark_[v] = Mark::implied;
      explain(trail_[at], reason_[v], place_[v], take);
      add_weight(reason_[v]);
    }
    learned_[0] = opposite(trail_[at]);
    for (const Index v : marked_) {
      activity_[v] += activity_step_;
    }
    shorten();
    if (trace_) hint_at_marked();
    for (const Index v : marked_) mark_[v] = Mark::none;
    marked_.clear();
  }

  /// Increases the weight of an item that made a literal true. Called for literals that contributed
  /// to a conflict.
  void add_weight(Reason why) {
    if (why.kind != Reason::item) return;
    double& weight = weight_[why.index] += weight_step_;
    if (why.index < primaries_ && !is_covered(why.index)) open_weight_[why.index] = weight;
  }

  void mark(Index v, Mark mark) {
    mark_[v] = mark;
    marked_.push_back(v);
  }

  /// Removes literals of learned_ that the other literals imply.
  void shorten() {
    std::uint64_t levels = 0;
    for (const Literal l : learned_) levels |= level_bit(variable(l));
    std::size_t kept = 1;
    for (std::size_t k = 1; k < learned_.size(); ++k) {
      if (!is_implied(opposite(learned_[k]), levels, 0)) learned_[kept++] = learned_[k];
    }
    learned_.resize(kept);
  }

  std::uint64_t level_bit(Index v) const { return std::uint64_t{1} << level_[v] % 64; }

  /// Whether the literal `l` became true because of literals of learned_ only.
  bool is_implied(Literal l, std::uint64_t levels, int depth) {
    constexpr int deepest = 200;
    const Index v = variable(l);
    if (reason_[v].kind == Reason::none || depth == deepest) return false;
    bool all = true;
    explain(l, reason_[v], place_[v], [&](Literal other) {
      const Index w = variable(other);
      if (!all || level_[w] == 0 || mark_[w] == Mark::learned || mark_[w] == Mark::implied) return;
      all = mark_[w] != Mark::needed && (levels & level_bit(w)) != 0 &&
            is_implied(other, levels, depth + 1);
      if (mark_[w] == Mark::none) mark(w, all ? Mark::implied : Mark::needed);
    });
    return all;
  }

  /// Stores the clause learned_, undoes levels of decisions, and makes the literal true that the
  /// clause then implies.
  void learn() {
    std::size_t second = 1;
    for (std::size_t k = 2; k < learned_.size(); ++k) {
      if (level_[variable(learned_[k])] > level_[variable(learned_[second])]) second = k;
    }
    if (learned_.size() > 1) std::swap(learned_[1], learned_[second]);
    if (trace_) record_learned();
    const Index glue = glue_of_learned();
    recent_glue_ += 0.03 * (glue - recent_glue_);
    mean_glue_ +=
        (glue - mean_glue_) / static_cast<double>(std::min<std::uint64_t>(conflicts_, 100'000));
    add_learned(glue);
    activity_step_ /= is_quick_ ? quick_fade : slow_fade;
    weight_step_ /= item_fade;
    keep_small(activity_, activity_step_);
    if (keep_small(weight_, weight_step_)) set_open_weights();
  }

  /// Goes back to the level of the second literal of learned_, at which only the first literal of
  /// this clause is open. Stores the clause, and makes its first literal true.
  void add_learned(Index glue) {
    go_back(learned_.size() == 1 ? 0 : level_[variable(learned_[1])]);
    Reason why{Reason::none, 0};
    if (learned_.size() > 1) {
      const auto c = static_cast<Index>(clauses_.size());
      why = {Reason::clause, c};
      clauses_.insert(clauses_.end(), {static_cast<Index>(learned_.size()), glue, recent_use});
      clauses_.insert(clauses_.end(), learned_.begin(), learned_.end());
      watch(c);
      starts_.push_back(c);
      if (trace_) numbers_.push_back(last_number_);
    }
    make_true(learned_[0], why);
  }

  /// If the step has become large, scales the values and the step down, and returns true. No value
  /// becomes 0, because an item without weight would never be chosen.
  static bool keep_small(std::vector<double>& values, double& step) {
    if (step < largest_step) return false;
    for (double& value : values) value = std::max(value * small_factor, least_value);
    step *= small_factor;
    return true;
  }

  /// The number of levels to which the literals of learned_ belong.
  Index glue_of_learned() {
    ++stamp_;
    Index glue = 0;
    for (const Literal l : learned_) {
      std::uint64_t& stamp = level_stamp_[level_[variable(l)]];
      glue += stamp == stamp_ ? 0 : 1;
      stamp = stamp_;
    }
    return glue;
  }

  // --------------------------------------------------------------------------------- clauses ---

  std::span<const Literal> clause(Index c) const {
    return std::span(clauses_).subspan(c + clause_header, clauses_[c]);
  }
  Literal* literals_of(Index c) { return &clauses_[c + clause_header]; }

  void watch(Index c) {
    const Literal* const l = literals_of(c);
    watches_[l[0]].push_back({c, l[1]});
    watches_[l[1]].push_back({c, l[0]});
  }

  /// Whether the clause is the stored reason of a true literal.
  bool is_reason(Index c) const {
    const Literal first = clause(c)[0];
    const Reason why = reason_[variable(first)];
    return value(first) > 0 && why.kind == Reason::clause && why.index == c;
  }

  /// Of the clauses that were not used recently, have a glue above strong_glue and are not the
  /// reason of an assignment, removes the half with the largest glue (of equal glue, the longest).
  void cut() {
    std::vector<std::pair<std::uint64_t, Index>> weak;
    for (const Index c : starts_) {
      Index& use = clauses_[c + use_at];
      if (use > 0) --use;
      if (use == 0 && clauses_[c + glue_at] > strong_glue && !is_reason(c)) {
        weak.emplace_back(std::uint64_t{clauses_[c + glue_at]} << 32 | clauses_[c], c);
      }
    }
    std::sort(weak.begin(), weak.end());
    std::vector<Index> removed;
    for (std::size_t k = weak.size() / 2; k < weak.size(); ++k) removed.push_back(weak[k].second);
    std::sort(removed.begin(), removed.end());
    remove(removed);
    ++cuts_;
    next_cut_ = conflicts_ + first_cut + cut_growth * cuts_;
  }

  /// Removes the given clauses, which are not the reason of any literal. The list is in ascending
  /// order.
  void remove(const std::vector<Index>& removed) {
    std::vector<Index> left;
    left.reserve(clauses_.size());
    for (auto& watches : watches_) watches.clear();
    std::vector<Index> starts;
    std::size_t next = 0;
    std::size_t before_solutions = 0;
    for (std::size_t k = 0; k < starts_.size(); ++k) {
      const Index c = starts_[k];
      if (next < removed.size() && removed[next] == c) {
        ++next;
        if (trace_) trace_->forget(numbers_[k]);
        continue;
      }
      if (trace_) numbers_[starts.size()] = numbers_[k];
      const auto at = static_cast<Index>(left.size());
      if (is_reason(c)) reason_[variable(clause(c)[0])].index = at;
      const Index* const from = &clauses_[c];
      left.insert(left.end(), from, from + clause_header + clauses_[c]);
      starts.push_back(at);
      if (k < learned_before_solutions_) before_solutions = starts.size();
    }
    clauses_ = std::move(left);
    starts_ = std::move(starts);
    if (trace_) numbers_.resize(starts_.size());
    if (learned_before_solutions_ != all_clauses) learned_before_solutions_ = before_solutions;
    for (const Index c : starts_) watch(c);
  }

  // ------------------------------------------------------------------------------ the search ---

  bool search() override {
    if (!has_begun_) {
      if (!count_node(0, [] {})) return false;
      has_begun_ = true;
      if (trace_) record_beginning();
    }
    if (is_at_solution_) {
      is_at_solution_ = false;
      if (!exclude_solution()) return finished();
    }
    while (is_consistent_) {
      if (!conclude()) {
        if (!resolve()) break;
        continue;
      }
      if (is_restart_due()) go_back(0);
      if (level() < assumptions_.size()) {
        if (!take_assumption()) return finished();
        continue;
      }
      if (trail_.size() == variables_) return reach_solution();
      const Literal l = decide();
      if (l == nothing) return reach_solution();
      if (!count_node(level() + 1, [] {})) return false;
      decide_for(l);
    }
    return finished();
  }

  void decide_for(Literal l) {
    levels_.push_back(static_cast<Index>(trail_.size()));
    make_true(l, {Reason::none, 0});
  }

  bool reach_solution() {
    is_at_solution_ = true;
    if (trace_) record_solution();
    return found();
  }

  /// Learns from a conflict. Returns false if the conflict does not depend on any decision.
  bool resolve() {
    if (level() == 0) {
      is_consistent_ = false;
      if (trace_) record_end(hint_at(conflict_literal_, conflict_));
      return false;
    }
    ++conflicts_;
    ++since_restart_;
    if (!is_quick_) keep_best();
    analyse();
    learn();
    if (conflicts_ >= next_cut_ || clauses_.size() > most_words) cut();
    return true;
  }

  /// If more variables had values before the last decision than at any earlier time in this slow
  /// mode, stores these values.
  void keep_best() {
    if (levels_.back() <= best_size_) return;
    best_size_ = levels_.back();
    for (Index k = 0; k < best_size_; ++k) {
      best_[variable(trail_[k])] = is_positive(trail_[k]) ? 1 : -1;
    }
    updates_ += best_size_ / 8;
  }

  /// Learns a clause that excludes the solution just reported. The decisions imply all other
  /// values, so the clause of the negated decisions excludes this solution only. Returns false if
  /// this solution was the last one.
  bool exclude_solution() {
    if (level() == 0) {
      if (trace_) record_end(hints_.back());
      return false;
    }
    if (learned_before_solutions_ == all_clauses) {
      learned_before_solutions_ = starts_.size();
      known_before_solutions_ = levels_[0];
    }
    learned_.clear();
    for (Index l = level(); l-- > 0;) {
      const Index next = l + 1 < level() ? levels_[l + 1] : static_cast<Index>(trail_.size());
      // A level without literals belongs to an assumption that earlier levels had made true.
      if (levels_[l] == next) continue;
      learned_.push_back(opposite(trail_[levels_[l]]));
    }
    if (learned_.empty()) return false;
    if (trace_) record_learned();
    add_learned(0);
    return true;
  }

  /// Begins a level of decisions with the next assumption. Returns false if the clauses and values
  /// known so far exclude the assumption. In this case, sets core_ to the assumptions that exclude
  /// it.
  bool take_assumption() {
    const Assumption& assumption = assumptions_[level()];
    const Literal l = literal(index(assumption.option), assumption.chosen);
    if (value(l) < 0) {
      find_core(opposite(l));
      return false;
    }
    if (value(l) > 0) {
      levels_.push_back(static_cast<Index>(trail_.size()));
    } else {
      decide_for(l);
    }
    return true;
  }

  /// Sets core_ to the assumptions that made the literal `l` true, and the assumption that requires
  /// l to be false.
  void find_core(Literal l) {
    const auto take = [&](Literal other) {
      const Index v = variable(other);
      if (mark_[v] == Mark::none && level_[v] != 0) mark(v, Mark::needed);
    };
    take(l);
    for (std::size_t at = trail_.size(); at-- > 0;) {
      const Index v = variable(trail_[at]);
      if (mark_[v] == Mark::none) continue;
      explain(trail_[at], reason_[v], place_[v], take);
      if (reason_[v].kind != Reason::none) mark_[v] = Mark::implied;
    }
    for (std::size_t k = 0; k < assumptions_.size(); ++k) {
      const Index v = index(assumptions_[k].option);
      const bool is_given = literal(v, assumptions_[k].chosen) == opposite(l);
      if (is_given || mark_[v] == Mark::needed) core_.push_back(assumptions_[k]);
    }
    for (const Index v : marked_) mark_[v] = Mark::none;
    marked_.clear();
  }

  // ----------------------------------------------------------------------------- certificate ---

  /// The code that a literal has in the certificate.
  search::NogoodTrace::Code code_of(Literal l) const {
    const Index v = variable(l);
    return v < options_ ? trace_->option_is(OptionId{v}, is_positive(l))
                        : search::NogoodTrace::colour_is(v - options_, is_positive(l));
  }

  void record_beginning() {
    trace_->begin();
    for (Index v = options_; v < variables_; ++v) {
      trace_->name_colour(colour_items_[v - options_], OptionId{links_[links_begin_[v]]});
    }
    if (!is_consistent_) record_end(trace_->by_item(conflict_.index));
  }

  /// The hint in a certificate from which a checker derives that a literal is true, or a conflict
  /// at the literal. Returns nothing if the checker needs no hint, because the literal follows from
  /// an option and its colours alone.
  std::optional<search::NogoodTrace::Code> hint_at(Literal l, Reason why) const {
    if (why.kind == Reason::clause) {
      const auto at = std::lower_bound(starts_.begin(), starts_.end(), why.index) - starts_.begin();
      return search::NogoodTrace::by_nogood(numbers_[static_cast<std::size_t>(at)]);
    }
    if (why.kind == Reason::item) return trace_->by_item(why.index);
    if (why.kind == Reason::none || is_positive(l) == is_positive(why.index)) return {};
    return trace_->by_item(common_item(variable(l), variable(why.index)));
  }

  /// An item with both variables v and w that may be covered only once.
  Index common_item(Index v, Index w) const {
    for (Index u = uses_begin_[v]; u < uses_begin_[v + 1]; ++u) {
      if (items_[uses_[u]].most != 1) continue;
      const auto others =
          std::span(uses_).subspan(uses_begin_[w], uses_begin_[w + 1] - uses_begin_[w]);
      if (std::find(others.begin(), others.end(), uses_[u]) != others.end()) return uses_[u];
    }
    throw std::logic_error("learning cells: a literal without a reason");
  }

  void add_hint(Literal l, Reason why) {
    if (const auto hint = hint_at(l, why)) hints_.push_back(*hint);
  }

  /// Sets hints_ to the reasons that analyse() used, in the order in which their literals became
  /// true.
  void hint_at_marked() {
    hints_.clear();
    for (const Literal l : learned_) mark_[variable(l)] = Mark::none;
    std::vector<Index> used;
    for (const Index v : marked_) {
      if (mark_[v] == Mark::implied || mark_[v] == Mark::learned) used.push_back(v);
    }
    std::sort(used.begin(), used.end(), [&](Index v, Index w) { return place_[v] < place_[w]; });
    for (const Index v : used) add_hint(trail_[place_[v]], reason_[v]);
    add_hint(conflict_literal_, conflict_);
  }

  /// Records each literal that is true without decisions as a clause of one literal.
  void record_facts() {
    const auto end = levels_.empty() ? static_cast<Index>(trail_.size()) : levels_[0];
    for (; recorded_facts_ < end; ++recorded_facts_) {
      const Literal l = trail_[recorded_facts_];
      const Reason why = reason_[variable(l)];
      // A literal without a reason has been recorded already, as a learned clause of one literal.
      if (why.kind == Reason::none) continue;
      const auto hint = hint_at(l, why);
      const search::NogoodTrace::Code code = code_of(opposite(l));
      trace_->nogood({&code, 1},
                     hint ? std::span(&*hint, 1) : std::span<search::NogoodTrace::Code>());
    }
  }

  /// Records the clause learned_ in the certificate, with hints_.
  void record_learned() {
    record_facts();
    std::vector<search::NogoodTrace::Code> codes;
    for (const Literal l : learned_) codes.push_back(code_of(opposite(l)));
    last_number_ = trace_->nogood(codes, hints_);
  }

  /// Records the solution in the certificate. Sets hints_ to the reasons from which the solution
  /// follows after its decisions.
  void record_solution() {
    record_facts();
    const std::uint64_t number = trace_->solution(solution());
    hints_.clear();
    for (const Literal l : trail_) {
      if (level_[variable(l)] > 0) add_hint(l, reason_[variable(l)]);
    }
    hints_.push_back(search::NogoodTrace::by_nogood(number));
  }

  /// Records in the certificate that no further solution exists. `hint` is the reason.
  void record_end(std::optional<search::NogoodTrace::Code> hint) {
    record_facts();
    trace_->nogood({}, hint ? std::span(&*hint, 1) : std::span<search::NogoodTrace::Code>());
  }

  // ------------------------------------------------------------------------------- decisions ---

  /// Chooses an option of an item that is not covered. Returns `nothing` if every option has a
  /// value.
  Literal decide() {
    const Index i = choose_item();
    if (i != nothing) return literal(choose_option(items_[i]), true);
    for (Index v = 0; v < options_; ++v) {
      if (is_open(v)) return literal(v, false);
    }
    return nothing;
  }

  /// The uncovered item with the smallest ratio of the number of options to the weight. The items
  /// of a block are compared without branch instructions, because most blocks contain no better
  /// item.
  Index choose_item() {
    Index best = nothing;
    double weight = 0, size = 1;  // the weight and the size of the best item
    const auto is_better = [&](Index i) {
      return open_weight_[i] * size > weight * (slack_[i] + 1);
    };
    for (Index block = 0; block < open_weight_.size(); block += scanned) {
      int better = 0;
      for (Index i = block; i < block + scanned; ++i) better |= is_better(i) ? 1 : 0;
      if (better == 0) continue;
      for (Index i = block; i < block + scanned; ++i) {
        if (!is_better(i)) continue;
        best = i;
        weight = open_weight_[i];
        size = slack_[i] + 1;
      }
    }
    other_work_ += primaries_ / 8;
    return best;
  }

  Index choose_option(const Item& item) const {
    Index best = nothing;
    for (Index m = item.begin; m < item.end; ++m) {
      const Index v = members_[m];
      if (is_open(v) && (best == nothing || is_better(v, best))) best = v;
    }
    return best;
  }

  bool is_better(Index v, Index other) const {
    if (is_quick_) return activity_[v] > activity_[other];
    if (best_[v] != best_[other]) return best_[v] > best_[other];
    if (was_true_[v] != was_true_[other]) return was_true_[v] > was_true_[other];
    return activity_[v] < activity_[other];
  }

  bool is_restart_due() {
    if (conflicts_ >= next_mode_) {
      is_quick_ = !is_quick_;
      next_mode_ = conflicts_ + mode_unit * ++modes_;
      best_size_ = 0;
      std::fill(best_.begin(), best_.end(), std::int8_t{0});
    }
    const bool is_due = is_quick_ ? since_restart_ >= 2 && recent_glue_ > 1.1 * mean_glue_
                                  : since_restart_ >= luby_unit * luby(restarts_);
    if (!is_due) return false;
    if (!is_quick_) ++restarts_;
    since_restart_ = 0;
    recent_glue_ = mean_glue_;
    return true;
  }

  // -------------------------------------------------------------------------- looking around ---

  std::size_t depth() const override { return levels_.size(); }
  double share() const override { return 0; }
  std::size_t memory_bytes() const override {
    std::size_t watches = 0;
    for (const auto& list : watches_) watches += heap_bytes(list);
    return sizeof *this + watches +
           heap_bytes(items_, members_, uses_, uses_begin_, needed_end_, room_, slack_, links_,
                      links_begin_, values_, level_, place_, reason_, mark_, was_true_, best_,
                      activity_, weight_, open_weight_, level_stamp_, trail_, levels_, clauses_,
                      starts_, watches_, numbers_);
  }

  static constexpr Index clause_header = 3;
  // The positions of glue and use in a stored clause, which begins with its size.
  static constexpr Index glue_at = 1, use_at = 2;
  // The number of calls of cut() that a clause survives after its last use.
  static constexpr Index recent_use = 2;
  static constexpr std::size_t all_clauses = std::numeric_limits<std::size_t>::max();

  Index options_, variables_ = 0, primaries_ = 0;
  std::vector<Item> items_;
  // For each item: how many more variables of the item may become true (room) and false (slack).
  // Slack is counted only for items that must be covered.
  std::vector<std::int32_t> room_, slack_;
  std::vector<Index> members_, uses_, uses_begin_, links_, links_begin_;
  // For each variable: the end of its items that must be covered. In uses_, these items come before
  // the other items of the variable.
  std::vector<Index> needed_end_;

  // For each literal: 1 if it is true, -1 if it is false, 0 if it is open.
  std::vector<std::int8_t> values_;
  // For each variable that is not open: the level of its value, and the position of its literal on
  // the trail.
  std::vector<Index> level_, place_;
  std::vector<Reason> reason_;
  std::vector<std::uint8_t> was_true_;  // for each variable: whether its last value was true
  // For each variable: its value in the largest set of values that keep_best() has stored: 1 for
  // true, -1 for false, 0 for open.
  std::vector<std::int8_t> best_;
  Index best_size_ = 0;  // the number of values in best_
  // For each variable (activity_) and each item (weight_): how often it was involved in recent
  // conflicts.
  std::vector<double> activity_, weight_;
  // For each primary item: its weight, or 0 if the item is covered. The array ends with zeros, so
  // that its length is a multiple of `scanned`.
  std::vector<double> open_weight_;
  double activity_step_ = 1, weight_step_ = 1;

  std::vector<Literal> trail_;
  // For each level: the position on the trail where the level begins, with a decision or an
  // assumption.
  std::vector<Index> levels_;
  Index head_ = 0;

  // All clauses, one after another; the head of this file shows their layout.
  std::vector<Index> clauses_;
  // The positions in clauses_ where the clauses begin, in ascending order.
  std::vector<Index> starts_;
  std::vector<std::vector<Watch>> watches_;  // for each literal: the clauses that watch it

  // The literal at which the last conflict was found. Either the opposite of this literal is
  // already true, or the literal exceeds the bound of an item.
  Literal conflict_literal_ = 0;
  Reason conflict_{Reason::none, 0};  // the reason that would make conflict_literal_ true
  std::vector<Literal> learned_;
  // For each variable: whether and how the analysis of a conflict has used it.
  std::vector<Mark> mark_;
  std::vector<Index> marked_;
  std::vector<std::uint64_t> level_stamp_;
  std::uint64_t stamp_ = 0;

  std::uint64_t conflicts_ = 0, since_restart_ = 0, restarts_ = 0;
  double recent_glue_ = 0, mean_glue_ = 0;
  bool is_quick_ = false;
  std::uint64_t modes_ = 1, next_mode_ = mode_unit;
  std::uint64_t cuts_ = 0, next_cut_ = first_cut;

  std::optional<search::NogoodTrace> trace_;
  // For each variable that stands for a colour: the item of the colour.
  std::vector<ItemId> colour_items_;
  // For each clause, in the order of starts_: its number in the certificate.
  std::vector<std::uint64_t> numbers_;
  // The number of the last recorded clause in the certificate.
  std::uint64_t last_number_ = 0;
  // The hints for the next recorded clause: the reasons from which it follows.
  std::vector<search::NogoodTrace::Code> hints_;
  Index recorded_facts_ = 0;  // the number of recorded literals that are true without decisions

  bool has_begun_ = false;  // whether the root of the search has been counted as a node
  // False if a contradiction has been found that depends on no decision.
  bool is_consistent_ = true;
  bool is_at_solution_ = false;
  std::vector<OptionId> solution_;
  std::vector<Assumption> assumptions_, core_;
  // The number of clauses, and the number of literals true without decisions, that were known
  // before the first solution was excluded. These clauses and literals follow from the problem
  // alone, so a new set of assumptions keeps them.
  std::size_t learned_before_solutions_ = all_clauses;
  Index known_before_solutions_ = 0;
};

// ------------------------------------------------------------------------------- assumptions ---

void LearningCells::assume(std::span<const Assumption> assumptions) {
  for (const Assumption& assumption : assumptions) {
    if (index(assumption.option) >= options_) {
      throw std::invalid_argument("an assumption about an option that does not exist");
    }
  }
  go_back(0);
  if (learned_before_solutions_ != all_clauses) {
    undo(std::min(static_cast<Index>(trail_.size()), known_before_solutions_));
    for (const Literal l : trail_) reason_[variable(l)] = {Reason::none, 0};
    const auto first = starts_.begin() + static_cast<std::ptrdiff_t>(learned_before_solutions_);
    remove({first, starts_.end()});
    learned_before_solutions_ = all_clauses;
    is_consistent_ = true;
  }
  assumptions_.assign(assumptions.begin(), assumptions.end());
  // Each assumption has a level, even if the same assumption is given twice.
  profile_.resize(std::max(profile_.size(), variables_ + 2 + assumptions_.size()));
  level_stamp_.resize(std::max(level_stamp_.size(), variables_ + 1 + assumptions_.size()));
  core_.clear();
  is_at_solution_ = false;
  status_ = Status::running;
}

// -------------------------------------------------------------------------------- invariants ---

void LearningCells::check_invariants() const {
  const auto require = [](bool holds, const char* what, std::size_t where) {
    if (!holds) {
      throw std::logic_error(std::string("learning cells: ") + what + " at " +
                             std::to_string(where));
    }
  };
  std::vector<int> values(values_.size());
  Index level = 0;
  for (std::size_t k = 0; k < trail_.size(); ++k) {
    while (level < levels_.size() && levels_[level] <= k) ++level;
    const Index v = variable(trail_[k]);
    values[trail_[k]] = 1;
    values[opposite(trail_[k])] = -1;
    require(place_[v] == k && level_[v] == level, "place or level on the trail", k);
  }
  for (Literal l = 0; l < values.size(); ++l) require(values[l] == values_[l], "value", l);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    std::int32_t room = item.most;
    auto slack = static_cast<std::int32_t>(item.end - item.begin) - item.least;
    for (Index m = item.begin; m < item.end; ++m) {
      const Index v = members_[m];
      if (is_open(v) || place_[v] >= head_) continue;
      --(values[literal(v, true)] > 0 ? room : slack);
    }
    require(room_[i] == room && (item.least == 0 || slack_[i] == slack), "counts of an item", i);
    require(
        i >= primaries_ || open_weight_[i] == (is_covered(static_cast<Index>(i)) ? 0 : weight_[i]),
        "weight of an uncovered item", i);
  }
  std::vector<std::size_t> watched(clauses_.size());
  for (Literal l = 0; l < watches_.size(); ++l) {
    for (const Watch& watch : watches_[l]) {
      const auto c = clause(watch.clause);
      require(c[0] == l || c[1] == l, "clause watched by another literal", watch.clause);
      ++watched[watch.clause];
    }
  }
  for (const Index c : starts_) {
    require(watched[c] == 2, "clause not watched by two literals", c);
    const auto literals = clause(c);
    const bool is_true =
        std::any_of(literals.begin(), literals.end(), [&](Literal l) { return value(l) > 0; });
    const bool is_open = value(literals[0]) == 0 && value(literals[1]) == 0;
    require(!is_consistent_ || head_ < trail_.size() || is_true || is_open, "conclusion not drawn",
            c);
  }
  for (const Literal l : trail_) {
    const Reason why = reason_[variable(l)];
    require(why.kind != Reason::clause || clause(why.index)[0] == l, "reason of a literal", l);
  }
}

}  // namespace

std::unique_ptr<LearningEngine> make_learning_engine(const Problem& problem,
                                                     const Options& options) {
  if (search::rule_of(options) != BranchingRule::minimum_remaining) {
    throw std::invalid_argument("branching by a rule or in an order is not for learning_cells");
  }
  return std::make_unique<LearningCells>(problem, options);
}

std::unique_ptr<search::Engine> make_learning_cells(const Problem& problem,
                                                    const Options& options) {
  return make_learning_engine(problem, options);
}

}  // namespace dlx::engines
