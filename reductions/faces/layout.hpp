#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/names.hpp"
#include "reductions/faces/rim.hpp"
#include "reductions/lattice/lattice.hpp"

/// The shape of an assembly of pieces: positions, and which of their sides and corners meet.
namespace dlx::faces {

using lattice::Cell;

/// Two sides that meet. Each of the three cells between the corners of these sides is filled by
/// exactly one of the two pieces.
struct Joint {
  std::uint32_t a = 0;  ///< number of a position
  Side a_side = 0;      ///< side of the piece at `a`
  std::uint32_t b = 0;  ///< number of the position next to `a`
  Side b_side = 0;      ///< side of the piece at `b`
  friend bool operator==(const Joint&, const Joint&) = default;
};

/// A corner of the piece at a position.
struct CornerOf {
  std::uint32_t position = 0;  ///< number of the position in Layout::names
  Corner corner = 0;           ///< corner of the piece, seen from outside
  friend bool operator==(const CornerOf&, const CornerOf&) = default;
};

/// The tables that define the assembly. A side that is not listed in `joints` is free: it may have
/// any form. A corner that is not listed in `corners` is free, too.
struct Layout {
  std::vector<std::string> names;  ///< names of the positions
  std::vector<Joint> joints;       ///< the joints, each listed once
  /// Corners that meet in a point; exactly one of these corners is filled.
  std::vector<std::vector<CornerOf>> corners;
  /// The x and y of each position's top left cell in the drawing; empty if they are unknown.
  std::vector<std::array<int, 2>> drawn_at;
  std::vector<std::string> letters;  ///< letters of positions in drawings; may be empty
  /// For each position, the number of its face of the cube; empty if unknown.
  std::vector<std::uint32_t> face;

  friend bool operator==(const Layout&, const Layout&) = default;

  /// The number of positions.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(names.size());
  }
  /// The number of cells of the complete assembly, if is_closed() is true.
  [[nodiscard]] int cell_count() const noexcept {
    return static_cast<int>(names.size()) * inner_cells + static_cast<int>(joints.size()) * 3 +
           static_cast<int>(corners.size());
  }
  /// Whether every side meets another side, and every corner meets other corners.
  [[nodiscard]] bool is_closed() const noexcept {
    std::size_t listed = 0;
    for (const auto& point : corners) listed += point.size();
    return joints.size() * 2 == names.size() * 4 && listed == names.size() * 4;
  }
};

/// The sides that are not listed in Layout::joints, in words such as "s of D".
[[nodiscard]] std::vector<std::string> free_sides(const Layout& layout);

/// A panel: the positions of its 25 cells in space, row by row from the top left, seen from
/// outside.
struct Panel {
  std::string name;                          ///< name of the panel's position
  std::array<std::array<Cell, 5>, 5> cells;  ///< cells of the panel by row and column
};

/// The panels on the surface of a cube of (4 side + 1)³ cells. The faces are U, D, F, B, L, R, with
/// side² panels each. If `side` is 1, panels have the names of the faces; otherwise they are named
/// U00, U01, ... by row and column. Throws std::invalid_argument unless 1 <= side <= 9.
[[nodiscard]] std::vector<Panel> shell(int side);

/// The layout of panels, derived from the cells that they share: the sides that meet, and the
/// points where corners meet. Throws std::invalid_argument if more than two sides share cells, or
/// if one of two panels that meet is seen from inside.
[[nodiscard]] Layout assemble(const std::vector<Panel>& panels);

/// The layout assemble(shell(side)), with its faces and with an unfolded drawing. In the drawing, L
/// F R B are in a row, U is above F, and D is below F.
[[nodiscard]] Layout cube(int side);

/// A symmetry of a layout. The piece at position i moves to position image[i], and is turned as
/// lay[i] says.
struct LayoutSymmetry {
  std::vector<std::uint32_t> image;  ///< for each position, the position to which its piece moves
  std::vector<Lay> lay;              ///< how the piece of each position is turned
};

/// All symmetries of a layout, the identity first. If the layout consists of several separate
/// parts, only the identity is returned. Symmetries that are reflections turn every piece over.
[[nodiscard]] std::vector<LayoutSymmetry> symmetries(const Layout& layout, UpTo up_to);

}  // namespace dlx::faces
