#pragma once

#include <span>
#include <string>
#include <vector>

#include "reductions/drawing/scene.hpp"
#include "reductions/drawing/svg.hpp"

/// Parts made of cubes in true size, to be cut out of paper or board.
namespace dlx::drawing::cutting {

using lattice::Cell;
using lattice::Cells;

/// A part in the plane: squares, each edge of which is cut, folded, or neither.
struct Sheet {
  /// A side of a square: from its top left corner to the right, or down.
  struct Edge {
    int x;      ///< of the corner
    int y;      ///< of the corner
    bool down;  ///< otherwise to the right
  };
  std::vector<Cell> squares;  ///< z is 0
  std::vector<Edge> cuts;     ///< of the outline, and between squares
  std::vector<Edge> folds;    ///< by a right angle
  std::string label;          ///< of the part
};

/// A part that is one cell thick, as it is seen from above, or from outside of the middle of
/// `around`.
[[nodiscard]] Sheet flat_sheet(const scene::Part& part, const lattice::Extent& around);

/// The surface of a part, unfolded into as few sheets as a search finds in which no square lies on
/// another. The printed side is the outer one.
[[nodiscard]] std::vector<Sheet> nets(const scene::Part& part);

/// Pages with all parts: flat if all are one cell thick, otherwise as nets, the side of a cell
/// being `cell` millimetres, and a line of 50 mm to check the print. `colours`: of the pieces.
/// Throws std::invalid_argument for a part that does not fit on the paper.
[[nodiscard]] std::vector<std::string> pages(std::span<const scene::Part> parts,
                                             std::span<const std::string> colours, double cell,
                                             const svg::Paper& paper, const std::string& title);

}  // namespace dlx::drawing::cutting
