#pragma once

#include <cstdint>

#include "dlx/core/ids.hpp"
#include "dlx/core/mixed.hpp"

namespace dlx {

/// A number modulo the prime 2^61 - 1.
class Residue {
 public:
  /// The modulus is the prime 2^61 - 1.
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;

  /// Constructs the residue 0.
  constexpr Residue() = default;
  /// Constructs the residue of any number modulo the prime.
  constexpr explicit Residue(std::uint64_t value) : value_(value % modulus) {}

  /// The residue as an integer from 0 to modulus - 1.
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

  /// Adds another residue, modulo the prime 2^61 - 1.
  constexpr Residue& operator+=(Residue other) noexcept {
    value_ += other.value_;
    if (value_ >= modulus) value_ -= modulus;
    return *this;
  }
  /// Multiplies by another residue, modulo the prime 2^61 - 1.
  constexpr Residue& operator*=(Residue other) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{value_} * other.value_;
    // 2^61 is congruent to 1, so the bits from 61 up are added to the low 61 bits.
    value_ =
        (static_cast<std::uint64_t>(product) & modulus) + static_cast<std::uint64_t>(product >> 61);
    if (value_ >= modulus) value_ -= modulus;
    return *this;
  }
  /// The sum of two residues modulo the prime 2^61 - 1.
  [[nodiscard]] friend constexpr Residue operator+(Residue a, Residue b) noexcept { return a += b; }
  /// The product of two residues modulo the prime 2^61 - 1.
  [[nodiscard]] friend constexpr Residue operator*(Residue a, Residue b) noexcept { return a *= b; }
  [[nodiscard]] friend constexpr bool operator==(Residue, Residue) noexcept = default;

 private:
  std::uint64_t value_ = 0;
};

/// The factor of an option in a fingerprint: a pseudorandom number (SplitMix64, see mixed.hpp) that
/// depends only on the seed and the option. The factor is never zero.
[[nodiscard]] constexpr Residue fingerprint_factor(std::uint64_t seed, OptionId option) noexcept {
  const auto next = [](std::uint64_t x) { return mixed(x + 0x9E3779B97F4A7C15U); };
  return Residue(1 + next(next(seed) ^ index(option)) % (Residue::modulus - 1));
}

}  // namespace dlx
