// 64-bit ARM: every processor has these.

#include <arm_neon.h>

#include "dlx/engines/bit_search.hpp"

namespace dlx::engines::bits {
namespace {

struct Neon {
  // The time for a vector of masks by that for a piece of a new sheet.
  static constexpr float looks_per_piece = 0.15F;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      uint64x2_t any = vdupq_n_u64(0);
      for (std::uint32_t k = 0; k < options.words; ++k) {
        any = vorrq_u64(any, common(options, masks, k, lane));
      }
      return sums_of(vcntq_u8(vreinterpretq_u8_u64(any)));
    });
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      uint64x2_t sizes = vdupq_n_u64(0);
      for (std::uint32_t k = 0; k < options.words;) {
        uint8x16_t bytes = vdupq_n_u8(0);
        // As many as a byte can hold.
        const std::uint32_t end = options.words - k < 31 ? options.words : k + 31;
        for (; k < end; ++k) {
          bytes = vaddq_u8(bytes, vcntq_u8(vreinterpretq_u8_u64(common(options, masks, k, lane))));
        }
        sizes = vaddq_u64(sizes, sums_of(bytes));
      }
      return sizes;
    });
  }

 private:
  static uint64x2_t common(const Members& options, const Word* masks, std::uint32_t k,
                           std::uint32_t lane) {
    return vandq_u64(vdupq_n_u64(options.word[k]), vld1q_u64(options.in(masks, k) + lane));
  }

  static uint64x2_t sums_of(uint8x16_t bytes) {
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes)));
  }

  /// Two items at a time; pairs of which none is wanted are passed by.
  template <class Sizes>
  static Key least(std::uint32_t wanted, std::uint32_t item, Sizes sizes) {
    Key best = covered;
    for (std::uint32_t lane = 0; lane < group; lane += 2) {
      if ((wanted >> lane & 3) == 0) continue;
      const uint64x2_t two = sizes(lane);
      const Key size[2] = {static_cast<Key>(vgetq_lane_u64(two, 0)),
                           static_cast<Key>(vgetq_lane_u64(two, 1))};
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

Event run_neon(State& state) {
  return search<Neon>(state);
}

}  // namespace dlx::engines::bits
