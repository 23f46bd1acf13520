#pragma once

#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/drawing/sheet.hpp"

/// n queens on an n × n board, none attacking another. Primary items: rows and columns; secondary:
/// diagonals of more than one square. An option: a queen on a square.
namespace dlx::classics::queens {

/// Option row · n + column is the square in that row and column, both from 0.
struct Model {
  int n;            ///< the side of the board
  Problem problem;  ///< n² options
};

/// Throws std::invalid_argument unless 1 ≤ n ≤ 1000.
[[nodiscard]] Model build(int n);

/// The column of the queen in each row.
using Board = std::vector<int>;
/// The board that a solution makes.
[[nodiscard]] Board decode(const Model& model, std::span<const OptionId> solution);

/// A line a row: Q for the queen, a dot for an empty square.
[[nodiscard]] std::string draw(const Model& model, const Board& board);

/// Each board in colours, with a queen on its squares.
[[nodiscard]] std::vector<drawing::svg::Picture> drawings(const Model& model,
                                                          std::span<const Board> boards);

/// The symmetries of the square.
[[nodiscard]] OptionSymmetries symmetries(const Model& model, UpTo up_to);

}  // namespace dlx::classics::queens
