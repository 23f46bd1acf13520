#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/text_error.hpp"
#include "dlx/names.hpp"
#include "reductions/polycube/puzzle.hpp"

/// Designing packing puzzles: searching for sets of pieces from a bag that fill a box as wanted.
namespace dlx::design {

using lattice::Cell;
using lattice::Cells;

/// All numbers from `least` to `most`.
struct Range {
  std::uint32_t least = 0;  ///< the least number in the range
  std::uint32_t most = 0;   ///< the greatest number in the range
  /// Whether a number is in the range.
  [[nodiscard]] bool has(std::uint64_t number) const { return number >= least && number <= most; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The greatest number of copies of a kind of piece that a bag may have.
inline constexpr std::uint32_t most_copies = 1000;

/// The greatest level, in moves until the first part is free, that a design can require.
inline constexpr std::uint32_t most_moves = 1'000'000;

/// A kind of piece, of which the bag may have several copies.
struct Kind {
  std::string name;   ///< a unique name that can be the name of an item
  Cells cells;        ///< the cells of the piece, in the orientation that first_turned() returns
  bool free = false;  ///< whether each copy may be the piece or its mirror image
  Range copies = {0, 1};  ///< how many copies of the kind a set may have
  friend bool operator==(const Kind&, const Kind&) = default;
};

/// The cells that a set of pieces must fill.
struct Box {
  Cells target;               ///< cells that must be filled
  Cells optional_cells = {};  ///< cells that may be filled
};

/// Which sets of pieces are wanted, by the number of their assemblies.
enum class Want {
  unique,  ///< sets with exactly one assembly in each box
  fewest,  ///< sets with an assembly in each box, and with the fewest assemblies of all sets
  most,    ///< sets with an assembly in each box, and with the most assemblies of all sets
  any,     ///< at least one assembly in each box
};
/// The names of the values of Want in the format of designs. The help says in how many ways such
/// sets fill their boxes.
inline constexpr Name<Want> want_names[] = {{Want::unique, "unique", "in exactly one way"},
                                            {Want::fewest, "fewest", "in the fewest ways"},
                                            {Want::most, "most", "in the most ways"},
                                            {Want::any, "any", "in at least one way"}};

/// The measure of difficulty by which wanted sets are compared. A set with a greater value is
/// harder to solve.
enum class Measure {
  none,   ///< sets are not compared
  nodes,  ///< nodes of a complete search, divided by the number of assemblies
  /// Number of nodes without a child that are not an assembly, divided by the number of assemblies.
  dead_ends,
  /// Number of ways to place all pieces except one so that the remaining piece does not fit,
  /// divided by the number of assemblies.
  near_solutions,
  level,  ///< the greatest level at which an assembly comes apart
};
/// The names of the measures in the format of designs.
inline constexpr Name<Measure> measure_names[] = {
    {Measure::none, "none", "not at all"},
    {Measure::nodes, "nodes", "nodes of a complete search"},
    {Measure::dead_ends, "dead-ends", "nodes without a node below"},
    {Measure::near_solutions, "near-solutions", "ways to place all pieces but one"},
    {Measure::level, "level", "the greatest level"}};

/// A design: the requirements on sets of pieces.
struct Design {
  std::vector<Box> boxes;  ///< the boxes that each set must fill, at least one
  /// How pieces may be turned. With Turning::flat_rotations, pieces are turned about the same axis
  /// in all boxes.
  polycube::Turning turning = polycube::Turning::rotations;
  std::vector<Kind> kinds;  ///< the bag: at least one kind of piece, all different
  Range pieces = {1, 1};    ///< how many pieces a set has
  Range volume = {1, 1};    ///< how many cells the pieces of a set have together
  /// If given: true if only sets that are their own mirror image are wanted, false if only other
  /// sets are wanted.
  std::optional<bool> symmetric;
  Want want = Want::unique;  ///< which sets are wanted
  /// The least number of moves until the first part of a wanted set is free. If a box has several
  /// assemblies, the assembly with the greatest level must need at least this number of moves. If
  /// no number is given, sets need not come apart.
  std::optional<std::uint32_t> apart;
  Measure hardest = Measure::none;  ///< the measure by which sets are compared
  /// For each kind of piece, the kind that is its mirror image, which may be the kind itself;
  /// nothing if the bag does not contain the mirror image.
  std::vector<std::optional<std::uint32_t>> mirror_images;
};

/// A set of pieces, given by the number of copies of each kind of piece.
using Set = std::vector<std::uint32_t>;

/// Whether a text that does not begin as polycube::sign_of() says is a design, not a puzzle: its
/// first line other than "turning" and "gaps" begins with a word of small letters, such as "box".
[[nodiscard]] bool is_design(std::string_view text);

/// Reads the format described in docs/formats.md. Pieces are turned no more freely than `freest`,
/// whatever the text says. Throws TextError, whose word() is a part of `text`.
[[nodiscard]] Design read_design(std::string_view text,
                                 polycube::Turning freest = polycube::Turning::rotations);

/// The axis across the boxes: the axis along which all boxes are one cell thick; z if the boxes
/// have no such axis.
[[nodiscard]] std::size_t axis_across(const Design& design);

/// The first of all orientations of a piece that the boxes allow, with its least coordinates at 0.
/// Two pieces have equal results if and only if a turn that Design::turning allows takes one to the
/// other.
[[nodiscard]] Cells first_turned(const Design& design, const Cells& cells);

/// The mirror image of a piece, as first_turned() returns it. The mirror keeps the axis across the
/// boxes.
[[nodiscard]] Cells mirrored(const Design& design, const Cells& cells);

/// The names of a set's pieces: "L 2*T".
[[nodiscard]] std::string in_words(const Design& design, const Set& set);

/// The set of the mirror images of all pieces; nothing if the bag lacks the mirror image of some
/// piece.
[[nodiscard]] std::optional<Set> mirror_image(const Design& design, const Set& set);

/// The packing puzzle whose pieces are a given set. Pieces are in the order of their kinds; kinds
/// without copies are left out.
[[nodiscard]] polycube::Puzzle puzzle_of(const Design& design, const Box& box, const Set& set);

/// A design as text.
struct DesignText {
  std::string text;  ///< the text that read_design() reads
  /// For each piece of the puzzle that became a copy of another piece, a sentence for the user.
  std::vector<std::string> merged;
};

/// The text of a design made of a puzzle. The puzzle's pieces become the bag, with at most the
/// copies that the puzzle has. The target becomes the box. A range of copies is kept; pieces of one
/// shape become one kind. Throws std::invalid_argument for features that designs do not support:
/// grids other than cubes, colours, pieces that may take several shapes, and edges that touch.
[[nodiscard]] DesignText design_text_of(const polycube::Puzzle& puzzle);

/// The packing puzzle of the complete bag. It has a piece for each kind in the bag, with its range
/// of copies.
[[nodiscard]] polycube::Puzzle bag_of(const Design& design, const Box& box);

}  // namespace dlx::design

/// Specialisations for the tables of dlx/names.hpp.
/// @{
template <>
inline constexpr std::span<const dlx::Name<dlx::design::Want>> dlx::names<dlx::design::Want> =
    dlx::design::want_names;
template <>
inline constexpr std::span<const dlx::Name<dlx::design::Measure>> dlx::names<dlx::design::Measure> =
    dlx::design::measure_names;
/// @}
