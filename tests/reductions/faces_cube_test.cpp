// Six pieces into a cube of side 1, against putting them down panel after panel.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "tests/reductions/faces_puzzles.hpp"

namespace dlx::test {
namespace {

using faces::Formulation;

Filling filling_of(const faces::Assembled& assembled) {
  Filling filling;
  for (const faces::Placement& p : assembled) {
    filling.emplace_back(p.piece, bitmap_of_word(faces::word(p.rim)));
  }
  return filling;
}

struct Found {
  std::set<std::vector<OptionId>> solutions;  // their options sorted
  std::set<Filling> fillings;
  std::vector<Filling> representatives[2];  // up to rotations and up to reflections
  std::uint64_t searched = 0;
  std::uint64_t faulty = 0;
  std::uint64_t misplaced = 0;  // not a placement for every position, in their order
};

Found search(const faces::Model& model) {
  Found found;
  Verifier verifier(model.problem);
  std::vector<OptionSymmetries> groups{faces::symmetries(model, UpTo::rotations)};
  CHECK(groups[0].order() == 24);
  if (model.puzzle.turn_over) {
    groups.push_back(faces::symmetries(model, UpTo::reflections));
    CHECK(groups[1].order() == 48);
  }
  for (Solver solver(model.problem); solver.next();) {
    const auto solution = solver.solution();
    ++found.searched;
    if (!verifier.faults(solution).empty()) ++found.faulty;
    std::vector<OptionId> options(solution.begin(), solution.end());
    std::sort(options.begin(), options.end());
    const faces::Assembled assembled = faces::decode(model, solution);
    bool in_order = assembled.size() == 6;
    for (std::uint32_t p = 0; p < assembled.size(); ++p) {
      in_order = in_order && assembled[p].position == p;
    }
    if (!in_order) ++found.misplaced;
    const Filling filling = filling_of(assembled);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (groups[g].is_representative(solution)) found.representatives[g].push_back(filling);
    }
    found.solutions.insert(options);
    found.fillings.insert(filling);
  }
  return found;
}

struct Counts {
  std::size_t all, up_to_rotations, up_to_reflections;
};

/// Compares both formulations with the brute force and with each other, and counts.
Counts check(const std::vector<Bitmap>& pieces, bool turn_over) {
  static const auto panels = own_shell(1);
  static const std::vector<Matrix> turns[2] = {own_turns(false, false), own_turns(false, true)};
  const std::set<Filling> expected =
      own_fillings({.panels = panels, .pieces = pieces, .turn_over = turn_over, .given = {}});
  for (const Filling& filling : expected) {
    std::multiset<Point> covered;
    for (const auto& [piece, cells] : solid(panels, filling)) {
      covered.insert(cells.begin(), cells.end());
    }
    if (covered.size() != 98) FAIL("the brute force is wrong");
  }
  std::set<OwnSolid> classes[2];
  for (const Filling& filling : expected) {
    for (std::size_t g = 0; g < 2; ++g) {
      classes[g].insert(least_image(solid(panels, filling), 1, turns[g]));
    }
  }

  const faces::Model cells = faces::build(puzzle_of(pieces, turn_over), Formulation::cells);
  const faces::Model edges = faces::build(puzzle_of(pieces, turn_over), Formulation::edges);
  CHECK(cells.placements == edges.placements);
  CHECK(cells.problem.option_count() == cells.placements.size());
  CHECK(edges.problem.option_count() == edges.placements.size());
  const Found by_cells = search(cells);
  const Found by_edges = search(edges);
  for (const Found& found : {by_cells, by_edges}) {
    CHECK(found.searched == expected.size());
    CHECK(found.faulty == 0);
    CHECK(found.misplaced == 0);
    CHECK(found.fillings == expected);
    for (std::size_t g = 0; g < (turn_over ? 2U : 1U); ++g) {
      std::set<OwnSolid> represented;
      for (const Filling& filling : found.representatives[g]) {
        represented.insert(least_image(solid(panels, filling), 1, turns[g]));
      }
      CHECK(represented == classes[g]);
      CHECK(found.representatives[g].size() == classes[g].size());
    }
  }
  CHECK(by_cells.solutions == by_edges.solutions);
  if (!turn_over)
    CHECK_THROWS_AS(faces::symmetries(cells, UpTo::reflections), std::invalid_argument);
  return {expected.size(), classes[0].size(), classes[1].size()};
}

std::vector<Bitmap> pieces_of(const OwnHappyCube& cube) {
  std::vector<Bitmap> pieces;
  for (const std::string& rows : cube.pieces) pieces.push_back(bitmap(rows));
  return pieces;
}

TEST_CASE("the six cubes are as sold") {
  const auto cubes = faces::happy_cubes();
  REQUIRE(cubes.size() == 6);
  std::vector<faces::Piece> all;
  for (std::size_t i = 0; i < 6; ++i) {
    const OwnHappyCube& own = own_happy_cubes()[i];
    INFO(own.colour);
    CHECK(cubes[i].colour == own.colour);
    CHECK(cubes[i].tray == own.tray);
    REQUIRE(cubes[i].pieces.size() == 6);
    int cells = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      const faces::Piece& piece = cubes[i].pieces[k];
      CHECK(piece.name == own.colour + std::to_string(k + 1));
      CHECK(piece.letter == std::string(1, "ABCDEF"[k]));
      CHECK(piece.set == own.colour);
      CHECK(faces::word(piece.rim) == word_of(bitmap(own.pieces[k])));
      cells += faces::cell_count(piece.rim);
      all.push_back(piece);
    }
    CHECK(cells == 98);
  }
  const auto pieces = faces::all_pieces();
  REQUIRE(pieces.size() == 36);
  for (std::size_t i = 0; i < 36; ++i) {
    CHECK(pieces[i].name == all[i].name);
    CHECK(pieces[i].set == all[i].set);
    CHECK(pieces[i].rim == all[i].rim);
    CHECK(pieces[i].letter == std::string(1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"[i]));
  }
}

TEST_CASE("the size of the problem: by cells and by edges") {
  const auto pieces = pieces_of(own_happy_cubes()[0]);
  const auto cells = faces::build(puzzle_of(pieces, true), Formulation::cells);
  CHECK(cells.problem.primary_count() == 6 + 6 + 44);
  CHECK(cells.problem.secondary_count() == 0);
  const auto edges = faces::build(puzzle_of(pieces, true), Formulation::edges);
  CHECK(edges.problem.primary_count() == 6 + 6 + 8);
  CHECK(edges.problem.secondary_count() == 12);
  std::size_t ways = 0;
  for (const Bitmap& piece : pieces) ways += own_ways(piece, true).size();
  CHECK(cells.placements.size() == 6 * ways);
  CHECK(counting::count(cells.problem).value.to_string() == "144");
  CHECK(counting::count(edges.problem).value.to_string() == "144");
}

TEST_CASE("the six cubes, turned over") {
  const std::vector<Counts> expected = {{144, 6, 3}, {240, 10, 5}, {192, 8, 4},
                                        {48, 2, 1},  {48, 2, 1},   {48, 2, 1}};
  for (std::size_t i = 0; i < 6; ++i) {
    const OwnHappyCube& cube = own_happy_cubes()[i];
    INFO(cube.colour);
    const Counts counts = check(pieces_of(cube), true);
    CHECK(counts.all == expected[i].all);
    CHECK(counts.up_to_rotations == expected[i].up_to_rotations);
    CHECK(counts.up_to_reflections == expected[i].up_to_reflections);
  }
}

TEST_CASE("one piece of each colour, of two pieces each") {
#if defined(DLX_SANITIZE)
  const std::vector<std::size_t> others = {1};  // a brute force takes a minute then
#else
  const std::vector<std::size_t> others = {1, 2, 3, 4, 5};
#endif
  static const auto panels = own_shell(1);
  std::size_t all = 0;
  const std::array<std::size_t, 6> known = {0, 0, 4, 1, 3, 0};  // these six make a cube
  for (const std::size_t other : others) {
    OwnFaces own{.panels = panels, .pieces = {}, .given = {}};
    faces::Puzzle puzzle{.layout = faces::cube(1), .pieces = {}, .one_of_each_set = true};
    for (std::size_t i = 0; i < 6; ++i) {
      for (const std::size_t k : {known[i], (known[i] + other) % 6}) {
        own.pieces.push_back(bitmap(own_happy_cubes()[i].pieces[k]));
        own.sets.push_back(own_happy_cubes()[i].colour);
        puzzle.pieces.push_back(faces::happy_cubes()[i].pieces[k]);
      }
    }
    std::set<Filling> expected = own_fillings(own);
    std::erase_if(expected, [&](const Filling& filling) {
      std::set<std::string> colours;
      for (const auto& [piece, how] : filling) colours.insert(own.sets[piece]);
      return colours.size() < 6;
    });
    all += expected.size();
    for (const Formulation formulation : {Formulation::cells, Formulation::edges}) {
      const Found found = search(faces::build(puzzle, formulation));
      CHECK(found.faulty + found.misplaced == 0);
      CHECK(found.fillings == expected);
    }
  }
  CHECK(all >= others.size() * 24);
}

TEST_CASE("cubes of mixed colours: any six of the 36 pieces, and one piece of each colour") {
  faces::Puzzle puzzle{
      .layout = faces::cube(1), .pieces = faces::all_pieces(), .one_of_each_set = true};
  for (const Formulation formulation : {Formulation::cells, Formulation::edges}) {
    const Found found = search(faces::build(puzzle, formulation));
    CHECK(found.searched == 1200);
    CHECK(found.representatives[0].size() == 50);
  }
  puzzle.one_of_each_set = false;
  for (faces::Piece& piece : puzzle.pieces) piece.set.clear();
  CHECK(counting::count(faces::build(puzzle).problem).value.to_string() == "215952");
  puzzle.one_of_each_set = true;
  CHECK_THROWS_WITH(faces::build(puzzle), "piece blue1 is of no set");
  puzzle.pieces = faces::happy_cubes()[0].pieces;
  CHECK_THROWS_WITH(faces::build(puzzle), "1 set for 6 positions");
}

TEST_CASE("the six cubes, not turned over") {
  for (const OwnHappyCube& cube : own_happy_cubes()) {
    INFO(cube.colour);
    check(pieces_of(cube), false);
  }
}

void check_random_cubes(std::uint64_t seed, int rounds) {
  Random random(seed);
  int with_twins = 0;
  int symmetric = 0;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(seed, round);
    const auto cut = static_cast<Cut>(round % 3);
    std::vector<Bitmap> pieces = cut_cube(random, cut);
    const bool turn_over = random.chance(0.6);
    for (Bitmap& piece : pieces) {
      for (std::uint32_t n = random.below(4U); n > 0; --n) piece = turned_right(piece);
      if (turn_over && random.chance(0.5)) piece = turned_over(piece);
    }
    random.shuffle(pieces);
    const Counts counts = check(pieces, turn_over);
    CHECK(counts.all > 0);
    const auto kinds = own_kinds(pieces, turn_over);
    if (std::set(kinds.begin(), kinds.end()).size() < 6) ++with_twins;
    if (std::any_of(pieces.begin(), pieces.end(), [&](const Bitmap& piece) {
          return own_ways(piece, turn_over).size() < (turn_over ? 8U : 4U);
        })) {
      ++symmetric;
    }
  }
  if (rounds >= 30) {
    CHECK(with_twins > 0);
    CHECK(symmetric > 0);
  }
}

TEST_CASE("random cubes cut into six pieces, fixed seed") {
#ifdef DLX_SANITIZE
  check_random_cubes(1, 30);
#else
  check_random_cubes(1, 45);
#endif
}

TEST_CASE("random cubes cut into six pieces, drawn seed") {
  check_random_cubes(drawn_seed(), 15);
}

TEST_CASE("pieces of one or two kinds") {
  Random random(7);
  std::set<std::size_t> seen;
  for (int i = 0; i < 2000; ++i) {
    const auto pieces = cut_cube(random, Cut::turned);
    const auto kinds = own_kinds(pieces, true);
    const std::size_t n = std::set(kinds.begin(), kinds.end()).size();
    if (n <= 2 && seen.insert(n).second) CHECK(check(pieces, true).all > 0);
  }
  CHECK(!seen.empty());
  // Six alike that cannot be a cube: too few corners.
  const std::vector<Bitmap> crosses(6, bitmap("00100/01110/11111/01110/00100"));
  for (const bool turn_over : {true, false}) CHECK(check(crosses, turn_over).all == 0);
}

TEST_CASE("pieces left over, some of them twins") {
  Random random(23);
  for (int round = 0; round < 15; ++round) {
    CAPTURE(round);
    auto pieces = cut_cube(random, static_cast<Cut>(round % 3));
    for (std::uint32_t n = random.between(1, 2); n > 0; --n) {
      if (random.chance(0.6)) {
        pieces.push_back(turned_over(turned_right(pieces[random.below(pieces.size())])));
      } else {
        pieces.push_back(cut_cube(random, Cut::any)[random.below(6U)]);
      }
    }
    random.shuffle(pieces);
    CHECK(check(pieces, random.chance(0.5) || round < 5).all > 0);
  }
}

TEST_CASE("twins of one set are not told apart, of two sets they are") {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const auto cut = cut_cube(random, Cut::turned);
    const auto kinds = own_kinds(cut, true);
    if (std::set(kinds.begin(), kinds.end()).size() != 5) continue;
    auto puzzle = puzzle_of(cut, true);
    const auto same = [&] {
      return counting::count(faces::build(puzzle).problem).value.to_string();
    };
    const std::string together = same();
    for (std::uint32_t p = 0; p < 6; ++p) {
      if (kinds[p] != p) puzzle.pieces[p].set = "another";
    }
    CHECK(std::stoul(same()) == 2 * std::stoul(together));
    CHECK(counting::count(faces::build(puzzle, Formulation::edges).problem).value.to_string() ==
          same());
    return;
  }
  FAIL("no cube with one pair of twins");
}

TEST_CASE("two corners of one position in one point: not both are filled") {
  const auto solutions = [](const std::string& word) {
    faces::Puzzle puzzle;
    puzzle.layout.names = {"cone"};
    puzzle.layout.corners = {{{0, 0}, {0, 1}}};
    puzzle.pieces = {{.name = "x", .rim = faces::from_word(word), .letter = "x", .set = ""}};
    return faces::build(puzzle).problem.option_count();
  };
  CHECK(solutions("1000000000000000") == 4);  // two of them fill the point
  CHECK_NOTHROW(solutions("1000100000000000"));
}

}  // namespace
}  // namespace dlx::test
