// The problem. If a symmetry of the rest of the problem maps one state of a sweep to another, both
// states have equally many completions. A Fold merges such states: one state of each class remains,
// with the sum of the numbers of its class. For example, after four rows of a Latin square of order
// 7 there are millions of states, but only 16 classes.
//
// A sample first. Most time of a fold goes into finding the class of each state, and a fold that
// merges few states is useless. So the pass first finds only the classes of a random sample. The
// size of the sample is four times the square root of the number of all states. If a fold would
// halve this number, about eight states of the sample share a class with another state of the
// sample (the birthday paradox). Fold::is_useful() decides by the number of classes in the sample.
// So a useless fold costs only the classes of the sample, which has at most a hundredth of the
// states if the table has 160,000 or more.
//
// The invariants. The key that remains is the least key of the class in the table. So the table
// after a fold depends neither on the order of the states nor on the number of threads. A fold
// only replaces the table, never the position of the sweep. So a sweep that is saved during a fold
// has the table before the fold, and folds again when it continues.
//
// The code of tables cannot use the code of symmetries, because source folders of one level do not
// include each other. So Fold is an interface, which dlx/counting/fold.cpp implements.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/core/random.hpp"
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

  /// Whether a fold of the table before `step`, which has `states` states, may be worthwhile. If
  /// begin() returns true, class_of() finds the classes of this table's states until end() is
  /// called.
  virtual bool begin(std::size_t step, std::size_t states) = 0;
  /// The class of a state.
  struct Class {
    std::uint32_t number;  ///< counted from 0 in the order in which classes are found
    std::uint64_t work;    ///< the number of states that a sweep reads in the same time
  };
  /// Finds the class of a state. Two states of a class have equally many completions. Returns
  /// nothing if the stop flag ended the search for the class. Several threads may call class_of()
  /// at the same time.
  virtual std::optional<Class> class_of(const SweepPlan::Word* key) = 0;
  /// Whether it is worthwhile to fold a table of `states` states, if a random sample of `sample` of
  /// these states has `classes_of_sample` classes.
  [[nodiscard]] virtual bool is_useful(std::size_t states, std::size_t sample,
                                       std::size_t classes_of_sample) const = 0;
  /// Ends a fold, and frees its classes.
  virtual void end() = 0;
  /// The work of all calls of begin() so far, in the unit of Class::work.
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
        limbs_(limbs_after(table.bits(), static_cast<double>(table.size()))),
        parts_(sample_of(table)),
        sample_(parts_.size()) {}

  /// Continues until the classes of all states are found, or until a sample shows that the fold is
  /// useless. If the classes need too much memory, the result is no_memory, and the table remains
  /// as it is.
  PartOutcome run(Fuel& fuel) {
    if (!is_useful_) {
      const PartOutcome outcome = find_classes(fuel, [this](std::uint32_t number, auto&&...) {
        classes_of_sample_ = std::max(classes_of_sample_, std::size_t{number} + 1);
      });
      if (outcome != PartOutcome::done) return outcome;
      is_useful_ = fold_.is_useful(table_.size(), sample_, classes_of_sample_);
      if (!is_useful_) return PartOutcome::done;
      parts_ = all_of(table_);
    }
    return find_classes(fuel, [this](std::uint32_t number, const Key<Words>& key,
                                     const Word* value) { add(number, key, value); });
  }

  /// Replaces the table by one with one state of each class, unless the fold is useless. Must be
  /// called after the outcome `done` of run().
  void replace_table(Blocks& blocks) {
    if (!is_useful_) return;
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

  /// An estimate of the work left: the average work of the states done, times the number of states
  /// left. As long as the sample has not shown that the fold is useless, the states left include
  /// all states of the table.
  [[nodiscard]] double looks_left() const {
    const std::lock_guard lock(mutex_);
    if (states_done_ == 0) return 0;
    const auto done = static_cast<double>(states_done_);
    return work_ / done * (static_cast<double>(sample_ + table_.size()) - done);
  }
  /// The number of bytes of the classes.
  [[nodiscard]] std::size_t memory_bytes() const {
    return keys_.capacity() * sizeof(Key<Words>) + sums_.capacity() * sizeof(Word) +
           fold_.memory_bytes();
  }

 private:
  static constexpr std::uint32_t most_states_of_part = 1'024;
  static constexpr double sample_per_root = 4;
  static constexpr std::uint64_t seed_of_sample = 1;

  /// A range of states in one piece of the table.
  struct Part {
    std::size_t piece;
    std::uint32_t next, end;
  };

  static std::vector<Part> all_of(const Table<Words>& table) {
    std::vector<Part> parts;
    for (std::size_t piece = 0; piece < table.pieces(); ++piece) {
      for (std::uint32_t state = 0; state < table.states(piece); state += most_states_of_part) {
        parts.push_back({piece, state, std::min(state + most_states_of_part, table.states(piece))});
      }
    }
    return parts;
  }

  /// Draws states at random. Each state drawn is a part of its own.
  static std::vector<Part> sample_of(const Table<Words>& table) {
    SplitMix64 random(seed_of_sample);
    const double root = std::sqrt(static_cast<double>(table.size()));
    std::vector<std::size_t> numbers;
    for (auto left = static_cast<std::size_t>(std::ceil(sample_per_root * root)); left > 0;
         --left) {
      numbers.push_back(static_cast<std::size_t>(random() % table.size()));
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<Part> parts;
    // `before` is the number of states in the pieces before `piece`.
    std::size_t piece = 0, before = 0;
    for (const std::size_t number : numbers) {
      while (number - before >= table.states(piece)) before += table.states(piece++);
      const auto state = static_cast<std::uint32_t>(number - before);
      parts.push_back({piece, state, state + 1});
    }
    return parts;
  }

  /// Finds the class of each state of the parts, and calls found(class, key, value) for each state.
  template <class Found>
  PartOutcome find_classes(Fuel& fuel, Found found) {
    const MakePart make = [this, &found](std::size_t part, std::uint64_t& left) {
      return find_classes(parts_[part], left, found);
    };
    const bool together = setting_.options.jobs.threads > 1 && parts_.size() > 1;
    return setting_.make_all(parts_.size(), together, make, fuel);
  }

  template <class Found>
  PartOutcome find_classes(Part& part, std::uint64_t& fuel, Found& found) {
    std::vector<Word> buffer;
    const typename Table<Words>::View view = table_.view(part.piece, buffer);
    while (part.next < part.end) {
      if (fuel == 0) return PartOutcome::paused;
      Key<Words> key;
      std::copy_n(view.keys + std::size_t{part.next} * Words, Words, key.word);
      const std::optional<Fold::Class> its = fold_.class_of(key.word);
      if (!its) {
        fuel = 0;
        return PartOutcome::paused;
      }
      fuel -= std::min(fuel, its->work);
      const std::lock_guard lock(mutex_);
      if (memory_bytes() > setting_.options.memory_limit / 2) return PartOutcome::no_memory;
      work_ += static_cast<double>(its->work);
      ++states_done_;
      found(its->number, key, view.values + std::size_t{part.next} * table_.stride());
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
  std::uint32_t limbs_;      // words of a sum
  std::vector<Part> parts_;  // at first the parts of the sample, then of all states
  std::size_t sample_;       // the number of states of the sample
  std::size_t classes_of_sample_ = 0;
  bool is_useful_ = false;        // whether the sample is complete and shows a useful fold
  mutable std::mutex mutex_;      // guards the members below
  double work_ = 0;               // the work of the states done
  std::size_t states_done_ = 0;   // the number of states whose class was found, with the sample
  std::vector<Key<Words>> keys_;  // for each class: the least key so far
  std::vector<Word> sums_;        // for each class: the sum of the numbers of its states
};

}  // namespace sweeping
}  // namespace dlx::tables
