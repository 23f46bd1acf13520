// AVX2 and BMI2. Compiled with these, and run where they are.

#include <immintrin.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::engines::bits {
namespace {

struct Avx2 {
  // The time for a vector of masks by that for a piece of a new sheet.
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
      // As many as a byte can hold.
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

  // Keys have 32 bits; the upper halves of the lanes say nothing.
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

}  // namespace

Event run_avx2(State& state) {
  return search<Avx2>(state);
}

}  // namespace dlx::engines::bits
