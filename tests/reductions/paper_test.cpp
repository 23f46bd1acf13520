// Pieces to be cut out, and assemblies step by step.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/drawing/cutting.hpp"
#include "reductions/drawing/steps.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/soma.hpp"
#include "tests/reductions/svg_reader.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using drawing::cutting::Sheet;
using drawing::scene::Part;
using lattice::Cell;
using lattice::Cells;

Cells some_polycube(Random& random, std::size_t size) {
  std::set<Cell> cells{{0, 0, 0}};
  while (cells.size() < size) {
    const auto at =
        std::next(cells.begin(), static_cast<std::ptrdiff_t>(random.below(cells.size())));
    const int sign = random.below(2) == 0 ? 1 : -1;
    cells.insert(*at + lattice::times(sign, lattice::unit_vector(random.below(3))));
  }
  return {cells.begin(), cells.end()};
}

std::size_t faces_of(const Cells& cells) {
  std::size_t faces = 0;
  for (const Cell& c : cells) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int sign : {-1, 1}) {
        const Cell beside = c + lattice::times(sign, lattice::unit_vector(axis));
        faces += std::binary_search(cells.begin(), cells.end(), beside) ? 0U : 1U;
      }
    }
  }
  return faces;
}

/// Checks that squares are apart from each other and hold together along edges that are not cut.
void check_sheet(const Sheet& sheet) {
  const std::set<Cell> squares(sheet.squares.begin(), sheet.squares.end());
  REQUIRE(squares.size() == sheet.squares.size());
  std::set<std::tuple<int, int, bool>> cuts;
  for (const Sheet::Edge& e : sheet.cuts) CHECK(cuts.insert({e.x, e.y, e.down}).second);
  for (const Sheet::Edge& e : sheet.folds) CHECK(!cuts.contains({e.x, e.y, e.down}));
  std::set<Cell> reached;
  std::vector<Cell> todo{sheet.squares.front()};
  while (!todo.empty()) {
    const Cell c = todo.back();
    todo.pop_back();
    if (!reached.insert(c).second) continue;
    const std::pair<Cell, std::tuple<int, int, bool>> sides[] = {
        {{c.x + 1, c.y, 0}, {c.x + 1, c.y, true}},
        {{c.x - 1, c.y, 0}, {c.x, c.y, true}},
        {{c.x, c.y + 1, 0}, {c.x, c.y + 1, false}},
        {{c.x, c.y - 1, 0}, {c.x, c.y, false}}};
    for (const auto& [next, edge] : sides) {
      if (!squares.contains(next)) CHECK(cuts.contains(edge));
      if (!cuts.contains(edge)) todo.push_back(next);
    }
  }
  CHECK(reached.size() == squares.size());
}

TEST_CASE("a cube unfolds into six squares with five folds") {
  const auto sheets = drawing::cutting::nets({.piece = 0, .label = "C", .cells = {{4, 5, 6}}});
  REQUIRE(sheets.size() == 1);
  CHECK(sheets[0].squares.size() == 6);
  CHECK(sheets[0].folds.size() == 5);
  CHECK(sheets[0].cuts.size() == 14);
}

TEST_CASE("nets have each face of a polycube once") {
  Random random(52);
  std::size_t whole = 0;
  for (int n = 0; n < 300; ++n) {
    const Cells cells = some_polycube(random, 1 + random.below(9));
    std::size_t squares = 0;
    const auto sheets = drawing::cutting::nets({.piece = 0, .label = "P", .cells = cells});
    for (const Sheet& sheet : sheets) {
      check_sheet(sheet);
      squares += sheet.squares.size();
    }
    CHECK(squares == faces_of(cells));
    whole += sheets.size() == 1 ? 1U : 0U;
  }
  CHECK(whole > 250);
}

TEST_CASE("a flat part is seen from outside") {
  const Cells l = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 2, 0}};
  const lattice::Extent around{{0, 0, 0}, {4, 4, 4}};
  const auto seen = [&](int z) {
    Cells cells = l;
    for (Cell& c : cells) c.z = z;
    const Sheet sheet =
        drawing::cutting::flat_sheet({.piece = 0, .label = "L", .cells = cells}, around);
    check_sheet(sheet);
    CHECK(sheet.folds.empty());
    return lattice::normalised(sheet.squares);
  };
  CHECK(seen(0) == l);
  const lattice::Turn over{{0, 1, 2}, {1, -1, 1}};
  CHECK(seen(4) == lattice::normalised(lattice::image(l, over)));
}

TEST_CASE("pieces to be cut out have their true size and lie on the paper, apart") {
  std::vector<Part> parts;
  Random random(53);
  for (std::uint32_t n = 0; n < 12; ++n) {
    parts.push_back({.piece = n, .label = "P", .cells = some_polycube(random, 5)});
  }
  const std::vector<std::string> colours(12, "#0072b2");
  for (const drawing::svg::Paper& paper : {drawing::svg::a4, drawing::svg::letter}) {
    std::size_t squares = 0;
    for (const std::string& page : drawing::cutting::pages(parts, colours, 17.5, paper, "Twelve")) {
      const auto elements = read_xml(page);
      CHECK(std::stod(elements[0].attributes.at("width")) == Approx(paper.width));
      CHECK(std::stod(elements[0].attributes.at("viewBox").substr(4)) == Approx(paper.width * 10));
      std::set<std::pair<int, int>> places;
      for (const Element& e : elements) {
        if (e.name != "rect" || e.attributes.at("width") == "100%") continue;
        CHECK(e.attributes.at("width") == "175");
        const int x = static_cast<int>(e.x) + std::stoi(e.attributes.at("x"));
        const int y = static_cast<int>(e.y) + std::stoi(e.attributes.at("y"));
        CHECK((x >= 100 && y >= 260));
        CHECK((x + 175 <= paper.width * 10 - 99 && y + 175 <= paper.height * 10 - 99));
        for (const auto& [a, b] : places) CHECK((std::abs(a - x) >= 175 || std::abs(b - y) >= 175));
        places.insert({x, y});
        ++squares;
      }
    }
    std::size_t faces = 0;
    for (const Part& part : parts) faces += faces_of(part.cells);
    CHECK(squares == faces);
  }
  CHECK_THROWS_WITH(drawing::cutting::pages(parts, colours, 100, drawing::svg::a4, ""),
                    Catch::Contains("does not fit on the paper"));
}

/// Checks the steps of an assembly: parts never overlap and keep their shapes.
void check_steps(const drawing::scene::Parts& parts,
                 const std::vector<drawing::steps::Step>& steps) {
  for (const auto& step : steps) {
    std::set<Cell> taken;
    for (const auto& [part, cells] : step.bodies) {
      CHECK(lattice::normalised(cells) == lattice::normalised(parts[part].cells));
      for (const Cell& c : cells) CHECK(taken.insert(c).second);
    }
  }
  CHECK(steps.front().bodies.size() == parts.size());
  CHECK(steps.front().moving.empty());
  REQUIRE(steps.back().bodies.size() == parts.size());
  for (const auto& [part, cells] : steps.back().bodies) CHECK(cells == parts[part].cells);
}

TEST_CASE("a Soma cube is built part by part") {
  const auto model = polycube::build(polycube::soma());
  Solver solver(model.problem);
  REQUIRE(solver.next());
  const std::vector<polycube::Assembly> assemblies{decode(model, solver.solution())};
  const auto scene = to_scene(model, assemblies, "Soma");
  const auto& parts = scene.assemblies.front();
  const auto steps = drawing::steps::steps_of(parts, scene.apart.front());
  CHECK(steps.size() == 8);  // drawn apart, six parts to the first one, the whole
  check_steps(parts, steps);
  const auto drawings = drawing::steps::drawings(parts, colours_of(scene), steps);
  CHECK(drawings.size() == 8);
  for (const auto& drawing : drawings) CHECK(read_xml(drawing.file("")).size() > 20);
}

TEST_CASE("moves and turns are played backwards") {
  // A bar in a frame: one step to the right, then up and out.
  const drawing::scene::Parts parts{{.piece = 0, .label = "F", .cells = {{0, 0, 0}, {0, 0, 2}}},
                                    {.piece = 1, .label = "B", .cells = {{0, 0, 1}}}};
  const drawing::scene::TakenApart apart{
      .verdict = "comes apart",
      .stages = {{.pieces = {0, 1},
                  .slides = {{.pieces = {1}, .direction = {1, 0, 0}, .distance = 2},
                             {.pieces = {1},
                              .direction = {},
                              .distance = 0,
                              .turn = lattice::QuarterTurn{{0, 0, 1}, {1, 1, 0}}},
                             {.pieces = {1}, .direction = {0, 0, -1}, .distance = 0}},
                  .staying = {},
                  .removed = {}}}};
  const auto steps = drawing::steps::steps_of(parts, apart);
  REQUIRE(steps.size() == 5);
  check_steps(parts, steps);
  CHECK(steps[1].words == "B: down");
  CHECK(steps[2].words == "B: a quarter turn");
  CHECK(steps[3].words == "B: 2 to the left");
  CHECK(steps[3].bodies[1].second == Cells{{2, 0, 1}});
  CHECK(steps[2].bodies[1].second == Cells{{0, 2, 1}});
  CHECK_THROWS_AS(drawing::steps::check(lattice::Grid::spheres), std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
