#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of item_bits that is compiled once for each kind of processor. The kernel uses plain
/// structs and pointers only; bit_kernel.hpp gives the reason.
namespace dlx::engines::item_sets {

using Word = std::uint64_t;

/// The number of options in a block. The options of a block are tested together, and their w-th
/// words are contiguous in memory, for each w.
inline constexpr std::uint32_t block = 8;
/// The number of blocks of options that are tested at a time. The result of the test is one word,
/// with a bit for each option.
inline constexpr std::uint32_t blocks_at_once = 8;
/// The largest number of words of a set of items.
inline constexpr std::uint32_t most_words = 4;

/// A group: all options with the same first item. Their positions in the table of options are
/// `first` to `first + count - 1`. A block begins at `first`.
struct Group {
  std::uint32_t first = 0, count = 0;
};

/// A node of the search and its unvisited children.
struct Level {
  Word covered[most_words];  ///< the set of the items that are covered at the node
  /// A bit set of options of the branching item that are left to try: they were in the last group
  /// of at most 64 tested options, and contain no covered item. Bit k stands for the option at
  /// position `from` + k of the table of options.
  Word left;
  std::uint32_t from;
  /// The range of positions in the table whose options have not been tested.
  std::uint32_t next, end;
  std::uint32_t item;    ///< the item on which the node branches
  std::uint32_t chosen;  ///< the position in the table of the option that was tried last
};

enum class Event : std::uint32_t { solution, out_of_fuel, exhausted };

/// A problem and the state of a search for its solutions.
struct State {
  std::uint32_t words = 0;  ///< the number of words in a set of items
  /// The number of items that must be covered. The items that must be covered come first in the
  /// order of the items.
  std::uint32_t primary = 0;
  /// For each block, word number w and option: word w of the set of the option's items.
  const Word* masks = nullptr;
  /// For each primary item: the options whose first item is this item.
  const Group* groups = nullptr;
  /// For each primary item i: a set of items such that each option with the first item i contains
  /// at least one of the set. If all items of the set are covered, no option with the first item i
  /// can be chosen.
  const Word* needed = nullptr;
  Level* levels = nullptr;
  std::uint32_t level = 0;
  std::uint64_t* profile = nullptr;  ///< for each level: the number of nodes visited
  /// The memory for the trace of nodes, with space for at least `fuel` records. The pointer is null
  /// if nodes are not recorded.
  std::uint8_t* trace = nullptr;
  /// For each primary item: the code of the item in the trace.
  const std::uint32_t* codes = nullptr;
  std::uint64_t fuel = 0;  ///< the number of nodes that may be visited before the kernel returns
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  /// Whether levels[0].covered has been set for a new node that has not been visited yet.
  bool is_entering = false;
  /// Whether the kernel only counts solutions, and does not stop at them.
  bool count_only = false;
};

/// The function that runs the search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event search_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::item_sets
