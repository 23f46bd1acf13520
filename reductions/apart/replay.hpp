#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reductions/apart/disassembly.hpp"

namespace dlx::apart {

/// Replays the slides of the stages on the full cells of all pieces, one unit step after another,
/// and turns at many angles, and returns every fault, in words; empty: the stages take the assembly
/// apart. Stages end with single pieces and with pieces of one group. `pieces`, `groups`: as
/// Disassembler::analyse() takes them, on `grid`. Shares no code with the search.
[[nodiscard]] std::vector<std::string> replay_faults(std::span<const lattice::Cells> pieces,
                                                     std::span<const Stage> stages,
                                                     std::span<const std::uint32_t> groups = {},
                                                     lattice::Grid grid = lattice::Grid::cubes);

/// Returns whether a cell of a grid runs into another, which stays, while it slides by a
/// translation of the lattice. Exact: the insides of their bodies meet on the way.
[[nodiscard]] bool runs_into(lattice::Grid grid, const lattice::Cell& sliding,
                             const lattice::Cell& staying, const lattice::Cell& step);

}  // namespace dlx::apart
