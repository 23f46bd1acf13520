#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dlx/core/text_error.hpp"
#include "reductions/polycube/collection.hpp"

namespace dlx::polycube {

/// Reads the XML of BurrTools (.xmpuzzle, already decompressed), versions 1 and 2. Supports the
/// five grids of BurrTools (lattice::Grid). The result contains every problem with its pieces,
/// their numbers and ranges, cells that may stay empty, limits on holes, colours and groups. The
/// result also contains saved assemblies with their separations, and saved counts. If the file
/// contains an interrupted search, the result only records this fact. Names that are not UTF-8 are
/// read as Latin-1.
///
/// As in BurrTools, pieces may be turned over in a flat target. Throws TextError for anything that
/// is not valid.
[[nodiscard]] Collection read_xmpuzzle(std::string_view text);

/// Writes version 2 of the .xmpuzzle format, with every saved assembly, the stated counts and the
/// state. An interrupted search cannot be written. A puzzle with such a search is written as
/// unsolved and without its counts. Throws std::invalid_argument if a saved placement is not a
/// turned copy of its piece. Also throws std::invalid_argument for properties that the format
/// cannot express. The format has no colours greater than 63, no grid of hexagons, and only one
/// grid for all puzzles. The format has no pieces with several shapes, with restricted turns, or
/// without a greatest number of copies. Also throws std::invalid_argument if the text is too large
/// to be read again.
[[nodiscard]] std::string write_xmpuzzle(const Collection& collection);

/// Changes one puzzle in the text of an .xmpuzzle file. `position` is the index of the puzzle in
/// the file. Everything else is kept exactly as it is written: separations, groups, hotspots,
/// weights, comments, other puzzles and unknown elements. `named` is the puzzle as read_xmpuzzle()
/// read it from this text. Throws std::invalid_argument if an added placement is not a turned copy
/// of its piece.
[[nodiscard]] std::string update_xmpuzzle(std::string_view text, std::size_t position,
                                          const NamedPuzzle& named, const Changes& changes);

}  // namespace dlx::polycube
