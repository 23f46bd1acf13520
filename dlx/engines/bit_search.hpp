#pragma once

#include <cstddef>
#include <cstdint>

#include "dlx/engines/bit_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

/// The search of bit_matrix.cpp, where it is explained. One translation unit for each kind of
/// processor includes it and says with `Simd` how vectors of words are handled; everything here has
/// internal linkage.
namespace dlx::bits {
namespace {

[[maybe_unused]] inline std::uint32_t size_of(Word w) {
#if defined(__POPCNT__) || defined(__aarch64__)
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

/// The bits of `word` that `mask` selects, moved together.
[[maybe_unused]] inline Word extract(Word word, Word mask) {
  return _pext_u64(word, mask);
}

#else

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

[[maybe_unused]] inline Word extract(Word word, Word mask) {
  Word result = 0;
  for (std::uint32_t k = 0; mask != 0; ++k, mask &= mask - 1) {
    result |= (word >> lowest(mask) & 1) << k;
  }
  return result;
}

#endif

/// The members of a set of options: the words that are not empty, so that one goes through them
/// without a branch that nobody could predict.
struct Members {
  // One more, for an empty one at the end.
  Word word[most_words + 1];
  std::uint32_t first[most_words + 1];  // option
  std::uint32_t words = 0;
  std::uint32_t count = 0;

  void add(Word bits, std::uint32_t k) {
    word[words] = bits;
    first[words] = 64 * k;
    words += bits != 0 ? 1 : 0;
    count += size_of(bits);
  }
  void add(const Word* set, std::uint32_t set_words) {
    for (std::uint32_t k = 0; k < set_words; ++k) add(set[k], k);
  }

  template <class Visit>
  void for_each(Visit visit) {
    word[words] = 0;
    first[words] = 0;
    std::uint32_t at = 0;
    Word bits = word[0];
    for (std::uint32_t n = count; n != 0; --n) {
      visit(first[at] + lowest(bits));
      bits &= bits - 1;
      const Word none = (bits - 1) & ~bits;  // its top bit
      at += static_cast<std::uint32_t>(none >> 63);
      bits |= word[at] & (Word{0} - (none >> 63));
    }
  }

  /// Of a sheet's masks of some items, the vector that goes with word k.
  [[nodiscard]] const Word* in(const Word* masks, std::uint32_t k) const {
    return masks + first[k] / 64 * std::size_t{group};
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
      const Key key = key_of<0>(sheet, root.active, root.uncovered, root.is_covered);
      if (key == covered) {  // nothing is to be covered: the empty cover
        s.finished = true;
        ++s.solutions;
        return s.count_only ? Event::exhausted : Event::solution;
      }
      if (key >> key_shift == 0 || !branch(s, root, sheet, key)) return finish(s);
    }
    for (;;) {
      Level& level = s.levels[s.level];
      if (level.next < level.waiting) {
        const std::uint32_t place = level.next++;
        s.choice[s.level] = s.sheets[level.sheet].names[level.child_option[place]];
        if (level.child_key[place] != covered) {
          enter(s, level, place);
        } else {
          ++s.solutions;
          s.length = s.level + 1;
          if (!s.count_only) return Event::solution;
        }
      } else if (level.tried < level.size) {
        if (s.fuel == 0) return Event::out_of_fuel;
        try_batch(s, level);
      } else {
        if (s.level == 0) return finish(s);
        float& below = s.nodes_below[s.level];
        const auto nodes = static_cast<float>(s.nodes - level.nodes_before);
        below = below < 0 ? nodes : below + (nodes - below) * weight_of_last;
        --s.level;
      }
    }
  }

 private:
  static constexpr float weight_of_last = 1.0F / 16;
  static constexpr float least_nodes = 16;
  static constexpr std::uint32_t few_options = 30;

  static Event finish(State& s) {
    s.finished = true;
    return Event::exhausted;
  }

  // ------------------------------------------------------------------------- the smallest item ---

  /// Whether some uncovered item has no option left.
  static bool is_dead(const Sheet& sheet, const Members& options, const Word* uncovered) {
    auto empty = Simd::none_empty();
    for_each_vector(sheet, uncovered, [&](const Word* masks, std::uint32_t wanted, std::uint32_t) {
      empty = Simd::or_empty(empty, options, masks, wanted);
    });
    return Simd::is_any(empty);
  }

  static Key smallest(const Sheet& sheet, const Members& options, const Word* uncovered) {
    auto best = Simd::nothing();
    for_each_vector(sheet, uncovered,
                    [&](const Word* masks, std::uint32_t wanted, std::uint32_t item) {
                      best = Simd::least(best, Simd::sizes(options, masks), wanted, item);
                    });
    return Simd::key(best);
  }

  /// Goes through the uncovered items by vectors.
  template <class Visit>
  static void for_each_vector(const Sheet& sheet, const Word* uncovered, Visit visit) {
    const std::size_t step = std::size_t{sheet.words} * group;
    const Word* masks = sheet.masks;
    for (std::uint32_t g = 0; g < sheet.groups; ++g, masks += step) {
      const auto wanted = static_cast<std::uint32_t>(uncovered[g / 8] >> (g % 8 * 8)) & 0xFF;
      for (std::uint32_t lane = 0; lane < group; lane += Simd::lanes) {
        if (Simd::lanes == 1 && (wanted >> lane & 1) == 0) continue;
        visit(masks + lane, wanted >> lane, g * group + lane);
      }
    }
  }

  /// Adds up the items of the options that are left.
  template <std::uint32_t Vectors>
  static Key smallest_of_few(const Sheet& sheet, Members& options, const Word* is_covered) {
    constexpr std::uint32_t step = Vectors * vector_words;
    Bytes sizes[Vectors];
    for (std::uint32_t v = 0; v < Vectors; ++v) load(sizes[v], is_covered + v * vector_words);
    options.for_each([&](std::uint32_t option) {
      const Word* const ones = sheet.ones + std::size_t{option} * step;
      for (std::uint32_t v = 0; v < Vectors; ++v) {
        Bytes its_ones;
        load(its_ones, ones + v * vector_words);
        sizes[v] += its_ones;
      }
    });
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

  /// The key of a child; of a dead end, any of size 0.
  template <std::uint32_t Words>
  static Key key_of(const Sheet& sheet, const Word* active, const Word* uncovered,
                    const Word* is_covered) {
    Members options;
    options.add(active, Words != 0 ? Words : sheet.words);
    if (options.count <= few_options && sheet.vectors != 0) {
      if (sheet.vectors == 1) return smallest_of_few<1>(sheet, options, is_covered);
      if (sheet.vectors == 2) return smallest_of_few<2>(sheet, options, is_covered);
      return smallest_of_few<3>(sheet, options, is_covered);
    }
    return is_dead(sheet, options, uncovered) ? 0 : smallest(sheet, options, uncovered);
  }

  // ---------------------------------------------------------------------------------- children ---

  template <std::uint32_t Words>
  static void try_options(State& s, Level& level) {
    const Sheet sheet = s.sheets[level.sheet];
    const std::uint32_t words = Words != 0 ? Words : sheet.words;
    const std::uint32_t item_words = sheet.item_words;
    const std::uint32_t vectors = sheet.vectors * vector_words;
    std::uint32_t limit = level.size - level.tried;
    if (s.batch < limit) limit = s.batch;
    if (s.fuel < limit) limit = static_cast<std::uint32_t>(s.fuel);
    const bool count_only = s.count_only;
    const std::uint32_t* const options = level.option + level.tried;
    const Level parent = level;
    Word* active = parent.child_active;
    Word* uncovered = parent.child_uncovered;
    Word* is_covered = parent.child_is_covered;
    std::uint32_t place = 0;
    std::uint64_t solved = 0;
    for (std::uint32_t n = 0; n < limit; ++n) {
      const std::uint32_t option = options[n];
      const Word* const compatible = sheet.compatible + std::size_t{option} * words;
      const Word* const items = sheet.items + std::size_t{option} * item_words;
      const Word* const ones = sheet.ones + std::size_t{option} * vectors;
      for (std::uint32_t k = 0; k < words; ++k) active[k] = parent.active[k] & compatible[k];
      for (std::uint32_t k = 0; k < item_words; ++k) uncovered[k] = parent.uncovered[k] & ~items[k];
      for (std::uint32_t k = 0; k < vectors; k += vector_words) {
        Bytes covered_before, its_ones;
        load(covered_before, parent.is_covered + k);
        load(its_ones, ones + k);
        store(is_covered + k, covered_before - its_ones);
      }
      const Key key = key_of<Words>(sheet, active, uncovered, is_covered);
      parent.child_option[place] = option;
      parent.child_key[place] = key;
      const bool passed_by = count_only && key == covered;
      const std::uint32_t stays = key >> key_shift != 0 && !passed_by ? 1 : 0;
      solved += passed_by ? 1 : 0;
      place += stays;
      active += stays * words;
      uncovered += stays * item_words;
      is_covered += stays * vectors;
    }
    level.tried += limit;
    level.waiting = place;
    level.next = 0;
    s.solutions += solved;
    s.fuel -= limit;
    s.nodes += limit;
    s.profile[s.level + 1] += limit;
  }

  static void try_batch(State& s, Level& level) {
    switch (s.sheets[level.sheet].words) {
      case 1:
        return try_options<1>(s, level);
      case 2:
        return try_options<2>(s, level);
      case 3:
        return try_options<3>(s, level);
      case 4:
        return try_options<4>(s, level);
      case 5:
        return try_options<5>(s, level);
      case 6:
        return try_options<6>(s, level);
      case 7:
        return try_options<7>(s, level);
      case 8:
        return try_options<8>(s, level);
      default:
        return try_options<0>(s, level);
    }
  }

  /// Gets the options of the smallest item ready. False: they have been counted, nothing is to do.
  static bool branch(State& s, Level& level, const Sheet& sheet, Key key) {
    level.size = key >> key_shift;
    level.tried = level.waiting = level.next = 0;
    if (s.count_only && set_size(level.uncovered, sheet.item_words) == 1) {
      s.solutions += level.size;
      return false;
    }
    const std::uint32_t item = item_of(key);
    const Word* const mask =
        sheet.masks + std::size_t{item / group} * sheet.words * group + item % group;
    std::uint32_t* option = level.option;
    Members options;
    for (std::uint32_t k = 0; k < sheet.words; ++k) {
      options.add(level.active[k] & mask[std::size_t{k} * group], k);
    }
    options.for_each([&](std::uint32_t o) { *option++ = o; });
    return true;
  }

  static std::uint32_t item_of(Key key) { return key & ((Key{1} << key_shift) - 1); }

  static void enter(State& s, const Level& parent, std::uint32_t place) {
    const std::uint32_t depth = s.level + 1;
    Level& level = s.levels[depth];
    const Sheet& sheet = s.sheets[parent.sheet];
    Key key = parent.child_key[place];
    level.sheet = parent.sheet;
    level.active = parent.child_active + std::size_t{place} * sheet.words;
    level.uncovered = parent.child_uncovered + std::size_t{place} * sheet.item_words;
    level.is_covered = parent.child_is_covered + std::size_t{place} * sheet.vectors * vector_words;
    if (new_sheet_pays(s, level, depth)) {
      key = (key - item_of(key)) | rank(level.uncovered, item_of(key));
      const Sheet& made = s.sheets[++level.sheet];
      make_sheet(sheet, s.sheets[level.sheet], level.active, level.uncovered);
      level.active = made.all_options;
      level.uncovered = made.all_items;
      level.is_covered = made.none_covered;
    }
    if (!branch(s, level, s.sheets[level.sheet], key)) return;
    level.nodes_before = s.nodes;
    s.level = depth;
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

  static bool new_sheet_pays(const State& s, const Level& level, std::uint32_t depth) {
    const float nodes = s.nodes_below[depth];
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
    const std::uint32_t price = (options + items) * (words_in_use(level.active, sheet.words) + 8);
    return unknown || nodes * static_cast<float>(looks - fewer) * Simd::looks_per_piece >
                          static_cast<float>(price);
  }

  static std::uint32_t words_in_use(const Word* set, std::uint32_t words) {
    std::uint32_t in_use = 0;
    for (std::uint32_t k = 0; k < words; ++k) in_use += set[k] != 0 ? 1 : 0;
    return in_use;
  }

  /// Where the selected bits of a word go when all that are selected move together.
  struct Piece {
    Word mask;
    std::uint32_t from, to, shift;
    bool spills;  // into the word after `to`
  };

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

  /// `step`: from one word of the set to the next; likewise in the result, which is empty before.
  static void squeeze(const Word* set, std::size_t step, const Piece* pieces, std::uint32_t count,
                      Word* result, std::size_t result_step) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const Piece& piece = pieces[k];
      const Word bits = extract(set[piece.from * step], piece.mask);
      Word* const to = result + piece.to * result_step;
      *to |= bits << piece.shift;
      if (piece.spills) to[result_step] |= bits >> (64 - piece.shift);
    }
  }

  static void make_sheet(const Sheet& from, Sheet& to, const Word* active, const Word* uncovered) {
    Piece options[most_words];
    Piece items[most_words];
    const std::uint32_t option_pieces = pieces_of(active, from.words, options);
    const std::uint32_t item_pieces = pieces_of(uncovered, from.item_words, items);
    const std::uint32_t item_count = set_size(uncovered, from.item_words);
    to.options = set_size(active, from.words);
    to.words = (to.options + 63) / 64;
    to.groups = (item_count + group - 1) / group;
    to.item_words = (item_count + 63) / 64;
    to.vectors = vectors_for(item_count);
    const std::size_t ones = std::size_t{to.vectors} * vector_words;
    fill(to.all_options, to.options);
    fill(to.all_items, item_count);
    for (std::uint32_t i = 0; i < to.vectors * vector; ++i) {
      set_byte(to.none_covered, i, i < item_count ? 0 : 255);
    }
    clear(to.compatible, std::size_t{to.options} * to.words);
    clear(to.items, std::size_t{to.options} * to.item_words);
    clear(to.ones, to.options * ones);
    clear(to.masks, std::size_t{to.groups} * to.words * group);

    std::size_t option = 0;
    for (std::uint32_t k = 0; k < from.words; ++k) {
      for (Word bits = active[k]; bits != 0; bits &= bits - 1, ++option) {
        const std::size_t old = k * 64 + lowest(bits);
        to.names[option] = from.names[old];
        squeeze(from.compatible + old * from.words, 1, options, option_pieces,
                to.compatible + option * to.words, 1);
        Word* const its_items = to.items + option * to.item_words;
        squeeze(from.items + old * from.item_words, 1, items, item_pieces, its_items, 1);
        for (std::uint32_t i = 0; to.vectors != 0 && i < to.item_words; ++i) {
          for (Word its = its_items[i]; its != 0; its &= its - 1) {
            set_byte(to.ones + option * ones, i * 64 + lowest(its), 1);
          }
        }
      }
    }
    std::uint32_t item = 0;
    for (std::uint32_t k = 0; k < from.item_words; ++k) {
      for (Word bits = uncovered[k]; bits != 0; bits &= bits - 1, ++item) {
        const std::uint32_t old = k * 64 + lowest(bits);
        squeeze(from.masks + std::size_t{old / group} * from.words * group + old % group, group,
                options, option_pieces,
                to.masks + std::size_t{item / group} * to.words * group + item % group, group);
      }
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
