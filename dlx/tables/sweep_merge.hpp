// The problem. A step of a sweep maps every state of a sorted table to its next states, and adds up
// the numbers of equal next states.
//
// The idea. A state is represented by a number, its key. Each choice in a step, such as an option,
// is a rule, which adds a constant to all keys that pass a filter. Then the lowest bits of all keys
// are removed. Applied to a sorted table, a rule gives a stream: a sorted sequence of next states.
// So a step merges a few sorted streams and adds the numbers of equal keys. Memory is read and
// written sequentially, and no key is searched for.
//
// The invariants. The keys of a stream ascend, and equal keys may follow each other. Every key that
// was written is smaller than the current key of every stream.
//
// An option with k coloured items needs 2^k rules, one for each set of items that already have
// their colour. If k is large, the option gets no rules. Instead, its next states are made and
// sorted for one piece of the table at a time.
//
// Considered and rejected. A hash table of the next states takes seven to nine times as long for
// each state, and three times the memory (dominoes, trominoes, tetrominoes). Up to `few` streams
// are merged without a tournament tree. With a tree, the merge would take 1.15 times as long for
// three streams, and equally long for seven streams.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dlx/search/vectors.hpp"
#include "dlx/tables/sweep_filter.hpp"
#include "dlx/tables/sweep_parts.hpp"
#include "dlx/tables/sweep_rules.hpp"
#include "dlx/tables/sweep_table.hpp"

namespace dlx::tables::sweeping {

#define DLX_ROW(kind) DLX_COMPILED(kind, filter)
inline constexpr search::Compiled<Filter> filters[] = {DLX_FOR_EACH_VECTOR_KIND(DLX_ROW)};
#undef DLX_ROW
[[nodiscard]] inline Filter best_filter() {
  static const Filter best = search::compiled_for(search::best_vectors(), filters);
  return best;
}

/// A sequence of next states in ascending order: either the states that a rule makes from a table,
/// or states that were made and sorted beforehand.
template <std::uint32_t Words>
class Stream {
 public:
  using Place = typename Table<Words>::Place;
  struct Entry {
    Key<Words> key;
    std::uint32_t state;  ///< number of the state within its piece of the table
    OptionWeight weight;
  };

  /// The stream of next states that a rule makes from the states from `begin` to `end`.
  Stream(const Rule<Words>& rule, std::uint32_t leaving, const Table<Words>& from, Place begin,
         Place end)
      : rule_(&rule),
        weight_(&rule.weight),
        leaving_(leaving),
        from_(&from),
        at_(begin),
        end_(end) {}
  /// A stream of states that were made from one piece of the table and then sorted.
  Stream(std::span<const Entry> sorted, const Table<Words>& from, std::size_t piece)
      : from_(&from), at_{piece, 0}, sorted_(sorted) {}

  [[nodiscard]] const Key<Words>& key() const { return key_; }
  [[nodiscard]] const Word* value() const { return value_; }
  [[nodiscard]] const OptionWeight& weight() const { return *weight_; }
  /// The number of the piece of the table that the stream reads. After the last state of the
  /// stream, it is the number of all pieces.
  [[nodiscard]] std::size_t piece() const {
    return key_ == Key<Words>::last() ? from_->pieces() : at_.piece;
  }

  /// Advances to the next state; the first call advances to the first state. After the last state,
  /// key() returns Key::last().
  [[gnu::always_inline]] void advance() {
    if (rule_ == nullptr) return next_sorted();
    if (next_ == count_ && !fill()) {
      key_ = Key<Words>::last();
      return;
    }
    if constexpr (Words == 1) {
      key_ = rule_->next(&passed_.keys[next_], leaving_);
    } else {
      key_ = rule_->next(view_.keys + std::size_t{passed_.places[next_]} * Words, leaving_);
    }
    value_ = from_->value(view_, passed_.places[next_], room_.data());
    ++next_;
  }

 private:
  [[gnu::noinline]] void next_sorted() {
    if (sorted_.empty()) {
      key_ = Key<Words>::last();
      return;
    }
    const Entry& entry = sorted_.front();
    sorted_ = sorted_.subspan(1);
    key_ = entry.key;
    weight_ = &entry.weight;
    if (view_.keys == nullptr) look_at_piece();
    value_ = from_->value(view_, entry.state, room_.data());
  }

  void look_at_piece() {
    view_ = from_->keys(at_.piece, unpacked_);
    room_.resize(from_->stride());
  }

  /// Fills `passed_` with the next states of the table that pass the filter of the rule. Returns
  /// false if no such state is left.
  [[gnu::noinline]] bool fill() {
    next_ = count_ = 0;
    for (; at_.piece <= end_.piece && at_.piece < from_->pieces(); at_ = {at_.piece + 1, 0}) {
      if (at_.piece == end_.piece && end_.state == 0) return false;
      if (at_.state == 0 || view_.keys == nullptr) look_at_piece();
      const std::uint32_t states = at_.piece == end_.piece ? end_.state : view_.states;
      while (at_.state < states) {
        const std::uint32_t end = std::min(states, at_.state + Passed::room);
        filter(end);
        at_.state = end;
        if (count_ != 0) return true;
      }
    }
    return false;
  }

  /// Fills `passed_` with the states of the current piece before `end` that pass the filter of the
  /// rule.
  void filter(std::uint32_t end) {
    if constexpr (Words == 1) {
      count_ =
          filter_(view_.keys, at_.state, end, rule_->mask.word[0], rule_->want.word[0], passed_);
    } else {
      for (std::uint32_t place = at_.state; place < end; ++place) {
        passed_.places[count_] = place;
        count_ += rule_->passes(view_.keys + std::size_t{place} * Words) ? 1 : 0;
      }
    }
    if (rule_->ranges.empty()) return;
    const std::uint32_t passed = std::exchange(count_, 0);
    for (std::uint32_t p = 0; p < passed; ++p) {
      const std::uint32_t place = passed_.places[p];
      const Word* const key = view_.keys + std::size_t{place} * Words;
      passed_.keys[count_] = *key;
      passed_.places[count_] = place;
      count_ += rule_->is_in_ranges(key) ? 1 : 0;
    }
  }

  Key<Words> key_;
  const Word* value_ = nullptr;
  const Rule<Words>* rule_ = nullptr;
  const OptionWeight* weight_ = nullptr;
  std::uint32_t leaving_ = 0;
  const Table<Words>* from_;
  Place at_;  // position in the table of the next state to test
  Place end_ = {};
  Filter filter_ = best_filter();
  // Position in passed_ of the next state to return, and the number of states in passed_.
  std::uint32_t next_ = 0, count_ = 0;
  typename Table<Words>::View view_;  // the piece of the table that contains the position at_
  // Unpacked keys of the piece that is being read, if the piece is packed.
  std::vector<Word> unpacked_ = {};
  std::vector<Word> room_ = {};         // an unpacked value of the piece that is being read
  std::span<const Entry> sorted_ = {};  // the states of `sorted` that were not read yet
  Passed passed_;
};

/// A tournament tree that finds the stream whose current key is smallest. Each inner node stores
/// the loser of the comparison between the winners of its two subtrees.
template <std::uint32_t Words>
class Tournament {
 public:
  void reset(std::vector<Stream<Words>>& streams) {
    streams_ = &streams;
    const std::size_t n = streams.size();
    heads_.clear();
    for (const Stream<Words>& stream : streams) heads_.push_back(stream.key());
    losers_.assign(n, 0);
    std::vector<std::uint32_t> winners(2 * n);
    for (std::uint32_t k = 0; k < n; ++k) winners[n + k] = k;
    for (std::size_t node = n - 1; node > 0; --node) {
      std::uint32_t winner = winners[2 * node], loser = winners[2 * node + 1];
      if (heads_[loser] < heads_[winner]) std::swap(winner, loser);
      winners[node] = winner;
      losers_[node] = loser;
    }
    winner_ = winners[1];
  }
  [[nodiscard]] const Stream<Words>& winner() const { return (*streams_)[winner_]; }
  [[nodiscard]] const Key<Words>& key() const { return heads_[winner_]; }
  /// Advances the stream with the smallest key to its next state.
  void advance() {
    (*streams_)[winner_].advance();
    Key<Words> key = heads_[winner_] = winner().key();
    for (std::size_t node = (heads_.size() + winner_) / 2; node > 0; node /= 2) {
      const Key<Words>& other = heads_[losers_[node]];
      if (!(other < key)) continue;
      std::swap(winner_, losers_[node]);
      key = other;
    }
  }

 private:
  std::vector<Stream<Words>>* streams_ = nullptr;
  std::vector<Key<Words>> heads_;  // the current key of each stream
  std::vector<std::uint32_t> losers_;
  std::uint32_t winner_ = 0;
};

/// Merges sorted streams of states into a table.
template <std::uint32_t Words>
class Merge {
 public:
  struct Target {
    Table<Words>* table;
    const SweepPlan* plan;
    /// The step whose items enter the frontier after the merge; null if no items enter.
    const SweepPlan::Step* next;
  };

  /// Stream::advance() must have been called once for each stream. The streams and the tables must
  /// outlive this object.
  Merge(std::vector<Stream<Words>>& streams, const Table<Words>& from, bool weighted,
        const Target& target)
      : streams_(&streams),
        from_limbs_(from.limbs()),
        weighted_(weighted),
        target_(target),
        enters_(target.next != nullptr && target.next->first_gap != target.next->end_gap) {
    if (streams.size() > few) tournament_.reset(streams);
  }

  /// Merges until `fuel` states are read or the merge is complete. Subtracts the number of states
  /// read from `fuel`. run() is not inlined, so that the compiler inlines all calls in the loop
  /// instead. These calls would take a tenth of the time.
  [[gnu::noinline]] PartOutcome run(std::uint64_t& fuel, std::size_t most_bytes) {
    if (streams_->empty()) return PartOutcome::done;
    if (weighted_) return go_on<0>(fuel, most_bytes);
    switch (from_limbs_) {
      case 1:
        return go_on<1>(fuel, most_bytes);
      case 2:
        return go_on<2>(fuel, most_bytes);
      default:
        return go_on<0>(fuel, most_bytes);
    }
  }

 private:
  // Up to this number of streams, a linear search for the smallest key is at least as fast as a
  // tournament tree.
  static constexpr std::size_t few = 8;

  template <std::uint32_t Limbs>
  PartOutcome go_on(std::uint64_t& fuel, std::size_t most_bytes) {
    return streams_->size() > few ? many<Limbs>(fuel, most_bytes) : scan<Limbs>(fuel, most_bytes);
  }

  template <std::uint32_t Limbs>
  PartOutcome scan(std::uint64_t& fuel, std::size_t most_bytes) {
    std::vector<Stream<Words>>& streams = *streams_;
    const std::size_t n = streams.size();
    Key<Words> heads[few];
    for (std::size_t k = 0; k < n; ++k) heads[k] = streams[k].key();
    for (;;) {
      Key<Words> least = heads[0];
      for (std::size_t k = 1; k < n; ++k) least = heads[k] < least ? heads[k] : least;
      if (least == Key<Words>::last()) return PartOutcome::done;
      if (fuel == 0) return PartOutcome::paused;
      clear<Limbs>();
      for (std::size_t k = 0; k < n; ++k) {
        while (heads[k] == least) {
          add<Limbs>(streams[k]);
          streams[k].advance();
          heads[k] = streams[k].key();
          fuel -= fuel != 0 ? 1 : 0;
        }
      }
      if (!write(least, most_bytes)) return PartOutcome::no_memory;
    }
  }

  template <std::uint32_t Limbs>
  PartOutcome many(std::uint64_t& fuel, std::size_t most_bytes) {
    for (;;) {
      const Key<Words> least = tournament_.key();
      if (least == Key<Words>::last()) return PartOutcome::done;
      if (fuel == 0) return PartOutcome::paused;
      clear<Limbs>();
      do {
        add<Limbs>(tournament_.winner());
        tournament_.advance();
        fuel -= fuel != 0 ? 1 : 0;
      } while (tournament_.key() == least);
      if (!write(least, most_bytes)) return PartOutcome::no_memory;
    }
  }

  [[nodiscard]] std::uint32_t limbs_of_sum() const { return target_.table->limbs(); }

  template <std::uint32_t Limbs>
  void clear() {
    if constexpr (Limbs != 0) {
      for (std::uint32_t l = 0; l <= Limbs; ++l) sum_[l] = 0;
    } else {
      sum_.assign(std::max<std::size_t>(limbs_of_sum() + 1, 4), 0);
    }
  }

  /// Adds the number of a stream's current state to the sum. `Limbs` is the number of words of the
  /// number if there are no weights. 0 means that the tables determine the number of words, and
  /// that there may be weights.
  template <std::uint32_t Limbs>
  [[gnu::always_inline]] void add(const Stream<Words>& stream) {
    const Word* const value = stream.value();
    if constexpr (Limbs != 0) {
      Word carry = 0;
      for (std::uint32_t l = 0; l < Limbs; ++l) {
        const Wide sum = Wide{sum_[l]} + value[l] + carry;
        sum_[l] = static_cast<Word>(sum);
        carry = static_cast<Word>(sum >> 64);
      }
      sum_[Limbs] += carry;
    } else {
      const OptionWeight& weight = stream.weight();
      Word carry = 0;
      for (std::uint32_t l = 0; l < limbs_of_sum(); ++l) {
        const Wide product = l < from_limbs_ ? Wide{value[l]} * weight.ways : Wide{0};
        const Wide sum = product + sum_[l] + carry;
        sum_[l] = static_cast<Word>(sum);
        carry = static_cast<Word>(sum >> 64);
      }
      if (!weighted_) return;
      Word& fingerprint = sum_[limbs_of_sum()];
      fingerprint = (Residue(fingerprint) + Residue(value[from_limbs_]) * weight.factor).value();
    }
  }

  [[gnu::always_inline]] bool write(Key<Words> key, std::size_t most_bytes) {
    if (enters_) target_.plan->enter(*target_.next, key.word);
    return target_.table->push(key, sum_.data(), most_bytes);
  }

  std::vector<Stream<Words>>* streams_;
  Tournament<Words> tournament_;
  std::uint32_t from_limbs_;
  bool weighted_;
  Target target_;
  bool enters_;
  std::vector<Word> sum_ = std::vector<Word>(4);
};

}  // namespace dlx::tables::sweeping
