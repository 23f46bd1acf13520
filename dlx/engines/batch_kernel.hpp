#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of batch_search that is compiled once for each kind of processor. The kernel uses plain
/// structs and pointers only; bit_kernel.hpp says why.
namespace dlx::engines::batch {

using Word = std::uint64_t;
/// Number of an option, with 16 bits so that tables of option numbers stay in the cache.
using Number = std::uint16_t;

/// Number of 64-bit words of a block, which is a set of 512 items.
inline constexpr std::uint32_t block_words = 8;
inline constexpr std::uint32_t block_items = 64 * block_words;
/// Number of bits of a place and of a count of options. So an item has at most 63 options.
inline constexpr std::uint32_t place_bits = 6;
inline constexpr std::uint32_t most_planes = (1U << place_bits) - 1;
/// Upper limit for the branches open at the same time. A search that needs more open branches than
/// this is not short, and gives up.
inline constexpr std::uint32_t most_levels = 128;

/// A set of 512 items. The place of an option at an item is the number of the option among the
/// options of this item. For each place there is a plane: a block that holds the items whose option
/// at this place is live.
struct alignas(64) Block {
  Word word[block_words];
};

/// The state of a node and the branches below the node.
struct Level {
  Block* live;      ///< [block][plane]: items whose option is live
  Block* covered;   ///< [block]: items covered by a chosen option
  Number* options;  ///< [plane]: the options of the branching item
  /// Options of the branching item, and how many of them were tried.
  std::uint32_t size = 0, tried = 0;
  std::uint32_t length = 0;  ///< number of options chosen when the node was branched
};

enum class Event : std::uint32_t { solution, exhausted, given_up };

/// A problem and the state of a search.
struct State {
  std::uint32_t blocks = 0;        ///< number of blocks of items
  std::uint32_t planes = 0;        ///< largest number of options of an item
  std::uint32_t place_bits = 0;    ///< number of bits of a place
  std::uint32_t size_bits = 0;     ///< number of bits that store how many live options an item has
  const Block* primary = nullptr;  ///< [block]: the primary items
  const Block* all = nullptr;      ///< [block][plane]: items that have an option with this place
  const Number* names = nullptr;   ///< [block][plane][item]: the option
  /// [option][block][plane]: the options that are compatible with this option, and the option
  /// itself.
  const Block* left = nullptr;
  const Block* items = nullptr;  ///< [option][block]: the primary items of the option

  Level* levels = nullptr;
  /// The current node; the levels above this node are open branches.
  std::uint32_t level = 0;
  Number* chosen = nullptr;        ///< options chosen, in order
  std::uint32_t length = 0;        ///< number of options in `chosen`
  const Block** choice = nullptr;  ///< rows of `left` of chosen options that have not been applied
  std::uint32_t choices = 0;       ///< number of rows in `choice`
  std::uint32_t* round_of = nullptr;  ///< [option]: the round in which the option was last found
  std::uint32_t round = 0;
  std::uint64_t nodes = 0, most_nodes = 0;
  bool started = false;
};

/// The search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event search_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::batch
