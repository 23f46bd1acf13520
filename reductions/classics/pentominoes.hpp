#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reductions/polycube/polycube.hpp"

/// Pentominoes, flat or solid, in any region. Pentomino puzzles are polycube puzzles, so the
/// functions of polycube.hpp build, decode and draw them.
namespace dlx::classics::pentominoes {

/// The letters of the twelve pentominoes, as S. W. Golomb and J. H. Conway use them: F I L N P T U
/// V W X Y Z.
inline constexpr std::string_view letters = "FILNPTUVWXYZ";

/// The pentomino of that letter. Throws std::invalid_argument for other characters.
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

/// Lets cells of the region stay empty: a number of cells ("4"), or a block of rows and columns
/// ("2x2"). The empty cells become a piece with the name "." if `gaps` is a block, or if copies of
/// pieces are ranges. Throws std::invalid_argument for other words, and if the pieces leave a
/// different number of cells empty.
void leave_empty(polycube::Puzzle& puzzle, std::string_view gaps);

/// Fixes pieces at given places, with words such as "X at 2,2; I at 1,1". The numbers are the least
/// row and the least column that the piece covers, counted from 1 in the region. In a solid region
/// the layer comes before them. Throws std::invalid_argument for other words, and for pieces that
/// are not used exactly once.
void place(polycube::Puzzle& puzzle, std::string_view words);

/// How many cells the pieces leave empty. Cells of leave_empty() count as empty. Returns nothing if
/// the number depends on the copies, or if the pieces are too large.
[[nodiscard]] std::optional<std::uint64_t> cells_left(const polycube::Puzzle& puzzle);

}  // namespace dlx::classics::pentominoes
