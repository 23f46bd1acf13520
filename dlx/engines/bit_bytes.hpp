#pragma once

#include <cstddef>
#include <cstdint>

#include "dlx/engines/bit_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/// The operations of bit_search.cpp on single words and on vectors of bytes, implemented for each
/// kind of processor.
namespace dlx::engines::bits {
namespace {

[[maybe_unused]] inline std::uint32_t size_of(Word w) {
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
  return static_cast<std::uint32_t>(__builtin_popcountll(w));
#else  // Without an instruction that counts bits, the builtin calls a function.
  w -= w >> 1 & 0x5555555555555555U;
  w = (w & 0x3333333333333333U) + (w >> 2 & 0x3333333333333333U);
  w = (w + (w >> 4)) & 0x0F0F0F0F0F0F0F0FU;
  return static_cast<std::uint32_t>(w * 0x0101010101010101U >> 56);
#endif
}
[[maybe_unused]] inline std::uint32_t lowest(Word w) {
  return static_cast<std::uint32_t>(__builtin_ctzll(w));
}

/// A vector with one byte for each of 32 items.
using Bytes [[gnu::vector_size(32)]] = std::uint8_t;
static_assert(sizeof(Bytes) == vector);

// Loads and stores of vectors of bytes, from and to words that need only the alignment of a word.
// Vectors are passed by reference, because passing them by value would depend on the compiler's
// options.
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
  // In each 16-bit lane, the low byte becomes the smaller of the two bytes, and the high byte
  // becomes 0.
  y = _mm_min_epu8(y, _mm_srli_epi16(y, 8));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(y))) & 0xFF;
}

/// The index of the first byte with the value `value`; 32 if no byte has this value.
[[maybe_unused]] inline std::uint32_t find_byte(const Bytes& bytes, std::uint32_t value) {
  const __m256i same = _mm256_cmpeq_epi8(reinterpret_cast<__m256i>(bytes),
                                         _mm256_set1_epi8(static_cast<char>(value)));
  return _tzcnt_u32(static_cast<std::uint32_t>(_mm256_movemask_epi8(same)));
}

[[maybe_unused]] inline bool is_empty(const Bytes& bytes) {
  const __m256i x = reinterpret_cast<__m256i>(bytes);
  return _mm256_testz_si256(x, x) != 0;
}

/// The bits of `word` that `mask` selects, packed into the lowest bits of the result.
[[maybe_unused]] inline Word extract(Word word, Word mask) {
  return _pext_u64(word, mask);
}

/// Sets one byte for each of the items 32 v to 32 v + 31: 0 if the item is in the set, 255
/// otherwise.
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

/// Returns one of the two 16-byte halves of a vector of 32 bytes.
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

}  // namespace
}  // namespace dlx::engines::bits
