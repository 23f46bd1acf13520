#pragma once

#include <cstdint>

#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// What the naive search found and did.
struct NaiveCount {
  std::uint64_t solutions = 0;        ///< every assembly, symmetric ones too
  std::uint64_t placements_made = 0;  ///< pieces put where they overlap nothing
};

/// What a good programmer writes first: the pieces in the order of the puzzle, each placement a
/// word with a bit for every cell, overlap found by one `and`, no heuristic. For comparison, and as
/// an independent count. Targets of at most 64 cells, every piece exactly once, and as much volume
/// as the target has; throws std::invalid_argument otherwise.
[[nodiscard]] NaiveCount count_naively(const Model& model);

}  // namespace dlx::polycube
