#include "apps/commands/sudoku_clues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "apps/commands/sudoku_pages.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/random.hpp"
#include "dlx/core/text.hpp"
#include "dlx/solve/clues.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::app {
namespace {

using Clues = std::vector<OptionId>;

classics::sudoku::Model empty_board(classics::sudoku::Puzzle puzzle) {
  std::fill(puzzle.squares.begin(), puzzle.squares.end(), 0);
  return build(std::move(puzzle));
}

/// The options for solve::Questions, which asks whether clues have exactly one solution, and for
/// hints. The options contain no seed, because the seed determines only the order in which clues
/// are removed.
Options limits_of(const Watch& control, const classics::sudoku::Model& model) {
  Options options = control.options(&model.problem);
  options.random.reset();
  return options;
}

void print_json(Console& console, const SudokuOf& sudoku, Json object) {
  if (!sudoku.line.empty()) object["puzzle"] = sudoku.line;
  console.print_json(object);
}

/// If these clues do not have exactly one solution, prints "none" or "several" and returns the exit
/// code. Returns nothing if the clues have exactly one solution.
std::optional<int> refuse_unless_unique(const Request& request, Console& console,
                                        const SudokuOf& sudoku, solve::Questions& questions,
                                        const Clues& clues) {
  std::vector<Assumption> assumptions;
  for (const OptionId clue : clues) assumptions.push_back({clue});
  const bool has_one = questions.ask(assumptions).has_value();
  const bool has_two = has_one && questions.another().has_value();
  if (!has_two && questions.status() != Status::exhausted) {
    return print_incomplete(request, console, questions.status(), sudoku.line);
  }
  if (has_one && !has_two) return {};
  if (request.json) {
    print_json(console, sudoku,
               {{"unique", false}, {"count", has_two ? "2" : "0"}, {"complete", !has_two}});
  } else {
    console.print(has_two ? "several\n" : "none\n");
  }
  console.flush();
  return answer_is_no;
}

/// Prints a puzzle: as a drawing if the input contains no other puzzle, otherwise on one line.
void print_puzzle(const Request& request, Console& console, const SudokuOf& sudoku, Json facts) {
  if (request.json) {
    Json object = {{"board", one_line(sudoku.puzzle)}};
    object.update(facts);
    print_json(console, sudoku, std::move(object));
  } else if (sudoku.line.empty()) {
    console.print(catalogue::draw(build(sudoku.puzzle), sudoku.puzzle, console.paint()));
  } else {
    console.print(one_line(sudoku.puzzle) + "\n");
  }
  console.flush();
}

/// Prints that no new puzzle of the level was found, and returns the exit code.
int print_no_level(const Request& request, Console& console, int level) {
  if (request.json) {
    console.print_json(
        {{"complete", false}, {"INCOMPLETE", true}, {"tried", solve::most_attempts}});
  } else {
    console.print(
        fmt::format("INCOMPLETE: none of {} new sudokus has level {}; try another seed, "
                    "another level or larger boxes\n",
                    solve::most_attempts, level));
  }
  console.flush();
  return incomplete;
}

Status why_ended(const solve::Questions& questions, const search::Deadline& deadline) {
  return deadline.reached() ? deadline.why_ended() : questions.status();
}

}  // namespace

int make_minimal(const Request& request, Console& console, const SudokuOf& sudoku) {
  const classics::sudoku::Model empty = empty_board(sudoku.puzzle);
  const Watch control(request, console);
  const Options options = limits_of(control, empty);
  const search::Deadline deadline(options);
  solve::Questions questions(empty.problem, options);
  Clues clues = classics::sudoku::clues(empty, sudoku.puzzle);
  if (const auto code = refuse_unless_unique(request, console, sudoku, questions, clues)) {
    return *code;
  }
  if (request.options.random) {
    std::mt19937_64 random(*request.options.random);
    shuffle(clues, random);
  }
  const auto kept = solve::minimal_clues(questions, clues, deadline);
  if (!kept) {
    return print_incomplete(request, console, why_ended(questions, deadline), sudoku.line);
  }
  const std::size_t gone = clues.size() - kept->size();
  print_puzzle(request, console, {decode(empty, *kept), sudoku.line},
               {{"clues", kept->size()}, {"left_out", gone}});
  console.note(
      fmt::format("{}, none of which can go; {} left out", quantity(kept->size(), "clue"), gone));
  return success;
}

int rate(const Request& request, Console& console, const SudokuOf& sudoku) {
  const classics::sudoku::Model model = build(sudoku.puzzle);
  const Watch control(request, console);
  const Options options = limits_of(control, model);
  solve::Hints hints(model.problem, options);
  const auto level = hints.level();
  if (!level) {
    solve::Questions questions(model.problem, options);
    const auto code = refuse_unless_unique(request, console, sudoku, questions, {});
    return code ? *code : print_incomplete(request, console, hints.status(), sudoku.line);
  }
  if (request.json) {
    print_json(console, sudoku, {{"level", *level}});
  } else {
    console.print(fmt::format("level {}\n", *level));
  }
  console.flush();
  return success;
}

int generate(const Request& request, Console& console, classics::sudoku::Puzzle blank,
             std::uint64_t seed, int level) {
  constexpr int quick_size = 16;
  if (blank.size() > quick_size) {
    console.note(
        fmt::format("a new board of {0} x {0} squares may take long; --time-limit S ends "
                    "the search after S seconds",
                    blank.size()));
  }
  const classics::sudoku::Model empty = empty_board(std::move(blank));
  const Watch control(request, console);
  const Options options = limits_of(control, empty);
  const search::Deadline deadline(options);
  const std::uint64_t wanted = request.wanted.n.value_or(1);
  SudokuPages pages(request, console);
  const auto write_pages = [&](std::uint64_t made) {
    if (!request.pictures.wanted() || made == 0) return;
    const std::string seeds = made == 1 ? fmt::format("seed {}", seed)
                                        : fmt::format("seeds {} to {}", seed, seed + made - 1);
    pages.write("Sudoku", fmt::format("level {}, {}", level, seeds));
  };
  for (std::uint64_t k = 0; k < wanted; ++k) {
    const std::uint64_t own_seed = seed + k;
    const auto made = solve::new_clues(empty.problem, empty.candidates.size(), own_seed, level,
                                       options, deadline);
    if (!made.clues) {
      if (made.status == Status::exhausted && !made.has_solution) {
        throw std::invalid_argument("no board satisfies these rules");
      }
      write_pages(k);
      return made.status != Status::exhausted ? print_incomplete(request, console, made.status)
                                              : print_no_level(request, console, level);
    }
    const classics::sudoku::Puzzle puzzle = decode(empty, *made.clues);
    const SudokuOf sudoku{puzzle, wanted == 1 ? "" : std::to_string(k + 1)};
    const std::size_t kept = made.clues->size();
    if (request.json || !request.pictures.wanted()) {
      print_puzzle(request, console, sudoku,
                   {{"clues", kept}, {"level", level}, {"seed", std::to_string(own_seed)}});
    }
    if (request.pictures.wanted()) {
      if (const int code = pages.add(sudoku); code != success) return code;
    }
    console.note(fmt::format("{}, level {}, seed {}", quantity(kept, "clue"), level, own_seed));
  }
  write_pages(wanted);
  return success;
}

}  // namespace dlx::app
