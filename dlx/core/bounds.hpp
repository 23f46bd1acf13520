#pragma once

#include <cstdint>

namespace dlx {

/// How often a primary item must be covered: at least `at_least` and at most `at_most` times. In an
/// exact-cover problem every primary item has the bounds {1, 1}.
struct Bounds {
  /// The least number of times that the item must be covered; 0 if the item may stay uncovered.
  std::uint32_t at_least = 1;
  /// The largest number of times that the item may be covered, at least 1.
  std::uint32_t at_most = 1;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

}  // namespace dlx
