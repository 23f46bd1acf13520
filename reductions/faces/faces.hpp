#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/drawing/picture.hpp"
#include "reductions/faces/layout.hpp"
#include "reductions/faces/rim.hpp"

/// Putting foam pieces together so that every cell is filled exactly once. Where two sides meet,
/// each of the three cells between the corners is filled by one of the sides. Each corner point is
/// filled by exactly one of the pieces that meet there.
namespace dlx::faces {

/// A foam piece.
struct Piece {
  std::string name;         ///< name in messages and in lists of placements
  Rim rim = 0;              ///< the rim as it is given, not yet laid
  std::string letter = {};  ///< the letter in drawings
  std::string set = {};     ///< the set that it was sold with: a colour
};

/// The letter of the n-th of several pieces, from 0: A to Z, a to z, 0 to 9, and again.
[[nodiscard]] std::string letter(std::size_t number);

/// A position where the choice is made: the piece, and perhaps how it lies.
struct Fixed {
  std::uint32_t position = 0;   ///< its number in Layout::names
  std::uint32_t piece = 0;      ///< its number in Puzzle::pieces
  std::optional<Rim> rim = {};  ///< nothing: it may lie in any way
};

/// The pieces, and the assembly to be made of them.
struct Puzzle {
  Layout layout;  ///< the positions, and the sides and corners that meet
  /// The pieces. If there are as many as positions, each is used; if there are more, each at most
  /// once. Pieces of one set that look alike are not told apart; pieces of different sets are.
  std::vector<Piece> pieces;
  bool turn_over = true;          ///< pieces may be turned over
  std::vector<Fixed> fixed = {};  ///< each position at most once
  /// Every face of the layout shows pieces of one set, and no two faces show one set.
  bool one_set_a_face = false;
  /// One piece of each set is used, or at most one if there are more sets than positions.
  bool one_of_each_set = false;
};

/// A piece on a position, both by name; `word`: how it lies, from_word(). Throws
/// std::invalid_argument.
[[nodiscard]] Fixed fixed(const Puzzle& puzzle, std::string_view position, std::string_view piece,
                          std::optional<std::string_view> word);

/// How the puzzle becomes a problem. Both formulations have the positions and the pieces as items,
/// and an option for every way to put a piece somewhere. Their solutions are equal, option for
/// option.
enum class Formulation {
  cells,  ///< an item for each cell that pieces share, covered by the one that fills it
  edges,  ///< an item for each point where corners meet, and for each joint a secondary item,
          ///< coloured by the cells that its first side fills and the second leaves empty
};

/// The spelling of both formulations.
inline constexpr Name<Formulation> formulation_names[] = {
    {Formulation::cells, "cells", "an item for each cell"},
    {Formulation::edges, "edges", "coloured items for the edges"}};

/// A piece at a position, as it is seen from outside.
struct Placement {
  std::uint32_t piece = 0;     ///< its number in Puzzle::pieces
  std::uint32_t position = 0;  ///< its number in Layout::names
  Rim rim = 0;                 ///< the rim as it lies there
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// A set of pieces, and the face that shows it.
struct SetOnFace {
  std::uint32_t face = 0;  ///< number of the face: Layout::face
  std::string set = {};    ///< the Piece::set of its pieces
  friend bool operator==(const SetOnFace&, const SetOnFace&) = default;
};

/// A puzzle and the problem it becomes: options are the placements, and after them, with
/// Puzzle::one_set_a_face, the sets on faces.
struct Model {
  Puzzle puzzle;                         ///< the puzzle as it was given
  std::vector<Placement> placements;     ///< an option each
  std::vector<SetOnFace> sets_on_faces;  ///< an option each
  Problem problem;                       ///< the problem in the formulation asked for
};

/// Builds the problem. Throws std::invalid_argument for fewer pieces than positions, and for fixed
/// pieces that do not exist or cannot lie that way.
[[nodiscard]] Model build(Puzzle puzzle, Formulation formulation = Formulation::cells);

/// Builds the problem without placements, so it has no solution: for puzzles with a volume_fault().
[[nodiscard]] Model build_without_placements(Puzzle puzzle, Formulation formulation);

/// build(), or build_without_placements() where there is a volume_fault().
[[nodiscard]] Model build_if_fillable(Puzzle puzzle, Formulation formulation);

/// The reason why no choice of as many pieces as positions has the cells of a closed assembly: "no
/// 24 of the pieces have the 488 cells of the assembly". Nothing if some choice has them, and for
/// assemblies that are not closed.
[[nodiscard]] std::optional<std::string> volume_fault(const Puzzle& puzzle);

/// A placement for every position, in their order.
using Assembled = std::vector<Placement>;
/// The pieces in their places, by position.
[[nodiscard]] Assembled decode(const Model& model, std::span<const OptionId> solution);

/// The first positions, fixed as they are in a solution.
[[nodiscard]] std::vector<Fixed> first_fixed(const Model& model, std::span<const OptionId> solution,
                                             std::uint32_t count);

/// The symmetries of the layout as permutations of the options. Throws std::invalid_argument for
/// reflections if pieces may not be turned over.
[[nodiscard]] OptionSymmetries symmetries(const Model& model, UpTo up_to);

/// The part that pictures of all assemblies share: where each panel is drawn, and the colour of
/// each piece. Positions without a place in the drawing are drawn side by side.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);

/// The pieces of an assembly, each with its letter, or with the letter of its position if positions
/// have letters. Only cubes have places in space; tables do not.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                                const Assembled& assembled);

/// A line for each position: its name, the piece, and the word of the rim as it lies there. --fix
/// takes such lines.
[[nodiscard]] std::string placements_text(const Model& model, const Assembled& assembled);

/// Something that is wrong with the pieces, in words.
struct Complaint {
  std::optional<std::uint32_t> piece;  ///< nothing: it concerns all of them
  std::string text;                    ///< a clause without a full stop
};

/// The faults of the pieces before any search, in words that name pieces and sides. Examples are
/// cells that do not add up, a side that fits no side of another piece, too few or too many
/// corners, and a corner without a neighbour. Only for assemblies where every side meets another
/// and all pieces are used; nothing is said about others.
[[nodiscard]] std::vector<Complaint> complaints(const Puzzle& puzzle);

/// A piece with one cell changed, or moved to another place of its rim.
struct Correction {
  std::uint32_t piece;  ///< its number in Puzzle::pieces
  Rim rim;              ///< replaces the rim that was typed
};

/// Pieces that were perhaps mistyped: the corrections after which the pieces have as many cells as
/// the assembly. Only a search tells whether they can be assembled then. Only for assemblies as in
/// complaints().
[[nodiscard]] std::vector<Correction> corrections(const Puzzle& puzzle);

}  // namespace dlx::faces

/// As the tables of dlx/names.hpp.
template <>
inline constexpr std::span<const dlx::Name<dlx::faces::Formulation>>
    dlx::names<dlx::faces::Formulation> = dlx::faces::formulation_names;
