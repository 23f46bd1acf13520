#include "reductions/classics/sudoku_text.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/engines/batch_search.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/classics/sudoku.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using classics::sudoku::Puzzle;
using Grid = std::vector<int>;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Whether `value` may stand on `square` beside what the grid holds already.
bool fits(const Puzzle& puzzle, const Grid& grid, int square, int value) {
  const int n = puzzle.size();
  for (int other = 0; other < n * n; ++other) {
    if (other == square || grid[at(other)] != value) continue;
    const bool same_row = other / n == square / n;
    const bool same_column = other % n == square % n;
    const bool same_box = other / n / puzzle.box_height == square / n / puzzle.box_height &&
                          other % n / puzzle.box_width == square % n / puzzle.box_width;
    if (same_row || same_column || same_box) return false;
  }
  return true;
}

bool is_filled_in(const Puzzle& puzzle, const Grid& grid) {
  for (int s = 0; s < puzzle.size() * puzzle.size(); ++s) {
    if (grid[at(s)] < 1 || grid[at(s)] > puzzle.size()) return false;
    if (puzzle.squares[at(s)] != 0 && puzzle.squares[at(s)] != grid[at(s)]) return false;
    if (!fits(puzzle, grid, s, grid[at(s)])) return false;
  }
  return true;
}

void backtrack(const Puzzle& puzzle, Grid& grid, int square, std::set<Grid>& found) {
  if (square == puzzle.size() * puzzle.size()) {
    found.insert(grid);
    return;
  }
  if (grid[at(square)] != 0) {
    backtrack(puzzle, grid, square + 1, found);
    return;
  }
  for (int value = 1; value <= puzzle.size(); ++value) {
    if (!fits(puzzle, grid, square, value)) continue;
    grid[at(square)] = value;
    backtrack(puzzle, grid, square + 1, found);
    grid[at(square)] = 0;
  }
}

/// Every solution, each checked by the rules.
std::set<Grid> solved(const Puzzle& puzzle) {
  const classics::sudoku::Model model = classics::sudoku::build(puzzle);
  Verifier verifier(model.problem);
  std::set<Grid> found;
  for (Solver solver(model.problem); solver.next();) {
    CHECK(verifier.faults(solver.solution()).empty());
    const Puzzle decoded = classics::sudoku::decode(model, solver.solution());
    CHECK(is_filled_in(puzzle, decoded.squares));
    CHECK(found.insert(decoded.squares).second);
  }
  return found;
}

TEST_CASE("4x4: the 288 grids") {
  const auto grids = solved(classics::sudoku::parse(std::string(16, '.')));
  CHECK(grids.size() == 288);
}

TEST_CASE("other boxes") {
  // 28200960 grids of 6 x 6, divided by the orders of the first row.
  const Puzzle six = classics::sudoku::parse("123456" + std::string(30, '0'), {3});
  CHECK(six.box_width == 3);
  CHECK(six.box_height == 2);
  CHECK(dlx::counting::count(classics::sudoku::build(six).problem).value ==
        Natural(28'200'960 / 720));
  // Boxes as wide as the grid, or one wide, say nothing new: Latin squares.
  CHECK(dlx::counting::count(
            classics::sudoku::build(classics::sudoku::parse(std::string(16, '.'), {4})).problem)
            .value == Natural(576));
  CHECK(dlx::counting::count(
            classics::sudoku::build(classics::sudoku::parse(std::string(16, '.'), {1})).problem)
            .value == Natural(576));
  CHECK(dlx::counting::count(classics::sudoku::build(classics::sudoku::parse("0")).problem).value ==
        Natural(1));
  CHECK(dlx::counting::count(
            classics::sudoku::build(classics::sudoku::parse(std::string(25, '.'), {1})).problem)
            .value == Natural(161'280));
}

/// A filled grid of any size by shifting rows, its values renamed at random.
Grid pattern(Random& random, int box_width, int box_height) {
  const int n = box_width * box_height;
  std::vector<int> names;
  for (int v = 1; v <= n; ++v) names.push_back(v);
  random.shuffle(names);
  Grid grid;
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      grid.push_back(names[at((box_width * (r % box_height) + r / box_height + c) % n)]);
    }
  }
  return grid;
}

TEST_CASE("random puzzles of four sizes against brute force") {
  Random random(81);
  const std::vector<std::pair<int, int>> boxes{{2, 2}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {1, 4}};
  for (int round = 0; round < 120; ++round) {
    INFO("round " << round);
    const auto [width, height] = boxes[random.below(boxes.size())];
    Puzzle puzzle{
        .box_width = width, .box_height = height, .squares = pattern(random, width, height)};
    const int n = puzzle.size();
    // Few givens where the grid is small, many where brute force could not finish.
    const double keep = n == 4 ? 0.2 : n == 6 ? 0.5 : 0.65;
    for (int& square : puzzle.squares) {
      if (!random.chance(keep)) square = 0;
    }
    std::set<Grid> expected;
    Grid grid = puzzle.squares;
    backtrack(puzzle, grid, 0, expected);
    CHECK_FALSE(expected.empty());
    CHECK(solved(puzzle) == expected);
  }
}

TEST_CASE("random givens, most without a solution, against brute force") {
  Random random(44);
  int unsolvable = 0;
  for (int round = 0; round < 300; ++round) {
    Puzzle puzzle{.box_width = 2, .box_height = 2, .squares = Grid(16)};
    for (int i = 0; i < 6; ++i) {
      const int square = static_cast<int>(random.below(16));
      const int value = static_cast<int>(random.between(1, 4));
      if (puzzle.squares[at(square)] == 0 && fits(puzzle, puzzle.squares, square, value)) {
        puzzle.squares[at(square)] = value;
      }
    }
    std::set<Grid> expected;
    Grid grid = puzzle.squares;
    backtrack(puzzle, grid, 0, expected);
    if (expected.empty()) ++unsolvable;
    CHECK(solved(puzzle) == expected);
  }
  CHECK(unsolvable > 20);
}

TEST_CASE("17 clues are enough: two known puzzles have one solution each") {
  const std::string first =
      "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
  const std::string second =
      "000000010400000000020000000000050604008000300001090000300400200050100000000807000";
  const auto a = solved(classics::sudoku::parse(first));
  REQUIRE(a.size() == 1);
  std::string text;
  for (const int v : *a.begin()) text += std::to_string(v);
  CHECK(text ==
        "693784512487512936125963874932651487568247391741398625319475268856129743274836159");
  CHECK(solved(classics::sudoku::parse(second)).size() == 1);
  for (const std::string& puzzle : {first, second}) {
    CHECK(std::count(puzzle.begin(), puzzle.end(), '0') == 81 - 17);
  }
}

TEST_CASE("16x16 and 25x25, letters past 9") {
  Random random(16);
  for (const int side : {4, 5}) {
    Puzzle puzzle{.box_width = side, .box_height = side, .squares = pattern(random, side, side)};
    const Grid full = puzzle.squares;
    for (int& square : puzzle.squares) {
      if (random.chance(0.25)) square = 0;
    }
    std::string text;
    for (const int v : puzzle.squares) text += v == 0 ? "." : puzzle.alphabet.symbol(v);
    const Puzzle parsed = classics::sudoku::parse(text);
    CHECK(parsed.squares == puzzle.squares);
    CHECK(parsed.box_width == side);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    CHECK(classics::sudoku::parse(text).squares == puzzle.squares);
    CHECK(solved(puzzle).count(full) == 1);
  }
}

TEST_CASE("a full grid is its own solution") {
  const std::string full = "1234341221434321";
  const classics::sudoku::Model model = classics::sudoku::build(classics::sudoku::parse(full));
  CHECK(model.problem.option_count() == 0);
  CHECK(model.problem.primary_count() == 0);
  CHECK(solved(classics::sudoku::parse(full)).size() == 1);
}

TEST_CASE("two equal givens in a unit are named") {
  const auto says = [](const std::string& squares, const std::string& words) {
    CHECK_THROWS_AS(classics::sudoku::build(classics::sudoku::parse(squares)),
                    std::invalid_argument);
    CHECK_THROWS_WITH(classics::sudoku::build(classics::sudoku::parse(squares)),
                      Catch::Contains(words));
  };
  says("1..1............", "two 1 in row 1: at row 1 column 1 and row 1 column 4");
  says("...2...........2", "two 2 in column 4: at row 1 column 4 and row 4 column 4");
  says("..........3....3", "two 3 in box 4: at row 3 column 3 and row 4 column 4");
}

TEST_CASE("blanks and empty lines show the size of boxes") {
  const auto width_of = [](const std::string& text) {
    return classics::sudoku::parse(text).box_width;
  };
  const std::string rows[] = {"1 2 3  4 5 6", "4 5 6  1 2 3", "5 1 2  6 3 4",
                              "3 6 4  5 1 2", "2 4 1  3 6 5", ". 3 .  . . ."};
  const auto text = [&](const std::string& before_third) {
    std::string all;
    for (std::size_t i = 0; i < 6; ++i) {
      if (i == 2 || i == 4) all += before_third;
      all += rows[i] + "\n";
    }
    return all;
  };
  CHECK(width_of(text("")) == 3);
  CHECK(width_of(text("\n")) == 3);
  CHECK(width_of(text("------+------\n")) == 3);
  std::string grouped = text("\n");
  grouped.erase(std::remove(grouped.begin(), grouped.end(), ' '), grouped.end());
  CHECK_THROWS_WITH(width_of(grouped), Catch::Contains("no square boxes"));
  CHECK(width_of("123 456\n456 123\n512 634\n364 512\n241 365\n.3. ...\n") == 3);
  CHECK(width_of("12|34|56\n34|56|12\n56|12|34\n21|43|65\n43|65|21\n..|..|..\n") == 2);
  // Rows that do not agree show nothing.
  CHECK_THROWS_WITH(width_of("123 456\n456 123\n512 634\n364 512\n241 365\n.3 ....\n"),
                    Catch::Contains("no square boxes"));
  // An empty line within a box contradicts the blanks.
  CHECK_THROWS_WITH(width_of("123 456\n\n456 123\n\n512 634\n\n364 512\n\n241 365\n\n.3. ...\n"),
                    Catch::Contains("no square boxes"));
  // Where square boxes are possible, blanks alone do not show others.
  std::string sixteen;
  std::string with_lines;
  for (int row = 0; row < 16; ++row) {
    const std::string line = row == 0 ? "12345678 9ABCDEFG\n" : "........ ........\n";
    sixteen += line;
    with_lines += (row > 0 && row % 2 == 0 ? "\n" : "") + line;
  }
  CHECK(width_of(sixteen) == 4);
  CHECK(width_of(with_lines) == 8);
}

TEST_CASE("what is not a sudoku is refused") {
  const auto refused = [](const std::string& text, int width, const std::string& words) {
    INFO(text);
    CHECK_THROWS_AS(classics::sudoku::parse(text, {width}), std::invalid_argument);
    CHECK_THROWS_WITH(classics::sudoku::parse(text, {width}), Catch::Contains(words));
  };
  refused("", 0, "no squares");
  refused("1\n2\n3\n4\n", 0, "'2' in row 1 column 1 is not a value");
  refused(std::string(80, '.'), 0, "80 squares in this line; a sudoku of 9 x 9 has 81");
  refused(std::string(82, '.'), 0, "82 squares in this line; a sudoku of 9 x 9 has 81");
  refused(std::string(36, '.'), 0, "6 x 6 squares has no square boxes");
  refused(std::string(36, '.'), 4, "boxes 4 wide do not fit into a sudoku of 6 x 6");
  refused(std::string(36, '.'), -1, "boxes -1 wide");
  refused(std::string(16, '.'), 99, "boxes 99 wide");
  refused("5" + std::string(15, '.'), 0, "'5' in row 1 column 1 is not a value");
  refused(std::string(15, '.') + "x", 0, "'x' in row 4 column 4 is not a value");
  refused(std::string(80, '.') + "A1", 0, "82 squares");
  refused("1" + std::string(79, '.') + "A", 0, "'A' in row 9 column 9");
  refused(std::string(80, '.') + "\xC3", 0, "in row 9 column 9");
  // 64 x 64 has more values than signs.
  refused(std::string(64 * 64, '.'), 0, "64 x 64 is too large");
}

TEST_CASE("frames and blanks are passed over, and drawing reads back") {
  const std::string framed = "1 .|. .\n. .|3 .\n---+---\n. 4|. .\n. .|. 2\n";
  CHECK(classics::sudoku::parse(framed).squares ==
        classics::sudoku::parse("1.....3..4.....2").squares);
  Random random(5);
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{3, 3}, {3, 2}, {2, 3}, {4, 4}}) {
    Puzzle puzzle{
        .box_width = width, .box_height = height, .squares = pattern(random, width, height)};
    for (int& square : puzzle.squares) {
      if (random.chance(0.3)) square = 0;
    }
    const classics::sudoku::Model model = classics::sudoku::build(puzzle);
    CHECK(classics::sudoku::parse(catalogue::draw(model, puzzle), {width}).squares ==
          puzzle.squares);
    Solver solver(model.problem);
    REQUIRE(solver.next());
    const Puzzle filled = classics::sudoku::decode(model, solver.solution());
    CHECK(classics::sudoku::parse(catalogue::draw(model, filled), {width}).squares ==
          filled.squares);
  }
  const Puzzle six = classics::sudoku::parse("123456" + std::string(30, '.'), {3});
  CHECK(catalogue::draw(classics::sudoku::build(six), six)
            .starts_with("1 2 3  4 5 6\n. . .  . . .\n\n. . ."));
}

#ifdef DLX_SANITIZE
constexpr int boards_of_batch = 500;
#else
constexpr int boards_of_batch = 10'000;
#endif

/// A board with some of the values of a solution, of which one may be wrong.
Puzzle random_board(Random& random, int width, int height) {
  Puzzle puzzle{
      .box_width = width, .box_height = height, .squares = pattern(random, width, height)};
  const double kept = 0.2 + 0.01 * random.below(40);
  for (int& square : puzzle.squares) {
    if (!random.chance(kept)) square = 0;
  }
  const int changed = static_cast<int>(random.below(puzzle.squares.size()));
  const int value = static_cast<int>(random.between(1, at(puzzle.size())));
  if (random.chance(0.3) && fits(puzzle, puzzle.squares, changed, value)) {
    puzzle.squares[at(changed)] = value;
  }
  return puzzle;
}

TEST_CASE("boards in a batch have the solutions that they have alone") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  int none = 0;
  int unique = 0;
  int several = 0;
  int given_up = 0;
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{2, 2}, {3, 2}, {3, 3}, {4, 3}}) {
    const int size = width * height;
    const classics::sudoku::Model empty = classics::sudoku::build(
        {.box_width = width, .box_height = height, .squares = Grid(at(size * size))});
    engines::BatchSearch batch(empty.problem);
    for (int k = 0; k < boards_of_batch / 4; ++k) {
      const Puzzle puzzle = random_board(random, width, height);
      if (!batch.run(classics::sudoku::clues(empty, puzzle), 2, 20'000)) {
        ++given_up;
        continue;
      }
      const classics::sudoku::Model model = classics::sudoku::build(puzzle);
      Solver solver(model.problem);
      std::uint64_t found = 0;
      while (found < 2 && solver.next()) ++found;
      REQUIRE(batch.found() == found);
      REQUIRE(batch.complete() == (found < 2));
      ++(found == 0 ? none : found == 1 ? unique : several);
      if (found == 0) continue;
      const Puzzle filled = classics::sudoku::decode(empty, batch.solution());
      REQUIRE(is_filled_in(puzzle, filled.squares));
    }
  }
  CHECK(none > boards_of_batch / 50);
  CHECK(unique > boards_of_batch / 10);
  CHECK(several > boards_of_batch / 10);
  CHECK(given_up < boards_of_batch / 100);
}

TEST_CASE("building checks what it is given") {
  CHECK_THROWS_AS(classics::sudoku::build({.box_width = 2, .box_height = 2, .squares = Grid(15)}),
                  std::invalid_argument);
  CHECK_THROWS_AS(classics::sudoku::build({.box_width = 0, .box_height = 2, .squares = {}}),
                  std::invalid_argument);
  CHECK_THROWS_AS(
      classics::sudoku::build({.box_width = 9, .box_height = 9, .squares = Grid(81 * 81)}),
      std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
