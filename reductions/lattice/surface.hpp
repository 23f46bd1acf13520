#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "reductions/lattice/grid.hpp"

/// The outside of bodies made of cells of any lattice, to be printed or looked at.
namespace dlx::lattice {

/// A position in space, or a vector.
using Position = std::array<double, 3>;

/// The vector a + factor * b.
[[nodiscard]] inline Position sum(const Position& a, const Position& b, double factor = 1) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

/// The scalar product.
[[nodiscard]] inline double inner(const Position& a, const Position& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The vector product.
[[nodiscard]] inline Position cross_product(const Position& a, const Position& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The vector of length 1 in the direction of one that is not 0.
[[nodiscard]] inline Position unit(const Position& a) {
  const double length = std::sqrt(inner(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

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

/// The outside of a set of cells less a skin of the given thickness. With a skin every edge has two
/// faces. Without a skin, cells that touch only along an edge have four faces there. Throws
/// std::invalid_argument unless the skin is at least 0 and less than inner_radius().
[[nodiscard]] Surface surface(const Lattice& lattice, const Cells& cells, double skin = 0);

}  // namespace dlx::lattice
