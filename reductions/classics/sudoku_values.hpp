#pragma once

#include <cstddef>
#include <string>

#include "reductions/classics/sudoku_lines.hpp"
#include "reductions/classics/sudoku_puzzle.hpp"

/// Reads the values of squares: step 4 of sudoku_text.cpp.
namespace dlx::classics::sudoku {

/// The name of a board with n values: "a sudoku of 9 x 9".
[[nodiscard]] std::string board(std::size_t n);

/// Sets the values and the alphabet of an empty puzzle. Throws TextError without a line if a word
/// is not a value, if values break a rule, or if the solution that the text states is wrong.
void set_values(Puzzle& puzzle, const Squares& squares);

}  // namespace dlx::classics::sudoku
