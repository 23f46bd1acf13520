#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/bounds.hpp"
#include "dlx/core/ids.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"

namespace dlx::tables {

/// The plan of a sweep, which goes through the primary items in a given order. An option belongs to
/// the first of its primary items in this order. The step of an item decides which of the options
/// that belong to the item are chosen; no later option contains the item. A Move is one of these
/// options. The rest of the count depends only on the state of the frontier: the items that both an
/// earlier and a later option contain. The state is packed into a key, a number of one or more
/// words, the lowest first. In the key every item of the frontier has a field:
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

  /// How an option tests and updates a field of a key that stores a count or a colour and may
  /// already be nonzero.
  struct Counter {
    Field field;
    /// If the field stores a count: it must be below `most`, and is increased by 1; otherwise 0.
    Word most;
    /// If the field stores a colour: it must be 0 or `colour`, and is set to `colour`; otherwise 0.
    Word colour;
  };

  struct Move {
    OptionId option;
    std::uint32_t first_counter, end_counter;
  };

  struct Step {
    /// Whether the item has bounds {1, 1}, so that either an option of an earlier step or one
    /// option of this step covers the item.
    bool exact = true;
    bool in_frontier = false;
    Field field;  ///< the field of the item in the keys, if the item is in the frontier
    Bounds bounds;
    /// The range in `gaps` of the bits that are inserted before the step, for the items that enter
    /// the frontier.
    std::uint32_t first_gap = 0, end_gap = 0;
    std::uint32_t first_move = 0, end_move = 0;
    /// Number of lowest bits of a key that are removed after the step.
    std::uint32_t leaving = 0;
    std::uint32_t bits_after = 0;  ///< number of bits of a key after the step
    /// The binary logarithm of the number of possible states after the step. A state counts as
    /// possible if some options of the steps so far can cover as many items as the state says.
    double free_bits = 0;
  };

  std::uint32_t words = 1;  ///< number of 64-bit words of a key; the top bit of a key is always 0
  std::uint32_t width = 0;  ///< largest number of bits of a key that a step uses
  std::vector<Step> steps;
  bool halved = false;  ///< whether the plan has only the first half of the steps; see halve()
  /// The zero bits that are inserted into keys for the items that enter the frontier. The position
  /// `at` is valid after all earlier gaps of the same step have been inserted.
  std::vector<Field> gaps;
  std::vector<Move> moves;
  std::vector<Counter> counters;
  std::vector<Word> tests;  ///< [move][word]: bits of a key that must be 0 if the option is chosen
  std::vector<Word> sets;   ///< [move][word]: bits of a key that the choice of the option sets

  /// The number of bytes that the plan has allocated on the heap.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// The number of options of a step for each of which the sweep makes a table: 0 if the item has
  /// bounds {1, 1}. If `number` is the number of steps, returns 1 for a halved plan and otherwise
  /// 0.
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
  /// Inserts zero bits into a key for the items that enter the frontier at a step.
  void enter(const Step& step, Word* key) const;
  /// Removes from a key the bits of the items that leave the frontier after a step.
  void leave(const Step& step, Word* key) const;
  /// Removes from a key the bits of the items that leave after a step, and inserts zero bits for
  /// the items that enter at the next step.
  void go_on(std::size_t step, Word* key) const {
    if (words == 1) {
      key[0] >>= steps[step].leaving;  // at most 63 in a key of one word
    } else {
      leave(steps[step], key);
    }
    if (step + 1 == steps.size()) return;
    const Step& next = steps[step + 1];
    if (next.first_gap != next.end_gap) enter(next, key);
  }
};

/// Limits for making a plan.
struct PlanLimits {
  std::uint32_t words = 1'024;  ///< maximum number of 64-bit words of a key
  /// Maximum bytes of the plan and of the data used to make it.
  std::size_t memory = std::size_t{1} << 30;
  search::Deadline deadline = {};
};

/// A plan, or the reason why no plan was made.
struct SweepPlanning {
  std::optional<SweepPlan> plan = {};
  std::string objection = {};  ///< the reason in words, if keys would have too many words
  /// memory_limit, time_limit or stopped if a limit or the stop flag ended the planning; otherwise
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
  /// For an item with colours: the colours for which the values 1, 2 and so on of the field stand.
  /// Colour::none means that the item is covered without a colour. Empty for an item without
  /// colours.
  std::vector<Colour> colours = {};
};

/// The fields of the keys of a sweep in this order before a step, the lowest bits first. The fields
/// of items that enter the frontier at this step are included.
[[nodiscard]] std::vector<FrontierField> fields_before(const Problem& problem,
                                                       std::span<const ItemId> order,
                                                       std::size_t step);

/// The options in the order in which a sweep decides on them (SweepPlan::moves), computed without
/// making a plan.
[[nodiscard]] std::vector<OptionId> options_in_order(const Problem& problem,
                                                     std::span<const ItemId> order);

/// The largest number of bits of a key (SweepPlan::width), computed without making a plan.
[[nodiscard]] std::uint32_t sweep_width(const Problem& problem, std::span<const ItemId> order);

/// If true, a key has more than `bits` bits in every order of the items. The function returns true
/// if each primary item shares options with more than `bits` other primary items.
[[nodiscard]] bool every_frontier_exceeds(const Problem& problem, std::uint32_t bits);

/// An order of the primary items in which a sweep has few states: the order of item_orders() with
/// the smallest value of sweep_bits(). Each order is also tried with one change: every item that
/// has bounds other than {1, 1} is moved behind all items that share options with it. Orders that
/// do not fit in `memory` bytes, or are not found before the deadline, are not tried. The problem's
/// own order is always tried.
[[nodiscard]] std::vector<ItemId> narrow_order(
    const Problem& problem, const search::Deadline& deadline = {},
    std::size_t memory = std::numeric_limits<std::size_t>::max());

/// An estimate of the work of a sweep: the binary logarithm of the sum, over all its tables, of 2
/// to the power of the number of bits of a state. A step makes one table if its item has bounds {1,
/// 1}. Any other step makes one table for each of its options, and one more table. Without
/// multiplicities the sum is an upper bound on the number of states. With multiplicities, states
/// may need additional bits within a step, which are not counted here.
[[nodiscard]] double sweep_bits(const Problem& problem, std::span<const ItemId> order);

}  // namespace dlx::tables
