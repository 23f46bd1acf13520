#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "reductions/drawing/picture.hpp"
#include "reductions/polycube/puzzle.hpp"

/// The exact-cover problems of packing puzzles.
namespace dlx::polycube {

/// A puzzle, and the problem made of it: option i is placement i. If Puzzle::holes requires a
/// number of empty cells that does not follow from the volume, the cells that may stay empty are
/// primary items. With such primary items, the problem has further options after the placements.
/// Each further option leaves one of these cells empty.
struct Model {
  Puzzle puzzle;                      ///< the puzzle as it was given
  std::vector<Placement> placements;  ///< placements; each is an option
  Problem problem;  ///< the problem, in which lattice::name() names the items for cells
};

/// Builds the problem: every placement is an option, in the order of pieces, orientations and cells
/// of the target. If two turns of a piece give equal shapes, only one of them is an option. Throws
/// std::invalid_argument for pieces without cells, for duplicate cells, and for coordinates that
/// are not a cell of the lattice. Also throws std::invalid_argument for lists of colours whose
/// length differs from the number of cells, and for pieces that do not fit at their Piece::corner.
/// Also throws the errors of ProblemBuilder.
[[nodiscard]] Model build(Puzzle puzzle);

/// A simple reason why no solution exists: volume_fault(), a piece that fits nowhere, or a cell
/// that no piece can fill. Returns nothing if no such reason exists. Throws the errors of build().
[[nodiscard]] std::optional<std::string> fault_of(Puzzle puzzle);

/// Builds the problem. If the puzzle has a fault_of(), and thus no solution, the problem has items
/// but no options.
[[nodiscard]] Model build_if_fillable(Puzzle puzzle);

/// The options of the pieces with a given place (Piece::corner) that have only one option there.
[[nodiscard]] std::vector<OptionId> placed_options(const Model& model);

/// The option of a placement; nothing if the placement is not an option.
[[nodiscard]] std::optional<OptionId> find(const Model& model, const Placement& placement);

/// The placements that a solution chooses.
[[nodiscard]] Assembly decode(const Model& model, std::span<const OptionId> solution);

/// The common part of all pictures: the layers of the target, and the colours of each piece.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);

/// The pieces of an assembly, each with its letter.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame&,
                                                const Assembly& assembly);

/// A scene in space, with the slides by which assemblies come apart. The slides are missing if a
/// search of about half a second does not find them (apart.hpp).
[[nodiscard]] drawing::scene::Scene to_scene(const Model& model,
                                             std::span<const Assembly> assemblies,
                                             std::string title);

/// The symmetries of a packing problem, as permutations of its options. A symmetry must keep the
/// target, its optional cells and its colours, and must take every placement to a placement. A
/// symmetry may exchange two pieces that are used equally often. For example, a reflection
/// exchanges pieces that are mirror images of each other. If pieces may not be turned freely, a
/// rotation may also take one piece to the shape of another, and exchanges these two pieces. With
/// Turning::flat_rotations, only symmetries that keep the axis of these rotations and its direction
/// are used. With Turning::none in a flat target, only symmetries of the target's plane are used.
/// Throws std::invalid_argument if reflections are asked for, but the mirror image of some piece is
/// not among the pieces, so that no reflection is a symmetry.
/// Throws std::invalid_argument if a piece has a place.
[[nodiscard]] OptionSymmetries symmetries(const Model& model, UpTo up_to);

/// A model for counting solutions up to symmetry, in which the places of one piece are restricted.
/// Let G be the group of symmetries. Places of the piece that G takes to each other form an orbit.
/// Every class of solutions has a member in which the piece is at the chosen place of its orbit, so
/// the other places can be left out. The symmetries that keep the chosen place form its stabiliser.
/// If the stabiliser is only the identity, each remaining solution is the only one of its class.
/// Otherwise solutions that the stabiliser takes to each other must still be compared.
///
/// The classical Soma program omits this comparison. The program's result is correct only because
/// no solution has the piece L at a place that a reflection maps to itself (`dlx soma` checks
/// this). For other puzzles, a program without the comparison may count a class twice.
class RestrictedModel {
 public:
  /// Throws std::invalid_argument unless `piece` occurs exactly once and every cell of the target
  /// must be filled. If G contains reflections, the piece must also be its own mirror image.
  RestrictedModel(const Model& model, std::uint32_t piece, UpTo up_to);

  /// The model with only the chosen placements of the piece.
  [[nodiscard]] const Model& model() const noexcept { return model_; }

  /// The number of members of G that keep the place of the piece in a solution.
  [[nodiscard]] std::size_t stabiliser_order(std::span<const OptionId> solution) const;

  /// Whether a solution represents its class; true for exactly one solution of every class.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

 private:
  [[nodiscard]] const OptionSymmetries& stabiliser(std::span<const OptionId> solution) const;

  Model model_;
  // The first of the piece's placements, which are consecutive options.
  OptionId first_place_{};
  std::vector<OptionSymmetries> stabilisers_;  // the stabiliser of each remaining placement
};

}  // namespace dlx::polycube
