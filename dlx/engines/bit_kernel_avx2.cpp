// AVX2 and BMI2. Compiled with these, and run where they are.

#include <immintrin.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::bits {
namespace {

struct Avx2 {
  static constexpr std::uint32_t lanes = 4;
  // The time for a vector of masks by that for a piece of a new sheet.
  static constexpr float looks_per_piece = 0.5F;

  static __m256i none_empty() { return _mm256_setzero_si256(); }

  static __m256i or_empty(__m256i empty, const Members& options, const Word* masks,
                          std::uint32_t wanted) {
    __m256i any = _mm256_setzero_si256();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      any = _mm256_or_si256(any, common(options, masks, k));
    }
    const __m256i is_empty = _mm256_cmpeq_epi64(any, _mm256_setzero_si256());
    return _mm256_or_si256(empty, _mm256_and_si256(is_empty, lanes_of(wanted)));
  }

  static bool is_any(__m256i empty) { return _mm256_testz_si256(empty, empty) == 0; }

  static __m256i common(const Members& options, const Word* masks, std::uint32_t k) {
    return _mm256_and_si256(
        _mm256_set1_epi64x(static_cast<long long>(options.word[k])),
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(options.in(masks, k))));
  }

  /// All ones in the lanes whose bits are set.
  static __m256i lanes_of(std::uint32_t wanted) {
    const __m256i bit = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(wanted), bit), bit);
  }

  static __m256i nothing() { return _mm256_set1_epi64x(-1); }

  static __m256i bytes_of(__m256i v) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(v, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
  }

  static __m256i sizes(const Members& options, const Word* masks) {
    __m256i total = _mm256_setzero_si256();
    __m256i bytes = _mm256_setzero_si256();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      bytes = _mm256_add_epi8(bytes, bytes_of(common(options, masks, k)));
      if (k % 31 == 30) {  // before a byte can overflow
        total = _mm256_add_epi64(total, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
        bytes = _mm256_setzero_si256();
      }
    }
    return _mm256_add_epi64(total, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
  }

  // Keys have 32 bits; the upper halves of the lanes say nothing.
  static __m256i least(__m256i best, __m256i sizes, std::uint32_t wanted, std::uint32_t item) {
    const __m256i numbers =
        _mm256_add_epi64(_mm256_set1_epi64x(item), _mm256_setr_epi64x(0, 1, 2, 3));
    const __m256i keys = _mm256_or_si256(_mm256_slli_epi64(sizes, key_shift), numbers);
    return _mm256_min_epu32(best,
                            _mm256_or_si256(keys, _mm256_xor_si256(lanes_of(wanted), nothing())));
  }

  static Key key(__m256i best) {
    __m128i half = _mm_min_epu32(_mm256_castsi256_si128(best), _mm256_extracti128_si256(best, 1));
    half = _mm_min_epu32(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Key>(_mm_cvtsi128_si32(half));
  }
};

}  // namespace

Event run_avx2(State& state) {
  return Search<Avx2>::run(state);
}

}  // namespace dlx::bits
