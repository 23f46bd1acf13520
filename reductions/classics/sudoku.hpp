#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "reductions/draw/sheet.hpp"

/// Sudoku with boxes of any size. Primary items: empty squares, and what each row, column and box
/// still lacks. An option: a value in an empty square.
namespace dlx::sudoku {

/// The symbols of the values 1, 2, ...: digits first. 0 and '.' are empty squares.
inline constexpr std::string_view symbols =
    "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A board, perhaps with empty squares.
struct Puzzle {
  int box_width = 3;         ///< columns of a box
  int box_height = 3;        ///< rows of a box
  std::vector<int> squares;  ///< row by row, 0 if empty; size() · size() of them

  /// The side of the board, and the greatest value.
  [[nodiscard]] int size() const noexcept { return box_width * box_height; }
};

/// A value in an empty square.
struct Candidate {
  int square;  ///< row · size + column
  int value;   ///< from 1 to size
};

/// A puzzle and the problem it becomes.
struct Model {
  Puzzle puzzle;                      ///< as it was given
  std::vector<Candidate> candidates;  ///< option i is candidate i
  Problem problem;  ///< an option for each candidate that no given square rules out
};

/// The squares in a text: everything but blanks, line ends and the frames | - +.
[[nodiscard]] std::string squares_in(std::string_view text);

/// Reads squares one after another, those that squares_in() finds. A small letter is
/// a capital where no puzzle of this size needs both. The box is square unless its width is given.
/// Throws std::invalid_argument naming the character or the number of squares that does not fit.
[[nodiscard]] Puzzle parse(std::string_view text, int box_width = 0);

/// Throws std::invalid_argument if two equal values stand in a row, column or box.
[[nodiscard]] Model build(Puzzle puzzle);

/// The puzzle filled in.
[[nodiscard]] Puzzle decode(const Model& model, std::span<const OptionId> solution);

/// A line a row, blanks between squares, boxes apart.
[[nodiscard]] std::string draw(const Model& model, const Puzzle& solved);

/// Each board with its boxes: the given values bold on grey squares, the others blue.
[[nodiscard]] std::vector<svg::Picture> drawings(const Model& model,
                                                 std::span<const Puzzle> solved);

}  // namespace dlx::sudoku
