#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The part of batch_search that is compiled once for each kind of processor. The kernel uses plain
/// structs and pointers only; bit_kernel.hpp gives the reason. Each item has a list of its options.
/// The place of an option at an item is the option's position in this list.
namespace dlx::engines::batch {

using Word = std::uint64_t;
/// The number of an option. Option numbers have 16 bits, so that tables of them stay in the cache.
using Number = std::uint16_t;

/// The number of 64-bit words of a block, which is a set of 512 items.
inline constexpr std::uint32_t block_words = 8;
inline constexpr std::uint32_t block_items = 64 * block_words;
/// The number of bits that store a position in an item's list of options, or the length of such a
/// list. So an item has at most 63 options.
inline constexpr std::uint32_t place_bits = 6;
inline constexpr std::uint32_t most_planes = (1U << place_bits) - 1;
/// The maximum number of branches that are open at the same time. A search that needs more open
/// branches is not short, and gives up.
inline constexpr std::uint32_t most_levels = 128;

/// A set of 512 items. For each position k there is such a set, called a plane: it holds the items
/// whose k-th option is live.
struct alignas(64) Block {
  Word word[block_words];
};

/// The state of a node of the search tree, and the branches below the node.
struct Level {
  Block* live;      ///< for each block and each number k: the items whose k-th option is live
  Block* covered;   ///< for each block: the items that a chosen option covers
  Number* options;  ///< the options of the branching item
  /// The number of options of the branching item, and the number of these options that were tried.
  std::uint32_t size = 0, tried = 0;
  /// The number of options that were chosen when the search branched at this node.
  std::uint32_t length = 0;
};

enum class Event : std::uint32_t { solution, exhausted, given_up };

/// A problem and the state of a search for its solutions.
struct State {
  std::uint32_t blocks = 0;  ///< the number of blocks into which the items are divided
  std::uint32_t planes = 0;  ///< the largest number of options of an item
  /// The number of bits that are needed for the position of an option in an item's list of options.
  std::uint32_t place_bits = 0;
  /// The number of bits that are needed for the number of live options of an item.
  std::uint32_t size_bits = 0;
  const Block* primary = nullptr;  ///< for each block: the primary items
  /// For each block and each number k: the items that have a k-th option.
  const Block* all = nullptr;
  /// For each block, number k and item: the k-th option of the item.
  const Number* names = nullptr;
  /// For each option, block and number k: the items whose k-th option is the given option or
  /// compatible with it.
  const Block* left = nullptr;
  /// For each option and each block: the primary items of the option.
  const Block* items = nullptr;

  Level* levels = nullptr;
  /// The level of the current node. The levels above this level are open branches.
  std::uint32_t level = 0;
  /// The options chosen so far, in the order in which they were chosen.
  Number* chosen = nullptr;
  std::uint32_t length = 0;  ///< the number of options chosen so far
  /// For each chosen option whose conflicting options have not been removed yet: the beginning of
  /// its compatible options in `left`.
  const Block** choice = nullptr;
  std::uint32_t choices = 0;  ///< the number of rows in `choice`
  /// For each option: the number of the propagation round in which the option was last chosen.
  std::uint32_t* round_of = nullptr;
  std::uint32_t round = 0;
  std::uint64_t nodes = 0, most_nodes = 0;
  bool started = false;
};

/// The function that runs the search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

#define DLX_DECLARE(kind) Event search_##kind(State& state);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::engines::batch
