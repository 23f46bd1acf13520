#pragma once

#include <string_view>

#include "reductions/polycube/polycube.hpp"

/// Pentominoes, flat or solid, in any region: a puzzle of polycubes, built, decoded and drawn
/// there.
namespace dlx::classics::pentominoes {

/// The letters of the twelve, after S. W. Golomb and J. H. Conway's usage of F I L N P T U V W X Y
/// Z.
inline constexpr std::string_view letters = "FILNPTUVWXYZ";

/// The pentomino of that letter. Throws std::invalid_argument for other characters.
[[nodiscard]] polycube::Piece piece(char letter);

/// Those that are not their own mirror images in the plane.
inline constexpr std::string_view one_sided_letters = "FLNPYZ";

/// The pieces named in `pieces`, for example "FILNPTUVWXYZ", "PUY", "20*Y" or "LL'": letters, each
/// with a number of copies and '*' before it or standing once for every time it occurs. An
/// apostrophe after a one-sided letter makes the piece its mirror image. They become a model by
/// polycube::build(); decode() and draw() are those of polycubes.
[[nodiscard]] polycube::Puzzle puzzle(lattice::Cells region, std::string_view pieces = letters);

}  // namespace dlx::classics::pentominoes
