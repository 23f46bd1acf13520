#include "apps/commands/sudoku_batch.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "apps/cli/combinations.hpp"
#include "apps/cli/console.hpp"
#include "apps/run/watch.hpp"

namespace dlx::app {
namespace {

// A search on a board of 9 x 9 reaches this limit on nodes after about 10 ms. Hard sudokus need a
// hundredth of `most_nodes`.
constexpr std::uint64_t most_nodes = 20'000;
constexpr std::chrono::milliseconds least_time(100);  // a batch does not test shorter time limits

// A batch searches boards with tables that it makes once. Making tables of `bytes_per_puzzle` bytes
// takes as long as the time that the batch saves for one puzzle. Therefore a batch is used only for
// at least two boards of 9 x 9, or at least 32 boards of 16 x 16, whose tables are larger.
constexpr std::size_t bytes_per_puzzle = std::size_t{1} << 18;

/// Whether the command can solve the puzzles in a batch, because a short search can find each
/// answer. Requests for node counts, engines, files or lists of solutions need the ordinary search.
bool is_for_batch(const Request& request) {
  const auto time = request.options.time;
  return (!time || *time >= least_time) &&
         only_typed(request,
                    "--box-width, --rules, --count, --first, --unique, --time-limit, --threads, "
                    "--progress, "
                    "--progress-json, --quiet, --color");
}

/// The number of solutions after which the answer about a sudoku is known.
std::uint64_t solutions_wanted(const Wanted& wanted) {
  return wanted.limit().value_or(std::numeric_limits<std::uint64_t>::max());
}

/// The solution as a filled board. Throws std::logic_error if the board violates the rules or
/// changes a clue.
classics::sudoku::Puzzle solved(const classics::sudoku::Model& empty,
                                const classics::sudoku::Puzzle& puzzle,
                                std::span<const OptionId> solution) {
  classics::sudoku::Puzzle board = puzzle;
  for (const OptionId option : solution) {
    // An option for the set of values in a cage enters no value in a square.
    if (index(option) >= empty.candidates.size()) continue;
    const auto [square, value] = empty.candidates[index(option)];
    int& shown = board.squares[static_cast<std::size_t>(square)];
    if (shown != 0 && shown != value) throw std::logic_error("a solution that changes a clue");
    shown = value;
  }
  if (!board.is_full() || conflict(board))
    throw std::logic_error("a search found a board that is wrong");
  return board;
}

}  // namespace

SudokuBatch::SudokuBatch(const Request& request, std::size_t puzzles)
    : request_(request), is_asked_(is_for_batch(request)), puzzles_(puzzles) {}

SudokuBatch::Board& SudokuBatch::board_for(const classics::sudoku::Puzzle& puzzle) {
  const auto [place, is_new] = boards_.try_emplace(
      Shape{puzzle.box_width, puzzle.box_height, puzzle.alphabet.least, puzzle.board.get()});
  Board& board = place->second;
  if (!is_new) return board;
  classics::sudoku::Puzzle blank = puzzle;
  std::fill(blank.squares.begin(), blank.squares.end(), 0);
  board.model.emplace(build(std::move(blank)));
  const Problem& problem = board.model->problem;
  if (engines::BatchSearch::objection(problem).empty() &&
      engines::BatchSearch::table_bytes(problem) <= puzzles_ * bytes_per_puzzle) {
    board.search.emplace(problem);
  }
  return board;
}

std::optional<SudokuLine> SudokuBatch::solve(const classics::sudoku::Puzzle& puzzle) {
  if (!is_asked_ || stop_requested()) return {};
  Board& board = board_for(puzzle);
  if (!board.search) return {};
  const std::vector<OptionId> given = clues(*board.model, puzzle);
  if (!board.search->run(given, solutions_wanted(request_.wanted), most_nodes)) return {};
  const bool is_no = request_.wanted.unique && board.search->found() != 1;
  return SudokuLine{line(puzzle, board), is_no ? answer_is_no : success};
}

std::string SudokuBatch::line(const classics::sudoku::Puzzle& puzzle, const Board& board) const {
  const std::uint64_t found = board.search->found();
  if (request_.wanted.count) return std::to_string(found) + "\n";
  if (found == 0) return "none\n";
  std::string text = one_line(solved(*board.model, puzzle, board.search->solution()));
  if (!request_.wanted.first) text += found == 1 ? " unique" : " 2 or more";
  return text += '\n';
}

}  // namespace dlx::app
