#include "reductions/classics/sudoku.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

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
  std::optional<std::uint64_t> seed;  ///< seed of a new puzzle
  int level = 1;
};

constexpr std::uint64_t largest_file = 16 << 20;

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

/// The rules of --rules: in its words, or in the file that they name.
std::vector<classics::sudoku::Rule> rules_of(const SudokuArguments& a) {
  if (a.rules.empty()) return {};
  if (classics::sudoku::begins_with_rule(a.rules) || !is_file(a.rules)) {
    try {
      return classics::sudoku::only_rules(a.rules);
    } catch (const TextError& e) {
      throw std::invalid_argument(fmt::format("--rules: {}", e.what()));
    }
  }
  io::Input input = io::Input::open(a.rules, {.bytes = largest_file});
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

SudokuFile read_puzzles(const SudokuArguments& a) {
  const classics::sudoku::Reading how = reading_of(a);
  SudokuFile file;
  if (a.puzzle.empty() || !is_file(a.puzzle)) {
    try {
      file.entries.push_back({1, classics::sudoku::parse(a.puzzle, how)});
      return file;
    } catch (const TextError& e) {
      if (a.puzzle.empty()) throw std::invalid_argument(e.what());
      throw std::invalid_argument(
          fmt::format("{} is neither a file nor a sudoku: {}", in_quotes(a.puzzle), e.what()));
    }
  }
  io::Input input = io::Input::open(a.puzzle, {.bytes = largest_file});
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

/// Words of hints. A hint enters only values; finding the set of values of a cage is not a step.
HintWords hint_words(const classics::sudoku::Model& model) {
  return {.is_step = [values = model.candidates.size()](OptionId option) {
    return index(option) < values;
  }};
}

/// Solves one puzzle, and draws it as a board.
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
  if (!request.wanted.count && count != "0" && count != "1") {
    console.note("not unique: this sudoku has more than one solution");
  }
  return exit_code(outcome);
}

/// The output for one of several puzzles: each solution on a line, if a number of solutions was
/// asked for; otherwise one line for the puzzle.
Presentation in_lines(const Request& request, const classics::sudoku::Model& model,
                      std::string& found) {
  Presentation show{.words = hint_words(model)};
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

/// Runs --minimal or --rate, if one of them was given.
std::optional<int> run_clues(const Request& request, Console& console, const SudokuArguments& a,
                             const SudokuOf& sudoku) {
  if (a.minimal) return make_minimal(request, console, sudoku);
  if (a.rate) return rate(request, console, sudoku);
  return {};
}

/// Prints the answers to the puzzles of a file in their order.
class SudokuAnswers {
 public:
  /// The arguments must outlive it.
  SudokuAnswers(const Request& request, Console& console, const SudokuArguments& a,
                const SudokuFile& file)
      : request_(request), console_(console), a_(a), file_(file), pages_(request, console) {}

  /// Prints the line, or the error in the puzzle; without a line searches for the answer.
  /// False: the command ends with this exit code.
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
    code_ = std::max(code_, its_code);
    if (its_code <= incomplete || its_code == answer_is_no) return true;
    code_ = its_code;
    return false;
  }

  /// The exit code after all puzzles.
  int finish() {
    console_.flush();
    if (request_.pictures.wanted()) {
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
    Presentation show = in_lines(request_, puzzle.model(), found);
    show.puzzle = line;
    return exit_code(search_puzzle(request_, console_, puzzle, std::move(show)));
  }

  const Request& request_;
  Console& console_;
  const SudokuArguments& a_;
  const SudokuFile& file_;
  SudokuPages pages_;
  std::size_t errors_ = 0;
  int code_ = success;
};

/// All puzzles of a text. Lines that are not puzzles are reported, and the others are solved: the
/// easy ones by short searches in as many threads as the request says.
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

/// The empty board of --generate.
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
  const SudokuFile file = read_puzzles(a);
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
      "The squares row by row, 0 or . for empty; or a file of puzzles, each on a line or "
      "as rows of squares, in any usual format; - is standard input");
  add_number<std::uint16_t>(command, "--box-width", a->box_width,
                            "Width of a box, if boxes are not square", 1);
  command
      .add_option("--rules", a->rules,
                  "Rules beside rows, columns and boxes, with commas between them, or a file of "
                  "them: x, windows, disjoint, anti-knight, anti-king, non-consecutive, samurai, "
                  "regions, cage, even and others; docs/sudoku.md has them all. A file of a "
                  "puzzle may begin with rules. Without PUZZLE, the board is empty")
      ->type_name("RULES");
  {
    const Group group(command, "Clues");
    command.add_flag("--minimal", a->minimal,
                     "Leave out clues, one by one, until none can go without a second solution; "
                     "with --random SEED in another order, which may leave fewer");
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
            "Make a new puzzle with one solution; the same seed makes the same puzzle, and without "
            "a seed it is another one each time. With -n N: puzzles of N seeds, from SEED on")
        ->type_name("[SEED]")
        ->expected(0, 1);
    command
        .add_option("--level", a->level,
                    "Of a new puzzle, 1 unless given: the hardest --hint on the way to its "
                    "solution. 1: one place or value is left; 2: chains with at most 2 values; "
                    "3: with at most 5; 4: with more; 5: only a search shows it")
        ->type_name("N")
        ->check(CLI::Range(1, solve::hardest_level));
    add_number<std::uint16_t>(command, "--box-height", a->box_height,
                              "Height of a box of a new puzzle; 3 unless given, or as the width",
                              1);
  }
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
      "  dlx sudoku --generate 7 --level 2\n"
      "  dlx sudoku --generate 7 --rules x\n"
      "  dlx sudoku --generate 7 -n 6 --blank --svg six.svg --paper a4\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3\n"
      "  dlx sudoku 1...5..56......6....4..2......6...41 --box-width 3 --svg sudoku.svg\n");
  command.callback([&line, a] {
    // By default two solutions are searched for, to tell whether the sudoku is proper.
    line.request.wanted.otherwise = 2;
    if (a->puzzle.empty() && a->rules.empty() && !a->seed) throw CLI::RequiredError("PUZZLE");
    if (!a->puzzle.empty() && a->seed) {
      throw CLI::ValidationError("--generate", "makes a puzzle, so that none can be given");
    }
    line.action = with_arguments(a, run_sudoku);
  });
}

}  // namespace dlx::app
