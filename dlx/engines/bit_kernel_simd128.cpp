// WebAssembly with vectors, which every browser of these years has.

#include <wasm_simd128.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::bits {
namespace {

struct Simd128 {
  // The time for a vector of masks by that for a piece of a new sheet: taken from NEON, whose
  // vectors are as wide.
  static constexpr float looks_per_piece = 0.15F;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      v128_t any = wasm_i64x2_const(0, 0);
      for (std::uint32_t k = 0; k < options.words; ++k) {
        any = wasm_v128_or(any, common(options, masks, k, lane));
      }
      return sums_of(wasm_i8x16_popcnt(any));
    });
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      v128_t sizes = wasm_i64x2_const(0, 0);
      for (std::uint32_t k = 0; k < options.words;) {
        v128_t bytes = wasm_i64x2_const(0, 0);
        // As many as a byte can hold.
        const std::uint32_t end = options.words - k < 31 ? options.words : k + 31;
        for (; k < end; ++k) {
          bytes = wasm_i8x16_add(bytes, wasm_i8x16_popcnt(common(options, masks, k, lane)));
        }
        sizes = wasm_i64x2_add(sizes, sums_of(bytes));
      }
      return sizes;
    });
  }

 private:
  static v128_t common(const Members& options, const Word* masks, std::uint32_t k,
                       std::uint32_t lane) {
    return wasm_v128_and(wasm_u64x2_splat(options.word[k]),
                         wasm_v128_load(options.in(masks, k) + lane));
  }

  /// Of the eight bytes of each word, in its lower half.
  static v128_t sums_of(v128_t bytes) {
    const v128_t fours = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(bytes));
    return wasm_i64x2_add(fours, wasm_u64x2_shr(fours, 32));
  }

  /// Two items at a time; pairs of which none is wanted are passed by.
  template <class Sizes>
  static Key least(std::uint32_t wanted, std::uint32_t item, Sizes sizes) {
    Key best = covered;
    for (std::uint32_t lane = 0; lane < group; lane += 2) {
      if ((wanted >> lane & 3) == 0) continue;
      const v128_t two = sizes(lane);
      const Key size[2] = {static_cast<Key>(wasm_i32x4_extract_lane(two, 0)),
                           static_cast<Key>(wasm_i32x4_extract_lane(two, 2))};
      for (std::uint32_t k = 0; k < 2; ++k) {
        if ((wanted >> (lane + k) & 1) == 0) continue;
        const Key key = size[k] << key_shift | (item + lane + k);
        best = key < best ? key : best;
      }
    }
    return best;
  }
};

}  // namespace

Event run_simd128(State& state) {
  return search<Simd128>(state);
}

}  // namespace dlx::bits
