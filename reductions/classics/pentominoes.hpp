#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reductions/polycube/polycube.hpp"

/// Pentominoes, flat or solid, in any region. Pentomino puzzles are polycube puzzles, so the
/// functions of polycube.hpp build, decode and draw them.
namespace dlx::classics::pentominoes {

/// The letters of the twelve pentominoes, as Golomb and Conway use them.
inline constexpr std::string_view letters = "FILNPTUVWXYZ";

/// The pentomino that a letter names. Throws std::invalid_argument for other characters.
[[nodiscard]] polycube::Piece piece(char letter);

/// The letters of pentominoes that are not their own mirror images in the plane.
inline constexpr std::string_view one_sided_letters = "FLNPYZ";

/// All pentominoes as pieces that are not turned over, each one-sided letter beside its mirror
/// image.
inline constexpr std::string_view one_sided_set = "FF'ILL'NN'PP'TUVWXYY'ZZ'";

/// The pieces named in `pieces`, for example "FILNPTUVWXYZ", "PUY", "20*Y" or "LL'": letters, each
/// with a number of copies and '*' before it. A letter without a number may be repeated, and each
/// occurrence is one copy. "0..4*L" means 0 to 4 copies of L, and "*L" any number of copies. An
/// apostrophe after a one-sided letter means the mirror image of the piece. polycube::build() makes
/// a model of the pieces; use decode() and draw() of polycubes.
[[nodiscard]] polycube::Puzzle puzzle(lattice::Cells region, std::string_view pieces = letters);

}  // namespace dlx::classics::pentominoes
