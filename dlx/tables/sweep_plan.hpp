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

/// The plan of a sweep, which goes through the primary items in a given order. An option belongs to
/// the first of its primary items in this order. The step of an item decides which of the options
/// that belong to the item are chosen; no later option contains the item. A move is the choice of
/// one of these options. The rest of the count depends only on the state of the frontier: the items
/// that both an earlier and a later option contain. The state is packed into a key, a number of one
/// or more words, the lowest first. In the key every item of the frontier has a field:
///   - an item without bounds and colours: 1 bit, which is set if the item is covered;
///   - a primary item with bounds other than {1, 1}: the number of times it is covered;
///   - a secondary item with colours: 0 if it is not covered, or the number of its colour. The
///     number after the last colour means that it is covered without colour.
/// Fields are in the order in which they leave the frontier, and the first field to leave has the
/// lowest bits. The field of an item enters the key at the first step whose options contain the
/// item, and leaves the key after the last of these steps. So removing fields shifts the key, and
/// adding fields inserts zero bits. Both operations preserve the order of keys.
struct SweepPlan {
  using Word = std::uint64_t;

  /// Some bits of a key, which may extend into the next word.
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
    /// Writes a value to a field whose bits are all 0.
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

  /// How an option tests and updates a field that stores a count or a colour and may already be
  /// nonzero.
  struct Counter {
    Field field;
    Word most;    ///< for a count: the value must be below `most` and grows by 1; 0 for a colour
    Word colour;  ///< for a colour: the value must be 0 or `colour`, and becomes it; 0 for a count
  };

  struct Move {
    OptionId option;
    std::uint32_t first_counter, end_counter;
  };

  struct Step {
    /// Whether the item has bounds {1, 1}, so that either an earlier option or one move of this
    /// step covers the item.
    bool exact = true;
    bool in_frontier = false;
    Field field;  ///< field of the item, if it is in the frontier
    Bounds bounds;
    /// The range in `gaps` of the fields that enter before the moves of the step.
    std::uint32_t first_gap = 0, end_gap = 0;
    std::uint32_t first_move = 0, end_move = 0;
    std::uint32_t leaving = 0;     ///< number of lowest bits that leave after the moves
    std::uint32_t bits_after = 0;  ///< bits of the frontier after the step
    /// The binary logarithm of the number of possible states after the step. A state counts as
    /// possible if some options of the steps so far can cover as many items as the state says.
    double free_bits = 0;
  };

  std::uint32_t words = 1;  ///< number of words of a key; the top bit of a key is always 0
  std::uint32_t width = 0;  ///< largest number of bits of a key that a step uses
  std::vector<Step> steps;
  bool halved = false;  ///< whether the plan has only the first half of the steps; see halve()
  /// The zero bits that are inserted into keys when fields enter. The position `at` of a gap
  /// assumes that all earlier gaps of the step have been inserted.
  std::vector<Field> gaps;
  std::vector<Move> moves;
  std::vector<Counter> counters;
  std::vector<Word> tests;  ///< [move][word]: bits that must be clear
  std::vector<Word> sets;   ///< [move][word]: bits that become set

  /// Bytes allocated on the heap.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// The number of moves for which a step has a pass of its own: none if the item has bounds {1,
  /// 1}. After the last step, joining the halves of a halved plan is one move.
  [[nodiscard]] Word passes_for_moves(Word number) const {
    if (number == steps.size()) return halved ? 1 : 0;
    const Step& step = steps[static_cast<std::size_t>(number)];
    return step.exact ? 0 : step.end_move - step.first_move;
  }

  [[nodiscard]] const Word* test(std::uint32_t move) const {
    return &tests[std::size_t{move} * words];
  }
  [[nodiscard]] const Word* set(std::uint32_t move) const {
    return &sets[std::size_t{move} * words];
  }

  /// Chooses the option of a move and updates the key. Returns false if the option conflicts with
  /// the state; the key is then undefined.
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
  /// Inserts the fields that enter at a step.
  void enter(const Step& step, Word* key) const;
  /// Removes the fields that leave after a step.
  void leave(const Step& step, Word* key) const;
  /// Removes the fields that leave after a step, and inserts the fields that enter at the next
  /// step.
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
  std::uint32_t words = 1'024;                ///< maximum number of words of a key
  std::size_t memory = std::size_t{1} << 30;  ///< bytes of the plan and of data used to make it
  search::Deadline deadline = {};
};

/// A plan, or the reason why no plan was made.
struct SweepPlanning {
  std::optional<SweepPlan> plan = {};
  std::string objection = {};  ///< reason in words, if keys would have too many words
  /// The limit or stop that prevented the plan (memory_limit, time_limit or stopped); otherwise
  /// exhausted.
  Status status = Status::exhausted;
};

/// Makes the plan for an order of all primary items. The sizes of keys and of the plan are computed
/// before memory is allocated for them.
[[nodiscard]] SweepPlanning plan_sweep(const Problem& problem, std::span<const ItemId> order,
                                       const PlanLimits& limits = {});

/// Makes the plan with the default limits. Throws std::invalid_argument if a limit is exceeded.
[[nodiscard]] SweepPlan sweep_plan(const Problem& problem, std::span<const ItemId> order);

/// An item of the frontier, and its field in the keys of a table.
struct FrontierField {
  ItemId item;
  SweepPlan::Field field;
  /// For an item with colours: the meaning of the field's values 1, 2 and so on. Colour::none means
  /// that the item is covered without a colour. Empty for an item without colours.
  std::vector<Colour> colours = {};
};

/// The fields of the keys that a sweep in this order has before a step, the lowest bits first. The
/// fields that enter at this step are included.
[[nodiscard]] std::vector<FrontierField> fields_before(const Problem& problem,
                                                       std::span<const ItemId> order,
                                                       std::size_t step);

/// The options in the order of SweepPlan::moves, computed without making the plan.
[[nodiscard]] std::vector<OptionId> options_in_order(const Problem& problem,
                                                     std::span<const ItemId> order);

/// The value of SweepPlan::width, computed without making the plan.
[[nodiscard]] std::uint32_t sweep_width(const Problem& problem, std::span<const ItemId> order);

/// A sufficient test whether SweepPlan::width exceeds `bits` for every order of the items. The test
/// is true if each primary item shares options with more than `bits` other primary items. The test
/// takes one pass through the items and ends at the first item that fails.
[[nodiscard]] bool every_frontier_exceeds(const Problem& problem, std::uint32_t bits);

/// An order of the primary items with a narrow frontier: the best of item_orders(). Orders are
/// compared by sweep_bits(). Each order is tried a second time, with one change: every item that
/// has bounds other than {1, 1} is moved after all items that share options with it. Orders that do
/// not fit in `memory` bytes, or are not found before the deadline, are not tried. The problem's
/// own order is always tried.
[[nodiscard]] std::vector<ItemId> narrow_order(
    const Problem& problem, const search::Deadline& deadline = {},
    std::size_t memory = std::numeric_limits<std::size_t>::max());

/// The binary logarithm of the sum, over all passes of a sweep, of 2 to the power of the frontier's
/// bits. An item with bounds {1, 1} needs one pass. Any other item needs a pass for each option
/// that belongs to it, and one more pass. Without multiplicities the sum is an upper bound on the
/// number of states. With multiplicities a sweep may need additional fields within a step, which
/// are not counted here.
[[nodiscard]] double sweep_bits(const Problem& problem, std::span<const ItemId> order);

}  // namespace dlx::tables
