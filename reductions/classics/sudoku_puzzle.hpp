#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reductions/classics/sudoku_board.hpp"

namespace dlx::classics::sudoku {

/// How the values of a board are written.
struct Alphabet {
  /// The signs that values are written with.
  enum class Kind {
    digits,   ///< 1 ... 9, then A ... Z, then a ... z
    letters,  ///< A ... Z, then a ... z
    numbers,  ///< 1 ... 9, 10, 11, ...
  };
  Kind kind = Kind::digits;  ///< the signs of the values
  /// The number written for value 1, if values are digits or numbers: 0 or 1.
  int least = 1;
  /// Whether letters are a ... z instead of A ... Z; only if 26 letters are enough.
  bool small = false;

  /// The sign of a value. Values are 1, 2, ... in any alphabet.
  [[nodiscard]] std::string symbol(int value) const;
};

/// A board, perhaps with empty squares.
struct Puzzle {
  int box_width = 3;              ///< number of columns of a box
  int box_height = 3;             ///< number of rows of a box
  std::vector<int> squares = {};  ///< width() · height() values, row by row; 0 if empty
  Alphabet alphabet = {};         ///< how the board's values are written
  /// The rules of the board. If null, each row, column and box contains each value once.
  std::shared_ptr<const Board> board = {};

  /// The greatest value. Without other rules, the greatest value is also the side of the board.
  [[nodiscard]] int size() const noexcept { return box_width * box_height; }
  /// Squares in a row, including squares that are not part of the board.
  [[nodiscard]] int width() const noexcept { return board ? board->width : size(); }
  /// The number of rows.
  [[nodiscard]] int height() const noexcept { return board ? board->height : size(); }
  /// Whether a square is part of the board. The rectangle around overlapping grids has squares that
  /// are not part of the board.
  [[nodiscard]] bool has(int square) const {
    return !board || board->has[static_cast<std::size_t>(square)];
  }
  /// Whether every square has a value.
  [[nodiscard]] bool is_full() const;
};

/// Two squares whose values break a rule.
struct Conflict {
  int first;          ///< one of the squares
  int second;         ///< the other square: a later one, or the same square
  std::string words;  ///< a message that describes the conflict
};

/// The first conflict of the values of a board, if there is one.
[[nodiscard]] std::optional<Conflict> conflict(const Puzzle& puzzle);

/// The squares on one line, without a line end: "1234341221434321". Numbers such as 10 are
/// separated by commas. Squares that are not part of the board are left out.
[[nodiscard]] std::string one_line(const Puzzle& board);

}  // namespace dlx::classics::sudoku
