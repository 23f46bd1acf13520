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

/// A unit cube by its corner nearest to the origin. x runs to the right, y downward, z from layer
/// to layer; cells are ordered as they are read: by z, then y, then x.
struct Cell {
  int x = 0;  ///< coordinate to the right
  int y = 0;  ///< downward
  int z = 0;  ///< coordinate from layer to layer

  friend bool operator==(const Cell&, const Cell&) = default;
  /// Cells are ordered by z, then y, then x.
  friend std::strong_ordering operator<=>(const Cell& a, const Cell& b) noexcept {
    if (a.z != b.z) return a.z <=> b.z;
    if (a.y != b.y) return a.y <=> b.y;
    return a.x <=> b.x;
  }
  /// The sum, coordinate by coordinate.
  friend Cell operator+(const Cell& a, const Cell& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  /// The difference, coordinate by coordinate.
  friend Cell operator-(const Cell& a, const Cell& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
};

/// The coordinates x, y and z.
[[nodiscard]] inline std::array<int, 3> as_array(const Cell& c) noexcept {
  return {c.x, c.y, c.z};
}

/// The unit vector along axis 0, 1 or 2: x, y or z.
[[nodiscard]] constexpr Cell unit_vector(std::size_t axis) noexcept {
  return {axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0};
}

/// Arithmetic of vectors, coordinate by coordinate as products of whole numbers.
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

/// A set of cells: sorted, each once.
using Cells = std::vector<Cell>;

/// One of the 48 symmetries of the cube: coordinate i of the image is sign[i] times coordinate
/// axis[i] of the cell.
struct Turn {
  std::array<int, 3> axis{0, 1, 2};  ///< 0, 1, 2 for x, y, z; a permutation
  std::array<int, 3> sign{1, 1, 1};  ///< 1 or -1 each

  /// The image of a cell.
  [[nodiscard]] Cell operator()(const Cell& cell) const noexcept;
  /// 1 for the 24 rotations, -1 for the 24 that mirror.
  [[nodiscard]] int determinant() const noexcept;
  /// True if +z stays +z: the 8 symmetries of a flat figure, 4 of them rotations.
  [[nodiscard]] bool keeps_layers() const noexcept { return axis[2] == 2 && sign[2] == 1; }
};

/// All 48 symmetries, the identity first.
[[nodiscard]] std::span<const Turn> turns();

/// A turn followed by a shift.
struct Motion {
  Turn turn;   ///< first
  Cell shift;  ///< translation after the turn, added

  /// The image of a cell.
  [[nodiscard]] Cell operator()(const Cell& cell) const noexcept { return turn(cell) + shift; }
};

/// The image of a set, sorted.
template <class Map>
[[nodiscard]] Cells image(const Cells& cells, const Map& map) {
  Cells moved(cells.size());
  std::transform(cells.begin(), cells.end(), moved.begin(), map);
  std::sort(moved.begin(), moved.end());
  return moved;
}

/// The smallest box around a set: its least and its greatest coordinates.
struct Extent {
  Cell low;   ///< the least x, y and z, which no cell need have all
  Cell high;  ///< the greatest x, y and z, which no cell need have all
};

/// The cell at the origin for an empty set.
[[nodiscard]] Extent extent(const Cells& cells) noexcept;

/// The set moved so that its least coordinates are 0.
[[nodiscard]] Cells normalised(const Cells& cells);

/// The motions that take a set to itself; with `none` the identity only. A flat set has the motions
/// of the plane: turning it over is a reflection.
[[nodiscard]] std::vector<Motion> symmetries(const Cells& cells, UpTo up_to);

/// True if all cells have one z; a set that is thin along x or y only counts as solid.
[[nodiscard]] bool is_flat(const Cells& cells) noexcept;

/// The axis along which a set is one cell thick: z, otherwise y, otherwise x; nothing if none is.
[[nodiscard]] std::optional<std::size_t> thin_axis(const Cells& cells) noexcept;

/// The cells from a least to a greatest corner, both included, in their order.
[[nodiscard]] Cells cells_between(const Cell& low, const Cell& high);

/// width × height × depth cells from the origin. Throws std::invalid_argument unless all are at
/// least 1 and the volume at most a million.
[[nodiscard]] Cells box(int width, int height, int depth = 1);

/// A box by its rows and columns, or layers, rows and columns. One that is a cell thick is flat,
/// whichever way it lies. Throws the errors of box().
[[nodiscard]] Cells region(std::vector<int> sides);

/// Cells drawn as text: 'X' or '#' is a cell, blank, '_' and '.' are not; '/' or a line's end
/// begins the next row, "//" or an empty line the next layer. Throws std::invalid_argument for
/// other characters and for pictures without cells.
[[nodiscard]] Cells from_picture(std::string_view picture);

/// The name of a cell: its coordinates as base-62 digits, x first, z only if asked for; separated
/// by commas if one needs more than a digit.
[[nodiscard]] std::string name(const Cell& cell, bool with_layer);

/// The digits 0-9, a-z, A-Z.
inline constexpr std::string_view base62 =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace dlx::lattice
