#pragma once

#include "reductions/lattice/slides.hpp"

/// Quarter turns replayed in small angles. The replay shares no code with the search that finds the
/// turns.
namespace dlx::apart {

/// Returns whether a turn maps cells to cells: its axis is parallel to x, y or z and goes through
/// corners or centres of cells.
[[nodiscard]] bool is_quarter_turn(const lattice::QuarterTurn& turn);

/// Returns the cell to which a turn moves a cell.
[[nodiscard]] lattice::Cell replayed(const lattice::QuarterTurn& turn, const lattice::Cell& cell);

/// Returns whether a turning cell overlaps a cell that stays, at one of many angles of a turn. The
/// last angle is included. The angles have rational sines and cosines, so each comparison is exact:
/// cells that touch do not overlap. There are 360 angles. For cells far from the axis, the number
/// of angles is four times the square of the farthest corner's distance, in halves of a cell. So
/// the shortest overlap lasts longer than a step from one angle to the next.
[[nodiscard]] bool collides_on_turn(const lattice::QuarterTurn& turn, const lattice::Cell& turning,
                                    const lattice::Cell& standing);

}  // namespace dlx::apart
