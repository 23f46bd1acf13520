#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "reductions/lattice/lattice.hpp"
#include "reductions/lattice/slides.hpp"

/// The rotations of the cube by number, and their products with quarter turns.
namespace dlx::apart {

/// The number of rotations of the cube.
inline constexpr std::size_t rotation_count = 24;

/// All rotations, the identity first.
[[nodiscard]] std::span<const lattice::Turn> rotations();

/// A quarter turn that maps cells to cells.
struct Quarter {
  lattice::Motion motion;  ///< the quarter turn as a motion of cells
  /// For each rotation, the number of that rotation followed by the turn.
  std::array<std::size_t, rotation_count> after;
};

/// Returns a quarter turn as a motion of cells and as a map of rotation numbers.
[[nodiscard]] Quarter quarter_of(const lattice::QuarterTurn& turn);

}  // namespace dlx::apart
