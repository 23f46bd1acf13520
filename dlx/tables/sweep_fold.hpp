// The problem. If a symmetry of the rest of the problem maps one state of a sweep to another, both
// states have equally many completions. A Fold merges such states: one state of each class remains,
// with the sum of the numbers of its class. For example, after four rows of a Latin square of order
// 7 there are millions of states, but only 16 classes.
//
// The invariants. The key that remains is the least key of the class in the table. So the table
// after a fold depends neither on the order of the states nor on the number of threads. A fold
// only replaces the table, never the position of the sweep. So a sweep that is saved during a fold
// has the table before the fold, and folds again when it continues.
//
// A table cannot know symmetries, because folders of one level do not include each other. So Fold
// is an interface, which dlx/counting/fold.cpp implements.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/tables/sweep_parts.hpp"
#include "dlx/tables/sweep_pass.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/sweep_rules.hpp"
#include "dlx/tables/sweep_table.hpp"

namespace dlx::tables {

/// Tells which states of a sweep have equally many completions, and when merging such states is
/// worthwhile.
class Fold {
 public:
  Fold() = default;
  Fold(const Fold&) = delete;
  Fold& operator=(const Fold&) = delete;
  virtual ~Fold() = default;

  /// Whether the table before this step, which has this number of states, is to be folded. After
  /// the result true, class_of() distinguishes the states of this table until end().
  virtual bool begin(std::size_t step, std::size_t states) = 0;
  /// The number of the class of a state, counted from 0 in the order in which classes are found.
  /// Two states of a class have equally many completions. Several threads may call class_of() at
  /// the same time.
  virtual std::uint32_t class_of(const SweepPlan::Word* key) = 0;
  /// Ends a fold, and frees its classes. `is_complete`: whether all states of the table got a
  /// class; otherwise memory did not suffice.
  virtual void end(bool is_complete) = 0;
  /// The work of one call of class_of(), as the number of states that a sweep reads in the same
  /// time.
  [[nodiscard]] virtual std::uint64_t work_of_state() const = 0;
  /// The work of all calls of begin() so far, in the same unit.
  [[nodiscard]] virtual std::uint64_t work_of_beginnings() const = 0;
  /// The number of bytes that the classes found so far need.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

namespace sweeping {

/// The pass that folds a table.
template <std::uint32_t Words>
class FoldPass {
 public:
  /// All arguments must outlive the pass.
  FoldPass(const Setting& setting, Table<Words>& table, Fold& fold)
      : setting_(setting),
        table_(table),
        fold_(fold),
        limbs_(limbs_after(table.bits(), static_cast<double>(table.size()))) {
    for (std::size_t piece = 0; piece < table.pieces(); ++piece) {
      for (std::uint32_t state = 0; state < table.states(piece); state += most_states_of_part) {
        parts_.push_back(
            {piece, state, std::min(state + most_states_of_part, table.states(piece))});
      }
    }
  }

  /// Continues until all states are in a class. If the classes need too much memory, the result is
  /// no_memory, and the table remains as it is.
  PartOutcome run(Fuel& fuel) {
    const MakePart make = [this](std::size_t part, std::uint64_t& left) {
      return make_part(parts_[part], left);
    };
    const bool together = setting_.options.jobs.threads > 1 && parts_.size() > 1;
    return setting_.make_all(parts_.size(), together, make, fuel);
  }

  /// Replaces the table by one with one state of each class. Must be called after the outcome
  /// `done` of run().
  void replace_table(Blocks& blocks) {
    std::vector<std::uint32_t> order(keys_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [this](std::uint32_t a, std::uint32_t b) { return keys_[a] < keys_[b]; });
    Table<Words> folded(blocks);
    folded.reset(limbs_, false, Pass<Words>::must_pack(setting_, keys_.size(), limbs_));
    for (const std::uint32_t number : order) {
      folded.push(keys_[number], &sums_[std::size_t{number} * limbs_],
                  std::numeric_limits<std::size_t>::max());
    }
    folded.complete();
    table_.swap(folded);
  }

  /// The number of bytes of the classes.
  [[nodiscard]] std::size_t memory_bytes() const {
    return keys_.capacity() * sizeof(Key<Words>) + sums_.capacity() * sizeof(Word) +
           fold_.memory_bytes();
  }

 private:
  static constexpr std::uint32_t most_states_of_part = 1'024;

  /// Some states of a piece of the table.
  struct Part {
    std::size_t piece;
    std::uint32_t next, end;
  };

  PartOutcome make_part(Part& part, std::uint64_t& fuel) {
    std::vector<Word> buffer;
    const typename Table<Words>::View view = table_.view(part.piece, buffer);
    while (part.next < part.end) {
      if (fuel == 0) return PartOutcome::paused;
      fuel -= std::min(fuel, fold_.work_of_state());
      Key<Words> key;
      std::copy_n(view.keys + std::size_t{part.next} * Words, Words, key.word);
      const std::uint32_t number = fold_.class_of(key.word);
      const std::lock_guard lock(mutex_);
      if (memory_bytes() > setting_.options.memory_limit / 2) return PartOutcome::no_memory;
      add(number, key, view.values + std::size_t{part.next} * table_.stride());
      ++part.next;
    }
    return PartOutcome::done;
  }

  void add(std::uint32_t number, const Key<Words>& key, const Word* value) {
    if (number >= keys_.size()) {
      keys_.resize(number + std::size_t{1}, Key<Words>::last());
      sums_.resize(keys_.size() * limbs_);
    }
    keys_[number] = std::min(keys_[number], key);
    Word* const sum = &sums_[std::size_t{number} * limbs_];
    Word carry = 0;
    for (std::uint32_t l = 0; l < limbs_; ++l) {
      const Wide wide = Wide{sum[l]} + (l < table_.limbs() ? value[l] : 0) + carry;
      sum[l] = static_cast<Word>(wide);
      carry = static_cast<Word>(wide >> 64);
    }
  }

  const Setting& setting_;
  Table<Words>& table_;
  Fold& fold_;
  std::uint32_t limbs_;  // words of a sum
  std::vector<Part> parts_;
  std::mutex mutex_;              // for the classes
  std::vector<Key<Words>> keys_;  // for each class: the least key so far
  std::vector<Word> sums_;        // for each class: the sum of the numbers of its states
};

}  // namespace sweeping
}  // namespace dlx::tables
