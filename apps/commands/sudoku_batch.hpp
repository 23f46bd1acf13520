#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "apps/cli/request.hpp"
#include "dlx/engines/batch_search.hpp"
#include "reductions/classics/sudoku.hpp"

namespace dlx::app {

/// The printed answer to a puzzle, and the exit code.
struct SudokuLine {
  std::string text;
  int code;
};

/// Solves sudokus one after another, where the answer is a line and the search is short: boards of
/// one shape are one problem with different clues. All others are left to search_puzzle(). Threads
/// have one each.
class SudokuBatch {
 public:
  /// `puzzles`: how many there are, because large tables take as long as many puzzles. The request
  /// must outlive it.
  SudokuBatch(const Request& request, std::size_t puzzles);

  /// The answer as search_puzzle() prints it for one of several puzzles. Nothing: search_puzzle()
  /// must answer, because the search is long, the request is not for a batch, or a signal has come.
  [[nodiscard]] std::optional<SudokuLine> solve(const classics::sudoku::Puzzle& puzzle);

 private:
  struct Board {  // an empty board
    std::optional<classics::sudoku::Model> model;
    std::optional<engines::BatchSearch> search;  // nothing: its tables would be too large
  };

  Board& board_for(const classics::sudoku::Puzzle& puzzle);
  [[nodiscard]] std::string line(const classics::sudoku::Puzzle& puzzle, const Board& board) const;

  const Request& request_;
  bool is_asked_;
  std::size_t puzzles_;
  /// Width and height of a box, the least value (which decides which values are even), and the
  /// rules.
  using Shape = std::tuple<int, int, int, const void*>;
  std::map<Shape, Board> boards_;
};

}  // namespace dlx::app
