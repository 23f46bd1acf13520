#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/drawing/picture.hpp"

/// n queens on an n × n board, none attacking another. The primary items are the rows and columns.
/// The secondary items are the diagonals of more than one square. An option is a queen on a square.
namespace dlx::classics::queens {

/// Option number row · n + column is a queen on the square in that row and column, both counted
/// from 0.
struct Model {
  int n;            ///< the side of the board
  Problem problem;  ///< the problem, with n² options
};

/// Builds the problem. Throws std::invalid_argument unless 1 ≤ n ≤ 1000.
[[nodiscard]] Model build(int n);

/// The column of the queen in each row; -1 if the row has no queen.
using Board = std::vector<int>;
/// The board of a solution.
[[nodiscard]] Board decode(const Model& model, std::span<const OptionId> solution);

/// The common part of all pictures: the board.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);
/// The queens in the order of the rows.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                                const Board& board);

/// The symmetries of the square board.
[[nodiscard]] OptionSymmetries symmetries(const Model& model, UpTo up_to);

}  // namespace dlx::classics::queens
