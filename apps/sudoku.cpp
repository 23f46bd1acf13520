#include "reductions/classics/sudoku.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <memory>
#include <vector>

#include "apps/run.hpp"

namespace dlx::app {
namespace {

struct Arguments {
  std::string puzzle;
  int box_width = 0;
};

bool is_file(const std::string& name) {
  struct stat s = {};
  return name == "-" || stat(name.c_str(), &s) == 0;
}

std::string squares_of(std::string_view line) {
  std::string squares;
  for (const char c : line) {
    if (std::string_view(" \t|-+").find(c) == std::string_view::npos) squares += c;
  }
  return squares;
}

bool is_square(std::size_t number) {
  std::size_t root = 0;
  while (root * root < number) ++root;
  return root * root == number;
}

/// A puzzle a line, or a row a line; '#' begins a comment.
std::vector<sudoku::Puzzle> read_puzzles(const Arguments& a) {
  if (!is_file(a.puzzle)) return {sudoku::parse(a.puzzle, a.box_width)};
  Input input = Input::open(a.puzzle);
  std::vector<sudoku::Puzzle> puzzles;
  std::string rows;
  std::size_t width = 0;
  std::size_t count = 0;
  const auto add = [&](std::string_view line, const std::string& text) {
    try {
      puzzles.push_back(sudoku::parse(text, a.box_width));
    } catch (const std::invalid_argument& e) {
      throw input.error_at(line, e.what());
    }
  };
  std::string_view line;
  while (input.next_line(line)) {
    const std::string squares = squares_of(line.substr(0, line.find('#')));
    if (squares.empty()) continue;
    if (count > 0 && squares.size() != width) {
      throw input.error_at(
          line, fmt::format("a row of {} squares among rows of {}", squares.size(), width));
    }
    // From 36 squares on a line is a puzzle rather than a row: 6 x 6 is played, 36 x 36 is not.
    if (count == 0 && squares.size() >= 36 && is_square(squares.size())) {
      add(line, squares);
      continue;
    }
    width = squares.size();
    rows += squares;
    if (++count == width) {
      add(line, rows);
      rows.clear();
      count = 0;
    }
  }
  if (count != 0) {
    throw input.error(fmt::format("the last puzzle has only {} rows of {}", count, width));
  }
  if (puzzles.empty()) throw input.error("no sudoku in it");
  return puzzles;
}

int solve(Session& session, const Arguments& a) {
  const auto puzzles = read_puzzles(a);
  if (session.emit && puzzles.size() != 1) {
    throw std::invalid_argument(
        fmt::format("--emit writes one puzzle, and there are {} in {}", puzzles.size(), a.puzzle));
  }
  const bool asked = session.ask.given();
  int code = success;
  for (const sudoku::Puzzle& puzzle : puzzles) {
    // Unasked, a second solution is looked for: a proper sudoku has none.
    if (!asked) session.ask.n = 2;
    const int result = run_puzzle(session, sudoku::build(puzzle));
    code = std::max(code, result);
    if (result > incomplete) break;
  }
  return code;
}

}  // namespace

void add_sudoku(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("sudoku", "Solve sudokus with boxes of any size");
  auto a = std::make_shared<Arguments>();
  command
      ->add_option("PUZZLE", a->puzzle,
                   "The squares row by row, 0 or . for empty; or a file with such lines or with "
                   "rows, - is standard input")
      ->required();
  add_number<std::uint16_t>(*command, "--box-width", a->box_width,
                            "Width of a box where boxes are not square");
  add_puzzle_options(*command, session, {});
  command->footer(
      "Values past 9 are letters: A is 10. Unless told otherwise, up to two solutions are shown:\n"
      "if there is one only, the puzzle is a proper one.\n\n"
      "Examples:\n"
      "  dlx sudoku "
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
      "  dlx sudoku puzzles.txt --first --quiet\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3\n");
  command->callback(
      [&session, a] { session.action = [&session, a] { return solve(session, *a); }; });
}

}  // namespace dlx::app
