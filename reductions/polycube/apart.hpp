#pragma once

#include "dlx/core/symmetry.hpp"
#include "reductions/polycube/disassembly.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// Takes an assembly of a puzzle apart, whose pieces may be in groups. Where copies of a piece may
/// be in several groups, every way to distribute them is tried; the least level counts. The pieces
/// of the result are those of the assembly, in its order.
[[nodiscard]] Disassembly take_apart(Disassembler& disassembler, const Puzzle& puzzle,
                                     const Assembly& assembly);

/// Which assemblies BurrTools takes for the same: those up to rotations of the target and, if every
/// piece is its own mirror image or has its partner among the pieces, up to reflections.
[[nodiscard]] UpTo as_burrtools(const Model& model);

}  // namespace dlx::polycube
