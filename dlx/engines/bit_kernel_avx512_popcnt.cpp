// AVX-512 with F, BW and VPOPCNTDQ, and BMI2. Compiled with these, and run where they are.

#include <immintrin.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::bits {
namespace {

struct Avx512Popcnt {
  static constexpr std::uint32_t lanes = 8;
  // The time for a vector of masks by that for a piece of a new sheet.
  static constexpr float looks_per_piece = 0.15F;

  static std::uint32_t none_empty() { return 0; }

  static std::uint32_t or_empty(std::uint32_t empty, const Members& options, const Word* masks,
                                std::uint32_t wanted) {
    __m512i any = _mm512_setzero_si512();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      any = _mm512_or_si512(any, common(options, masks, k));
    }
    return empty | (_mm512_testn_epi64_mask(any, any) & wanted);
  }

  static bool is_any(std::uint32_t empty) { return empty != 0; }

  static __m512i common(const Members& options, const Word* masks, std::uint32_t k) {
    return _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(options.word[k])),
                            _mm512_loadu_si512(options.in(masks, k)));
  }

  static __m512i nothing() { return _mm512_set1_epi64(-1); }

  static __m512i sizes(const Members& options, const Word* masks) {
    __m512i total = _mm512_setzero_si512();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      total = _mm512_add_epi64(total, _mm512_popcnt_epi64(common(options, masks, k)));
    }
    return total;
  }

  static __m512i least(__m512i best, __m512i sizes, std::uint32_t wanted, std::uint32_t item) {
    const __m512i numbers =
        _mm512_add_epi64(_mm512_set1_epi64(item), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    const __m512i keys = _mm512_or_si512(_mm512_slli_epi64(sizes, key_shift), numbers);
    return _mm512_mask_min_epu64(best, static_cast<__mmask8>(wanted), best, keys);
  }

  static Key key(__m512i best) { return static_cast<Key>(_mm512_reduce_min_epu64(best)); }
};

}  // namespace

Event run_avx512_popcnt(State& state) {
  return Search<Avx512Popcnt>::run(state);
}

}  // namespace dlx::bits
