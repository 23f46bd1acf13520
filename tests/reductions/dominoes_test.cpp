#include "reductions/classics/dominoes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

/// Cell by cell with the profile of what sticks out: no search.
std::uint64_t by_profile(int width, int height) {
  std::map<unsigned, std::uint64_t> ways{{0, 1}};
  for (int cell = 0; cell < width * height; ++cell) {
    const int x = cell % width;
    std::map<unsigned, std::uint64_t> next;
    for (const auto& [profile, count] : ways) {
      const unsigned here = 1U << x;
      const unsigned right = here << 1;
      if ((profile & here) != 0) {
        next[profile & ~here] += count;
        continue;
      }
      next[profile | here] += count;  // stands, and fills the cell below
      if (x + 1 < width && (profile & right) == 0) next[profile | right] += count;
    }
    ways = std::move(next);
  }
  return ways[0];
}

/// Kasteleyn 1961, Temperley and Fisher 1961.
double by_formula(int m, int n) {
  long double product = 1;
  for (int j = 1; j <= (m + 1) / 2; ++j) {
    for (int k = 1; k <= (n + 1) / 2; ++k) {
      const long double a = std::cos(std::numbers::pi_v<long double> * j / (m + 1));
      const long double b = std::cos(std::numbers::pi_v<long double> * k / (n + 1));
      product *= 4 * a * a + 4 * b * b;
    }
  }
  return static_cast<double>(product);
}

TEST_CASE("grids up to 6x6, by profile and by formula") {
  for (int width = 1; width <= 6; ++width) {
    for (int height = 1; height <= 6; ++height) {
      INFO(width << " x " << height);
      const auto model = classics::dominoes::build(lattice::box(width, height));
      const std::uint64_t expected = by_profile(width, height);
      CHECK(dlx::counting::count(model.problem).value == Natural(expected));
      if (width % 2 == 0 || height % 2 == 0) {
        CHECK(by_formula(width, height) == Approx(static_cast<double>(expected)).epsilon(1e-9));
      } else {
        CHECK(expected == 0);
      }
    }
  }
  CHECK(by_profile(8, 8) == 12'988'816);
}

TEST_CASE("8x8: 12988816", "[slow]") {
#ifndef DLX_SANITIZE
  CHECK(dlx::counting::count(classics::dominoes::build(lattice::box(8, 8)).problem).value ==
        Natural(12'988'816));
#endif
}

/// The dominoes of a drawn tiling: every mark must meet its partner.
std::set<Shape> read_tiling(const std::string& picture) {
  std::map<Point, char> marks;
  for (const auto& [at, mark] : read_picture(picture)) marks[at] = mark;
  std::set<Shape> tiling;
  for (const auto& [at, mark] : marks) {
    const Point right{at[0] + 1, at[1], 0};
    const Point below{at[0], at[1] + 1, 0};
    if (mark == '<') {
      CHECK(marks[right] == '>');
      tiling.insert({at, right});
    } else if (mark == '^') {
      CHECK(marks[below] == 'v');
      tiling.insert({at, below});
    } else {
      CHECK((mark == '>' || mark == 'v'));
    }
  }
  CHECK(2 * tiling.size() == marks.size());
  return tiling;
}

TEST_CASE("regions with holes and in parts: tilings, classes and pictures by brute force") {
  Random random(99);
  std::size_t tilings = 0;
  for (int round = 0; round < 200; ++round) {
    INFO("round " << round);
    lattice::Cells region;
    const int side = static_cast<int>(random.between(2, 5));
    const double density = random.chance(0.5) ? 0.95 : 0.75;
    for (const lattice::Cell& c : lattice::box(side, static_cast<int>(random.between(2, 4)))) {
      if (random.chance(density)) region.push_back(c);
    }
    if (region.empty()) continue;
    region = lattice::normalised(region);  // as pictures are drawn
    const auto model = classics::dominoes::build(region);
    const OwnPuzzle mine{
        .pieces = {{{{0, 0, 0}, {1, 0, 0}}, 0, 100}}, .target = own(region), .flat_turns = true};
    const auto expected = own_assemblies(mine);
    CHECK(found_assemblies(model) == expected);
    tilings += expected.size();
    for (const UpTo up_to : {UpTo::rotations, UpTo::reflections}) {
      const OptionSymmetries group = polycube::symmetries(model, up_to);
      std::size_t representatives = 0;
      for (Solver solver(model.problem); solver.next();) {
        if (group.is_representative(solver.solution())) ++representatives;
        const auto tiling = polycube::decode(model, solver.solution());
        std::set<Shape> placed;
        for (const auto& p : tiling) placed.insert(own(p.cells));
        CHECK(read_tiling(catalogue::draw(model, tiling)) == placed);
      }
      CHECK(representatives == own_classes(mine, expected, up_to == UpTo::reflections).size());
    }
  }
  CHECK(tilings > 100);
}

TEST_CASE("symmetric tilings: 36 of the 4x4 square are 9 up to reflections") {
  const auto model = classics::dominoes::build(lattice::box(4, 4));
  const OptionSymmetries group = polycube::symmetries(model, UpTo::reflections);
  std::size_t classes = 0;
  for (Solver solver(model.problem); solver.next();) {
    if (group.is_representative(solver.solution())) ++classes;
  }
  CHECK(classes == 9);
}

TEST_CASE("a solid is no region for dominoes") {
  CHECK_THROWS_WITH(classics::dominoes::build(lattice::box(2, 2, 2)), Catch::Contains("layers"));
  CHECK_THROWS_AS(classics::dominoes::build(lattice::from_picture("X//X")), std::invalid_argument);
}

TEST_CASE("a region may lie anywhere") {
  const auto model =
      classics::dominoes::build({{-3, -7, 2}, {-2, -7, 2}, {-3, -6, 2}, {-2, -6, 2}});
  std::set<std::string> drawn;
  for (Solver solver(model.problem); solver.next();) {
    drawn.insert(catalogue::draw(model, polycube::decode(model, solver.solution())));
  }
  CHECK(drawn == std::set<std::string>{"<>\n<>\n\n", "^^\nvv\n\n"});
}

TEST_CASE("no region: one tiling, nothing drawn") {
  const auto model = classics::dominoes::build({});
  CHECK(dlx::counting::count(model.problem).value == Natural(1));
  CHECK(catalogue::draw(model, polycube::Assembly()) == "\n");
}

}  // namespace
}  // namespace dlx::test
