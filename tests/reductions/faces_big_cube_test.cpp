// 24 of 36 pieces into a cube of side 2; fixed pieces; one set a face.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "tests/reductions/own_faces.hpp"

namespace dlx::test {
namespace {

using faces::Formulation;

constexpr Formulation formulations[] = {Formulation::cells, Formulation::edges};

faces::Puzzle big_cube() {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(2);
  puzzle.pieces = faces::all_pieces();
  return puzzle;
}

faces::Assembled first_solution(Formulation formulation) {
  const faces::Model model = faces::build(big_cube(), formulation);
  Solver solver(model.problem);
  REQUIRE(solver.next());
  CHECK(verify(model.problem, solver.solution()).empty());
  return faces::decode(model, solver.solution());
}

Filling filling_of(const faces::Assembled& assembled) {
  Filling filling;
  for (const faces::Placement& p : assembled) {
    filling.emplace_back(p.piece, bitmap_of_word(faces::word(p.rim)));
  }
  return filling;
}

/// All 36 as the brute force knows them.
OwnFaces own_big_cube() {
  OwnFaces puzzle;
  puzzle.panels = own_shell(2);
  for (const OwnHappyCube& cube : own_happy_cubes()) {
    for (const std::string& rows : cube.pieces) {
      puzzle.pieces.push_back(bitmap(rows));
      puzzle.sets.push_back(cube.colour);
    }
  }
  return puzzle;
}

TEST_CASE("the size of the problem") {
  const auto cells = faces::build(big_cube(), Formulation::cells);
  // 24 panels, 26 points, three cells on each of 48 edges; the pieces are secondary.
  CHECK(cells.problem.primary_count() == 24 + 170);
  CHECK(cells.problem.secondary_count() == 36);
  const auto edges = faces::build(big_cube(), Formulation::edges);
  CHECK(edges.problem.primary_count() == 24 + 26);
  CHECK(edges.problem.secondary_count() == 36 + 48);
  CHECK(cells.placements == edges.placements);
}

TEST_CASE("a first solution fills each of the 386 cells once") {
  const OwnFaces own = own_big_cube();
  const auto all_cells = cells_of(own.panels);
  CHECK(all_cells.size() == 386);
  for (const Formulation formulation : formulations) {
    const faces::Assembled found = first_solution(formulation);
    REQUIRE(found.size() == 24);
    std::set<std::uint32_t> used;
    std::map<Point, int> times;
    for (std::uint32_t p = 0; p < 24; ++p) {
      CHECK(found[p].position == p);
      CHECK(used.insert(found[p].piece).second);
      const Bitmap lies = bitmap_of_word(faces::word(found[p].rim));
      CHECK(own_ways(own.pieces.at(found[p].piece), true).contains(lies));
      for (const Point& cell : own.panels[p].covered(lies)) ++times[cell];
    }
    CHECK(times.size() == 386);
    CHECK(std::all_of(times.begin(), times.end(),
                      [&](const auto& t) { return t.second == 1 && all_cells.contains(t.first); }));
  }
}

void check_with_fixed(const faces::Assembled& solution, std::uint32_t fixed) {
  CAPTURE(fixed);
  OwnFaces own = own_big_cube();
  faces::Puzzle puzzle = big_cube();
  const Filling filling = filling_of(solution);
  for (std::uint32_t p = 0; p < fixed; ++p) {
    own.given.push_back(filling[p]);
    puzzle.fixed.push_back({p, solution[p].piece, solution[p].rim});
  }
  const std::set<Filling> expected = own_fillings(own);
  CHECK(expected.contains(filling));
  for (const Formulation formulation : formulations) {
    const faces::Model model = faces::build(puzzle, formulation);
    CHECK(counting::count(model.problem).value.to_string() == std::to_string(expected.size()));
    std::set<Filling> found;
    Verifier verifier(model.problem);
    std::size_t faulty = 0;
    for (Solver solver(model.problem); solver.next();) {
      if (!verifier.faults(solver.solution()).empty()) ++faulty;
      found.insert(filling_of(faces::decode(model, solver.solution())));
    }
    CHECK(faulty == 0);
    CHECK(found == expected);
  }
}

TEST_CASE("with 17 panels fixed the other seven are as the brute force puts them") {
  check_with_fixed(first_solution(Formulation::cells), 17);
  check_with_fixed(first_solution(Formulation::edges), 17);
  check_with_fixed(first_solution(Formulation::edges), 24);
}

TEST_CASE("a fixed piece that may lie as it wants lies in all its ways") {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(1);
  puzzle.pieces = faces::happy_cubes()[0].pieces;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> with;  // piece and position
  std::map<std::pair<std::uint32_t, faces::Rim>, std::uint64_t> on_top;
  const faces::Model model = faces::build(puzzle);
  for (Solver solver(model.problem); solver.next();) {
    for (const auto& p : faces::decode(model, solver.solution())) {
      ++with[{p.piece, p.position}];
      if (p.position == 0) ++on_top[{p.piece, p.rim}];
    }
  }
  for (std::uint32_t piece = 0; piece < 6; ++piece) {
    for (const Formulation formulation : formulations) {
      for (std::uint32_t position = 0; position < 6; ++position) {
        puzzle.fixed = {{position, piece, {}}};
        CHECK(counting::count(faces::build(puzzle, formulation).problem).value.to_string() ==
              std::to_string(with[{piece, position}]));
      }
      for (const faces::Rim rim : faces::ways_to_lay(puzzle.pieces[piece].rim, true)) {
        puzzle.fixed = {{0, piece, rim}};
        CHECK(counting::count(faces::build(puzzle, formulation).problem).value.to_string() ==
              std::to_string(on_top[{piece, rim}]));
      }
    }
  }
}

TEST_CASE("what cannot be fixed is refused") {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(1);
  puzzle.pieces = faces::happy_cubes()[0].pieces;
  const faces::Rim first = puzzle.pieces[0].rim;
  const auto refused = [&](std::vector<faces::Fixed> fixed) {
    puzzle.fixed = std::move(fixed);
    for (const Formulation formulation : formulations) {
      CHECK_THROWS_AS(faces::build(puzzle, formulation), std::invalid_argument);
    }
    try {
      static_cast<void>(faces::build(puzzle));
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  using Catch::Contains;
  CHECK_THAT(refused({{0, 1, {}}, {0, 2, {}}}), Contains("U is fixed twice"));
  CHECK_THAT(refused({{0, 1, {}}, {3, 1, {}}}), Contains("blue2 is fixed twice"));
  puzzle.pieces[4].rim = puzzle.pieces[1].rim;  // equal pieces: each may be fixed as the other
  puzzle.fixed = {{0, 1, {}}, {3, 1, {}}};
  CHECK_NOTHROW(faces::build(puzzle));
  CHECK_THAT(refused({{0, 1, {}}, {3, 1, {}}, {4, 4, {}}}), Contains("blue5 is fixed 3 times"));
  CHECK_THAT(refused({{0, 0, faces::Rim(first ^ 1U)}}), Contains("blue1 cannot lie as"));
  CHECK_THAT(refused({{6, 0, {}}}), Contains("does not exist"));
  CHECK_THAT(refused({{0, 6, {}}}), Contains("does not exist"));
  puzzle.pieces.pop_back();
  CHECK_THAT(refused({}), Contains("5 pieces for 6 positions"));

  // A way that a piece has only turned over.
  puzzle.pieces = faces::happy_cubes()[0].pieces;
  const auto over = faces::ways_to_lay(puzzle.pieces[5].rim, true);
  const auto flat = faces::ways_to_lay(puzzle.pieces[5].rim, false);
  const auto only_over = std::find_if(over.begin(), over.end(), [&](faces::Rim rim) {
    return std::find(flat.begin(), flat.end(), rim) == flat.end();
  });
  REQUIRE(only_over != over.end());
  puzzle.fixed = {{0, 5, *only_over}};
  CHECK_NOTHROW(faces::build(puzzle));
  puzzle.turn_over = false;
  CHECK_THAT(refused({{0, 5, *only_over}}), Contains("blue6 cannot lie as"));
}

TEST_CASE("fixing two pieces that look the same, and one by the name of the other") {
  faces::Puzzle puzzle;
  puzzle.layout.names = {"a", "b", "c"};  // nothing meets: every placement goes
  const faces::Rim dot = faces::from_word("0010001000100010");
  puzzle.pieces = {{.name = "x", .rim = dot, .letter = "x", .set = ""},
                   {.name = "y", .rim = dot, .letter = "y", .set = ""},
                   {.name = "z", .rim = 0, .letter = "z", .set = ""}};
  const auto solutions = [&] {
    const auto cells =
        counting::count(faces::build(puzzle, Formulation::cells).problem).value.to_string();
    CHECK(counting::count(faces::build(puzzle, Formulation::edges).problem).value.to_string() ==
          cells);
    return cells;
  };
  CHECK(solutions() == "3");
  puzzle.fixed = {{1, 1, {}}};
  CHECK(solutions() == "2");
  puzzle.fixed = {{1, 1, {}}, {2, 0, dot}};
  CHECK(solutions() == "1");
  puzzle.fixed = {{1, 1, {}}, {2, 0, faces::Rim(0)}};
  CHECK_THROWS_AS(faces::build(puzzle), std::invalid_argument);
  // More pieces than positions: each at most once, twins at most twice.
  puzzle.fixed = {};
  puzzle.layout.names = {"a", "b"};
  CHECK(solutions() == "3");  // xx, xz, zx
  puzzle.layout.names = {"a", "b", "c"};
  puzzle.pieces.push_back({.name = "w", .rim = 0xFFFF, .letter = "w", .set = ""});
  CHECK(solutions() == "12");  // 3 of xxz, 3 of xxw, 6 of xzw; never xxx
}

TEST_CASE("the symmetries of the big cube are those of its problem, in both formulations") {
  faces::Puzzle puzzle = big_cube();
  puzzle.one_set_a_face = true;
  for (const Formulation formulation : formulations) {
    const faces::Model model = faces::build(puzzle, formulation);
    const OptionSymmetries turned = symmetries(model, UpTo::reflections);
    const auto found = members(model.problem, symmetry::automorphisms(model.problem));
    REQUIRE(found);
    const std::set<OptionPermutation> layout_members(turned.members().begin(),
                                                     turned.members().end());
    const std::set<OptionPermutation> problem_members(found->members().begin(),
                                                      found->members().end());
    CHECK(problem_members.size() == 48);
    CHECK(layout_members == problem_members);
  }
}

TEST_CASE("one set a face, counted by hand") {
  // Two faces of two positions, nothing meets. Pieces that look the same however they lie.
  faces::Puzzle puzzle;
  puzzle.layout.names = {"a", "b", "c", "d"};
  puzzle.layout.face = {0, 0, 1, 1};
  const auto add = [&](const std::string& name, const std::string& set, const char* word) {
    puzzle.pieces.push_back(
        {.name = name, .rim = faces::from_word(word), .letter = name, .set = set});
  };
  const auto solutions = [&] {
    const auto cells =
        counting::count(faces::build(puzzle, Formulation::cells).problem).value.to_string();
    CHECK(counting::count(faces::build(puzzle, Formulation::edges).problem).value.to_string() ==
          cells);
    return cells;
  };
  add("r1", "red", "0000000000000000");
  add("r2", "red", "0010001000100010");
  add("b1", "blue", "0000000000000000");
  add("b2", "blue", "1000100010001000");
  CHECK(solutions() == "24");
  puzzle.one_set_a_face = true;
  CHECK(solutions() == "8");  // 2 for the faces, 2 each within them
  add("r3", "red", "0101010101010101");
  CHECK(solutions() == "24");  // 2 · (3·2) · 2
  add("r4", "red", "1111111111111111");
  CHECK(solutions() == "48");  // red on both faces is no solution
  puzzle.fixed = {{3, 2, {}}};
  CHECK(solutions() == "12");  // b1 at d, b2 at c, two of four red ones
  puzzle.fixed = {};
  puzzle.one_set_a_face = false;
  CHECK(solutions() == "360");  // 6·5·4·3
  puzzle.one_set_a_face = true;
  puzzle.layout.face.clear();
  CHECK_THROWS_AS(faces::build(puzzle), std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
