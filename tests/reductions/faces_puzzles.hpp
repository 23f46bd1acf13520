#pragma once

#include <string>
#include <vector>

#include "reductions/faces/faces.hpp"
#include "tests/reductions/own_faces.hpp"

namespace dlx::test {

/// The cube of side 1 with these pieces, p1 to p6, as the program takes it.
inline faces::Puzzle puzzle_of(const std::vector<Bitmap>& pieces, bool turn_over) {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(1);
  puzzle.turn_over = turn_over;
  for (const Bitmap& piece : pieces) {
    puzzle.pieces.push_back({.name = "p" + std::to_string(puzzle.pieces.size() + 1),
                             .rim = faces::from_word(word_of(piece)),
                             .letter = "x",
                             .set = "one"});
  }
  return puzzle;
}

}  // namespace dlx::test
