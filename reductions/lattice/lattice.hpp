#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/names.hpp"

/// The cubic lattice: cells, the 48 symmetries of the cube, and sets of cells.
namespace dlx::lattice {

/// A unit cube, given by its corner nearest to the origin. x increases to the right, y downward, z
/// from layer to layer. Cells are ordered by z, then y, then x.
struct Cell {
  int x = 0;  ///< coordinate that increases to the right
  int y = 0;  ///< coordinate that increases downward
  int z = 0;  ///< coordinate that increases from layer to layer

  friend bool operator==(const Cell&, const Cell&) = default;
  /// Cells are ordered by z, then y, then x.
  friend std::strong_ordering operator<=>(const Cell& a, const Cell& b) noexcept {
    if (a.z != b.z) return a.z <=> b.z;
    if (a.y != b.y) return a.y <=> b.y;
    return a.x <=> b.x;
  }
  /// The sum of two cells, coordinate by coordinate.
  friend Cell operator+(const Cell& a, const Cell& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  /// The difference of two cells, coordinate by coordinate.
  friend Cell operator-(const Cell& a, const Cell& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
};

/// The coordinates x, y and z of a cell.
[[nodiscard]] inline std::array<int, 3> as_array(const Cell& c) noexcept {
  return {c.x, c.y, c.z};
}

/// The unit vector along axis 0 (x), 1 (y) or 2 (z).
[[nodiscard]] constexpr Cell unit_vector(std::size_t axis) noexcept {
  return {axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0};
}

/// Arithmetic of vectors with integer coordinates.
/// @{
[[nodiscard]] inline Cell times(int factor, const Cell& c) noexcept {
  return {factor * c.x, factor * c.y, factor * c.z};
}
[[nodiscard]] inline std::int64_t dot(const Cell& a, const Cell& b) noexcept {
  return std::int64_t{a.x} * b.x + std::int64_t{a.y} * b.y + std::int64_t{a.z} * b.z;
}
[[nodiscard]] inline Cell cross(const Cell& a, const Cell& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// @}

/// A set of cells: sorted, without duplicates.
using Cells = std::vector<Cell>;

/// One of the 48 symmetries of the cube: coordinate i of the image is sign[i] times coordinate
/// axis[i] of the cell.
struct Turn {
  /// For each coordinate of the image, the cell's coordinate from which it is made: 0, 1 or 2 for
  /// x, y or z. The three axes are a permutation.
  std::array<int, 3> axis{0, 1, 2};
  std::array<int, 3> sign{1, 1, 1};  ///< signs of the image's coordinates, each 1 or -1

  /// The image of a cell.
  [[nodiscard]] Cell operator()(const Cell& cell) const noexcept;
  /// Returns 1 for the 24 rotations, -1 for the 24 symmetries that mirror.
  [[nodiscard]] int determinant() const noexcept;
  /// Whether the turn keeps the positive direction of axis `a` (0: x, 1: y, 2: z). The 8 turns that
  /// keep one direction are the symmetries of a flat square; 4 of them are rotations.
  [[nodiscard]] bool keeps(std::size_t a) const noexcept {
    return axis[a] == static_cast<int>(a) && sign[a] == 1;
  }
};

/// All 48 symmetries of the cube, the identity first.
[[nodiscard]] std::span<const Turn> turns();

/// A turn followed by a shift.
struct Motion {
  Turn turn;   ///< the turn, which is applied first
  Cell shift;  ///< the translation that is added after the turn

  /// The image of a cell.
  [[nodiscard]] Cell operator()(const Cell& cell) const noexcept { return turn(cell) + shift; }
};

/// The image of a set of cells under a map, sorted.
template <class Map>
[[nodiscard]] Cells image(const Cells& cells, const Map& map) {
  Cells moved(cells.size());
  std::transform(cells.begin(), cells.end(), moved.begin(), map);
  std::sort(moved.begin(), moved.end());
  return moved;
}

/// The smallest box around a set of cells, given by the least and the greatest coordinates. The
/// corners of the box need not belong to the set.
struct Extent {
  Cell low;   ///< the least x, y and z
  Cell high;  ///< the greatest x, y and z
};

/// The smallest box around a set of cells. For an empty set, both corners are the origin.
[[nodiscard]] Extent extent(const Cells& cells) noexcept;

/// A set of cells, moved so that its least coordinates are 0.
[[nodiscard]] Cells normalised(const Cells& cells);

/// The motions that take a set to itself; with UpTo::none, only the identity. For a set that is one
/// cell thick along thin_axis(), only motions of the plane are returned, and turning the set over
/// counts as a reflection.
[[nodiscard]] std::vector<Motion> symmetries(const Cells& cells, UpTo up_to);

/// Whether all cells have the same z.
[[nodiscard]] bool is_flat(const Cells& cells) noexcept;

/// The axis along which a set is one cell thick: z if possible, otherwise y, otherwise x; nothing
/// if the set is thicker along every axis.
[[nodiscard]] std::optional<std::size_t> thin_axis(const Cells& cells) noexcept;

/// All cells of the box from a least to a greatest corner, both included, sorted.
[[nodiscard]] Cells cells_between(const Cell& low, const Cell& high);

/// The cells after each cell was divided into `parts` smaller cells along each axis. The smaller
/// cells are the cells of a lattice whose unit is `parts` times smaller. The result is sorted.
[[nodiscard]] Cells divided(const Cells& cells, int parts);

/// A box of width × height × depth cells at the origin. Throws std::invalid_argument unless all
/// sides are at least 1 and the volume is at most a million.
[[nodiscard]] Cells box(int width, int height, int depth = 1);

/// A box with given sides: rows and columns, or layers, rows and columns. A box that is one cell
/// thick in any direction becomes a flat box. Throws the errors of box().
[[nodiscard]] Cells region(std::vector<int> sides);

/// Cells drawn as text. 'X' or '#' is a cell; blank, '_' and '.' are not. '/' or the end of a line
/// begins the next row, "//" or an empty line the next layer. Throws std::invalid_argument for
/// other characters and for pictures without cells.
[[nodiscard]] Cells from_picture(std::string_view picture);

/// The name of a cell: its coordinates as base-62 digits, x first. z is included only if
/// `with_layer` is true. Coordinates are separated by commas if one of them needs more than one
/// digit.
[[nodiscard]] std::string name(const Cell& cell, bool with_layer);

/// The digits 0-9, a-z, A-Z.
inline constexpr std::string_view base62 =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace dlx::lattice
