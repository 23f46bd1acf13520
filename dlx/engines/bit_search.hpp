#pragma once

#include <cstddef>
#include <cstdint>

#include "dlx/engines/bit_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/// The search of bit_matrix.cpp, where it is explained. One translation unit for each kind of
/// processor includes it and says with `Simd` how vectors of words are handled; everything here has
/// internal linkage.
namespace dlx::bits {
namespace {

[[maybe_unused]] inline std::uint32_t size_of(Word w) {
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
  return static_cast<std::uint32_t>(__builtin_popcountll(w));
#else  // where it would be the call of a function
  w -= w >> 1 & 0x5555555555555555U;
  w = (w & 0x3333333333333333U) + (w >> 2 & 0x3333333333333333U);
  w = (w + (w >> 4)) & 0x0F0F0F0F0F0F0F0FU;
  return static_cast<std::uint32_t>(w * 0x0101010101010101U >> 56);
#endif
}
[[maybe_unused]] inline std::uint32_t lowest(Word w) {
  return static_cast<std::uint32_t>(__builtin_ctzll(w));
}

/// Bytes of items.
using Bytes [[gnu::vector_size(32)]] = std::uint8_t;
static_assert(sizeof(Bytes) == vector);

// From and to words, which are aligned as words only. By reference: a vector handed over by value
// would be a matter of the compiler's options.
[[maybe_unused]] inline void load(Bytes& bytes, const Word* words) {
  __builtin_memcpy(&bytes, words, sizeof bytes);
}
[[maybe_unused]] inline void store(Word* words, const Bytes& bytes) {
  __builtin_memcpy(words, &bytes, sizeof bytes);
}

#if defined(__AVX2__)

[[maybe_unused]] inline std::uint32_t least_byte(const Bytes& bytes) {
  const __m256i x = reinterpret_cast<__m256i>(bytes);
  __m128i y = _mm_min_epu8(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
  y = _mm_min_epu8(y, _mm_srli_epi16(y, 8));  // the less of two bytes, and nothing above it
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(y))) & 0xFF;
}

/// Where the first byte of this value is; 32 if there is none.
[[maybe_unused]] inline std::uint32_t find_byte(const Bytes& bytes, std::uint32_t value) {
  const __m256i same = _mm256_cmpeq_epi8(reinterpret_cast<__m256i>(bytes),
                                         _mm256_set1_epi8(static_cast<char>(value)));
  return _tzcnt_u32(static_cast<std::uint32_t>(_mm256_movemask_epi8(same)));
}

[[maybe_unused]] inline bool is_empty(const Bytes& bytes) {
  const __m256i x = reinterpret_cast<__m256i>(bytes);
  return _mm256_testz_si256(x, x) != 0;
}

/// The bits of `word` that `mask` selects, moved together.
[[maybe_unused]] inline Word extract(Word word, Word mask) {
  return _pext_u64(word, mask);
}

/// A byte for each of a vector's items: 0 for those in the set, 255 for the others.
[[maybe_unused]] inline void load_others(Bytes& bytes, const Word* set, std::uint32_t v) {
  static_assert(vector == 32);
  const auto vector_bits = static_cast<int>(set[v / 2] >> (v % 2 * 32));
  const __m256i places = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201U));
  const __m256i spread = _mm256_shuffle_epi8(_mm256_set1_epi32(vector_bits), places);
  const __m256i others = _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit), _mm256_setzero_si256());
  bytes = reinterpret_cast<Bytes>(others);
}

#else

[[maybe_unused]] inline Word extract(Word word, Word mask) {
  Word result = 0;
  for (std::uint32_t k = 0; mask != 0; ++k, mask &= mask - 1) {
    result |= (word >> lowest(mask) & 1) << k;
  }
  return result;
}

#if defined(__wasm_simd128__)

/// A vector has two halves.
[[maybe_unused]] inline v128_t half_of(const Bytes& bytes, std::size_t half) {
  return wasm_v128_load(reinterpret_cast<const char*>(&bytes) + 16 * half);
}

[[maybe_unused]] inline bool is_empty(const Bytes& bytes) {
  return !wasm_v128_any_true(wasm_v128_or(half_of(bytes, 0), half_of(bytes, 1)));
}

[[maybe_unused]] inline std::uint32_t least_byte(const Bytes& bytes) {
  v128_t x = wasm_u8x16_min(half_of(bytes, 0), half_of(bytes, 1));
  x = wasm_u8x16_min(x, wasm_i64x2_shuffle(x, x, 1, 0));
  x = wasm_u8x16_min(x, wasm_u64x2_shr(x, 32));
  x = wasm_u8x16_min(x, wasm_u64x2_shr(x, 16));
  x = wasm_u8x16_min(x, wasm_u64x2_shr(x, 8));
  return wasm_u8x16_extract_lane(x, 0);
}

[[maybe_unused]] inline std::uint32_t find_byte(const Bytes& bytes, std::uint32_t value) {
  const v128_t wanted = wasm_u8x16_splat(static_cast<std::uint8_t>(value));
  const auto places = [&](std::size_t half) {
    return std::uint32_t{wasm_i8x16_bitmask(wasm_i8x16_eq(half_of(bytes, half), wanted))};
  };
  const std::uint32_t found = places(0) | places(1) << 16;
  return found == 0 ? vector : static_cast<std::uint32_t>(__builtin_ctz(found));
}

[[maybe_unused]] inline void load_others(Bytes& bytes, const Word* set, std::uint32_t v) {
  const v128_t vector_bits = wasm_u32x4_splat(static_cast<std::uint32_t>(set[v / 2] >> v % 2 * 32));
  const v128_t bit = wasm_u64x2_splat(0x8040201008040201U);
  const auto others = [&](v128_t places) {
    const v128_t spread = wasm_i8x16_swizzle(vector_bits, places);
    return wasm_i8x16_eq(wasm_v128_and(spread, bit), wasm_i64x2_const(0, 0));
  };
  char* const to = reinterpret_cast<char*>(&bytes);
  wasm_v128_store(to, others(wasm_u8x16_const(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)));
  wasm_v128_store(to + 16,
                  others(wasm_u8x16_const(2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3)));
}

#else

[[maybe_unused]] inline bool is_empty(const Bytes& bytes) {
  Word words[vector_words];
  store(words, bytes);
  Word any = 0;
  for (const Word word : words) any |= word;
  return any == 0;
}

[[maybe_unused]] inline std::uint32_t least_byte(const Bytes& bytes) {
  std::uint32_t least = 255;
  for (std::uint32_t k = 0; k < vector; ++k) least = bytes[k] < least ? bytes[k] : least;
  return least;
}

[[maybe_unused]] inline std::uint32_t find_byte(const Bytes& bytes, std::uint32_t value) {
  std::uint32_t k = 0;
  while (k < vector && bytes[k] != value) ++k;
  return k;
}

[[maybe_unused]] inline void load_others(Bytes& bytes, const Word* set, std::uint32_t v) {
  for (std::uint32_t k = 0; k < vector; ++k) {
    const std::uint32_t item = v * vector + k;
    bytes[k] = (set[item / 64] >> item % 64 & 1) != 0 ? 0 : 255;
  }
}

#endif

#endif

/// The words of a set of options that are not empty.
struct Members {
  Word word[most_words];
  std::uint32_t first[most_words];  // option
  std::uint32_t words = 0;
  std::uint32_t count = 0;

  void add(const Word* set, std::uint32_t set_words) {
    for (std::uint32_t k = 0; k < set_words; ++k) {
      word[words] = set[k];
      first[words] = 64 * k;
      words += set[k] != 0 ? 1 : 0;
      count += size_of(set[k]);
    }
  }

  /// Of a sheet's masks of some items, the vector that goes with word k.
  [[nodiscard]] const Word* in(const Word* masks, std::uint32_t k) const {
    static_assert(64 == group * sizeof(Word));
    return reinterpret_cast<const Word*>(reinterpret_cast<const char*>(masks) + first[k]);
  }
};

template <class Simd>
class Search {
 public:
  static Event run(State& s) {
    if (s.finished) return Event::exhausted;
    if (!s.started) {
      if (s.fuel == 0) return Event::out_of_fuel;
      s.started = true;
      --s.fuel;
      ++s.nodes;
      ++s.profile[0];
      Level& root = s.levels[0];
      const Sheet& sheet = s.sheets[0];
      Members options;
      options.add(root.active, sheet.words);
      const Key key = key_of(sheet, options, root.uncovered);
      record(s, sheet, key);
      if (key == covered) {  // nothing is to be covered: the empty cover
        s.finished = true;
        ++s.solutions;
        return s.count_only ? Event::exhausted : Event::solution;
      }
      if (key >> key_shift == 0 || !branch(s, root, sheet, key)) return finish(s);
    }
    if (s.child_waits) {
      const Event event = follow(s, s.key);
      if (event != Event::exhausted) return event;
    }
    for (;;) {
      Level& level = s.levels[s.level];
      if (level.tried == level.size) {
        if (s.level == 0) return finish(s);
        leave(s, level);
      } else {
        if (s.fuel == 0) return Event::out_of_fuel;
        s.length = level.length;
        const Key key = choose(s, s.sheets[level.sheet], level.active, level.uncovered,
                               level.option[level.tried++]);
        if (key >> key_shift == 0) continue;
        const Event event = follow(s, key);
        if (event != Event::exhausted) return event;
      }
    }
  }

 private:
  static constexpr float weight_of_last = 1.0F / 16;
  static constexpr float least_nodes = 16;
  static constexpr std::uint32_t few_options = 20;

  static Event finish(State& s) {
    s.finished = true;
    return Event::exhausted;
  }

  // ------------------------------------------------------------------------- the smallest item ---

  /// Goes twice through the uncovered items, by groups. First with a lower bound for their sizes
  /// that is quick to have, and 0 if and only if there is no option left; then exactly where that
  /// leaves doubt.
  static Key smallest(const Sheet& sheet, const Members& options, const Word* uncovered) {
    Key bounds[most_items / group];
    const std::size_t step = std::size_t{sheet.words} * group;
    const Word* masks = sheet.masks;
    std::uint32_t likely = 0;
    for (std::uint32_t g = 0; g < sheet.groups; ++g, masks += step) {
      const std::uint32_t wanted = items_of(uncovered, g);
      bounds[g] = covered;
      if (wanted == 0) continue;
      bounds[g] = Simd::bound(options, masks, wanted, g * group);
      if (bounds[g] >> key_shift == 0) return bounds[g];
      if (bounds[g] < bounds[likely]) likely = g;
    }
    if (bounds[likely] == covered) return covered;
    const auto exact = [&](std::uint32_t g) {
      return Simd::exact(options, sheet.masks + g * step, items_of(uncovered, g), g * group);
    };
    Key best = exact(likely);
    for (std::uint32_t g = 0; g < sheet.groups; ++g) {
      if (bounds[g] >= best || g == likely) continue;
      const Key key = exact(g);
      best = key < best ? key : best;
    }
    return best;
  }

  static std::uint32_t items_of(const Word* set, std::uint32_t g) {
    return static_cast<std::uint32_t>(set[g / 8] >> (g % 8 * 8)) & 0xFF;
  }

  /// Adds up the items of the options that are left.
  template <std::uint32_t Vectors>
  static Key smallest_of_few(const Sheet& sheet, const Members& options, const Word* uncovered) {
    constexpr std::uint32_t step = Vectors * vector_words;
    Bytes sizes[Vectors];
    for (std::uint32_t v = 0; v < Vectors; ++v) load_others(sizes[v], uncovered, v);
    for (std::uint32_t k = 0; k < options.words; ++k) {
      const Word* const word_ones = sheet.ones + std::size_t{options.first[k]} * step;
      for (Word bits = options.word[k]; bits != 0; bits &= bits - 1) {
        const Word* const ones = word_ones + std::size_t{lowest(bits)} * step;
        for (std::uint32_t v = 0; v < Vectors; ++v) {
          Bytes option_ones;
          load(option_ones, ones + v * vector_words);
          sizes[v] += option_ones;
        }
      }
    }
    Bytes least = sizes[0];
    for (std::uint32_t v = 1; v < Vectors; ++v) least = least < sizes[v] ? least : sizes[v];
    const std::uint32_t size = least_byte(least);
    if (size == 255) return covered;
    std::uint32_t item = 0;
    for (std::uint32_t v = 0; v < Vectors; ++v) {
      const std::uint32_t k = find_byte(sizes[v], size);
      item += k;
      if (k != vector) break;
    }
    return size << key_shift | item;
  }

  /// The key of a node; of a dead end, that of any item of size 0.
  static Key key_of(const Sheet& sheet, const Members& options, const Word* uncovered) {
    if (sheet.vectors != 0 && options.count <= few_options) {
      if (sheet.vectors == 1) return smallest_of_few<1>(sheet, options, uncovered);
      if (sheet.vectors == 2) return smallest_of_few<2>(sheet, options, uncovered);
      return smallest_of_few<3>(sheet, options, uncovered);
    }
    return smallest(sheet, options, uncovered);
  }

  // ---------------------------------------------------------------------------------- children ---

  /// Visits the node below these sets that an option leads to: puts its sets into the next level's
  /// own, which may be the same. Returns its key.
  static Key choose(State& s, const Sheet& sheet, const Word* active, const Word* uncovered,
                    std::uint32_t option) {
    const Level& child = s.levels[s.level + 1];
    const Word* const compatible = row_of(s, s.levels[s.level].sheet, option);
    const Word* const items = sheet.items + std::size_t{option} * sheet.item_words;
    Bytes any = {};
    for (std::uint32_t k = 0; k < sheet.stride; k += vector_words) {
      Bytes a, b;
      load(a, active + k);
      load(b, compatible + k);
      a &= b;
      any |= a;
      store(child.own_active + k, a);
    }
    for (std::uint32_t k = 0; k < sheet.item_words; ++k) {
      child.own_uncovered[k] = uncovered[k] & ~items[k];
    }
    s.choice[s.length++] = sheet.names[option];
    --s.fuel;
    ++s.nodes;
    ++s.profile[s.length];
    // Many leaves of the tree end here.
    if (is_empty(any)) {
      const Key key = first_of(child.own_uncovered, sheet.item_words);
      record(s, sheet, key);
      return key;
    }
    Members options;
    options.add(child.own_active, sheet.words);
    const Key key = key_of(sheet, options, child.own_uncovered);
    record(s, sheet, key);
    return key;
  }

  /// In a trace: the item of a node, seven bits a byte.
  static void record(State& s, const Sheet& sheet, Key key) {
    if (s.trace == nullptr || key == covered) return;
    std::uint32_t code = sheet.codes[item_of(key)];
    for (; code >= 0x80; code >>= 7) *s.trace++ = static_cast<std::uint8_t>(code | 0x80);
    *s.trace++ = static_cast<std::uint8_t>(code);
  }

  /// Gets the options of the smallest item ready. False: they have been counted, nothing is to do.
  static bool branch(State& s, Level& level, const Sheet& sheet, Key key) {
    level.size = key >> key_shift;
    level.tried = 0;
    if (s.count_only && set_size(level.uncovered, sheet.item_words) == 1) {
      s.solutions += level.size;
      return false;
    }
    const std::uint32_t item = item_of(key);
    const Word* const mask =
        sheet.masks + std::size_t{item / group} * sheet.words * group + item % group;
    std::uint32_t* option = level.option;
    for (std::uint32_t k = 0; k < sheet.words; ++k) {
      for (Word bits = level.active[k] & mask[std::size_t{k} * group]; bits != 0;
           bits &= bits - 1) {
        *option++ = 64 * k + lowest(bits);
      }
    }
    return true;
  }

  /// The first member of a set, as the key of an item of size 0; `covered` if there is none.
  static Key first_of(const Word* set, std::uint32_t words) {
    for (std::uint32_t k = 0; k < words; ++k) {
      if (set[k] != 0) return k * 64 + lowest(set[k]);
    }
    return covered;
  }

  static std::uint32_t item_of(Key key) { return key & ((Key{1} << key_shift) - 1); }

  /// Goes on from a child as long as there is no choice. `exhausted`: what it comes to is a new
  /// level, or has been counted.
  static Event follow(State& s, Key key) {
    const Sheet& sheet = s.sheets[s.levels[s.level].sheet];
    const Level& child = s.levels[s.level + 1];
    s.child_waits = false;
    while (key >> key_shift == 1) {
      if (s.count_only && set_size(child.own_uncovered, sheet.item_words) == 1) {
        ++s.solutions;
        return Event::exhausted;
      }
      if (s.fuel == 0) {
        s.key = key;
        s.child_waits = true;
        return Event::out_of_fuel;
      }
      key = choose(s, sheet, child.own_active, child.own_uncovered,
                   only_option(sheet, child.own_active, item_of(key)));
    }
    if (key == covered) {
      ++s.solutions;
      return s.count_only ? Event::exhausted : Event::solution;
    }
    if (key >> key_shift != 0) enter(s, key);
    return Event::exhausted;
  }

  static std::uint32_t only_option(const Sheet& sheet, const Word* active, std::uint32_t item) {
    const Word* const mask =
        sheet.masks + std::size_t{item / group} * sheet.words * group + item % group;
    for (std::uint32_t k = 0;; ++k) {
      const Word bits = active[k] & mask[std::size_t{k} * group];
      if (bits != 0) return k * 64 + lowest(bits);
    }
  }

  static void enter(State& s, Key key) {
    const std::uint32_t at = s.levels[s.level].sheet;
    const Sheet& sheet = s.sheets[at];
    Level& level = s.levels[s.level + 1];
    level.sheet = at;
    level.length = s.length;
    level.active = level.own_active;
    level.uncovered = level.own_uncovered;
    if (new_sheet_pays(s, level)) {
      key = (key - item_of(key)) | rank(level.uncovered, item_of(key));
      Sheet& made = s.sheets[++level.sheet];
      make_sheet(sheet, made, level.active, level.uncovered);
      level.active = made.all_options;
      level.uncovered = made.all_items;
    }
    if (!branch(s, level, s.sheets[level.sheet], key)) return;
    level.nodes_before = s.nodes;
    ++s.level;
  }

  static void leave(State& s, const Level& level) {
    float& below = s.nodes_below[level.length];
    const auto nodes = static_cast<float>(s.nodes - level.nodes_before);
    below = below < 0 ? nodes : below + (nodes - below) * weight_of_last;
    --s.level;
  }

  // -------------------------------------------------------------------------------- new sheets ---

  static std::uint32_t set_size(const Word* set, std::uint32_t words) {
    std::uint32_t size = 0;
    for (std::uint32_t k = 0; k < words; ++k) size += size_of(set[k]);
    return size;
  }

  /// How many members of the set come before this one.
  static std::uint32_t rank(const Word* set, std::uint32_t member) {
    return set_size(set, member / 64) + size_of(set[member / 64] & ((Word{1} << member % 64) - 1));
  }

  static bool new_sheet_pays(const State& s, const Level& level) {
    const float nodes = s.nodes_below[level.length];
    const bool unknown = nodes < 0;
    if ((nodes < least_nodes && !unknown) || level.sheet + 1 == s.sheet_count) return false;
    const Sheet& sheet = s.sheets[level.sheet];
    const std::uint32_t options = set_size(level.active, sheet.words);
    const std::uint32_t items = set_size(level.uncovered, sheet.item_words);
    const std::uint32_t words = (options + 63) / 64;
    if (words > s.sheets[level.sheet + 1].room) return false;
    const std::uint32_t looks = sheet.words * sheet.groups;
    const std::uint32_t fewer = words * ((items + group - 1) / group);
    if (4 * fewer > 3 * looks) return false;
    const std::uint32_t price = options * 8 + items * (words_in_use(level.active, sheet.words) + 8);
    return unknown || nodes * static_cast<float>(looks - fewer) * Simd::looks_per_piece >
                          static_cast<float>(price);
  }

  static std::uint32_t words_in_use(const Word* set, std::uint32_t words) {
    std::uint32_t in_use = 0;
    for (std::uint32_t k = 0; k < words; ++k) in_use += set[k] != 0 ? 1 : 0;
    return in_use;
  }

  static std::uint32_t pieces_of(const Word* mask, std::uint32_t words, Piece* pieces) {
    std::uint32_t count = 0;
    std::uint32_t used = 0;
    for (std::uint32_t k = 0; k < words; ++k) {
      if (mask[k] == 0) continue;
      const std::uint32_t more = size_of(mask[k]);
      pieces[count++] = {mask[k], k, used / 64, used % 64, used % 64 + more > 64};
      used += more;
    }
    return count;
  }

  /// The words of a set, `step` words apart.
  template <class Element>
  struct Spaced {
    Element* words;
    std::size_t step = 1;
    Element& operator[](std::size_t k) const { return words[k * step]; }
  };
  struct Pieces {
    const Piece* first;
    std::uint32_t count;
  };

  /// Packs the pieces of a set side by side into the result, which is empty before.
  static void squeeze(Spaced<const Word> set, Pieces pieces, Spaced<Word> result) {
    for (std::uint32_t k = 0; k < pieces.count; ++k) {
      const Piece& piece = pieces.first[k];
      const Word bits = extract(set[piece.from], piece.mask);
      result[piece.to] |= bits << piece.shift;
      if (piece.spills) result[piece.to + 1] |= bits >> (64 - piece.shift);
    }
  }

  static void make_sheet(const Sheet& from, Sheet& to, const Word* active, const Word* uncovered) {
    Piece items[most_items / 64];
    Piece* const options = to.pieces;
    const std::uint32_t option_pieces = to.piece_count = pieces_of(active, from.words, options);
    const std::uint32_t item_pieces = pieces_of(uncovered, from.item_words, items);
    const std::uint32_t item_count = set_size(uncovered, from.item_words);
    to.options = set_size(active, from.words);
    to.words = (to.options + 63) / 64;
    to.stride = stride_for(to.words);
    to.groups = (item_count + group - 1) / group;
    to.item_words = (item_count + 63) / 64;
    to.vectors = vectors_for(item_count);
    const std::size_t ones = std::size_t{to.vectors} * vector_words;
    clear(to.all_options, to.stride);
    fill(to.all_options, to.options);
    fill(to.all_items, item_count);
    clear(to.is_made, to.words);
    clear(to.items, std::size_t{to.options} * to.item_words);
    clear(to.ones, to.options * ones);
    clear(to.masks, std::size_t{to.groups} * to.words * group);

    std::size_t option = 0;
    for (std::uint32_t k = 0; k < from.words; ++k) {
      for (Word bits = active[k]; bits != 0; bits &= bits - 1, ++option) {
        const std::size_t old = k * 64 + lowest(bits);
        to.names[option] = from.names[old];
        to.before[option] = static_cast<std::uint32_t>(old);
        Word* const option_items = to.items + option * to.item_words;
        squeeze({from.items + old * from.item_words}, {items, item_pieces}, {option_items});
        for (std::uint32_t i = 0; to.vectors != 0 && i < to.item_words; ++i) {
          for (Word left = option_items[i]; left != 0; left &= left - 1) {
            set_byte(to.ones + option * ones, i * 64 + lowest(left), 1);
          }
        }
      }
    }
    std::uint32_t item = 0;
    for (std::uint32_t k = 0; k < from.item_words; ++k) {
      for (Word bits = uncovered[k]; bits != 0; bits &= bits - 1, ++item) {
        const std::uint32_t old = k * 64 + lowest(bits);
        to.codes[item] = from.codes[old];
        squeeze({from.masks + std::size_t{old / group} * from.words * group + old % group, group},
                {options, option_pieces},
                {to.masks + std::size_t{item / group} * to.words * group + item % group, group});
      }
    }
  }

  /// What an option leaves of a sheet. Few options are tried on every sheet.
  static const Word* row_of(const State& s, std::uint32_t at, std::uint32_t option) {
    const Sheet& sheet = s.sheets[at];
    if (!sheet.keeps_rows) return make_row(s, at, option, sheet.compatible);
    Word* const row = sheet.compatible + std::size_t{option} * sheet.stride;
    Word& made = sheet.is_made[option / 64];
    const Word bit = Word{1} << option % 64;
    if ((made & bit) != 0) return row;
    made |= bit;
    return make_row(s, at, option, row);
  }

  [[gnu::noinline]] static const Word* make_row(const State& s, std::uint32_t at,
                                                std::uint32_t option, Word* row) {
    const Sheet& sheet = s.sheets[at];
    if (at == 0) {
      subtract(sheet, s.conflicts, option, row);
    } else {
      clear(row, sheet.stride);
      squeeze({row_of(s, at - 1, sheet.before[option])}, {sheet.pieces, sheet.piece_count}, {row});
    }
    return row;
  }

  /// All options without those that the option conflicts with.
  static void subtract(const Sheet& sheet, const Conflicts& conflicts, std::uint32_t option,
                       Word* row) {
    for (std::uint32_t k = 0; k < sheet.stride; k += vector_words) {
      Bytes left;
      load(left, sheet.all_options + k);
      for (std::size_t n = conflicts.begin[option]; n < conflicts.begin[option + 1]; ++n) {
        Bytes set;
        load(set, conflicts.sets + std::size_t{conflicts.numbers[n]} * sheet.stride + k);
        left &= ~set;
      }
      store(row + k, left);
    }
  }

  static void set_byte(Word* words, std::uint32_t k, std::uint8_t value) {
    reinterpret_cast<std::uint8_t*>(words)[k] = value;
  }

  static void clear(Word* words, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) words[k] = 0;
  }

  static void fill(Word* set, std::uint32_t size) {
    for (; size >= 64; size -= 64) *set++ = ~Word{0};
    if (size != 0) *set = (Word{1} << size) - 1;
  }
};

}  // namespace
}  // namespace dlx::bits
