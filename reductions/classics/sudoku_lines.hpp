#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

/// The lines of a text that may hold a sudoku, and the squares in them: steps 1 and 2 of
/// sudoku_text.cpp.
namespace dlx::classics::sudoku {

using Cells =
    std::vector<std::string_view>;  ///< words for squares; empty: nothing is written there

/// The least side of a board that its shape alone makes a puzzle.
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

/// Whether a word marks an empty square. 0 does not count as such a mark.
inline bool is_mark(std::string_view cell) {
  return cell.empty() || (std::string_view(".*_?-").find(cell[0]) != std::string_view::npos &&
                          cell.find_first_not_of(cell[0]) == std::string_view::npos);
}

/// Whether a word has only zeros.
inline bool is_zero(std::string_view cell) {
  return all(cell, [](char c) { return c == '0'; });
}

/// The side of a board with this number of squares; 0: it is not a whole number.
inline std::size_t side_of(std::size_t squares) {
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(squares))));
  return side * side == squares ? side : 0;
}

/// The line without blanks around it.
inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// A line that may hold squares.
struct Line {
  std::size_t number;               ///< number in the text, from 1
  std::size_t gap;                  ///< distance to the line above; 0: there is no gap
  std::string_view text;            ///< text without comment and line end
  std::size_t count = 0;            ///< number of squares
  bool whole = false;               ///< whether the line is a puzzle by itself
  bool without_last_field = false;  ///< a comma ends the line
  bool refused = false;             ///< it has two meanings, and they have been reported
};

/// The words of a line, and where they stand.
struct Words {
  std::vector<std::string_view> words;   ///< words of the whole line
  std::vector<std::string_view> fields;  ///< the word of each field, perhaps empty
  bool table = false;                    ///< each field is a square
};

/// The squares of a line.
struct Squares {
  Cells cells;             ///< squares, row by row
  bool separated = false;  ///< words separated by blanks or commas: each is a square
  bool whole = false;      ///< whether the squares are a puzzle
  bool several = false;    ///< the line has several puzzles
};

/// Reads the lines of a text, and the squares of a line.
class LineReader {
 protected:
  /// Finds the lines from a place on; the text must outlive it.
  explicit LineReader(std::string_view text, std::size_t from = 0) : text_(text) {
    find_lines(from);
  }

  /// The squares of a line.
  [[nodiscard]] Squares squares_of(const Line& line) const;
  /// All squares of the text if blanks are empty squares; otherwise nothing.
  [[nodiscard]] std::optional<Cells> squares_by_place() const;
  /// The words of a line, and whether each field is a square.
  [[nodiscard]] Words words_of(std::string_view line) const;
  /// Whether words of two signs are numbers, "07 10", because lines have no other words.
  [[nodiscard]] bool are_padded() const;

  std::string_view text_;            ///< the whole text
  std::vector<std::size_t> starts_;  ///< where each line starts
  std::vector<Line> lines_;          ///< the lines with squares
  bool padded_ = false;              ///< words of two signs are numbers

 private:
  void find_lines(std::size_t from);
  [[nodiscard]] bool is_header(std::string_view line) const;
  [[nodiscard]] bool is_ruler(std::string_view line) const;
  void add_lines(std::size_t place, std::string_view line, std::size_t& gap);
  [[nodiscard]] std::size_t separator(std::string_view text) const;

  static constexpr std::size_t far = 1'000'000;  // a gap larger than one of empty lines

  std::vector<std::string_view>
      places_;           // all lines that may be rows of places, empty ones as well
  bool dashes_ = false;  // '-' is an empty square
};

}  // namespace dlx::classics::sudoku
