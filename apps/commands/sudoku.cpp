#include "reductions/classics/sudoku.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/sudoku_batch.hpp"
#include "apps/commands/sudoku_clues.hpp"
#include "apps/commands/sudoku_pages.hpp"
#include "apps/run/files.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/pipeline.hpp"
#include "dlx/solve/hint.hpp"
#include "reductions/classics/sudoku_text.hpp"

namespace dlx::app {
namespace {

struct SudokuArguments {
  std::string puzzle;
  std::optional<int> box_width;
  std::optional<int> box_height;
  std::string rules;
  bool minimal = false;
  bool rate = false;
  std::optional<std::uint64_t> seed;  ///< seed for --generate; empty: no new puzzle is wanted
  int level = 1;
};

constexpr std::uint64_t largest_file = 16 << 20;

/// The text of a file, and the puzzles in it.
struct SudokuFile {
  std::string text;  // text of the file; errors refer to positions in it
  std::string name;
  std::vector<classics::sudoku::Entry> entries;

  [[nodiscard]] io::InputError error(const TextError& e) const {
    return io::error_in(text, name, e);
  }
};

/// The rules that --rules gives: either the rules themselves, or a file that contains them.
std::vector<classics::sudoku::Rule> rules_of(const SudokuArguments& a) {
  if (a.rules.empty()) return {};
  if (classics::sudoku::begins_with_rule(a.rules) || !is_file(a.rules)) {
    try {
      return classics::sudoku::only_rules(a.rules);
    } catch (const TextError& e) {
      throw std::invalid_argument(fmt::format("--rules: {}", e.what()));
    }
  }
  io::Input input = open_named(a.rules, largest_file);
  const std::string text = input.rest();
  return io::parsed(text, input.name(), [&](const std::string& rules) {
    return classics::sudoku::only_rules(rules, input.name());
  });
}

classics::sudoku::Reading reading_of(const SudokuArguments& a) {
  return {.box_width = a.box_width.value_or(0),
          .box_height = a.box_height.value_or(0),
          .rules = rules_of(a)};
}

/// Whether the word on the command line is a sudoku, if the rules are left out.
bool is_sudoku(const SudokuArguments& a) {
  SudokuArguments alone = a;
  alone.rules.clear();
  try {
    static_cast<void>(classics::sudoku::parse(a.puzzle, reading_of(alone)));
    return true;
  } catch (const TextError&) {
    return false;
  }
}

SudokuFile read_sudokus(const SudokuArguments& a) {
  const classics::sudoku::Reading how = reading_of(a);
  SudokuFile file;
  if (a.puzzle.empty() || !is_file(a.puzzle)) {
    try {
      file.entries.push_back({1, classics::sudoku::parse(a.puzzle, how)});
      return file;
    } catch (const TextError& e) {
      if (a.puzzle.empty() || is_sudoku(a)) throw std::invalid_argument(e.what());
      throw std::invalid_argument(
          fmt::format("{} is neither a file nor a sudoku: {}", in_quotes(a.puzzle), e.what()));
    }
  }
  io::Input input = open_named(a.puzzle, largest_file);
  file.name = input.name();
  file.text = input.rest();
  file.entries = io::parsed(file.text, file.name, [&](const std::string& text) {
    return classics::sudoku::read(text, how);
  });
  if (file.entries.size() > 1) return file;
  if (const auto* const error = std::get_if<TextError>(&file.entries.at(0).contents)) {
    throw file.error(*error);
  }
  return file;
}

/// The settings for hints. An option is a step of a hint only if it enters a value. The options for
/// the set of values in a cage are not steps.
HintWords hint_words(const classics::sudoku::Model& model) {
  return {.is_step = [values = model.candidates.size()](OptionId option) {
    return index(option) < values;
  }};
}

/// Solves a single puzzle and draws the solution as a board.
int solve_one(const Request& request, Console& console, const SudokuArguments& a,
              const classics::sudoku::Puzzle& puzzle) {
  const catalogue::Reduced reduced(classics::sudoku::build(puzzle));
  const bool named = is_file(a.puzzle) && a.puzzle != "-";
  const std::string title = named ? "Sudoku, " + name_of_file(a.puzzle) : "Sudoku";
  if (request.emit || !request.explain.empty()) {
    return run_puzzle(request, console, reduced, {.title = title});
  }
  const Outcome outcome = search_puzzle(request, console, reduced,
                                        {.title = title, .words = hint_words(reduced.model())});
  const std::string& count = outcome.answer.count;
  if (request.wanted.count || request.wanted.hint) return exit_code(outcome);
  if (count == "0" && outcome.answer.complete()) {
    console.note(
        "a clue may be mistyped; --hint may show the reason, and --explain FILE the search");
  } else if (count != "0" && count != "1") {
    console.note("not unique: this sudoku has more than one solution");
  }
  return exit_code(outcome);
}

/// The output for each puzzle of a file with several puzzles. If a number of solutions was asked
/// for, each solution is a line. Otherwise the output has one line for each puzzle.
Presentation in_lines(const Request& request, const classics::sudoku::Model& model,
                      std::string& found, const std::string& line) {
  Presentation show{.puzzle = line, .words = hint_words(model)};
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
  show.line = [&request, &found, line](const Answer& answer) {
    const std::string solution = found.empty() ? "" : found + " ";
    if (cut_short(answer.status)) return solution + incomplete_line(answer.status, line);
    if (found.empty()) return std::string("none\n");
    if (request.wanted.first) return found + "\n";
    const std::string same = request.options.up_to == UpTo::none ? "" : " up to symmetry";
    return solution + (answer.count == "1" ? "unique" : "2 or more") + same + "\n";
  };
  return show;
}

/// Runs --minimal or --rate and returns the exit code; nothing if neither was given.
std::optional<int> run_clues(const Request& request, Console& console, const SudokuArguments& a,
                             const SudokuOf& sudoku) {
  if (a.minimal) return make_minimal(request, console, sudoku);
  if (a.rate) return rate(request, console, sudoku);
  return {};
}

/// Prints the answers to the puzzles of a file, in the order of the file.
class SudokuAnswers {
 public:
  /// The arguments must outlive this object.
  SudokuAnswers(const Request& request, Console& console, const SudokuArguments& a,
                const SudokuFile& file)
      : request_(request), console_(console), a_(a), file_(file), pages_(request, console) {}

  /// Prints the answer to one puzzle: the given line or, without a line, the result of a new
  /// search. If the entry is not a puzzle, prints an error. Returns false if the command must end
  /// now with the exit code code().
  bool print(const classics::sudoku::Entry& entry, const std::optional<SudokuLine>& line) {
    if (const auto* const error = std::get_if<TextError>(&entry.contents)) {
      if (++errors_ > most_errors) return true;
      console_.flush();
      console_.error(file_.error(*error));
      return true;
    }
    if (line) console_.print(line->text);
    const int its_code =
        line ? line->code : search(std::get<classics::sudoku::Puzzle>(entry.contents), entry.line);
    if (code_ == success || its_code == incomplete) code_ = its_code;
    if (its_code <= incomplete || its_code == answer_is_no) return true;
    code_ = its_code;
    return false;
  }

  /// Returns the exit code after all puzzles have been printed.
  int finish() {
    console_.flush();
    if (request_.pictures.wanted() && !pages_.empty()) {
      const std::string name = name_of_file(a_.puzzle);
      pages_.write(name.empty() ? "Sudoku" : "Sudoku, " + name, "");
    }
    if (errors_ > most_errors) {
      console_.error(
          fmt::format("{}: {} errors; {} of them are shown", file_.name, errors_, most_errors));
    }
    return errors_ > 0 ? bad_input : code_;
  }
  [[nodiscard]] int code() const { return code_; }

 private:
  static constexpr std::size_t most_errors = 100;

  int search(const classics::sudoku::Puzzle& given, std::size_t place) {
    const std::string line = std::to_string(place);
    console_.flush();
    if (const auto done = run_clues(request_, console_, a_, {given, line})) return *done;
    if (request_.pictures.wanted()) return pages_.add({given, line});
    const catalogue::Reduced puzzle(classics::sudoku::build(given));
    std::string found;
    return exit_code(
        search_puzzle(request_, console_, puzzle, in_lines(request_, puzzle.model(), found, line)));
  }

  const Request& request_;
  Console& console_;
  const SudokuArguments& a_;
  const SudokuFile& file_;
  SudokuPages pages_;
  std::size_t errors_ = 0;
  int code_ = success;
};

/// Solves all puzzles of a file. Lines that are not puzzles are reported as errors. Easy puzzles
/// are solved by short searches in as many threads as the request allows.
int solve_all(const Request& request, Console& console, const SudokuArguments& a,
              const SudokuFile& file) {
  constexpr std::size_t at_a_time = 200;
  using Puzzles = std::span<const classics::sudoku::Entry>;
  using SudokuLines = std::vector<std::optional<SudokuLine>>;
  const Watch signals(request, console);
  SudokuAnswers answers(request, console, a, file);
  bool goes_on = true;
  runs::Pipeline<Puzzles, SudokuLines> pipeline(
      file.entries.size() > at_a_time ? std::max(1U, request.options.threads) : 1U,
      [&] {
        return [batch = std::make_shared<SudokuBatch>(request, file.entries.size())](
                   const Puzzles& puzzles) {
          SudokuLines lines(puzzles.size());
          for (std::size_t k = 0; k < puzzles.size(); ++k) {
            const auto* const puzzle = std::get_if<classics::sudoku::Puzzle>(&puzzles[k].contents);
            if (puzzle != nullptr) lines[k] = batch->solve(*puzzle);
          }
          return lines;
        };
      },
      [&](Puzzles&& puzzles, SudokuLines&& lines) {
        for (std::size_t k = 0; k < puzzles.size() && goes_on; ++k) {
          goes_on = answers.print(puzzles[k], lines[k]);
        }
      });
  for (Puzzles left = file.entries; !left.empty() && goes_on;) {
    const std::size_t size = std::min(left.size(), at_a_time);
    pipeline.push(left.first(size));
    left = left.subspan(size);
  }
  if (goes_on) pipeline.finish();
  return goes_on ? answers.finish() : answers.code();
}

/// The empty board from which --generate starts.
classics::sudoku::Puzzle new_board(const SudokuArguments& a) {
  const classics::sudoku::Reading how = reading_of(a);
  try {
    return classics::sudoku::blank_board(how.rules, how);
  } catch (const TextError& e) {
    throw std::invalid_argument(e.what());
  }
}

int run_sudoku(const Request& request, Console& console, const SudokuArguments& a) {
  if (a.seed) {
    classics::sudoku::Puzzle blank = new_board(a);
    return generate(request, console, std::move(blank), *a.seed, a.level);
  }
  const SudokuFile file = read_sudokus(a);
  if (file.entries.size() == 1) {
    const auto& puzzle = std::get<classics::sudoku::Puzzle>(file.entries[0].contents);
    const auto code = run_clues(request, console, a, {puzzle});
    return code ? *code : solve_one(request, console, a, puzzle);
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
  refuse(request.csv, "--csv prints a table for one puzzle");
  refuse(!request.explain.empty(), "--explain is for one puzzle");
  refuse(request.pictures.wanted() &&
             (request.wanted.n || request.wanted.all || request.wanted.unique),
         "-n, --all and --unique with pictures are for one puzzle");
  return solve_all(request, console, a, file);
}

}  // namespace

void add_sudoku(CLI::App& command, CommandLine& line) {
  auto a = std::make_shared<SudokuArguments>();
  command.add_option(
      "PUZZLE", a->puzzle,
      "The squares row by row, with 0 or . for an empty square; or a file of puzzles in any usual "
      "format, each on one line or as rows of squares; - is standard input");
  add_number<std::uint16_t>(command, "--box-width", a->box_width,
                            "Width of a box, if boxes are not square", 1);
  command
      .add_option(
          "--rules", a->rules,
          "Rules in addition to rows, columns and boxes, with commas between them; or a file that "
          "contains rules. Rules are x, windows, disjoint, anti-knight, anti-king, "
          "non-consecutive, samurai, regions, cage, even and others; docs/sudoku.md describes all. "
          "The file of a puzzle may begin with rules. Without PUZZLE, the board is empty")
      ->type_name("RULES");
  {
    const Group group(command, "Clues");
    command.add_flag(
        "--minimal", a->minimal,
        "Remove clues one by one, until removing any other clue would allow a second solution. "
        "--random SEED removes them in another order, which may leave fewer clues");
    command.add_flag("--rate", a->rate, "Print the level of the puzzle, as --level describes it");
    command
        .add_option_function<std::string>(
            "--generate",
            [a](const std::string& word) {
              parse_option("--generate", [&] {
                a->seed = word.empty() ? std::random_device()()
                                       : whole_number<std::uint64_t>(word, std::uint64_t{0});
              });
            },
            "Make a new puzzle with exactly one solution. The same seed makes the same puzzle; "
            "without a seed, the puzzle is a new one each time. With -n N: N puzzles, with the "
            "seeds from SEED on")
        ->type_name("[SEED]")
        ->expected(0, 1);
    command
        .add_option("--level", a->level,
                    "Level of a new puzzle; 1 unless given. This is the level of the hardest "
                    "--hint on the way to the solution. 1: one place or value is left; 2: chains "
                    "with at most 2 values; 3: chains with at most 5 values; 4: chains with more "
                    "values; 5: only a search shows the value")
        ->type_name("N")
        ->check(CLI::Range(1, solve::hardest_level));
    add_number<std::uint16_t>(
        command, "--box-height", a->box_height,
        "Height of a box of a new puzzle. Unless given, it is the --box-width, or 3 without one",
        1);
  }
  add_explain_option(command, line.request);
  add_puzzle_options(command, line.request, PictureKind::board, {UpTo::none, UpTo::all});
  command.footer(
      "Values above 9 are letters (A is 10), or numbers separated by blanks or commas. 0 is an\n"
      "empty square, unless another sign such as . or * is used for empty squares; then the\n"
      "values begin with 0. Unless an option says how many solutions to show, dlx shows at most\n"
      "two, because a proper sudoku has exactly one. For a file of several puzzles, it prints\n"
      "one line for each puzzle: a solution and 'unique' or '2 or more', or 'none'. A line that\n"
      "cannot be read is reported, the other puzzles are solved, and the exit code is 2. With\n"
      "--up-to all, two solutions count as the same if exchanges of values, lines or boxes map\n"
      "one to the other and leave the puzzle unchanged.\n\n"
      "Examples:\n"
      "  dlx sudoku "
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
      "  dlx sudoku puzzles.txt --first --quiet\n"
      "  dlx sudoku puzzles.txt --hint\n"
      "  dlx sudoku --generate 7 --level 2\n"
      "  dlx sudoku --generate 7 --rules x\n"
      "  dlx sudoku --generate 7 -n 6 --blank --svg six.svg --paper a4\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3 --svg sudoku.svg\n");
  command.callback([&line, a] {
    // By default the search is for two solutions, because a second one shows that the sudoku is not
    // proper.
    line.request.wanted.otherwise = 2;
    if (a->puzzle.empty() && a->rules.empty() && !a->seed) throw CLI::RequiredError("PUZZLE");
    if (!a->puzzle.empty() && a->seed) {
      throw CLI::ValidationError("--generate", "makes a puzzle, so that none can be given");
    }
    line.action = with_arguments(a, run_sudoku);
  });
}

}  // namespace dlx::app
