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

/// Implements --generate: prints or draws new puzzles of the given level, as many as -n says. Each
/// puzzle has a seed of its own: `seed` and the numbers after it. The boxes of the new puzzles have
/// the same size as the boxes of `blank`.
int generate(const Request& request, Console& console, classics::sudoku::Puzzle blank,
             std::uint64_t seed, int level);

}  // namespace dlx::app
