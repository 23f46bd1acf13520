// The search loop of the engine that item_bits.cpp describes, compiled for each kind of processor.

#include <cstddef>
#include <cstdint>

#include "dlx/engines/item_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace dlx::engines::item_sets {
namespace {

std::uint32_t lowest(Word word) {
  return static_cast<std::uint32_t>(__builtin_ctzll(word));
}

/// The search loop for sets of items that have `Words` words each.
template <std::uint32_t Words>
class Search {
 public:
  static Event run(State& s) {
    if (s.is_entering) {
      if (s.fuel == 0) return Event::out_of_fuel;
      s.is_entering = false;
      s.level = 0;
      const Node node = visit(s, s.levels[0], 0);
      if (node != Node::open) s.levels[0].left = s.levels[0].next = s.levels[0].end = 0;
      if (node == Node::solution && !s.count_only) return Event::solution;
    }
    Level* level = s.levels + s.level;
    for (;;) {
      if (level->left == 0) {
        if (level->next < level->end) {
          look(s, *level);
          continue;
        }
        if (level == s.levels) {
          s.level = 0;
          return Event::exhausted;
        }
        --level;
        continue;
      }
      if (s.fuel == 0) {
        s.level = static_cast<std::uint32_t>(level - s.levels);
        return Event::out_of_fuel;
      }
      const std::uint32_t place = level->from + lowest(level->left);
      level->left &= level->left - 1;
      level->chosen = place;
      const Word* const items =
          s.masks + std::size_t{place / block} * Words * block + place % block;
      for (std::uint32_t w = 0; w < Words; ++w) {
        level[1].covered[w] = level->covered[w] | items[std::size_t{w} * block];
      }
      const auto depth = static_cast<std::uint32_t>(level + 1 - s.levels);
      const Node node = visit(s, level[1], depth);
      if (node == Node::open) {
        ++level;
      } else if (node == Node::solution && !s.count_only) {
        s.level = depth - 1;
        return Event::solution;
      }
    }
  }

 private:
  enum class Node { dead_end, solution, open };

  /// Visits a node whose covered items are known, and finds the first options to try.
  static Node visit(State& s, Level& level, std::uint32_t depth) {
    --s.fuel;
    ++s.nodes;
    ++s.profile[depth];
    const std::uint32_t item = first_item(level.covered);
    if (item >= s.primary) {
      ++s.solutions;
      return Node::solution;
    }
    if (s.trace != nullptr) record(s, item);
    Word free = 0;
    for (std::uint32_t w = 0; w < Words; ++w) {
      free |= s.needed[std::size_t{item} * Words + w] & ~level.covered[w];
    }
    if (free == 0) return Node::dead_end;
    const Group group = s.groups[item];
    level.item = item;
    level.next = group.first;
    level.end = group.first + group.count;
    level.left = 0;
    while (level.left == 0 && level.next < level.end) look(s, level);
    return level.left == 0 ? Node::dead_end : Node::open;
  }

  /// The first item that is not covered; 64 * Words if all items are covered.
  static std::uint32_t first_item(const Word* covered) {
    for (std::uint32_t w = 0; w < Words; ++w) {
      if (~covered[w] != 0) return 64 * w + lowest(~covered[w]);
    }
    return 64 * Words;
  }

  /// Tests which of the next options of the branching item, at most 64, contain no covered item.
  static void look(const State& s, Level& level) {
    const std::uint32_t count = level.end - level.next;
    const std::uint32_t most = block * blocks_at_once;
    const std::uint32_t blocks = count >= most ? blocks_at_once : (count + block - 1) / block;
    const Word* masks = s.masks + std::size_t{level.next / block} * Words * block;
    Word left = 0;
    for (std::uint32_t k = 0; k < blocks; ++k, masks += Words * block) {
      left |= Word{disjoint(masks, level.covered)} << (k * block);
    }
    if (count < most) left &= (Word{1} << count) - 1;
    level.left = left;
    level.from = level.next;
    level.next += count < most ? count : most;
  }

  /// Returns a bit for each of eight options: 1 if the option contains no covered item.
#if defined(__AVX512F__)
  static std::uint32_t disjoint(const Word* masks, const Word* covered) {
    __mmask8 left = 0xFF;
    for (std::uint32_t w = 0; w < Words; ++w) {
      left =
          _mm512_mask_testn_epi64_mask(left, _mm512_set1_epi64(static_cast<long long>(covered[w])),
                                       _mm512_loadu_si512(masks + std::size_t{w} * block));
    }
    return left;
  }
#elif defined(__AVX2__)
  static std::uint32_t disjoint(const Word* masks, const Word* covered) {
    return half(masks, covered) | half(masks + 4, covered) << 4;
  }
  static std::uint32_t half(const Word* masks, const Word* covered) {
    __m256i common = _mm256_setzero_si256();
    for (std::uint32_t w = 0; w < Words; ++w) {
      const auto* const words = reinterpret_cast<const __m256i*>(masks + std::size_t{w} * block);
      common = _mm256_or_si256(
          common, _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(covered[w])),
                                   _mm256_loadu_si256(words)));
    }
    return static_cast<std::uint32_t>(_mm256_movemask_pd(
        _mm256_castsi256_pd(_mm256_cmpeq_epi64(common, _mm256_setzero_si256()))));
  }
#else
  static std::uint32_t disjoint(const Word* masks, const Word* covered) {
    std::uint32_t left = 0;
    for (std::uint32_t o = 0; o < block; ++o) {
      Word common = 0;
      for (std::uint32_t w = 0; w < Words; ++w) {
        common |= masks[std::size_t{w} * block + o] & covered[w];
      }
      left |= (common == 0 ? 1U : 0U) << o;
    }
    return left;
  }
#endif

  /// Writes the code of an item as a number with seven bits in each byte, the lowest bits first.
  static void record(State& s, std::uint32_t item) {
    std::uint32_t code = s.codes[item];
    for (; code >= 0x80; code >>= 7) *s.trace++ = static_cast<std::uint8_t>(code | 0x80);
    *s.trace++ = static_cast<std::uint8_t>(code);
  }
};

}  // namespace

Event DLX_KERNEL(search)(State& state) {
  switch (state.words) {
    case 1:
      return Search<1>::run(state);
    case 2:
      return Search<2>::run(state);
    case 3:
      return Search<3>::run(state);
    default:
      return Search<most_words>::run(state);
  }
}

}  // namespace dlx::engines::item_sets
