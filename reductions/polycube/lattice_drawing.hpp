#pragma once

#include <span>
#include <vector>

#include "reductions/polycube/polycube.hpp"

/// What can be shown of puzzles on other grids than that of cubes.
namespace dlx::polycube {

/// drawings() for any grid whose cells lie in layers: hexagons, triangles and spheres too. Throws
/// what check_flat_picture() throws.
[[nodiscard]] std::vector<drawing::svg::Picture> lattice_drawings(
    const Model& model, std::span<const Assembly> assemblies);

/// Throws std::invalid_argument if the cells of a grid do not lie in layers.
void check_flat_picture(lattice::Grid grid);

}  // namespace dlx::polycube
