#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "reductions/lattice/grid.hpp"

/// The surface of bodies made of cells of any lattice, for printing and for viewing.
namespace dlx::lattice {

/// A position in space, or a vector.
using Position = std::array<double, 3>;

/// The vector a + factor * b.
[[nodiscard]] inline Position sum(const Position& a, const Position& b, double factor = 1) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

/// The scalar product of two vectors.
[[nodiscard]] inline double inner(const Position& a, const Position& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The vector product of two vectors.
[[nodiscard]] inline Position cross_product(const Position& a, const Position& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The vector of length 1 in the direction of a vector, which must not be 0.
[[nodiscard]] inline Position unit(const Position& a) {
  const double length = std::sqrt(inner(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

/// A closed surface made of polygons. The unit of length is longest_edge().
struct Surface {
  std::vector<Position> vertices;  ///< the vertices, each listed once
  /// The faces as positions in `vertices`, counterclockwise as seen from outside.
  std::vector<std::vector<std::uint32_t>> faces;
};

/// The faces of a body in their order, each counterclockwise as seen from outside.
[[nodiscard]] std::vector<Cells> outward_faces(const Polytope& body);

/// The length of the longest edge of the cells, in the units of Lattice::scale(). For spheres, this
/// is the diameter.
[[nodiscard]] double longest_edge(const Lattice& lattice);

/// The position of a point of the lattice. The unit of length is longest_edge().
[[nodiscard]] Position position(const Lattice& lattice, const Cell& point);

/// The radius of the largest ball that fits in a cell. The skin of surface() must be thinner than
/// this radius.
[[nodiscard]] double inner_radius(const Lattice& lattice);

/// The surface of a set of cells after a skin of the given thickness is removed. If the thickness
/// is greater than 0, every edge has two faces. If the thickness is 0, an edge along which cells
/// only touch has four faces. Throws std::invalid_argument unless the thickness is at least 0 and
/// less than inner_radius().
[[nodiscard]] Surface surface(const Lattice& lattice, const Cells& cells, double skin = 0);

}  // namespace dlx::lattice
