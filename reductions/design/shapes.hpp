#pragma once

#include <cstdint>
#include <vector>

#include "reductions/lattice/lattice.hpp"

/// Families of pieces made of cubes.
namespace dlx::design {

using lattice::Cell;
using lattice::Cells;

/// The first of the 24 ways to turn a piece, with its least coordinates at 0: the same for two
/// pieces that a rotation takes to each other, and for no others.
[[nodiscard]] Cells canonical(const Cells& cells);

/// All polycubes of a number of cells, canonical and in order: one-sided, so that mirror images are
/// two pieces. There are 1, 1, 2, 8, 29, 166, 1023, 6922 (OEIS A000162). Throws
/// std::invalid_argument unless 1 <= cells <= 8.
[[nodiscard]] std::vector<Cells> polycubes(std::uint32_t cells);

/// All pieces of burrs of six sticks 2 x 2 x `length`, canonical and in order. In the middle of a
/// stick 8 cells of its upper half and the inner 4 of its lower half may be missing; what is left
/// must hold together. There are 837 of each length from 6 on; mirror images are two. Throws
/// std::invalid_argument unless the length is even and from 6 to 20.
[[nodiscard]] std::vector<Cells> burr_sticks(std::uint32_t length);

}  // namespace dlx::design
