#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {

/// The sum over solutions of the product of r(option), modulo the prime 2^61 - 1, with r random:
/// it compares sets of solutions where a count compares only their sizes.
class Fingerprint {
 public:
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;

  Fingerprint(std::uint32_t options, std::uint64_t seed) {
    Random random(seed);
    for (std::uint32_t o = 0; o < options; ++o)
      factors_.push_back(1 + random.word() % (modulus - 1));
  }
  explicit Fingerprint(std::vector<std::uint64_t> factors) : factors_(std::move(factors)) {}

  void add(std::span<const OptionId> solution) {
    std::uint64_t product = 1;
    for (const OptionId option : solution) product = times(product, factors_[index(option)]);
    sum_ = (sum_ + product) % modulus;
  }

  [[nodiscard]] std::uint64_t value() const { return sum_; }
  [[nodiscard]] const std::vector<std::uint64_t>& factors() const { return factors_; }

  [[nodiscard]] static std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{a} * b % modulus);
  }

 private:
  std::vector<std::uint64_t> factors_;
  std::uint64_t sum_ = 0;
};

}  // namespace dlx::test
