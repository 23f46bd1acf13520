// Any processor: one word at a time.

#include "dlx/engines/bit_search.hpp"

namespace dlx::bits {
namespace {

struct Plain {
  static constexpr std::uint32_t lanes = 1;
  // The time for a vector of masks by that for a piece of a new sheet.
  static constexpr float looks_per_piece = 4;

  static bool none_empty() { return false; }

  static bool or_empty(bool empty, const Members& options, const Word* masks, std::uint32_t) {
    if (empty) return true;
    Word any = 0;
    for (std::uint32_t k = 0; k < options.words; ++k) {
      any |= options.word[k] & *options.in(masks, k);
    }
    return any == 0;
  }

  static bool is_any(bool empty) { return empty; }

  static Key nothing() { return covered; }

  static std::uint32_t sizes(const Members& options, const Word* masks) {
    std::uint32_t size = 0;
    for (std::uint32_t k = 0; k < options.words; ++k) {
      size += size_of(options.word[k] & *options.in(masks, k));
    }
    return size;
  }

  static Key least(Key best, std::uint32_t size, std::uint32_t, std::uint32_t item) {
    const Key key = size << key_shift | item;
    return key < best ? key : best;
  }

  static Key key(Key best) { return best; }
};

}  // namespace

Event run_plain(State& state) {
  return Search<Plain>::run(state);
}

}  // namespace dlx::bits
