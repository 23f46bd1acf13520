#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "reductions/classics/sudoku_board.hpp"
#include "reductions/drawing/picture.hpp"

/// Sudoku with boxes of any size, and its variants. Primary items: empty squares, and the values
/// that each row, column and box still lacks. An option: a value in an empty square.
namespace dlx::classics::sudoku {

/// How the values of a board are written.
struct Alphabet {
  /// Which signs there are.
  enum class Kind {
    digits,   ///< 1 ... 9, then A ... Z, then a ... z
    letters,  ///< A ... Z, then a ... z
    numbers,  ///< 1 ... 9, 10, 11, ...
  };
  Kind kind = Kind::digits;  ///< which signs values have
  int least = 1;             ///< the first value, written as a digit or number: 0 or 1
  bool small = false;        ///< a ... z in the place of A ... Z; only where A ... Z are enough

  /// The sign of a value. Values are 1, 2, ... whatever they are called.
  [[nodiscard]] std::string symbol(int value) const;
};

/// A board, perhaps with empty squares.
struct Puzzle {
  int box_width = 3;              ///< columns of a box
  int box_height = 3;             ///< rows of a box
  std::vector<int> squares = {};  ///< row by row, 0 if empty; width() · height() of them
  Alphabet alphabet = {};         ///< how its values are written
  /// Its rules; null: rows, columns and boxes have each value once.
  std::shared_ptr<const Board> board = {};

  /// The greatest value. Without other rules it is also the side of the board.
  [[nodiscard]] int size() const noexcept { return box_width * box_height; }
  /// Squares in a row, including those that the board lacks.
  [[nodiscard]] int width() const noexcept { return board ? board->width : size(); }
  /// The number of rows.
  [[nodiscard]] int height() const noexcept { return board ? board->height : size(); }
  /// Whether the board has that square; grids that overlap leave some out.
  [[nodiscard]] bool has(int square) const {
    return !board || board->has[static_cast<std::size_t>(square)];
  }
  /// Whether every square has a value.
  [[nodiscard]] bool is_full() const;
};

/// A value in an empty square.
struct Candidate {
  int square;  ///< row · width + column
  int value;   ///< the value, from 1 to size
};

/// The values of a cage.
struct Combination {
  int group;             ///< the cage: its place in Board::groups
  std::uint64_t values;  ///< a bit for each, the lowest for 1
};

/// The meaning of an item: a square that lacks a value, a group that lacks a value, a cage, or two
/// squares.
struct Need {
  std::optional<int> square;       ///< the square, which lacks a value
  int unit = 0;                    ///< otherwise the group: its place in Board::groups
  int value = 0;                   ///< which lacks this value; 0: a cage, which lacks all values
  std::optional<int> second = {};  ///< another square, if the item is a relation of two squares
};

/// A puzzle and the problem it becomes.
struct Model {
  Puzzle puzzle;                          ///< the puzzle as it was given
  std::shared_ptr<const Board> board;     ///< its rules
  std::vector<Candidate> candidates;      ///< option i is candidate i
  std::vector<Combination> combinations;  ///< further options, behind the candidates
  std::vector<Need> needs;                ///< item i is need i
  Problem problem;  ///< an option for each candidate that no given square rules out
};

/// Values that break a rule.
struct Conflict {
  int first;          ///< the square of one
  int second;         ///< the square of the other: a later one, or that square again
  std::string words;  ///< a message that describes the conflict
};

/// The first conflict of the values of a board, if there is one.
[[nodiscard]] std::optional<Conflict> conflict(const Puzzle& puzzle);

/// Throws std::invalid_argument if the values break a rule, or if a cage has too many
/// combinations.
[[nodiscard]] Model build(Puzzle puzzle);

/// The given values of a puzzle, as options of the model of the empty board.
[[nodiscard]] std::vector<OptionId> clues(const Model& empty, const Puzzle& puzzle);

/// The meaning of an option: "row 1 column 2 is 3".
[[nodiscard]] std::string words_of_option(const Model& model, OptionId option);
/// The words for an item, after "the only" or "no": "place for 3 in row 1", "value for row 1 column
/// 2".
[[nodiscard]] std::string words_of_item(const Model& model, ItemId item);

/// The puzzle filled in; filled in partly if the options are not a whole solution.
[[nodiscard]] Puzzle decode(const Model& model, std::span<const OptionId> solution);

/// The squares on one line, without its end: as in "1234341221434321", with commas between numbers
/// such as 10. Squares that the board lacks are left out.
[[nodiscard]] std::string one_line(const Puzzle& board);

/// A board with its boxes, for pictures.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);
/// The values of a board square by square. Values of the model's puzzle count as given.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                                const Puzzle& board);

}  // namespace dlx::classics::sudoku
