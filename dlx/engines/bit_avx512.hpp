#pragma once

#include "dlx/engines/bit_search.hpp"

#if defined(__AVX512BW__)
#include <immintrin.h>

/// AVX-512 with F and BW, and BMI2; VPOPCNTDQ where the translation unit is compiled with it.
namespace dlx::bits {
namespace {

struct Avx512 {
  // The time for a vector of masks by that for a piece of a new sheet.
#if defined(__AVX512VPOPCNTDQ__)
  static constexpr float looks_per_piece = 0.15F;
#else
  static constexpr float looks_per_piece = 0.1F;
#endif

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    __m512i any = _mm512_setzero_si512();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      any = _mm512_or_si512(any, common(options, masks, k));
    }
#if defined(__AVX512VPOPCNTDQ__)
    return least(_mm512_popcnt_epi64(any), wanted, item);
#else
    return least(sums_of(bytes_of(any)), wanted, item);
#endif
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    __m512i sizes = _mm512_setzero_si512();
#if defined(__AVX512VPOPCNTDQ__)
    for (std::uint32_t k = 0; k < options.words; ++k) {
      sizes = _mm512_add_epi64(sizes, _mm512_popcnt_epi64(common(options, masks, k)));
    }
#else
    for (std::uint32_t k = 0; k < options.words;) {
      __m512i bytes = _mm512_setzero_si512();
      // As many as a byte can hold.
      const std::uint32_t end = options.words - k < 31 ? options.words : k + 31;
      for (; k < end; ++k) bytes = _mm512_add_epi8(bytes, bytes_of(common(options, masks, k)));
      sizes = _mm512_add_epi64(sizes, sums_of(bytes));
    }
#endif
    return least(sizes, wanted, item);
  }

 private:
  static __m512i common(const Members& options, const Word* masks, std::uint32_t k) {
    return _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(options.word[k])),
                            _mm512_loadu_si512(options.in(masks, k)));
  }

#if !defined(__AVX512VPOPCNTDQ__)
  static __m512i bytes_of(__m512i v) {
    const __m512i table =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i low = _mm512_set1_epi8(15);
    return _mm512_add_epi8(
        _mm512_shuffle_epi8(table, _mm512_and_si512(v, low)),
        _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(v, 4), low)));
  }

  static __m512i sums_of(__m512i bytes) {
    return _mm512_sad_epu8(bytes, _mm512_setzero_si512());
  }
#endif

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

}  // namespace
}  // namespace dlx::bits

#endif
