#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "reductions/lattice/lattice.hpp"

/// Moves that take bodies made of cells apart: slides and quarter turns.
namespace dlx::lattice {

/// A quarter turn of cubes about an axis parallel to x, y or z, by the right-hand rule: about (0,
/// 0, 1) from x to y.
struct QuarterTurn {
  Cell axis;  ///< the axis: a unit vector or its opposite
  /// Twice the coordinates of a point on the axis of the turn; the coordinate along the axis is 0.
  /// The other two coordinates are both even (corners of cells) or both odd (centres of cells), so
  /// that the turn takes cells to cells.
  Cell twice;

  friend bool operator==(const QuarterTurn&, const QuarterTurn&) = default;
};

/// One move: some of the pieces slide together along an axis, or turn together about an axis.
struct Slide {
  /// The moving pieces, ascending: at least one piece, and not all pieces of the part.
  std::vector<std::uint32_t> pieces;
  /// One step of the slide: a unit vector; on grids other than cubes, one of slide_directions() or
  /// its opposite.
  Cell direction;
  std::uint32_t distance = 0;  ///< number of steps; 0 for a slide without end
  /// If given, the pieces turn instead of sliding; `direction` and `distance` are then 0.
  std::optional<QuarterTurn> turn = {};
};

/// How one part of an assembly falls into two parts. A part has at least two pieces that are still
/// together. The last slide is without end, and separates the sliding pieces from those that stay.
struct Stage {
  std::vector<std::uint32_t> pieces;  ///< pieces of the part, ascending
  std::vector<Slide> slides;          ///< one or more slides; only the last is without end
  /// The number of parts into which each cell is divided along each axis, equal for all stages of
  /// an assembly. Distances and axes of turns are given in these parts: if `divided` is 2, the
  /// distance 3 is one and a half cells.
  int divided = 1;
  /// Index of the stage that takes apart the pieces that stay; empty if they need no stage.
  std::optional<std::size_t> staying;
  /// Index of the stage that takes the removed pieces apart; empty if they need no stage.
  std::optional<std::size_t> removed;
};

}  // namespace dlx::lattice
