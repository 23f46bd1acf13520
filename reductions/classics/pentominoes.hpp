#pragma once

#include <cstdint>
#include <optional>
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

/// The letters of pentominoes that are not their own mirror images in the plane.
inline constexpr std::string_view one_sided_letters = "FLNPYZ";

/// All pentominoes as pieces that are not turned over, each one-sided letter beside its mirror
/// image.
inline constexpr std::string_view one_sided_set = "FF'ILL'NN'PP'TUVWXYY'ZZ'";

/// The pieces named in `pieces`, for example "FILNPTUVWXYZ", "PUY", "20*Y" or "LL'": letters, each
/// with a number of copies and '*' before it or standing once for every time it occurs. "0..4*L" is
/// a range of copies, "*L" any number. An apostrophe after a one-sided letter makes the piece its
/// mirror image. polycube::build() makes a model of the pieces; use decode() and draw() of
/// polycubes.
[[nodiscard]] polycube::Puzzle puzzle(lattice::Cells region, std::string_view pieces = letters);

/// Lets cells of the region stay empty: a number of them ("4"), or a block of rows and columns
/// ("2x2"), which becomes a piece with the name ".", as cells do where copies are ranges. Throws
/// std::invalid_argument for other words, and if the pieces leave another number of cells empty.
void leave_empty(polycube::Puzzle& puzzle, std::string_view gaps);

/// Keeps pieces at the places in words such as "X at 2,2; I at 1,1": the least row and column that
/// the piece covers, counted from 1 in the region, in a solid region after the layer. Throws
/// std::invalid_argument for other words, and for pieces that are not used exactly once.
void place(polycube::Puzzle& puzzle, std::string_view words);

/// How many cells the pieces leave empty, including the cells of leave_empty(). Nothing if that
/// depends on the copies, or if the pieces are too large.
[[nodiscard]] std::optional<std::uint64_t> cells_left(const polycube::Puzzle& puzzle);

}  // namespace dlx::classics::pentominoes
