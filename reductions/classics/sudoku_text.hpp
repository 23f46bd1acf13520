#pragma once

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "dlx/core/text_error.hpp"
#include "reductions/classics/sudoku_puzzle.hpp"

/// Sudokus as text, in the forms that people and programs write.
namespace dlx::classics::sudoku {

/// One puzzle of a text, or the reason why a part of the text is not a puzzle.
struct Entry {
  std::size_t line;                          ///< the line in which the entry begins, from 1
  std::variant<Puzzle, TextError> contents;  ///< a puzzle without contradictory givens, or an error
};

/// Information about a text of puzzles that is not in the text.
struct Reading {
  int box_width = 0;   ///< width of a box; 0 if boxes are square or the rules give the width
  int box_height = 0;  ///< height of a box of a board without values; 0 if equal to the width
  /// Rules that apply in addition to the rules at the beginning of the text.
  std::vector<Rule> rules = {};
};

/// An empty board with the given rules, which may be none. Throws TextError for wrong rules and for
/// boxes that are too large.
[[nodiscard]] Puzzle blank_board(const std::vector<Rule>& rules, const Reading& how);

/// Reads all puzzles of a text, in any of the formats that sudoku_text.cpp describes. Boxes are
/// square unless their width is given. Text that is not a puzzle becomes an entry with an error,
/// and reading continues after it. A text of rules without squares is one empty board. Throws
/// TextError if the text has neither rules nor squares, and for wrong rules. TextError::word() of
/// an error is a part of `text`.
[[nodiscard]] std::vector<Entry> read(std::string_view text, const Reading& how = {});

/// Reads a text that must contain exactly one puzzle. Throws TextError, for example if there are
/// several puzzles.
[[nodiscard]] Puzzle parse(std::string_view text, const Reading& how = {});

}  // namespace dlx::classics::sudoku
