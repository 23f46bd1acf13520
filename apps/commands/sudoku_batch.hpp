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

/// The answer to a puzzle as it is printed, and the exit code.
struct SudokuLine {
  std::string text;
  int code;
};

/// Solves many sudokus, if each answer is one line and each search is short. All boards of one
/// shape use one problem and differ only in their clues. Other sudokus must be solved by
/// search_puzzle(). Each thread has its own SudokuBatch.
class SudokuBatch {
 public:
  /// `puzzles`: the number of puzzles. Large tables are made only for many puzzles, because making
  /// them takes time. The request must outlive this object.
  SudokuBatch(const Request& request, std::size_t puzzles);

  /// The answer in the form in which search_puzzle() prints it for one of several puzzles. Returns
  /// nothing if the puzzle must be solved by search_puzzle(). This happens after a long search or a
  /// signal, and for a request for which no batch is possible.
  [[nodiscard]] std::optional<SudokuLine> solve(const classics::sudoku::Puzzle& puzzle);

 private:
  struct Board {  // an empty board
    std::optional<classics::sudoku::Model> model;
    // The search on this board; nothing if its tables would be too large.
    std::optional<engines::BatchSearch> search;
  };

  Board& board_for(const classics::sudoku::Puzzle& puzzle);
  [[nodiscard]] std::string line(const classics::sudoku::Puzzle& puzzle, const Board& board) const;

  const Request& request_;
  bool is_asked_;
  std::size_t puzzles_;
  /// Identifies boards of one shape: width and height of a box, the least value and the rules. The
  /// least value matters because rules about sums and even values depend on it.
  using Shape = std::tuple<int, int, int, const void*>;
  std::map<Shape, Board> boards_;
};

}  // namespace dlx::app
