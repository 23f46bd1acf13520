#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of item_bits that is compiled once for each kind of processor. The kernel uses plain
/// structs and pointers only; bit_kernel.hpp says why.
namespace dlx::engines::item_sets {

using Word = std::uint64_t;

/// Number of options that are tested together. For each w, the w-th words of these options are
/// stored contiguously.
inline constexpr std::uint32_t block = 8;
/// Number of blocks that are tested at a time. The options that pass the test are one word of bits.
inline constexpr std::uint32_t blocks_at_once = 8;
/// Largest number of words of a set of items.
inline constexpr std::uint32_t most_words = 4;

/// The options with a common first item: places `first` to `first + count - 1`. `first` is the
/// beginning of a block.
struct Group {
  std::uint32_t first = 0, count = 0;
};

/// A node and its unvisited children.
struct Level {
  Word covered[most_words];  ///< covered items
  Word left;                 ///< options to be tried; bit k is place `from` + k
  std::uint32_t from;
  std::uint32_t next, end;  ///< places of options that have not been tested
  std::uint32_t item;       ///< the branching item
  std::uint32_t chosen;     ///< place of the option that was tried last
};

enum class Event : std::uint32_t { solution, out_of_fuel, exhausted };

/// A problem and the state of a search.
struct State {
  std::uint32_t words = 0;  ///< number of words in a set of items
  /// Number of items that must be covered; these items come first in the order.
  std::uint32_t primary = 0;
  const Word* masks = nullptr;    ///< [block][word][option]: the items of an option
  const Group* groups = nullptr;  ///< [primary item]
  /// [primary item][word]: a set of items such that each option of the group contains one of them.
  /// If all of these items are covered, no option of the group can be chosen.
  const Word* needed = nullptr;
  Level* levels = nullptr;
  std::uint32_t level = 0;
  std::uint64_t* profile = nullptr;  ///< [level]: number of nodes
  /// Memory for the trace of nodes, with at least one record for each unit of fuel. Null if nodes
  /// are not recorded.
  std::uint8_t* trace = nullptr;
  const std::uint32_t* codes = nullptr;  ///< [primary item]: code of the item in the trace
  std::uint64_t fuel = 0;  ///< number of nodes that may be visited before the kernel returns
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  bool is_entering = false;  ///< true: levels[0].covered is set, but the node has not been visited
  bool count_only = false;   ///< true: do not stop at solutions
};

/// The search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event search_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::item_sets
