#pragma once

#include <cstdint>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "reductions/classics/sudoku.hpp"

/// Options of dlx sudoku that are about the clues of a puzzle.
namespace dlx::app {

/// One puzzle, perhaps of several.
struct SudokuOf {
  const classics::sudoku::Puzzle& puzzle;
  std::string line = {};  ///< in a file of several puzzles: where it begins; empty: it is alone
};

/// Prints the puzzle without the clues that can go (--minimal).
int make_minimal(const Request& request, Console& console, const SudokuOf& sudoku);

/// Prints the level of the puzzle (--rate).
int rate(const Request& request, Console& console, const SudokuOf& sudoku);

/// Prints a new puzzle of a level (--generate), with boxes as wide and high as those of `blank`.
int generate(const Request& request, Console& console, classics::sudoku::Puzzle blank,
             std::uint64_t seed, int level);

}  // namespace dlx::app
