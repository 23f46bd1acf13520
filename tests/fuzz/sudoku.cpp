// Sudokus in any shape.

#include "reductions/classics/sudoku_text.hpp"

#include <variant>

#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/packing.hpp"

using namespace dlx;

namespace {

void check(std::string_view text, const classics::sudoku::Entry& entry, int box_width) {
  if (const auto* const error = std::get_if<TextError>(&entry.contents)) {
    fuzz::require_place(text, *error);
    return;
  }
  const auto& puzzle = std::get<classics::sudoku::Puzzle>(entry.contents);
  const int n = puzzle.size();
  fuzz::require(n >= 1 && n <= classics::sudoku::largest_size, "a size that there is not");
  fuzz::require(box_width == 0 || puzzle.box_width == box_width, "boxes of another width");
  fuzz::require(puzzle.squares.size() == static_cast<std::size_t>(puzzle.width() * puzzle.height()),
                "squares are missing");
  for (const int value : puzzle.squares) {
    fuzz::require(value >= 0 && value <= n, "a value that there is not");
  }
  fuzz::require(!conflict(puzzle), "values that contradict each other");
  // A board with fewer values can be read in another alphabet, but it is the same board.
  if (n >= 4 && !puzzle.board) {
    const classics::sudoku::Puzzle again =
        classics::sudoku::parse(one_line(puzzle), {puzzle.box_width});
    fuzz::require(again.size() == n, "another size came back");
    for (std::size_t s = 0; s < puzzle.squares.size(); ++s) {
      fuzz::require((again.squares[s] == 0) == (puzzle.squares[s] == 0), "other squares are empty");
    }
    fuzz::require(again.alphabet.kind != puzzle.alphabet.kind ||
                      again.alphabet.least != puzzle.alphabet.least ||
                      again.squares == puzzle.squares,
                  "another board came back");
  }
}

}  // namespace

DLX_FUZZER(sudoku) {
  for (const int box_width : {0, 2, 3}) {
    try {
      for (const classics::sudoku::Entry& entry : classics::sudoku::read(bytes, {box_width})) {
        check(bytes, entry, box_width);
      }
    } catch (const TextError& e) {
      fuzz::require_place(bytes, e);
    }
  }
}
