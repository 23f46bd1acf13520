#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Sets of pieces that fill a box, found without any code of the project: placements by matrices,
/// assemblies by filling the first empty cell, classes by comparing assemblies.
namespace dlx::test {

using OwnCell = std::array<int, 3>;
using OwnCells = std::vector<OwnCell>;

struct OwnPiece {
  std::string name;
  OwnCells cells;
  int least = 0;
  int most = 1;
};

struct OwnDesign {
  std::array<int, 3> sides{};
  std::vector<OwnPiece> pieces;
  OwnCells optional = {};  ///< cells beside the box that may stay empty; own_sets() takes none

  /// In the format of dlx design.
  [[nodiscard]] std::string to_text() const;
};

/// The number of assemblies of each set that has some, up to the rotations of the box. `mirrors`:
/// of each set that has the mirror images of its pieces up to reflections, and of two sets that are
/// mirror images the greater.
[[nodiscard]] std::map<std::vector<int>, std::uint64_t> own_sets(const OwnDesign& design,
                                                                 bool mirrors);

/// The ways to place all pieces of a set but one so that the last does not fit, for each of the
/// set's assemblies, rounded. Tries all placements of each piece.
[[nodiscard]] std::uint64_t own_near_solutions(const OwnDesign& design,
                                               const std::vector<int>& set);

}  // namespace dlx::test
