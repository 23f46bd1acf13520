#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "reductions/lattice/lattice.hpp"

/// How bodies made of cells are taken apart by sliding.
namespace dlx::lattice {

/// One move: some of the pieces slide together along an axis.
struct Slide {
  std::vector<std::uint32_t> pieces;  ///< that slide, ascending; neither none nor all of the part
  Cell direction;              ///< one step: a unit vector; on other grids than that of cubes one
                               ///< of slide_directions(), or its opposite
  std::uint32_t distance = 0;  ///< number of steps, at least 1; 0: without end
};

/// How one part of an assembly, two or more pieces that are still together, falls into two. The
/// last slide is without end and separates the pieces that slide from those that stay.
struct Stage {
  std::vector<std::uint32_t> pieces;   ///< of the part, ascending
  std::vector<Slide> slides;           ///< at least one; only the last is without end
  std::optional<std::size_t> staying;  ///< the stage of the pieces that stay; empty: they are done
  std::optional<std::size_t> removed;  ///< the stage of the pieces that slide away; likewise
};

}  // namespace dlx::lattice
