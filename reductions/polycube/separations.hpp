#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/slides.hpp"

namespace pugi {
class xml_node;
}

/// Separations in files of BurrTools. For each part of an assembly, the file lists the positions of
/// its pieces after each move. The separations of the two resulting parts are nested inside the
/// separation of the part.
namespace dlx::polycube {

/// The separation of an assembly, as read from a file.
struct SavedStages {
  /// The stages, each of which separates a part into two; in pre-order.
  std::vector<lattice::Stage> stages = {};
  std::string fault = {};  ///< reason why the separation cannot be replayed; may be empty
};

/// Reads an element `separation` of a puzzle on a grid. `places` has, for each piece number of the
/// file, the position of that piece in its assembly, or -1 if the assembly does not have the piece.
/// The function does not check whether the slides are possible.
[[nodiscard]] SavedStages read_separation(const pugi::xml_node& node,
                                          std::span<const std::int64_t> places, lattice::Grid grid);

/// A piece of an assembly, as a file numbers it.
struct NumberedPiece {
  /// Number of the piece in the file, where unused copies are counted, too.
  std::uint32_t number = 0;
  lattice::Cell at;  ///< position of the piece before the first move
};

/// Writes stages, which must not contain turns, as an element `separation` inside a node
/// `solution`. `pieces` has one piece for each position in the assembly. `blanks` is the text
/// before each line, which is a line end and an indentation. If `blanks` is empty, everything is
/// written on one line. Throws std::bad_alloc.
void add_separation(pugi::xml_node& solution, std::span<const lattice::Stage> stages,
                    std::span<const NumberedPiece> pieces, const std::string& blanks);

}  // namespace dlx::polycube
