#include "dlx/core/decimal.hpp"

#include <algorithm>
#include <limits>

#include "dlx/core/text.hpp"

namespace dlx {

std::optional<Decimal> to_decimal(std::string_view word) noexcept {
  const bool is_negative = word.starts_with('-');
  if (is_negative || word.starts_with('+')) word.remove_prefix(1);
  std::int64_t exponent = 0;
  if (const auto e = word.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view power = word.substr(e + 1);
    const bool has_plus = power.starts_with('+');
    if (has_plus) power.remove_prefix(1);
    const auto number = to_number<std::int32_t>(power);
    if (!number || (has_plus && power.starts_with('-'))) return {};
    exponent = *number;
    word = word.substr(0, e);
  }
  // The digits are added up as a negative number, because -2^63 fits into 64 bits and 2^63 does
  // not.
  Decimal number;
  bool has_digit = false;
  bool is_behind_point = false;
  // The number of zeros read since the last digit other than 0. These zeros become part of `units`
  // only if another digit follows.
  std::int64_t zeros = 0;
  for (const char c : word) {
    if (c == '.' && !is_behind_point) {
      is_behind_point = true;
      continue;
    }
    if (c < '0' || c > '9') return {};
    has_digit = true;
    if (is_behind_point) --exponent;
    if (c == '0') {
      if (number.units != 0) ++zeros;
      continue;
    }
    for (; zeros > 0; --zeros) {
      if (__builtin_mul_overflow(number.units, 10, &number.units)) return {};
    }
    if (__builtin_mul_overflow(number.units, 10, &number.units) ||
        __builtin_sub_overflow(number.units, c - '0', &number.units)) {
      return {};
    }
  }
  if (!has_digit) return {};
  if (number.units == 0) return number;
  exponent += zeros;
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(number.units, 10, &number.units)) return {};
  }
  if (exponent < -Decimal::most_places) return {};
  number.places = static_cast<int>(-exponent);
  if (!is_negative && __builtin_sub_overflow(0, number.units, &number.units)) return {};
  return number;
}

std::optional<std::int64_t> in_units(const Decimal& number, int places) noexcept {
  if (number.places > places) return {};
  std::int64_t units = number.units;
  for (int place = number.places; place < places; ++place) {
    if (__builtin_mul_overflow(units, 10, &units)) return {};
  }
  return units;
}

std::int64_t floor_in_units(const Decimal& number, int places) noexcept {
  using Limits = std::numeric_limits<std::int64_t>;
  if (number.places <= places) {
    return in_units(number, places).value_or(number.units < 0 ? Limits::min() : Limits::max());
  }
  std::int64_t units = number.units;
  for (int place = number.places; place > places; --place) {
    units = units / 10 - (units % 10 < 0 ? 1 : 0);
  }
  return units;
}

Decimal without_zeros(Decimal number) noexcept {
  for (; number.places > 0 && number.units % 10 == 0; --number.places) number.units /= 10;
  return number;
}

std::optional<Decimal> sum(const Decimal& a, const Decimal& b) noexcept {
  Decimal both{.places = std::max(a.places, b.places)};
  const auto first = in_units(a, both.places);
  const auto second = in_units(b, both.places);
  if (!first || !second || __builtin_add_overflow(*first, *second, &both.units)) return {};
  return without_zeros(both);
}

std::string decimal_text(std::int64_t units, int places) {
  std::string text = std::to_string(units);
  if (places == 0) return text;
  const std::size_t sign = units < 0 ? 1 : 0;
  const auto behind = static_cast<std::size_t>(places);
  if (text.size() - sign <= behind) text.insert(sign, behind + 1 + sign - text.size(), '0');
  text.insert(text.size() - behind, ".");
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace dlx
