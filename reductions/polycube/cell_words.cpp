#include "reductions/polycube/cell_words.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

namespace dlx::polycube {
namespace {

/// Reads the digits of one coordinate, and removes them from `word`.
std::vector<int> coordinate(const Lines& lines, std::string_view& word, std::string_view whole) {
  const auto digit = [&](char c) {
    const std::size_t value = lattice::base62.find(c);
    if (value == std::string_view::npos) {
      throw lines.error("a cell is three digits of 0-9, a-z, A-Z, or [..] for several", whole);
    }
    return static_cast<int>(value);
  };
  if (word.empty())
    throw lines.error("a cell has three coordinates, without blanks between", whole);
  if (word.front() != '[') {
    const int only = digit(word.front());
    word.remove_prefix(1);
    return {only};
  }
  const std::size_t end = word.find(']');
  if (end == std::string_view::npos) throw lines.error("a '[' without ']'", whole);
  const std::string_view inside = word.substr(1, end - 1);
  word.remove_prefix(end + 1);
  std::vector<int> values;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const int low = digit(inside[i]);
    int high = low;
    if (i + 1 < inside.size() && inside[i + 1] == '-') {
      if (i + 2 == inside.size()) throw lines.error("a range without an end", whole);
      high = digit(inside[i + 2]);
      i += 2;
    }
    if (high < low) throw lines.error("a range that runs downward", whole);
    for (int v = low; v <= high; ++v) {
      // Checked here, because a list of repeated digits could otherwise make more cells than exist.
      if (std::find(values.begin(), values.end(), v) != values.end()) {
        throw lines.error("a digit that is there twice", whole);
      }
      values.push_back(v);
    }
  }
  if (values.empty()) throw lines.error("nothing between brackets", whole);
  return values;
}

/// The cells that a word of coordinates x y z describes.
Cells cells_of_triple(const Lines& lines, std::string_view word) {
  std::string_view rest = word;
  const auto xs = coordinate(lines, rest, word);
  const auto ys = coordinate(lines, rest, word);
  const auto zs = coordinate(lines, rest, word);
  if (!rest.empty()) throw lines.error("a cell has three coordinates", word);
  Cells cells;
  for (const int x : xs) {
    for (const int y : ys) {
      for (const int z : zs) cells.push_back({x, y, z});
    }
  }
  return cells;
}

/// Whether a word is a box: numbers separated by x. If there are other words, "4x4" is the cell
/// with the coordinates 4, x and 4, because x is a base-62 digit.
bool is_box(std::string_view word, bool alone) {
  const auto marks = std::count(word.begin(), word.end(), 'x');
  return word.find_first_not_of("0123456789x") == std::string_view::npos && word.front() != 'x' &&
         (marks == 2 || (marks == 1 && (alone || word.size() > 3)));
}

Cells cells_of_box(const Lines& lines, std::string_view word) {
  constexpr std::uint32_t longest = 62;
  std::vector<int> sides;
  for (const std::string_view side : split(word, 'x')) {
    if (side.empty()) throw lines.error("a box is WIDTHxHEIGHTxDEPTH", word);
    sides.push_back(static_cast<int>(number_of_word(lines, side, 1, longest)));
  }
  return lattice::box(sides[0], sides[1], sides.size() == 3 ? sides[2] : 1);
}

Cells cells_of_picture(const Lines& lines, std::string_view word) {
  try {
    return lattice::from_picture(word);
  } catch (const std::invalid_argument&) {
    throw lines.error("a picture without cells", word);
  }
}

bool is_picture_word(std::string_view word) {
  return word.find_first_not_of("X#_./") == std::string_view::npos;
}

}  // namespace

bool is_picture(std::span<const std::string_view> words) {
  return words.size() == 1 && is_picture_word(words.front());
}

void check_cells(const Lines& lines, const Cells& cells, std::string_view word,
                 const lattice::Lattice& grid) {
  for (const Cell& cell : cells) {
    if (grid.is_cell(cell)) continue;
    throw lines.error("the grid '" + std::string(to_string(grid.grid())) + "' has no cell " +
                          lattice::name(cell, true),
                      word);
  }
}

Cells cells_of_words(const Lines& lines, std::span<const std::string_view> words,
                     const lattice::Lattice& grid) {
  std::set<Cell> named;
  std::set<Cell> named_alone;
  for (const std::string_view word : words) {
    const bool alone = words.size() == 1;
    if (!alone && is_picture_word(word) && word != "XXX") {  // "XXX" is also the name of a cell
      throw lines.error("a picture is one word, with '/' between its rows", word);
    }
    const Cells cells = is_picture(words)     ? cells_of_picture(lines, word)
                        : is_box(word, alone) ? cells_of_box(lines, word)
                                              : cells_of_triple(lines, word);
    check_cells(lines, cells, word, grid);
    // Ranges may overlap, but repeating a single cell is a mistake.
    if (cells.size() == 1 && !named_alone.insert(cells.front()).second) {
      throw lines.error("a cell that has been named before", word);
    }
    named.insert(cells.begin(), cells.end());
  }
  return {named.begin(), named.end()};
}

std::string words_of_cells(const Cells& cells) {
  std::string text;
  for (const Cell& cell : cells) {
    if (!text.empty()) text += ' ';
    for (const int c : {cell.x, cell.y, cell.z}) {
      if (c < 0 || c >= static_cast<int>(lattice::base62.size())) {
        throw std::invalid_argument("triples have coordinates from 0 to 61");
      }
      text += lattice::base62[static_cast<std::size_t>(c)];
    }
  }
  return text;
}

std::uint32_t number_of_word(const Lines& lines, std::string_view word, std::uint32_t least,
                             std::uint32_t most) {
  const auto value = to_number<std::uint32_t>(word);
  if (!value || *value < least || *value > most) {
    throw lines.error(
        "not a whole number from " + std::to_string(least) + " to " + std::to_string(most), word);
  }
  return *value;
}

Bounds range_of_word(const Lines& lines, std::string_view word, std::uint32_t most) {
  const std::size_t dots = word.find("..");
  if (dots == std::string_view::npos) {
    const std::uint32_t value = number_of_word(lines, word, 0, most);
    return {value, value};
  }
  if (dots == 0 || dots + 2 == word.size()) throw lines.error("a range without an end", word);
  const Bounds range{number_of_word(lines, word.substr(0, dots), 0, most),
                     number_of_word(lines, word.substr(dots + 2), 0, most)};
  if (range.at_least > range.at_most) throw lines.error("a range that runs downward", word);
  return range;
}

std::optional<Bounds> take_copies(const Lines& lines, std::string_view& word, std::uint32_t most) {
  const std::string_view whole = word;
  std::optional<Bounds> copies;
  if (const std::size_t star = word.find('*'); star != std::string_view::npos) {
    const std::string_view times = word.substr(0, star);
    if (times.empty() || times.find_first_not_of("0123456789.") != std::string_view::npos) {
      throw lines.error("before '*' stands how often a piece is used, such as 2 or 0..4", whole);
    }
    copies = range_of_word(lines, times, most);
    word.remove_prefix(star + 1);
  }
  if (!is_name(word) || word.find('*') != std::string_view::npos) {
    throw lines.error("not the name of a piece", whole);
  }
  return copies;
}

}  // namespace dlx::polycube
