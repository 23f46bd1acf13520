// The sets of polyforms in data/polyforms, and how often they fill figures.

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "dlx/io/input.hpp"
#include "reductions/polycube/formats.hpp"
#include "tests/reductions/verified_classes.hpp"

namespace dlx::test {
namespace {

using lattice::Alike;
using lattice::Cells;
using lattice::Grid;
using lattice::Lattice;
using polycube::Puzzle;

Puzzle puzzle_of(const std::string& name) {
  io::Input input = io::Input::open(std::string(DLX_DATA_POLYFORMS) + "/" + name);
  const std::string text(input.rest());
  CHECK(polycube::sign_of(text) == polycube::Format::triples);
  Puzzle puzzle = polycube::read_triples(text).puzzles.at(0).puzzle;
  const Puzzle again = polycube::read_triples(polycube::write_triples(puzzle)).puzzles.at(0).puzzle;
  CHECK(again.grid == puzzle.grid);
  CHECK(again.target == puzzle.target);
  return puzzle;
}

/// The pieces of a puzzle are all free polyforms of that many cells.
void check_pieces(const Puzzle& puzzle, Grid grid, std::size_t cells) {
  CHECK(puzzle.grid == grid);
  std::set<Cells> pieces;
  for (const auto& piece : puzzle.pieces) pieces.insert(piece.cells);
  const auto all = lattice::polyforms(Lattice::of(grid), cells, Alike::reflections, true);
  CHECK(pieces == std::set<Cells>(all.begin(), all.end()));
}

TEST_CASE("the seven tetrahexes fill four rows of seven in 9 ways") {
  // David Goodger, Polyform Puzzler, https://puzzler.sourceforge.net/
  const Puzzle puzzle = puzzle_of("tetrahexes_4x7.txt");
  check_pieces(puzzle, Grid::hexagons, 4);
  CHECK(verified_classes(polycube::build(puzzle), UpTo::reflections) == 9);
}

TEST_CASE("the twelve hexiamonds fill a parallelogram in 74 ways, a rhombus in 156") {
  // David Goodger, Polyform Puzzler, https://puzzler.sourceforge.net/docs/hexiamonds.html
  const Puzzle parallelogram = puzzle_of("hexiamonds_4x9.txt");
  check_pieces(parallelogram, Grid::triangles, 6);
  const Puzzle rhombus = puzzle_of("hexiamonds_6x6.txt");
  check_pieces(rhombus, Grid::triangles, 6);
#ifndef DLX_SANITIZE
  CHECK(verified_classes(polycube::build(parallelogram), UpTo::reflections) == 74);
  CHECK(verified_classes(polycube::build(rhombus), UpTo::reflections) == 156);
#endif
}

TEST_CASE("nine rods of spheres fill a tetrahedron in one way") {
  const Puzzle puzzle = puzzle_of("sphere_rods.txt");
  CHECK(puzzle.grid == Grid::spheres);
  CHECK(puzzle.target.size() == 35);
  CHECK(verified_classes(polycube::build(puzzle), UpTo::rotations) == 1);
  CHECK(verified_classes(polycube::build(puzzle), UpTo::none) == 6);
}

/// How many sets of placements fill the target, by trying all sets: for pieces of one kind.
std::size_t by_trying_all(const polycube::Model& model) {
  const auto& placements = model.placements;
  REQUIRE(placements.size() < 20);
  std::size_t found = 0;
  for (std::uint32_t set = 0; set < 1U << placements.size(); ++set) {
    std::size_t cells = 0;
    std::set<lattice::Cell> filled;
    for (std::size_t i = 0; i < placements.size(); ++i) {
      if ((set >> i & 1U) == 0) continue;
      cells += placements[i].cells.size();
      filled.insert(placements[i].cells.begin(), placements[i].cells.end());
    }
    const auto& target = model.puzzle.target;
    if (cells == target.size() &&
        std::equal(filled.begin(), filled.end(), target.begin(), target.end()))
      ++found;
  }
  return found;
}

TEST_CASE(
    "four rhombohedra fill a rhombic dodecahedron in two ways, two halves a tetrahedron in three") {
  const Puzzle rhombohedra = puzzle_of("rhombohedra.txt");
  CHECK(rhombohedra.grid == Grid::rhombic);
  CHECK(rhombohedra.target.size() == 48);
  const auto four = polycube::build(rhombohedra);
  CHECK(verified_classes(four, UpTo::none) == 2);
  CHECK(verified_classes(four, UpTo::rotations) == 1);
  CHECK(by_trying_all(four) == 2);

  const Puzzle halves = puzzle_of("tetrahedron_halves.txt");
  CHECK(halves.grid == Grid::tetra_octahedra);
  CHECK(halves.target.size() == 12);  // four tetrahedra, and an octahedron in eighths
  const auto two = polycube::build(halves);
  CHECK(verified_classes(two, UpTo::none) == 3);
  CHECK(verified_classes(two, UpTo::rotations) == 1);
  CHECK(by_trying_all(two) == 3);
}

TEST_CASE("a grid stands before the target, once, by a name that there is") {
  const auto fault = [](const std::string& text) {
    try {
      static_cast<void>(polycube::read_triples(text));
    } catch (const TextError& e) {
      return std::to_string(e.line()) + ' ' + std::string(e.word()) + ' ' + e.what();
    }
    return std::string();
  };
  CHECK(fault("grid spheres\n000 110\nI 000 110\n").empty());
  CHECK(fault("| spheres\ngrid cubes\n000 110\nI 000 110\n").empty());
  CHECK_THAT(fault("grid spheers\n000\nI 000\n"),
             Catch::StartsWith("1 spheers ") && Catch::Contains("tetra-octahedra"));
  CHECK_THAT(fault("grid\n000\nI 000\n"), Catch::StartsWith("1 grid "));
  CHECK_THAT(fault("grid cubes\ngrid cubes\n000\nI 000\n"), Catch::Contains("a second grid"));
  CHECK_THAT(fault("turning no-flip\ngaps 1\nturning any\n000\nI 000\n"),
             Catch::StartsWith("3 turning ") && Catch::Contains("a second turning"));
  CHECK_THAT(fault("grid spheres\n000 100\nI 000\n"),
             Catch::StartsWith("2 100 ") && Catch::Contains("'spheres' has no cell 100"));
  CHECK_THAT(fault("grid rhombic\n120\nI 000\n"), Catch::StartsWith("3 000 "));
  // After the target it is the name of a piece.
  CHECK(polycube::read_triples("000\ngrid 000\n").puzzles.at(0).puzzle.pieces.at(0).name == "grid");
}

}  // namespace
}  // namespace dlx::test
