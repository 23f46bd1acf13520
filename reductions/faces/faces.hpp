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
#include "reductions/faces/puzzle.hpp"

/// Putting foam pieces together so that every cell is filled exactly once. Where two sides meet,
/// each of the three cells between the corners must be filled by exactly one of the two pieces.
/// Each corner point must be filled by exactly one of the pieces that meet there.
namespace dlx::faces {

/// Two ways to formulate the puzzle as a problem. In both formulations, the items include the
/// positions and the pieces, and each way to put a piece at a position is an option. Both
/// formulations have the same solutions, with the same option numbers.
enum class Formulation {
  cells,  ///< an item for each cell that pieces share, covered by the piece that fills it
  /// An item for each point where corners meet, and a secondary item for each joint (two sides that
  /// meet). The colour of a joint says which cells the first of the two sides fills.
  edges,
};

/// The names of the formulations.
inline constexpr Name<Formulation> formulation_names[] = {
    {Formulation::cells, "cells", "an item for each cell"},
    {Formulation::edges, "edges", "coloured items for the edges"}};

/// A piece at a position, seen from outside.
struct Placement {
  std::uint32_t piece = 0;     ///< number of the piece in Puzzle::pieces
  std::uint32_t position = 0;  ///< number of the position in Layout::names
  Rim rim = 0;                 ///< the piece's 16 border cells in its orientation at the position
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// A set of pieces that is shown by a face.
struct SetOnFace {
  std::uint32_t face = 0;  ///< number of the face, as in Layout::face
  std::string set = {};    ///< name of the set, as in Piece::set
  friend bool operator==(const SetOnFace&, const SetOnFace&) = default;
};

/// A puzzle, and the problem made of it. The options are the placements. With
/// Puzzle::one_set_a_face, the sets on faces are further options after the placements.
struct Model {
  Puzzle puzzle;                         ///< the puzzle as it was given
  std::vector<Placement> placements;     ///< placements; each is an option
  std::vector<SetOnFace> sets_on_faces;  ///< sets on faces; each is an option
  Problem problem;                       ///< the problem in the chosen formulation
};

/// Builds the problem. Throws std::invalid_argument for fewer pieces than positions, and for fixed
/// pieces that do not exist or cannot have the given orientation.
[[nodiscard]] Model build(Puzzle puzzle, Formulation formulation = Formulation::cells);

/// Builds the problem. If the puzzle has a fault_of(), and thus no solution, the problem has no
/// placements.
[[nodiscard]] Model build_if_fillable(Puzzle puzzle, Formulation formulation);

/// A reason why the number of cells excludes every solution of a closed assembly: "no 24 of the
/// pieces have the 488 cells of the assembly". Returns nothing if some choice of pieces has the
/// right number of cells, or if the assembly is not closed.
[[nodiscard]] std::optional<std::string> fault_of(const Puzzle& puzzle);

/// A placement for every position, in the order of the positions.
using Assembled = std::vector<Placement>;
/// The placements of a solution, in the order of the positions.
[[nodiscard]] Assembled decode(const Model& model, std::span<const OptionId> solution);

/// The first `count` positions, with the pieces and orientations that they have in a solution.
[[nodiscard]] std::vector<Fixed> first_fixed(const Model& model, std::span<const OptionId> solution,
                                             std::uint32_t count);

/// The symmetries of the layout as permutations of the options. Throws std::invalid_argument if
/// reflections are asked for and pieces may not be turned over.
[[nodiscard]] OptionSymmetries symmetries(const Model& model, UpTo up_to);

/// The common part of all pictures: where each panel is drawn, and the colour of each piece.
/// Positions without coordinates in the drawing are drawn side by side.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);

/// The pieces of an assembly as bodies, each with its letter. If positions have letters, the
/// letters of positions are used instead of the letters of pieces. Bodies have cells in space only
/// if the layout is a cube.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                                const Assembled& assembled);

/// A line for each position: its name, its piece, and the 16 border cells of the piece in its
/// orientation there, as digits 0 and 1. The option --fix reads such lines.
[[nodiscard]] std::string placements_text(const Model& model, const Assembled& assembled);

/// A fault of the pieces that was found before a search, in words.
struct Complaint {
  std::optional<std::uint32_t> piece;  ///< the piece; empty if the fault concerns all pieces
  std::string text;                    ///< the fault, as a clause without a full stop
};

/// The faults of the pieces before any search, in words that name pieces and sides. Examples: the
/// numbers of cells or of corners are wrong, a side fits no side of another piece, or a corner cell
/// has no neighbour in its piece. The result is empty unless every side of the assembly meets
/// another side and all pieces are used.
[[nodiscard]] std::vector<Complaint> complaints(const Puzzle& puzzle);

/// A correction of a piece: one of its 16 border cells is changed, or moved along the border.
struct Correction {
  std::uint32_t piece;  ///< index of the piece in Puzzle::pieces
  Rim rim;              ///< the corrected rim
};

/// Corrections of pieces that may have been mistyped. After each of these corrections, the pieces
/// have as many cells as the assembly. Only a search can tell whether the corrected pieces can be
/// assembled. Like complaints(), returns nothing unless every side of the assembly meets another
/// side and all pieces are used.
[[nodiscard]] std::vector<Correction> corrections(const Puzzle& puzzle);

}  // namespace dlx::faces

/// Specialisation for the tables of dlx/names.hpp.
template <>
inline constexpr std::span<const dlx::Name<dlx::faces::Formulation>>
    dlx::names<dlx::faces::Formulation> = dlx::faces::formulation_names;
