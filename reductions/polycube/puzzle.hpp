#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/core/bounds.hpp"
#include "dlx/names.hpp"
#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/lattice.hpp"

/// Packing pieces made of cells (unit cubes unless stated otherwise) into a set of cells. Every
/// cell must be filled exactly once, except cells that may stay empty. The primary items are the
/// pieces whose number of copies is given, then the cells. The secondary items are the cells that
/// may stay empty. An option is a piece at a place.
namespace dlx::polycube {

using lattice::Cell;
using lattice::Cells;

/// The colour of a cell, either of a piece or of the target. Colour 0 fits every colour.
using CellColour = std::uint8_t;
/// The colours of a list of cells, one for each cell; an empty list means that all colours are 0.
using CellColours = std::vector<CellColour>;

/// A group of pieces, as in BurrTools. Pieces of one group may stay together when an assembly is
/// taken apart.
struct PieceGroup {
  std::uint32_t number = 1;  ///< number of the group, at least 1
  std::uint32_t copies = 1;  ///< how many copies of a piece may be in the group
  friend bool operator==(const PieceGroup&, const PieceGroup&) = default;
};

/// A piece made of cells.
struct Piece {
  std::string name;  ///< the name; also the name of the item, if the number of copies is given
  Cells cells;       ///< cells of the piece, at any place and in any orientation
  /// The number of copies to be used; empty if any number may be used.
  std::optional<Bounds> copies = Bounds{};
  CellColours colours = {};  ///< the colours of the piece's cells
  /// Other shapes that each copy of the piece may have instead of `cells`. The cells of these
  /// shapes have no colours.
  std::vector<Cells> alternatives = {};
  /// The groups in which copies may be. Each copy is in at most one group.
  std::vector<PieceGroup> groups = {};
  /// A point of the piece. Files of BurrTools describe a placement by the image of this point.
  Cell anchor = {};
  /// The least coordinates that the piece must have where it is placed. If none are given, the
  /// piece may be placed anywhere.
  std::optional<Cell> corner = {};
  /// The colour "#rrggbb" that the user chose for pictures of the piece; empty if the palette
  /// chooses it.
  std::string shown_colour = {};
  /// Whether the piece represents cells that stay empty. Such a piece is drawn as empty cells.
  /// Pieces that represent empty cells come after all other pieces.
  bool is_gap = false;
};

/// Which turns of a piece are allowed. The values are ordered from the most to the fewest turns.
///
/// Rotations of the lattice can also turn a flat piece over. The piece then lies in its plane as
/// its mirror image. `flat_rotations` are rotations about one axis: the axis across the target if
/// the target is one cell thick, otherwise z. Rotations about this axis keep the side of a piece
/// that is visible along the axis. So no piece is turned over, and in a thick target no piece is
/// tilted onto another side. If a flat piece is given in a plane other than the plane of a flat
/// target, it is first turned into the target's plane. This first turn takes the piece's side with
/// the greater coordinates to the target's side with the greater coordinates. On grids other than
/// cubes, the axis of `flat_rotations` is always z. With `none`, pieces are only moved.
enum class Turning : std::uint8_t {
  rotations,       ///< all rotations of the lattice, 24 for cubes (Lattice::turns())
  flat_rotations,  ///< rotations about one axis, four for cubes
  none,            ///< pieces are not turned
};

/// The names of the values of Turning.
inline constexpr Name<Turning> turning_names[] = {
    {Turning::rotations, "any", "pieces may be turned in every way"},
    {Turning::flat_rotations, "no-flip", "flat pieces are not turned over"},
    {Turning::none, "no-turn", "pieces are moved only"},
};

/// Pieces, and the cells that they must fill.
struct Puzzle {
  std::vector<Piece> pieces;             ///< pieces; each has at least one cell
  Cells target;                          ///< cells that must be filled
  Turning turning = Turning::rotations;  ///< how pieces may be turned
  Cells optional_cells = {};             ///< cells that may be filled
  /// How many optional cells may stay empty; if not given, any number.
  std::optional<std::uint32_t> holes = {};
  CellColours target_colours = {};    ///< the colours of `target`
  CellColours optional_colours = {};  ///< the colours of `optional_cells`
  /// Pairs of colours that fit: the colour of a piece's cell, and the colour of the target's cell.
  /// Neither is 0.
  std::vector<std::pair<CellColour, CellColour>> fitting = {};
  lattice::Grid grid = lattice::Grid::cubes;  ///< the grid of the pieces and the target
  /// Axes along which the last cell of the box around the target is a neighbour of the first. With
  /// one such axis, a flat target is a cylinder; with two, a torus. Only targets made of cubes can
  /// have such axes.
  std::array<bool, 3> wraps = {};
};

/// Reads axes from a text such as "x,y". Throws std::invalid_argument for other words.
[[nodiscard]] std::array<bool, 3> axes_in(std::string_view words);

/// The axes as a text that axes_in() reads; empty if no axis is chosen.
[[nodiscard]] std::string axes_in_words(const std::array<bool, 3>& axes);

/// All cells of a puzzle's target, including the cells that may stay empty, sorted.
[[nodiscard]] Cells all_cells(const Puzzle& puzzle);

/// Makes a list of colours empty if all of them are 0. Such a list means that there are no colours,
/// so it must be equal to an empty list.
void drop_if_neutral(CellColours& colours);

/// A piece at a place.
struct Placement {
  std::uint32_t piece = 0;   ///< index of the piece in Puzzle::pieces
  Cells cells;               ///< the cells that the piece covers, sorted
  CellColours colours = {};  ///< the colours of the piece on the covered cells
  friend bool operator==(const Placement&, const Placement&) = default;
  /// Placements are ordered by piece, then by cells and colours. (Operator <=> is not used, because
  /// vectors lack it in libc++ up to version 16.)
  friend bool operator<(const Placement& a, const Placement& b) {
    return std::tie(a.piece, a.cells, a.colours) < std::tie(b.piece, b.cells, b.colours);
  }
};

/// The different shapes that a set of cells can have after the turns that Puzzle::turning allows in
/// the puzzle's target. Each shape is moved as near to the origin as possible. The result is sorted
/// and has no duplicates.
[[nodiscard]] std::vector<Cells> orientations(const Puzzle& puzzle, const Cells& shape);

/// The reason why the volume of the pieces excludes every solution: "the pieces have 60 cells, and
/// 64 must be filled". Limits on copies and on empty cells are taken into account. Returns nothing
/// if the volume allows a solution.
[[nodiscard]] std::optional<std::string> volume_fault(const Puzzle& puzzle);

/// Whether the copies that must be used have more cells than the target and the optional cells.
[[nodiscard]] bool exceeds_room(const Puzzle& puzzle);

/// Reads "5" or "0..5". Returns nothing if the text is something else.
[[nodiscard]] std::optional<Bounds> range_in(std::string_view words);

/// The number of cells that the pieces leave empty. Cells of leave_empty() count as empty. Returns
/// nothing if the number depends on the copies or shapes, or if the pieces are too large.
[[nodiscard]] std::optional<std::uint64_t> cells_left(const Puzzle& puzzle);

/// Lets cells stay empty. `gaps` is a number of cells ("4" or "0..4"), or a block of rows and
/// columns ("2x2"). If the puzzle has cells that may stay empty, the number says how many of these
/// stay empty, and the block is among them. Otherwise any cells of the target may stay empty. The
/// empty cells become a piece with the name "." if `gaps` is a block, or if at least one cell must
/// stay empty and the number of pieces varies. Throws std::invalid_argument for other words, and if
/// the pieces leave a different number of cells empty.
void leave_empty(Puzzle& puzzle, std::string_view gaps);

/// The text, such as "0..5", with which leave_empty() makes an equivalent puzzle from equal pieces
/// and cells. The text is empty if no cell stays empty, or if the number of cells that stay empty
/// is not limited. Throws std::invalid_argument for a block.
[[nodiscard]] std::string gaps_in_words(const Puzzle& puzzle);

/// The meaning of the numbers in the words that place() reads.
enum class Placing {
  rows,         ///< row and column from 1 in the target; in a solid target the layer comes first
  coordinates,  ///< the coordinates x, y and z; in a flat target z may be left out
};

/// Fixes pieces at given places, with words such as "X at 2,2; I at 1,1". The numbers are the least
/// coordinates, or the least row and column, that the piece covers. Throws std::invalid_argument
/// for other words, and for pieces that are not used exactly once.
void place(Puzzle& puzzle, std::string_view words, Placing placing);

/// Remarks about unusual pieces, each a sentence. The only such remark is that a piece consists of
/// several parts.
[[nodiscard]] std::vector<std::string> remarks(const Puzzle& puzzle);

/// A placement of a piece in its first shape. `images` has the images of Piece::cells, in the order
/// of Piece::cells.
[[nodiscard]] Placement placed(const Piece& piece, std::uint32_t number, const Cells& images);

/// The placements of all pieces of a solution.
using Assembly = std::vector<Placement>;

/// Whether symmetries() succeeds with UpTo::reflections. This function is faster than symmetries().
[[nodiscard]] bool has_mirror_images(const Puzzle& puzzle);

}  // namespace dlx::polycube

/// Specialisation for the table polycube::turning_names.
template <>
inline constexpr std::span<const dlx::Name<dlx::polycube::Turning>>
    dlx::names<dlx::polycube::Turning> = polycube::turning_names;
