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

/// Lattices of cells of several shapes. Each lattice is defined by its cells, their shapes and its
/// translations. Neighbours and symmetries are derived from these three.
///
/// Every cell has integer coordinates (Cell), which are equal to its coordinates in BurrTools. A
/// cell also has an exact position in space, in another coordinate system with integer coordinates
/// (points, see Lattice). A translation of the lattice adds one vector to the coordinates of every
/// cell. A separate cell type for each lattice, with a kind and a position, was rejected, because
/// sets of cells would then also be of a different type for each lattice. With one cell type, every
/// algorithm on Cells works on all lattices.
namespace dlx::lattice {

/// The kind of a lattice. The first five kinds have the numbers that BurrTools uses for them.
enum class Grid : std::uint8_t {
  cubes = 0,            ///< unit cubes
  triangles = 1,        ///< triangular prisms in layers; their height is the side of the triangle
  spheres = 2,          ///< close-packed spheres, face-centred cubic
  rhombic = 3,          ///< cubes cut into 24 tetrahedra, the parts of rhombic dodecahedra
  tetra_octahedra = 4,  ///< tetrahedra and eighths of octahedra
  hexagons = 5,         ///< hexagonal prisms in layers; their height is the side of the hexagon
};

/// All kinds of lattices.
inline constexpr Grid all_grids[] = {Grid::cubes,   Grid::triangles,       Grid::spheres,
                                     Grid::rhombic, Grid::tetra_octahedra, Grid::hexagons};

/// The name of a grid in files and messages, such as "tetra-octahedra".
[[nodiscard]] std::string_view to_string(Grid grid) noexcept;

/// The grid with a given name; nothing if no grid has the name.
[[nodiscard]] std::optional<Grid> grid_of(std::string_view name) noexcept;

/// A linear map of points: a matrix of integers divided by an integer.
struct Isometry {
  std::array<int, 9> matrix{1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< integers of the matrix, row by row
  /// The denominator, at least 1; the fractions are in lowest terms.
  int denominator = 1;

  /// The image of a point; nothing if its coordinates are not integers.
  [[nodiscard]] std::optional<Cell> operator()(const Cell& point) const noexcept;
  /// Whether the map changes left-handed figures to right-handed figures: a reflection, or a
  /// reflection combined with a rotation.
  [[nodiscard]] bool mirrors() const noexcept;
  /// Whether the map keeps the positive direction of an axis (0: x, 1: y, 2: z).
  [[nodiscard]] bool keeps(std::size_t axis) const noexcept;
  /// Equality, and an arbitrary order for sets.
  /// @{
  friend bool operator==(const Isometry&, const Isometry&) = default;
  friend bool operator<(const Isometry& a, const Isometry& b) {
    return a.matrix != b.matrix ? a.matrix < b.matrix : a.denominator < b.denominator;
  }
  /// @}
};

/// The composition of two maps, of which `second` is applied first.
[[nodiscard]] Isometry product(const Isometry& first, const Isometry& second);

/// A convex body.
struct Polytope {
  std::vector<Cell> vertices;  ///< the corners of the body, as points
  /// For each face, its corners in order, as positions in `vertices`.
  std::vector<std::vector<std::uint32_t>> faces;
};

/// Returns the object of the type OfGrid that belongs to a grid. There is one object for each grid,
/// made when it is first needed.
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
/// Points have integer coordinates on orthogonal axes. x increases to the right; y and z increase
/// in the direction in which the y and z of cells increase. Each axis has its own unit; scale()
/// returns the squared lengths of the units. All maps in turns() keep the origin.
class Lattice {
 public:
  /// The lattice of a grid. There is one object for each grid, made when it is first needed.
  [[nodiscard]] static const Lattice& of(Grid grid);

  /// The kind of the lattice.
  [[nodiscard]] Grid grid() const noexcept { return grid_; }
  /// Whether the lattice has a cell with the given coordinates.
  [[nodiscard]] bool is_cell(const Cell& cell) const noexcept;
  /// Rounds any coordinates of cells down to a translation of the lattice. If a translation of the
  /// lattice is added to the coordinates, it is also added to the result. A cell minus the result
  /// for this cell identifies the cell's class.
  [[nodiscard]] Cell shift_below(const Cell& corner) const noexcept;
  /// Whether the difference of two cells is a translation of the lattice.
  [[nodiscard]] bool is_shift(const Cell& difference) const noexcept {
    return shift_below(difference) == difference;
  }
  /// One cell of each class. Two cells are in one class if a translation takes one to the other.
  [[nodiscard]] const Cells& classes() const noexcept { return classes_; }
  /// Whether the cells with equal z form a layer that looks equal from above and from below. A set
  /// of cells in one such layer is flat, and turning it over is a reflection of the plane.
  [[nodiscard]] bool has_layers() const noexcept;

  /// The centre of a cell.
  [[nodiscard]] Cell point(const Cell& cell) const noexcept;
  /// The cell with a given centre, if such a cell exists.
  [[nodiscard]] std::optional<Cell> cell_at(const Cell& point) const noexcept;
  /// The body of a cell. For a sphere: the space that is nearest to it, a rhombic dodecahedron.
  [[nodiscard]] Polytope shape(const Cell& cell) const;
  /// The squared length of one coordinate step along each axis, up to a common factor.
  [[nodiscard]] std::array<int, 3> scale() const noexcept;
  /// The scalar product of two vectors of points, in the units of scale().
  [[nodiscard]] std::int64_t inner(const Cell& a, const Cell& b) const noexcept;
  /// The cells that share a face with a cell, sorted. For a sphere, these are the spheres that
  /// touch it.
  [[nodiscard]] Cells neighbours(const Cell& cell) const;

  /// All ways to turn pieces: first the identity, then the other rotations, then the maps that
  /// mirror.
  ///
  /// The turns are the symmetries of the lattice that keep the origin. Spheres have further turns,
  /// because layers of spheres can be stacked in two ways. For example, a turn about an axis
  /// through a triangle of spheres may take all spheres of one piece to positions of the lattice,
  /// but not all spheres of the lattice. So, for spheres, all isometries are listed that take two
  /// neighbours of a sphere, not opposite to each other, to two neighbours. No other isometry takes
  /// a connected piece that is not straight to positions of the lattice.
  [[nodiscard]] std::span<const Isometry> turns() const noexcept { return turns_; }
  /// Whether a member of turns() takes every cell of the lattice to a cell.
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
  std::vector<Cells> neighbours_;  // for each cell in `classes_`, its neighbours
  std::vector<Isometry> turns_;
};

/// A turn, with translations before and after.
struct Placing {
  const Lattice* lattice;  ///< the lattice of the cells to be moved
  Isometry turn;           ///< turn between the two translations
  Cell before;             ///< translation subtracted from a cell before the turn
  Cell after;              ///< translation added to the cell after the turn

  /// The image of a cell; nothing if the image is not a cell.
  [[nodiscard]] std::optional<Cell> operator()(const Cell& cell) const noexcept {
    const auto turned = lattice->image(cell - before, turn);
    return turned ? std::optional(*turned + after) : std::nullopt;
  }
};

/// The images of cells, in the order of the cells; nothing if some image is not a cell.
[[nodiscard]] std::optional<Cells> images(const Cells& cells, const Placing& motion);

/// A set of cells moved by a translation so that the low corner of its box is as near to the origin
/// as possible.
[[nodiscard]] Cells normalised(const Lattice& lattice, const Cells& cells);

/// Whether the lattice has layers and all cells are in one layer.
[[nodiscard]] bool is_flat(const Lattice& lattice, const Cells& cells) noexcept;

/// The number of connected parts of a set. Cells are connected if they share a face (spheres: if
/// they touch).
[[nodiscard]] std::size_t parts(const Lattice& lattice, const Cells& cells);

/// The group of the motions that take a set of cells to itself. lattice::symmetries() of
/// lattice.hpp is the same function for cubes only.
[[nodiscard]] std::vector<Placing> symmetries(const Lattice& lattice, const Cells& cells,
                                              UpTo up_to);

/// Which polyforms (connected sets of cells) are considered equal.
enum class Alike : std::uint8_t {
  translations,  ///< "fixed": only translated copies are equal
  rotations,     ///< "one-sided": rotated copies are equal, too
  reflections,   ///< "free": mirrored copies are equal, too
};

/// All connected sets of `cells` cells, each once, normalised and sorted. If `flat` is true, only
/// sets in one layer of a lattice that has layers are returned, and turning over counts as a
/// reflection.
[[nodiscard]] std::vector<Cells> polyforms(const Lattice& lattice, std::size_t cells, Alike alike,
                                           bool flat);

}  // namespace dlx::lattice
