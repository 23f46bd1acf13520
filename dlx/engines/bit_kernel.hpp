#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of the engine bit_matrix that is compiled once for each kind of processor. The kernel
/// uses plain structs and pointers only, because the linker may merge other code, such as the
/// functions of a container, between translation units. Merged functions could then run code that
/// was compiled for the wrong processor.
///
/// A sheet is a BitProblem: the matrix at the root, or a smaller matrix of the options and items
/// left at some node.
namespace dlx::engines::bits {

using Word = std::uint64_t;

/// Number of items whose masks are stored together: the number of words in the widest vector.
inline constexpr std::uint32_t group = 8;
/// Number of items whose sizes, one byte each, are added up at the same time.
inline constexpr std::uint32_t vector = 32;
inline constexpr std::uint32_t vector_words = vector / 8;

/// A way of an item is an option that the search may try for it, or the choice to close the item. A
/// key holds the number of ways of an item in its high bits and the number of the item in its low
/// bits. The key `covered`, all ones, means that no item is left. The search branches on the item
/// with the smallest key: the first of the items with the fewest ways.
using Key = std::uint32_t;
inline constexpr Key covered = ~Key{0};
inline constexpr std::uint32_t key_shift = 16;
inline constexpr std::uint32_t most_items = 4'096;  ///< limit for primary items
inline constexpr std::uint32_t most_options = 262'144;
/// Largest number of words in a set of options.
inline constexpr std::uint32_t most_words = most_options / 64;
/// The largest number of ways that a key can hold.
inline constexpr std::uint32_t longest_item = 65'535;
/// Used in place of an option, to close an item with bounds: a closed item is not covered again.
inline constexpr std::uint32_t closing = ~std::uint32_t{0};
/// Largest number of vectors for one byte per item. Problems with more items than fit into these
/// vectors store no bytes.
inline constexpr std::uint32_t most_vectors = 3;

constexpr std::uint32_t stride_for(std::uint32_t words) {
  return (words + vector_words - 1) / vector_words * vector_words;
}

/// Number of vectors for one byte per item on a sheet with `items` items; 0 if the sheet stores no
/// bytes.
constexpr std::uint32_t vectors_for(std::uint32_t items) {
  const std::uint32_t vectors = (items + vector - 1) / vector;
  return vectors <= most_vectors ? vectors : 0;
}

/// One step of packing a set into a smaller set: the bits of word `from` that `mask` selects move
/// to word `to`, beginning at bit `shift`.
struct Piece {
  Word mask;
  std::uint32_t from, to, shift;
  bool spills;  ///< the bits continue in the word after `to`
};

/// The options that each option conflicts with, as a union of sets. Each set holds the options of
/// one item: either all of them, or all except the options that give the item a certain colour.
struct Conflicts {
  const Word* sets = nullptr;  ///< [set][stride of the first sheet]
  /// Numbers of sets; the numbers of one option are contiguous.
  const std::uint32_t* numbers = nullptr;
  /// [option + 1]: position in `numbers` of the option's first number.
  const std::size_t* begin = nullptr;
  bool only_items = false;  ///< true: options conflict only if they share a primary item
};

/// How many more options an item with bounds needs (`need`) and allows (`room`).
struct Counter {
  std::uint32_t need, room;
};

/// The state of the problem at a node. Without multiplicities only `active` and `uncovered` exist.
struct Sets {
  Word* active = nullptr;       ///< options that may still be chosen
  Word* uncovered = nullptr;    ///< items that must still be covered
  Word* optional = nullptr;     ///< items that need no more options but allow some
  Word* several = nullptr;      ///< uncovered items that need more than one option
  Counter* counters = nullptr;  ///< a counter for each item with bounds
};

/// A sheet: a problem whose options and items are numbered without gaps. The first sheet is the
/// whole problem. Each later sheet is a smaller problem that is left at some node.
struct BitProblem {
  std::uint32_t options = 0;
  std::uint32_t words = 0;       ///< number of words in a set of options
  std::uint32_t stride = 0;      ///< `words` rounded up to whole vectors
  std::uint32_t groups = 0;      ///< number of groups of items
  std::uint32_t item_words = 0;  ///< number of words in a set of items
  std::uint32_t vectors = 0;     ///< vectors for one byte per item; 0 if the sheet stores no bytes
  std::uint32_t room = 0;        ///< number of words that fit into the allocated memory
  Word* masks = nullptr;         ///< [group][word][item]: the options of an item
  bool keeps_rows = false;       ///< false: `compatible` has one row, computed at each use
  Word* compatible = nullptr;    ///< [option][stride]: the options compatible with this option
  Word* is_made = nullptr;       ///< the options whose row in `compatible` has been computed
  Piece* pieces = nullptr;  ///< how the previous sheet's sets of options are packed for this sheet
  std::uint32_t piece_count = 0;
  std::uint32_t* before = nullptr;  ///< [option]: number of the option on the previous sheet
  Word* items = nullptr;            ///< [option][item word]: the items of the option
  Word* ones = nullptr;  ///< [option][vector]: a byte for each item, 1 for the items of the option
  std::uint32_t* names = nullptr;       ///< [option]: number of the option in the problem
  std::uint32_t* item_names = nullptr;  ///< [item]: number of the item in the problem
  Word* bounded = nullptr;  ///< items with bounds other than (1, 1), with multiplicities
  Sets all;                 ///< the sets at the node where the sheet was made
};

/// A node whose children are being visited.
struct Level {
  std::uint32_t sheet = 0;
  std::uint32_t length = 0;  ///< number of options chosen above this level
  /// Ways of the branching item, and how many of them were tried.
  std::uint32_t size = 0, tried = 0;
  std::uint32_t* option = nullptr;  ///< [size]: the ways; the last one may be `closing`
  Sets sets;
  Sets own;  ///< memory of the level for sets that are not on a sheet
  std::uint64_t nodes_before = 0;
  std::uint32_t item = 0;  ///< the branching item, with multiplicities
  /// If the branching item has bounds: its options with numbers below `dropped` are no longer
  /// active.
  std::uint32_t dropped = 0;
};

enum class Event : std::uint32_t { solution, out_of_fuel, exhausted };

/// The state of a search.
struct State {
  BitProblem* sheets = nullptr;
  std::uint32_t sheet_count = 0;
  Conflicts conflicts;  ///< sets from which rows of the first sheet are computed
  /// [item of the problem]: the number of the item's counter; null without multiplicities.
  const std::uint32_t* counter_of = nullptr;
  std::uint32_t counters = 0;
  Level* levels = nullptr;
  std::uint32_t level = 0;
  std::uint32_t* choice = nullptr;   ///< the options chosen, or `closing`
  std::uint32_t length = 0;          ///< number of entries in `choice`
  std::uint64_t* profile = nullptr;  ///< [length]: number of nodes with this number of choices
  /// [length]: a moving average of the nodes below a node with this number of choices; -1 if
  /// unknown. The average shows whether making a new sheet is likely to save time.
  float* nodes_below = nullptr;
  /// Memory for the trace of nodes, with at least one record for each unit of fuel. Null if nodes
  /// are not recorded.
  std::uint8_t* trace = nullptr;
  const std::uint32_t* codes = nullptr;  ///< [item of the problem]: code of the item in the trace
  std::uint64_t fuel = 0;  ///< number of nodes that may be visited before the kernel returns
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  Key key = 0;               ///< if `child_waits`: the key of the child
  bool child_waits = false;  ///< true: a child with one way waits, because fuel ran out
  /// True: do not stop at solutions, and do not visit the last item's options.
  bool count_only = false;
  bool started = false;
  bool finished = false;
};

/// The search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event run_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::bits
