#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reductions/polycube/disassembly.hpp"

namespace dlx::polycube {

/// Replays the slides of the stages on the full cells of all pieces, one unit step after another,
/// and returns every fault, in words; empty: the stages take the assembly apart. Stages end with
/// single pieces and with pieces of one group. `pieces`, `groups`: as Disassembler::analyse() takes
/// them. Shares no code with the search.
[[nodiscard]] std::vector<std::string> replay_faults(std::span<const lattice::Cells> pieces,
                                                     std::span<const Stage> stages,
                                                     std::span<const std::uint32_t> groups = {});

}  // namespace dlx::polycube
