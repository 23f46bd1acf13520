#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace dlx {

/// A floating-point number with the precision of a double and an exponent of 64 bits. WideReal is
/// used for estimates that exceed the range of a double (1e308).
class WideReal {
 public:
  WideReal() = default;
  /// Converts a finite double to a WideReal; the conversion is implicit.
  WideReal(double value) : WideReal(value, 0) {}  // NOLINT: implicit
  /// Constructs the number mantissa * 2^exponent. The mantissa must be finite.
  WideReal(double mantissa, std::int64_t exponent) {
    int shift = 0;
    // Adding 0.0 turns -0, which would be printed as "-0", into 0.
    mantissa_ = std::frexp(mantissa, &shift) + 0.0;
    exponent_ = mantissa_ == 0 ? 0 : exponent + shift;
  }

  /// The mantissa m: 0, or a number with 0.5 <= |m| < 1. The value is mantissa() * 2^exponent().
  [[nodiscard]] double mantissa() const noexcept { return mantissa_; }
  /// The exponent e of the value mantissa() * 2^e. The exponent is 0 if the value is 0.
  [[nodiscard]] std::int64_t exponent() const noexcept { return exponent_; }

  /// Whether the value is in the range of a double, so that to_double() is finite.
  [[nodiscard]] bool fits_double() const noexcept {
    return exponent_ <= std::numeric_limits<double>::max_exponent;
  }
  /// The value as a double; infinity if the value exceeds the range of a double.
  [[nodiscard]] double to_double() const {
    constexpr std::int64_t most = 10'000;  // a value with the exponent `most` exceeds every double
    return std::ldexp(mantissa_, static_cast<int>(std::clamp(exponent_, -most, most)));
  }
  /// The number in decimal with `digits` significant digits, in the form that "{:.4g}" gives a
  /// double: "1.234e+456".
  [[nodiscard]] std::string to_string(int digits) const;

  /// Arithmetic on WideReals. The relative errors of the results are those of doubles.
  /// @{
  friend WideReal operator*(const WideReal& a, const WideReal& b) {
    return {a.mantissa_ * b.mantissa_, a.exponent_ + b.exponent_};
  }
  friend WideReal operator/(const WideReal& a, const WideReal& b) {
    return {a.mantissa_ / b.mantissa_, a.exponent_ - b.exponent_};
  }
  friend WideReal operator+(const WideReal& a, const WideReal& b) {
    if (a.mantissa_ == 0) return b;
    if (b.mantissa_ == 0) return a;
    if (a.exponent_ < b.exponent_) return b + a;
    const std::int64_t apart = a.exponent_ - b.exponent_;
    constexpr std::int64_t precision = 64;
    if (apart > precision) return a;
    return {a.mantissa_ + std::ldexp(b.mantissa_, -static_cast<int>(apart)), a.exponent_};
  }
  friend WideReal operator-(const WideReal& a, const WideReal& b) {
    return a + WideReal(-b.mantissa_, b.exponent_);
  }
  WideReal& operator+=(const WideReal& b) { return *this = *this + b; }
  friend bool operator==(const WideReal& a, const WideReal& b) = default;
  /// @}

  /// The square root of a nonnegative number.
  friend WideReal sqrt(const WideReal& a) {
    const bool odd = a.exponent_ % 2 != 0;
    return {std::sqrt(odd ? a.mantissa_ / 2 : a.mantissa_), (a.exponent_ + (odd ? 1 : 0)) / 2};
  }

 private:
  double mantissa_ = 0;
  std::int64_t exponent_ = 0;
};

}  // namespace dlx
