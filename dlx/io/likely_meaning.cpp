#include "dlx/io/likely_meaning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/rows.hpp"

namespace dlx::io {
namespace {

/// Characters with which a text may begin, after blanks, and the likely meaning of such a text.
struct Start {
  std::string_view begins;
  std::string_view meaning;
};

constexpr std::string_view packing = "it looks like a packing puzzle, which 'dlx polycube' reads";
constexpr std::string_view facts = "it looks like pieces of a happy cube, which 'dlx cube' reads";
constexpr std::string_view utf16 = "it is in UTF-16: save it as UTF-8";

constexpr Start starts[] = {
    {"\xFF\xFE", utf16},
    {"\xFE\xFF", utf16},
    {"<?xml", "it looks like a puzzle of BurrTools, which 'dlx polycube' reads"},
    {"<puzzle", "it looks like a puzzle of BurrTools, which 'dlx polycube' reads"},
    {"<!", "it looks like a page of the web, not like a problem"},
    {"<html", "it looks like a page of the web, not like a problem"},
    {"/SOMA", packing},
    {"D:", packing},
    {"s(", facts},
    {"c(", facts},
    {"char(", facts},
    {"solution 1:", "it looks like solutions, which 'dlx verify' reads behind the problem"},
};

/// The squares of a sudoku that a line of text describes, without blanks, frames and separators.
std::string squares_of(std::string_view line) {
  std::string squares;
  for (const char c : line) {
    if (std::string_view(" \t\r|-+[]").find(c) == std::string_view::npos) squares += c;
  }
  return squares;
}

/// Whether a text consists of letters, digits and marks of empty squares, with more digits and
/// marks than letters. The text must contain at least `others` different characters other than 0
/// and 1.
bool could_be_squares(std::string_view text, std::size_t others) {
  const auto is_digit = [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '*' || c == '_';
  };
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digits = std::count_if(text.begin(), text.end(), is_digit);
  const auto letters = std::count_if(text.begin(), text.end(), is_letter);
  std::set<char> symbols(text.begin(), text.end());
  symbols.erase('0');
  symbols.erase('1');
  return digits > letters && digits + letters == static_cast<std::ptrdiff_t>(text.size()) &&
         symbols.size() >= others;
}

/// Whether a text looks like sudokus. Either each line has a puzzle, optionally with a comma and
/// its solution, or the text is one puzzle with a row on each line.
bool could_be_sudoku(std::string_view text) {
  std::string all;
  std::size_t rows = 0;
  std::size_t size = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with('#')) continue;
    std::string squares = squares_of(line);
    if (squares.empty()) continue;  // A line without squares only separates boxes of the sudoku.
    if (rows == 0) {
      const std::string puzzle = squares.substr(0, squares.find_first_of(",;"));
      const bool whole = puzzle.size() == 81 || puzzle.size() == 256 || puzzle.size() == 625;
      if (whole && could_be_squares(puzzle, 1)) return true;
    }
    std::erase_if(squares, [](char c) { return c == ',' || c == ';'; });
    if (rows++ == 0) size = squares.size();
    if (squares.size() != size) return false;
    all += squares;
  }
  constexpr std::size_t sizes[] = {4, 6, 8, 9, 12, 16, 25};
  return rows == size && could_be_squares(all, 2) &&
         std::find(std::begin(sizes), std::end(sizes), size) != std::end(sizes);
}

/// Whether a text, or the beginning of a text that is longer than Input::window, is UTF-8.
bool is_utf8(std::string_view text) {
  const bool cut = text.size() >= Input::window;
  while (const std::size_t length = character_length(text)) text.remove_prefix(length);
  return text.empty() || (cut && text.size() < 4);
}

/// Whether the first line is a box of cells, such as "3x3x3", or a picture of cells. Then the text
/// is probably a typed packing puzzle.
bool could_be_pieces(std::string_view text) {
  for (const std::string_view line : split_at(text, "\n")) {
    const std::vector<std::string> words = words_in(line.substr(0, line.find('\r')));
    if (words.empty() || words.front().front() == '|') continue;
    const std::string& word = words.front();
    const auto crosses = std::count(word.begin(), word.end(), 'x');
    const bool is_box = crosses >= 1 && crosses <= 2 && word.front() != 'x' && word.back() != 'x' &&
                        word.find_first_not_of("0123456789x") == std::string::npos;
    const bool is_picture = word.find_first_not_of("X#_./") == std::string::npos &&
                            word.find_first_of("X#") != std::string::npos;
    return words.size() == 1 && (is_box || is_picture);
  }
  return false;
}

}  // namespace

std::string likely_meaning(std::string_view start, ProblemFormat format) {
  if (start.find('\r') != std::string_view::npos && start.find('\n') == std::string_view::npos) {
    return "its lines end in carriage returns only, as on old Macs: save it with other line ends";
  }
  std::string_view first = start;
  first.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  for (const Start& known : starts) {
    if (first.starts_with(known.begins)) return std::string(known.meaning);
  }
  if (!is_utf8(start)) return "it is not UTF-8: save it as UTF-8";
  if (could_be_sudoku(start)) return "it looks like a sudoku, which 'dlx sudoku' reads";
  if (could_be_pieces(start)) {
    return "it looks like a packing puzzle, which 'dlx polycube' reads, and other commands with "
           "--from triples";
  }
  const MatrixLook look = matrix_look(start);
  if (format == ProblemFormat::knuth && (look == MatrixLook::plain || look == MatrixLook::sure)) {
    return "it looks like a matrix, which is read in the format 'matrix'";
  }
  return {};
}

std::string note_without_options(const Problem& problem, std::string_view start,
                                 ProblemFormat format) {
  if (problem.option_count() != 0) return {};
  bool must_cover = false;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    must_cover |= problem.bounds(ItemId{i}).at_least > 0;
  }
  const std::string meaning = likely_meaning(start, format);
  return std::string("no options in it, so ") +
         (must_cover ? "no solution exists" : "the only solution is empty") +
         (meaning.empty() ? "" : "; " + meaning);
}

}  // namespace dlx::io
