#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reductions/apart/disassembly.hpp"

namespace dlx::apart {

/// Replays the stages and describes every fault in words. If the result is empty, the stages take
/// the assembly apart. Slides are replayed with all cells of all pieces, one unit step after
/// another, and turns at many angles. The parts that are not separated further must be single
/// pieces, or pieces of one group. `pieces` and `groups` have the meaning that they have in
/// Disassembler::analyse(), and the cells are cells of `grid`. The replay shares no code with the
/// search.
[[nodiscard]] std::vector<std::string> replay_faults(std::span<const lattice::Cells> pieces,
                                                     std::span<const Stage> stages,
                                                     std::span<const std::uint32_t> groups = {},
                                                     lattice::Grid grid = lattice::Grid::cubes);

/// Returns whether a sliding cell of a grid collides with a cell that stays. The sliding cell moves
/// by `step`, a translation of the lattice. The test is exact: cells collide if the insides of
/// their bodies meet during the slide.
[[nodiscard]] bool runs_into(lattice::Grid grid, const lattice::Cell& sliding,
                             const lattice::Cell& staying, const lattice::Cell& step);

}  // namespace dlx::apart
