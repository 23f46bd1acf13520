#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace dlx {

/// A nonnegative integer of any size. Values below 2^128 are stored in two words of 64 bits, and
/// larger values in a multiprecision integer. Arithmetic on values below 2^64 is fastest.
/// Arithmetic never overflows and never rounds. Incrementing costs one comparison more than `++` on
/// an integer.
class Natural {
 public:
  /// Constructs the number 0.
  Natural() noexcept;
  /// Converts an unsigned integer; the conversion is implicit.
  Natural(std::uint64_t value) noexcept;  // NOLINT: implicit

  /// Copies or moves a Natural. Copying a value of more than 128 bits allocates memory. A Natural
  /// that has been moved from may only be assigned to or destroyed.
  /// @{
  Natural(const Natural& other);
  Natural& operator=(const Natural& other);
  Natural(Natural&& other) noexcept;
  Natural& operator=(Natural&& other) noexcept;
  /// @}
  ~Natural();

  /// Parses a string of decimal digits. Throws std::invalid_argument if the string is empty or
  /// contains another character.
  [[nodiscard]] static Natural parse(std::string_view digits);
  /// The number whose digits in base 2^64 are `words`, the least significant digit first.
  [[nodiscard]] static Natural from_words(std::span<const std::uint64_t> words);

  /// Adds 1 to this number.
  Natural& operator++() {
    if (low_ != std::numeric_limits<std::uint64_t>::max()) {
      ++low_;
      return *this;
    }
    return *this += 1;
  }
  /// Adds another Natural without rounding.
  Natural& operator+=(const Natural& other);
  /// Multiplies by another Natural without rounding.
  Natural& operator*=(const Natural& other);

  /// The exact sum of two Naturals.
  [[nodiscard]] friend Natural operator+(Natural a, const Natural& b) { return a += b; }
  /// The exact product of two Naturals.
  [[nodiscard]] friend Natural operator*(Natural a, const Natural& b) { return a *= b; }

  /// The quotient of two Naturals, rounded down to an integer. The divisor must not be 0.
  [[nodiscard]] Natural operator/(const Natural& divisor) const;
  /// The remainder of the division of two Naturals. The divisor must not be 0.
  [[nodiscard]] Natural operator%(const Natural& divisor) const;

  /// Tests two Naturals of any size for equality.
  [[nodiscard]] friend bool operator==(const Natural& a, const Natural& b) noexcept {
    return (a <=> b) == std::strong_ordering::equal;
  }
  /// Compares two Naturals of any size.
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) noexcept;

  /// The decimal digits of the number, without separators.
  [[nodiscard]] std::string to_string() const;

  /// The double nearest to the number; infinity if the number exceeds the range of a double.
  [[nodiscard]] double to_double() const;

 private:
  struct Big;
  static Natural from_big(Big&& value);
  [[nodiscard]] Big to_big() const;

  // Values below 2^128 are stored in high_ and low_, and big_ is null. Values of 2^128 or more are
  // stored in big_. If big_ is in use, all bits of high_ and low_ are ones, so that ++ need only
  // test low_ to find that an increment may carry.
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  std::unique_ptr<Big> big_;
};

}  // namespace dlx
