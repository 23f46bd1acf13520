#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Foam pieces of 5×5 cells. The middle 3×3 cells are always filled. Each of the 16 cells of the
/// rim may be filled or empty.
namespace dlx::faces {

/// A rim as bits. Bit i is cell i, counted clockwise from the top left corner. Cells 0 to 4 are the
/// top row, and 5 to 8 the right column downward. Cells 9 to 12 are the bottom row from right to
/// left, and 13 to 15 the left column upward.
using Rim = std::uint16_t;
inline constexpr unsigned rim_cells = 16;  ///< number of cells of the rim
inline constexpr int piece_side = 5;       ///< number of cells along a side, corners included
inline constexpr int inner_cells = 9;      ///< number of inner cells of every piece

/// Sides, clockwise: n, e, s, w.
using Side = std::uint8_t;
/// Names of the sides, by number.
inline constexpr std::array<std::string_view, 4> side_names = {"n", "e", "s", "w"};
/// Corners, clockwise. A corner is the first cell of the side with the same number.
using Corner = std::uint8_t;
/// Names of the corners, by number.
inline constexpr std::array<std::string_view, 4> corner_names = {"nw", "ne", "se", "sw"};

/// The cell of the rim at a corner.
[[nodiscard]] constexpr unsigned corner_cell(Corner corner) noexcept {
  return 4U * corner;
}
/// The k-th of the three cells between the corners of a side (k = 0, 1, 2), counted clockwise.
[[nodiscard]] constexpr unsigned side_cell(Side side, unsigned k) noexcept {
  return 4U * side + 1 + k;
}
/// Whether a cell of a rim is filled.
[[nodiscard]] constexpr bool has_cell(Rim rim, unsigned cell) noexcept {
  return (rim >> cell & 1U) != 0;
}
/// The three cells of a side between its corners, read clockwise. Bit k is the k-th cell.
[[nodiscard]] constexpr unsigned side_cells(Rim rim, Side side) noexcept {
  return rim >> (4U * side + 1) & 7U;
}
/// The side that fits a given side: it fills exactly the cells that the given side leaves empty.
/// Where two sides meet, one is read in the opposite direction of the other, so the bits are
/// reversed.
[[nodiscard]] constexpr unsigned complement(unsigned cells) noexcept {
  const unsigned rest = ~cells & 7U;
  return (rest & 1U) << 2 | (rest & 2U) | rest >> 2;
}

/// One of the eight orientations of a piece. The piece is first turned over or not, then turned
/// clockwise by quarter turns.
struct Lay {
  bool over = false;          ///< whether left and right are exchanged before the turns
  std::uint8_t quarters = 0;  ///< number of quarter turns, from 0 to 3

  /// The cell to which a cell of the rim moves if the piece is turned as this object says. Turning
  /// over exchanges left and right.
  [[nodiscard]] constexpr unsigned operator()(unsigned cell) const noexcept {
    return ((over ? rim_cells + 4 - cell : cell) + 4U * quarters) % rim_cells;
  }
  /// The side to which a side of the piece moves.
  [[nodiscard]] constexpr Side side(Side side) const noexcept {
    return static_cast<Side>(((over ? 4U - side : side) + quarters) % 4U);
  }
  /// The corner to which a corner of the piece moves.
  [[nodiscard]] constexpr Corner corner(Corner corner) const noexcept {
    return static_cast<Corner>((*this)(corner_cell(corner)) / 4U);
  }
  friend bool operator==(const Lay&, const Lay&) = default;
};

/// The rim of a piece after the piece is turned as `lay` says.
[[nodiscard]] Rim laid(Rim rim, Lay lay) noexcept;

/// The different rims of a piece in all its orientations, each once. There are at most 8, or at
/// most 4 if the piece may not be turned over.
[[nodiscard]] std::vector<Rim> ways_to_lay(Rim rim, bool turn_over);

/// The number of cells of a piece: 9 plus the filled cells of the rim.
[[nodiscard]] int cell_count(Rim rim) noexcept;

/// A corner cell without a neighbour in its piece; nothing if the piece has no such cell.
[[nodiscard]] std::optional<Corner> loose_corner(Rim rim) noexcept;

/// The rim as a word of 16 characters 0 and 1, clockwise from the top left corner.
[[nodiscard]] std::string word(Rim rim);
/// The rim that a word describes. Throws std::invalid_argument unless the word has 16 characters 0
/// and 1.
[[nodiscard]] Rim from_word(std::string_view word);

/// The rim of a piece given as five rows of five cells. Throws std::invalid_argument if one of the
/// middle 3×3 cells is not filled.
[[nodiscard]] Rim from_rows(const std::array<std::array<bool, 5>, 5>& rows);
/// Whether a cell of the piece is filled; row and column count from 0.
[[nodiscard]] bool filled(Rim rim, int row, int column) noexcept;
/// The number of the rim cell at the given row and column, which must be on the rim.
[[nodiscard]] unsigned rim_cell(int row, int column) noexcept;

}  // namespace dlx::faces
