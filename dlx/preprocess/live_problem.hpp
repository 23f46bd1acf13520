#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/mixed.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/control.hpp"

namespace dlx::preprocess {

/// A list of items or options that have changed, given by their numbers, without repetitions.
class Changes {
 public:
  explicit Changes(std::uint32_t numbers) : listed_(numbers) {}

  void add(std::uint32_t number) {
    if (listed_[number] != 0) return;
    listed_[number] = 1;
    list_.push_back(number);
  }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  /// Returns the list of changes and clears it, so that its numbers can be added again.
  [[nodiscard]] std::vector<std::uint32_t> take() {
    for (const std::uint32_t number : list_) listed_[number] = 0;
    return std::exchange(list_, {});
  }

 private:
  std::vector<std::uint8_t> listed_;
  std::vector<std::uint32_t> list_;
};

/// The part of a problem that remains during a reduction, and functions that change it. The list of
/// an item's options is compacted only when it is scanned.
class LiveProblem {
 protected:
  /// An item of an option, with the colour that the option gives to the item.
  struct Use {
    std::uint32_t item;
    Colour colour;
    Use(std::uint32_t i, Colour c) : item(i), colour(c) {}
    Use(const Entry& entry) : Use(index(entry.item), entry.colour) {}  // NOLINT: an entry is a use
  };
  struct Mark {
    std::uint64_t time = 0;
    Colour colour = Colour::none;
  };

  LiveProblem(const Problem& problem, const ReduceOptions& options)
      : problem_(problem),
        options_(options),
        deadline_(options.control),
        steps_left_((problem.entry_count() + std::uint64_t{262'144}) * options.effort),
        list_begin_(problem.item_count() + std::size_t{1}),
        live_(problem.item_count()),
        bounds_(problem.primary_count()),
        gone_(problem.item_count()),
        alive_(problem.option_count(), 1),
        hash_(problem.option_count()),
        changed_options_(problem.option_count()),
        changed_primaries_(problem.item_count()),
        changed_secondaries_(problem.item_count()),
        item_marks_(problem.item_count()),
        option_marks_(problem.option_count()) {
    lay_out();
  }

  // Functions that read the remaining problem.

  [[nodiscard]] std::span<const ItemId> items_of(std::uint32_t option) const {
    return problem_.items(OptionId{option});
  }
  /// The entries of an option, each an item with a colour.
  [[nodiscard]] Entries uses_of(std::uint32_t option) const {
    return problem_.entries(OptionId{option});
  }
  [[nodiscard]] static std::uint64_t hash_of(Use use) {
    return mixed((std::uint64_t{use.item} << 32 | index(use.colour)) + 0x9E3779B97F4A7C15U);
  }
  [[nodiscard]] bool is_primary(std::uint32_t item) const {
    return item < problem_.primary_count();
  }
  /// Whether an item must still be covered exactly once.
  [[nodiscard]] bool is_exact(std::uint32_t item) const {
    return is_primary(item) && bounds_[item] == Bounds{};
  }
  /// Whether two options that give the item the colours a and b may be in one solution, as far as
  /// this item is concerned.
  [[nodiscard]] bool go_together(std::uint32_t item, Colour a, Colour b) const {
    if (is_primary(item)) return bounds_[item].at_most > 1;
    return a != Colour::none && a == b;
  }

  [[nodiscard]] std::span<const std::uint32_t> list(std::uint32_t item) const {
    return std::span(lists_).subspan(list_begin_[item], list_size_[item]);
  }
  [[nodiscard]] Colour list_colour(std::uint32_t item, std::size_t place) const {
    return list_colours_.empty() ? Colour::none : list_colours_[list_begin_[item] + place];
  }
  /// Removes the options that the reduction has removed from an item's list. The positions of other
  /// options in the list change.
  void compact(std::uint32_t item) {
    if (list_size_[item] == live_[item]) return;
    const std::uint32_t begin = list_begin_[item];
    std::uint32_t kept = begin;
    for (std::uint32_t place = begin; place < begin + list_size_[item]; ++place) {
      if (alive_[lists_[place]] == 0) continue;
      lists_[kept] = lists_[place];
      if (!list_colours_.empty()) list_colours_[kept] = list_colours_[place];
      ++kept;
    }
    list_size_[item] = kept - begin;
  }

  /// Marks those items of an option that are still in the problem. Returns the number of these
  /// items.
  std::size_t mark_items(std::uint32_t option) {
    ++time_;
    std::size_t marked = 0;
    for (const Use use : uses_of(option)) {
      if (gone_[use.item] != 0) continue;
      item_marks_[use.item] = {time_, use.colour};
      ++marked;
    }
    return marked;
  }
  /// Marks the options of an item. The item's list must not contain removed options; see compact().
  void mark_options(std::uint32_t item) {
    ++time_;
    for (const std::uint32_t o : list(item)) option_marks_[o] = time_;
  }

  /// Counts steps of the reduction. Returns whether the reduction must end early. Tests the clock
  /// and the stop flag every 32,768 steps.
  [[nodiscard]] bool ends(std::uint64_t steps) {
    steps_ += steps;
    if (steps_ < next_look_ || over_) return over_;
    next_look_ = steps_ + (1U << 15);
    return over_ = deadline_.reached();
  }
  /// Counts steps of the tests for dominance and of the lookahead. Returns false if these must end,
  /// because of the limit on steps, the limit on time or a stop.
  [[nodiscard]] bool pay(std::uint64_t steps) {
    if (steps > steps_left_ || ends(steps)) {
      report_.finished = false;
      return false;
    }
    steps_left_ -= steps;
    return true;
  }

  // Functions that change the remaining problem.

  /// Must be called whenever an item has lost an option or its bounds have changed. Records that
  /// the item must be examined again.
  void touch(std::uint32_t item) {
    if (!is_primary(item)) {
      changed_secondaries_.add(item);
      return;
    }
    if (live_[item] < bounds_[item].at_least) {
      if (!uncoverable_) uncoverable_ = ItemId{item};
      return;
    }
    if (is_exact(item) && live_[item] == 1) forced_items_.push_back(item);
    changed_primaries_.add(item);
  }

  void record(const ReduceStep& step) {
    if (options_.with_steps) steps_taken_.push_back(step);
  }

  void remove(std::uint32_t option, std::uint32_t& count) {
    alive_[option] = 0;
    ++count;
    for (const ItemId item : items_of(option)) {
      if (gone_[index(item)] != 0) continue;
      --live_[index(item)];
      touch(index(item));
    }
  }

  /// Removes a secondary item from a remaining option, which may now equal another option.
  void forget(std::uint32_t option, Use use) {
    hash_[option] -= hash_of(use);
    if (options_.merge_duplicates) changed_options_.add(option);
  }

  const Problem& problem_;
  const ReduceOptions& options_;
  search::Deadline deadline_;
  std::uint64_t steps_ = 0, next_look_ = 0;
  bool over_ = false;
  std::uint64_t steps_left_;

  // Item i has live_[i] remaining options. They are among the list_size_[i] elements of lists_ that
  // begin at index list_begin_[i]. The elements of list_colours_ with the same indices are the
  // colours that these options give to the item.
  std::vector<std::uint32_t> list_begin_;
  std::vector<std::uint32_t> list_size_;
  std::vector<std::uint32_t> lists_;
  // The colours of the options in lists_; empty if the problem has no colours.
  std::vector<Colour> list_colours_;
  std::vector<std::uint32_t> live_;

  std::vector<Bounds> bounds_;  // for each primary item: the bounds that remain
  // For each item: 1 if it has been removed, because it is covered, not needed, or dominated by
  // another item; otherwise 0.
  std::vector<std::uint8_t> gone_;
  std::vector<std::uint8_t> alive_;
  std::optional<ItemId> uncoverable_;

  // For each option: a hash of its cost and entries. The hash is a sum, so that the order of
  // entries does not matter.
  std::vector<std::uint64_t> hash_;

  std::vector<std::uint32_t> forced_items_;
  Changes changed_options_;
  Changes changed_primaries_;
  Changes changed_secondaries_;

  std::uint64_t time_ = 0;
  std::vector<Mark> item_marks_;
  std::vector<std::uint64_t> option_marks_;
  ReduceReport report_;
  std::vector<ReduceStep> steps_taken_;

 private:
  void lay_out() {
    const bool coloured = problem_.has_colours();
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      bounds_[i] = problem_.bounds(ItemId{i});
    }
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      for (const ItemId item : problem_.items(OptionId{o})) ++live_[index(item)];
    }
    std::inclusive_scan(live_.begin(), live_.end(), list_begin_.begin() + 1);
    std::vector<std::uint32_t> end(list_begin_.begin(), list_begin_.end() - 1);
    lists_.resize(problem_.entry_count());
    if (coloured) list_colours_.resize(problem_.entry_count());
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      hash_[o] = mixed(static_cast<std::uint64_t>(problem_.cost(OptionId{o})));
      for (const Use use : uses_of(o)) {
        const std::uint32_t place = end[use.item]++;
        lists_[place] = o;
        if (coloured) list_colours_[place] = use.colour;
        hash_[o] += hash_of(use);
      }
    }
    list_size_ = live_;
  }
};

}  // namespace dlx::preprocess
