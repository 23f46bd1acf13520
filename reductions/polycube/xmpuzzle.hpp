#pragma once

#include <string>
#include <string_view>

#include "reductions/polycube/collection.hpp"
#include "reductions/text_error.hpp"

namespace dlx::polycube {

/// Reads the XML of BurrTools (.xmpuzzle, already decompressed), versions 1 and 2, on the grid of
/// cubes: every problem with its pieces, their numbers and ranges, cells that may stay empty,
/// limits on holes, colours, and saved assemblies. Left out are disassemblies, groups and a search
/// that was saved half done. Names that are not UTF-8 are taken for Latin-1.
///
/// A puzzle in a flat target may turn its pieces over, as there. Throws TextError for other grids,
/// by name, and for whatever is not as it should be.
[[nodiscard]] Collection read_xmpuzzle(std::string_view text);

/// Writes version 2 of that format, with every saved assembly. Throws std::invalid_argument if a
/// saved placement is no turn of its piece, for what the format cannot say (colours past 63, pieces
/// that have several shapes, must stay flat or have no greatest number of copies), and for what is
/// too large to be read again.
[[nodiscard]] std::string write_xmpuzzle(const Collection& collection);

}  // namespace dlx::polycube
