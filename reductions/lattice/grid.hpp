#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dlx/names.hpp"
#include "reductions/lattice/lattice.hpp"

/// Lattices of cells of several shapes, each given by its cells, their shapes and its translations.
/// Neighbours and symmetries follow from them.
///
/// Every cell has whole coordinates (Cell), those that BurrTools gives it, and an exact place in
/// space: whole numbers too, in a coordinate system of its own (points, below). A translation of
/// the lattice adds one vector to the coordinates of every cell. The alternative, a class with a
/// kind and a position for each sort of cell, would have made sets of cells of each lattice another
/// type. Now every algorithm on Cells works on all lattices.
namespace dlx::lattice {

/// Which lattice. The first five have the numbers of BurrTools.
enum class Grid : std::uint8_t {
  cubes = 0,            ///< unit cubes
  triangles = 1,        ///< triangular prisms, as high as their sides: layers of triangles
  spheres = 2,          ///< close-packed spheres, face-centred cubic
  rhombic = 3,          ///< cubes cut into 24 tetrahedra, of which rhombic dodecahedra are built
  tetra_octahedra = 4,  ///< tetrahedra and eighths of octahedra
  hexagons = 5,         ///< hexagonal prisms, as high as their sides: layers of hexagons
};

/// All lattices.
inline constexpr Grid all_grids[] = {Grid::cubes,   Grid::triangles,       Grid::spheres,
                                     Grid::rhombic, Grid::tetra_octahedra, Grid::hexagons};

/// The name of a grid, as files and messages spell it: "tetra-octahedra".
[[nodiscard]] std::string_view to_string(Grid grid) noexcept;

/// The grid of that name, if there is one.
[[nodiscard]] std::optional<Grid> grid_of(std::string_view name) noexcept;

/// A linear map of points: a matrix of whole numbers, row by row, divided by one.
struct Isometry {
  std::array<int, 9> matrix{1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< row by row
  int denominator = 1;                                   ///< at least 1, in lowest terms

  /// The image of a point; nothing if it has no whole coordinates.
  [[nodiscard]] std::optional<Cell> operator()(const Cell& point) const noexcept;
  /// True if it takes left hands to right hands.
  [[nodiscard]] bool mirrors() const noexcept;
  /// True if +z stays +z.
  [[nodiscard]] bool keeps_layers() const noexcept;
  /// Equality, and an arbitrary order for sets.
  /// @{
  friend bool operator==(const Isometry&, const Isometry&) = default;
  friend bool operator<(const Isometry& a, const Isometry& b) {
    return a.matrix != b.matrix ? a.matrix < b.matrix : a.denominator < b.denominator;
  }
  /// @}
};

/// The map `second` followed by `first`.
[[nodiscard]] Isometry product(const Isometry& first, const Isometry& second);

/// A convex body.
struct Polytope {
  std::vector<Cell> vertices;                     ///< points
  std::vector<std::vector<std::uint32_t>> faces;  ///< positions in `vertices`, around each face
};

/// The object that a type makes of a grid: one for each, made when first asked for.
template <class OfGrid>
const OfGrid& only(Grid grid) {
  const auto of = []<Grid one>(std::integral_constant<Grid, one>) -> const OfGrid& {
    static const OfGrid object(one);
    return object;
  };
  switch (grid) {
    case Grid::triangles:
      return of(std::integral_constant<Grid, Grid::triangles>{});
    case Grid::spheres:
      return of(std::integral_constant<Grid, Grid::spheres>{});
    case Grid::rhombic:
      return of(std::integral_constant<Grid, Grid::rhombic>{});
    case Grid::tetra_octahedra:
      return of(std::integral_constant<Grid, Grid::tetra_octahedra>{});
    case Grid::hexagons:
      return of(std::integral_constant<Grid, Grid::hexagons>{});
    default:
      return of(std::integral_constant<Grid, Grid::cubes>{});
  }
}

/// A lattice of cells.
///
/// Points have whole coordinates, from axes at right angles: x to the right, y and z as for cells.
/// Coordinates count in units that differ from axis to axis: scale() has their squared lengths. The
/// origin is a point that all symmetries of the lattice keep.
class Lattice {
 public:
  /// The lattice of a grid; there is one of each, made when it is first asked for.
  [[nodiscard]] static const Lattice& of(Grid grid);

  /// The kind of the lattice.
  [[nodiscard]] Grid grid() const noexcept { return grid_; }
  /// Whether a cell has these coordinates.
  [[nodiscard]] bool is_cell(const Cell& cell) const noexcept;
  /// The greatest translation of the lattice that is not beyond a corner, in coordinates of cells.
  /// If a translation moves the corner, the result moves equally. A cell minus its result is the
  /// cell's class.
  [[nodiscard]] Cell shift_below(const Cell& corner) const noexcept;
  /// Whether a difference of cells is a translation.
  [[nodiscard]] bool is_shift(const Cell& difference) const noexcept {
    return shift_below(difference) == difference;
  }
  /// One cell of each class under translations.
  [[nodiscard]] const Cells& classes() const noexcept { return classes_; }
  /// Whether cells of one z are a layer that looks alike from both sides: a set in one layer is
  /// flat, and turning it over is a reflection of the plane.
  [[nodiscard]] bool has_layers() const noexcept;

  /// The centre of a cell.
  [[nodiscard]] Cell point(const Cell& cell) const noexcept;
  /// The cell with this centre, if there is one.
  [[nodiscard]] std::optional<Cell> cell_at(const Cell& point) const noexcept;
  /// The body of a cell; of a sphere the space nearest to it, a rhombic dodecahedron.
  [[nodiscard]] Polytope shape(const Cell& cell) const;
  /// Squared lengths of the units of points along the axes, up to a common factor.
  [[nodiscard]] std::array<int, 3> scale() const noexcept;
  /// The scalar product of two vectors of points, in the units of scale().
  [[nodiscard]] std::int64_t inner(const Cell& a, const Cell& b) const noexcept;
  /// Cells that share a face with a cell; of spheres those that touch it. Sorted.
  [[nodiscard]] Cells neighbours(const Cell& cell) const;

  /// The ways to turn pieces, the identity first, then other rotations, then those that mirror.
  ///
  /// They are the symmetries of the lattice that keep the origin. Spheres have more turns, because
  /// layers of spheres can be stacked in two ways. A turn about an axis through a triangle of
  /// spheres may take the spheres of a piece to places of the lattice, although it does not take
  /// all spheres to such places. All isometries are listed that take two neighbours of a sphere,
  /// not opposite, to two neighbours. No other isometry takes a connected piece that is not
  /// straight to places of the lattice.
  [[nodiscard]] std::span<const Isometry> turns() const noexcept { return turns_; }
  /// Whether a member of turns() keeps the lattice.
  [[nodiscard]] bool keeps_lattice(const Isometry& turn) const;
  /// The image of a cell; nothing if the image is not a cell.
  [[nodiscard]] std::optional<Cell> image(const Cell& cell, const Isometry& turn) const noexcept;

 private:
  explicit Lattice(Grid grid);
  template <class OfGrid>
  friend const OfGrid& only(Grid grid);
  [[nodiscard]] std::array<Cell, 3> basis() const noexcept;
  void find_classes();
  void find_neighbours();
  void find_symmetries();
  void add_turns_of_spheres();

  Grid grid_;
  Cells classes_;
  std::vector<Cells> neighbours_;  // neighbours of `classes_`
  std::vector<Isometry> turns_;
};

/// A turn, with translations before and after.
struct Placing {
  const Lattice* lattice;  ///< the lattice of the cells
  Isometry turn;           ///< turn between the translations
  Cell before;             ///< subtracted from a cell
  Cell after;              ///< added to its image

  /// The image of a cell; nothing if the image is not a cell.
  [[nodiscard]] std::optional<Cell> operator()(const Cell& cell) const noexcept {
    const auto turned = lattice->image(cell - before, turn);
    return turned ? std::optional(*turned + after) : std::nullopt;
  }
};

/// The images of cells in their order; nothing if one image is not a cell.
[[nodiscard]] std::optional<Cells> images(const Cells& cells, const Placing& motion);

/// A set moved by a translation so that its box begins as near to the origin as possible.
[[nodiscard]] Cells normalised(const Lattice& lattice, const Cells& cells);

/// True if the lattice has layers and all cells are in one.
[[nodiscard]] bool is_flat(const Lattice& lattice, const Cells& cells) noexcept;

/// The number of parts that a set falls into, where cells that share a face (spheres: that touch)
/// hold together.
[[nodiscard]] std::size_t parts(const Lattice& lattice, const Cells& cells);

/// The motions that take a set to itself, as lattice::symmetries() for cubes: a group.
[[nodiscard]] std::vector<Placing> symmetries(const Lattice& lattice, const Cells& cells,
                                              UpTo up_to);

/// Which polyforms count as one.
enum class Alike : std::uint8_t {
  translations,  ///< "fixed": only if moved
  rotations,     ///< "one-sided": also if turned
  reflections,   ///< "free": also if mirrored
};

/// All connected sets of that many cells, each once, normalised and sorted; `flat`: in one layer of
/// a lattice that has layers, where turning over is a reflection.
[[nodiscard]] std::vector<Cells> polyforms(const Lattice& lattice, std::size_t cells, Alike alike,
                                           bool flat);

}  // namespace dlx::lattice
