#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "puzzle.hpp"
#include "reductions/polycube/apart.hpp"

namespace dlx::python {

/// A solution of a packing puzzle, and what was found out about taking it apart.
struct Apart {
  std::shared_ptr<const polycube::Model> model;
  polycube::Analysed analysed;
};

/// Which moves are tried on a solution, and where that ends.
struct ApartRequest {
  bool turns = false;
  std::optional<std::uint64_t> states = {};  ///< see polycube::AnalysisOptions
  Options options = {};                      ///< `seconds` and `memory` are read
};

/// Takes a solution apart. Throws std::invalid_argument for puzzles that pack no pieces, and for
/// turns on another grid than that of cubes.
[[nodiscard]] std::shared_ptr<Apart> take_apart(const Puzzle& puzzle,
                                                const std::vector<OptionId>& solution,
                                                const ApartRequest& request);

}  // namespace dlx::python
