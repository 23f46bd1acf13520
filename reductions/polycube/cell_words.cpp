#include "reductions/polycube/cell_words.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"

namespace dlx::polycube {
namespace {

/// The signs that users write in place of the x of a box, and with "x" in place of the '*' after a
/// number of copies. The first two are U+00D7 and U+2715.
constexpr std::string_view foreign_times[] = {"\xc3\x97", "\xe2\x9c\x95", "X", "*"};

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalpha(byte) != 0 || byte >= 0x80;
}

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
      // Repeated digits are refused here, because a list of them could make more cells than exist.
      if (std::find(values.begin(), values.end(), v) != values.end()) {
        throw lines.error("a digit that is there twice; coordinates above 9 are letters, a for 10",
                          whole);
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
  return word.find_first_not_of(picture_signs) == std::string_view::npos;
}

/// The error for a picture with a wrong sign; nothing if the word is not a picture. A word with '/'
/// between rows, or with signs for cells and for empty places, is taken as a picture.
std::optional<TextError> foreign_sign(const Lines& lines, std::string_view word) {
  const auto has = [&](std::string_view signs) {
    return word.find_first_of(signs) != std::string_view::npos;
  };
  const bool only_x = word.find_first_not_of("xX") == std::string_view::npos;
  if (!has("/") && !(has("Xx#") && has("_.#")) && !only_x) return std::nullopt;
  const auto at = word.find_first_not_of(picture_signs);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view sign =
      word.substr(at, std::max<std::size_t>(1, visible_length(word.substr(at))));
  return TextError(in_quotes(sign) + " in a picture: X or # is a cell, _ or . is none",
                   lines.number(), sign);
}

/// Whether a word is probably meant as a name: it has a letter and is not a cell with digits.
bool is_like_name(std::string_view word) {
  const bool digits = word.find_first_of("0123456789") != std::string_view::npos;
  return std::any_of(word.begin(), word.end(), is_letter) && !(digits && word.size() == 3) &&
         !is_picture_word(word) && word.find_first_of("[]/*") == std::string_view::npos;
}

/// The words of a box that is written with blanks or other signs, such as "5 x 5 x 5", as one word.
/// The text is empty if the words are not a box.
std::string as_box(std::span<const std::string_view> words) {
  std::string joined;
  bool is_other = false;
  for (std::string word : std::vector<std::string>(words.begin(), words.end())) {
    for (const std::string_view sign : foreign_times) {
      for (std::size_t at; (at = word.find(sign)) != std::string::npos; is_other = true) {
        word.replace(at, sign.size(), "x");
      }
    }
    is_other = is_other || word.front() == 'x' || word.back() == 'x';
    joined += word;
  }
  const bool has_sides = joined.back() != 'x' && joined.find("xx") == std::string::npos;
  return is_other && has_sides && is_box(joined, true) ? joined : "";
}

/// The error for a line of cells that cannot be read, if it is clear what was meant. `far_word` is
/// a word that would be a cell far from all others; it is empty if there is no such word.
std::optional<TextError> misspelt(const Lines& lines, std::span<const std::string_view> words,
                                  std::string_view name, std::string_view far_word = {}) {
  const std::string_view first = words.front();
  const auto error = [&](const std::string& message, std::string_view word) {
    return TextError(message, lines.number(), word);
  };
  const std::string_view line = name.empty() ? first : name;
  const std::string_view whole(
      line.data(),
      static_cast<std::size_t>(words.back().data() + words.back().size() - line.data()));
  if (is_number_sign_comment(whole)) return error("a comment begins with |, not with #", line);
  const auto bar = std::find_if(words.begin(), words.end(),
                                [](std::string_view word) { return word.front() == '|'; });
  if (bar != words.end()) return error("a comment is on a line of its own", *bar);
  if (const std::string box = as_box(words); !box.empty()) {
    const char* const sign = words.size() == 1 ? ", with x between the numbers" : "";
    return error("a box is one word: " + box + sign, first);
  }
  if (name.empty()) {
    if (first != "box" || words.size() == 1) return std::nullopt;
    std::string rest = as_box(words.subspan(1));
    if (rest.empty()) rest = whole.substr(static_cast<std::size_t>(words[1].data() - whole.data()));
    return error("the box stands without the word 'box': " + rest + " (only designs say box)",
                 first);
  }
  const bool is_second_name = is_like_name(first) || first.data() == far_word.data();
  const bool after_number = name.find_first_not_of("0123456789") == std::string_view::npos;
  const bool is_sign = first == "x" || std::find(std::begin(foreign_times), std::end(foreign_times),
                                                 first) != std::end(foreign_times);
  if (after_number && words.size() > 1 && (is_sign || is_second_name)) {
    const std::string_view meant = is_sign ? words[1] : first;
    return error(
        in_quotes(name) + " before a name: for " +
            (name == "1" ? "one copy write "
                         : std::string(name) + " copies write " + std::string(name) + "*") +
            std::string(meant),
        name);
  }
  if (words.size() == 1 || !is_second_name) return std::nullopt;
  if (name == "piece")
    return error("a piece stands without the word 'piece': " + std::string(first) +
                     " ... (only designs say piece)",
                 name);
  return error("a name is one word, such as " + std::string(name) + "_" + std::string(first) +
                   ": " + in_quotes(first),
               first);
}

/// How far a word with letters may lie outside the range of the other cells.
constexpr int most_distance = 3;

bool is_near(const Cell& cell, const Cells& range) {
  if (range.empty()) return false;
  const auto in = [](int value, int low, int high) {
    return value >= low - most_distance && value <= high + most_distance;
  };
  return in(cell.x, range[0].x, range[1].x) && in(cell.y, range[0].y, range[1].y) &&
         in(cell.z, range[0].z, range[1].z);
}

void widen(Cells& range, Cells cells) {
  cells.insert(cells.end(), range.begin(), range.end());
  const auto [low, high] = lattice::extent(cells);
  range = {low, high};
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

Cells CellReader::read(std::span<const std::string_view> words, std::string_view name,
                       const lattice::Lattice& grid) {
  std::set<Cell> named;
  std::set<Cell> named_alone;
  const bool has_plain = std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return word.size() != 3 || word.find_first_not_of("0123456789") == std::string_view::npos;
  });
  const bool alone = words.size() == 1;
  try {
    // A word such as "3X3" is the cell 3, X, 3 only if its line has other words, like "3x3".
    if (alone && !as_box(words).empty()) throw lines_->error("not a box", words.front());
    for (const std::string_view word : words) {
      if (!alone && is_picture_word(word) && word != "XXX") {  // "XXX" is also the name of a cell
        const bool follows = word.data() == words[0].data() && !is_picture_word(words[1]);
        throw lines_->error("a picture is one word, with '/' between its rows",
                            follows ? words[1] : word);
      }
      const Cells cells = is_picture(words)     ? cells_of_picture(*lines_, word)
                          : is_box(word, alone) ? cells_of_box(*lines_, word)
                                                : cells_of_triple(*lines_, word);
      check_cells(*lines_, cells, word, grid);
      // Ranges may overlap, but repeating a single cell is a mistake.
      if (cells.size() == 1 && !named_alone.insert(cells.front()).second) {
        throw lines_->error("a cell that has been named before", word);
      }
      named.insert(cells.begin(), cells.end());
      const bool is_triple = !is_picture(words) && !is_box(word, alone) && word.size() == 3;
      const auto letters = std::count_if(word.begin(), word.end(),
                                         [](unsigned char c) { return std::isalpha(c) != 0; });
      const bool may_be_name = letters == 3 || (letters > 0 && has_plain);
      if (is_triple && may_be_name && !is_near(cells.front(), range_)) {
        put_off(word, cells.front(), words, name);
      } else {
        widen(range_, cells);
      }
    }
  } catch (const TextError& e) {
    if (const auto error = misspelt(*lines_, words, name)) throw *error;
    if (const auto error = foreign_sign(*lines_, e.word())) throw *error;
    throw;
  }
  return {named.begin(), named.end()};
}

void CellReader::put_off(std::string_view word, const Cell& cell,
                         std::span<const std::string_view> words, std::string_view name) {
  if (far_away_.contains(cell)) return;
  auto error = misspelt(*lines_, words, name, word);
  if (!error) error = foreign_sign(*lines_, word);
  if (!error) {
    error = lines_->error("the cell with x " + std::to_string(cell.x) + ", y " +
                              std::to_string(cell.y) + " and z " + std::to_string(cell.z) +
                              " is far from all other cells",
                          word);
  }
  far_away_.emplace(cell, *error);
}

void CellReader::check() const {
  Cells range = range_;
  std::map<Cell, TextError> left = far_away_;
  while (std::erase_if(left, [&](const auto& each) {
           if (!is_near(each.first, range)) return false;
           widen(range, {each.first});
           return true;
         }) > 0) {
  }
  if (left.empty()) return;
  throw std::min_element(left.begin(), left.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second.line(), a.second.word().data()) <
           std::pair(b.second.line(), b.second.word().data());
  })->second;
}

void add_optional(const Lines& lines, const Cells& target, const Cells& cells,
                  std::string_view word, Cells& optional_cells) {
  for (const Cell& cell : cells) {
    if (std::binary_search(target.begin(), target.end(), cell)) {
      throw lines.error("the box has the cell " + lattice::name(cell, true) + " already", word);
    }
    optional_cells.push_back(cell);
  }
  std::sort(optional_cells.begin(), optional_cells.end());
  if (std::adjacent_find(optional_cells.begin(), optional_cells.end()) != optional_cells.end()) {
    throw lines.error("a cell that has been named before", word);
  }
}

std::string words_of_cells(const Cells& cells) {
  std::string text;
  Cells range;
  for (const Cell& cell : cells) {
    std::string word;
    for (const int c : {cell.x, cell.y, cell.z}) {
      if (c < 0 || c >= static_cast<int>(lattice::base62.size())) {
        throw std::invalid_argument("triples have coordinates from 0 to 61");
      }
      word += lattice::base62[static_cast<std::size_t>(c)];
    }
    // A cell with letters that is far from the cells before it gets brackets, because CellReader
    // would otherwise take the word as a name.
    const bool has_letter = word.find_first_not_of("0123456789") != std::string::npos;
    if (has_letter && !is_near(cell, range)) word = "[" + word.substr(0, 1) + "]" + word.substr(1);
    widen(range, {cell});
    text += (text.empty() ? "" : " ") + word;
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

std::string copies_with_star(std::string_view word) {
  const auto is_count = [](std::string_view text) {
    return !text.empty() && text.front() != '.' &&
           text.find_first_not_of("0123456789.") == std::string_view::npos;
  };
  std::vector<std::string_view> signs(std::begin(foreign_times), std::end(foreign_times));
  signs.push_back("x");
  for (const std::string_view sign : signs) {
    const std::size_t at = word.find(sign);
    if (at == std::string_view::npos) continue;
    std::string_view count = word.substr(0, at);
    std::string_view name = word.substr(at + sign.size());
    // Names such as "box3" are usual, so only one letter is taken as a name before x or X.
    if (!is_count(count) && (sign.size() > 1 || at == 1)) std::swap(count, name);
    if (!is_count(count) || name.empty() || !is_letter(name.front())) continue;
    return std::string(count) + "*" + std::string(name);
  }
  return "";
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
    throw lines.error(word.ends_with(':') ? "not the name of a piece, which stands without a colon"
                                          : "not the name of a piece",
                      whole);
  }
  const std::string meant = copies ? "" : copies_with_star(word);
  if (!meant.empty()) {
    throw lines.error("for " + meant.substr(0, meant.find('*')) + " copies write " + meant, word);
  }
  return copies;
}

}  // namespace dlx::polycube
