// AVX-512 with F, BW and VPOPCNTDQ, and BMI2. Compiled with these, and run where they are.

#include <immintrin.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::engines::bits {
namespace {

struct Avx512 {
  // The time for a vector of masks by that for a piece of a new sheet.
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

}  // namespace

Event run_avx512(State& state) {
  return search<Avx512>(state);
}

}  // namespace dlx::engines::bits
