// Natural against Boost's cpp_int, most of all where its representation changes: 2^64 and 2^128.

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/natural.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using boost::multiprecision::cpp_int;

Natural natural(const cpp_int& value) {
  return Natural::parse(value.str());
}

/// Mostly near a power of two that matters.
cpp_int random_integer(Random& random) {
  cpp_int value = 0;
  switch (random.below(6)) {
    case 0:
      return random.below(5);
    case 1:
      value = cpp_int(1) << 64;
      break;
    case 2:
      value = cpp_int(1) << 128;
      break;
    case 3:
      value = cpp_int(1) << static_cast<int>(random.between(1, 300));
      break;
    default:
      for (std::uint32_t words = random.between(1, 4); words > 0; --words) {
        value = (value << 64) | random.word();
      }
      return value >> static_cast<int>(random.below(64));
  }
  const std::uint32_t off = random.below(4);
  value += random.chance(0.5) ? std::int64_t{off} : -std::int64_t{off};
  return value < 0 ? cpp_int(0) : value;
}

TEST_CASE("arithmetic and order are those of the integers") {
  const std::uint64_t seed = GENERATE(std::uint64_t{11}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < 20'000; ++n) {
    const cpp_int a = random_integer(random);
    const cpp_int b = random.chance(0.1) ? a : random_integer(random);
    const Natural x = natural(a);
    const Natural y = natural(b);
    bool good = x.to_string() == a.str() && y.to_string() == b.str();
    good &= (x + y).to_string() == cpp_int(a + b).str();
    good &= (x * y).to_string() == cpp_int(a * b).str();
    if (b != 0) {
      good &= (x / y).to_string() == cpp_int(a / b).str();
      good &= (x % y).to_string() == cpp_int(a % b).str();
    }
    good &= (x == y) == (a == b) && (x < y) == (a < b) && (x > y) == (a > b);
    good &= (x <= y) == (a <= b) && (x != y) == (a != b);
    Natural up = x;
    for (int k = 1; k <= 3; ++k) good &= (++up).to_string() == cpp_int(a + k).str();
    good &= up > x && x == natural(a);
    Natural doubled = x;
    doubled += doubled;
    Natural squared = x;
    squared *= squared;
    good &= doubled == natural(2 * a) && squared == natural(a * a);
    if (!good) FAIL("wrong for " << a.str() << " and " << b.str());
  }
}

TEST_CASE("counting up crosses both borders") {
  for (const int bits : {64, 128}) {
    cpp_int value = (cpp_int(1) << bits) - 5;
    Natural n = natural(value);
    for (int i = 0; i < 10; ++i) {
      CAPTURE(bits, i);
      CHECK(n.to_string() == value.str());
      CHECK(n == natural(value));
      const Natural before = n;
      ++n;
      ++value;
      CHECK(before < n);
      CHECK(n > before);
      CHECK(before + 1 == n);
    }
  }
}

TEST_CASE("the same value is equal however it was made") {
  const cpp_int edge = (cpp_int(1) << 128) - 1;
  Natural counted = natural(edge - 1);
  ++counted;
  const Natural added = natural(edge - 7) + 7;
  const Natural multiplied = natural((cpp_int(1) << 64) - 1) * natural((cpp_int(1) << 64) + 1);
  CHECK(counted == natural(edge));
  CHECK(added == counted);
  CHECK(multiplied == counted);
  CHECK(counted.to_string() == "340282366920938463463374607431768211455");
  CHECK((counted * 0) == 0);
  CHECK((natural(edge * edge) * 0).to_string() == "0");
}

TEST_CASE("copies are independent, moved-from values are zero") {
  for (const cpp_int& value : {cpp_int(7), cpp_int(1) << 70, cpp_int(1) << 200}) {
    const Natural original = natural(value);
    Natural copy(original);
    ++copy;
    CHECK(original == natural(value));
    CHECK(copy == natural(value + 1));
    Natural moved(std::move(copy));
    CHECK(moved == natural(value + 1));
    CHECK(copy == 0);  // NOLINT: documented
    ++copy;
    CHECK(copy == 1);
    copy = original;
    CHECK(copy == original);
    copy = std::move(moved);
    CHECK(copy == natural(value + 1));
    Natural& alias = copy;
    copy = alias;
    CHECK(copy == natural(value + 1));
    copy = std::move(alias);
    CHECK(copy == natural(value + 1));
  }
  CHECK(Natural() == 0);
  CHECK(Natural().to_string() == "0");
}

TEST_CASE("only decimal digits are read") {
  CHECK(Natural::parse("0") == 0);
  CHECK(Natural::parse("000") == 0);
  CHECK(Natural::parse("0129").to_string() == "129");  // not octal
  CHECK(Natural::parse("18446744073709551616") == Natural(~std::uint64_t{0}) + 1);
  for (const char* text : {"", " ", "-1", "+1", "1 ", " 1", "1.0", "0x10", "1e3", "1,000", "a"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(Natural::parse(text), std::invalid_argument);
  }
  CHECK_THROWS_WITH(Natural::parse("1x"), Catch::Contains("1x"));
  CHECK_THROWS_AS(Natural::parse(std::string_view("1\0", 2)), std::invalid_argument);
}

/// The double nearest to a positive integer, ties to even, by its 53 leading bits.
double nearest(const cpp_int& value) {
  const auto bits = static_cast<int>(msb(value)) + 1;
  if (bits <= 53) return static_cast<double>(value.convert_to<std::uint64_t>());
  const int drop = bits - 53;
  cpp_int mantissa = value >> drop;
  const cpp_int rest = value - (mantissa << drop);
  const cpp_int half = cpp_int(1) << (drop - 1);
  if (rest > half || (rest == half && bit_test(mantissa, 0))) ++mantissa;
  return std::ldexp(static_cast<double>(mantissa.convert_to<std::uint64_t>()), drop);
}

TEST_CASE("words of 64 bits, the lowest first, make a number") {
  CHECK(Natural::from_words({}) == 0);
  const std::uint64_t seed = GENERATE(std::uint64_t{13}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < 1'000; ++n) {
    std::vector<std::uint64_t> words(random.below(5));
    cpp_int value = 0;
    for (auto& word : words) word = random.chance(0.3) ? 0 : random.word();
    for (std::size_t k = words.size(); k-- > 0;) {
      value <<= 64;
      value += words[k];
    }
    if (Natural::from_words(words) != natural(value)) FAIL(value.str());
  }
}

TEST_CASE("to_double is the nearest double") {
  CHECK(Natural(0).to_double() == 0.0);
  const std::uint64_t seed = GENERATE(std::uint64_t{12}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < 5'000; ++n) {
    const cpp_int value = random_integer(random) + 1;
    if (natural(value).to_double() != nearest(value)) {
      FAIL(value.str() << " became " << natural(value).to_double());
    }
  }
  // Half way between two doubles but for one bit far down.
  const cpp_int odd = (cpp_int(1) << 200) + (cpp_int(1) << 147) + 1;
  CHECK(natural(odd).to_double() == nearest(odd));
}

TEST_CASE("to_double ends in infinity") {
  const cpp_int largest = (cpp_int(1) << 1024) - (cpp_int(1) << 971);
  CHECK(natural(largest).to_double() == std::numeric_limits<double>::max());
  CHECK(std::isinf(natural(cpp_int(1) << 1024).to_double()));
  CHECK(std::isinf(natural(cpp_int(1) << 5000).to_double()));
}

}  // namespace
}  // namespace dlx::test
