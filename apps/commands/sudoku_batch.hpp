#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/watch.hpp"
#include "dlx/engines/batch_search.hpp"
#include "reductions/classics/sudoku.hpp"

namespace dlx::app {

/// Solves sudokus one after another, where the answer is a line and the search is short: boards of
/// one shape are one problem with different clues. All others are left to search_puzzle().
class SudokuBatch {
 public:
  /// The arguments must outlive it.
  SudokuBatch(const Request& request, Console& console);

  /// Prints what search_puzzle() prints of one of several puzzles, and returns the exit code.
  /// Nothing: the puzzle, or what is asked, is left to search_puzzle().
  [[nodiscard]] std::optional<int> solve(const classics::sudoku::Puzzle& puzzle);

 private:
  struct Board {  // an empty one
    std::optional<classics::sudoku::Model> model;
    std::optional<engines::BatchSearch> search;  // nothing: the board is too large
  };

  Board& board_for(const classics::sudoku::Puzzle& puzzle);
  [[nodiscard]] std::string line(const classics::sudoku::Puzzle& puzzle, const Board& board) const;

  const Request& request_;
  Console& console_;
  Watch watch_;  // for signals
  bool is_asked_;
  std::map<std::pair<int, int>, Board> boards_;  // by width and height of a box
};

}  // namespace dlx::app
