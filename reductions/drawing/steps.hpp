#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reductions/drawing/scene.hpp"
#include "reductions/drawing/svg.hpp"

/// How an assembly made of cubes is put together, as pictures to be printed.
namespace dlx::drawing::steps {

using lattice::Cell;
using lattice::Cells;

/// A picture of what stands where.
struct Step {
  /// Which parts are shown, by their positions in Parts, and where their cells are.
  std::vector<std::pair<std::uint32_t, Cells>> bodies;
  std::vector<std::uint32_t> moving;  ///< of these parts: those about to move; empty: none
  std::string words;                  ///< what happens
};

/// The assembly drawn apart; before each move what moves, away from its place; the whole at the
/// end. The moves are those of `apart`, backwards, or an order of building.
[[nodiscard]] std::vector<Step> steps_of(const scene::Parts& parts, const scene::TakenApart& apart);

/// A drawing of each step, seen from the right, in front and above.
[[nodiscard]] std::vector<svg::Drawing> drawings(const scene::Parts& parts,
                                                 const std::vector<std::string>& colours,
                                                 const std::vector<Step>& steps);

/// Throws std::invalid_argument for other grids than that of cubes.
void check(lattice::Grid grid);

}  // namespace dlx::drawing::steps
