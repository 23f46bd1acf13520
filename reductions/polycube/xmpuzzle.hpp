#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dlx/core/text_error.hpp"
#include "reductions/polycube/collection.hpp"

namespace dlx::polycube {

/// Reads the XML of BurrTools (.xmpuzzle, already decompressed), versions 1 and 2, on its five
/// grids (lattice::Grid): every problem with its pieces, their numbers and ranges, cells that may
/// stay empty, limits on holes, colours, groups, saved assemblies with their separations, and saved
/// counts. For an interrupted search, only its presence is noted. Names that are not UTF-8 are
/// taken for Latin-1.
///
/// A puzzle in a flat target may turn its pieces over, as there. Throws TextError for whatever is
/// not as it should be.
[[nodiscard]] Collection read_xmpuzzle(std::string_view text);

/// Writes version 2 of that format, with every saved assembly, the stated counts and the state. An
/// interrupted search cannot be written, so such a puzzle is written as unsolved and without the
/// counts reached by then. Throws std::invalid_argument if a saved placement is not a turn of its
/// piece. Also throws it for facts that the format cannot say: colours past 63, pieces that have
/// several shapes, may not be turned freely or have no greatest number of copies, the grid of
/// hexagons, several grids. And for text that is too large to be read again.
[[nodiscard]] std::string write_xmpuzzle(const Collection& collection);

/// Makes changes to one puzzle in the text of such a file, given by its position, and keeps
/// everything else as it is spelled: separations, groups, hotspots, weights, comments, other
/// puzzles and unknown elements. `named`: that puzzle as read_xmpuzzle() has read it from this
/// text. Throws std::invalid_argument if an added placement is not a turn of its piece.
[[nodiscard]] std::string update_xmpuzzle(std::string_view text, std::size_t position,
                                          const NamedPuzzle& named, const Changes& changes);

}  // namespace dlx::polycube
