#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dlx {

/// A number with few digits, exactly: units * 10^-places. Costs in files have this form.
struct Decimal {
  std::int64_t units = 0;  ///< the digits without the point
  int places = 0;  ///< digits behind the point, from 0 to most_places; the last of them is not 0

  /// The most digits behind the point.
  static constexpr int most_places = 18;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// The number that a word spells: digits with a sign, a point and a power of 10 if need be, such as
/// -5, +2.50, .5 and 1e-3. Nothing if it spells none, or one that does not fit.
[[nodiscard]] std::optional<Decimal> to_decimal(std::string_view word) noexcept;

/// The number in units of 10^-places; nothing if it is not whole in them, or exceeds 64 bits.
[[nodiscard]] std::optional<std::int64_t> in_units(const Decimal& number, int places) noexcept;

/// The number in units of 10^-places, rounded down; the least or the largest of 64 bits if it lies
/// beyond.
[[nodiscard]] std::int64_t floor_in_units(const Decimal& number, int places) noexcept;

/// The number without zeros at its end behind the point. For example, 1.50 becomes 1.5.
[[nodiscard]] Decimal without_zeros(Decimal number) noexcept;

/// The sum; nothing if it exceeds 64 bits.
[[nodiscard]] std::optional<Decimal> sum(const Decimal& a, const Decimal& b) noexcept;

/// "5", "-0.25": without a power of 10, and without zeros at the end behind the point.
[[nodiscard]] std::string decimal_text(std::int64_t units, int places);

}  // namespace dlx
