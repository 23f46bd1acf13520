#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of the engine bit_matrix that is compiled once for each kind of processor. The kernel
/// uses plain structs and pointers only, because the linker may merge other code, such as the
/// functions of a container, between translation units. Merged functions could then run code that
/// was compiled for the wrong processor.
///
/// A BitProblem is called a sheet: the matrix of all options and items, or a smaller matrix of the
/// options and items left at some node.
namespace dlx::engines::bits {

using Word = std::uint64_t;

/// The number of items whose sets of options are stored interleaved. It is the number of 64-bit
/// words in the widest vector.
inline constexpr std::uint32_t group = 8;
/// The number of items whose sizes (numbers of options) are added up at the same time. The size of
/// an item takes one byte.
inline constexpr std::uint32_t vector = 32;
inline constexpr std::uint32_t vector_words = vector / 8;

/// A way of an item is an option that the search may try for it, or the decision to cover the item
/// no further (to close it). A key holds the number of ways of an item in its high bits and the
/// number of the item in its low bits. The key `covered`, all ones, means that no item is left. The
/// search branches on the item with the smallest key: the first of the items with the fewest ways.
using Key = std::uint32_t;
inline constexpr Key covered = ~Key{0};
inline constexpr std::uint32_t key_shift = 16;
/// The maximum number of primary items of a problem for bit_matrix.
inline constexpr std::uint32_t most_items = 4'096;
inline constexpr std::uint32_t most_options = 262'144;
/// The maximum number of 64-bit words in a set of options.
inline constexpr std::uint32_t most_words = most_options / 64;
/// The largest number of ways of an item (options to try, or closing it) that a key can hold.
inline constexpr std::uint32_t longest_item = 65'535;
/// A value used in place of an option for the decision to close an item with bounds, which means
/// that the item is not covered again.
inline constexpr std::uint32_t closing = ~std::uint32_t{0};
/// The maximum number of vectors for one byte for each item. If the vectors are too few for the
/// items, the engine does not store such bytes.
inline constexpr std::uint32_t most_vectors = 3;

constexpr std::uint32_t stride_for(std::uint32_t words) {
  return (words + vector_words - 1) / vector_words * vector_words;
}

/// The number of vectors that hold one byte for each of `items` items; 0 if these would be more
/// than `most_vectors`.
constexpr std::uint32_t vectors_for(std::uint32_t items) {
  const std::uint32_t vectors = (items + vector - 1) / vector;
  return vectors <= most_vectors ? vectors : 0;
}

/// One step of packing a set into a smaller set: the bits of word `from` that `mask` selects move
/// to word `to`, beginning at bit `shift`.
struct Piece {
  Word mask;
  std::uint32_t from, to, shift;
  bool spills;  ///< whether the moved bits continue in the word after `to`
};

/// The options that each option conflicts with, as a union of sets. Each set holds the options of
/// one item: either all of them, or all except the options that give the item a certain colour.
struct Conflicts {
  /// The bit vectors of all sets, one after another. Each set has as many words as the stride of
  /// the whole problem (BitProblem::stride).
  const Word* sets = nullptr;
  /// The numbers of the sets with which options conflict. The numbers of one option are contiguous.
  const std::uint32_t* numbers = nullptr;
  /// For each option: the position in `numbers` of the option's first number. One more element
  /// marks the end of `numbers`.
  const std::size_t* begin = nullptr;
  bool only_items = false;  ///< true if options conflict only by sharing a primary item
};

/// A counter of an item with bounds: how many more options the item needs (`need`) and allows
/// (`room`).
struct Counter {
  std::uint32_t need, room;
};

/// The options and items left at a node. Without multiplicities only `active` and `uncovered`
/// exist.
struct Sets {
  Word* active = nullptr;     ///< the options that may still be chosen
  Word* uncovered = nullptr;  ///< the items that must still be covered
  Word* optional = nullptr;   ///< the items that need no more options but allow more
  Word* several = nullptr;    ///< the uncovered items that need more than one option
  /// For each item with bounds: how many more options the item needs and allows.
  Counter* counters = nullptr;
};

/// A sheet: a problem whose options and items are numbered without gaps. The first sheet is the
/// whole problem. Each later sheet is a smaller problem that is left at some node.
struct BitProblem {
  std::uint32_t options = 0;
  std::uint32_t words = 0;  ///< the number of words in a set of options
  /// The number of words in a set of options, rounded up to whole vectors.
  std::uint32_t stride = 0;
  std::uint32_t groups = 0;      ///< the number of groups of eight items
  std::uint32_t item_words = 0;  ///< the number of words in a set of items
  /// The number of vectors that store one byte for each item; 0 if no bytes are stored.
  std::uint32_t vectors = 0;
  /// The number of words of a set of options for which memory is allocated.
  std::uint32_t room = 0;
  /// For each group of items, each word number and each item: this word of the set of the item's
  /// options.
  Word* masks = nullptr;
  /// Whether `compatible` has a row for each option. If false, `compatible` has a single row, which
  /// is computed again at each use.
  bool keeps_rows = false;
  /// For each option: the row (set) of the options that are compatible with it.
  Word* compatible = nullptr;
  /// The set of the options whose row in `compatible` has been computed.
  Word* is_made = nullptr;
  /// The steps by which sets of options of the previous, larger sheet (matrix) are packed for this
  /// one.
  Piece* pieces = nullptr;
  std::uint32_t piece_count = 0;
  std::uint32_t* before = nullptr;  ///< for each option: its number on the previous, larger sheet
  Word* items = nullptr;            ///< for each option: the set of its items
  /// For each option: one byte for each item, 1 for the items that the option contains.
  Word* ones = nullptr;
  std::uint32_t* names = nullptr;       ///< for each option: its number in the problem
  std::uint32_t* item_names = nullptr;  ///< for each item: its number in the problem
  /// With multiplicities: the set of the items whose bounds are not (1, 1).
  Word* bounded = nullptr;
  Sets all;  ///< the options and items left at the node where the sheet was made
};

/// A node of the search tree whose children are being visited.
struct Level {
  std::uint32_t sheet = 0;
  std::uint32_t length = 0;  ///< the number of options that were chosen above this level
  /// The number of choices for the branching item (options, or `closing`), and the number of
  /// choices that were tried.
  std::uint32_t size = 0, tried = 0;
  /// The `size` choices for the branching item: options; the last choice may be `closing`.
  std::uint32_t* option = nullptr;
  Sets sets;
  Sets own;  ///< memory for the level's own sets of options and items
  std::uint64_t nodes_before = 0;
  std::uint32_t item = 0;  ///< with multiplicities: the branching item
  /// If the branching item has bounds: its options with numbers below `dropped` are no longer
  /// active.
  std::uint32_t dropped = 0;
};

enum class Event : std::uint32_t { solution, out_of_fuel, exhausted };

/// The state of a search by the kernel.
struct State {
  BitProblem* sheets = nullptr;
  std::uint32_t sheet_count = 0;
  Conflicts conflicts;  ///< the sets from which the rows of the whole problem's matrix are computed
  /// For each item of the problem: the number of the item's counter. The pointer is null if the
  /// problem has no multiplicities.
  const std::uint32_t* counter_of = nullptr;
  std::uint32_t counters = 0;
  Level* levels = nullptr;
  std::uint32_t level = 0;
  std::uint32_t* choice = nullptr;  ///< the choices made so far: options, or `closing`
  std::uint32_t length = 0;         ///< the number of choices made so far
  /// For each number of choices: the number of nodes visited with this number of choices.
  std::uint64_t* profile = nullptr;
  /// For each number of choices: a moving average of the number of nodes below a node with this
  /// number of choices; -1 if unknown. The average shows whether making a smaller matrix (sheet) is
  /// likely to save time.
  float* nodes_below = nullptr;
  /// The memory for the trace of nodes, with space for at least `fuel` records. The pointer is null
  /// if nodes are not recorded.
  std::uint8_t* trace = nullptr;
  /// For each item of the problem: the code of the item in the trace.
  const std::uint32_t* codes = nullptr;
  std::uint64_t fuel = 0;  ///< the number of nodes that may be visited before the kernel returns
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  Key key = 0;  ///< the key of the child that waits to be visited, if `child_waits`
  /// Whether a child whose branching item has only one option waits to be visited, because fuel ran
  /// out.
  bool child_waits = false;
  /// Whether the kernel only counts solutions: the kernel does not stop at solutions, and adds the
  /// number of the last item's options without visiting them.
  bool count_only = false;
  bool started = false;
  bool finished = false;
};

/// The function that runs the search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event run_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::bits
