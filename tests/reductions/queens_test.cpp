#include "reductions/classics/queens.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::test {
namespace {

using classics::queens::Board;

/// Row by row, straight from the rules.
void backtrack(int n, Board& board, std::set<Board>& found) {
  const int row = static_cast<int>(board.size());
  if (row == n) {
    found.insert(board);
    return;
  }
  for (int c = 0; c < n; ++c) {
    bool attacked = false;
    for (int r = 0; r < row; ++r) {
      const int other = board[static_cast<std::size_t>(r)];
      attacked = attacked || other == c || std::abs(other - c) == row - r;
    }
    if (attacked) continue;
    board.push_back(c);
    backtrack(n, board, found);
    board.pop_back();
  }
}

Board quarter_turn(const Board& board) {
  Board image(board.size());
  const int n = static_cast<int>(board.size());
  for (int r = 0; r < n; ++r) {
    image[static_cast<std::size_t>(board[static_cast<std::size_t>(r)])] = n - 1 - r;
  }
  return image;
}

Board canonical(Board board, bool mirrors) {
  Board least = board;
  for (int mirror = 0; mirror < (mirrors ? 2 : 1); ++mirror) {
    for (int turn = 0; turn < 4; ++turn) {
      least = std::min(least, board);
      board = quarter_turn(board);
    }
    std::reverse(board.begin(), board.end());
  }
  return least;
}

constexpr std::array<std::size_t, 10> solutions{1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
constexpr std::array<std::size_t, 10> classes{1, 0, 0, 1, 2, 1, 6, 12, 46, 92};

TEST_CASE("1 to 10 queens: boards and classes, against backtracking") {
  for (int n = 1; n <= 10; ++n) {
    INFO(n << " queens");
    const classics::queens::Model model = classics::queens::build(n);
    const OptionSymmetries turning = classics::queens::symmetries(model, UpTo::rotations);
    const OptionSymmetries mirroring = classics::queens::symmetries(model, UpTo::reflections);
    CHECK(classics::queens::symmetries(model, UpTo::none).order() == 1);
    CHECK(turning.order() == 4);
    CHECK(mirroring.order() == 8);
    Verifier verifier(model.problem);
    std::set<Board> found;
    std::set<Board> turned;
    std::set<Board> mirrored;
    std::size_t turned_representatives = 0;
    std::size_t mirrored_representatives = 0;
    for (Solver solver(model.problem); solver.next();) {
      const auto solution = solver.solution();
      CHECK(verifier.faults(solution).empty());
      const Board board = classics::queens::decode(model, solution);
      CHECK(found.insert(board).second);
      if (turning.is_representative(solution)) {
        ++turned_representatives;
        turned.insert(canonical(board, false));
      }
      if (mirroring.is_representative(solution)) {
        ++mirrored_representatives;
        mirrored.insert(canonical(board, true));
      }
    }
    std::set<Board> expected;
    Board empty;
    backtrack(n, empty, expected);
    CHECK(found == expected);
    CHECK(found.size() == solutions[static_cast<std::size_t>(n - 1)]);
    std::set<Board> expected_turned;
    std::set<Board> expected_mirrored;
    for (const Board& board : expected) {
      expected_turned.insert(canonical(board, false));
      expected_mirrored.insert(canonical(board, true));
    }
    CHECK(turned == expected_turned);
    CHECK(turned_representatives == turned.size());
    CHECK(mirrored == expected_mirrored);
    CHECK(mirrored_representatives == mirrored.size());
    CHECK(mirrored.size() == classes[static_cast<std::size_t>(n - 1)]);
  }
}

TEST_CASE("items of queens") {
  for (int n = 1; n <= 12; ++n) {
    const Problem problem = classics::queens::build(n).problem;
    CHECK(problem.primary_count() == static_cast<std::uint32_t>(2 * n));
    // Diagonals of one square attack nothing.
    CHECK(problem.secondary_count() == static_cast<std::uint32_t>(n < 2 ? 0 : 4 * n - 6));
    CHECK(problem.option_count() == static_cast<std::uint32_t>(n * n));
  }
}

TEST_CASE("drawn boards read back") {
  const classics::queens::Model model = classics::queens::build(6);
  for (Solver solver(model.problem); solver.next();) {
    const Board board = classics::queens::decode(model, solver.solution());
    std::istringstream lines(catalogue::draw(model, board));
    std::string line;
    for (const int column : board) {
      REQUIRE(std::getline(lines, line));
      std::string expected = ". . . . . .";
      expected[2 * static_cast<std::size_t>(column)] = 'Q';
      CHECK(line == expected);
    }
    REQUIRE(std::getline(lines, line));
    CHECK(line.empty());
  }
}

TEST_CASE("bad numbers of queens are refused") {
  for (const int n : {0, -1, 1001, -2147483647 - 1, 2147483647}) {
    CHECK_THROWS_AS(classics::queens::build(n), std::invalid_argument);
  }
}

}  // namespace
}  // namespace dlx::test
