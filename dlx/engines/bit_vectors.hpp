#pragma once

#include <cstdint>

#include "dlx/engines/bit_bytes.hpp"
#include "dlx/engines/bit_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/// Functions that compute the sizes (numbers of options) of the eight items of a group at once, for
/// each kind of processor. exact() returns the smallest key of the group; a key holds the size and
/// number of an item. bound() returns the smallest key with lower bounds in place of sizes; a bound
/// is 0 if and only if the size is 0.
namespace dlx::engines::bits {
namespace {

/// The nonempty words of a set of options, with their positions in the set.
struct Members {
  Word word[most_words];
  // For each word in `word`: the number of the option that bit 0 of the word represents.
  std::uint32_t first[most_words];
  std::uint32_t words = 0;
  std::uint32_t count = 0;

  void add(const Word* set, std::uint32_t set_words) {
    // Members are copied to local variables, which stay in registers. The members would be loaded
    // and stored in each step, because the compiler must assume that `word` aliases them.
    std::uint32_t used = words;
    std::uint32_t all = count;
    for (std::uint32_t k = 0; k < set_words; ++k) {
      const Word bits = set[k];
      word[used] = bits;
      first[used] = 64 * k;
      used += bits != 0 ? 1 : 0;
      all += size_of(bits);
    }
    words = used;
    count = all;
  }

  /// For the k-th word of this set: the same words of the option sets of a group of items.
  [[nodiscard]] const Word* in(const Word* masks, std::uint32_t k) const {
    static_assert(64 == group * sizeof(Word));
    return reinterpret_cast<const Word*>(reinterpret_cast<const char*>(masks) + first[k]);
  }
};

#if defined(__AVX512VPOPCNTDQ__)

struct Simd {
  // The time to test one vector of option sets, divided by the time to move one word to a new
  // matrix.
  static constexpr float looks_per_piece = 0.15F;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    __m512i any = _mm512_setzero_si512();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      any = _mm512_or_si512(any, common(options, masks, k));
    }
    return least(_mm512_popcnt_epi64(any), wanted, item);
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    __m512i sizes = _mm512_setzero_si512();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      sizes = _mm512_add_epi64(sizes, _mm512_popcnt_epi64(common(options, masks, k)));
    }
    return least(sizes, wanted, item);
  }

 private:
  static __m512i common(const Members& options, const Word* masks, std::uint32_t k) {
    return _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(options.word[k])),
                            _mm512_loadu_si512(options.in(masks, k)));
  }

  static Key least(__m512i sizes, std::uint32_t wanted, std::uint32_t item) {
    const __m512i numbers =
        _mm512_add_epi64(_mm512_set1_epi64(item), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    const __m512i keys = _mm512_or_si512(_mm512_slli_epi64(sizes, key_shift), numbers);
    const __m256i wanted_keys = _mm512_cvtepi64_epi32(
        _mm512_mask_mov_epi64(_mm512_set1_epi64(-1), static_cast<__mmask8>(wanted), keys));
    __m128i half = _mm_min_epu32(_mm256_castsi256_si128(wanted_keys),
                                 _mm256_extracti128_si256(wanted_keys, 1));
    half = _mm_min_epu32(half, _mm_unpackhi_epi64(half, half));
    half = _mm_min_epu32(half, _mm_srli_epi64(half, 32));
    return static_cast<Key>(_mm_cvtsi128_si32(half));
  }
};

#elif defined(__AVX2__)

struct Simd {
  // The time to test one vector of option sets, divided by the time to move one word to a new
  // matrix.
  static constexpr float looks_per_piece = 0.15F;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    __m256i low = _mm256_setzero_si256();
    __m256i high = low;
    for (std::uint32_t k = 0; k < options.words; ++k) {
      low = _mm256_or_si256(low, common(options, masks, k, 0));
      high = _mm256_or_si256(high, common(options, masks, k, 1));
    }
    return least(sums_of(bytes_of(low)), sums_of(bytes_of(high)), wanted, item);
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    __m256i low = _mm256_setzero_si256();
    __m256i high = low;
    for (std::uint32_t k = 0; k < options.words;) {
      __m256i low_bytes = _mm256_setzero_si256();
      __m256i high_bytes = low_bytes;
      // A byte can hold the counts of 31 words, because 31 * 8 < 256.
      const std::uint32_t end = options.words - k < 31 ? options.words : k + 31;
      for (; k < end; ++k) {
        low_bytes = _mm256_add_epi8(low_bytes, bytes_of(common(options, masks, k, 0)));
        high_bytes = _mm256_add_epi8(high_bytes, bytes_of(common(options, masks, k, 1)));
      }
      low = _mm256_add_epi64(low, sums_of(low_bytes));
      high = _mm256_add_epi64(high, sums_of(high_bytes));
    }
    return least(low, high, wanted, item);
  }

 private:
  static __m256i common(const Members& options, const Word* masks, std::uint32_t k,
                        std::uint32_t half) {
    return _mm256_and_si256(
        _mm256_set1_epi64x(static_cast<long long>(options.word[k])),
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(options.in(masks, k)) + half));
  }

  static __m256i bytes_of(__m256i v) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(v, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
  }

  static __m256i sums_of(__m256i bytes) { return _mm256_sad_epu8(bytes, _mm256_setzero_si256()); }

  // Keys have 32 bits. The upper halves of the 64-bit lanes are not used.
  static Key least(__m256i low, __m256i high, std::uint32_t wanted, std::uint32_t item) {
    const __m256i best =
        _mm256_min_epu32(keys(low, wanted, item), keys(high, wanted >> 4, item + 4));
    __m128i half = _mm_min_epu32(_mm256_castsi256_si128(best), _mm256_extracti128_si256(best, 1));
    half = _mm_min_epu32(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Key>(_mm_cvtsi128_si32(half));
  }

  static __m256i keys(__m256i sizes, std::uint32_t wanted, std::uint32_t item) {
    const __m256i numbers =
        _mm256_add_epi64(_mm256_set1_epi64x(item), _mm256_setr_epi64x(0, 1, 2, 3));
    const __m256i bit = _mm256_setr_epi64x(1, 2, 4, 8);
    const __m256i unwanted = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(wanted), bit),
                                                _mm256_setzero_si256());
    return _mm256_or_si256(_mm256_or_si256(_mm256_slli_epi64(sizes, key_shift), numbers), unwanted);
  }
};

#elif defined(__aarch64__) && defined(DLX_VECTOR_IS_NEON)

struct Simd {
  // The time to test one vector of option sets, divided by the time to move one word to a new
  // matrix.
  static constexpr float looks_per_piece = 0.15F;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      uint64x2_t any = vdupq_n_u64(0);
      for (std::uint32_t k = 0; k < options.words; ++k) {
        any = vorrq_u64(any, common(options, masks, k, lane));
      }
      return sums_of(vcntq_u8(vreinterpretq_u8_u64(any)));
    });
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      uint64x2_t sizes = vdupq_n_u64(0);
      for (std::uint32_t k = 0; k < options.words;) {
        uint8x16_t bytes = vdupq_n_u8(0);
        // A byte can hold the counts of 31 words, because 31 * 8 < 256.
        const std::uint32_t end = options.words - k < 31 ? options.words : k + 31;
        for (; k < end; ++k) {
          bytes = vaddq_u8(bytes, vcntq_u8(vreinterpretq_u8_u64(common(options, masks, k, lane))));
        }
        sizes = vaddq_u64(sizes, sums_of(bytes));
      }
      return sizes;
    });
  }

 private:
  static uint64x2_t common(const Members& options, const Word* masks, std::uint32_t k,
                           std::uint32_t lane) {
    return vandq_u64(vdupq_n_u64(options.word[k]), vld1q_u64(options.in(masks, k) + lane));
  }

  static uint64x2_t sums_of(uint8x16_t bytes) {
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes)));
  }

  /// Computes the sizes of two items at a time. Skips pairs without an item of the set `wanted`.
  template <class Sizes>
  static Key least(std::uint32_t wanted, std::uint32_t item, Sizes sizes) {
    Key best = covered;
    for (std::uint32_t lane = 0; lane < group; lane += 2) {
      if ((wanted >> lane & 3) == 0) continue;
      const uint64x2_t two = sizes(lane);
      const Key size[2] = {static_cast<Key>(vgetq_lane_u64(two, 0)),
                           static_cast<Key>(vgetq_lane_u64(two, 1))};
      for (std::uint32_t k = 0; k < 2; ++k) {
        if ((wanted >> (lane + k) & 1) == 0) continue;
        const Key key = size[k] << key_shift | (item + lane + k);
        best = key < best ? key : best;
      }
    }
    return best;
  }
};

#elif defined(__wasm_simd128__)

// All eight items of a group are tested together: each word of options is loaded once for all eight
// items, and the smallest key is found without a conditional jump for each item.
//
// Two changes together reduce the time with V8 to 0.9 on pentominoes 6x10 and 4x15: counting the
// bits of words whose halves were or-ed, and loading constants from memory. Three other changes did
// not save time: two groups of items in one loop, a loop over four words at a time, and switching
// off the compiler's own vectorization.

// These constant vectors are loaded from memory, because V8 builds a constant with four
// instructions at each use.
struct Constants {
  std::uint32_t bit[group] = {1, 2, 4, 8, 16, 32, 64, 128};
  std::uint32_t number[group] = {0, 1, 2, 3, 4, 5, 6, 7};
  std::int16_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
};
alignas(16) constexpr Constants values = {};

const Constants& constants() {
  const Constants* at = &values;
  asm("" : "+r"(at));  // The empty assembler statement hides the values from the compiler.
  return *at;
}

struct Simd {
  // The time to test one vector of option sets, divided by the time to move one word to a new
  // matrix. The value was measured with NEON, whose vectors have the same width.
  static constexpr float looks_per_piece = 0.15F;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    Eight any = zeros();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      const Eight members = common(options, masks, k);
      for (std::uint32_t i = 0; i < vectors; ++i) any.v[i] = wasm_v128_or(any.v[i], members.v[i]);
    }
    // Or-ing the two halves of each word leaves half as many bits to count.
    const Sizes sizes = {sums_of(wasm_i8x16_popcnt(wasm_v128_or(evens(any, 0), odds(any, 0)))),
                         sums_of(wasm_i8x16_popcnt(wasm_v128_or(evens(any, 2), odds(any, 2))))};
    const Key size = least(wasm_u32x4_min(wasm_v128_or(sizes.low, unwanted(wanted, 0)),
                                          wasm_v128_or(sizes.high, unwanted(wanted, 4))));
    return size == 0 ? least(sizes, wanted, item) : size << key_shift | item;
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    Sizes sizes = {wasm_i64x2_const(0, 0), wasm_i64x2_const(0, 0)};
    for (std::uint32_t k = 0; k < options.words;) {
      Eight bytes = zeros();
      // The counts of 15 words are below 128, because 15 * 8 < 128. So the sum of two such counts
      // fits into a byte.
      const std::uint32_t end = options.words - k < 15 ? options.words : k + 15;
      for (; k < end; ++k) {
        const Eight members = common(options, masks, k);
        for (std::uint32_t i = 0; i < vectors; ++i) {
          bytes.v[i] = wasm_i8x16_add(bytes.v[i], wasm_i8x16_popcnt(members.v[i]));
        }
      }
      sizes.low =
          wasm_i32x4_add(sizes.low, sums_of(wasm_i8x16_add(evens(bytes, 0), odds(bytes, 0))));
      sizes.high =
          wasm_i32x4_add(sizes.high, sums_of(wasm_i8x16_add(evens(bytes, 2), odds(bytes, 2))));
    }
    return least(sizes, wanted, item);
  }

 private:
  static constexpr std::uint32_t vectors = group / 2;

  /// Eight words, one for each item of a group: the same word of each item's set of options.
  struct Eight {
    v128_t v[vectors];
  };

  /// The sizes of items 0 to 3 (low) and 4 to 7 (high) of a group, 32 bits each.
  struct Sizes {
    v128_t low, high;
  };

  static Eight zeros() {
    const v128_t zero = wasm_i64x2_const(0, 0);
    return {{zero, zero, zero, zero}};
  }

  static Eight common(const Members& options, const Word* masks, std::uint32_t k) {
    const v128_t word = wasm_v128_load64_splat(&options.word[k]);
    const Word* const in = options.in(masks, k);
    return {{wasm_v128_and(word, wasm_v128_load(in)), wasm_v128_and(word, wasm_v128_load(in + 2)),
             wasm_v128_and(word, wasm_v128_load(in + 4)),
             wasm_v128_and(word, wasm_v128_load(in + 6))}};
  }

  /// The lower 32-bit halves of the four words in vectors k and k + 1.
  static v128_t evens(const Eight& words, std::uint32_t k) {
    return wasm_i32x4_shuffle(words.v[k], words.v[k + 1], 0, 2, 4, 6);
  }
  /// The upper 32-bit halves of the four words in vectors k and k + 1.
  static v128_t odds(const Eight& words, std::uint32_t k) {
    return wasm_i32x4_shuffle(words.v[k], words.v[k + 1], 1, 3, 5, 7);
  }

  /// The sums of every four adjacent bytes of a vector.
  static v128_t sums_of(v128_t bytes) {
    return wasm_i32x4_dot_i16x8(wasm_u16x8_extadd_pairwise_u8x16(bytes),
                                wasm_v128_load(constants().ones));
  }

  /// A mask for items `from` to `from + 3` of a group: all ones for each item that is not in the
  /// set `wanted`.
  static v128_t unwanted(std::uint32_t wanted, std::uint32_t from) {
    const v128_t bits =
        wasm_v128_and(wasm_u32x4_splat(wanted), wasm_v128_load(constants().bit + from));
    return wasm_i32x4_eq(bits, wasm_i64x2_const(0, 0));
  }

  static Key least(const Sizes& sizes, std::uint32_t wanted, std::uint32_t item) {
    return least(
        wasm_u32x4_min(keys(sizes.low, wanted, item, 0), keys(sizes.high, wanted, item, 4)));
  }
  static v128_t keys(v128_t sizes, std::uint32_t wanted, std::uint32_t item, std::uint32_t from) {
    const v128_t numbers =
        wasm_i32x4_add(wasm_u32x4_splat(item), wasm_v128_load(constants().number + from));
    return wasm_v128_or(wasm_v128_or(wasm_i32x4_shl(sizes, key_shift), numbers),
                        unwanted(wanted, from));
  }
  static std::uint32_t least(v128_t four) {
    four = wasm_u32x4_min(four, wasm_i32x4_shuffle(four, four, 2, 3, 0, 1));
    four = wasm_u32x4_min(four, wasm_i32x4_shuffle(four, four, 1, 0, 3, 2));
    return static_cast<std::uint32_t>(wasm_i32x4_extract_lane(four, 0));
  }
};

#else  // portable code that processes one word at a time

struct Simd {
  // The time to test one vector of option sets, divided by the time to move one word to a new
  // matrix.
  static constexpr float looks_per_piece = 2;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      Word any = 0;
      for (std::uint32_t k = 0; k < options.words; ++k) {
        any |= options.word[k] & options.in(masks, k)[lane];
      }
      return size_of(any);
    });
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      std::uint32_t size = 0;
      for (std::uint32_t k = 0; k < options.words; ++k) {
        size += size_of(options.word[k] & options.in(masks, k)[lane]);
      }
      return size;
    });
  }

 private:
  template <class Size>
  static Key least(std::uint32_t wanted, std::uint32_t item, Size size) {
    Key best = covered;
    for (; wanted != 0; wanted &= wanted - 1) {
      const std::uint32_t lane = lowest(wanted);
      const Key key = size(lane) << key_shift | (item + lane);
      best = key < best ? key : best;
    }
    return best;
  }
};

#endif

}  // namespace
}  // namespace dlx::engines::bits
