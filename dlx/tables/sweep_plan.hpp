#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"

namespace dlx::tables {

/// How a problem is swept item by item. An option belongs to the first of its primary items in the
/// order. When the sweep comes to an item, its options are chosen or not, and then no later option
/// has the item. The rest of the count depends only on the state of the frontier: the items that
/// both an earlier and a later option contain. It is packed into a key, a number of one or
/// more words, the lowest first, in which every item of the frontier has a field:
///   - 1 bit: covered or not;
///   - a primary item of other bounds: how often it is covered;
///   - a secondary item with colours: 0, or the number of its colour, or one more than all: covered
///     without colour.
/// Fields are in the order in which they leave the frontier, the first to leave lowest. Leaving is
/// then a shift of the whole key, entering inserts zero bits, and both keep keys in order.
struct SweepPlan {
  using Word = std::uint64_t;

  /// Some bits of a key. They may continue in the next word.
  struct Field {
    std::uint32_t at = 0;
    std::uint32_t bits = 0;

    [[nodiscard]] Word mask() const { return (Word{1} << bits) - 1; }
    [[nodiscard]] Word of(const Word* key) const {
      const std::uint32_t word = at / 64, shift = at % 64;
      Word value = key[word] >> shift;
      if (shift + bits > 64) value |= key[word + 1] << (64 - shift);
      return value & mask();
    }
    /// Sets bits of a field that are clear.
    void set(Word* key, Word value) const {
      const std::uint32_t word = at / 64, shift = at % 64;
      key[word] |= value << shift;
      if (shift + bits > 64) key[word + 1] |= value >> (64 - shift);
    }
    void clear(Word* key) const {
      const std::uint32_t word = at / 64, shift = at % 64;
      key[word] &= ~(mask() << shift);
      if (shift + bits > 64) key[word + 1] &= ~(mask() >> (64 - shift));
    }
  };

  /// The test and the change that an option makes on a field that may be in use and is not a single
  /// bit.
  struct Counter {
    Field field;
    Word most;    ///< a count may grow by one below this; colours: 0
    Word colour;  ///< the field must be 0 or this, and becomes this; counts: 0
  };

  struct Move {
    OptionId option;
    std::uint32_t first_counter, end_counter;
  };

  struct Step {
    bool exact = true;  ///< bounds {1, 1}: covered before, or by exactly one of the moves
    bool in_frontier = false;
    Field field;  ///< the item's, if it is in the frontier
    Bounds bounds;
    std::uint32_t first_gap = 0, end_gap = 0;  ///< gaps for fields that enter before the moves
    std::uint32_t first_move = 0, end_move = 0;
    std::uint32_t leaving = 0;     ///< bits that leave after the moves, the lowest
    std::uint32_t bits_after = 0;  ///< bits of the frontier after the step
    /// Binary logarithm of the number of possible states after the step: any items may be covered,
    /// but only as many as the options chosen so far can cover.
    double free_bits = 0;
  };

  std::uint32_t words = 1;  ///< words of a key; its top bit is never used
  std::uint32_t width = 0;  ///< bits in use at the widest place
  std::vector<Step> steps;
  bool halved = false;      ///< the steps are the first half only: see halve()
  std::vector<Field> gaps;  ///< bits to insert, each as of after those before it
  std::vector<Move> moves;
  std::vector<Counter> counters;
  std::vector<Word> tests;  ///< [move][word]: bits that must be clear
  std::vector<Word> sets;   ///< [move][word]: bits that become set

  /// Bytes held on the heap.
  [[nodiscard]] std::size_t memory_bytes() const;

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
      const Word value = counter.field.of(key);
      if (counter.colour == 0) {
        if (value == counter.most) return false;
        counter.field.clear(key);
        counter.field.set(key, value + 1);
      } else if (value == 0) {
        counter.field.set(key, counter.colour);
      } else if (value != counter.colour) {
        return false;
      }
    }
    const Word* const bits = set(move);
    for (std::uint32_t w = 0; w < words; ++w) key[w] |= bits[w];
    return true;
  }
  /// The fields of a step enter.
  void enter(const Step& step, Word* key) const;
  /// The fields of a step leave.
  void leave(const Step& step, Word* key) const;
  /// Removes the fields of a step that leave, and inserts those of the next step that enter.
  void go_on(std::size_t step, Word* key) const {
    if (words == 1) {
      key[0] >>= steps[step].leaving;  // `leaving` is at most 63
    } else {
      leave(steps[step], key);
    }
    if (step + 1 == steps.size()) return;
    const Step& next = steps[step + 1];
    if (next.first_gap != next.end_gap) enter(next, key);
  }
};

/// Limits on making a plan.
struct PlanLimits {
  std::uint32_t words = 1'024;                ///< words of a key
  std::size_t memory = std::size_t{1} << 30;  ///< bytes of the plan and of the memory that makes it
  search::Deadline deadline = {};
};

/// A plan, or why there is none.
struct SweepPlanning {
  std::optional<SweepPlan> plan = {};
  std::string objection = {};  ///< reason in words, if keys would have more words than allowed
  /// memory_limit, time_limit or stopped, if one of these is why there is no plan.
  Status status = Status::exhausted;
};

/// The plan for an order of all primary items. The lengths of keys and of the plan are computed
/// before memory is taken for them.
[[nodiscard]] SweepPlanning plan_sweep(const Problem& problem, std::span<const ItemId> order,
                                       const PlanLimits& limits = {});

/// The plan within the default limits. Throws std::invalid_argument if they are exceeded.
[[nodiscard]] SweepPlan sweep_plan(const Problem& problem, std::span<const ItemId> order);

/// The options of SweepPlan::moves, without the plan.
[[nodiscard]] std::vector<OptionId> options_in_order(const Problem& problem,
                                                     std::span<const ItemId> order);

/// SweepPlan::width, without the plan.
[[nodiscard]] std::uint32_t sweep_width(const Problem& problem, std::span<const ItemId> order);

/// Whether SweepPlan::width exceeds the given bits in every order of the items. The test uses only
/// the number of items that share options with each item. It takes one pass, which ends at the
/// first item that shares options with few.
[[nodiscard]] bool every_frontier_exceeds(const Problem& problem, std::uint32_t bits);

/// An order of the primary items with a narrow frontier. It is the best of several orders that are
/// known from sparse matrices, by the sum over passes of 2 to the power of the frontier's bits.
/// Each order is also tried with the items of bounds other than {1, 1} behind all items that share
/// options with them. Orders that do not fit in `memory` bytes or come after the deadline are left
/// out; the problem's own order is always tried.
[[nodiscard]] std::vector<ItemId> narrow_order(
    const Problem& problem, const search::Deadline& deadline = {},
    std::size_t memory = std::numeric_limits<std::size_t>::max());

/// The binary logarithm of that sum. An item of other bounds takes a pass for each option that
/// belongs to it, and one more. A sweep has no more states, unless it needs fields within a step:
/// with multiplicities. See SweepPlan::width.
[[nodiscard]] double sweep_bits(const Problem& problem, std::span<const ItemId> order);

}  // namespace dlx::tables
