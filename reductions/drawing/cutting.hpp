#pragma once

#include <span>
#include <string>
#include <vector>

#include "reductions/drawing/scene.hpp"
#include "reductions/drawing/svg.hpp"

/// Parts made of cubes, drawn at true size, to be cut out of paper or board.
namespace dlx::drawing::cutting {

using lattice::Cell;
using lattice::Cells;

/// A part in the plane: squares whose edges are cut, folded, or neither.
struct Sheet {
  /// An edge of a square. An edge starts at a top left corner and goes to the right, or down.
  struct Edge {
    int x;      ///< x of the corner where the edge starts
    int y;      ///< y of the corner where the edge starts
    bool down;  ///< whether the edge goes down; otherwise it goes to the right
  };
  std::vector<Cell> squares;  ///< squares of the sheet; z is 0
  std::vector<Edge> cuts;     ///< edges of the outline, and cuts between squares
  std::vector<Edge> folds;    ///< edges to be folded by a right angle
  std::string label;          ///< label of the part
};

/// The sheet of a part that is one cell thick. The printed side is the side that faces away from
/// the middle of `around`, or the upper side if the part lies in the middle.
[[nodiscard]] Sheet flat_sheet(const scene::Part& part, const lattice::Extent& around);

/// The surface of a part, unfolded into sheets without overlapping squares. A search tries to find
/// as few sheets as possible. The outer side of the surface is printed.
[[nodiscard]] std::vector<Sheet> nets(const scene::Part& part);

/// Pages with all parts, drawn flat if all parts are one cell thick, otherwise as nets. The side of
/// a cell is `cell` millimetres. A line of 50 mm is added so that the scale of a print can be
/// checked. `colours` are the colours of the pieces. Throws std::invalid_argument for a part that
/// does not fit on the paper.
[[nodiscard]] std::vector<std::string> pages(std::span<const scene::Part> parts,
                                             std::span<const std::string> colours, double cell,
                                             const svg::Paper& paper, const std::string& title);

}  // namespace dlx::drawing::cutting
