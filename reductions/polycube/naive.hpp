#pragma once

#include <cstdint>

#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// The result of the naive search.
struct NaiveCount {
  std::uint64_t solutions = 0;        ///< every assembly, symmetric ones too
  std::uint64_t placements_made = 0;  ///< pieces put where they overlap nothing
};

/// The first program that a good programmer writes: pieces in the order of the puzzle, each
/// placement a word with a bit for every cell, overlap found by one `and`, no heuristic. For
/// comparison, and as an independent count. Throws std::invalid_argument unless the target has at
/// most 64 cells, every piece is used exactly once, and the pieces have the target's volume.
[[nodiscard]] NaiveCount count_naively(const Model& model);

}  // namespace dlx::polycube
