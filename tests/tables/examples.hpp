#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"

namespace dlx::test {

/// The domino tilings of a board, a cell an item, row by row.
inline Problem dominoes(std::size_t height, std::size_t width) {
  ProblemBuilder b;
  std::vector<ItemId> cells;
  for (std::size_t c = 0; c < height * width; ++c) {
    cells.push_back(b.primary("c" + std::to_string(c)));
  }
  for (std::size_t c = 0; c < height * width; ++c) {
    if ((c + 1) % width != 0) b.option({cells[c], cells[c + 1]});
    if (c + width < height * width) b.option({cells[c], cells[c + width]});
  }
  return std::move(b).build();
}

/// Langford's problem: the numbers 1 to n, each in two of 2n places, with as many places between
/// the two as it says. `alone`: how many more items there are, each with an option of its own.
inline Problem langford(std::uint32_t n, std::uint32_t alone = 0) {
  ProblemBuilder b = ProblemBuilder::numbered(3 * n + alone);
  for (std::uint32_t k = 1; k <= n; ++k) {
    for (std::uint32_t place = 0; place + k + 1 < 2 * n; ++place) {
      b.option({ItemId{k - 1}, ItemId{n + place}, ItemId{n + place + k + 1}});
    }
  }
  for (std::uint32_t i = 3 * n; i < 3 * n + alone; ++i) b.option({ItemId{i}});
  return std::move(b).build();
}

/// n items, each of which is covered in two ways, at the costs 1 and 2: 2^n solutions.
inline Problem two_ways(int n) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < n; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (const ItemId item : items) {
    b.option({item}, 1);
    b.option({item}, 2);
  }
  return std::move(b).build();
}

}  // namespace dlx::test
