// 64-bit ARM: every processor has these.

#include <arm_neon.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::bits {
namespace {

struct Neon {
  static constexpr std::uint32_t lanes = 2;
  // The time for a vector of masks by that for a piece of a new sheet.
  static constexpr float looks_per_piece = 0.5F;

  static uint64x2_t none_empty() { return vdupq_n_u64(0); }

  static uint64x2_t or_empty(uint64x2_t empty, const Members& options, const Word* masks,
                             std::uint32_t wanted) {
    uint64x2_t any = vdupq_n_u64(0);
    for (std::uint32_t k = 0; k < options.words; ++k) {
      any = vorrq_u64(any, common(options, masks, k));
    }
    return vorrq_u64(empty, vandq_u64(vceqzq_u64(any), lanes_of(wanted)));
  }

  static bool is_any(uint64x2_t empty) {
    return (vgetq_lane_u64(empty, 0) | vgetq_lane_u64(empty, 1)) != 0;
  }

  static uint64x2_t nothing() { return vdupq_n_u64(~Word{0}); }

  static uint64x2_t sizes(const Members& options, const Word* masks) {
    uint64x2_t total = vdupq_n_u64(0);
    uint8x16_t bytes = vdupq_n_u8(0);
    for (std::uint32_t k = 0; k < options.words; ++k) {
      bytes = vaddq_u8(bytes, vcntq_u8(vreinterpretq_u8_u64(common(options, masks, k))));
      if (k % 31 == 30) {  // before a byte can overflow
        total = vaddq_u64(total, sum_of(bytes));
        bytes = vdupq_n_u8(0);
      }
    }
    return vaddq_u64(total, sum_of(bytes));
  }

  static uint64x2_t least(uint64x2_t best, uint64x2_t sizes, std::uint32_t wanted,
                          std::uint32_t item) {
    const Word numbers[2] = {item, item + Word{1}};
    const uint64x2_t keys = vorrq_u64(vshlq_n_u64(sizes, key_shift), vld1q_u64(numbers));
    const uint64x2_t all = vorrq_u64(keys, veorq_u64(lanes_of(wanted), nothing()));
    return vbslq_u64(vcltq_u64(all, best), all, best);
  }

  static Key key(uint64x2_t best) {
    const Word a = vgetq_lane_u64(best, 0);
    const Word b = vgetq_lane_u64(best, 1);
    return static_cast<Key>(a < b ? a : b);
  }

 private:
  static uint64x2_t common(const Members& options, const Word* masks, std::uint32_t k) {
    return vandq_u64(vdupq_n_u64(options.word[k]), vld1q_u64(options.in(masks, k)));
  }

  static uint64x2_t sum_of(uint8x16_t bytes) { return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes))); }

  /// All ones in the lanes whose bits are set.
  static uint64x2_t lanes_of(std::uint32_t wanted) {
    const Word bits[2] = {1, 2};
    return vtstq_u64(vdupq_n_u64(wanted), vld1q_u64(bits));
  }
};

}  // namespace

Event run_neon(State& state) {
  return Search<Neon>::run(state);
}

}  // namespace dlx::bits
