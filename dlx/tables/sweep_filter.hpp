#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

namespace dlx::tables::sweeping {

/// The keys that pass a filter, with their positions. Each key has one word.
struct Passed {
  static constexpr std::uint32_t room = 128;
  // Additional elements at the end of the arrays, because the filters write whole vectors.
  static constexpr std::uint32_t slack = 8;

  std::uint64_t keys[room + slack];
  std::uint32_t places[room + slack];
};

/// Lists the keys with (key & mask) == want, and their positions, among the keys from position
/// `place` up to, but not including, `end`. Returns the number of keys listed. end - place must not
/// exceed Passed::room.
using Filter = std::uint32_t (*)(const std::uint64_t* keys, std::uint32_t place, std::uint32_t end,
                                 std::uint64_t mask, std::uint64_t want, Passed& passed);

#define DLX_DECLARE(kind)                                                                        \
  std::uint32_t filter_##kind(const std::uint64_t* keys, std::uint32_t place, std::uint32_t end, \
                              std::uint64_t mask, std::uint64_t want, Passed& passed);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::tables::sweeping
