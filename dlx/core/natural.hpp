#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace dlx {

/// An exact count of any size: 64 bits on the fast path, then 128, then as many as it takes.
/// It never wraps and never rounds. Counting one by one costs one compare more than `++` on an
/// integer.
class Natural {
 public:
  /// Zero.
  Natural() noexcept;
  /// Any integer that fits is a Natural.
  Natural(std::uint64_t value) noexcept;  // NOLINT: an integer is a Natural

  /// A copy; past 128 bits it allocates. A moved-from number may only be assigned to or destroyed.
  /// @{
  Natural(const Natural& other);
  Natural& operator=(const Natural& other);
  Natural(Natural&& other) noexcept;
  Natural& operator=(Natural&& other) noexcept;
  /// @}
  ~Natural();

  /// Reads decimal digits, nothing else. Throws std::invalid_argument.
  [[nodiscard]] static Natural parse(std::string_view digits);
  /// The number written with these digits to the base 2^64, the lowest first.
  [[nodiscard]] static Natural from_words(std::span<const std::uint64_t> words);

  /// Adds 1.
  Natural& operator++() {
    if (low_ != std::numeric_limits<std::uint64_t>::max()) {
      ++low_;
      return *this;
    }
    return *this += 1;
  }
  /// Adds, exactly.
  Natural& operator+=(const Natural& other);
  /// Multiplies, exactly.
  Natural& operator*=(const Natural& other);

  /// The sum, exact.
  [[nodiscard]] friend Natural operator+(Natural a, const Natural& b) { return a += b; }
  /// The product, exact.
  [[nodiscard]] friend Natural operator*(Natural a, const Natural& b) { return a *= b; }

  /// The whole part of the quotient; the divisor must not be 0.
  [[nodiscard]] Natural operator/(const Natural& divisor) const;
  /// The remainder of operator/; the divisor must not be 0.
  [[nodiscard]] Natural operator%(const Natural& divisor) const;

  /// Compares numbers, whatever their size.
  [[nodiscard]] friend bool operator==(const Natural& a, const Natural& b) noexcept {
    return (a <=> b) == std::strong_ordering::equal;
  }
  /// Compares numbers of any size.
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) noexcept;

  /// Decimal digits without separators.
  [[nodiscard]] std::string to_string() const;

  /// The nearest double; infinity past its range.
  [[nodiscard]] double to_double() const;

 private:
  struct Big;
  static Natural from_big(Big&& value);
  [[nodiscard]] Big to_big() const;

  // Below 2^128 the value is high_:low_ and big_ is null. From 2^128 on big_ holds it, and both
  // words are all ones, so that ++ needs no second test.
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  std::unique_ptr<Big> big_;
};

}  // namespace dlx
