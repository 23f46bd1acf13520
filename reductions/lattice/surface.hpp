#pragma once

#include <cstdint>
#include <vector>

#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/position.hpp"

/// The outside of bodies made of cells of any lattice, to be printed or looked at.
namespace dlx::lattice {

/// A closed surface made of polygons. Unit of length: longest_edge().
struct Surface {
  std::vector<Position> vertices;                 ///< each once
  std::vector<std::vector<std::uint32_t>> faces;  ///< positions in `vertices`, counter-clockwise as
                                                  ///< seen from outside
};

/// The faces of a body in their order, each counter-clockwise as seen from outside.
[[nodiscard]] std::vector<Cells> outward_faces(const Polytope& body);

/// The length of the longest edge of the cells, in the units of Lattice::scale(); of spheres the
/// diameter.
[[nodiscard]] double longest_edge(const Lattice& lattice);

/// The position of a point of the lattice. Unit of length: longest_edge().
[[nodiscard]] Position position(const Lattice& lattice, const Cell& point);

/// The radius of the largest ball in a cell; a skin must be thinner.
[[nodiscard]] double inner_radius(const Lattice& lattice);

/// The outside of a set of cells less a skin of this thickness. With a skin every edge has two
/// faces. Without a skin, cells that touch only along an edge have four faces there. Throws
/// std::invalid_argument unless the skin is at least 0 and less than inner_radius().
[[nodiscard]] Surface surface(const Lattice& lattice, const Cells& cells, double skin = 0);

}  // namespace dlx::lattice
