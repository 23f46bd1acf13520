// Step 4 of sudoku_text.cpp: reading the values of squares.

#include "reductions/classics/sudoku_values.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

#include "dlx/core/text.hpp"
#include "dlx/core/text_error.hpp"

namespace dlx::classics::sudoku {
namespace {

using std::string_view;

/// The alphabet that the values of a board use.
Alphabet alphabet_of(std::size_t n, const Squares& squares, bool with_zero) {
  bool digits = false;
  bool two_digits = false;
  bool small = false;
  bool capital = false;
  for (const string_view cell : squares.cells) {
    if (cell.empty() || is_mark(cell)) continue;
    if (is_zero(cell) && !with_zero) continue;
    digits = digits || is_digit(cell[0]);
    two_digits = two_digits || (cell.size() == 2 && all(cell, is_digit) && cell[0] != '0');
    small = small || (cell[0] >= 'a' && cell[0] <= 'z');
    capital = capital || (cell[0] >= 'A' && cell[0] <= 'Z');
  }
  using Kind = Alphabet::Kind;
  Alphabet alphabet;
  alphabet.least = with_zero ? 0 : 1;
  const bool letters = small || capital;
  constexpr std::size_t one_case = 26;
  if (two_digits || (squares.separated && digits && !letters && n > 9)) {
    alphabet.kind = Kind::numbers;
  } else if (letters && !digits && n <= 2 * one_case) {
    alphabet.kind = Kind::letters;
  }
  const std::size_t of_one_case = alphabet.kind == Kind::letters ? one_case
                                  : with_zero                    ? one_case + 10
                                                                 : one_case + 9;
  alphabet.small = small && !capital && n <= of_one_case;
  return alphabet;
}

/// The words that are values of a board.
class Signs {
 public:
  Signs(std::size_t n, const Squares& squares) : n_(n) {
    const Cells& cells = squares.cells;
    const auto mark = std::find_if(cells.begin(), cells.end(), is_mark);
    const auto zero = std::find_if(cells.begin(), cells.end(), is_zero);
    with_zero_ = mark != cells.end() && zero != cells.end();
    alphabet_ = alphabet_of(n, squares, with_zero_);
    if (with_zero_) {
      why_ = "; 0 is a value here, because " +
             (mark->empty() ? std::string("empty squares are left blank")
                            : in_quotes(mark->substr(0, 1)) + " marks empty squares");
    }
    for (int value = 1; value <= static_cast<int>(n); ++value) {
      values_[alphabet_.symbol(value)] = value;
    }
  }

  [[nodiscard]] const Alphabet& alphabet() const { return alphabet_; }

  /// Sets the values of a puzzle. Returns the word of each square.
  Cells set(Puzzle& puzzle, const Cells& cells) const {
    Cells written(static_cast<std::size_t>(puzzle.width() * puzzle.height()));
    puzzle.squares.assign(written.size(), 0);
    auto cell = cells.begin();
    for (std::size_t s = 0; s < written.size(); ++s) {
      if (!puzzle.has(static_cast<int>(s))) continue;
      written[s] = *cell++;
      puzzle.squares[s] = value(written[s], static_cast<int>(s), puzzle.width());
    }
    if (const auto two = conflict(puzzle)) {
      const string_view word = written[static_cast<std::size_t>(two->second)];
      throw TextError(two->words + (is_zero(word) ? why_ : ""), 0, word);
    }
    return written;
  }

 private:
  /// The value of a word; 0 for an empty square.
  [[nodiscard]] int value(string_view cell, int square, int width) const {
    if (is_mark(cell) || (is_zero(cell) && !with_zero_)) return 0;
    const auto found = values_.find(key(cell));
    if (found != values_.end()) return found->second;
    throw TextError(in_quotes(cell) + " in " + square_name(square, width) + " is not a value of " +
                        board(n_) + ", which has " + alphabet_.symbol(1) + " to " +
                        alphabet_.symbol(static_cast<int>(n_)) + why_,
                    0, cell);
  }

  [[nodiscard]] std::string key(string_view cell) const {
    std::string name(cell);
    if (alphabet_.kind == Alphabet::Kind::numbers) {
      if (name.size() == 2 && name[0] == '0') name.erase(0, 1);
      return name;
    }
    if (is_zero(cell)) name = "0";
    if (name.size() == 2 && name[0] == '0' && n_ <= 9) name.erase(0, 1);
    const bool capitals_are_enough =
        alphabet_.symbol(static_cast<int>(n_)) <= "Z" || alphabet_.small;
    for (char& c : name) {
      const auto byte = static_cast<unsigned char>(c);
      if (alphabet_.small) {
        c = static_cast<char>(std::tolower(byte));
      } else if (capitals_are_enough) {
        c = static_cast<char>(std::toupper(byte));
      }
    }
    return name;
  }

  std::size_t n_;
  bool with_zero_ = false;  // whether 0 is a value
  Alphabet alphabet_;
  std::string why_ = {};  // why 0 is a value
  std::map<std::string, int> values_ = {};
};

/// Throws TextError if the solution that a text states is not a solution of its puzzle.
void check_solution(const Puzzle& puzzle, const Signs& signs, const Cells& solution) {
  Puzzle filled = puzzle;
  try {
    const Cells written = signs.set(filled, solution);
    for (std::size_t s = 0; s < written.size(); ++s) {
      if (puzzle.squares[s] == 0 || puzzle.squares[s] == filled.squares[s]) continue;
      throw TextError(square_name(static_cast<int>(s), puzzle.width()) + " has " +
                          std::string(written[s]) + ", and the puzzle has " +
                          puzzle.alphabet.symbol(puzzle.squares[s]) + " there",
                      0, written[s]);
    }
  } catch (const TextError& e) {
    throw TextError(std::string("the solution on the line of its puzzle is wrong: ") + e.what(), 0,
                    e.word());
  }
}

}  // namespace

std::string board(std::size_t n) {
  return "a sudoku of " + std::to_string(n) + " x " + std::to_string(n);
}

void set_values(Puzzle& puzzle, const Squares& squares) {
  const Signs signs(static_cast<std::size_t>(puzzle.size()), squares);
  puzzle.alphabet = signs.alphabet();
  signs.set(puzzle, squares.cells);
  if (!squares.solution.empty()) check_solution(puzzle, signs, squares.solution);
}

}  // namespace dlx::classics::sudoku
