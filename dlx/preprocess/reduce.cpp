// Why the reduction is sound. Two options conflict if they share a primary item that may be covered
// only once more, or a secondary item to which they do not give the same colour. If an option
// conflicts with every option of a primary item, and does not contain this item, no solution
// contains the option. For example, if all options of item j contain item i, which may be covered
// at most once, no solution contains an option with i and without j. If items i and j both have the
// bounds {1, 1}, they have the same options once the options with i and without j are removed. One
// of two items with the same options can be dropped.
//
// The reduction next examines the items that have lost an option and the options that have lost an
// item; two lists contain them.

#include "dlx/preprocess/reduce.hpp"

#include <tsl/robin_map.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "dlx/preprocess/live_problem.hpp"
#include "dlx/preprocess/subproblem.hpp"

namespace dlx::preprocess {
namespace {

class Reducer : private LiveProblem {
 public:
  Reducer(const Problem& problem, const ReduceOptions& options)
      : LiveProblem(problem, options),
        next_alike_(problem.option_count(), no_option),
        last_alike_(problem.option_count()) {
    std::iota(last_alike_.begin(), last_alike_.end(), 0U);
  }

  Reduction run() {
    for (std::uint32_t i = 0; i < problem_.item_count() && !uncoverable_; ++i) touch(i);
    if (options_.merge_duplicates) {
      by_hash_.reserve(problem_.option_count());
      for (std::uint32_t o = 0; o < problem_.option_count(); ++o) changed_options_.add(o);
    }
    while (!uncoverable_) {
      choose_forced();
      if (ends(0)) {
        report_.finished = false;
        break;
      }
      if (!changed_options_.empty()) {
        merge_duplicates();
      } else if (!changed_secondaries_.empty()) {
        for (const std::uint32_t s : changed_secondaries_.take()) look_at_secondary(s);
      } else if (!changed_primaries_.empty()) {
        look_at_primaries();
      } else {
        break;
      }
    }
    return result();
  }

 private:
  static constexpr std::uint32_t no_option = ~std::uint32_t{0};

  void choose_forced() {
    while (!forced_items_.empty() && !uncoverable_) {
      const std::uint32_t item = forced_items_.back();
      forced_items_.pop_back();
      if (gone_[item] != 0 || !is_exact(item) || live_[item] != 1) continue;
      compact(item);
      record({.kind = ReduceStep::Kind::branch, .item = ItemId{item}});
      choose(list(item).front());
      if (ends(1)) return;
    }
  }

  void choose(std::uint32_t option) {
    chosen_.push_back(option);
    ++report_.forced;
    alive_[option] = 0;
    // All bounds are changed before options are removed. Otherwise an item that the chosen option
    // covers would seem to have too few options.
    for (const ItemId item : items_of(option)) {
      const std::uint32_t i = index(item);
      if (gone_[i] != 0) continue;
      --live_[i];
      if (!is_primary(i)) continue;
      if (bounds_[i].at_least > 0) --bounds_[i].at_least;
      --bounds_[i].at_most;
    }
    for (const Use use : uses_of(option)) {
      if (gone_[use.item] != 0) continue;
      if (is_primary(use.item) && bounds_[use.item].at_most > 0) {
        touch(use.item);
        if (bounds_[use.item].at_most == 1) touch_neighbours(use.item);
        continue;
      }
      gone_[use.item] = 1;
      ++report_.settled_items;
      const auto options = list(use.item);
      for (std::size_t place = 0; place < options.size(); ++place) {
        const std::uint32_t other = options[place];
        if (alive_[other] == 0) continue;
        const Use other_use{use.item, list_colour(use.item, place)};
        if (!is_primary(use.item) && go_together(use.item, use.colour, other_use.colour)) {
          forget(other, other_use);
        } else {
          remove(other, report_.conflicting);
        }
      }
    }
  }

  /// Marks all items that share an option with this item as changed. Must be called when the
  /// options of the item begin to conflict with each other.
  void touch_neighbours(std::uint32_t item) {
    for (const std::uint32_t o : list(item)) {
      if (alive_[o] == 0) continue;
      if (options_.merge_duplicates) changed_options_.add(o);
      for (const ItemId other : items_of(o)) {
        if (gone_[index(other)] == 0) touch(index(other));
      }
    }
  }

  // Functions that merge equal options.

  void merge_duplicates() {
    for (const std::uint32_t o : changed_options_.take()) {
      if (uncoverable_ || ends(1)) return;
      if (alive_[o] == 0) continue;
      const auto [entry, is_new] = by_hash_.try_emplace(hash_[o], o);
      const std::uint32_t known = entry->second;
      if (is_new || known == o) continue;
      if (alive_[known] == 0 || hash_[known] != hash_[o]) {
        entry.value() = o;
      } else if (exclude_each_other(o) && are_alike(o, known)) {
        entry.value() = std::min(o, known);
        merge(std::min(o, known), std::max(o, known));
      }
    }
  }

  /// Whether two options with the same entries as `option` would exclude each other.
  [[nodiscard]] bool exclude_each_other(std::uint32_t option) const {
    for (const Use use : uses_of(option)) {
      if (gone_[use.item] == 0 && !go_together(use.item, use.colour, use.colour)) return true;
    }
    return false;
  }

  [[nodiscard]] bool are_alike(std::uint32_t a, std::uint32_t b) {
    if (problem_.cost(OptionId{a}) != problem_.cost(OptionId{b})) return false;
    std::size_t unmatched = mark_items(a);
    for (const Use use : uses_of(b)) {
      if (gone_[use.item] != 0) continue;
      const Mark& mark = item_marks_[use.item];
      if (mark.time != time_ || mark.colour != use.colour) return false;
      --unmatched;
    }
    return unmatched == 0;
  }

  void merge(std::uint32_t kept, std::uint32_t other) {
    record({.kind = ReduceStep::Kind::merge, .option = OptionId{kept}, .second = OptionId{other}});
    next_alike_[last_alike_[kept]] = other;
    last_alike_[kept] = last_alike_[other];
    remove(other, report_.merged);
  }

  // Functions that remove secondary items that constrain nothing.

  void look_at_secondary(std::uint32_t item) {
    if (gone_[item] != 0 || uncoverable_) return;
    if (live_[item] > 1 && (!pay(live_[item]) || !constrains_nothing(item))) return;
    compact(item);
    gone_[item] = 1;
    ++report_.unreachable_items;
    const auto options = list(item);
    for (std::size_t place = 0; place < options.size(); ++place) {
      forget(options[place], {item, list_colour(item, place)});
    }
  }

  /// Whether a secondary item can be removed: all its options give it the same colour, or share a
  /// primary item by which they exclude each other.
  [[nodiscard]] bool constrains_nothing(std::uint32_t item) {
    compact(item);
    const auto options = list(item);
    const Colour first = list_colour(item, 0);
    std::size_t place = 0;
    while (place < options.size() && go_together(item, first, list_colour(item, place))) ++place;
    if (place == options.size()) return true;
    return find_common(item) && std::any_of(common_.begin(), common_.end(), [&](const Use& use) {
             return is_primary(use.item) && bounds_[use.item].at_most == 1;
           });
  }

  /// Stores in common_ the other items, with their colours, that all options of an item contain.
  /// The list of the item must not be empty, and must not contain removed options. Returns false if
  /// the limit on steps is reached.
  [[nodiscard]] bool find_common(std::uint32_t item) {
    const auto options = list(item);
    common_.clear();
    for (const Use use : uses_of(options.front())) {
      if (use.item != item && gone_[use.item] == 0) common_.push_back(use);
    }
    for (const std::uint32_t o : options.subspan(1)) {
      if (common_.empty()) return true;
      if (!pay(items_of(o).size())) return false;
      mark_items(o);
      std::erase_if(common_, [&](const Use& use) {
        const Mark& mark = item_marks_[use.item];
        return mark.time != time_ || mark.colour != use.colour;
      });
    }
    return true;
  }

  // Functions for dominance and one-step lookahead.

  void look_at_primaries() {
    ++report_.rounds;
    std::vector<std::uint32_t> items = changed_primaries_.take();
    // Items with few options come first, because they often cause removals, which shorten the lists
    // of other items.
    std::sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(live_[a], a) < std::pair(live_[b], b);
    });
    for (const std::uint32_t item : items) {
      if (uncoverable_) return;
      if (gone_[item] != 0) continue;
      look_at_primary(item);
      choose_forced();
    }
  }

  void look_at_primary(std::uint32_t item) {
    if (bounds_[item].at_least == 0) {
      if (live_[item] != 0) return;
      record({.kind = ReduceStep::Kind::branch, .item = ItemId{item}});
      gone_[item] = 1;
      ++report_.settled_items;
      return;
    }
    if (!pay(live_[item])) return;
    compact(item);
    remove_dominated(item);
    if (gone_[item] == 0 && !uncoverable_) remove_hopeless(item);
  }

  /// For each item i that all options of item j contain: removes the options of i that do not
  /// contain j, then removes i or j.
  void remove_dominated(std::uint32_t j) {
    if (!find_common(j) || common_.empty()) return;
    mark_options(j);
    for (const Use& use : common_) {
      const std::uint32_t i = use.item;
      if (go_together(i, Colour::none, Colour::none)) continue;
      if (is_primary(i) && live_[i] == live_[j]) {
        drop_one_of(i, j);
        if (gone_[j] != 0) return;
        continue;
      }
      if (!pay(list_size_[i])) return;
      compact(i);
      const auto options = list(i);
      for (std::size_t place = 0; place < options.size(); ++place) {
        const std::uint32_t o = options[place];
        if (option_marks_[o] == time_ || go_together(i, use.colour, list_colour(i, place))) {
          continue;
        }
        record({.kind = ReduceStep::Kind::drop, .item = ItemId{j}, .option = OptionId{o}});
        remove(o, report_.impossible);
        if (uncoverable_) return;
      }
      if (is_primary(i)) drop_one_of(i, j);
      if (gone_[j] != 0) return;
    }
  }

  void drop_one_of(std::uint32_t i, std::uint32_t j) {
    if (!is_exact(i) || !is_exact(j)) return;
    gone_[std::max(i, j)] = 1;
    ++report_.dominated_items;
  }

  /// Removes the options that conflict with every option of the item j.
  void remove_hopeless(std::uint32_t j) {
    const auto options = list(j);
    std::uint32_t start = options.front();
    std::uint64_t fewest = ~std::uint64_t{0};
    for (const std::uint32_t o : options) {
      if (!pay(items_of(o).size())) return;
      std::uint64_t neighbours = 0;
      for (const ItemId item : items_of(o)) {
        if (gone_[index(item)] == 0 && index(item) != j) neighbours += live_[index(item)];
      }
      if (neighbours >= fewest) continue;
      fewest = neighbours;
      start = o;
    }
    mark_options(j);
    if (!find_conflicting(start, j)) return;
    for (const std::uint32_t o : options) {
      if (hopeless_.empty()) return;
      if (o == start) continue;
      mark_items(o);
      std::uint64_t steps = items_of(o).size();
      std::erase_if(hopeless_, [&](std::uint32_t other) {
        steps += items_of(other).size();
        return !conflicts_with_marked(other);
      });
      if (!pay(steps)) return;
    }
    for (const std::uint32_t o : hopeless_) {
      record({.kind = ReduceStep::Kind::drop, .item = ItemId{j}, .option = OptionId{o}});
      remove(o, report_.impossible);
      if (uncoverable_) return;
    }
  }

  /// Stores in hopeless_ the options without the item j that conflict with `option`, an option of
  /// j. The options of j must be marked. Returns false if the limit on steps is reached.
  [[nodiscard]] bool find_conflicting(std::uint32_t option, std::uint32_t j) {
    hopeless_.clear();
    for (const Use use : uses_of(option)) {
      if (use.item == j || gone_[use.item] != 0) continue;
      if (is_primary(use.item) && bounds_[use.item].at_most > 1) continue;
      if (!pay(list_size_[use.item])) return false;
      compact(use.item);
      const auto others = list(use.item);
      for (std::size_t place = 0; place < others.size(); ++place) {
        const std::uint32_t other = others[place];
        if (option_marks_[other] == time_) continue;
        if (go_together(use.item, use.colour, list_colour(use.item, place))) continue;
        option_marks_[other] = time_;
        hopeless_.push_back(other);
      }
    }
    return true;
  }

  [[nodiscard]] bool conflicts_with_marked(std::uint32_t option) const {
    for (const Use use : uses_of(option)) {
      const Mark& mark = item_marks_[use.item];
      if (mark.time == time_ && !go_together(use.item, use.colour, mark.colour)) return true;
    }
    return false;
  }

  // Functions that make the reduced problem.

  [[nodiscard]] std::span<const OptionId> group_of(std::uint32_t option) {
    group_.clear();
    for (std::uint32_t o = option; o != no_option; o = next_alike_[o])
      group_.push_back(OptionId{o});
    std::sort(group_.begin(), group_.end());
    return group_;
  }

  Reduction result() {
    if (uncoverable_) {
      Problem hopeless = Subproblems(problem_).take(std::span(&*uncoverable_, 1), {});
      report_.seconds = deadline_.seconds();
      record({.kind = ReduceStep::Kind::branch, .item = *uncoverable_});
      return {uncoverable_, std::move(hopeless), {}, {}, report_, std::move(steps_taken_)};
    }
    std::vector<ItemId> items;
    std::vector<OptionId> options;
    std::vector<Bounds> bounds;
    OptionGroups originals;
    OptionGroups forced;
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      if (gone_[i] != 0) continue;
      items.push_back(ItemId{i});
      if (is_primary(i)) bounds.push_back(bounds_[i]);
    }
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (alive_[o] == 0) continue;
      options.push_back(OptionId{o});
      originals.add(group_of(o));
    }
    for (const std::uint32_t o : chosen_) forced.add(group_of(o));
    const bool same =
        items.size() == problem_.item_count() && options.size() == problem_.option_count();
    Problem problem = same ? problem_ : Subproblems(problem_).take(items, options, bounds);
    report_.seconds = deadline_.seconds();
    return {{},      std::move(problem),     std::move(originals), std::move(forced),
            report_, std::move(steps_taken_)};
  }

  std::vector<std::uint32_t> chosen_;
  tsl::robin_map<std::uint64_t, std::uint32_t> by_hash_;
  // For each option: the next option in the list of options that were merged with it.
  std::vector<std::uint32_t> next_alike_;
  std::vector<std::uint32_t> last_alike_;
  std::vector<Use> common_;
  std::vector<std::uint32_t> hopeless_;
  std::vector<OptionId> group_;
};

}  // namespace

Reduction reduce(const Problem& problem, const ReduceOptions& options) {
  return Reducer(problem, options).run();
}

void renumber(Reduction& reduction, std::span<const OptionId> originals) {
  for (OptionGroups* groups : {&reduction.originals, &reduction.forced}) {
    OptionGroups renumbered;
    for (std::size_t g = 0; g < groups->size(); ++g) {
      std::vector<OptionId> group;
      for (const OptionId option : (*groups)[g]) group.push_back(originals[index(option)]);
      renumbered.add(group);
    }
    *groups = std::move(renumbered);
  }
}

void Expansion::first(std::span<const OptionId> reduced_solution) {
  const std::size_t forced = reduction_->forced.size();
  several_.clear();
  solution_.resize(forced + reduced_solution.size());
  for (std::size_t g = 0; g < forced; ++g) begin(g, reduction_->forced[g]);
  for (std::size_t k = 0; k < reduced_solution.size(); ++k) {
    begin(forced + k, reduction_->originals[index(reduced_solution[k])]);
  }
}

/// Sets element number `place` of the solution to the first option of a group of merged options.
void Expansion::begin(std::size_t place, std::span<const OptionId> options) {
  solution_[place] = options.front();
  if (options.size() > 1) several_.push_back({place, options, 0});
}

bool Expansion::next() {
  for (std::size_t k = several_.size(); k-- > 0;) {
    Several& several = several_[k];
    const bool wraps = ++several.chosen == several.options.size();
    if (wraps) several.chosen = 0;
    solution_[several.place] = several.options[several.chosen];
    if (!wraps) return true;
  }
  return false;
}

}  // namespace dlx::preprocess
