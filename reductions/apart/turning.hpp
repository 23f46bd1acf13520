#pragma once

#include <cstdint>
#include <span>

#include "reductions/apart/disassembly.hpp"
#include "reductions/lattice/lattice.hpp"

/// Takes assemblies of cubes apart by slides and, if slides are not enough, by quarter turns.
namespace dlx::apart {

/// The default limit on states for an analysis with turns. Examining a state with turns takes some
/// hundred times as long as examining it without turns.
inline constexpr std::uint64_t most_turned_states = 100'000;

/// Whether quarter turns are tried, and where the pieces may stop.
enum class Turns : std::uint8_t {
  none,       ///< slides only
  at_cells,   ///< pieces stop only where their cells are cells of the lattice
  at_halves,  ///< pieces also stop halfway between two positions at cells, along any axes
};

/// Takes apart assemblies that Disassembler cannot take apart.
///
/// A move is a slide, as defined for Disassembler, or a quarter turn. In a quarter turn a set of
/// pieces, neither none nor all, turns by 90 degrees while the others stay. The axis is parallel to
/// x, y or z, through corners or centres of cells. During the turn bodies may touch, but not
/// overlap; this is decided exactly. The distance of the axis from the centre of each cell of the
/// part is limited by the length of the assembly and by TurnMoves::farthest. These two limits apply
/// to each of the two coordinates across the axis. A half turn is two moves. The move that
/// separates a part is always a slide.
///
/// Turns are tried only for a part that slides alone do not separate. The number of moves of each
/// stage is the least possible: with slides only if these are enough, otherwise with slides and
/// turns together. If several separations of a part are equally short, the first is used. So the
/// first number of the level is the least possible, but later numbers need not be.
///
/// All moves are reversible. A move of some pieces is also a move of each subset of these pieces,
/// because all parts of an assembly have the same limit on axes. So if a part cannot be separated,
/// the assembly does not come apart. The verdict Verdict::stays_whole is proved for slides and
/// these quarter turns only. Turns by other angles, about other axes or combined with a slide are
/// not tried.
///
/// In each part, the piece with the most cells never moves (the first such piece, if there are
/// several).
///
/// With Turns::at_halves, each cell is divided into eight cells of half its side, and these cells
/// are taken apart. Slides alone never need half cells: if all coordinates are rounded down,
/// positions without overlap become positions without overlap. But a bar of two cells that turns
/// about its middle ends at half a cell.
class TurningDisassembler : public Disassembler {
 public:
  /// The limits are applied to each assembly. Equally short separations are not compared. Throws
  /// std::invalid_argument for Turns::none.
  explicit TurningDisassembler(const DisassemblyLimits& limits = {.states = most_turned_states},
                               Turns turns = Turns::at_cells);

 private:
  class TurningSearch;
};

/// Whether some stage contains a rotation of pieces.
[[nodiscard]] bool has_turns(std::span<const Stage> stages) noexcept;

}  // namespace dlx::apart
