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
#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/report.hpp"
#include "dlx/core/text.hpp"
#include "reductions/classics/sudoku_text.hpp"

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

/// A text, and the puzzles in it.
struct SudokuFile {
  std::string text;  // words of errors point into it
  std::string name;
  std::vector<classics::sudoku::Entry> entries;

  [[nodiscard]] io::InputError error(const TextError& e) const {
    return io::error_in(text, name, e);
  }
};

SudokuFile read_puzzles(const SudokuArguments& a) {
  const int width = a.box_width.value_or(0);
  SudokuFile file;
  if (!is_file(a.puzzle)) {
    try {
      file.entries.push_back({1, classics::sudoku::parse(a.puzzle, width)});
      return file;
    } catch (const TextError& e) {
      throw std::invalid_argument(
          fmt::format("{} is neither a file nor a sudoku: {}", in_quotes(a.puzzle), e.what()));
    }
  }
  constexpr std::uint64_t largest_file = 16 << 20;
  io::Input input = io::Input::open(a.puzzle, {.bytes = largest_file});
  file.name = input.name();
  file.text = input.rest();
  file.entries = io::parsed(file.text, file.name, [&](const std::string& text) {
    return classics::sudoku::read(text, width);
  });
  if (file.entries.size() > 1) return file;
  if (const auto* const error = std::get_if<TextError>(&file.entries.at(0).contents)) {
    throw file.error(*error);
  }
  return file;
}

/// One puzzle, drawn as a board.
int solve_one(const Request& request, Console& console, const SudokuArguments& a,
              const classics::sudoku::Puzzle& puzzle) {
  const catalogue::Reduced reduced(classics::sudoku::build(puzzle));
  const bool named = is_file(a.puzzle) && a.puzzle != "-";
  const std::string title = named ? "Sudoku, " + name_of_file(a.puzzle) : "Sudoku";
  if (request.emit || !request.explain.empty()) {
    return run_puzzle(request, console, reduced, {.title = title});
  }
  const Outcome outcome = search_puzzle(request, console, reduced, {.title = title});
  const std::string& count = outcome.answer.count;
  if (!request.wanted.count && count != "0" && count != "1") {
    console.note("not unique: this sudoku has more than one solution");
  }
  return exit_code(outcome);
}

/// What is printed of a puzzle among others: each solution on a line; one line a puzzle unless it
/// was said how many solutions are wanted.
Presentation in_lines(const Request& request, const classics::sudoku::Model& model,
                      std::string& found) {
  Presentation show;
  const auto in_line = [&model](std::span<const OptionId> solution) {
    return one_line(decode(model, solution));
  };
  if (request.wanted.all || request.wanted.n) {
    show.text = [in_line](const std::string&, std::span<const OptionId> solution) {
      return in_line(solution) + "\n";
    };
    return show;
  }
  if (request.wanted.count) return show;
  show.text = [in_line, &found](const std::string&, std::span<const OptionId> solution) {
    if (found.empty()) found = in_line(solution);
    return std::string();
  };
  show.line = [&request, &found](const Answer& answer) {
    const std::string solution = found.empty() ? "" : found + " ";
    if (cut_short(answer.status)) return solution + incomplete_line(answer.status);
    if (found.empty()) return std::string("none\n");
    if (request.wanted.first) return found + "\n";
    const std::string same = request.options.up_to == UpTo::none ? "" : " up to symmetry";
    return solution + (answer.count == "1" ? "unique" : "2 or more") + same + "\n";
  };
  return show;
}

/// All puzzles of a text. What is not a puzzle is reported, and the others are solved.
int solve_all(const Request& request, Console& console, const SudokuFile& file) {
  constexpr std::size_t most_errors = 100;
  std::size_t errors = 0;
  int code = success;
  for (const classics::sudoku::Entry& entry : file.entries) {
    if (const auto* const error = std::get_if<TextError>(&entry.contents)) {
      if (++errors <= most_errors) console.error(file.error(*error));
      continue;
    }
    const catalogue::Reduced puzzle(
        classics::sudoku::build(std::get<classics::sudoku::Puzzle>(entry.contents)));
    std::string found;
    Presentation show = in_lines(request, puzzle.model(), found);
    show.puzzle = std::to_string(entry.line);
    code = std::max(code, exit_code(search_puzzle(request, console, puzzle, std::move(show))));
    if (code > incomplete && code != answer_is_no) return code;
  }
  if (errors > most_errors) {
    console.error(
        fmt::format("{}: {} errors; {} of them are shown", file.name, errors, most_errors));
  }
  return errors > 0 ? bad_input : code;
}

int solve(const Request& request, Console& console, const SudokuArguments& a) {
  const SudokuFile file = read_puzzles(a);
  if (file.entries.size() == 1) {
    return solve_one(request, console, a,
                     std::get<classics::sudoku::Puzzle>(file.entries[0].contents));
  }
  const auto refuse = [&](bool wanted, const char* why) {
    if (!wanted) return;
    throw std::invalid_argument(
        fmt::format("{}, and there are {} in {}", why, file.entries.size(), a.puzzle));
  };
  refuse(!request.options.checkpoint.empty() || !request.options.certificate.empty(),
         "--checkpoint and --certificate are for one search");
  refuse(request.given.any(), "--fix and --forbid are for one puzzle");
  refuse(request.emit, "--emit writes one puzzle");
  refuse(!request.explain.empty(), "--explain is for one puzzle");
  refuse(request.pictures.wanted(), "pictures are of one sudoku");
  return solve_all(request, console, file);
}

}  // namespace

void add_sudoku(CLI::App& command, CommandLine& line) {
  auto a = std::make_shared<SudokuArguments>();
  command
      .add_option(
          "PUZZLE", a->puzzle,
          "The squares row by row, 0 or . for empty; or a file of puzzles, each on a line or "
          "as rows of squares, in any usual format; - is standard input")
      ->required();
  add_number<std::uint16_t>(command, "--box-width", a->box_width,
                            "Width of a box, if boxes are not square", 1);
  add_explain_option(command, line.request);
  add_puzzle_options(command, line.request, PictureKind::board, {UpTo::none, UpTo::all});
  command.footer(
      "Values above 9 are letters (A is 10), or numbers between blanks or commas. 0 is an empty\n"
      "square, unless others such as . or * are: then the values begin with 0. Unless an option\n"
      "says how many, dlx shows at most two solutions: a proper sudoku has exactly one. Of a file\n"
      "of several puzzles it prints one line each: a solution and 'unique' or '2 or more', or\n"
      "'none'. A line that cannot be read is reported, the others are solved, and the exit code "
      "is\n"
      "2. With --up-to all, solutions count once if exchanges of values, lines or boxes that keep\n"
      "the puzzle map them to each other.\n\n"
      "Examples:\n"
      "  dlx sudoku "
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
      "  dlx sudoku puzzles.txt --first --quiet\n"
      "  dlx sudoku puzzles.txt --hint\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3 --svg sudoku.svg\n");
  command.callback([&line, a] {
    // Unless told otherwise, look for a second solution: a proper sudoku has none.
    line.request.wanted.otherwise = 2;
    line.action = with_arguments(a, solve);
  });
}

}  // namespace dlx::app
