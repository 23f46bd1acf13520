#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/problem_builder.hpp"

namespace dlx::test {

/// Sets of `size` of the points, such that each set of `strength` points is in one of them.
inline Problem steiner_system(std::uint32_t points, std::uint32_t size, std::uint32_t strength) {
  ProblemBuilder b;
  std::map<std::uint32_t, ItemId> items;
  const auto for_each_set = [&](std::uint32_t of, const std::function<void(std::uint32_t)>& visit) {
    for (std::uint32_t set = 0; set < 1U << points; ++set) {
      if (static_cast<std::uint32_t>(std::popcount(set)) == of) visit(set);
    }
  };
  for_each_set(strength, [&](std::uint32_t set) {
    items.emplace(set, b.primary("s" + std::to_string(set)));
  });
  for_each_set(size, [&](std::uint32_t block) {
    std::vector<Entry> entries;
    for (const auto& [set, item] : items) {
      if ((set & block) == set) entries.emplace_back(item);
    }
    b.option(entries);
  });
  return std::move(b).build();
}

/// Cells, and numbers in rows and columns.
inline Problem latin_squares(std::uint32_t side) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (const char* kind : {"cell", "row", "column"}) {
    for (std::uint32_t k = 0; k < side * side; ++k) {
      items.push_back(b.primary(kind + std::to_string(k)));
    }
  }
  for (std::uint32_t r = 0; r < side; ++r) {
    for (std::uint32_t c = 0; c < side; ++c) {
      for (std::uint32_t v = 0; v < side; ++v) {
        b.option({items[r * side + c], items[side * side + r * side + v],
                  items[2 * side * side + c * side + v]});
      }
    }
  }
  return std::move(b).build();
}

}  // namespace dlx::test
