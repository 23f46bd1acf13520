// Measures the number of sudokus of 9 x 9 solved per second. Lines are read, each puzzle is
// searched for two solutions, and the first solution is written as text. The puzzles are made from
// a few minimal sudokus by random permutations of values, lines and bands and by transposing, with
// seed 1. Sudokus per second on a shared machine (November 2026):
//
//   KIND     puzzles                                                  batch   alone
//   clues17  two puzzles with 17 clues                              310,000   8,600
//   hard     12 puzzles with 30 to 400 branches in a BatchSearch     32,000   2,700

#include "bench/sudokus.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dlx/core/random.hpp"
#include "dlx/engines/batch_search.hpp"
#include "dlx/solver.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/classics/sudoku_text.hpp"

namespace dlx::bench {
namespace {

using classics::sudoku::Puzzle;

const std::vector<std::string> clues17 = {
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"};

const std::vector<std::string> hard = {
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..3..46....293..148......3...5.....3.6..1......7....2....32...1.....5........84.7",
    "71..6.3..4.3...9...5..9..4.8..3..7.....586...3...........4..132.2............5...",
    "...1...84..75.8.96.........89.....3....86...2........77....13...8.73.....54......",
    "....6....5...9..8.14..7...5......4.33.7....9....28......9.3..5..7...43..........1",
    ".6.....91.43.........6...2....4..2...58.........1..3.621..8.54.8....7......9....8",
    "..29.......7...9.4.53...........53..1....9.56.3..421.7....3...8.....7....8.52..1.",
    ".79....1...2......51.3...............2.16.74...42...36...42..5...76....3.6...71..",
    ".6........384.2........6.92.5...8...2.4.........7....9.....7..81....942.4..8..7.6",
    ".....6....8..1...59.1.8...6....2...1..7.635.2.3..4............77.2...1..14.....2.",
    ".....21.......9.7..5.....28.9......63..6...........84.2..3.76....9..64....5.8.9..",
    "73.......5...4........17..3..4....613.15...29............89.1....8.6.23..6......."};

/// A random order of the nine rows or columns in which the three lines of each band stay together.
std::array<std::size_t, 9> lines(SplitMix64& random) {
  std::vector<std::size_t> bands{0, 1, 2};
  shuffle(bands, random);
  std::array<std::size_t, 9> order{};
  for (std::size_t b = 0; b < 3; ++b) {
    std::vector<std::size_t> band{0, 1, 2};
    shuffle(band, random);
    for (std::size_t k = 0; k < 3; ++k) order[3 * b + k] = 3 * bands[b] + band[k];
  }
  return order;
}

std::string morph(const std::string& puzzle, SplitMix64& random) {
  const auto rows = lines(random);
  const auto columns = lines(random);
  std::vector<char> values(9);
  std::iota(values.begin(), values.end(), '1');
  shuffle(values, random);
  const bool transposed = random() % 2 == 0;
  std::string result(81, '.');
  for (std::size_t r = 0; r < 9; ++r) {
    for (std::size_t c = 0; c < 9; ++c) {
      const char value = puzzle[9 * rows[r] + columns[c]];
      if (value == '.') continue;
      result[transposed ? 9 * c + r : 9 * r + c] = values[static_cast<std::size_t>(value - '1')];
    }
  }
  return result;
}

std::string morphs(const std::vector<std::string>& puzzles, std::size_t count) {
  SplitMix64 random(1);
  std::string text;
  for (std::size_t k = 0; k < count; ++k) text += morph(puzzles[k % puzzles.size()], random) + "\n";
  return text;
}

std::string written(Puzzle puzzle, const std::vector<classics::sudoku::Candidate>& candidates,
                    std::span<const OptionId> solution) {
  for (const OptionId option : solution) {
    const auto [square, value] = candidates[index(option)];
    puzzle.squares[static_cast<std::size_t>(square)] = value;
  }
  return one_line(puzzle);
}

using Lines = std::vector<std::string>;

Lines in_a_batch(const std::vector<classics::sudoku::Entry>& entries) {
  const classics::sudoku::Model empty = classics::sudoku::build({.squares = std::vector<int>(81)});
  engines::BatchSearch search(empty.problem);
  Lines solved;
  for (const auto& entry : entries) {
    const auto& puzzle = std::get<Puzzle>(entry.contents);
    const bool is_short = search.run(classics::sudoku::clues(empty, puzzle), 2, 100'000);
    if (!is_short || search.found() != 1) throw std::runtime_error("not one solution");
    solved.push_back(written(puzzle, empty.candidates, search.solution()));
  }
  return solved;
}

Lines each_alone(const std::vector<classics::sudoku::Entry>& entries) {
  Lines solved;
  for (const auto& entry : entries) {
    const auto& puzzle = std::get<Puzzle>(entry.contents);
    const classics::sudoku::Model model = classics::sudoku::build(puzzle);
    Solver solver(model.problem, {.preprocess = true});
    if (!solver.next()) throw std::runtime_error("no solution");
    solved.push_back(written(puzzle, model.candidates, solver.solution()));
    if (solver.next()) throw std::runtime_error("several solutions");
  }
  return solved;
}

struct Way {
  const char* name;
  Lines (*solve)(const std::vector<classics::sudoku::Entry>&);
  std::size_t puzzles;
};

void run(benchmark::State& state, const Way& way, const std::vector<std::string>& puzzles) {
  const std::string text = morphs(puzzles, way.puzzles);
  for (auto _ : state) {
    const Lines solved = way.solve(classics::sudoku::read(text));
    if (solved.size() != way.puzzles) throw std::runtime_error("a puzzle is missing");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(way.puzzles));
}

}  // namespace

void register_sudokus() {
  for (const auto& [kind, puzzles] : {std::pair{"clues17", &clues17}, {"hard", &hard}}) {
    for (const Way way : {Way{"batch", in_a_batch, 10'000}, Way{"alone", each_alone, 500}}) {
      const std::string name = std::string("sudokus/") + kind + "/" + way.name;
      benchmark::RegisterBenchmark(name.c_str(), [way, puzzles = puzzles](benchmark::State& state) {
        run(state, way, *puzzles);
      })->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace dlx::bench
