#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Foam pieces of 5×5 cells: the middle 3×3 is always there, the 16 cells of the rim are or are
/// not.
namespace dlx::faces {

/// A rim: bit i is cell i, clockwise from the top left corner as one looks at the piece. Cells 0 to
/// 4 are the top row, 5 to 8 the right column downward, 9 to 12 the bottom row from right to left,
/// 13 to 15 the left column upward.
using Rim = std::uint16_t;
inline constexpr unsigned rim_cells = 16;  ///< cells around a piece
inline constexpr int piece_side = 5;       ///< cells along it, corners included
inline constexpr int inner_cells = 9;      ///< inner cells of every piece

/// Sides, clockwise: n, e, s, w.
using Side = std::uint8_t;
/// Names by the number of the side.
inline constexpr std::array<std::string_view, 4> side_names = {"n", "e", "s", "w"};
/// Corners, clockwise: the first cell of each side.
using Corner = std::uint8_t;
/// Names by the number of the corner.
inline constexpr std::array<std::string_view, 4> corner_names = {"nw", "ne", "se", "sw"};

/// The cell of the rim at a corner.
[[nodiscard]] constexpr unsigned corner_cell(Corner corner) noexcept {
  return 4U * corner;
}
/// The k-th of the three cells between the corners of a side (k = 0, 1, 2), counted clockwise.
[[nodiscard]] constexpr unsigned side_cell(Side side, unsigned k) noexcept {
  return 4U * side + 1 + k;
}
/// Whether a rim has a cell.
[[nodiscard]] constexpr bool has_cell(Rim rim, unsigned cell) noexcept {
  return (rim >> cell & 1U) != 0;
}
/// The three cells of a side between its corners, read clockwise: bit k is the k-th.
[[nodiscard]] constexpr unsigned side_cells(Rim rim, Side side) noexcept {
  return rim >> (4U * side + 1) & 7U;
}
/// The side that fits next to a side: each cell is filled once, and the other side is read
/// backwards.
[[nodiscard]] constexpr unsigned complement(unsigned cells) noexcept {
  const unsigned rest = ~cells & 7U;
  return (rest & 1U) << 2 | (rest & 2U) | rest >> 2;
}

/// One of the eight ways to lay a piece: turned over or not, then turned clockwise by quarters.
struct Lay {
  bool over = false;          ///< exchange left and right first
  std::uint8_t quarters = 0;  ///< quarter turns, from 0 to 3

  /// Where a cell of the rim goes. Turning over exchanges left and right.
  [[nodiscard]] constexpr unsigned operator()(unsigned cell) const noexcept {
    return ((over ? rim_cells + 4 - cell : cell) + 4U * quarters) % rim_cells;
  }
  /// Where a side goes.
  [[nodiscard]] constexpr Side side(Side side) const noexcept {
    return static_cast<Side>(((over ? 4U - side : side) + quarters) % 4U);
  }
  /// Where a corner goes.
  [[nodiscard]] constexpr Corner corner(Corner corner) const noexcept {
    return static_cast<Corner>((*this)(corner_cell(corner)) / 4U);
  }
  friend bool operator==(const Lay&, const Lay&) = default;
};

/// The rim that a piece shows when it is laid so.
[[nodiscard]] Rim laid(Rim rim, Lay lay) noexcept;

/// The different rims that a piece shows, each once: at most 8, or 4 if it may not be turned over.
[[nodiscard]] std::vector<Rim> ways_to_lay(Rim rim, bool turn_over);

/// The number of cells of a piece: 9 + the cells of the rim.
[[nodiscard]] int cell_count(Rim rim) noexcept;

/// A corner cell without a neighbour in its piece; nothing if all have one.
[[nodiscard]] std::optional<Corner> loose_corner(Rim rim) noexcept;

/// The rim as 16 characters 0 and 1, from cell 0.
[[nodiscard]] std::string word(Rim rim);
/// The rim of such a word. Throws std::invalid_argument unless it is 16 characters 0 and 1.
[[nodiscard]] Rim from_word(std::string_view word);

/// The rim of five rows of five cells. Throws std::invalid_argument if a cell of the middle is
/// missing.
[[nodiscard]] Rim from_rows(const std::array<std::array<bool, 5>, 5>& rows);
/// Whether a cell of the piece is filled; row and column from 0.
[[nodiscard]] bool filled(Rim rim, int row, int column) noexcept;
/// The cell of the rim at a row and column on the rim.
[[nodiscard]] unsigned rim_cell(int row, int column) noexcept;

}  // namespace dlx::faces
