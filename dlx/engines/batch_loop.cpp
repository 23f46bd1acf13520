// The search loop of the engine that batch_search.cpp describes, compiled for each kind of
// processor.

#include <cstddef>
#include <cstdint>

#include "dlx/engines/batch_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace dlx::engines::batch {
namespace {

#if defined(__AVX512F__)
constexpr std::uint32_t vector_bytes = 64;
#elif defined(__AVX2__)
constexpr std::uint32_t vector_bytes = 32;
#else
constexpr std::uint32_t vector_bytes = 16;
#endif
typedef Word Vector __attribute__((vector_size(vector_bytes)));
constexpr std::uint32_t parts = sizeof(Block) / vector_bytes;

/// A block, which is a set of 512 items, in vector registers.
struct Set {
  Vector part[parts];

  static Set none() { return {}; }
  static Set of(const Block& block) {
    Set set;
    __builtin_memcpy(&set, &block, sizeof set);
    return set;
  }
  void to(Block& block) const { __builtin_memcpy(&block, this, sizeof block); }

  Set& operator&=(const Set& other) {
    for (std::uint32_t k = 0; k < parts; ++k) part[k] &= other.part[k];
    return *this;
  }
  Set& operator|=(const Set& other) {
    for (std::uint32_t k = 0; k < parts; ++k) part[k] |= other.part[k];
    return *this;
  }
  Set& operator^=(const Set& other) {
    for (std::uint32_t k = 0; k < parts; ++k) part[k] ^= other.part[k];
    return *this;
  }
  friend Set operator&(Set a, const Set& b) { return a &= b; }
  /// The set of the items that are in a and not in b.
  friend Set minus(Set a, const Set& b) {
    for (std::uint32_t k = 0; k < parts; ++k) a.part[k] &= ~b.part[k];
    return a;
  }

  /// One bit for each 64-bit word of the set: 1 if the word is not 0.
  [[nodiscard]] std::uint32_t words() const {
#if defined(__AVX512F__)
    const __m512i all = reinterpret_cast<const __m512i&>(part[0]);
    return _mm512_test_epi64_mask(all, all);
#elif defined(__AVX2__)
    const __m256i zero = _mm256_setzero_si256();
    std::uint32_t empty = 0;
    for (std::uint32_t k = 0; k < parts; ++k) {
      const __m256i some = reinterpret_cast<const __m256i&>(part[k]);
      const __m256i equal = _mm256_cmpeq_epi64(some, zero);
      empty |= static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(equal))) << 4 * k;
    }
    return empty ^ 0xFF;
#else
    std::uint32_t set = 0;
    for (std::uint32_t k = 0; k < parts; ++k) {
      set |= (part[k][0] != 0 ? 1U : 0U) << 2 * k | (part[k][1] != 0 ? 2U : 0U) << 2 * k;
    }
    return set;
#endif
  }
};

std::uint32_t first_of(Word bits) {
  return static_cast<std::uint32_t>(__builtin_ctzll(bits));
}

/// The number of the first item in a nonempty block.
std::uint32_t first_in(const Set& set) {
  Block block;
  set.to(block);
  const std::uint32_t word = first_of(set.words());
  return 64 * word + first_of(block.word[word]);
}

/// Two sets of items: the items with at least one live option, and the items with at least two live
/// options.
struct Sizes {
  Set one, two;
};

template <bool OneBlock>
class Search {
 public:
  static Event run(State& s) {
    bool alive = false;
    if (!s.started) {
      s.started = true;
      alive = propagate(s, s.all);
    }
    for (;;) {
      if (alive) {
        if (is_covered(s)) return Event::solution;
        if (s.level + 1 == most_levels) return Event::given_up;
        branch(s);
      }
      if (s.level == 0) return Event::exhausted;
      if (s.nodes == s.most_nodes) return Event::given_up;
      alive = follow(s);
    }
  }

 private:
  static std::uint32_t blocks(const State& s) { return OneBlock ? 1 : s.blocks; }

  /// Removes the options that conflict with the options in `choice`. As long as some item has only
  /// one live option, further rounds choose such options and remove the options that conflict with
  /// them. Returns false if an item has no live option. `from` points to the sets of live options
  /// before the first round.
  static bool propagate(State& s, const Block* from) {
    const Level& level = s.levels[s.level];
    for (;;) {
      ++s.round;
      const std::uint32_t length = s.length;
      for (std::uint32_t b = 0; b < blocks(s); ++b) {
        const std::uint32_t begin = b * s.planes;
        const Sizes sizes = take(s, begin, from + begin, level.live + begin);
        const Set primary = Set::of(s.primary[b]);
        if (minus(primary, sizes.one).words() != 0) return false;
        const Set only = minus(minus(primary, sizes.two), Set::of(level.covered[b]));
        if (only.words() != 0) choose_last(s, level, b, only);
      }
      from = level.live;
      s.choices = 0;
      for (std::uint32_t k = length; k < s.length; ++k) choose(s, s.chosen[k]);
      if (s.choices == 0) return true;
    }
  }

  /// Adds an option to the list of chosen options. The next round of the propagation will remove
  /// the options that conflict with it.
  static void choose(State& s, std::uint32_t option) {
    s.choice[s.choices++] = s.left + std::size_t{option} * blocks(s) * s.planes;
  }

  /// Removes the options that conflict with the chosen options from one block of items, whose sets
  /// of live options begin at index `begin`. Returns the items with at least one and with at least
  /// two live options.
  static Sizes take(const State& s, std::uint32_t begin, const Block* from, Block* to) {
    Sizes sizes{Set::none(), Set::none()};
    const std::uint32_t planes = s.planes;
    const std::uint32_t choices = s.choices;
    const Block* const* const choice = s.choice;
    for (std::uint32_t plane = 0; plane < planes; ++plane) {
      Set live = Set::of(from[plane]);
      for (std::uint32_t c = 0; c < choices; ++c) live &= Set::of(choice[c][begin + plane]);
      live.to(to[plane]);
      sizes.two |= sizes.one & live;
      sizes.one |= live;
    }
    return sizes;
  }

  /// Chooses the only live option of each item in `only`, a set of items of block b.
  static void choose_last(State& s, const Level& level, std::uint32_t b, const Set& only) {
    const Block* const live = level.live + b * s.planes;
    const Number* const names = s.names + std::size_t{b} * s.planes * block_items;
    // For each item with one live option: the position of this option in the item's list of
    // options, bit by bit. Set number k holds the items for which bit k of the position is 1.
    const std::uint32_t bits = s.place_bits;
    Block place[place_bits];
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      Set set = Set::none();
      for (std::uint32_t plane = 1U << bit; plane < s.planes; ++plane) {
        if ((plane >> bit & 1) != 0) set |= Set::of(live[plane]);
      }
      set.to(place[bit]);
    }
    Block items;
    only.to(items);
    std::uint32_t* const round_of = s.round_of;
    Number* const chosen = s.chosen;
    const std::uint32_t round = s.round;
    std::uint32_t length = s.length;
    for (std::uint32_t words = only.words(); words != 0; words &= words - 1) {
      const std::uint32_t w = first_of(words);
      for (Word rest = items.word[w]; rest != 0; rest &= rest - 1) {
        const std::uint32_t at = first_of(rest);
        std::uint32_t plane = 0;
        for (std::uint32_t bit = 0; bit < bits; ++bit) {
          plane |= static_cast<std::uint32_t>(place[bit].word[w] >> at & 1) << bit;
        }
        const Number option = names[plane * block_items + 64 * w + at];
        // An option may be the only live option of several items, so each option is added at most
        // once in a round of the propagation.
        chosen[length] = option;
        length += round_of[option] != round ? 1 : 0;
        round_of[option] = round;
      }
    }
    cover(s, level, s.length, length);
    s.length = length;
  }

  /// Covers the items of the chosen options with the indices `from` to `to` - 1.
  static void cover(const State& s, const Level& level, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t b = 0; b < blocks(s); ++b) {
      Set covered = Set::of(level.covered[b]);
      for (std::uint32_t k = from; k < to; ++k) {
        covered |= Set::of(s.items[std::size_t{s.chosen[k]} * blocks(s) + b]);
      }
      covered.to(level.covered[b]);
    }
  }

  static bool is_covered(const State& s) {
    const Level& level = s.levels[s.level];
    for (std::uint32_t b = 0; b < blocks(s); ++b) {
      if (minus(Set::of(s.primary[b]), Set::of(level.covered[b])).words() != 0) return false;
    }
    return true;
  }

  /// Opens the branches of the first of the items with the fewest live options.
  static void branch(State& s) {
    Level& level = s.levels[s.level];
    std::uint32_t least = most_planes + 1;
    std::uint32_t block = 0;
    std::uint32_t item = 0;
    for (std::uint32_t b = 0; b < blocks(s) && least > 2; ++b) {
      const Set open = minus(Set::of(s.primary[b]), Set::of(level.covered[b]));
      if (open.words() == 0) continue;
      Set fewest = open;
      const std::uint32_t size = fewest_in(s, level.live + b * s.planes, fewest);
      if (size >= least) continue;
      least = size;
      block = b;
      item = first_in(fewest);
    }
    const Block* const live = level.live + block * s.planes;
    const Number* const names = s.names + std::size_t{block} * s.planes * block_items;
    level.size = level.tried = 0;
    level.length = s.length;
    for (std::uint32_t plane = 0; plane < s.planes; ++plane) {
      level.options[level.size] = names[plane * block_items + item];
      level.size += static_cast<std::uint32_t>(live[plane].word[item / 64] >> item % 64 & 1);
    }
    ++s.level;
  }

  /// Reduces `items` to the items with the fewest live options. Returns the number of live options
  /// that each of these items has.
  static std::uint32_t fewest_in(const State& s, const Block* live, Set& items) {
    Set count[place_bits] = {};
    for (std::uint32_t plane = 0; plane < s.planes; ++plane) {
      Set carry = Set::of(live[plane]);
      for (std::uint32_t bit = 0; bit < s.size_bits; ++bit) {
        const Set both = count[bit] & carry;
        count[bit] ^= carry;
        carry = both;
      }
    }
    std::uint32_t size = 0;
    for (std::uint32_t bit = s.size_bits; bit-- > 0;) {
      const Set fewer = minus(items, count[bit]);
      const bool is_zero = fewer.words() != 0;
      if (is_zero) items = fewer;
      size |= (is_zero ? 0U : 1U) << bit;
    }
    return size;
  }

  /// Tries the next branch of the deepest node that has untried branches.
  static bool follow(State& s) {
    Level& above = s.levels[s.level - 1];
    const Number option = above.options[above.tried++];
    s.length = above.length;
    // The last branch of a node reuses the memory of the node's level, because the node has no
    // further branch.
    if (above.tried == above.size) --s.level;
    const Level& level = s.levels[s.level];
    ++s.nodes;
    for (std::uint32_t b = 0; b < blocks(s); ++b) Set::of(above.covered[b]).to(level.covered[b]);
    s.chosen[s.length++] = option;
    cover(s, level, above.length, s.length);
    s.choices = 0;
    choose(s, option);
    return propagate(s, above.live);
  }
};

}  // namespace

Event DLX_KERNEL(search)(State& state) {
  return state.blocks == 1 ? Search<true>::run(state) : Search<false>::run(state);
}

}  // namespace dlx::engines::batch
