// The problem. The second half of a sweep from one end of a domino board to the other repeats the
// first half in reverse.
//
// The idea. Let an order of the items begin with L, end with H, and have M between, such that
//   - no option has items of both L and H, and none lies in M alone;
//   - a symmetry of the problem exchanges L and H, and leaves each item of M where it is.
// A solution has options with items of L, which cover all of L and some set S of M. Its other
// options cover all of H and the rest of M. By the symmetry, as many choices cover H and the rest
// of M as cover L and the rest of M. After the steps of L the frontier is M, and the table has the
// number of choices for each S. So the number of solutions is the sum over all S of the number for
// S times the number for M without S, and the steps of M and H are not needed. In a sorted table
// the complements of ascending keys descend: both are read from front to back.
//
// On square boards the order that is used goes from corner to corner, M is the diagonal between,
// and half of the work is saved, with numbers of half the length.
//
// Considered. The symmetry could move the items of M; then the complements lie anywhere in a table
// that may be in a file. Options within M would need steps in which each item of M may stay open,
// with 4 to 20 times as many states (sweep_count.cpp). Items with bounds or colours, secondary
// items: problems that have any are swept whole.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/sweep_rules.hpp"
#include "dlx/tables/sweep_table.hpp"

namespace dlx::tables {

/// Shortens the plan, which was made for this order, to its first half, if there are such L, M and
/// H. Returns whether it did. The symmetry is looked for by refinement of the items of L and H, for
/// about as long as the plan takes to make; one that needs guesses is not found. It ignores
/// weights, so a halved plan cannot be swept with weights.
bool halve(SweepPlan& plan, const Problem& problem, std::span<const ItemId> order);

/// Upper limit for the bytes that halve() needs while it runs.
[[nodiscard]] std::size_t bytes_to_halve(const Problem& problem);

namespace sweeping {

/// Adds up the products of each state's number and its complement's number, over all states of a
/// table.
template <std::uint32_t Words>
class Halves {
 public:
  /// The table must outlive it. `bits`: bits of the table's keys.
  Halves(const Table<Words>& table, std::uint32_t bits) : table_(&table), other_(table.pieces()) {
    for (std::uint32_t w = 0; w < Words; ++w) {
      const std::uint32_t rest = bits - std::min(bits, 64 * w);
      all_.word[w] = rest >= 64 ? ~Word{0} : (Word{1} << rest) - 1;
    }
    sum_.assign(2 * std::size_t{table.limbs()} + 2, 0);
  }

  [[nodiscard]] bool is_over() const { return piece_ == table_->pieces(); }
  /// Adds one more piece of the table. Returns the number of its states.
  std::uint32_t add_piece() {
    const typename Table<Words>::View piece = table_->view(piece_++, buffer_);
    for (std::uint32_t state = 0; state < piece.states; ++state) {
      Key<Words> wanted;
      for (std::uint32_t w = 0; w < Words; ++w) {
        wanted.word[w] = all_.word[w] ^ piece.keys[std::size_t{state} * Words + w];
      }
      const Word* const value = find(wanted);
      if (value != nullptr) add(piece.values + std::size_t{state} * table_->stride(), value);
    }
    return piece.states;
  }
  /// The lowest word first.
  [[nodiscard]] const std::vector<Word>& sum() const { return sum_; }

 private:
  /// The number of the state with this key; keys must descend from call to call. Null: no state has
  /// it.
  [[nodiscard]] const Word* find(const Key<Words>& key) {
    for (;;) {
      while (other_state_ > 0) {
        const std::uint32_t state = other_state_ - 1;
        Key<Words> there;
        std::copy_n(other_view_.keys + std::size_t{state} * Words, Words, there.word);
        if (there < key) return nullptr;
        if (there == key) return other_view_.values + std::size_t{state} * table_->stride();
        --other_state_;
      }
      if (other_ == 0) return nullptr;
      other_view_ = table_->view(--other_, other_buffer_);
      other_state_ = other_view_.states;
    }
  }

  void add(const Word* a, const Word* b) {
    const std::uint32_t limbs = table_->limbs();
    for (std::uint32_t i = 0; i < limbs; ++i) {
      if (a[i] == 0) continue;
      Word carry = 0;
      for (std::uint32_t k = 0; k < limbs; ++k) {
        const Wide sum = Wide{a[i]} * b[k] + sum_[i + k] + carry;
        sum_[i + k] = static_cast<Word>(sum);
        carry = static_cast<Word>(sum >> 64);
      }
      for (std::size_t k = std::size_t{i} + limbs; carry != 0; ++k) {
        const Wide sum = Wide{sum_[k]} + carry;
        sum_[k] = static_cast<Word>(sum);
        carry = static_cast<Word>(sum >> 64);
      }
    }
  }

  const Table<Words>* table_;
  Key<Words> all_;
  std::size_t piece_ = 0;          // the next
  std::size_t other_;              // the last piece that complements were looked for in
  std::uint32_t other_state_ = 0;  // states of other_ from here on are too large
  typename Table<Words>::View other_view_;
  std::vector<Word> buffer_, other_buffer_;  // copies of pieces that are packed
  std::vector<Word> sum_;
};

}  // namespace sweeping
}  // namespace dlx::tables
