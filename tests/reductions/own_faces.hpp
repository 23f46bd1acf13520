#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/reductions/own_polycubes.hpp"
#include "tests/support/random.hpp"

/// A second way to foam pieces and the cubes they make, which shares nothing with reductions/faces:
/// pieces as pictures, panels by where they begin and which way they run, pieces put down panel
/// after panel as sets of cells in space, classes by turning all those cells.
namespace dlx::test {

/// Rows from the top, cells from the left.
using Bitmap = std::array<std::array<bool, 5>, 5>;

/// Five rows of 0 and 1 between '/'.
[[nodiscard]] Bitmap bitmap(const std::string& rows);
/// What 16 characters say: clockwise from the top left corner, with the middle filled.
[[nodiscard]] Bitmap bitmap_of_word(const std::string& word);
[[nodiscard]] std::string word_of(const Bitmap& piece);
[[nodiscard]] Bitmap turned_right(const Bitmap& piece);
/// Left and right exchanged.
[[nodiscard]] Bitmap turned_over(const Bitmap& piece);
/// Each once.
[[nodiscard]] std::set<Bitmap> own_ways(const Bitmap& piece, bool turn_over);
[[nodiscard]] int cells_in(const Bitmap& piece);

struct OwnPanel {
  std::string name;
  std::array<std::array<Point, 5>, 5> cells;
  [[nodiscard]] Shape covered(const Bitmap& piece) const;
};

/// The panels on a cube of side² panels a face.
[[nodiscard]] std::vector<OwnPanel> own_shell(int side);
/// All cells of panels, each once.
[[nodiscard]] std::set<Point> cells_of(const std::vector<OwnPanel>& panels);

/// What panels are to be covered with. Pieces of a set that look the same are not told apart.
struct OwnFaces {
  std::vector<OwnPanel> panels;
  std::vector<Bitmap> pieces;          // as many as panels, or more
  std::vector<std::string> sets = {};  // pieces of two sets are told apart
  bool turn_over = true;
  /// For the first panels: the piece, and how it lies.
  std::vector<std::pair<std::uint32_t, Bitmap>> given;
};

/// For every panel the piece, the first of those that look like it, and how it lies.
using Filling = std::vector<std::pair<std::uint32_t, Bitmap>>;

/// Every way to fill every cell exactly once.
[[nodiscard]] std::set<Filling> own_fillings(const OwnFaces& puzzle);

/// The first piece of its set that looks like each.
[[nodiscard]] std::vector<std::uint32_t> own_kinds(const std::vector<Bitmap>& pieces,
                                                   bool turn_over,
                                                   const std::vector<std::string>& sets = {});

/// Pieces as sets of cells in space.
using OwnSolid = std::set<std::pair<std::uint32_t, Shape>>;
[[nodiscard]] OwnSolid solid(const std::vector<OwnPanel>& panels, const Filling& filling);
/// The least of the images of a solid around the centre of the cube of this side.
[[nodiscard]] OwnSolid least_image(const OwnSolid& solid, int side,
                                   const std::vector<Matrix>& turns);

/// The six cubes as they are sold: colour, pieces, tray.
struct OwnHappyCube {
  std::string colour;
  std::vector<std::string> pieces;
  std::vector<std::string> tray;
};
[[nodiscard]] const std::vector<OwnHappyCube>& own_happy_cubes();

enum class Cut {
  any,      // every shared cell goes to one of its panels at random
  regular,  // sides that read the same both ways
  turned,   // the same, carried on by a rotation of the cube: pieces that look the same
};

/// The panels' pieces in a random complete cube of side 1.
[[nodiscard]] std::vector<Bitmap> cut_cube(Random& random, Cut cut);

}  // namespace dlx::test
