// The pieces of a cube back into their tray, against a packing that fills the first empty cell.

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "reductions/faces/happy_cubes.hpp"
#include "tests/reductions/own_faces.hpp"

namespace dlx::test {
namespace {

OwnPuzzle own_tray(const OwnHappyCube& cube, bool turn_over) {
  OwnPuzzle puzzle;
  puzzle.flat_turns = !turn_over;
  for (const std::string& rows : cube.pieces) {
    const Bitmap piece = bitmap(rows);
    Shape shape;
    for (int x = 0; x < 5; ++x) {
      for (int y = 0; y < 5; ++y) {
        if (piece[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]) {
          shape.push_back({x, y, 0});
        }
      }
    }
    puzzle.pieces.push_back({.shape = shape});
  }
  for (int x = 0; x < 15; ++x) {
    for (int y = 0; y < 11; ++y) {
      if (cube.tray[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '0') {
        puzzle.target.push_back({x, y, 0});
      }
    }
  }
  return puzzle;
}

TEST_CASE("the trays: 2 solutions, of orange and purple 1") {
  const std::vector<std::size_t> expected = {2, 2, 2, 1, 2, 1};  // in the order of the file
  for (std::size_t i = 0; i < 6; ++i) {
    const OwnHappyCube& cube = own_happy_cubes()[i];
    const faces::HappyCube& sold = faces::happy_cubes()[i];
    INFO(cube.colour);
    for (const bool turn_over : {true, false}) {
      const OwnPuzzle own = own_tray(cube, turn_over);
      CHECK(own.target.size() == 98);
      const auto wanted = own_assemblies(own);
      const auto found =
          found_assemblies(polycube::build(faces::tray_puzzle(sold.pieces, sold.tray, turn_over)));
      CHECK(found == wanted);
      if (turn_over) CHECK(found.size() == expected[i]);
    }
  }
}

TEST_CASE("the pieces of another cube do not fit, or as the brute force says") {
  for (std::size_t i = 0; i < 6; ++i) {
    const OwnHappyCube& pieces = own_happy_cubes()[i];
    const OwnHappyCube& tray = own_happy_cubes()[(i + 1) % 6];
    const OwnHappyCube mixed{pieces.colour, pieces.pieces, tray.tray};
    const auto found = found_assemblies(polycube::build(faces::tray_puzzle(
        faces::happy_cubes()[i].pieces, faces::happy_cubes()[(i + 1) % 6].tray, true)));
    CHECK(found == own_assemblies(own_tray(mixed, true)));
  }
}

}  // namespace
}  // namespace dlx::test
