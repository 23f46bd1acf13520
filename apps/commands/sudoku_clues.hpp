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
  std::string line = {};  ///< the line of the file where it begins; empty: it is the only puzzle
};

/// Prints the puzzle without the clues that can go (--minimal).
int make_minimal(const Request& request, Console& console, const SudokuOf& sudoku);

/// Prints the level of the puzzle (--rate).
int rate(const Request& request, Console& console, const SudokuOf& sudoku);

/// Prints or draws new puzzles of a level (--generate): as many as -n says, each from a seed of its
/// own, which are `seed` and the numbers after it. Their boxes have the size of the boxes of
/// `blank`.
int generate(const Request& request, Console& console, classics::sudoku::Puzzle blank,
             std::uint64_t seed, int level);

}  // namespace dlx::app
