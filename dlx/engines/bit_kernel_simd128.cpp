// WebAssembly with vectors, which every browser has since 2023.
//
// All eight items of a group are looked at together: a word of options is loaded once for four
// vectors, and the smallest key is found without a jump for each item.
//
// What was tried, in times of V8 on pentominoes 6x10 and 4x15: bits of or-ed halves of words, and
// constants that are loaded, 0.9 of the time before; two groups of items in one loop, a loop of
// four words at a time, and no vectors made by the compiler, no less.

#include <wasm_simd128.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::engines::bits {
namespace {

// Vectors that are loaded: V8 puts a constant together in four instructions each time.
struct Constants {
  std::uint32_t bit[group] = {1, 2, 4, 8, 16, 32, 64, 128};
  std::uint32_t number[group] = {0, 1, 2, 3, 4, 5, 6, 7};
  std::int16_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
};
alignas(16) constexpr Constants values = {};

const Constants& constants() {
  const Constants* at = &values;
  asm("" : "+r"(at));  // so that the compiler does not know them
  return *at;
}

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
    // Two halves of a word or-ed together leave half as many bits to count.
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
      // As many as half a byte can hold: two of them are added.
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

  /// The lower halves of four words, those of vectors k and k + 1.
  static v128_t evens(const Eight& words, std::uint32_t k) {
    return wasm_i32x4_shuffle(words.v[k], words.v[k + 1], 0, 2, 4, 6);
  }
  /// The upper halves of them.
  static v128_t odds(const Eight& words, std::uint32_t k) {
    return wasm_i32x4_shuffle(words.v[k], words.v[k + 1], 1, 3, 5, 7);
  }

  /// The sum of four bytes at a time.
  static v128_t sums_of(v128_t bytes) {
    return wasm_i32x4_dot_i16x8(wasm_u16x8_extadd_pairwise_u8x16(bytes),
                                wasm_v128_load(constants().ones));
  }

  /// All ones for each of four items that is not wanted, from this one of the group on.
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

}  // namespace

Event run_simd128(State& state) {
  return search<Simd128>(state);
}

}  // namespace dlx::engines::bits
