#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "reductions/lattice/lattice.hpp"

/// How bodies made of cells are taken apart by sliding and, if asked for, by quarter turns.
namespace dlx::lattice {

/// A quarter turn of cubes about an axis parallel to x, y or z, by the rule of the right hand:
/// about (0, 0, 1) from x to y.
struct QuarterTurn {
  Cell axis;  ///< a unit vector or its opposite
  /// Twice the coordinates of a point on the axis of the turn; 0 along it. Across it both are even,
  /// a corner of cells, or both are odd, the centre of a cell: so cells come to cells.
  Cell twice;

  friend bool operator==(const QuarterTurn&, const QuarterTurn&) = default;
};

/// One move: some of the pieces slide together along an axis, or turn together about one.
struct Slide {
  std::vector<std::uint32_t> pieces;  ///< that move, ascending; neither none nor all of the part
  Cell direction;              ///< one step: a unit vector; on other grids than that of cubes one
                               ///< of slide_directions(), or its opposite
  std::uint32_t distance = 0;  ///< number of steps, at least 1; 0: without end
  /// If given, the pieces turn and do not slide; `direction` and `distance` are 0.
  std::optional<QuarterTurn> turn = {};
};

/// How one part of an assembly, two or more pieces that are still together, falls into two. The
/// last slide is without end and separates the pieces that slide from those that stay.
struct Stage {
  std::vector<std::uint32_t> pieces;   ///< pieces of the part, ascending
  std::vector<Slide> slides;           ///< one or more slides; only the last slides without end
  std::optional<std::size_t> staying;  ///< the stage of the pieces that stay; empty: they are done
  std::optional<std::size_t> removed;  ///< the stage of the pieces that slide away; empty: done
};

}  // namespace dlx::lattice
