#pragma once

#include <string>
#include <vector>

#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/polycube/polycube.hpp"

/// What the options of a puzzle put on its board, so that a search can be followed there.
namespace dlx::classics::board {

/// How a board is drawn.
enum class Kind {
  chess,   ///< chequered squares
  sudoku,  ///< thin lines, and thick ones between boxes
  row,     ///< places in a row
  tiles,   ///< the squares of an option are one tile
};

/// A sign on a square; x runs to the right, y downward.
struct Mark {
  int x;             ///< from the left, from 0
  int y;             ///< from the top, from 0
  std::string text;  ///< empty: the square is part of a tile
};

/// A board, and what stands on it.
struct Board {
  Kind kind = Kind::tiles;                      ///< how it is drawn
  int width = 0;                                ///< in squares
  int height = 0;                               ///< in squares
  std::vector<Mark> squares = {};               ///< of `kind` tiles: those that exist
  int box_width = 0;                            ///< of `kind` sudoku
  int box_height = 0;                           ///< of `kind` sudoku
  std::vector<Mark> given = {};                 ///< before any option is chosen
  std::vector<std::vector<Mark>> options = {};  ///< of each option of the problem
};

/// The board of a puzzle.
/// @{
[[nodiscard]] Board of(const queens::Model& model);
[[nodiscard]] Board of(const sudoku::Model& model);
[[nodiscard]] Board of(const langford::Model& model);
/// Throws std::invalid_argument for targets of more than one layer.
[[nodiscard]] Board of(const polycube::Model& model);
/// @}

/// As JSON: the member "board" of "dlx-tree/1".
[[nodiscard]] std::string to_json(const Board& board);

}  // namespace dlx::classics::board
