#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/deadline.hpp"

namespace dlx {

/// How a problem is swept item by item. Options belong to the first primary item they have in the
/// order; when the sweep comes to an item, its options are chosen or not, and then the item is
/// settled for good. All that matters of the choices so far is the state of the frontier: the items
/// that some earlier option and some later one contain. It is packed into a key of a few words;
/// every item of the frontier has a field there for as long as it is in it:
///   - 1 bit: covered or not;
///   - a primary item of other bounds: how often it is covered;
///   - a secondary item with colours: 0, or the number of its colour, or one more than all: covered
///     without colour.
struct SweepPlan {
  using Word = std::uint64_t;

  /// What an option asks and changes of a field that is no single bit.
  struct Counter {
    std::uint32_t word, shift;
    Word mask;    ///< of the field, unshifted
    Word most;    ///< the field may grow by one below this; colours: 0
    Word colour;  ///< the field must be 0 or this, and becomes this; counts: 0
  };

  struct Move {
    OptionId option;
    std::uint32_t first_counter, end_counter;
  };

  struct Step {
    bool exact = true;  ///< bounds {1, 1}: covered before, or by exactly one of the moves
    bool in_frontier = false;
    std::uint32_t word = 0, shift = 0;  ///< its field, if it is in the frontier
    Word mask = 0;                      ///< unshifted
    Bounds bounds;
    std::uint32_t first_move = 0, end_move = 0;
    std::uint32_t bits_after = 0;  ///< of the frontier, once the step's item is settled
  };

  std::uint32_t words = 1;  ///< of a key; its top bit is never used
  std::uint32_t width = 0;  ///< bits in use at the widest place
  std::vector<Step> steps;
  std::vector<Move> moves;
  std::vector<Counter> counters;
  std::vector<Word> tests;  ///< [move][word]: bits that must be clear
  std::vector<Word> sets;   ///< [move][word]: bits that become set
  std::vector<Word>
      forget;  ///< [step][word]: bits that leave after the step, its item's among them

  [[nodiscard]] const Word* test(std::uint32_t move) const {
    return &tests[std::size_t{move} * words];
  }
  [[nodiscard]] const Word* set(std::uint32_t move) const {
    return &sets[std::size_t{move} * words];
  }

  /// Chooses an option: changes the key, or returns false if it may not be chosen.
  [[nodiscard]] bool apply(std::uint32_t move, Word* key) const {
    const Word* const clear = test(move);
    for (std::uint32_t w = 0; w < words; ++w) {
      if ((key[w] & clear[w]) != 0) return false;
    }
    for (std::uint32_t c = moves[move].first_counter; c < moves[move].end_counter; ++c) {
      const Counter& counter = counters[c];
      const Word value = key[counter.word] >> counter.shift & counter.mask;
      if (counter.colour == 0) {
        if (value == counter.most) return false;
        key[counter.word] += Word{1} << counter.shift;
      } else if (value == 0) {
        key[counter.word] |= counter.colour << counter.shift;
      } else if (value != counter.colour) {
        return false;
      }
    }
    const Word* const bits = set(move);
    for (std::uint32_t w = 0; w < words; ++w) key[w] |= bits[w];
    return true;
  }
};

/// The plan for an order of all primary items. Throws std::invalid_argument if the frontier is so
/// wide that the plan itself would take gigabytes.
[[nodiscard]] SweepPlan sweep_plan(const Problem& problem, std::span<const ItemId> order);

/// An order of the primary items with a narrow frontier: the best of several that are known from
/// sparse matrices, by the sum over steps of 2 to the power of the frontier's bits. The best of
/// those tried before the deadline, if that is reached; the problem's own order always is.
[[nodiscard]] std::vector<ItemId> narrow_order(const Problem& problem,
                                               const Deadline& deadline = {});

/// The binary logarithm of that sum. A sweep has no more states, unless it needs fields within a
/// step: with multiplicities. See SweepPlan::width.
[[nodiscard]] double sweep_bits(const Problem& problem, std::span<const ItemId> order);

}  // namespace dlx
