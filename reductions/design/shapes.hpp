#pragma once

#include <cstdint>
#include <vector>

#include "reductions/lattice/lattice.hpp"

/// Functions that list all pieces of one type, such as all polycubes of a given size.
namespace dlx::design {

using lattice::Cell;
using lattice::Cells;

/// The first of the 24 orientations of a piece, with its least coordinates at 0. Two pieces have
/// equal results if and only if a rotation takes one to the other.
[[nodiscard]] Cells canonical(const Cells& cells);

/// All polycubes of a number of cells, canonical and sorted. Mirror images count as two pieces
/// ("one-sided"). For 1 to 8 cells there are 1, 1, 2, 8, 29, 166, 1023 and 6922 polycubes (OEIS
/// A000162). Throws std::invalid_argument unless 1 <= cells <= 8.
[[nodiscard]] std::vector<Cells> polycubes(std::uint32_t cells);

/// All pieces of six-piece burrs made of sticks 2 x 2 x `length`, canonical and sorted. From the
/// middle of a stick, 8 cells of the upper half and the inner 4 cells of the lower half may be
/// removed. The remaining cells must be connected. There are 837 pieces for each length of at least
/// 6; mirror images count as two. Throws std::invalid_argument unless the length is even and from 6
/// to 20.
[[nodiscard]] std::vector<Cells> burr_sticks(std::uint32_t length);

}  // namespace dlx::design
