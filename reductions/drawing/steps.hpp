#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reductions/drawing/scene.hpp"
#include "reductions/drawing/svg.hpp"

/// Pictures for printing that show how an assembly made of cubes is put together.
namespace dlx::drawing::steps {

using lattice::Cell;
using lattice::Cells;

/// The content of one picture.
struct Step {
  /// The parts that are shown, by their positions in Parts, and the cells where they are drawn.
  std::vector<std::pair<std::uint32_t, Cells>> bodies;
  std::vector<std::uint32_t> moving;  ///< the parts that move next; empty if no part moves
  std::string words;                  ///< description of the move
  /// Each cube is divided into this number of smaller cubes along each axis. The cells in `bodies`
  /// are the smaller cubes.
  int divided = 1;
};

/// The steps of building an assembly. The first step shows the parts apart. Before each move, a
/// step shows the moving parts away from their positions. The last step shows the complete
/// assembly. The moves are the moves of `apart` in reverse. If `apart` has no moves, the order of
/// put_in_building_order() is used.
[[nodiscard]] std::vector<Step> steps_of(const scene::Parts& parts, const scene::TakenApart& apart);

/// A drawing of each step, in a view that shows the front, the right and the top of the parts.
[[nodiscard]] std::vector<svg::Drawing> drawings(const scene::Parts& parts,
                                                 const std::vector<std::string>& colours,
                                                 const std::vector<Step>& steps);

/// Throws std::invalid_argument unless the grid is that of cubes.
void check(lattice::Grid grid);

}  // namespace dlx::drawing::steps
