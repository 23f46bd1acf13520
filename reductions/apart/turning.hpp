#pragma once

#include <cstdint>
#include <span>

#include "reductions/apart/disassembly.hpp"
#include "reductions/lattice/lattice.hpp"

/// Taking an assembly of cubes apart by slides and, where these are not enough, by quarter turns.
namespace dlx::apart {

/// Where an analysis with turns gives up, unless told otherwise: a state takes some hundred times
/// as long as without turns.
inline constexpr std::uint64_t most_turned_states = 100'000;

/// Takes assemblies apart that Disassembler leaves whole.
///
/// A move is a slide, as defined for Disassembler, or a quarter turn. In a quarter turn a set of
/// pieces, neither none nor all, turns by 90 degrees while the others stay. The axis is parallel to
/// x, y or z, through corners or centres of cells. On the way bodies may touch and not overlap;
/// that is decided exactly. The axis is at most as far from the centre of each cell of the part, in
/// either coordinate across the axis, as the assembly is long (at most TurnMoves::farthest). A half
/// turn is two moves. Separations are slides.
///
/// A part turns only if slides alone do not separate it. The number of moves of each stage is then
/// the least: of slides if these are enough, otherwise of slides and turns together. Of equally
/// short separations the first is taken, so numbers after the first need not be the least.
///
/// All moves are reversible, and a move of some pieces is also a move of each subset of them,
/// because all parts have the assembly's reach of axes. So again, if a part cannot be separated,
/// the assembly stays whole. The verdict that it stays whole is proved, for these moves. Turns by
/// other angles, about other axes or with a slide at once are not tried.
///
/// In a part, one piece never moves: the first piece with the most cells.
class TurningDisassembler : public Disassembler {
 public:
  /// Limits hold for each assembly; separations are not compared.
  explicit TurningDisassembler(const DisassemblyLimits& limits = {.states = most_turned_states});

 private:
  class TurningSearch;
};

/// Whether some stage has a turn.
[[nodiscard]] bool has_turns(std::span<const Stage> stages) noexcept;

}  // namespace dlx::apart
