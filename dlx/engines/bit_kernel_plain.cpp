// Any processor: one word at a time.

#include "dlx/engines/bit_search.hpp"

namespace dlx::engines::bits {
namespace {

struct Plain {
  // The time for a vector of masks by that for a piece of a new sheet.
  static constexpr float looks_per_piece = 2;

  static Key bound(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      Word any = 0;
      for (std::uint32_t k = 0; k < options.words; ++k) {
        any |= options.word[k] & options.in(masks, k)[lane];
      }
      return size_of(any);
    });
  }

  static Key exact(const Members& options, const Word* masks, std::uint32_t wanted,
                   std::uint32_t item) {
    return least(wanted, item, [&](std::uint32_t lane) {
      std::uint32_t size = 0;
      for (std::uint32_t k = 0; k < options.words; ++k) {
        size += size_of(options.word[k] & options.in(masks, k)[lane]);
      }
      return size;
    });
  }

 private:
  template <class Size>
  static Key least(std::uint32_t wanted, std::uint32_t item, Size size) {
    Key best = covered;
    for (; wanted != 0; wanted &= wanted - 1) {
      const std::uint32_t lane = lowest(wanted);
      const Key key = size(lane) << key_shift | (item + lane);
      best = key < best ? key : best;
    }
    return best;
  }
};

}  // namespace

Event run_plain(State& state) {
  return search<Plain>(state);
}

}  // namespace dlx::engines::bits
