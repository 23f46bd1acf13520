// The problem. The second half of a sweep from one end of a domino board to the other repeats the
// first half in reverse.
//
// The idea. Let an order of the items consist of three sets: first L, then M, and last H, such that
//   - no option has items of both L and H, and no option has all its items in M;
//   - a symmetry of the problem exchanges L and H, and maps each item of M to itself.
// The options of a solution that have items of L cover L and some set S of items of M. The other
// options cover H and the rest of M. By the symmetry, the number of sets of options that cover H
// and the rest of M equals the number of sets of options that cover L and the rest of M. After the
// steps of the items in L, the frontier is M. For each S, the table then has the number of sets of
// options that cover L and S. So the number of solutions is the sum over all S of the number for S
// times the number for M without S. The steps of the items in M and H are not needed. In a sorted
// table the complements of ascending keys descend, so one cursor reads the table forwards and
// another reads it backwards.
//
// On square boards the sweep goes from corner to corner, and M is the diagonal between them.
// Halving saves half of the work, and the numbers in the tables have half the length.
//
// Not done. Symmetries that move items of M are not used, because the number for M without S could
// then be anywhere in the table, which may be in a file. Orders in which an option has all its
// items in M are not used, because additional steps would be needed. In the additional steps each
// item of M may remain uncovered, so there would be 4 to 20 times as many states (see
// sweep_count.cpp). Problems with secondary items, or with bounds other than {1, 1}, are not
// halved.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/sweep_rules.hpp"
#include "dlx/tables/sweep_table.hpp"

namespace dlx::tables {

/// Removes the second half of the steps from a plan made for this order, if a symmetry maps the
/// first half to the second half (see above). Returns whether steps were removed. The symmetry is
/// found by partition refinement, which takes about as long as making the plan. It is not found if
/// refinement alone does not determine it. A halved plan cannot be used with weights, because the
/// symmetry ignores them.
bool halve(SweepPlan& plan, const Problem& problem, std::span<const ItemId> order);

/// An upper bound on the bytes that halve() needs while it runs.
[[nodiscard]] std::size_t bytes_to_halve(const Problem& problem);

namespace sweeping {

/// Computes the sum, over all states of a table, of the number of the state times the number of the
/// complementary state. The complement covers exactly the frontier items that the state does not
/// cover.
template <std::uint32_t Words>
class Halves {
 public:
  /// The table must outlive this object. `bits` is the number of bits of the table's keys.
  Halves(const Table<Words>& table, std::uint32_t bits) : table_(&table), other_(table.pieces()) {
    for (std::uint32_t w = 0; w < Words; ++w) {
      const std::uint32_t rest = bits - std::min(bits, 64 * w);
      all_.word[w] = rest >= 64 ? ~Word{0} : (Word{1} << rest) - 1;
    }
    sum_.assign(2 * std::size_t{table.limbs()} + 2, 0);
  }

  [[nodiscard]] bool is_over() const { return piece_ == table_->pieces(); }
  /// Adds the products for the next piece of the table to the sum. Returns the number of states in
  /// this piece.
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
  /// The sum of the products so far, as words, the lowest word first.
  [[nodiscard]] const std::vector<Word>& sum() const { return sum_; }

 private:
  /// The number that the table stores for the state with this key; null if no state has the key.
  /// The key must be smaller than the keys of earlier calls.
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
  std::size_t piece_ = 0;  // the piece of the table whose products are added next
  std::size_t other_;      // the piece in which find() last searched for complementary states
  // The states of the piece other_ from this number on have larger keys than the key that find()
  // last searched for.
  std::uint32_t other_state_ = 0;
  typename Table<Words>::View other_view_;
  std::vector<Word> buffer_, other_buffer_;  // unpacked keys and values of pieces
  std::vector<Word> sum_;
};

}  // namespace sweeping
}  // namespace dlx::tables
