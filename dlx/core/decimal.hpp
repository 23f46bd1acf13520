#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dlx {

/// A decimal number, stored exactly as units * 10^-places. Costs in files are decimal numbers.
struct Decimal {
  std::int64_t units = 0;  ///< the digits of the number without the decimal point: 125 for 1.25
  /// The number of digits after the decimal point, from 0 to most_places; the last digit is not 0.
  int places = 0;

  /// The maximum number of digits that a Decimal may have after the decimal point.
  static constexpr int most_places = 18;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// Parses a word as a decimal number. A sign, a decimal point and a power of 10 are optional, as in
/// -5, +2.50, .5 and 1e-3. Returns nullopt if the word is not a number, or if the number does not
/// fit into a Decimal.
[[nodiscard]] std::optional<Decimal> to_decimal(std::string_view word) noexcept;

/// A decimal number as a multiple of 10^-places. For example, 1.25 with 3 places is 1250. Returns
/// nullopt if the multiple is not an integer, or if it exceeds 64 bits.
[[nodiscard]] std::optional<std::int64_t> in_units(const Decimal& number, int places) noexcept;

/// A decimal number as a multiple of 10^-places, rounded down to an integer. A result that exceeds
/// 64 bits is replaced by the smallest or the largest integer of 64 bits.
[[nodiscard]] std::int64_t floor_in_units(const Decimal& number, int places) noexcept;

/// The same number without trailing zeros after the decimal point. For example, 1.50 becomes 1.5.
[[nodiscard]] Decimal without_zeros(Decimal number) noexcept;

/// The sum of two decimal numbers, without trailing zeros. Returns nullopt if the units of the sum
/// exceed 64 bits.
[[nodiscard]] std::optional<Decimal> sum(const Decimal& a, const Decimal& b) noexcept;

/// Formats units * 10^-places without an exponent and without trailing zeros after the decimal
/// point: "5", "-0.25".
[[nodiscard]] std::string decimal_text(std::int64_t units, int places);

}  // namespace dlx
