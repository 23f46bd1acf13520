// WebAssembly with vectors, which every browser has since 2023.
//
// All eight items of a group are looked at together: a word of options is loaded once for four
// vectors, and the smallest key is found without a jump for each item.

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
    Eight any = zeros();
    for (std::uint32_t k = 0; k < options.words; ++k) {
      const Eight members = common(options, masks, k);
      for (std::uint32_t i = 0; i < vectors; ++i) any.v[i] = wasm_v128_or(any.v[i], members.v[i]);
    }
    for (v128_t& two : any.v) two = wasm_i8x16_popcnt(two);
    return least(sums_of(any), wanted, item);
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    Sizes sizes = {wasm_i64x2_const(0, 0), wasm_i64x2_const(0, 0)};
    for (std::uint32_t k = 0; k < options.words;) {
      Eight bytes = zeros();
      // As many as a byte can hold.
      const std::uint32_t end = options.words - k < 31 ? options.words : k + 31;
      for (; k < end; ++k) {
        const Eight members = common(options, masks, k);
        for (std::uint32_t i = 0; i < vectors; ++i) {
          bytes.v[i] = wasm_i8x16_add(bytes.v[i], wasm_i8x16_popcnt(members.v[i]));
        }
      }
      const Sizes more = sums_of(bytes);
      sizes = {wasm_i32x4_add(sizes.low, more.low), wasm_i32x4_add(sizes.high, more.high)};
    }
    return least(sizes, wanted, item);
  }

 private:
  static constexpr std::uint32_t vectors = group / 2;

  /// A word of each item of a group.
  struct Eight {
    v128_t v[vectors];
  };

  /// The sizes of items 0 to 3 and of items 4 to 7 of a group, each of 32 bits.
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

  /// Of the eight bytes of each word.
  static Sizes sums_of(const Eight& bytes) {
    return {sums_of(bytes.v[0], bytes.v[1]), sums_of(bytes.v[2], bytes.v[3])};
  }

  static v128_t sums_of(v128_t a, v128_t b) {
    const v128_t low = halves_of(a);
    const v128_t high = halves_of(b);
    return wasm_i32x4_add(wasm_i32x4_shuffle(low, high, 0, 2, 4, 6),
                          wasm_i32x4_shuffle(low, high, 1, 3, 5, 7));
  }

  /// The sum of four bytes at a time.
  static v128_t halves_of(v128_t bytes) {
    return wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(bytes));
  }

  static Key least(const Sizes& sizes, std::uint32_t wanted, std::uint32_t item) {
    const v128_t all_wanted = wasm_u32x4_splat(wanted);
    const v128_t first = wasm_u32x4_splat(item);
    v128_t best = wasm_u32x4_min(keys(sizes.low, all_wanted, wasm_u32x4_const(1, 2, 4, 8),
                                      wasm_i32x4_add(first, wasm_u32x4_const(0, 1, 2, 3))),
                                 keys(sizes.high, all_wanted, wasm_u32x4_const(16, 32, 64, 128),
                                      wasm_i32x4_add(first, wasm_u32x4_const(4, 5, 6, 7))));
    best = wasm_u32x4_min(best, wasm_i32x4_shuffle(best, best, 2, 3, 0, 1));
    best = wasm_u32x4_min(best, wasm_i32x4_shuffle(best, best, 1, 0, 3, 2));
    return static_cast<Key>(wasm_i32x4_extract_lane(best, 0));
  }

  static v128_t keys(v128_t sizes, v128_t wanted, v128_t bit, v128_t numbers) {
    const v128_t unwanted = wasm_i32x4_eq(wasm_v128_and(wanted, bit), wasm_i64x2_const(0, 0));
    return wasm_v128_or(wasm_v128_or(wasm_i32x4_shl(sizes, key_shift), numbers), unwanted);
  }
};

}  // namespace

Event run_simd128(State& state) {
  return search<Simd128>(state);
}

}  // namespace dlx::bits
