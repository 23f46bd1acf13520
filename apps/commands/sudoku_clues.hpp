#pragma once

#include <cstdint>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "reductions/classics/sudoku.hpp"

/// The options of dlx sudoku that concern the clues of a puzzle.
namespace dlx::app {

/// A puzzle, and its position if its file has several puzzles.
struct SudokuOf {
  const classics::sudoku::Puzzle& puzzle;
  std::string line = {};  ///< first line of the puzzle in its file; empty: the only puzzle
};

/// Implements --minimal: prints the puzzle without its redundant clues.
int make_minimal(const Request& request, Console& console, const SudokuOf& sudoku);

/// Implements --rate: prints the difficulty level of the puzzle.
int rate(const Request& request, Console& console, const SudokuOf& sudoku);

/// Implements --generate: prints a new puzzle of the given level. The new puzzle has boxes of the
/// same size as `blank`.
int generate(const Request& request, Console& console, classics::sudoku::Puzzle blank,
             std::uint64_t seed, int level);

}  // namespace dlx::app
