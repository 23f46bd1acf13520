#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "reductions/classics/sudoku_puzzle.hpp"
#include "reductions/drawing/picture.hpp"

/// Sudoku with boxes of any size, and its variants. The primary items are the empty squares, and
/// the values that each row, column and box still lacks. An option is a value in an empty square.
namespace dlx::classics::sudoku {

/// A value in an empty square.
struct Candidate {
  int square;  ///< number of the square, row · width + column
  int value;   ///< the value, from 1 to size
};

/// A set of values that a cage may contain.
struct Combination {
  int group;             ///< the cage: its index in Board::groups
  std::uint64_t values;  ///< a bit for each value; the lowest bit is the value 1
};

/// The meaning of an item: a square without a value, a group that lacks a value, a cage, or a
/// relation of two squares.
struct Need {
  std::optional<int> square;  ///< the square without a value; empty for all other items
  int unit = 0;   ///< index of the group in Board::groups, for an item of a group or cage
  int value = 0;  ///< the value that the group lacks; 0 for a cage, which has no values yet
  std::optional<int> second = {};  ///< the second square, if the item is a relation of two squares
};

/// A puzzle, and the problem made of it.
struct Model {
  Puzzle puzzle;                       ///< the puzzle as it was given
  std::shared_ptr<const Board> board;  ///< the rules of the puzzle
  std::vector<Candidate> candidates;   ///< the candidates; option i of the problem is candidate i
  /// Sets of values that cages may contain. Their options come after the options of the candidates.
  std::vector<Combination> combinations;
  std::vector<Need> needs;  ///< the meanings of the items; item i means needs[i]
  /// The problem, with an option for each candidate that no given square rules out.
  Problem problem;
};

/// Builds the problem. Throws std::invalid_argument if the values break a rule, or if a cage has
/// too many combinations.
[[nodiscard]] Model build(Puzzle puzzle);

/// The given values of a puzzle, as options of the model of the empty board.
[[nodiscard]] std::vector<OptionId> clues(const Model& empty, const Puzzle& puzzle);

/// The meaning of an option as a sentence: "row 1 column 2 is 3".
[[nodiscard]] std::string words_of_option(const Model& model, OptionId option);
/// The words for an item, written after "the only" or "no": "place for 3 in row 1", "value for row
/// 1 column 2".
[[nodiscard]] std::string words_of_item(const Model& model, ItemId item);

/// The puzzle with the values that the options of a solution enter. Some squares stay empty if the
/// options are not a complete solution.
[[nodiscard]] Puzzle decode(const Model& model, std::span<const OptionId> solution);

/// The common part of all pictures: a board with its boxes.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);
/// The values of a board, square by square. Values of the model's puzzle are marked as given.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                                const Puzzle& board);

}  // namespace dlx::classics::sudoku
