#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of the engine bit_matrix that is compiled anew for each kind of processor. It uses
/// plain structs and pointers only. The linker may share other code, such as the functions of a
/// container, between translation units; some of them would then run code compiled for the wrong
/// processor.
namespace dlx::engines::bits {

using Word = std::uint64_t;

/// Length of a group of item masks: a vector's words on the widest processor.
inline constexpr std::uint32_t group = 8;
/// Number of item sizes, each a byte, that are added up at a time.
inline constexpr std::uint32_t vector = 32;
inline constexpr std::uint32_t vector_words = vector / 8;

/// The number of ways of an item in the high bits, and the number of the item in the low bits; all
/// ones if no item is left. The search branches on the smallest key: of several smallest items, on
/// the first.
using Key = std::uint32_t;
inline constexpr Key covered = ~Key{0};
inline constexpr std::uint32_t key_shift = 16;
inline constexpr std::uint32_t most_items = 4'096;  ///< primary
inline constexpr std::uint32_t most_options = 262'144;
inline constexpr std::uint32_t most_words = most_options / 64;  ///< words of any set of options
/// The largest number of ways that a key can hold.
inline constexpr std::uint32_t longest_item = 65'535;
/// Stands in place of an option: the item with bounds is not covered again.
inline constexpr std::uint32_t closing = ~std::uint32_t{0};
/// Vectors of the bytes of items. Problems that would need more vectors have no bytes of items.
inline constexpr std::uint32_t most_vectors = 3;

constexpr std::uint32_t stride_for(std::uint32_t words) {
  return (words + vector_words - 1) / vector_words * vector_words;
}

/// Number of vectors of a sheet with `items` items.
constexpr std::uint32_t vectors_for(std::uint32_t items) {
  const std::uint32_t vectors = (items + vector - 1) / vector;
  return vectors <= most_vectors ? vectors : 0;
}

/// Where the selected bits of a word go if all of them move together.
struct Piece {
  Word mask;
  std::uint32_t from, to, shift;
  bool spills;  ///< into the word after `to`
};

/// The options that each option conflicts with, as a union of sets. A set has all options of one
/// item, or those of one item except the options that give it a certain colour.
struct Conflicts {
  const Word* sets = nullptr;  ///< [set][stride of the first sheet]
  /// Numbers of sets; those of one option stand side by side.
  const std::uint32_t* numbers = nullptr;
  const std::size_t* begin = nullptr;  ///< [option + 1]: where the option's numbers begin
  bool only_items = false;             ///< options conflict only where they share a primary item
};

/// How often an item with bounds must still be covered, and how often it may still be covered.
struct Counter {
  std::uint32_t need, room;
};

/// The state of the problem at a node. Only the first two sets exist without multiplicities.
struct Sets {
  Word* active = nullptr;       ///< options that may still be chosen
  Word* uncovered = nullptr;    ///< items that must still be covered
  Word* optional = nullptr;     ///< items that need not be covered any more, but may
  Word* several = nullptr;      ///< uncovered items that need more than one option
  Counter* counters = nullptr;  ///< a counter for each item with bounds
};

/// A problem whose options and items are numbered without gaps: the whole problem, or the rest of
/// it at some node.
struct BitProblem {
  std::uint32_t options = 0;
  std::uint32_t words = 0;       ///< words of a set of options
  std::uint32_t stride = 0;      ///< words stored for a set of options: whole vectors
  std::uint32_t groups = 0;      ///< groups of items
  std::uint32_t item_words = 0;  ///< words of a set of items
  std::uint32_t vectors = 0;     ///< vectors of bytes of items; 0 if the problem has none
  std::uint32_t room = 0;        ///< words for which there is memory
  Word* masks = nullptr;         ///< [group][word][item]: the options of an item
  bool keeps_rows = false;       ///< false: there is one row, made anew each time
  Word* compatible = nullptr;    ///< [option][stride]: the options compatible with it
  Word* is_made = nullptr;       ///< the options whose row in `compatible` is made
  Piece* pieces = nullptr;  ///< parts of the previous sheet's options that are also on this sheet
  std::uint32_t piece_count = 0;
  std::uint32_t* before = nullptr;  ///< [option]: its number on the previous sheet
  Word* items = nullptr;            ///< [option][item word]: the items it covers
  Word* ones = nullptr;             ///< [option][vector]: the items it covers, a byte of 1 for each
  std::uint32_t* names = nullptr;   ///< [option]: its number in the problem
  std::uint32_t* item_names = nullptr;  ///< [item]: its number in the problem
  Word* bounded = nullptr;              ///< items with bounds other than (1, 1), if there are any
  Sets all;                             ///< the sets at the node where the sheet was made
};

/// A node whose children are being visited.
struct Level {
  std::uint32_t sheet = 0;
  std::uint32_t length = 0;           ///< options chosen before
  std::uint32_t size = 0, tried = 0;  ///< options of the branching item
  std::uint32_t* option = nullptr;    ///< [size]; the last one may be `closing`
  Sets sets;
  Sets own;  ///< memory of the level's own sets, used if they are not on a sheet
  std::uint64_t nodes_before = 0;
  std::uint32_t item = 0;     ///< the branching item, with multiplicities
  std::uint32_t dropped = 0;  ///< options of a branching item with bounds that are no longer
                              ///< active: those below this number
};

enum class Event : std::uint32_t { solution, out_of_fuel, exhausted };

/// The state of a search.
struct State {
  BitProblem* sheets = nullptr;
  std::uint32_t sheet_count = 0;
  Conflicts conflicts;  ///< sets from which rows of the first sheet are made
  /// [item of the problem]: the number of its counter, if it has one; null: there are none.
  const std::uint32_t* counter_of = nullptr;
  std::uint32_t counters = 0;
  Level* levels = nullptr;
  std::uint32_t level = 0;
  std::uint32_t* choice = nullptr;   ///< the options chosen, or `closing`
  std::uint32_t length = 0;          ///< number of options in it
  std::uint64_t* profile = nullptr;  ///< [length]: nodes
  /// [length]: a moving average of the nodes below a node, to judge whether a new sheet pays; -1 if
  /// none has been left.
  float* nodes_below = nullptr;
  /// Memory where nodes are recorded, at least as many as fuel allows; null: nodes are not
  /// recorded.
  std::uint8_t* trace = nullptr;
  const std::uint32_t* codes = nullptr;  ///< [item of the problem]: its code in a trace
  std::uint64_t fuel = 0;                ///< nodes that may be visited before asking again
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  Key key = 0;  ///< key of the child, if the child waits
  bool child_waits = false;
  bool count_only = false;  ///< do not stop at solutions, and do not visit the last item's options
  bool started = false;
  bool finished = false;
};

/// The search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event run_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::bits
