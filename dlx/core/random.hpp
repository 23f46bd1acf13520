#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "dlx/core/mixed.hpp"

namespace dlx {

/// SplitMix64 (see mixed.hpp): a generator of pseudorandom numbers of 64 bits. The same seed gives
/// the same sequence on every machine.
class SplitMix64 {
 public:
  using result_type = std::uint64_t;

  explicit constexpr SplitMix64(std::uint64_t seed) noexcept : state_(seed) {}

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }
  /// The next pseudorandom number of 64 bits.
  constexpr result_type operator()() noexcept { return mixed(state_ += 0x9E37'79B9'7F4A'7C15); }

 private:
  std::uint64_t state_;
};

/// Puts a list in random order. Unlike std::shuffle, the order is the same on every machine.
/// `random` returns numbers of 64 bits.
template <class T, class Random>
void shuffle(std::vector<T>& list, Random& random) {
  for (std::size_t left = list.size(); left > 1; --left) {
    std::swap(list[left - 1], list[static_cast<std::size_t>(random() % left)]);
  }
}

}  // namespace dlx
