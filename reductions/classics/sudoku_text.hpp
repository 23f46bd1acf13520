#pragma once

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "dlx/core/text_error.hpp"
#include "reductions/classics/sudoku.hpp"

/// Sudokus as text, as people and programs write them.
namespace dlx::classics::sudoku {

/// One puzzle of a text, or the reason why a part of the text is not a puzzle.
struct Entry {
  std::size_t line;                          ///< the line where it begins, from 1
  std::variant<Puzzle, TextError> contents;  ///< givens of a puzzle do not contradict each other
};

/// Facts about a text of puzzles that the text itself lacks.
struct Reading {
  int box_width = 0;             ///< width of a box; 0: boxes are square, or as the rules say
  int box_height = 0;            ///< height of a box on a board without a value; 0: the width
  std::vector<Rule> rules = {};  ///< rules in addition to those at the beginning of the text
};

/// An empty board with these rules, if there are some. Throws TextError.
[[nodiscard]] Puzzle blank_board(const std::vector<Rule>& rules, const Reading& how);

/// Reads all puzzles of a text, in any of the shapes that sudoku_text.cpp describes. Boxes are
/// square unless their width is given. Text that is not a puzzle becomes an entry with an error,
/// and the puzzles after it are read. Rules without squares are one empty board. Throws TextError
/// if the text has neither, and for wrong rules. Words of errors point into the text.
/// @{
[[nodiscard]] std::vector<Entry> read(std::string_view text, const Reading& how);
[[nodiscard]] std::vector<Entry> read(std::string_view text, int box_width = 0);
/// @}

/// Reads a text that has one puzzle. Throws TextError, also if there are several.
/// @{
[[nodiscard]] Puzzle parse(std::string_view text, const Reading& how);
[[nodiscard]] Puzzle parse(std::string_view text, int box_width = 0);
/// @}

}  // namespace dlx::classics::sudoku
