#pragma once

#include <string_view>

#include "reductions/polycube/polycube.hpp"

/// Pentominoes, flat or solid, in any region: a puzzle of polycubes, built, decoded and drawn
/// there.
namespace dlx::pentominoes {

/// The letters of the twelve, after S. W. Golomb and J. H. Conway's usage of F I L N P T U V W X Y
/// Z.
inline constexpr std::string_view letters = "FILNPTUVWXYZ";

/// The pentomino of that letter. Throws std::invalid_argument for other characters.
[[nodiscard]] polycube::Piece piece(char letter);

/// The pieces named in `pieces`, for example "FILNPTUVWXYZ", "PUY" or "20*Y": letters, each with a
/// number of copies and '*' before it or standing once for every time it occurs.
[[nodiscard]] polycube::Puzzle puzzle(lattice::Cells region, std::string_view pieces = letters);

/// polycube::build() of that puzzle; decode() and draw() are those of polycubes.
[[nodiscard]] polycube::Model build(lattice::Cells region, std::string_view pieces = letters);

}  // namespace dlx::pentominoes
