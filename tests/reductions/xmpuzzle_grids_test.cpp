// Files of BurrTools on other grids than that of cubes. The figures are those of BurrTools.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/io/input.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/burr_turns.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "tests/reductions/pictures.hpp"
#include "tests/reductions/verified_classes.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

using lattice::Cell;
using lattice::Cells;
using lattice::Grid;
using lattice::Isometry;
using lattice::Lattice;
using polycube::BurrTurns;
using polycube::Collection;
using polycube::Model;
using polycube::NamedPuzzle;
using polycube::Piece;
using polycube::Placement;
using polycube::Puzzle;

constexpr Grid burr_grids[] = {Grid::cubes, Grid::triangles, Grid::spheres, Grid::rhombic,
                               Grid::tetra_octahedra};

std::string text_of(const std::filesystem::path& path) {
  io::Input input = io::Input::open(path.string());
  std::string text;
  for (std::string_view line; input.next_line(line);) {
    text += line;
    text += '\n';
  }
  return text;
}

struct Row {
  std::string file;
  std::size_t grid = 0;
  std::size_t problem = 0;
  std::string assemblies;  // a number, or an error
};

std::vector<Row> shared_rows() {
  std::ifstream in(shared_path("xmpuzzle/GRIDS.tsv"));
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#' || line.starts_with("file\t")) continue;
    std::istringstream text(line);
    Row row;
    text >> row.file >> row.grid >> row.problem >> row.assemblies;
    rows.push_back(row);
  }
  REQUIRE_FALSE(rows.empty());
  return rows;
}

TEST_CASE("shared: puzzles on every grid have as many assemblies as BurrTools finds", "[.shared]") {
  for (const Row& row : shared_rows()) {
    CAPTURE(row.file, row.problem);
    const auto text = text_of(shared_path("xmpuzzle/" + row.file));
    const Collection collection = polycube::read_xmpuzzle(text);
    const NamedPuzzle& named = collection.puzzles.at(row.problem);
    CHECK(static_cast<std::size_t>(named.puzzle.grid) == row.grid);
    const Model model = polycube::build(named.puzzle);
    const std::uint64_t found = verified_classes(model, polycube::as_burrtools(model));
    // BurrTools reports a piece that can be placed nowhere, where there is no assembly.
    CHECK(std::to_string(found) == (row.assemblies == "error:" ? "0" : row.assemblies));
    for (const auto& saved : named.saved) {
      const auto faults = polycube::faults(model, saved);
      CAPTURE(faults);
      CHECK(faults.empty());
    }
  }
}

TEST_CASE("shared: puzzles on every grid are written as they were read", "[.shared]") {
  std::string last;
  for (const Row& row : shared_rows()) {
    if (row.file == last) continue;
    last = row.file;
    CAPTURE(row.file);
    const auto text = text_of(shared_path("xmpuzzle/" + row.file));
    const Collection collection = polycube::read_xmpuzzle(text);
    const std::string written = polycube::write_xmpuzzle(collection);
    const Collection again = polycube::read_xmpuzzle(written);
    REQUIRE(again.puzzles.size() == collection.puzzles.size());
    CHECK(polycube::write_xmpuzzle(again) == written);
    for (std::size_t p = 0; p < again.puzzles.size(); ++p) {
      const Model before = polycube::build(collection.puzzles[p].puzzle);
      const Model after = polycube::build(again.puzzles[p].puzzle);
      CHECK(after.placements.size() == before.placements.size());
      CHECK(again.puzzles[p].saved.size() == collection.puzzles[p].saved.size());
      for (const auto& saved : again.puzzles[p].saved) {
        CHECK(polycube::faults(after, saved).empty());
      }
    }
  }
}

TEST_CASE("the numbered turns of every grid are those of its lattice") {
  for (const Grid grid : burr_grids) {
    INFO(to_string(grid));
    const BurrTurns& turns = BurrTurns::of(grid);
    const auto expected = Lattice::of(grid).turns();
    std::set<Isometry> numbered;
    for (std::size_t t = 0; t < turns.size(); ++t) {
      numbered.insert(turns.turn(t));
      CHECK(turns.turn(t).mirrors() == (t >= turns.rotations()));
    }
    CHECK(turns.turn(0) == Isometry{});
    CHECK(numbered.size() == turns.size());
    CHECK(numbered == std::set<Isometry>(expected.begin(), expected.end()));
  }
  CHECK_THROWS_WITH(BurrTurns::of(Grid::hexagons), Catch::Contains("'hexagons'"));
}

/// A connected piece, and all cells near it as target: every way to place the piece.
Puzzle roomy(Random& random, Grid grid) {
  const Lattice& lattice = Lattice::of(grid);
  Cells cells{lattice.classes()[random.below(lattice.classes().size())]};
  while (cells.size() < 4) {
    const Cells next = lattice.neighbours(cells[random.below(cells.size())]);
    const Cell cell = next[random.below(next.size())];
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  }
  Puzzle puzzle{.pieces = {{.name = "P", .cells = cells}}, .target = {}};
  puzzle.grid = grid;
  constexpr int far = 6;
  for (int z = -far; z < far; ++z) {
    for (int y = -far; y < far; ++y) {
      for (int x = -far; x < far; ++x) {
        if (lattice.is_cell({x, y, z})) puzzle.optional_cells.push_back({x, y, z});
      }
    }
  }
  return puzzle;
}

TEST_CASE("a position in a file is that of the anchor, whichever it is") {
  Random random(11);
  for (const Grid grid : burr_grids) {
    INFO(to_string(grid));
    const Lattice& lattice = Lattice::of(grid);
    const Model model = polycube::build(roomy(random, grid));
    REQUIRE(model.placements.size() > 100);
    for (int round = 0; round < 60; ++round) {
      const Placement& placement = model.placements[random.below(model.placements.size())];
      Piece piece = model.puzzle.pieces[0];
      if (grid == Grid::spheres) {
        piece.anchor = piece.cells[random.below(piece.cells.size())];
      } else {
        piece.anchor = {static_cast<int>(random.below(5)), static_cast<int>(random.below(5)), 1};
      }
      const auto [number, position] = BurrTurns::of(grid).place(piece, placement);
      const auto images = BurrTurns::of(grid).images(piece, number, position);
      REQUIRE(images);
      CHECK(polycube::placed(piece, 0, *images) == placement);
      // Moved by what is no translation of the lattice, cells would be none, or of other classes.
      for (const Cell& shift : {Cell{1, 0, 0}, Cell{0, 1, 0}, Cell{2, 2, 2}}) {
        const auto moved = BurrTurns::of(grid).images(piece, number, position + shift);
        CHECK(moved.has_value() == lattice.is_shift(shift));
      }
    }
  }
}

/// One sphere's row on a row of three spheres, and the same on other grids.
std::string file(int grid, const std::string& piece, const std::string& target,
                 const std::string& assembly) {
  return "<puzzle version=\"2\">\n<gridType type=\"" + std::to_string(grid) + "\"/>\n<shapes>\n" +
         piece + "\n" + target +
         "\n</shapes>\n<problems><problem state=\"0\">\n<shapes><shape id=\"0\"/></shapes>\n"
         "<result id=\"1\"/>\n<solutions><solution><assembly>" +
         assembly + "</assembly></solution></solutions>\n</problem></problems>\n</puzzle>\n";
}

TEST_CASE("cells and positions that a grid lacks are refused where they are") {
  const std::string pair = "<voxel x=\"2\" y=\"2\" z=\"1\">#__#</voxel>";
  const auto fault = [](const std::string& text) {
    try {
      static_cast<void>(polycube::read_xmpuzzle(text));
    } catch (const TextError& e) {
      return std::to_string(e.line()) + ' ' + std::string(e.word()) + ' ' + e.what();
    }
    return std::string();
  };
  CHECK(fault(file(2, pair, pair, "0 0 0 0")).empty());
  CHECK_THAT(fault(file(2, "<voxel x=\"2\" y=\"1\" z=\"1\">##</voxel>", pair, "0 0 0 0")),
             Catch::StartsWith("4 # ") && Catch::Contains("the grid 'spheres' has no cell 100"));
  CHECK_THAT(fault(file(3, "<voxel x=\"1\" y=\"1\" z=\"1\">#</voxel>", pair, "0 0 0 0")),
             Catch::Contains("the grid 'rhombic' has no cell 000"));
  CHECK_THAT(fault(file(4, "<voxel x=\"1\" y=\"1\" z=\"1\">#</voxel>", pair, "0 0 0 0")),
             Catch::Contains("the grid 'tetra-octahedra' has no cell 000"));
  CHECK_THAT(fault(file(2, pair, pair, "1 0 0 0")),
             Catch::StartsWith("10 1 0 0 0 ") && Catch::Contains("not on cells of the grid"));
  CHECK_THAT(fault(file(2, pair, pair, "0 0 0 240")), Catch::Contains("0 to 239"));
  CHECK_THAT(fault(file(1, pair, pair, "0 0 0 24")), Catch::Contains("0 to 23"));
  CHECK_THAT(fault(file(5, pair, pair, "0 0 0 0")), Catch::Contains("an unknown grid"));
}

TEST_CASE("what other grids cannot do is said") {
  Random random(3);
  const Model model = polycube::build(roomy(random, Grid::rhombic));
  const std::vector<polycube::Assembly> assemblies{{model.placements.front()}};
  CHECK_THROWS_WITH(drawing::draw_svg(pictures_of(model, assemblies)),
                    Catch::Contains("'rhombic'"));
  Puzzle hexagons{.pieces = {{.name = "P", .cells = {{0, 0, 0}}}}, .target = {{0, 0, 0}}};
  hexagons.grid = Grid::hexagons;
  CHECK_THROWS_WITH(polycube::write_xmpuzzle({.puzzles = {{.name = "", .puzzle = hexagons}}}),
                    Catch::Contains("'hexagons'"));
  Puzzle cubes = hexagons;
  cubes.grid = Grid::cubes;
  CHECK_THROWS_WITH(polycube::write_xmpuzzle({.puzzles = {{.name = "", .puzzle = cubes},
                                                          {.name = "", .puzzle = hexagons}}}),
                    Catch::Contains("several grids"));
  Puzzle bad = cubes;
  bad.grid = Grid::rhombic;
  CHECK_THROWS_WITH(polycube::build(bad), Catch::Contains("no cell of the grid 'rhombic'"));
}

}  // namespace
}  // namespace dlx::test
