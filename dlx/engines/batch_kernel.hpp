#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of batch_search that is compiled anew for each kind of processor. Plain structs and
/// pointers only: see bit_kernel.hpp.
namespace dlx::engines::batch {

using Word = std::uint64_t;
/// Number of an option; 16 bits, because tables of them should stay in cache.
using Number = std::uint16_t;

/// The words of a block, which is a set of 512 items.
inline constexpr std::uint32_t block_words = 8;
inline constexpr std::uint32_t block_items = 64 * block_words;
/// Options of an item, at most: their number and their places have six bits.
inline constexpr std::uint32_t place_bits = 6;
inline constexpr std::uint32_t most_planes = (1U << place_bits) - 1;
/// Branches that are open at once, at most; a search that is deeper is not short.
inline constexpr std::uint32_t most_levels = 128;

/// A set of 512 items. As a plane: the items whose option at a certain place is live.
struct alignas(64) Block {
  Word word[block_words];
};

/// The state of a node, and the branches below it.
struct Level {
  Block* live;                        ///< [block][plane]
  Block* covered;                     ///< [block]: items whose option was chosen
  Number* options;                    ///< [plane]: the options of the branching item
  std::uint32_t size = 0, tried = 0;  ///< options of the branching item, and those already tried
  std::uint32_t length = 0;           ///< options chosen before
};

enum class Event : std::uint32_t { solution, exhausted, given_up };

/// A problem, and the state of a search.
struct State {
  std::uint32_t blocks = 0;        ///< number of blocks of items
  std::uint32_t planes = 0;        ///< options that an item has at most
  std::uint32_t place_bits = 0;    ///< bits of a place
  std::uint32_t size_bits = 0;     ///< bits of a count of options
  const Block* primary = nullptr;  ///< [block]: the primary items
  const Block* all = nullptr;      ///< [block][plane]: items that have an option with this place
  const Number* names = nullptr;   ///< [block][plane][item]: the option
  /// [option][block][plane]: the options that are compatible with the option.
  const Block* left = nullptr;
  const Block* items = nullptr;  ///< [option][block]: the primary items of the option

  Level* levels = nullptr;
  std::uint32_t level = 0;            ///< the node at hand; the branches above are open
  Number* chosen = nullptr;           ///< options chosen, in order
  std::uint32_t length = 0;           ///< number of options in `chosen`
  const Block** choice = nullptr;     ///< rows of `left` of options that were chosen, to be taken
  std::uint32_t choices = 0;          ///< number of rows in `choice`
  std::uint32_t* round_of = nullptr;  ///< [option]: the round in which it was last found
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
