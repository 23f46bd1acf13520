#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/mixed.hpp"

namespace dlx::search {

/// Stores the numbers of solutions below states that a search has visited. A state is the set of
/// items that are still to be covered. If there are no secondary items, this set determines which
/// options are left. Counts are exact, because entire sets are compared, not only hashes. If states
/// recur too rarely, is_worth_it() returns false.
///
/// The table grows up to a limit. At the limit, new states replace old states. Looking up a state
/// and storing it takes as long as one or two nodes of the engine dancing_cells.
class RememberedCounts {
 public:
  /// Constructs an empty table. `items` is the number of items of the problem, and `bytes` is the
  /// approximate maximum size of the table.
  RememberedCounts(std::size_t items, std::size_t bytes)
      : set_words_(items / 64 + 1),
        most_slots_(std::max<std::size_t>(1, bytes / (slot_words() * sizeof(Word)))),
        set_(set_words_),
        marks_(items) {
    for (std::size_t i = 0; i < items; ++i) marks_[i] = mixed(i + 1);
    while (2 * slots_ <= most_slots_ && slots_ < first_slots) slots_ *= 2;
    words_.resize(slots_ * slot_words());
  }

  /// Adds an item to the current state, or removes it if the state contains it.
  void flip(std::size_t item) {
    set_[item / 64] ^= Word{1} << item % 64;
    mark_ ^= marks_[item];
  }

  /// The number of solutions and the number of nodes of a search.
  struct Count {
    std::uint64_t solutions = 0, nodes = 0;
  };

  /// If the current state has been searched, returns the number of solutions and nodes below it.
  /// Otherwise records that its search begins; leave() records the end. `level` is the level of the
  /// state, which must be at least the level of every state whose search has not ended. `so_far`
  /// has the numbers of the entire search until now.
  [[nodiscard]] std::optional<Count> enter(std::uint32_t level, Count so_far) {
    ++looks_;
    const Word* const slot = slot_of(mark_);
    if (slot[0] == (mark_ | 1) && std::equal(set_.begin(), set_.end(), slot + 3)) {
      nodes_spared_ += slot[2];
      return Count{slot[1], slot[2]};
    }
    open_.push_back({level, mark_, so_far});
    open_sets_.insert(open_sets_.end(), set_.begin(), set_.end());
    return {};
  }
  /// Records the end of the search of all states at this level and at deeper levels, and stores
  /// their numbers of solutions and nodes.
  void leave(std::uint32_t level, Count so_far) {
    while (!open_.empty() && open_.back().level >= level) {
      const Open& state = open_.back();
      store(state.mark, open_sets_.data() + open_sets_.size() - set_words_,
            {so_far.solutions - state.before.solutions, so_far.nodes - state.before.nodes});
      open_sets_.resize(open_sets_.size() - set_words_);
      open_.pop_back();
    }
  }
  /// Discards the states whose search has not ended, without storing numbers for them.
  void give_up() {
    open_.clear();
    open_sets_.clear();
  }

  /// Whether a look-up in the table saves at least two nodes on average. The result is computed
  /// again after every 1,024 look-ups, and can be false only then.
  [[nodiscard]] bool is_worth_it() const {
    return looks_ % looks_between != 0 || nodes_spared_ >= 2 * looks_;
  }

  /// For tests: whether the current state consists of exactly these items.
  template <class Items>
  [[nodiscard]] bool is_at(const Items& items) const {
    std::vector<Word> set(set_words_);
    for (const auto item : items) set[item / 64] |= Word{1} << item % 64;
    return set == set_;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(words_, set_, marks_, open_sets_, open_);
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t first_slots = 16;
  static constexpr std::uint64_t looks_between = 1'024;

  struct Open {
    std::uint32_t level;
    Word mark;
    Count before;
  };

  [[nodiscard]] std::size_t slot_words() const { return 3 + set_words_; }
  [[nodiscard]] Word* slot_of(Word mark) {
    return words_.data() + (mark >> 1 & (slots_ - 1)) * slot_words();
  }

  void store(Word mark, const Word* set, Count count) {
    if (stored_ >= slots_ / 2 && 2 * slots_ <= most_slots_) grow();
    Word* const slot = slot_of(mark);
    stored_ += slot[0] == 0 ? 1 : 0;
    slot[0] = mark | 1;
    slot[1] = count.solutions;
    slot[2] = count.nodes;
    std::copy(set, set + set_words_, slot + 3);
  }

  /// Doubles the table. If there is not enough memory, the table keeps its size.
  void grow() {
    std::vector<Word> old;
    try {
      old.resize(2 * slots_ * slot_words());
    } catch (const std::bad_alloc&) {
      most_slots_ = slots_;
      return;
    }
    old.swap(words_);
    slots_ *= 2;
    stored_ = 0;
    for (std::size_t at = 0; at < old.size(); at += slot_words()) {
      if (old[at] == 0) continue;
      std::copy_n(old.data() + at, slot_words(), slot_of(old[at]));
      ++stored_;
    }
  }

  std::size_t set_words_;
  std::size_t most_slots_;
  std::size_t slots_ = 1;   // the number of slots of the table, a power of two
  std::size_t stored_ = 0;  // the approximate number of states in the table
  // The slots of the table. A slot has a hash of the state (its mark), the number of solutions, the
  // number of nodes, and the set of items. Marks are stored as odd numbers, and 0 means that the
  // slot is empty. So the lowest bit of a mark is not used to choose its slot.
  std::vector<Word> words_;
  std::vector<Word> set_;  // the current state, as a set of items
  // The hash of the current state: the exclusive or of its items' random numbers (marks_).
  Word mark_ = 0;
  std::vector<Word> marks_;
  std::vector<Open> open_;  // the states whose search has not ended, the deepest state last
  std::vector<Word> open_sets_;
  std::uint64_t looks_ = 0, nodes_spared_ = 0;
};

}  // namespace dlx::search
