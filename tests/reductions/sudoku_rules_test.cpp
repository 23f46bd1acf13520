// Variants of sudoku: random rules against brute force that knows the rules, not the reduction.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/text_error.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/engines/batch_search.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/catalogue.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using classics::sudoku::Model;
using classics::sudoku::Puzzle;
using Grid = std::vector<int>;

std::size_t place(int i) {
  return static_cast<std::size_t>(i);
}

/// What a rule asks of two values that are not 0.
using Test = std::function<bool(int, int)>;

/// A variant as text and as what brute force checks.
struct Variant {
  int n = 4;
  std::string text = {};
  struct Two {
    int first, second;
    Test test;
  };
  std::vector<Two> pairs = {};
  struct Sum {
    std::vector<int> squares;
    int sum;
  };
  std::vector<Sum> sums = {};
  std::vector<std::function<bool(int)>> squares = {};  // by a square; empty: any value

  void different(const std::vector<int>& group) {
    for (const int a : group) {
      for (const int b : group) {
        if (a < b) pairs.push_back({a, b, [](int v, int w) { return v != w; }});
      }
    }
  }
  [[nodiscard]] std::string cell(int s) const {
    return "r" + std::to_string(s / n + 1) + "c" + std::to_string(s % n + 1);
  }
  [[nodiscard]] bool allows(const Grid& grid, int square) const {
    const int value = grid[place(square)];
    if (squares[place(square)] && !squares[place(square)](value)) return false;
    for (const auto& [first, second, test] : pairs) {
      if (first != square && second != square) continue;
      const int v = grid[place(first)];
      const int w = grid[place(second)];
      if (v != 0 && w != 0 && !test(v, w)) return false;
    }
    for (const auto& [cage, wanted] : sums) {
      if (std::find(cage.begin(), cage.end(), square) == cage.end()) continue;
      int sum = 0;
      bool full = true;
      for (const int s : cage) {
        sum += grid[place(s)];
        full = full && grid[place(s)] != 0;
      }
      if (full ? sum != wanted : sum > wanted) return false;
    }
    return true;
  }
};

/// Tries values of an order in the square that has the fewest.
class BruteForce {
 public:
  BruteForce(const Variant& variant, const std::vector<int>& order, std::size_t most)
      : variant_(variant), order_(order), most_(most) {}

  /// All solutions, or as many as wanted; nothing if that takes too long.
  std::optional<std::set<Grid>> solve(Grid grid) {
    fill(grid);
    if (left_ == 0) return std::nullopt;
    return std::move(found_);
  }

 private:
  void fill(Grid& grid) {
    if (left_ == 0 || --left_ == 0) return;
    int best = -1;
    std::vector<int> fewest(order_.size() + 1);
    for (int s = 0; s < variant_.n * variant_.n; ++s) {
      if (grid[place(s)] != 0) continue;
      std::vector<int> values;
      for (const int value : order_) {
        grid[place(s)] = value;
        if (variant_.allows(grid, s)) values.push_back(value);
      }
      grid[place(s)] = 0;
      if (values.size() < fewest.size()) {
        fewest = std::move(values);
        best = s;
      }
    }
    if (best < 0) {
      found_.insert(grid);
      return;
    }
    for (const int value : fewest) {
      grid[place(best)] = value;
      fill(grid);
      if (found_.size() >= most_) return;
    }
    grid[place(best)] = 0;
  }

  const Variant& variant_;
  const std::vector<int>& order_;
  std::size_t most_;
  std::set<Grid> found_ = {};
  int left_ = 2'000;  // nodes
};

/// Squares of a random connected area.
std::vector<int> area(Random& random, int n, std::size_t size) {
  std::vector<int> squares{static_cast<int>(random.below(place(n * n)))};
  for (int tries = 0; squares.size() < size && tries < 50; ++tries) {
    const int s = squares[random.below(squares.size())];
    const int step = static_cast<int>(random.below(4));
    const int row = s / n + (step == 0 ? 1 : step == 1 ? -1 : 0);
    const int column = s % n + (step == 2 ? 1 : step == 3 ? -1 : 0);
    if (row < 0 || row >= n || column < 0 || column >= n) continue;
    if (std::find(squares.begin(), squares.end(), row * n + column) == squares.end()) {
      squares.push_back(row * n + column);
    }
  }
  return squares;
}

void steps(Variant& variant, const std::vector<std::pair<int, int>>& moves, const Test& test) {
  for (int s = 0; s < variant.n * variant.n; ++s) {
    for (const auto& [down, right] : moves) {
      const int row = s / variant.n + down;
      const int column = s % variant.n + right;
      if (row >= variant.n || column < 0 || column >= variant.n) continue;
      variant.pairs.push_back({s, row * variant.n + column, test});
    }
  }
}

/// Four or six regions that a random walk of swaps has made of boxes.
std::string regions(Random& random, int n, int width, int height) {
  std::string signs;
  for (int s = 0; s < n * n; ++s) {
    signs += static_cast<char>('a' + s / n / height * height + s % n / width);
  }
  for (int swaps = static_cast<int>(random.below(6)); swaps > 0; --swaps) {
    std::swap(signs[random.below(signs.size())], signs[random.below(signs.size())]);
  }
  return signs;
}

Variant random_variant(Random& random) {
  Variant variant;
  const bool six = random.chance(0.4);
  variant.n = six ? 6 : 4;
  const int n = variant.n;
  const int width = six ? 3 : 2;
  const int height = 2;
  variant.squares.resize(place(n * n));
  for (int unit = 0; unit < n; ++unit) {
    std::vector<int> row;
    std::vector<int> column;
    for (int i = 0; i < n; ++i) {
      row.push_back(unit * n + i);
      column.push_back(i * n + unit);
    }
    variant.different(row);
    variant.different(column);
  }
  std::string signs = regions(random, n, width, height);
  if (random.chance(0.5)) {
    variant.text = "regions\n";
    for (int row = 0; row < n; ++row) variant.text += signs.substr(place(row * n), place(n)) + "\n";
  } else {
    signs.clear();
    Random none(0);
    for (int s = 0; s < n * n; ++s) {
      signs += static_cast<char>('a' + s / n / height * height + s % n / width);
    }
    variant.text = "box " + std::to_string(width) + "x2\n";
  }
  for (char sign = 'a'; sign < 'a' + n; ++sign) {
    std::vector<int> region;
    for (int s = 0; s < n * n; ++s) {
      if (signs[place(s)] == sign) region.push_back(s);
    }
    variant.different(region);
  }
  const auto rule = [&](double chance, const std::string& name) {
    if (!random.chance(chance)) return false;
    variant.text += name + (random.chance(0.5) ? "\n" : " , ");
    return true;
  };
  if (rule(0.3, "x")) {
    std::vector<int> falling;
    std::vector<int> rising;
    for (int i = 0; i < n; ++i) {
      falling.push_back(i * n + i);
      rising.push_back(i * n + n - 1 - i);
    }
    variant.different(falling);
    variant.different(rising);
  }
  const auto unequal = [](int v, int w) { return v != w; };
  if (rule(0.15, "anti-knight")) steps(variant, {{1, 2}, {1, -2}, {2, 1}, {2, -1}}, unequal);
  if (rule(0.15, "anti-king")) steps(variant, {{1, 1}, {1, -1}}, unequal);
  if (rule(0.1, "non-consecutive")) {
    steps(variant, {{0, 1}, {1, 0}}, [](int v, int w) { return std::abs(v - w) != 1; });
  }
  const auto squares_of = [&](const std::vector<int>& squares) {
    std::string words;
    for (const int s : squares) words += " " + variant.cell(s);
    return words;
  };
  if (const auto group = area(random, n, 2 + random.below(place(n - 1)));
      group.size() > 1 && rule(0.2, "group" + squares_of(group))) {
    variant.different(group);
  }
  const auto chain = [&](const std::string& name, const Test& test) {
    std::vector<int> squares = area(random, n, 2 + random.below(2));
    if (squares.size() < 2 || !rule(0.15, name + squares_of(squares))) return;
    for (std::size_t i = 1; i < squares.size(); ++i) {
      variant.pairs.push_back({squares[i - 1], squares[i], test});
    }
  };
  chain("less", [](int v, int w) { return v < w; });
  chain("consecutive", [](int v, int w) { return std::abs(v - w) == 1; });
  chain("double", [](int v, int w) { return v == 2 * w || w == 2 * v; });
  const int marked = static_cast<int>(random.below(place(n * n)));
  const int remainder = static_cast<int>(random.below(2));
  if (rule(0.3, (remainder == 0 ? "even " : "odd ") + variant.cell(marked))) {
    variant.squares[place(marked)] = [remainder](int v) { return v % 2 == remainder; };
  }
  return variant;
}

/// Adds cages with the sums that a solution has, or with others.
void add_cages(Random& random, Variant& variant, const Grid& solution) {
  for (int cages = static_cast<int>(random.below(4)); cages > 0; --cages) {
    const std::vector<int> squares = area(random, variant.n, 1 + random.below(4));
    int sum = 0;
    std::set<int> values;
    for (const int s : squares) {
      sum += solution[place(s)];
      values.insert(solution[place(s)]);
    }
    if (values.size() < squares.size()) continue;
    const int k = static_cast<int>(squares.size());
    if (random.chance(0.05) && sum < k * (2 * variant.n - k + 1) / 2) ++sum;
    const bool has_sum = random.chance(0.9);
    variant.text += (variant.text.ends_with(" , ") ? "" : "\n");
    variant.text += "cage " + (has_sum ? std::to_string(sum) : "");
    for (const int s : squares) variant.text += " " + variant.cell(s);
    variant.text += "\n";
    variant.different(squares);
    if (has_sum) variant.sums.push_back({squares, sum});
  }
}

std::set<Grid> solved(const Puzzle& puzzle) {
  const Model model = classics::sudoku::build(puzzle);
  Verifier verifier(model.problem);
  std::set<Grid> found;
  for (Solver solver(model.problem); solver.next();) {
    CHECK(verifier.faults(solver.solution()).empty());
    const Puzzle board = classics::sudoku::decode(model, solver.solution());
    CHECK(board.is_full());
    CHECK_FALSE(conflict(board));
    CHECK(found.insert(board.squares).second);
  }
  return found;
}

/// The same by a batch: the empty board with clues.
std::uint64_t found_in_batch(const Puzzle& puzzle) {
  Puzzle blank = puzzle;
  std::fill(blank.squares.begin(), blank.squares.end(), 0);
  const Model empty = classics::sudoku::build(std::move(blank));
  engines::BatchSearch batch(empty.problem);
  CHECK(batch.run(classics::sudoku::clues(empty, puzzle), 1'000'000, 100'000'000));
  return batch.found();
}

/// Checks that the drawing of a board is read as this board, with the same rules.
void check_drawing(const std::string& rules, const Puzzle& board) {
  const std::string drawn = catalogue::draw(classics::sudoku::build(board), board);
  CAPTURE(rules, drawn);
  CHECK(classics::sudoku::parse(rules + "\n" + drawn).squares == board.squares);
}

TEST_CASE("random variants against brute force") {
  Random random(drawn_seed());
  int with_solutions = 0;
  int with_several = 0;
  for (int round = 0; round < 200; ++round) {
    Variant variant = random_variant(random);
    std::vector<int> order;
    for (int value = 1; value <= variant.n; ++value) order.push_back(value);
    random.shuffle(order);
    Grid grid(place(variant.n * variant.n));
    const auto some = BruteForce(variant, order, 1).solve(grid);
    if (!some) continue;
    if (some->empty()) {
      INFO(variant.text);
      CHECK(solved(classics::sudoku::parse(variant.text)).empty());
      continue;
    }
    const Grid solution = *some->begin();
    add_cages(random, variant, solution);
    grid = solution;
    const double kept = variant.n == 4 ? 0.15 : 0.4;
    for (int& value : grid) {
      if (!random.chance(kept)) value = 0;
    }
    const Grid given = grid;
    const std::string rules = std::exchange(variant.text, variant.text + "\n");
    for (const int value : grid) variant.text += value == 0 ? "." : std::to_string(value);
    CAPTURE(variant.text);
    bool contradicts = false;  // a cage whose sum is wrong may be full
    for (int s = 0; s < variant.n * variant.n; ++s) {
      if (grid[place(s)] != 0 && !variant.allows(grid, s)) contradicts = true;
    }
    if (contradicts) continue;
    const auto expected = BruteForce(variant, order, 1'000'000).solve(grid);
    if (!expected) continue;
    const Puzzle puzzle = classics::sudoku::parse(variant.text);
    REQUIRE(puzzle.squares == given);
    CHECK(solved(puzzle) == *expected);
    check_drawing(rules, puzzle);
    for (const Grid& found : *expected) {
      Puzzle filled = puzzle;
      filled.squares = found;
      check_drawing(rules, filled);
    }
    CHECK(found_in_batch(puzzle) == expected->size());
    with_solutions += expected->empty() ? 0 : 1;
    with_several += expected->size() > 1 ? 1 : 0;
  }
  CHECK(with_solutions > 100);
  CHECK(with_several > 25);
}

Natural count(const std::string& text) {
  return counting::count(classics::sudoku::build(classics::sudoku::parse(text)).problem).value;
}

TEST_CASE("published counts of variants") {
  // With both diagonals, 48 of the 288 grids of 4 x 4 are left.
  CHECK(count("x\nbox 2x2") == Natural(48));
  CHECK(count("regions bfdddd bfddae bfaaae bfaaee bffcce bcccce") == Natural(783'360));
  CHECK(solved(classics::sudoku::parse(
            "x\n"
            ".....1....7....1.4.1..9.............2.6.8.....4...........38........5.9.6.74....5")) ==
        std::set<Grid>{{3, 6, 5, 7, 4, 1, 9, 8, 2, 9, 7, 2, 8, 6, 3, 1, 5, 4, 8, 1, 4,
                        5, 9, 2, 7, 6, 3, 7, 8, 9, 1, 5, 4, 3, 2, 6, 2, 5, 6, 3, 8, 7,
                        4, 1, 9, 1, 4, 3, 9, 2, 6, 5, 7, 8, 5, 9, 1, 6, 3, 8, 2, 4, 7,
                        4, 3, 8, 2, 7, 5, 6, 9, 1, 6, 2, 7, 4, 1, 9, 8, 3, 5}});
}

TEST_CASE("rows of pictures may have blanks between signs, and '/' between rows") {
  const Natural expected(144);
  CHECK(count("regions\naabb\naabb\ncddd\ncccd\n") == expected);
  for (const std::string picture : {"a a b b\na a b b\nc d d d\nc c c d", "aabb/aabb/cddd/cccd",
                                    "a a b b /a a b b/c d d d/c c c d/"}) {
    CAPTURE(picture);
    CHECK(count("regions\n" + picture + "\n") == expected);
    CHECK(count("regions " + picture + "\n................") == expected);
    const auto rules = classics::sudoku::only_rules(picture);
    CHECK(classics::sudoku::blank_board(rules, {}).size() == 4);
  }
  CHECK(count("box 2x2\ncages\na a . .\n. . . .\n. . . .\n. . b b\na=3 b=7") ==
        count("box 2x2, cage 3 r1c1 r1c2, cage 7 r4c3 r4c4"));
}

TEST_CASE("overlapping grids") {
  const Puzzle samurai = classics::sudoku::parse("samurai");
  CHECK(samurai.width() == 21);
  CHECK(samurai.height() == 21);
  CHECK(std::count(samurai.board->has.begin(), samurai.board->has.end(), true) == 369);
  const Model model = classics::sudoku::build(samurai);
  Solver solver(model.problem);
  REQUIRE(solver.next());
  const Puzzle filled = classics::sudoku::decode(model, solver.solution());
  CHECK(filled.is_full());
  CHECK_FALSE(conflict(filled));
  CHECK(one_line(filled).size() == 369);
  // The squares that there are, all places, and a drawing are read back.
  CHECK(classics::sudoku::parse("samurai\n" + one_line(filled)).squares == filled.squares);
  std::string rows;
  for (int s = 0; s < 21 * 21; ++s) {
    rows += filled.has(s) ? std::to_string(filled.squares[place(s)]) : ".";
    if (s % 21 == 20) rows += '\n';
  }
  CHECK(classics::sudoku::parse("samurai\n" + rows).squares == filled.squares);
  CHECK(classics::sudoku::parse("samurai\n" + catalogue::draw(model, filled)).squares ==
        filled.squares);
  CHECK_THROWS_WITH(classics::sudoku::parse("samurai\n12"),
                    "2 squares; the grids have 369, and 441 places with those between them");
  // So are several of them, in any of these forms, also around a line that is wrong.
  const std::string line = one_line(filled) + "\n";
  const std::string text = "samurai\n" + line + rows + rows + line + line.substr(1) + line +
                           catalogue::draw(model, filled) + catalogue::draw(model, filled);
  const auto entries = classics::sudoku::read(text);
  REQUIRE(entries.size() == 8);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto* const puzzle = std::get_if<Puzzle>(&entries[k].contents);
    CHECK((puzzle != nullptr && puzzle->squares == filled.squares) == (k != 4));
  }
  rows[9] = '1';
  CHECK_THROWS_WITH(classics::sudoku::parse("samurai\n" + rows),
                    "a value at row 1 column 10, which is outside of the grids");
  // Two grids of 4 x 4 that share a box: each of the 288 left ones has 12 right ones.
  CHECK(count("box 2x2\ngrid r1c1 r3c3") == Natural(288 * 12));
}

TEST_CASE("drawings of variants are read back") {
  for (const std::string rules : {"x", "windows", "disjoint", "anti-knight",
                                  "cage 12 r1c1 r1c2 r2c1, cage 5 r3c3 r3c4, less r7c7 r8c7",
                                  "regions bfdddd bfddae bfaaae bfaaee bffcce bcccce",
                                  "less r1c1 r1c2 r2c2, double r4c4 r5c4, consecutive r8c8 r8c9"}) {
    INFO(rules);
    const Model model = classics::sudoku::build(classics::sudoku::parse(rules));
    Solver solver(model.problem);
    REQUIRE(solver.next());
    const Puzzle filled = classics::sudoku::decode(model, solver.solution());
    CHECK(classics::sudoku::parse(rules + "\n" + catalogue::draw(model, filled)).squares ==
          filled.squares);
    CHECK_FALSE(drawing::draw_svg(std::vector{catalogue::picture(model, filled)}).empty());
  }
  const Model model = classics::sudoku::build(classics::sudoku::parse(
      "regions aabb aabb ccdd ccdd, cage 3 r1c1 r2c1, odd r4c1, less r3c3 r3c4\n"
      "1............2.4"));
  Solver solver(model.problem);
  REQUIRE(solver.next());
  CHECK(catalogue::draw(model, classics::sudoku::decode(model, solver.solution())) ==
        "+3------+-------+\n"
        "| 1 : 3 | 4   2 |\n"
        "| 2 : 4 | 3   1 |\n"
        "+-------+-------+\n"
        "| 4   1 | 2 < 3 |\n"
        "|(3)  2 | 1   4 |\n"
        "+-------+-------+\n\n");
}

TEST_CASE("drawings are read back in each alphabet and size, with marked squares anywhere") {
  Random random(drawn_seed());
  for (int round = 0; round < 300; ++round) {
    const int width = 2 + static_cast<int>(random.below(4));
    const int height = 1 + static_cast<int>(random.below(4));
    const int n = width * height;
    if (n < 4) continue;
    std::string rules = "box " + std::to_string(width) + "x" + std::to_string(height);
    Puzzle board{.box_width = width, .box_height = height};
    for (int s = 0; s < n * n; ++s) {
      board.squares.push_back((s / n % height * width + s / n / height + s % n) % n + 1);
    }
    for (int s = 0; s < n * n; ++s) {
      if (!random.chance(0.3)) continue;
      rules += board.squares[place(s)] % 2 == 0 ? ", even r" : ", odd r";
      rules += std::to_string(s / n + 1) + "c" + std::to_string(s % n + 1);
    }
    board.board = classics::sudoku::parse(rules).board;
    using Kind = classics::sudoku::Alphabet::Kind;
    board.alphabet.kind = std::array{Kind::digits, Kind::letters, Kind::numbers}[random.below(3)];
    check_drawing(rules, board);
    const double removed = random.chance(0.5) ? 0.4 : 0.97;
    // The letter F can be 6 or 15 in a board of 16 x 16 that has no other values.
    if (removed > 0.5) board.alphabet.kind = Kind::numbers;
    for (int& value : board.squares) {
      if (random.chance(removed)) value = 0;
    }
    check_drawing(rules, board);
    // Without rules, rows of 16 squares with few values could be puzzles of 4 x 4.
    if (n == 16 && removed > 0.5) continue;
    board.board.reset();
    const std::string drawn = catalogue::draw(classics::sudoku::build(board), board);
    CAPTURE(drawn);
    CHECK(classics::sudoku::parse(drawn, {width}).squares == board.squares);
  }
}

TEST_CASE("wrong rules are named") {
  const auto says = [](const std::string& text, const std::string& words) {
    INFO(text);
    CHECK_THROWS_AS(classics::sudoku::parse(text), TextError);
    CHECK_THROWS_WITH(classics::sudoku::parse(text), Catch::Contains(words));
  };
  says("x, anti-kngiht",
       "no rule 'anti-kngiht'; did you mean 'anti-knight'? There are x, windows, ");
  says("x, thermo r1c1 r1c2", "no rule 'thermo'; did you mean 'less'?");
  says("x, ziczac r1c1", "no rule 'ziczac'; there are x, windows, ");
  says("even", "rule 'even': at least 1 square wanted");
  says("even r1c10", "'r1c10' is not a square of this board");
  says("even r1c1, odd r1c1", "row 1 column 1 cannot be even and odd");
  says("cage 4 r1c1 r1c1", "'r1c1' occurs twice");
  says("cage 0 r1c1", "'0' is not the sum of a cage");
  says("cage 50 r1c1 r1c2", "no 2 different values have the sum 50");
  says("cage 2 r1c1 r1c2 r1c3", "no 3 different values have the sum 2");
  says("cage 10 r1c1", "no value is 10");
  CHECK(solved(classics::sudoku::parse("cage 1 r1c1 r1c2\n....\n..0.\n....\n...3\n")).size() > 0);
  says("box 3", "WIDTHxHEIGHT wanted");
  says("box 3x2, cage r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r2c1",
       "7 squares cannot have different values");
  says("regions aab aab", "a picture of this board has 3 rows of 3 signs");
  says("regions aaab aabb ccdd ccdd", "region a has 5 squares, more than the 4 values");
  says("regions aabb aabb ccdd ccdd eeee", "'eeee' after the picture");
  says("regions aabb aabb ccdd ccdd\nregions abcd abcd abcd abcd",
       "rule 'regions': a board has it once");
  says("box 3x2, box 2x3", "rule 'box': a board has it once");
  says("box 3x2" + std::string("\n") + std::string(81, '.'),
       "3x2 is not the size of the boxes, which are 3x3");
  CHECK_THROWS_WITH(classics::sudoku::parse("box 4x1\n................", {2}),
                    "rule 'box': 4x1 is not the size of the boxes, which are 2x2 because of the "
                    "given width or the number of squares");
  CHECK_THROWS_WITH(classics::sudoku::blank_board(classics::sudoku::only_rules("box 4x1"), {2}),
                    Catch::Contains("the boxes, which are 2x2"));
  CHECK(classics::sudoku::parse("box 4x1\n................", {4}).box_height == 1);
  says("regions abcd abcd abcd abcd, disjoint", "rule 'disjoint': boxes wanted");
  says("box 4x1, disjoint", "boxes wanted with both sides at least 2");
  says("box 2x2, cages aabb aabb ccdd ccdd a=5 a=6", "two sums of cage a");
  says("cages aabb aabb ccdd ccdd z=3, box 2x2", "'z=3' is not the sign of a cage and its sum");
  says("box 2x2\ncages\naabb\naabb\nccdd\nccdd\nzz=3", "'zz=3' is not the sign of a cage");
  says("box 2x1, windows", "the board is too small");
  says("box 2x2, samurai", "its grids have boxes of 3 x 3");
  says("samurai, regions aabb aabb ccdd ccdd", "its grids have boxes of 3 x 3");
  says("grid r1c60", "the board is too large");
  says("odd r1c2\n.2......" + std::string(73, '.'), "2 at row 1 column 2 is not odd");
  says("anti-king\n1........" + std::string(9, '.') + ".1......." + std::string(54, '.'), "");
  says("non-consecutive\n12" + std::string(79, '.'),
       "1 at row 1 column 1 and 2 at row 1 column 2: consecutive values");
  says("cage 4 r1c1 r1c2\n12" + std::string(79, '.'), "has the sum 3, not 4");
  says("x\n1........" + std::string(71, '.') + "1", "two 1 in diagonal 1");
  const std::string board = "\n1...\n....\n....\n....\n";
  for (const std::string wrong : {"x\nanti-kinght", "anti-kinght", "x\nWindows", "X",
                                  "x\nthermo r1c1", "x\nanti-kinght, windws"}) {
    INFO(wrong);
    CHECK_THROWS_WITH(classics::sudoku::read(wrong + board), Catch::StartsWith("no rule '"));
  }
  CHECK_THROWS_WITH(classics::sudoku::read("x" + board + "odd r1c2" + board),
                    "rule 'odd' after squares; rules stand before them");
  CHECK(classics::sudoku::read("x\nGrid 01" + board + "Group 2" + board).size() == 2);
  // x is a value of a board of letters.
  std::string letters;
  for (int s = 0; s < 625; ++s) {
    const int value = (s % 25 + s / 25 / 5 + s / 25 % 5 * 5 + 23) % 25;
    letters += static_cast<char>('a' + value);
    letters += s % 25 == 24 ? '\n' : ',';
  }
  CHECK(classics::sudoku::parse(letters).is_full());
  CHECK_THROWS_WITH(classics::sudoku::only_rules("foo"), Catch::Contains("no rule 'foo'"));
  CHECK_THROWS_WITH(classics::sudoku::only_rules("x\n1234"), Catch::Contains("no rule '1234'"));
  CHECK_THROWS_WITH(classics::sudoku::only_rules("x\n1.3.\n....\n....\n...1"),
                    Catch::StartsWith("squares among rules"));
  CHECK_THROWS_WITH(classics::sudoku::only_rules("1234\n3412\n2143\n4321"),
                    Catch::StartsWith("squares among rules"));
}

TEST_CASE("options and items of variants have words") {
  const Model model = classics::sudoku::build(
      classics::sudoku::parse("box 2x2, cage 3 r1c1 r1c2, cage r2c1 r2c2, anti-king"));
  const auto puzzle = catalogue::puzzle(model);
  std::set<std::string> words;
  for (std::uint32_t i = 0; i < model.problem.item_count(); ++i) {
    words.insert(puzzle->item_words(ItemId{i}));
  }
  CHECK(words.size() == model.problem.item_count());
  CHECK(words.count("set of values for the cage at row 1 column 1") == 1);
  CHECK(words.count("place for 4, or set without it, in the cage at row 1 column 1") == 1);
  CHECK(words.count("place for 4 in the cage at row 2 column 1") == 1);
  CHECK(puzzle->option_words(OptionId{model.problem.option_count() - 1}) ==
        "the cage at row 1 column 1 has 1 2");
}

}  // namespace
}  // namespace dlx::test
