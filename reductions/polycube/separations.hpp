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

/// Separations in files of BurrTools. For each part of an assembly they have the places of its
/// pieces after each move, and below it the separations of the two parts that it falls into.
namespace dlx::polycube {

/// The stages of a separation that a file holds.
struct SavedStages {
  std::vector<lattice::Stage> stages = {};  ///< stages in pre-order; empty: there are none
  std::string fault = {};                   ///< why a separation cannot be replayed; empty: it can
};

/// Reads an element `separation` of a puzzle on a grid. `places`: for each piece number of the file
/// the position of that piece in its assembly, or -1 if the assembly lacks it. Does not check
/// whether the slides are possible.
[[nodiscard]] SavedStages read_separation(const pugi::xml_node& node,
                                          std::span<const std::int64_t> places, lattice::Grid grid);

/// A piece of an assembly as a file has it.
struct NumberedPiece {
  std::uint32_t number = 0;  ///< number in the file, unused copies counted
  lattice::Cell at;          ///< its position at the start
};

/// Writes stages as an element `separation` below a node, the `solution`. `pieces`: by their
/// positions in the assembly. `blanks`: the blanks before each line, a line's end and an
/// indentation; empty: all is one line. Throws std::bad_alloc.
void add_separation(pugi::xml_node& solution, std::span<const lattice::Stage> stages,
                    std::span<const NumberedPiece> pieces, const std::string& blanks);

}  // namespace dlx::polycube
