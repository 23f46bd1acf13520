#include "dlx/core/natural.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace dlx {
namespace {

using boost::multiprecision::cpp_int;
__extension__ using Word128 = unsigned __int128;

constexpr std::uint64_t all_ones = std::numeric_limits<std::uint64_t>::max();

}  // namespace

struct Natural::Big {
  cpp_int value;
};

Natural::Natural() noexcept = default;
Natural::Natural(std::uint64_t value) noexcept : low_(value) {}

Natural::Natural(const Natural& other)
    : low_(other.low_),
      high_(other.high_),
      big_(other.big_ ? std::make_unique<Big>(*other.big_) : nullptr) {}

Natural& Natural::operator=(const Natural& other) {
  Natural copy(other);
  return *this = std::move(copy);
}

Natural::Natural(Natural&& other) noexcept
    : low_(std::exchange(other.low_, 0)),
      high_(std::exchange(other.high_, 0)),
      big_(std::move(other.big_)) {}

Natural& Natural::operator=(Natural&& other) noexcept {
  if (this != &other) {
    low_ = std::exchange(other.low_, 0);
    high_ = std::exchange(other.high_, 0);
    big_ = std::move(other.big_);
  }
  return *this;
}

Natural::~Natural() = default;

Natural::Big Natural::to_big() const {
  if (big_) return *big_;
  return Big{(cpp_int(high_) << 64) | cpp_int(low_)};
}

Natural Natural::from_big(Big&& big) {
  Natural result;
  if ((big.value >> 128) == 0) {
    result.low_ = static_cast<std::uint64_t>(big.value & all_ones);
    result.high_ = static_cast<std::uint64_t>(big.value >> 64);
    return result;
  }
  result.low_ = result.high_ = all_ones;
  result.big_ = std::make_unique<Big>(std::move(big));
  return result;
}

Natural Natural::parse(std::string_view digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    throw std::invalid_argument("not a decimal number: '" + std::string(digits) + "'");
  }
  // The parser of cpp_int would read a number with a leading zero as octal.
  const auto first = digits.find_first_not_of('0');
  if (first == std::string_view::npos) return {};
  return from_big(Big{cpp_int(std::string(digits.substr(first)))});
}

Natural Natural::from_words(std::span<const std::uint64_t> words) {
  // import_bits() would read the first word even of an empty list.
  if (words.empty()) return {};
  Big big;
  import_bits(big.value, words.begin(), words.end(), 64, false);
  return from_big(std::move(big));
}

Natural& Natural::operator+=(const Natural& other) {
  if (!big_ && !other.big_) {
    const Word128 a = (Word128{high_} << 64) | low_;
    const Word128 sum = a + ((Word128{other.high_} << 64) | other.low_);
    if (sum >= a) {
      low_ = static_cast<std::uint64_t>(sum);
      high_ = static_cast<std::uint64_t>(sum >> 64);
      return *this;
    }
  }
  return *this = from_big(Big{to_big().value + other.to_big().value});
}

Natural& Natural::operator*=(const Natural& other) {
  // Values of 2^128 or more have high_ != 0, so here both numbers are below 2^64.
  if (high_ == 0 && other.high_ == 0) {
    const Word128 product = Word128{low_} * other.low_;
    low_ = static_cast<std::uint64_t>(product);
    high_ = static_cast<std::uint64_t>(product >> 64);
    return *this;
  }
  return *this = from_big(Big{to_big().value * other.to_big().value});
}

Natural Natural::operator/(const Natural& divisor) const {
  return from_big({to_big().value / divisor.to_big().value});
}

Natural Natural::operator%(const Natural& divisor) const {
  return from_big({to_big().value % divisor.to_big().value});
}

std::strong_ordering operator<=>(const Natural& a, const Natural& b) noexcept {
  if (a.big_ && b.big_) return a.big_->value.compare(b.big_->value) <=> 0;
  if (a.big_ || b.big_) return (a.big_ != nullptr) <=> (b.big_ != nullptr);
  if (const auto order = a.high_ <=> b.high_; order != 0) return order;
  return a.low_ <=> b.low_;
}

std::string Natural::to_string() const {
  return high_ == 0 ? std::to_string(low_) : to_big().value.str();
}

double Natural::to_double() const {
  // The conversion of cpp_int to double does not always return the nearest double; strtod does.
  return high_ == 0 ? static_cast<double>(low_) : std::strtod(to_string().c_str(), nullptr);
}

}  // namespace dlx
