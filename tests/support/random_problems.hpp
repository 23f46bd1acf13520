#pragma once

#include <cstdint>

#include "tests/support/model.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {

/// What a random problem may have.
struct Shape {
  std::uint32_t most_primaries = 6;
  std::uint32_t most_secondaries = 4;
  std::uint32_t most_options = 9;
  bool zero_primaries = false;  // then there can be no options
  bool colours = true;
  bool multiplicities = true;
  bool costs = true;
  bool empty_items = true;     // items that stand in no option
  bool duplicates = true;      // options with the same items
  bool strange_names = false;  // UTF-8, long
};

/// A small random problem. Most are made around a set of options that is a solution, so that many
/// have one; then everything about them is varied, density above all.
[[nodiscard]] Model random_model(Random& random, const Shape& shape = {});

/// A random choice among the kinds of problem: exact, with colours, with multiplicities, both.
[[nodiscard]] Shape random_shape(Random& random, std::uint32_t most_options);

}  // namespace dlx::test
