#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reductions/drawing/scene.hpp"

/// Parts as solid bodies, for printing in three dimensions and for programs that show such files.
/// Lengths are in millimetres, z points upward.
namespace dlx::drawing::solid {

using lattice::Cells;

/// The measures of bodies, in millimetres.
struct Measures {
  /// Distance of neighbouring cells; on grids other than cubes, the longest edge of a cell.
  double cell = 15;
  /// Distance between printed parts that touch in the assembly; each part is made smaller by half
  /// of this distance on all sides.
  double gap = 0.3;
};

/// A closed surface. The triangles of the surface are counterclockwise as seen from outside. With a
/// gap, each edge belongs to exactly two triangles. Without a gap, an edge belongs to four
/// triangles where cells of a part touch only along this edge.
struct Mesh {
  std::vector<std::array<double, 3>> vertices;  ///< x, y and z of each vertex
  /// The corners of each triangle, as positions in `vertices`.
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Throws std::invalid_argument if the measures are wrong. `cell` must be greater than 0. `gap`
/// must be at least 0, and so small that no cell vanishes if half of the gap is removed on all
/// sides.
void check(const Measures& measures, lattice::Grid grid = lattice::Grid::cubes);

/// The surface of one part, without inner walls between its cells. Throws the errors of check().
[[nodiscard]] Mesh mesh(const Cells& cells, const Measures& measures,
                        lattice::Grid grid = lattice::Grid::cubes);

/// Converts cubes from the axes of a scene to axes with z upward: half a turn about x.
[[nodiscard]] Cells upright(const Cells& cells);

/// The surface of a part, with z upward.
[[nodiscard]] Mesh upright_mesh(const scene::Part& part, const Measures& measures,
                                lattice::Grid grid);

/// The printable area of a printer, in millimetres.
struct Bed {
  double width;  ///< extent along x
  double depth;  ///< extent along y
};

/// Binary STL for printing, with the parts side by side. Each part is turned so that as much of its
/// surface as possible lies on the ground.
[[nodiscard]] std::string to_stl(std::span<const scene::Part> parts, const Measures& measures,
                                 lattice::Grid grid = lattice::Grid::cubes);

/// Binary STL for printing, on as many plates as needed: one file for each plate. Each part is
/// turned so that it fits on the bed. Throws std::invalid_argument for a part that does not fit in
/// any orientation.
[[nodiscard]] std::vector<std::string> to_plates(std::span<const scene::Part> parts,
                                                 const Measures& measures, const Bed& bed,
                                                 lattice::Grid grid = lattice::Grid::cubes);

/// Wavefront OBJ with the parts in their positions. Each part is an object, named by its label.
[[nodiscard]] std::string to_obj(std::span<const scene::Part> parts, const Measures& measures,
                                 lattice::Grid grid = lattice::Grid::cubes);

/// An OpenSCAD program that makes the parts in their positions. The distance by which the parts are
/// moved apart is a parameter of the program; for cubes, the measures are parameters too. `colours`
/// has the colours "#rrggbb" of the pieces; if it is empty, the first colours of the palette are
/// used.
[[nodiscard]] std::string to_scad(std::span<const scene::Part> parts, const Measures& measures,
                                  const std::string& title,
                                  std::span<const std::string> colours = {},
                                  lattice::Grid grid = lattice::Grid::cubes);

}  // namespace dlx::drawing::solid
