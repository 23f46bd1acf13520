// Steps 1 and 2 of sudoku_text.cpp: finding lines, and finding the squares of a line.

#include "reductions/classics/sudoku_lines.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"

namespace dlx::classics::sudoku {
namespace {

using std::string_view;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_value_sign(char c) {
  return is_digit(c) || is_letter(c);
}

template <class Test>
bool any(string_view text, Test test) {
  return std::any_of(text.begin(), text.end(), test);
}

bool is_blank(string_view text) {
  return text.find_first_not_of(" \t") == string_view::npos;
}

/// Returns true if a line is the heading [Puzzle], false if it is a different heading, and nothing
/// if it is not a heading.
std::optional<bool> head_of(string_view line) {
  line = trimmed(line);
  if (line.size() < 4 || line.front() != '[' || line.back() != ']') return std::nullopt;
  const string_view name = line.substr(1, line.size() - 2);
  if (!all(name, is_letter)) return std::nullopt;
  std::string small(name);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small == "puzzle";
}

/// Whether a line is a title: "Grid 01".
bool is_title(string_view line) {
  const string_view name = next_word(line);
  string_view number = next_word(line);
  if (number.ends_with(':')) number.remove_suffix(1);
  return name.size() >= 3 && all(name, is_letter) && all(number, is_digit) && number.size() <= 9 &&
         is_blank(line);
}

std::size_t sign_length(string_view word) {
  return std::max<std::size_t>(character_length(word), 1);
}

/// The number of characters of a word.
std::size_t signs(string_view word) {
  std::size_t number = 0;
  for (; !word.empty(); ++number) word.remove_prefix(sign_length(word));
  return number;
}

void add_signs(string_view word, Cells& cells) {
  while (!word.empty()) {
    cells.push_back(word.substr(0, sign_length(word)));
    word.remove_prefix(cells.back().size());
  }
}

/// The squares of a word that has a separator between its rows, such as "1234.3412.2143.4321".
Cells without_separators(string_view word) {
  std::size_t n = least_size;
  while (n * n + n - 1 < word.size()) ++n;
  if (n * n + n - 1 != word.size() || is_value_sign(word[n])) return {};
  Cells cells;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool between = i % (n + 1) == n;
    if ((word[i] == word[n]) != between) return {};
    if (!between) cells.push_back(word.substr(i, 1));
  }
  return cells;
}

/// The squares of a word that is a complete puzzle; none if the word is not a complete puzzle.
Cells puzzle_in(string_view word) {
  if (word.size() < least_size * least_size) return {};
  Cells cells;
  add_signs(word, cells);
  if (side_of(cells.size()) == 0) cells = without_separators(word);
  return cells;
}

/// Whether brackets at the beginning of a text enclose a single square, as in the drawing of an
/// even square: "[2]".
bool begins_with_mark(string_view text) {
  const std::size_t end = text.find_first_of("[({])}", 1);
  if (end == string_view::npos || string_view("])}").find(text[end]) == string_view::npos) {
    return false;
  }
  const string_view word = trimmed(text.substr(1, end - 1));
  return !word.empty() && signs(word) <= 2 && word.find_first_of(" ,;") == string_view::npos;
}

bool all_pairs(const Words& found) {
  return !found.table && !found.words.empty() &&
         std::all_of(found.words.begin(), found.words.end(),
                     [](string_view word) { return signs(word) == 2; });
}

/// Whether a text consists of squares, of which some are digits and some are '-', and of the given
/// separators.
bool has_dashes(string_view text, const char* separators) {
  const auto is_square = [&](char c) {
    return is_digit(c) || (c >= 'A' && c <= 'Z') ||
           string_view("-.*_").find(c) != string_view::npos;
  };
  return text.find('-') != string_view::npos && any(text, is_digit) && all(text, [&](char c) {
           return is_square(c) || string_view(separators).find(c) != string_view::npos;
         });
}

/// Whether a word of the line is a puzzle in which '-' marks empty squares.
bool has_word_with_dashes(string_view line) {
  const string_view between = " \t,;\"'|";
  while (!line.empty()) {
    const auto end = std::min(line.find_first_of(between), line.size());
    const string_view word = line.substr(0, end);
    if (side_of(word.size()) >= least_size && has_dashes(word, "")) return true;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return false;
}

}  // namespace

void LineReader::find_lines(std::size_t from) {
  // The lines with their numbers, without comments.
  std::vector<std::pair<std::size_t, string_view>> given;
  std::size_t number = 0;
  for (std::size_t start = 0; start < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', start), text_.size());
    string_view line = text_.substr(start, end - start);
    starts_.push_back(start);
    const bool is_before = start < from;
    start = end + 1;
    ++number;
    if (is_before) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t comment = line.find('#');
    line = line.substr(0, comment);
    const bool only_comment = comment != string_view::npos && is_blank(line);
    given.emplace_back(only_comment ? 0 : number, line);
    dashes_ = dashes_ || has_dashes(line, "| ") || has_word_with_dashes(line);
  }
  bool wanted = true;   // whether lines are read: false below a heading other than [Puzzle]
  std::size_t gap = 0;  // height of the gap above the next line of squares, in lines
  for (const auto& [place, line] : given) {
    const auto head = head_of(line);
    if (head) wanted = *head;
    if (place == 0 || head || is_title(line) || (lines_.empty() && is_header(line))) {
      gap += far;
      continue;
    }
    if (!wanted) continue;
    places_.push_back(line);
    if (is_blank(line) && line.find('\t') == string_view::npos) {
      ++gap;
    } else if (!is_ruler(line)) {
      add_lines(place, line, gap);
    }
  }
}

/// Whether a line is the header of a table: "puzzle,solution".
bool LineReader::is_header(string_view line) const {
  const Words found = words_of(line);
  return found.fields.size() > 1 && !found.table &&
         std::all_of(found.fields.begin(), found.fields.end(), [](string_view word) {
           return all(word, [](char c) { return is_letter(c) || c == '_'; }) &&
                  any(word, is_letter);
         });
}

bool LineReader::is_ruler(string_view line) const {
  line = trimmed(line);
  // A ruler is a horizontal line of a frame: above, between or below rows of squares. It may
  // contain the sums of cages, between
  // '+' at both ends.
  if (line.size() > 1 && line.front() == '+' && line.back() == '+') return true;
  if (any(line, is_value_sign)) return false;
  if (line.find_first_of(",;\t") == string_view::npos && words_of(line).words.empty()) {
    return true;
  }
  if (dashes_ && line.find_first_of("+=*:") == string_view::npos) return false;
  return line.find("--") != string_view::npos || line.find("==") != string_view::npos;
}

/// Adds a line, or, if the line has lists in brackets, each list as a line of its own. Drops a name
/// before '=', but not a puzzle, and text before a list.
void LineReader::add_lines(std::size_t place, string_view line, std::size_t& gap) {
  const std::size_t equals = line.find('=');
  const string_view word = trimmed(line).substr(0, trimmed(line).find_first_of(" \t,;"));
  const bool is_puzzle = !word.empty() && !is_letter(word[0]) && !puzzle_in(word).empty();
  if (equals != string_view::npos && any(line.substr(0, equals), is_letter) && !is_puzzle) {
    line.remove_prefix(equals + 1);
    if (is_blank(line)) return;
  }
  const std::size_t opening = line.find_first_of("[({");
  const bool lists = !any(line.substr(0, opening), is_digit) &&
                     line.substr(0, opening).find_first_of(".*_?-") == string_view::npos &&
                     !begins_with_mark(line.substr(std::min(opening, line.size())));
  const auto add = [&](string_view row) {
    lines_.push_back({.number = place, .gap = std::exchange(gap, 0), .text = row});
  };
  if (line.find_first_of("[({])}") == string_view::npos ||
      (opening != string_view::npos && !lists)) {
    add(line);
    return;
  }
  for (bool first = true;; first = false) {
    const std::size_t end = line.find_first_of("])}");
    const string_view row = line.substr(0, end);
    const std::size_t begin = row.find_last_of("[({");
    if (begin != string_view::npos) {
      if (!is_blank(row.substr(begin + 1))) add(row.substr(begin + 1));
    } else if (row.find_first_not_of(" \t,;") != string_view::npos &&
               (first || any(row, is_digit))) {
      add(row);
    }
    if (end == string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

/// The length of the separator at the beginning of a text, in bytes; 0 if the text begins with a
/// word.
std::size_t LineReader::separator(string_view text) const {
  if (string_view(" \t,;|'\"()[]{}:/\\!=+`<>~").find(text[0]) != string_view::npos) return 1;
  if (text[0] == '-') return dashes_ ? 0 : 1;
  if (text.starts_with("\xC2\xA0")) return 2;      // a no-break space, common in web pages
  if (text.starts_with("\xEF\xBB\xBF")) return 3;  // a byte order mark
  const bool frame = text.starts_with("\xE2\x94") || text.starts_with("\xE2\x95");
  return frame && text.size() >= 3 ? 3 : 0;  // box drawing characters, U+2500 to U+257F
}

Words LineReader::words_of(string_view line) const {
  Words found;
  found.fields.emplace_back();
  std::size_t words_in_field = 0;
  bool short_fields = true;
  for (std::size_t i = 0; i < line.size();) {
    if (const std::size_t length = separator(line.substr(i)); length != 0) {
      if (string_view(",;\t").find(line[i]) != string_view::npos) {
        found.fields.emplace_back();
        words_in_field = 0;
      }
      i += length;
      continue;
    }
    const std::size_t start = i;
    while (i < line.size() && separator(line.substr(i)) == 0) ++i;
    const string_view word = line.substr(start, i - start);
    found.words.push_back(word);
    found.fields.back() = word;
    if (++words_in_field > 1 || signs(word) > 2) short_fields = false;
  }
  found.table = short_fields && found.fields.size() > 1;
  return found;
}

bool LineReader::are_padded() const {
  bool numbers = false;
  for (const Line& line : lines_) {
    const Words found = words_of(line.text);
    if (!all_pairs(found)) continue;
    const std::size_t number = found.words.size();
    const std::size_t greatest = lines_.size() == 1 ? side_of(number) : number;
    for (const string_view word : found.words) {
      const auto value = to_number<std::size_t>(word);
      if (!is_mark(word) && (!value || *value > greatest)) return false;
    }
    numbers = true;
  }
  return numbers;
}

Squares LineReader::squares_of(const Line& line) const {
  Words found = words_of(line.text);
  Squares squares;
  if (found.table) {
    squares.cells = std::move(found.fields);
    if (line.without_last_field) squares.cells.pop_back();
    squares.separated = true;
  } else if (std::all_of(found.words.begin(), found.words.end(),
                         [](string_view word) { return signs(word) <= 2; }) &&
             (padded_ || !all_pairs(found))) {
    squares.cells = std::move(found.words);
    squares.separated = true;
  } else {
    for (const string_view word : found.words) add_signs(word, squares.cells);
    // A line may contain other words beside a complete puzzle. But n words of n characters each
    // are the rows of one puzzle, even if each word alone is a complete smaller puzzle. For
    // example, 16 words of 16 characters are one puzzle of 16 x 16.
    std::vector<Cells> puzzles;
    std::size_t digits = 0;  // digits in words that are not puzzles
    for (const string_view word : found.words) {
      Cells cells = puzzle_in(word);
      if (!cells.empty()) {
        puzzles.push_back(std::move(cells));
      } else if (all(word, is_digit)) {
        digits += word.size();
      }
    }
    const bool are_rows = puzzles.size() == found.words.size() &&
                          puzzles.size() * puzzles.size() == squares.cells.size();
    if (!puzzles.empty() && !are_rows) {
      const auto is_open = [](const Cells& cells) {
        return std::any_of(cells.begin(), cells.end(),
                           [](string_view cell) { return is_mark(cell) || is_zero(cell); });
      };
      const auto open = std::count_if(puzzles.begin(), puzzles.end(), is_open);
      const auto first = std::find_if(puzzles.begin(), puzzles.end(), is_open);
      squares.several = open > 1;
      std::iter_swap(puzzles.begin(), first == puzzles.end() ? puzzles.begin() : first);
      squares.cells = std::move(puzzles.front());
      const auto solution =
          std::find_if(puzzles.begin() + 1, puzzles.end(),
                       [&](const Cells& cells) { return cells.size() == squares.cells.size(); });
      if (solution != puzzles.end() && open <= 1) squares.solution = std::move(*solution);
      // A rating has fewer digits than half a solution.
      if (puzzles.size() == 1 && 2 * digits > squares.cells.size()) squares.digits_beside = digits;
    }
  }
  squares.whole = side_of(squares.cells.size()) >= least_size;
  return squares;
}

std::size_t LineReader::shown_width(std::span<const Line* const> rows) const {
  const std::size_t n = rows.size();
  if (n < least_size) return 0;
  std::size_t width = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Cells cells = squares_of(*rows[i]).cells;
    if (cells.size() != n) return 0;
    std::vector<std::ptrdiff_t> steps;
    const auto end = [&](std::size_t k) { return cells[k].data() + cells[k].size(); };
    for (std::size_t k = 1; k < n; ++k) steps.push_back(end(k) - end(k - 1));
    const auto least = *std::min_element(steps.begin(), steps.end());
    const auto is_wide = [&](std::ptrdiff_t step) { return step > least; };
    const auto found = std::find_if(steps.begin(), steps.end(), is_wide) - steps.begin();
    const std::size_t own = static_cast<std::size_t>(found) + 1;
    if (own == n || n % own != 0 || (i > 0 && own != width)) return 0;
    width = own;
    for (std::size_t k = 1; k < n; ++k) {
      if (is_wide(steps[k - 1]) != (k % width == 0)) return 0;
    }
    const bool begins_box = i % (n / width) == 0;
    const bool has_gap = i > 0 && rows[i]->gap > 0;
    if (has_gap && !begins_box) return 0;
    if (side_of(n) != 0 && i > 0 && begins_box && !has_gap) return 0;
  }
  return width;
}

std::optional<Cells> LineReader::squares_by_place() const {
  std::vector<string_view> rows = places_;
  const auto is_plain = [](char c) { return is_value_sign(c) || c == ' '; };
  std::size_t width = 0;
  for (const string_view row : rows) {
    if (!row.empty() && !all(row, is_plain)) return std::nullopt;
    width = std::max(width, row.size());
  }
  while (rows.size() > width && rows.back().empty()) rows.pop_back();
  while (rows.size() > width && rows.front().empty()) rows.erase(rows.begin());
  if (width < least_size || rows.size() != width) return std::nullopt;
  Cells cells;
  bool open = false;
  for (const string_view row : rows) {
    for (std::size_t i = 0; i < width; ++i) {
      const bool empty = i >= row.size() || row[i] == ' ';
      cells.push_back(empty ? string_view() : row.substr(i, 1));
      open = open || empty;
    }
  }
  if (!open) return std::nullopt;
  return cells;
}

}  // namespace dlx::classics::sudoku
