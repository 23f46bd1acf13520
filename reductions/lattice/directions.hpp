#pragma once

#include "reductions/lattice/grid.hpp"

namespace dlx::lattice {

/// The directions in which pieces of a lattice can slide. Each is the shortest translation in its
/// direction, in coordinates of cells; of two opposite directions only one is listed. For cubes,
/// the directions are x, y and z.
///
/// The directions are those of the edges of cells, and those from a cell to a neighbour that is a
/// translated copy of it. If a convex piece can begin to leave other pieces along some line, it can
/// also begin to leave them along a line where two faces meet. The reason is that the directions in
/// which flat faces allow a piece to move form a cone, and lines where two faces meet are the edges
/// of the cone. For spheres, the planes between touching spheres replace the faces.
[[nodiscard]] const Cells& slide_directions(const Lattice& lattice);

/// The integer k with k · `step` = `shift`; 0 if no such number exists. `step` must not be 0.
[[nodiscard]] int multiple_of(const Cell& shift, const Cell& step) noexcept;

}  // namespace dlx::lattice
