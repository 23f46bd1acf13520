#pragma once

#include "reductions/lattice/grid.hpp"

namespace dlx::lattice {

/// The directions in which pieces of a lattice slide: translations in coordinates of cells, the
/// shortest of each direction, one of each opposite pair; x, y and z for cubes.
///
/// They are the directions of edges of cells, and those to neighbours that a translation takes the
/// cell to. If a convex piece can begin to leave other pieces along some line, it can begin to
/// leave them along a line where two faces meet. The reason: the directions in which flat faces
/// allow a piece to move form a cone, and such lines are its edges. For spheres, the planes between
/// touching spheres take the place of faces.
[[nodiscard]] const Cells& slide_directions(const Lattice& lattice);

/// Whole number k with k · `step` = `shift`, for a `step` other than 0; 0 if no such number exists.
[[nodiscard]] int multiple_of(const Cell& shift, const Cell& step) noexcept;

}  // namespace dlx::lattice
