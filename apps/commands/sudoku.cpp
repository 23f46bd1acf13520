#include "reductions/classics/sudoku.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/explain.hpp"
#include "apps/run/puzzle.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {
namespace {

struct SudokuArguments {
  std::string puzzle;
  std::optional<int> box_width;
};

bool is_file(const std::string& name) {
  struct stat s = {};
  return name == "-" || stat(name.c_str(), &s) == 0;
}

bool is_square(std::size_t number) {
  std::size_t root = 0;
  while (root * root < number) ++root;
  return root * root == number;
}

struct Line {
  std::size_t number;
  std::string squares;
};

/// The sudokus of a file: a puzzle a line, or a row a line; '#' begins a comment. Lines of 36
/// squares or more are puzzles; so are lines of 16 or 25, unless as many follow each other and make
/// one of that size. All others are rows.
std::vector<sudoku::Model> read_puzzles(const SudokuArguments& a) {
  const int width = a.box_width.value_or(0);
  if (!is_file(a.puzzle)) {
    try {
      return {sudoku::build(sudoku::parse(a.puzzle, width))};
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(
          fmt::format("{} is no file, and no sudoku: {}", in_quotes(a.puzzle), e.what()));
    }
  }
  constexpr std::uint64_t largest_file = 16 << 20;
  Input input = Input::open(a.puzzle, {.bytes = largest_file});
  std::vector<Line> lines;
  std::string_view text;
  while (input.next_line(text)) {
    std::string squares = sudoku::squares_in(text.substr(0, text.find('#')));
    if (!squares.empty()) lines.push_back({input.line_number(), std::move(squares)});
  }
  if (lines.empty()) throw input.error("no sudoku in it");

  std::vector<sudoku::Model> models;
  for (std::size_t i = 0; i < lines.size();) {
    const std::size_t n = lines[i].squares.size();
    const auto same = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.end(),
                                   [&](const Line& line) { return line.squares.size() != n; });
    const auto run = static_cast<std::size_t>(same - lines.begin()) - i;
    const std::size_t rows = is_square(n) && (n >= 36 || run < n) ? 1 : n;
    const std::size_t number = lines[i].number;
    try {
      if (n == 1) throw std::invalid_argument("a single square is no sudoku");
      if (run < rows) {
        throw std::invalid_argument(fmt::format("{} rows of {} squares; {} wanted", run, n, n));
      }
      std::string squares;
      for (std::size_t k = 0; k < rows; ++k) squares += lines[i + k].squares;
      models.push_back(sudoku::build(sudoku::parse(squares, width)));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(fmt::format("{}:{}:1: {}", input.name(), number, e.what()));
    }
    i += rows;
  }
  return models;
}

int solve(const Request& request, Console& console, const SudokuArguments& a) {
  const auto models = read_puzzles(a);
  const auto require_one = [&](bool wanted, const char* why) {
    if (!wanted || models.size() == 1) return;
    throw std::invalid_argument(
        fmt::format("{}, and there are {} in {}", why, models.size(), a.puzzle));
  };
  require_one(!request.checkpoint.file.empty() || !request.certificate.empty(),
              "--checkpoint and --certificate are for one search");
  require_one(request.emit, "--emit writes one puzzle");
  require_one(!request.explain.empty(), "--explain is for one puzzle");
  require_one(request.pictures.wanted(), "pictures are of one sudoku");
  if (!request.explain.empty()) return explain_puzzle(request, console, models[0], "Sudoku");
  int code = success;
  for (const sudoku::Model& model : models) {
    const bool named = is_file(a.puzzle) && a.puzzle != "-";
    const std::string title = named ? "Sudoku, " + name_of_file(a.puzzle) : "Sudoku";
    const int result = run_puzzle(request, console, model, {.title = title});
    code = std::max(code, result);
    if (result > incomplete) break;
  }
  return code;
}

}  // namespace

void add_sudoku(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("sudoku", "Solve sudokus with boxes of any size");
  auto a = std::make_shared<SudokuArguments>();
  command
      ->add_option(
          "PUZZLE", a->puzzle,
          "The squares row by row, 0 or . for empty; or a file of puzzles, each on a line or "
          "as rows of squares; - is standard input")
      ->required();
  add_number<std::uint16_t>(*command, "--box-width", a->box_width,
                            "Width of a box, if boxes are not square", 1);
  add_explain_option(*command, line.request);
  add_puzzle_options(*command, line.request, Drawn::board, {UpTo::none, UpTo::all});
  command->footer(
      "Values above 9 are letters: A is 10. Unless an option says how many, dlx shows at most\n"
      "two solutions: a proper sudoku has exactly one. With --up-to all, solutions count once if\n"
      "exchanges of values, lines or boxes that keep the puzzle map them to each other.\n\n"
      "Examples:\n"
      "  dlx sudoku "
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
      "  dlx sudoku puzzles.txt --first --quiet\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3 --svg sudoku.svg\n");
  command->callback([&line, a] {
    // Unless told otherwise, look for a second solution: a proper sudoku has none.
    if (!line.request.wanted.given()) line.request.wanted.n = 2;
    line.action = with_arguments(a, solve);
  });
}

}  // namespace dlx::app
