#pragma once

#include <cstdint>

/// The part of the engine bit_matrix that is compiled anew for each kind of processor. Plain
/// structs and pointers only: what the linker may share between translation units, such as the
/// functions of a container, would be compiled for the wrong processor in some of them.
namespace dlx::bits {

using Word = std::uint64_t;

/// Masks of items lie in groups of so many: a vector's words on the widest processor.
inline constexpr std::uint32_t group = 8;
/// Sizes of items are added up as bytes, so many at a time.
inline constexpr std::uint32_t vector = 32;
inline constexpr std::uint32_t vector_words = vector / 8;

/// The size of the smallest item, above its number (the first of several); all ones if no item is
/// left.
using Key = std::uint32_t;
inline constexpr Key covered = ~Key{0};
inline constexpr std::uint32_t key_shift = 16;
inline constexpr std::uint32_t most_items = 4'096;              ///< primary
inline constexpr std::uint32_t most_options = 16'384;           ///< tables grow with their square
inline constexpr std::uint32_t most_words = most_options / 64;  ///< of any set
/// Vectors of the bytes of items; where there are more, there are no bytes.
inline constexpr std::uint32_t most_vectors = 3;

/// How many vectors a sheet with so many items has.
constexpr std::uint32_t vectors_for(std::uint32_t items) {
  const std::uint32_t vectors = (items + vector - 1) / vector;
  return vectors <= most_vectors ? vectors : 0;
}

/// A problem whose options and items are numbered without gaps: the whole one, or what was left of
/// it at some node.
struct Sheet {
  std::uint32_t options = 0;
  std::uint32_t words = 0;         ///< of a set of options
  std::uint32_t groups = 0;        ///< of items
  std::uint32_t item_words = 0;    ///< of a set of items
  std::uint32_t vectors = 0;       ///< of bytes of items, if it has any
  std::uint32_t room = 0;          ///< words for which there is memory
  Word* masks = nullptr;           ///< [group][word][item]: the options of an item
  Word* compatible = nullptr;      ///< [option][word]: the options it leaves
  Word* items = nullptr;           ///< [option][item word]: those it covers
  Word* ones = nullptr;            ///< [option][vector]: the same, 1 for each
  std::uint32_t* names = nullptr;  ///< [option]: its number in the problem
  Word* all_options = nullptr;     ///< both sets, whole
  Word* all_items = nullptr;
  Word* none_covered = nullptr;  ///< [vector]: 0 for an item, 255 where there is none
};

/// A node whose children are being visited, in batches: of each batch, those that are no dead ends
/// wait until it is their turn.
struct Level {
  std::uint32_t sheet = 0;
  std::uint32_t size = 0;                 ///< options of the branching item
  std::uint32_t tried = 0;                ///< of them
  std::uint32_t waiting = 0, next = 0;    ///< places in use, and whose turn it is
  const Word* active = nullptr;           ///< the options that may still be chosen
  const Word* uncovered = nullptr;        ///< the items to be covered
  const Word* is_covered = nullptr;       ///< the same in bytes: 255 for one that is covered
  std::uint32_t* option = nullptr;        ///< [size]: those of the branching item
  std::uint32_t* child_option = nullptr;  ///< [place]
  Key* child_key = nullptr;               ///< [place]
  Word* child_active = nullptr;           ///< [place][word]
  Word* child_uncovered = nullptr;        ///< [place][item word]
  Word* child_is_covered = nullptr;       ///< [place][vector]
  std::uint64_t nodes_before = 0;
};

enum class Event : std::uint32_t { solution, out_of_fuel, exhausted };

/// A search as far as it has come.
struct State {
  Sheet* sheets = nullptr;
  std::uint32_t sheet_count = 0;
  Level* levels = nullptr;
  std::uint32_t level = 0;
  std::uint32_t batch = 0;           ///< places of a level
  std::uint32_t* choice = nullptr;   ///< [level]: the options chosen
  std::uint32_t length = 0;          ///< how many of them a solution has
  std::uint64_t* profile = nullptr;  ///< [depth]: nodes
  /// [depth]: a moving average of the nodes below a node, to judge whether a new sheet pays; -1 if
  /// none has been left.
  float* nodes_below = nullptr;
  std::uint64_t fuel = 0;  ///< nodes that may be visited before asking again
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  bool count_only = false;  ///< do not stop at solutions, and do not visit the last item's options
  bool started = false;
  bool finished = false;
};

/// The search, compiled for one kind of processor.
using Kernel = Event (*)(State&);

Event run_plain(State& state);
#if defined(__x86_64__)
Event run_avx2(State& state);           // and BMI2
Event run_avx512(State& state);         // F, BW, and BMI2
Event run_avx512_popcnt(State& state);  // and VPOPCNTDQ
#elif defined(__aarch64__)
Event run_neon(State& state);
#endif

}  // namespace dlx::bits
