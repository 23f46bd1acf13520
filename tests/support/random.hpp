#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace dlx::test {

/// Random numbers that are the same for a seed on every machine: the distributions of the standard
/// library are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t word() { return engine_(); }
  /// From 0 to n - 1; n must not be 0.
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  /// From low to high, both included.
  std::uint32_t between(std::size_t low, std::size_t high) {
    return static_cast<std::uint32_t>(low + below(high - low + 1));
  }
  bool chance(double probability) {
    return static_cast<double>(engine_() >> 11) * 0x1p-53 < probability;
  }

  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

/// With a fixed seed a test also checks that its problems are varied. Problems of a drawn seed may
/// include few of a kind, by chance.
enum class Sample { fixed, drawn };

/// A second seed: that in the environment variable DLX_TEST_SEED, which scripts/fuzz draws, and
/// otherwise always the same. A test that uses it must show it when it fails.
inline std::uint64_t drawn_seed() {
  const char* drawn = std::getenv("DLX_TEST_SEED");
  return drawn == nullptr ? 20'261'127 : std::stoull(drawn);
}

/// The number of random cases of a test: `all` if the environment variable DLX_TEST_ALL is set, as
/// in the CTest test NAME.all, and otherwise a third.
inline int cases(int all) {
  return std::getenv("DLX_TEST_ALL") != nullptr ? all : all / 3;
}

}  // namespace dlx::test
