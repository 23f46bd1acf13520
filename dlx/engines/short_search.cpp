// The problem. Choose options so that every primary item is covered exactly once and every
// secondary item at most once. Most problems that are solved in microseconds have few branches,
// because one option after another is the last live option of some item. Therefore this search uses
// data structures that are quick to build, and in which hiding an option is cheap. Their
// disadvantage is that visiting the live options of an item is slow.
//
// The memory. Each item has a count of its live options and a list of its options, which never
// changes. Each option has a mark that tells whether it is gone: chosen, or hidden because it
// conflicts with a chosen option. Internally, the number of an option is the position in numbers_
// at which it begins.
//
//     numbers_   2 a c | 3 a b d | 2 b c             as the caller passed them
//     lists_     a: 0 3 | b: 3 7 | c: 0 7 | d: 3     gone_[3] = gone_[7] = 1: option 0 is chosen
//     count_     covered  0        covered  0
//
// The invariants:
//   - count_[i] is the number of live options of item i. For a covered item, count_[i] includes
//     the chosen option, and the constant `covered` is added. For a secondary item, the constant
//     `secondary` is added. So covered items and secondary items never seem to have only one option
//     or none;
//   - an option is live if it is neither in chosen_ nor in hidden_.
//
// The following design choices were measured on a sudoku of 593 options that is solved without
// branching, in WebAssembly. The search takes 5 of 11 us; reading the options and making the lists
// take the other 6 us.
//   - When an option is chosen, the options to be hidden are first collected without a branch
//     instruction, and then hidden. This makes the search 1.1 times as fast.
//   - Two changes together make the search 1.3 times as fast: skipping the list of an item
//     without other options, and using a branch instruction where an item is left with one option.
//   - Identifying options by their positions in numbers_ saves a memory access for each option,
//     and makes the search 1.3 times as fast.
//
// In JavaScript programs that use the cache for other data, lists with elements of two bytes
// instead of four make an entire call of run() 1.05 times as fast.
//
// The following changes were tried and rejected; they did not save time:
//   - The live options of an item are stored as bits. The search takes 1.2 times as long.
//   - The list of an item is a linked list of entries, and each item stores the exclusive or of
//     its live options, from which the last live option is read. The search takes 1.15 times as
//     long.
//   - The scan of an item's list ends as soon as it has found all live options (count_).
//   - The two members of Use are stored as one number of 64 bits.

#include "dlx/engines/short_search.hpp"

#include <algorithm>
#include <utility>

namespace dlx::engines {
namespace {

constexpr std::uint32_t covered = std::uint32_t{1} << 29;
constexpr std::uint32_t secondary = std::uint32_t{1} << 30;
// The search gives up when options have been hidden or chosen this many times on average. It has
// then taken about as long as setting up an engine.
constexpr std::size_t work_per_option = 4;

template <class T>
T* grown(std::vector<T>& array, std::size_t size) {
  if (array.size() < size) array.resize(size);
  return array.data();
}

}  // namespace

bool ShortSearch::run(std::uint32_t primary, std::uint32_t secondary_items,
                      std::span<const std::uint32_t> options, std::size_t most) {
  if (options.size() > most_numbers || primary > most_numbers || secondary_items > most_numbers) {
    return false;
  }
  numbers_ = options;
  primaries_ = uncovered_ = primary;
  items_ = primary + secondary_items;
  solutions_.clear();
  chosen_.clear();
  branches_.clear();
  found_ = hidden_count_ = work_ = 0;
  nodes_ = 1;
  complete_ = false;
  if (!read_options()) return false;
  make_lists();
  return search(most);
}

bool ShortSearch::run(const Problem& problem, std::size_t most) {
  const std::size_t size = problem.entry_count() + problem.option_count();
  if (problem.has_colours() || problem.has_multiplicities() || size > most_numbers) return false;
  own_numbers_.clear();
  own_numbers_.reserve(size);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    own_numbers_.push_back(static_cast<Index>(items.size()));
    for (const ItemId item : items) own_numbers_.push_back(index(item));
  }
  return run(problem.primary_count(), problem.secondary_count(), own_numbers_, most);
}

// ---------------------------------------------------------------------------- construction ---

/// Checks the options and counts the options of each item. Returns false if an option is invalid.
bool ShortSearch::read_options() {
  uses_.assign(items_, Use{});
  Use* const uses = uses_.data();
  Short* const number = grown(option_numbers_, numbers_.size());
  Index* const place = grown(places_, numbers_.size() / 2 + 1);
  const Index* const numbers = numbers_.data();
  const auto size = static_cast<Index>(numbers_.size());
  const Index item_count = items_;
  const Index primaries = primaries_;
  Index option = 0;
  for (Index at = 0; at < size;) {
    if (numbers[at] >= size - at) return false;
    const Index end = at + 1 + numbers[at];
    place[option] = at;
    number[at] = static_cast<Short>(option++);
    Index least = item_count;
    while (++at < end) {
      const Index item = numbers[at];
      if (item >= item_count) return false;
      const Use use = uses[item];
      if (use.option == option) return false;
      uses[item] = {option, use.count + 1};
      least = std::min(least, item);
    }
    if (least >= primaries) return false;
  }
  options_ = option;
  return true;
}

void ShortSearch::make_lists() {
  Index* const count = grown(count_, items_);
  // At first, end[i] is the beginning of the list of item i. The number end[i] grows when options
  // are added to the list.
  Index* const end = grown(list_ends_, items_ + 1) + 1;
  list_ends_[0] = 0;
  // The list of items with at most one option contains each item at most twice: it is added when it
  // has one option left, and again when it has none.
  Index* const forced = grown(forced_, 2 * std::size_t{items_} + 1);
  Index at = 0;
  Index forced_count = 0;
  const Use* const uses = uses_.data();
  const Index primaries = primaries_;
  const Index item_count = items_;
  for (Index i = 0; i < item_count; ++i) {
    const Index options = uses[i].count;
    end[i] = at;
    at += options;
    count[i] = i < primaries ? options : options + secondary;
    if (count[i] <= 1) forced[forced_count++] = i;
  }
  forced_count_ = forced_count;
  Short* const lists = grown(lists_, at);
  const Index* const numbers = numbers_.data();
  const auto size = static_cast<Index>(numbers_.size());
  for (Index option = 0; option < size;) {
    const Index stop = option + 1 + numbers[option];
    for (Index q = option + 1; q < stop; ++q) lists[end[numbers[q]]++] = static_cast<Short>(option);
    option = stop;
  }
  gone_.assign(numbers_.size(), 0);
  // hidden_ has one element more than the number of options, because take() writes an option before
  // it tests whether the option is already hidden.
  grown(hidden_, options_ + 1);
}

// ---------------------------------------------------------------------- changes and their undo ---

/// Chooses an option, and hides all options that share an item with this option. Returns false at a
/// dead end. After a dead end, the caller must undo the choice.
bool ShortSearch::take(Index option) {
  ++nodes_;
  chosen_.push_back({option, hidden_count_});
  const Index* const numbers = numbers_.data();
  const Short* const lists = lists_.data();
  const Index* const ends = list_ends_.data();
  Index* const count = count_.data();
  std::uint8_t* const gone = gone_.data();
  Index* const hidden = hidden_.data();

  const Index primaries = primaries_;
  gone[option] = 1;
  Index newly_covered = 0;
  const Index before = hidden_count_;
  Index after = before;
  const Index end = option + numbers[option];
  for (Index q = option + 1; q <= end; ++q) {
    const Index item = numbers[q];
    newly_covered += static_cast<Index>(item < primaries);
    const Index options = std::exchange(count[item], count[item] + covered);
    if (options == 1) continue;
    const Index stop = ends[item + 1];
    for (Index place = ends[item]; place < stop; ++place) {
      const Index other = lists[place];
      hidden[after] = other;
      after += Index{1} - gone[other];
      gone[other] = 1;
    }
  }
  uncovered_ -= newly_covered;
  hidden_count_ = after;
  work_ += after - before + 1;

  Index* const forced = forced_.data();
  Index forced_count = forced_count_;
  bool alive = true;
  for (Index k = before; k < after; ++k) {
    const Index begin = hidden[k];
    const Index stop = begin + numbers[begin];
    for (Index q = begin + 1; q <= stop; ++q) {
      const Index item = numbers[q];
      const Index left = --count[item];
      if (left > 1) continue;
      forced[forced_count++] = item;
      alive &= left != 0;
    }
  }
  forced_count_ = forced_count;
  return alive;
}

/// Undoes the latest choices until only the first `chosen` choices are left.
void ShortSearch::undo_to(Index chosen) {
  Index* const count = count_.data();
  const auto items = [this](Index option) {
    return numbers_.subspan(option + 1, numbers_[option]);
  };
  while (chosen_.size() > chosen) {
    const Choice choice = chosen_.back();
    chosen_.pop_back();
    while (hidden_count_ > choice.hidden) {
      const Index option = hidden_[--hidden_count_];
      gone_[option] = 0;
      for (const Index item : items(option)) ++count[item];
    }
    gone_[choice.option] = 0;
    for (const Index item : items(choice.option)) {
      count[item] -= covered;
      uncovered_ += static_cast<Index>(item < primaries_);
    }
  }
}

// ------------------------------------------------------------------------------- the search ---

/// Searches for at most `most` solutions. Returns false if the search gives up, because it would be
/// long.
bool ShortSearch::search(std::size_t most) {
  for (Index k = 0; k < forced_count_; ++k) {
    if (count_[forced_[k]] == 0) return complete_ = true;
  }
  for (bool alive = take_forced();;) {
    if (alive && uncovered_ == 0) {
      keep_solution();
      if (found_ == most) return true;
      alive = false;
    }
    if (alive) {
      branch();
    } else if (!back_up()) {
      return complete_ = true;
    }
    if (work_ > work_per_option * options_) return false;
    alive = take(lists_[branches_.back().place]) && take_forced();
  }
}

/// Chooses every option that is the last live option of an item. Returns false at a dead end.
bool ShortSearch::take_forced() {
  while (forced_count_ != 0 && uncovered_ != 0) {
    const Index item = forced_[--forced_count_];
    if (count_[item] >= covered) continue;
    Index place = list_ends_[item];
    while (gone_[lists_[place]] != 0) ++place;
    if (!take(lists_[place])) return false;
  }
  return true;
}

/// Branches on the first of the primary items with the fewest options.
void ShortSearch::branch() {
  const Index* const count = count_.data();
  const auto item = static_cast<Index>(std::min_element(count, count + primaries_) - count);
  Index place = list_ends_[item];
  while (gone_[lists_[place]] != 0) ++place;
  branches_.push_back({place, list_ends_[item + 1], static_cast<Index>(chosen_.size())});
}

/// Returns to the last branch that has another live option. Returns false if no such branch is
/// left.
bool ShortSearch::back_up() {
  forced_count_ = 0;
  for (; !branches_.empty(); branches_.pop_back()) {
    Branch& last = branches_.back();
    undo_to(last.chosen);
    while (++last.place < last.end) {
      if (gone_[lists_[last.place]] == 0) return true;
    }
  }
  return false;
}

void ShortSearch::keep_solution() {
  ++found_;
  solutions_.push_back(static_cast<Index>(chosen_.size()));
  for (const Choice& choice : chosen_) solutions_.push_back(option_numbers_[choice.option]);
}

}  // namespace dlx::engines
