#include "reductions/lattice/lattice.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <string>

#include "tests/reductions/own_polycubes.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using lattice::Cell;
using lattice::Cells;

/// What a turn does to the three directions: two turns that agree here are the same.
Matrix matrix_of(const lattice::Turn& turn) {
  const Cell x = turn({1, 0, 0});
  const Cell y = turn({0, 1, 0});
  const Cell z = turn({0, 0, 1});
  return {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

std::set<OwnMotion> library_symmetries(const Cells& cells, UpTo up_to) {
  std::set<OwnMotion> result;
  for (const lattice::Motion& m : lattice::symmetries(cells, up_to)) {
    result.insert({matrix_of(m.turn), {m.shift.x, m.shift.y, m.shift.z}});
  }
  CHECK(result.size() == lattice::symmetries(cells, up_to).size());
  return result;
}

std::set<OwnMotion> expected_symmetries(const Cells& cells, bool mirrors) {
  const auto all = own_symmetries(own(cells), mirrors);
  return {all.begin(), all.end()};
}

void check_symmetries(const Cells& cells, std::size_t rotations, std::size_t reflections) {
  CHECK(library_symmetries(cells, UpTo::none).size() == 1);
  const auto turned = library_symmetries(cells, UpTo::rotations);
  const auto mirrored = library_symmetries(cells, UpTo::reflections);
  CHECK(turned.size() == rotations);
  CHECK(mirrored.size() == reflections);
  CHECK(turned == expected_symmetries(cells, false));
  CHECK(mirrored == expected_symmetries(cells, true));
}

TEST_CASE("the 48 turns are those that quarter turns and a mirror make, a group") {
  std::set<Matrix> all;
  int rotations = 0;
  for (const lattice::Turn& turn : lattice::turns()) {
    all.insert(matrix_of(turn));
    CHECK(turn.determinant() == determinant(matrix_of(turn)));
    if (turn.determinant() == 1) ++rotations;
    CHECK(turn.keeps(0) == (turn({1, 0, 0}) == Cell{1, 0, 0}));
    CHECK(turn.keeps(2) == (turn({0, 0, 1}) == Cell{0, 0, 1}));
  }
  CHECK(lattice::turns().size() == 48);
  CHECK(all.size() == 48);
  CHECK(rotations == 24);
  const auto expected = own_turns(false, true);
  CHECK(all == std::set<Matrix>(expected.begin(), expected.end()));
  CHECK(lattice::turns().front()({3, 4, 5}) == Cell{3, 4, 5});
  bool closed = true;
  for (const Matrix& a : all) {
    for (const Matrix& b : all) closed = closed && all.count(product(a, b)) == 1;
  }
  CHECK(closed);
}

TEST_CASE("a turn is linear") {
  for (const lattice::Turn& turn : lattice::turns()) {
    const Cell a{2, -7, 5};
    const Cell b{-1, 4, 9};
    CHECK(turn(a + b) == turn(a) + turn(b));
    CHECK(turn(a - b) == turn(a) - turn(b));
  }
}

TEST_CASE("symmetries of solids") {
  check_symmetries(lattice::box(3, 3, 3), 24, 48);
  check_symmetries(lattice::box(2, 2, 2), 24, 48);
  check_symmetries(lattice::box(2, 3, 4), 4, 8);
  check_symmetries(lattice::box(2, 2, 3), 8, 16);
  check_symmetries(lattice::box(3, 2, 2), 8, 16);
  // Standing upright, two layers thick: a solid.
  check_symmetries(lattice::from_picture("XX/XX//X"), 1, 2);
  // A chiral one, and its three-fold cousin.
  check_symmetries(lattice::from_picture("X/X//XX"), 2, 2);
  check_symmetries(lattice::from_picture("XX/X//X"), 3, 6);
}

TEST_CASE("a flat set has the symmetries of the plane") {
  check_symmetries(lattice::box(1, 1, 1), 4, 8);
  check_symmetries(lattice::box(10, 6), 2, 4);
  check_symmetries(lattice::box(6, 10), 2, 4);
  check_symmetries(lattice::box(5, 5), 4, 8);
  check_symmetries(lattice::from_picture("X_/XX"), 1, 2);
  check_symmetries(lattice::from_picture("XX_/_XX"), 2, 2);
  check_symmetries(lattice::from_picture("X__/XXX"), 1, 1);
  // The same in every plane.
  check_symmetries(lattice::box(1, 6, 10), 2, 4);
  check_symmetries(lattice::box(6, 1, 10), 2, 4);
}

TEST_CASE("symmetries hold wherever the set lies") {
  Random random(1);
  for (int round = 0; round < 150; ++round) {
    const std::size_t thin = random.chance(0.5) ? random.below(3) : 3;
    Cells cells;
    const Cell corner{static_cast<int>(random.below(9)) - 4, static_cast<int>(random.below(9)) - 4,
                      static_cast<int>(random.below(9)) - 4};
    const std::size_t side = 2 + random.below(2);
    for (std::size_t i = 0, n = random.between(1, 8); i < n; ++i) {
      const auto coordinate = [&](std::size_t axis) {
        return axis == thin ? 0 : static_cast<int>(random.below(side));
      };
      cells.push_back(corner + Cell{coordinate(0), coordinate(1), coordinate(2)});
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    INFO("round " << round);
    CHECK(library_symmetries(cells, UpTo::rotations) == expected_symmetries(cells, false));
    CHECK(library_symmetries(cells, UpTo::reflections) == expected_symmetries(cells, true));
    CHECK(own(lattice::normalised(cells)) == at_origin(own(cells)));
  }
}

TEST_CASE("boxes: x fastest, then y, then z; bad sides are refused") {
  CHECK(
      lattice::box(2, 2, 2) ==
      Cells{
          {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}});
  CHECK(lattice::box(100, 100, 100).size() == 1'000'000);
  CHECK_THROWS_AS(lattice::box(0, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(lattice::box(1, -1, 1), std::invalid_argument);
  CHECK_THROWS_AS(lattice::box(1, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(lattice::box(1'000'001, 1), std::invalid_argument);
  CHECK_THROWS_AS(lattice::box(1001, 1000), std::invalid_argument);
  // Products that do not fit an int must not wrap into a small volume.
  CHECK_THROWS_AS(lattice::box(65536, 65536), std::invalid_argument);
  CHECK_THROWS_AS(lattice::box(2'000'000'000, 2'000'000'000, 2'000'000'000), std::invalid_argument);
}

TEST_CASE("pictures of cells") {
  CHECK(lattice::from_picture("XXX/X") == Cells{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}});
  CHECK(lattice::from_picture("_X/_X//XX") == Cells{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}});
  CHECK(lattice::from_picture("#.\n##\n") == lattice::from_picture("X_/XX"));
  CHECK(lattice::from_picture("#\n\n#\n") == lattice::from_picture("X//X"));
  // Further empty rows, and empty rows above the picture, change nothing.
  CHECK(lattice::from_picture("XX\n.X\n\n\nXX\n") == lattice::from_picture("XX/.X//XX"));
  CHECK(lattice::from_picture("\nXX\n.X\n\nXX\n") == lattice::from_picture("XX/.X//XX"));
  CHECK(lattice::from_picture("XX\r\n.X\r\n\r\nXX\r\n") == lattice::from_picture("XX/.X//XX"));
  CHECK(lattice::from_picture("..#/...") == Cells{{0, 0, 0}});
  CHECK(lattice::from_picture("/ X") == Cells{{0, 0, 0}});
  CHECK(lattice::from_picture("X/_/X") == Cells{{0, 0, 0}, {0, 2, 0}});
  for (const char* bad : {"", "_", "/", "...", "//"}) {
    INFO(bad);
    CHECK_THROWS_WITH(lattice::from_picture(bad), Catch::Contains("without cells"));
  }
  CHECK_THROWS_WITH(lattice::from_picture("XoX"), Catch::Contains("'o'"));
  CHECK_THROWS_AS(lattice::from_picture("x"), std::invalid_argument);
  CHECK_THROWS_AS(lattice::from_picture("X\tX"), std::invalid_argument);
}

TEST_CASE("names of cells are distinct") {
  CHECK(lattice::name({1, 2, 3}, true) == "123");
  CHECK(lattice::name({1, 2, 3}, false) == "12");
  CHECK(lattice::name({10, 35, 36}, true) == "azA");
  CHECK(lattice::name({61, 0, 0}, false) == "Z0");
  CHECK(lattice::name({62, 0, 0}, false) == "62,0");
  CHECK(lattice::name({0, 0, 62}, true) == "0,0,62");
  CHECK(lattice::name({-1, 0, 0}, false) == "-1,0");
  std::set<std::string> names;
  const Cells cells = lattice::box(70, 70, 3);
  for (const Cell& c : cells) names.insert(lattice::name(c, true));
  CHECK(names.size() == cells.size());
}

}  // namespace
}  // namespace dlx::test
