#pragma once

#include <cstdint>

namespace dlx {

/// Mixes the bits of a number. Every bit of the argument influences the result. The function is a
/// bijection: different numbers have different results. This function is the last step of
/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators,
/// OOPSLA 2014).
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

}  // namespace dlx
