#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reductions/drawing/scene.hpp"

/// Parts as solid bodies, to be printed or looked at in programs for that. Lengths in millimetres,
/// z upward.
namespace dlx::drawing::solid {

using lattice::Cells;

/// How large bodies are made.
struct Measures {
  double cell = 15;  ///< from cell to cell; on other grids than cubes the longest edge of a cell
  double gap = 0.3;  ///< between two parts that touch; each is smaller by half of it all around
};

/// A closed surface: its triangles run against the clock as seen from outside, and every edge is
/// shared by two of them, if there is a gap; without one, cells of a part that touch along an edge
/// only make an edge of four.
struct Mesh {
  std::vector<std::array<double, 3>> vertices;          ///< x, y, z
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< positions in `vertices`
};

/// Throws std::invalid_argument unless the cell is greater than 0, and the gap at least 0 and so
/// small that something is left of every cell.
void check(const Measures& measures, lattice::Grid grid = lattice::Grid::cubes);

/// The surface of one part, without walls inside. Throws what check() throws.
[[nodiscard]] Mesh mesh(const Cells& cells, const Measures& measures,
                        lattice::Grid grid = lattice::Grid::cubes);

/// Cubes after half a turn about x, from a scene's axes to z upward.
[[nodiscard]] Cells upright(const Cells& cells);

/// The surface of a part, z upward.
[[nodiscard]] Mesh upright_mesh(const scene::Part& part, const Measures& measures,
                                lattice::Grid grid);

/// The ground that a printer prints on, in millimetres.
struct Bed {
  double width;  ///< along x
  double depth;  ///< along y
};

/// Binary STL of the parts one beside the other, each turned so that as much as possible lies on
/// the ground: to be printed.
[[nodiscard]] std::string to_stl(std::span<const scene::Part> parts, const Measures& measures,
                                 lattice::Grid grid = lattice::Grid::cubes);

/// The same, on as many plates as a bed needs: an STL for each. Each part is turned so that it
/// fits. Throws std::invalid_argument for a part that does not fit in any way.
[[nodiscard]] std::vector<std::string> to_plates(std::span<const scene::Part> parts,
                                                 const Measures& measures, const Bed& bed,
                                                 lattice::Grid grid = lattice::Grid::cubes);

/// Wavefront OBJ of the parts in their places, an object each, named by its label.
[[nodiscard]] std::string to_obj(std::span<const scene::Part> parts, const Measures& measures,
                                 lattice::Grid grid = lattice::Grid::cubes);

/// A program for OpenSCAD that makes the parts in their places. How far they are drawn apart is a
/// parameter; of cubes the measures are too. `colours`: of the pieces, "#rrggbb"; empty: the first
/// of the palette.
[[nodiscard]] std::string to_scad(std::span<const scene::Part> parts, const Measures& measures,
                                  const std::string& title,
                                  std::span<const std::string> colours = {},
                                  lattice::Grid grid = lattice::Grid::cubes);

}  // namespace dlx::drawing::solid
