#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/snake/snake.hpp"

namespace dlx::python {

/// A piece in its place. Coordinates of cells: x to the right, y downward, z from layer to layer
/// (of a snake y upward). Flat puzzles have no z, and a row of places has x alone.
struct Placed {
  std::variant<int, std::string> piece;  ///< a number, or a name
  std::vector<std::vector<int>> cells;
  std::string position = {};  ///< of a happy cube: the panel
  std::string rim = {};       ///< of a happy cube: the 16 cells of the rim as they lie
};

/// The pieces of a solution.
/// @{
[[nodiscard]] std::vector<Placed> placed_in(const polycube::Model& model,
                                            const polycube::Assembly& assembly);
[[nodiscard]] std::vector<Placed> placed_in(const faces::Model& model,
                                            const faces::Assembled& assembled);
[[nodiscard]] std::vector<Placed> placed_in(const snake::Model& model,
                                            const snake::Folding& folding);
[[nodiscard]] std::vector<Placed> placed_in(const classics::queens::Model& model,
                                            const classics::queens::Board& board);
[[nodiscard]] std::vector<Placed> placed_in(const classics::langford::Model& model,
                                            const classics::langford::Row& row);
[[nodiscard]] std::vector<Placed> placed_in(const classics::sudoku::Model& model,
                                            const classics::sudoku::Puzzle& solved);
/// @}

}  // namespace dlx::python
