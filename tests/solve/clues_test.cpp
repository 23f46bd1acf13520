// Sudokus step by step, with few clues, and of a level. The code here that knows the rules of
// sudoku does not use exact covers.

#include "dlx/solve/clues.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "tests/support/processor_time.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using classics::sudoku::Model;
using classics::sudoku::Need;
using classics::sudoku::Puzzle;
using solve::Hint;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// A board, and values that are excluded from its squares.
struct Board {
  Puzzle puzzle;
  std::set<std::pair<int, int>> excluded = {};  // squares with values

  [[nodiscard]] int box(int square) const {
    const int n = puzzle.size();
    return square / n / puzzle.box_height * puzzle.box_height + square % n / puzzle.box_width;
  }

  /// Whether the rules allow a value in an empty square.
  [[nodiscard]] bool allows(int square, int value) const {
    const int n = puzzle.size();
    if (puzzle.squares[at(square)] != 0 || excluded.contains({square, value})) return false;
    for (int other = 0; other < n * n; ++other) {
      if (puzzle.squares[at(other)] != value) continue;
      if (other / n == square / n || other % n == square % n || box(other) == box(square)) {
        return false;
      }
    }
    return true;
  }

  /// The squares and values that can cover a need.
  [[nodiscard]] std::vector<std::pair<int, int>> left(const Need& need) const {
    const int n = puzzle.size();
    std::vector<std::pair<int, int>> all;
    for (int value = 1; value <= n; ++value) {
      if (need.square && allows(*need.square, value)) all.emplace_back(*need.square, value);
    }
    for (int s = 0; s < n * n && !need.square; ++s) {
      const int its_unit = need.unit < n ? s / n : need.unit < 2 * n ? n + s % n : 2 * n + box(s);
      if (its_unit == need.unit && allows(s, need.value)) all.emplace_back(s, need.value);
    }
    return all;
  }

  void place(const std::pair<int, int>& what, const Need& need) {
    REQUIRE(left(need) == std::vector<std::pair<int, int>>{what});
    puzzle.squares[at(what.first)] = what.second;
  }

  /// Whether no value on the board covers a need.
  [[nodiscard]] bool lacks(const Need& need) const {
    if (need.square) return puzzle.squares[at(*need.square)] == 0;
    const int n = puzzle.size();
    for (int s = 0; s < n * n; ++s) {
      const int its_unit = need.unit < n ? s / n : need.unit < 2 * n ? n + s % n : 2 * n + box(s);
      if (its_unit == need.unit && puzzle.squares[at(s)] == need.value) return false;
    }
    return true;
  }
};

/// Replays a hint on a board, which then has its value.
void replay(Board& board, const Model& model, const Hint& hint) {
  const auto candidate = [&](OptionId option) {
    const auto [square, value] = model.candidates[index(option)];
    return std::pair(square, value);
  };
  const auto need = [&](ItemId item) { return model.needs[index(item)]; };
  for (const solve::Chain& chain : hint.chains) {
    Board assumed = board;
    const auto [square, value] = candidate(chain.excluded);
    REQUIRE(assumed.allows(square, value));
    assumed.puzzle.squares[at(square)] = value;
    for (const auto& step : chain.steps) assumed.place(candidate(step.option), need(step.item));
    REQUIRE(assumed.lacks(need(chain.contradiction)));
    REQUIRE(assumed.left(need(chain.contradiction)).empty());
    board.excluded.insert({square, value});
  }
  const auto what = candidate(*hint.option);
  if (hint.item) {
    board.place(what, need(*hint.item));
  } else {
    board.puzzle.squares[at(what.first)] = what.second;
  }
  board.excluded.clear();
}

/// The solutions by an engine that shares nothing with hints and questions, two at most.
std::vector<Puzzle> solutions(const Puzzle& puzzle) {
  const Model model = build(puzzle);
  std::vector<Puzzle> found;
  Options options;
  options.engine = EngineKind::bit_matrix;
  for (Solver solver(model.problem, options); found.size() < 2 && solver.next();) {
    found.push_back(decode(model, solver.solution()));
  }
  return found;
}

Puzzle blank(int width, int height) {
  const std::size_t n = at(width * height);
  return {.box_width = width, .box_height = height, .squares = std::vector<int>(n * n)};
}

/// Replays all hints on the way to the solution. Returns the level of the hardest.
int solve_by_hints(const Puzzle& puzzle, const Puzzle& solution, double most_seconds) {
  Board board{puzzle};
  int hardest = 1;
  while (board.puzzle.squares != solution.squares) {
    const Model model = build(board.puzzle);
    const double start = processor_seconds();
    const Hint hint = solve::Hints(model.problem).next();
    CHECK(processor_seconds() - start <= most_seconds);
    REQUIRE(hint.option);
    hardest = std::max(hardest, hint.level());
    replay(board, model, hint);
    const auto [square, value] = model.candidates[index(*hint.option)];
    REQUIRE(solution.squares[at(square)] == value);
  }
  return hardest;
}

/// Makes sudokus without a superfluous clue, and solves each by hints. Returns how many have each
/// level.
std::vector<int> make_and_solve(int width, int height, int how_many, double most_seconds) {
  const Model empty = build(blank(width, height));
  solve::Questions questions(empty.problem);
  solve::Hints of_empty(empty.problem);
  Random random(2026);
  std::vector<int> levels(at(solve::hardest_level + 1));
  for (int k = 0; k < how_many; ++k) {
    CAPTURE(width, height, k);
    Options options;
    options.random = random.word();
    std::vector<OptionId> all = *solve::Questions(empty.problem, options).ask();
    random.shuffle(all);
    const auto clues = solve::minimal_clues(questions, all);
    REQUIRE(clues);

    const Puzzle puzzle = decode(empty, *clues);
    const auto unique = solutions(puzzle);
    REQUIRE(unique.size() == 1);
    CHECK(unique[0].squares == decode(empty, all).squares);
    for (const OptionId clue : *clues) {
      Puzzle fewer = puzzle;
      fewer.squares[at(empty.candidates[index(clue)].square)] = 0;
      CHECK(solutions(fewer).size() == 2);
    }

    const int hardest = solve_by_hints(puzzle, unique[0], most_seconds);
    const Model model = build(puzzle);
    CHECK(solve::Hints(model.problem).level() == hardest);
    CHECK(of_empty.level(*clues) == hardest);
    ++levels[at(hardest)];
  }
  return levels;
}

}  // namespace

TEST_CASE("sudokus made minimal, and solved by hints") {
  const auto levels = make_and_solve(3, 3, 40, 1);
  for (const int level : {1, 2, 3}) CHECK(levels[at(level)] > 2);
  make_and_solve(2, 2, 20, 1);
  make_and_solve(3, 2, 20, 1);
  make_and_solve(5, 2, 2, 1);
}

TEST_CASE("chains that use others") {
  for (const char* text :
       {"..B.7...6..CC4...61..B....A6.5C...475.4.C..6..89.7984.5......A2C.9.....44.3...67C9A5B6...."
        "9C.4..9C.A.234.67B83C4....9..67.1.6....8.AA.6.9..8..21",
        "..3BC.9........8.........9..B2..3....B....6.821......75.....A...9..B..6.83A9.C7124B.7.BC.9"
        "4....85.42.B....C92.73..B9...C.C...4....3BB45.86C3...2"}) {
    const Puzzle puzzle = classics::sudoku::parse(text, {4});
    const Model model = build(puzzle);
    const Hint hint = solve::Hints(model.problem).next();
    REQUIRE(hint.kind == Hint::Kind::chain);
    const auto of_item = [&](const solve::Chain& chain) {
      const auto items = model.problem.items(chain.excluded);
      return std::find(items.begin(), items.end(), *hint.item) != items.end();
    };
    CHECK_FALSE(std::all_of(hint.chains.begin(), hint.chains.end(), of_item));
    solve_by_hints(puzzle, solutions(puzzle).at(0), 10);
  }
}

TEST_CASE("a thousand sudokus made minimal, and solved by hints of at most 50 ms", "[slow]") {
  const auto levels = make_and_solve(3, 3, 1000, 0.05);
  for (const int level : {1, 2, 3, 4}) CHECK(levels[at(level)] > 20);
}

TEST_CASE("sudokus of a level") {
  const Model empty = build(blank(3, 3));
  solve::Questions questions(empty.problem);
  solve::Hints hints(empty.problem);
  Random random(7);
  for (const int level : {1, 2, 3, 4}) {
    int reached = 0;
    for (int k = 0; k < 12; ++k) {
      Options options;
      options.random = random.word();
      std::vector<OptionId> all = *solve::Questions(empty.problem, options).ask();
      random.shuffle(all);
      const auto clues = solve::minimal_clues(questions, hints, all, level);
      REQUIRE(clues);
      CHECK(solutions(decode(empty, *clues)).size() == 1);
      const auto found = hints.level(*clues);
      REQUIRE(found);
      CHECK(*found <= level);
      reached += *found == level ? 1 : 0;
      if (level > 1) continue;
      // Without any clue more, singles are not enough.
      for (const OptionId clue : *clues) {
        std::vector<OptionId> fewer = *clues;
        std::erase(fewer, clue);
        CHECK(hints.level(fewer, 1) != 1);
      }
    }
    CHECK(reached > 0);
  }
}

TEST_CASE("a new puzzle with cages has the level for which it was made") {
  const std::vector<std::string> rules = {"box 3x2, cage 7 r1c1 r1c2",
                                          "box 3x2, cage 12 r3c3 r3c4 r4c4, odd r3c3"};
  for (const std::string& rule : rules) {
    const auto board = classics::sudoku::blank_board(classics::sudoku::only_rules(rule), {});
    const Model empty = build(board);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      CAPTURE(rule, seed);
      const auto made = solve::new_clues(empty.problem, empty.candidates.size(), seed, 2, {});
      REQUIRE(made.clues);
      CHECK(solve::Hints(build(decode(empty, *made.clues)).problem).level() == 2);
    }
  }
}

TEST_CASE("a sudoku that no chain solves needs a search") {
  const Puzzle puzzle = classics::sudoku::parse(
      ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....");
  const Model model = build(puzzle);
  const auto unique = solutions(puzzle);
  REQUIRE(unique.size() == 1);
  const Hint hint = solve::Hints(model.problem).next();
  CHECK(hint.kind == Hint::Kind::search);
  CHECK(hint.level() == solve::hardest_level);
  const auto [square, value] = model.candidates[index(*hint.option)];
  CHECK(unique[0].squares[at(square)] == value);
  CHECK(solve::Hints(model.problem).level() == solve::hardest_level);
  CHECK(solve::Hints(model.problem).level({}, 2) == 3);
}

TEST_CASE("no level without exactly one solution") {
  const auto level_of = [](const std::string& text) {
    const Model model = build(classics::sudoku::parse(text));
    return solve::Hints(model.problem).level();
  };
  CHECK(level_of("1...............") == std::nullopt);
  CHECK(level_of("12....3..4......") == std::nullopt);
  CHECK(level_of("1.....3..4.....2") == 1);
  CHECK(level_of("1234341221434321") == 1);
}

TEST_CASE("a deadline ends the search for clues") {
  const Model empty = build(blank(3, 3));
  solve::Questions questions(empty.problem);
  const auto all = *questions.ask();
  const search::Deadline now(std::chrono::nanoseconds(0), nullptr);
  CHECK_FALSE(solve::minimal_clues(questions, all, now));
}

}  // namespace dlx::test
