#pragma once

#include <cstdint>

#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// The result of the naive search.
struct NaiveCount {
  std::uint64_t solutions = 0;        ///< number of all assemblies, including symmetric ones
  std::uint64_t placements_made = 0;  ///< how often the search placed a piece without overlap
};

/// Counts assemblies in the most obvious way: by the first program that a good programmer would
/// write. The search places the pieces in the order of the puzzle and uses no heuristic. Each
/// placement is a word with a bit for every cell, so one `and` finds overlaps. The speed of this
/// search serves as a comparison, and its count as an independent check of other counts. Throws
/// std::invalid_argument unless the target has at most 64 cells, every piece is used exactly once,
/// and the pieces have the target's volume.
[[nodiscard]] NaiveCount count_naively(const Model& model);

}  // namespace dlx::polycube
