// The problem. If a symmetry of the rest of the problem maps one state of a sweep to another, both
// states have equally many completions. Such states form a class. A Fold keeps one state of each
// class, with the sum of the numbers of all states of the class. For example, after four rows of a
// Latin square of order 7 there are millions of states, but only 16 classes.
//
// A sample first. Finding the class of each state takes most of the time, which is lost if few
// states are equivalent. So first the classes of a random sample of the states are found. The size
// of the sample is four times the square root of the number of all states. If a fold would halve
// the number of states, about eight states of the sample share a class with another state of the
// sample (the birthday paradox). Fold::is_useful() decides by the number of classes in the sample.
// So a useless fold costs only the time for the sample, which has at most a hundredth of the states
// if the table has 160,000 or more.
//
// The invariants. The state of a class that is kept is the state with the least key. So the table
// after a fold depends neither on the order of the states nor on the number of threads. A sweep
// that is saved during a fold saves the table before the fold, and folds again when it continues.
//
// Fold is an interface, because code in dlx/tables must not include code in dlx/symmetry.
// dlx/counting/fold.cpp implements it.

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

/// Decides which states of a sweep are equivalent, that is, have equally many completions, and
/// whether merging them is worthwhile.
class Fold {
 public:
  Fold() = default;
  Fold(const Fold&) = delete;
  Fold& operator=(const Fold&) = delete;
  virtual ~Fold() = default;

  /// Whether merging equivalent states before `step`, when there are `states` states, may be
  /// worthwhile. After begin() has returned true, class_of() may be called until end() is called.
  virtual bool begin(std::size_t step, std::size_t states) = 0;
  /// A class of states that are known to have equally many completions.
  struct Class {
    /// The number of the class, from 0, in the order in which classes are found.
    std::uint32_t number;
    /// The time to find the class, as the number of states that a sweep reads in this time.
    std::uint64_t work;
  };
  /// Finds the class of a state. Two states of a class have equally many completions. Returns
  /// nothing if the stop flag ended the search for the class. Several threads may call class_of()
  /// at the same time.
  virtual std::optional<Class> class_of(const SweepPlan::Word* key) = 0;
  /// Whether it is worthwhile to merge equivalent states in a table of `states` states, if a random
  /// sample of `sample` of these states has `classes_of_sample` classes.
  [[nodiscard]] virtual bool is_useful(std::size_t states, std::size_t sample,
                                       std::size_t classes_of_sample) const = 0;
  /// Frees the classes found since begin().
  virtual void end() = 0;
  /// The work of all calls of begin() so far, in the unit of Class::work.
  [[nodiscard]] virtual std::uint64_t work_of_beginnings() const = 0;
  /// The number of bytes that the classes found so far need.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

namespace sweeping {

/// Merges the equivalent states of a table.
template <std::uint32_t Words>
class FoldPass {
 public:
  /// All arguments must outlive this object.
  FoldPass(const Setting& setting, Table<Words>& table, Fold& fold)
      : setting_(setting),
        table_(table),
        fold_(fold),
        limbs_(limbs_after(table.bits(), static_cast<double>(table.size()))),
        parts_(sample_of(table)),
        sample_(parts_.size()) {}

  /// Continues until the class of every state is found, or until a sample shows that merging is
  /// useless. Returns no_memory if the classes need too much memory. Does not change the table.
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

  /// Replaces the table by a table with one state of each class, unless merging is useless. Must be
  /// called after run() has returned `done`.
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

  /// An estimate of the work left, in states read by a sweep: the average work to find a class,
  /// times the number of states whose class is still to be found, in the sample and in the table.
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

  /// A range of successive states in one piece of the table.
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

  /// Draws a random sample of states. Returns a Part of a single state for each of them.
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

  /// Finds the class of each state in parts_, and calls found(class, key, value) for each state.
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
  std::uint32_t limbs_;      // number of words of a sum
  std::vector<Part> parts_;  // at first the states of the sample, then all states
  std::size_t sample_;       // the number of states of the sample
  std::size_t classes_of_sample_ = 0;
  // Whether the sample is complete and has shown that merging is useful.
  bool is_useful_ = false;
  mutable std::mutex mutex_;  // guards the members below
  double work_ = 0;           // the work of finding classes so far
  // The number of states whose class was found, including the sample.
  std::size_t states_done_ = 0;
  std::vector<Key<Words>> keys_;  // for each class: the least key of its states so far
  std::vector<Word> sums_;        // for each class: the sum of the numbers of its states
};

}  // namespace sweeping
}  // namespace dlx::tables
