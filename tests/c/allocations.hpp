#pragma once

#include <cstddef>

namespace dlx::test {

/// Operator new of the whole program, the C library of dlx included, throws from the n-th
/// allocation on, from 1, while this lives.
class NoMemoryFrom {
 public:
  explicit NoMemoryFrom(std::size_t n);
  NoMemoryFrom(const NoMemoryFrom&) = delete;
  NoMemoryFrom& operator=(const NoMemoryFrom&) = delete;
  ~NoMemoryFrom();

  /// Whether an allocation has been refused.
  [[nodiscard]] static bool happened();
};

}  // namespace dlx::test
