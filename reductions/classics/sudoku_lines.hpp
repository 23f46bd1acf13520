#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Finds the lines of a text that may contain a sudoku, and the squares in these lines: steps 1 and
/// 2 of sudoku_text.cpp.
namespace dlx::classics::sudoku {

/// A word for each square; an empty word if nothing is written in the square.
using Cells = std::vector<std::string_view>;

/// The least side of a board that is recognised by its number of squares alone.
inline constexpr std::size_t least_size = 4;

/// Whether a character is one of 0 to 9.
inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Whether the text is not empty, and all its characters pass the test.
template <class Test>
bool all(std::string_view text, Test test) {
  return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

/// Whether a word marks an empty square. The digit 0 is not such a mark; see is_zero().
inline bool is_mark(std::string_view cell) {
  return cell.empty() || (std::string_view(".*_?-").find(cell[0]) != std::string_view::npos &&
                          cell.find_first_not_of(cell[0]) == std::string_view::npos);
}

/// Whether a word has only zeros.
inline bool is_zero(std::string_view cell) {
  return all(cell, [](char c) { return c == '0'; });
}

/// The side of a square board with a given number of squares; 0 if the number is not a square.
inline std::size_t side_of(std::size_t squares) {
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(squares))));
  return side * side == squares ? side : 0;
}

/// The line without spaces and tabs at its ends.
inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// A line that may contain squares.
struct Line {
  std::size_t number;               ///< number of the line in the text, from 1
  std::size_t gap;                  ///< distance to the line above, in lines; 0 if there is no gap
  std::string_view text;            ///< text without comment and line end
  std::size_t count = 0;            ///< number of squares in the line
  bool whole = false;               ///< whether the line alone is a complete puzzle
  bool without_last_field = false;  ///< the line ends with a comma
  /// The line has two possible meanings, and the error has been reported.
  bool refused = false;
};

/// The words and the fields of a line. Commas, semicolons and tabs separate fields.
struct Words {
  std::vector<std::string_view> words;   ///< all words of the line
  std::vector<std::string_view> fields;  ///< the word of each field, which may be empty
  bool table = false;                    ///< whether each field is a square
};

/// The squares of a line.
struct Squares {
  Cells cells;          ///< squares in the order of the line
  Cells solution = {};  ///< squares of the solution that follows the puzzle; may be empty
  /// Whether words are separated by blanks or commas, so that each word is a square.
  bool separated = false;
  bool whole = false;    ///< whether the squares are a complete puzzle
  bool several = false;  ///< whether the line contains several puzzles
  /// Number of digits beside the puzzle, if they are too many for a rating and not a solution.
  std::size_t digits_beside = 0;
};

/// Reads the lines of a text, and the squares of a line.
class LineReader {
 protected:
  /// Finds the lines from a position on. The text must outlive the reader.
  explicit LineReader(std::string_view text, std::size_t from = 0) : text_(text) {
    find_lines(from);
  }

  /// The squares of a line.
  [[nodiscard]] Squares squares_of(const Line& line) const;
  /// All squares of the text, if blanks mark empty squares; otherwise nothing.
  [[nodiscard]] std::optional<Cells> squares_by_place() const;
  /// The words of a line, and whether each field is a square.
  [[nodiscard]] Words words_of(std::string_view line) const;
  /// The width of boxes that the text shows by wider gaps between the squares of each row; 0 if it
  /// shows no boxes. Empty lines must not contradict this width. Where square boxes are possible,
  /// empty lines must show the boxes, too. Gaps are measured between the ends of words, because
  /// numbers are aligned on the right.
  [[nodiscard]] std::size_t shown_width(std::span<const Line* const> rows) const;
  /// Whether words of two digits are numbers, as in "07 10". The result is true if, in all lines of
  /// two-character words, every word is a valid number.
  [[nodiscard]] bool are_padded() const;

  std::string_view text_;            ///< the complete text
  std::vector<std::size_t> starts_;  ///< where each line starts
  std::vector<Line> lines_;          ///< the lines with squares
  bool padded_ = false;              ///< whether words of two digits are numbers

 private:
  void find_lines(std::size_t from);
  [[nodiscard]] bool is_header(std::string_view line) const;
  [[nodiscard]] bool is_ruler(std::string_view line) const;
  void add_lines(std::size_t place, std::string_view line, std::size_t& gap);
  [[nodiscard]] std::size_t separator(std::string_view text) const;

  static constexpr std::size_t far = 1'000'000;  // larger than any gap of empty lines

  std::vector<std::string_view>
      places_;  // all lines that may be rows of squares in which a blank is an empty square
  bool dashes_ = false;  // whether '-' marks an empty square
};

}  // namespace dlx::classics::sudoku
