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
  std::size_t line;                          ///< where it begins, from 1
  std::variant<Puzzle, TextError> contents;  ///< givens of a puzzle do not contradict each other
};

/// What a text of puzzles does not say by itself.
struct Reading {
  int box_width = 0;             ///< of a box; 0: boxes are square, or as the rules say
  int box_height = 0;            ///< of a box on a board without a value; 0: as wide
  std::vector<Rule> rules = {};  ///< beside those at the beginning of the text
};

/// An empty board with these rules, if there are some. Throws TextError.
[[nodiscard]] Puzzle blank_board(const std::vector<Rule>& rules, const Reading& how);

/// Reads all puzzles of a text, in any of the shapes that sudoku_text.cpp describes. Boxes are
/// square unless their width is given. What cannot be read is an entry, and the next puzzles are
/// read nevertheless. Rules without squares are one empty board. Throws TextError if the text has
/// neither, and for wrong rules. Words of errors point into the text.
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
