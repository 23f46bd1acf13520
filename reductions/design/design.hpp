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
#include "reductions/polycube/polycube.hpp"

/// Designing packing puzzles: which sets of pieces from a bag fill a box as wanted.
namespace dlx::design {

using lattice::Cell;
using lattice::Cells;

/// Numbers from `least` to `most`.
struct Range {
  std::uint32_t least = 0;  ///< included
  std::uint32_t most = 0;   ///< included
  /// Whether a number is one of them.
  [[nodiscard]] bool has(std::uint64_t number) const { return number >= least && number <= most; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The most copies of a kind of piece.
inline constexpr std::uint32_t most_copies = 1000;

/// The greatest level that can be asked for.
inline constexpr std::uint32_t most_moves = 1'000'000;

/// A kind of piece in the bag.
struct Kind {
  std::string name;       ///< unique, and fit for an item
  Cells cells;            ///< as first_turned() gives it
  bool free = false;      ///< each copy may be the piece or its mirror image
  Range copies = {0, 1};  ///< how many a set may have
  friend bool operator==(const Kind&, const Kind&) = default;
};

/// What a set must fill.
struct Box {
  Cells target;               ///< cells that must be filled
  Cells optional_cells = {};  ///< cells that may be filled
};

/// Which sets are wanted, by the number of their assemblies.
enum class Want {
  unique,  ///< exactly one in each box
  fewest,  ///< at least one in each box, and as few in all as any set has
  most,    ///< as many in all as any set has, and at least one in each box
  any,     ///< at least one in each box
};
/// The table of these, as the format spells them; the help says how such sets fill their boxes.
inline constexpr Name<Want> want_names[] = {{Want::unique, "unique", "in exactly one way"},
                                            {Want::fewest, "fewest", "in the fewest ways"},
                                            {Want::most, "most", "in the most ways"},
                                            {Want::any, "any", "in at least one way"}};

/// By what wanted sets are compared; more is harder.
enum class Measure {
  none,            ///< not at all
  nodes,           ///< nodes of a complete search, for each assembly
  dead_ends,       ///< of these nodes: those without a node below that are no assembly
  near_solutions,  ///< ways to place all pieces but one so that the last does not fit, likewise
  level,           ///< the greatest level at which an assembly comes apart
};
/// The table of measures.
inline constexpr Name<Measure> measure_names[] = {
    {Measure::none, "none", "not at all"},
    {Measure::nodes, "nodes", "nodes of a complete search"},
    {Measure::dead_ends, "dead-ends", "nodes without a node below"},
    {Measure::near_solutions, "near-solutions", "ways to place all pieces but one"},
    {Measure::level, "level", "the greatest level"}};

/// What is asked for.
struct Design {
  std::vector<Box> boxes;  ///< at least one
  /// How pieces may be turned. Boxes differ in the axis that flat_rotations are about in no design.
  polycube::Turning turning = polycube::Turning::rotations;
  std::vector<Kind> kinds;        ///< the bag: at least one, no two alike
  Range pieces = {1, 1};          ///< how many pieces a set has
  Range volume = {1, 1};          ///< how many cells they have together
  std::optional<bool> symmetric;  ///< only sets that are their own mirror image, or only others
  Want want = Want::unique;       ///< which sets are wanted
  /// Only sets that come apart, with at least so many moves until a part is free: in each box the
  /// assembly of the greatest level does. Nothing: any set.
  std::optional<std::uint32_t> apart;
  Measure hardest = Measure::none;  ///< by what they are compared
  /// For each kind the kind that is its mirror image, perhaps itself; nothing: there is none.
  std::vector<std::optional<std::uint32_t>> mirror_images;
};

/// How many copies of each kind.
using Set = std::vector<std::uint32_t>;

/// Reads the format of docs/formats.md; pieces are turned no more freely than `freest`, whatever
/// the text says. Throws TextError, whose word points into the text.
[[nodiscard]] Design read_design(std::string_view text,
                                 polycube::Turning freest = polycube::Turning::rotations);

/// The axis across the boxes: the one along which they are one cell thick, otherwise z.
[[nodiscard]] std::size_t axis_across(const Design& design);

/// The first of the ways to turn a piece in the boxes, with its least coordinates at 0: the same
/// for two pieces that turns as Design::turning allows take to each other, and for no others.
[[nodiscard]] Cells first_turned(const Design& design, const Cells& cells);

/// A piece in a mirror that keeps the axis across the boxes, first_turned().
[[nodiscard]] Cells mirrored(const Design& design, const Cells& cells);

/// The names of a set's pieces: "L 2*T".
[[nodiscard]] std::string in_words(const Design& design, const Set& set);

/// The set of the mirror images; nothing if some piece has none in the bag.
[[nodiscard]] std::optional<Set> mirror_image(const Design& design, const Set& set);

/// The puzzle of a set: pieces in the order of their kinds, those without copies left out.
[[nodiscard]] polycube::Puzzle puzzle_of(const Design& design, const Box& box, const Set& set);

/// The text of a design: a puzzle's pieces as the bag, as often at most as the puzzle has them, and
/// its target as the box. A number of copies that is a range stays as it is; pieces of one shape
/// become one kind. Throws std::invalid_argument for what designs do not have: other grids than
/// that of cubes, colours, pieces that may take several shapes or must stay flat.
[[nodiscard]] std::string design_text_of(const polycube::Puzzle& puzzle);

/// The puzzle of the whole bag: a piece for each kind, with its range of copies.
[[nodiscard]] polycube::Puzzle bag_of(const Design& design, const Box& box);

}  // namespace dlx::design

/// The tables of dlx/names.hpp.
/// @{
template <>
inline constexpr std::span<const dlx::Name<dlx::design::Want>> dlx::names<dlx::design::Want> =
    dlx::design::want_names;
template <>
inline constexpr std::span<const dlx::Name<dlx::design::Measure>> dlx::names<dlx::design::Measure> =
    dlx::design::measure_names;
/// @}
