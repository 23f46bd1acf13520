#include "reductions/classics/pentominoes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <string>

#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "tests/reductions/own_polycubes.hpp"

namespace dlx::test {
namespace {

/// Every pentomino there is, up to turning over, by adding cell to cell.
std::set<Shape> grown_pentominoes() {
  const auto turns = own_turns(true, true);
  std::set<Shape> shapes{{{0, 0, 0}}};
  for (int size = 2; size <= 5; ++size) {
    std::set<Shape> larger;
    for (const Shape& shape : shapes) {
      const std::set<Point> cells(shape.begin(), shape.end());
      for (const Point& p : shape) {
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
          const Point beside{p[0] + dx, p[1] + dy, 0};
          if (cells.count(beside) == 1) continue;
          Shape grown = shape;
          grown.push_back(beside);
          larger.insert(*own_orientations(grown, turns).begin());
        }
      }
    }
    shapes = std::move(larger);
  }
  return shapes;
}

TEST_CASE("the twelve are all the pentominoes there are") {
  const auto all = grown_pentominoes();
  CHECK(all.size() == 12);
  std::set<Shape> named;
  for (const char letter : classics::pentominoes::letters) {
    const polycube::Piece piece = classics::pentominoes::piece(letter);
    CHECK(piece.name == std::string(1, letter));
    CHECK(piece.copies == Bounds{});
    named.insert(*own_orientations(own(piece.cells), own_turns(true, true)).begin());
  }
  CHECK(named == all);
}

TEST_CASE("the letters look like the pieces") {
  const auto is = [](char letter, const std::string& picture) {
    return own_orientations(own(classics::pentominoes::piece(letter).cells), own_turns(true, true))
               .count(at_origin(flat_shape(picture))) == 1;
  };
  CHECK(is('F', ".XX/XX./.X."));
  CHECK(is('I', "X/X/X/X/X"));
  CHECK(is('L', "X./X./X./XX"));
  CHECK(is('N', ".X/.X/XX/X."));
  CHECK(is('P', "XX/XX/X."));
  CHECK(is('T', "XXX/.X./.X."));
  CHECK(is('U', "X.X/XXX"));
  CHECK(is('V', "X../X../XXX"));
  CHECK(is('W', "X../XX./.XX"));
  CHECK(is('X', ".X./XXX/.X."));
  CHECK(is('Y', ".X/XX/.X/.X"));
  CHECK(is('Z', "XX./.X./.XX"));
}

TEST_CASE("pieces that are not turned over have the form of their letters, not its mirror image") {
  const auto is = [](char letter, const std::string& picture) {
    auto puzzle = classics::pentominoes::puzzle(lattice::box(5, 5), std::string_view(&letter, 1));
    puzzle.turning = polycube::Turning::flat_rotations;
    const auto model = polycube::build(puzzle);
    return std::any_of(model.placements.begin(), model.placements.end(), [&](const auto& p) {
      return at_origin(own(p.cells)) == at_origin(flat_shape(picture));
    });
  };
  CHECK(is('F', ".XX/XX./.X."));
  CHECK(is('L', "X./X./X./XX"));
  CHECK(is('P', "XX/XX/X."));
  CHECK(is('Z', "XX./.X./.XX"));
  CHECK_FALSE(is('P', "XX/XX/.X"));
}

TEST_CASE("63 flat placements of one-sided pieces, or turned over") {
  // In a board large enough: as many orientations as the literature says (Golomb, Polyominoes).
  const std::vector<std::pair<char, std::size_t>> orientations{
      {'F', 8}, {'I', 2}, {'L', 8}, {'N', 8}, {'P', 8}, {'T', 4},
      {'U', 4}, {'V', 4}, {'W', 4}, {'X', 1}, {'Y', 8}, {'Z', 4}};
  for (const auto& [letter, count] : orientations) {
    const auto model = polycube::build(
        classics::pentominoes::puzzle(lattice::box(5, 5), std::string_view(&letter, 1)));
    std::set<Shape> seen;
    for (const auto& placement : model.placements) seen.insert(at_origin(own(placement.cells)));
    INFO(letter);
    CHECK(seen.size() == count);
  }
}

TEST_CASE("pieces by letters and numbers") {
  const auto names = [](std::string_view pieces) {
    std::string text;
    for (const auto& p : classics::pentominoes::puzzle(lattice::box(5, 5), pieces).pieces) {
      CHECK(p.copies->at_least == p.copies->at_most);
      text += std::to_string(p.copies->at_most) + p.name;
    }
    return text;
  };
  CHECK(names("PUY") == "1P1U1Y");
  CHECK(names("YUP") == "1P1U1Y");
  CHECK(names("20*Y") == "20Y");
  CHECK(names("PP2*PL") == "1L4P");
  CHECK(names("") == "");
  for (const char* bad : {"A", "p", "3Y", "0*Y", "3*", "99999999999999*Y", "2**Y", "P,U", "P U",
                          "-1*Y", "2000000*Y"}) {
    INFO(bad);
    CHECK_THROWS_AS(names(bad), std::invalid_argument);
  }
  CHECK_THROWS_AS(classics::pentominoes::piece('a'), std::invalid_argument);
}

struct Figures {
  lattice::Cells region;
  std::uint64_t solutions;
  std::uint64_t classes;
};

void check_figures(const Figures& f) {
  const auto model = polycube::build(classics::pentominoes::puzzle(f.region));
  const OptionSymmetries group = polycube::symmetries(model, UpTo::reflections);
  std::uint64_t solutions = 0;
  std::uint64_t classes = 0;
  for (Solver solver(model.problem); solver.next();) {
    ++solutions;
    if (group.is_representative(solver.solution())) ++classes;
  }
  CHECK(solutions == f.solutions);
  CHECK(classes == f.classes);
  CHECK(solutions == classes * group.order());
}

TEST_CASE("3x20: 2 tilings up to symmetry") {
  check_figures({lattice::box(20, 3), 8, 2});
}

#ifndef DLX_SANITIZE
TEST_CASE("2x3x10: 12 packings up to symmetry") {
  check_figures({lattice::box(10, 3, 2), 96, 12});
}

TEST_CASE("8x8 without its middle: 65 tilings up to symmetry", "[slow]") {
  check_figures({lattice::from_picture("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXX..XXX/"
                                       "XXX..XXX/XXXXXXXX/XXXXXXXX/XXXXXXXX"),
                 520, 65});
}

TEST_CASE("6x10: 2339 tilings up to symmetry", "[slow]") {
  check_figures({lattice::box(10, 6), 9356, 2339});
}

TEST_CASE("5x12: 1010 tilings up to symmetry", "[slow]") {
  check_figures({lattice::box(12, 5), 4040, 1010});
}

TEST_CASE("4x15: 368 tilings up to symmetry", "[slow]") {
  check_figures({lattice::box(15, 4), 1472, 368});
}
#endif

TEST_CASE("small sets against brute force") {
  for (const char* pieces : {"PU", "LL", "2*P", "VP", "FP", "YY", "LY"}) {
    INFO(pieces);
    const auto puzzle = classics::pentominoes::puzzle(lattice::box(5, 2), pieces);
    CHECK(found_assemblies(polycube::build(puzzle)) == own_assemblies(own(puzzle)));
  }
  const auto puzzle = classics::pentominoes::puzzle(lattice::box(5, 3), "PUV");
  CHECK(found_assemblies(polycube::build(puzzle)) == own_assemblies(own(puzzle)));
  const auto ten = classics::pentominoes::puzzle(lattice::box(10, 5), "10*Y");
  const auto tilings = own_assemblies(own(ten));
  CHECK(tilings.size() == 10);
  CHECK(own_classes(own(ten), tilings, false).size() == 8);
  CHECK(own_classes(own(ten), tilings, true).size() == 4);
  CHECK(found_assemblies(polycube::build(ten)) == tilings);
  const auto solid = classics::pentominoes::puzzle(lattice::box(5, 2, 2), "LLVP");
  CHECK(found_assemblies(polycube::build(solid)) == own_assemblies(own(solid)));
}

Natural number_of(polycube::Puzzle puzzle) {
  return counting::count(polycube::build(std::move(puzzle)).problem).value;
}

TEST_CASE("cells that stay empty") {
  namespace game = classics::pentominoes;
  polycube::Puzzle five = game::puzzle(lattice::region({5, 6}), "PUVLN");
  CHECK(polycube::cells_left(five) == 5);
  CHECK(number_of(five) == Natural(0));
  polycube::Puzzle with_gaps = five;
  polycube::leave_empty(with_gaps, "5");
  CHECK(number_of(with_gaps) == Natural(28'856));  // by a brute force that shares no code
  CHECK_THROWS_WITH(polycube::leave_empty(five, "4"), "the pieces leave 5 cells empty, not 4");
  CHECK_THROWS_WITH(polycube::leave_empty(five, "two"), Catch::Contains("'two' is neither"));
  for (const auto& [gaps, expected] : {std::pair("0", 4), {"5", 104}, {"7", 0}}) {
    polycube::Puzzle bars = game::puzzle(lattice::region({4, 5}), "*L");
    polycube::leave_empty(bars, gaps);
    CHECK(number_of(bars) == Natural(static_cast<std::uint64_t>(expected)));
  }
  polycube::Puzzle block = game::puzzle(lattice::region({2, 6}), "PP");
  polycube::leave_empty(block, "2x1");
  polycube::Puzzle any = game::puzzle(lattice::region({2, 6}), "PP");
  polycube::leave_empty(any, "2");
  // Two P leave one column of the 2 x 6 empty, or two cells that are not in a block.
  CHECK(number_of(block) <= number_of(any));
  CHECK(number_of(block) > Natural(0));
  CHECK(polycube::cells_left(block) == 2);
  const polycube::Model model = polycube::build(block);
  CHECK(polycube::frame(model)->pieces.size() == 1);  // a gap is no piece
}

TEST_CASE("pieces that are placed already") {
  namespace game = classics::pentominoes;
  polycube::Puzzle six = game::puzzle(lattice::region({6, 10}));
  polycube::place(six, "X at 2,2", polycube::Placing::rows);
  CHECK(number_of(six) == Natural(262));
  CHECK(polycube::placed_options(polycube::build(six)).size() == 1);
  polycube::Puzzle parts = game::puzzle(lattice::region({3, 5}), "LPV");
  // Each placement of L has one corner, so the places partition the solutions.
  Natural sum(0);
  int fits = 0;
  for (int row = 1; row <= 3; ++row) {
    for (int column = 1; column <= 5; ++column) {
      polycube::Puzzle placed = parts;
      polycube::place(placed, "L at " + std::to_string(row) + "," + std::to_string(column),
                      polycube::Placing::rows);
      // L covers two rows and four columns, because no other image of it fits.
      if (row <= 2 && column <= 2) {
        CHECK(polycube::placed_options(polycube::build(placed)).empty());  // four orientations
        sum += number_of(placed);
        ++fits;
      } else {
        CHECK_THROWS_WITH(polycube::build(placed),
                          "piece 'L' does not fit at the place that it is given");
      }
    }
  }
  CHECK(fits == 4);
  CHECK(sum == number_of(parts));
  CHECK(sum > Natural(0));
  polycube::Puzzle twice = six;
  CHECK_THROWS_WITH(polycube::place(twice, "X at 3,3", polycube::Placing::rows),
                    "piece 'X' has a place already");
  CHECK_THROWS_WITH(polycube::place(parts, "L on 1,1", polycube::Placing::rows),
                    Catch::Contains("is not a place of a piece"));
  CHECK_THROWS_WITH(polycube::place(parts, "L at 0,1", polycube::Placing::rows),
                    Catch::Contains("is not a place of a piece"));
  CHECK_THROWS_WITH(polycube::place(parts, "L at 2147483647,1", polycube::Placing::rows),
                    Catch::Contains("is not a place of a piece"));
  CHECK_THROWS_WITH(polycube::place(parts, "X at 1,1", polycube::Placing::rows),
                    "the puzzle has no piece 'X'");
  polycube::Puzzle outside = six;
  polycube::place(outside, "L at 50,90", polycube::Placing::rows);
  CHECK_THROWS_WITH(polycube::build(outside), Catch::Contains("does not fit"));
}

TEST_CASE("ranges of copies") {
  namespace game = classics::pentominoes;
  Natural sum(0);
  for (std::uint32_t copies = 0; copies <= 4; ++copies) {
    std::string pieces;
    if (copies > 0) pieces += std::to_string(copies) + "*L";
    if (copies < 4) pieces += std::to_string(4 - copies) + "*P";
    const Natural found = number_of(game::puzzle(lattice::region({4, 5}), pieces));
    if (copies <= 2) sum += found;
    if (copies == 4) {
      CHECK(number_of(game::puzzle(lattice::region({4, 5}), "0..2*L0..4*P")) == sum);
    }
  }
  CHECK(number_of(game::puzzle(lattice::region({4, 5}), "*L*P")) == Natural(38));
  for (const char* bad : {"0..*L", "2..1*L", "0..0*L", "..*L", "3*", "*", "4..L", "1.2*L"}) {
    INFO(bad);
    CHECK_THROWS_AS(game::puzzle(lattice::region({4, 5}), bad), std::invalid_argument);
  }
}

}  // namespace
}  // namespace dlx::test
