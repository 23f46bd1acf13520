#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of item_bits that is compiled anew for each kind of processor. Plain structs and
/// pointers only: see bit_kernel.hpp.
namespace dlx::engines::item_sets {

using Word = std::uint64_t;

/// Options that are tested together; their words stand side by side.
inline constexpr std::uint32_t block = 8;
/// Blocks that are tested at a time; the options left in them are one word.
inline constexpr std::uint32_t blocks_at_once = 8;
/// Words of a set of items, at most.
inline constexpr std::uint32_t most_words = 4;

/// The options with a common first item: places `first` to `first + count`. `first` begins a block.
struct Group {
  std::uint32_t first = 0, count = 0;
};

/// A node, and its children that have not been visited.
struct Level {
  Word covered[most_words];  ///< items
  Word left;                 ///< options to be tried; bit k is place `from` + k
  std::uint32_t from;
  std::uint32_t next, end;  ///< places of options that have not been tested yet
  std::uint32_t item;       ///< the branching item
  std::uint32_t chosen;     ///< place of the option that was tried last
};

enum class Event : std::uint32_t { solution, out_of_fuel, exhausted };

/// A problem, and the state of a search.
struct State {
  std::uint32_t words = 0;        ///< words of a set of items
  std::uint32_t primary = 0;      ///< items that must be covered; these come first
  const Word* masks = nullptr;    ///< [block][word][option]: the items of an option
  const Group* groups = nullptr;  ///< [primary item]
  /// [primary item][word]: items such that each option of the group has one of them. If all are
  /// covered, no option of the group can be chosen.
  const Word* needed = nullptr;
  Level* levels = nullptr;
  std::uint32_t level = 0;
  std::uint64_t* profile = nullptr;  ///< [level]: nodes
  /// Memory where nodes are recorded, at least as many as fuel allows; null: nodes are not
  /// recorded.
  std::uint8_t* trace = nullptr;
  const std::uint32_t* codes = nullptr;  ///< [primary item]: its code in a trace
  std::uint64_t fuel = 0;                ///< nodes that may be visited before asking again
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  bool is_entering = false;  ///< levels[0] has its items only, and has not been visited
  bool count_only = false;   ///< do not stop at solutions
};

/// The search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event search_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::item_sets
