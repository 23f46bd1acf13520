// The only reader of sudokus; the command, Python and the page use it.
//
// A text is read in four steps. Each step decides one question, in the same way for all formats.
//
// 1. Lines. '#' begins a comment. Rulers of a frame are dropped: lines with at least "--" or "=="
// and no letter or digit, or with a '+' at both ends. A closing bracket ends a line, so that each
// of several nested lists becomes a line. A name before '=' is dropped. In files with headings such
// as [Puzzle], only the lines below [Puzzle] are read. A word and a number, such as "Grid 01", is
// the title of a puzzle. Names separated by commas are the header of a table.
//
// 2. Squares of a line. Commas, semicolons and tabs separate fields. Blanks, quotes, brackets and
// the bars of frames separate words. The form of the words decides what the squares are:
//      - fields with at most one word of one or two characters: each field is a square, and an
//        empty field is an empty square:                    0,0,8   ,,8   [0, 12, 8]   "5","."
//      - words of one character and words of two: each word is a square:          7 10 . 3
//      - other words: each character is a square, and blanks only separate groups:   ..8 2.. ...
// If all words have two characters, each word is a square if all are valid numbers ("07 10").
// Otherwise each word is two squares ("12 34"). If nothing marks empty squares, and there are as
// many lines as the longest line has characters, each character is a square, and a blank is an
// empty square.
//
// 3. Puzzles. A line of n x n squares with n >= 4 is a puzzle. So is a word of n x n characters
// next to other words (a rating, the solution, a name); it may have a separator between its rows.
// The solution must be right. n lines of n squares are a puzzle; there may be equal gaps between
// groups of equally many lines. 16 lines of 16 squares can be 16 puzzles of 4 x 4 or one puzzle of
// 16 x 16. The rules may say the size. Otherwise the number of different values decides, because a
// proper puzzle uses all values except at most one. A line that does not fit is a separate error,
// and the puzzles after it are read. If a row is missing, and it is unclear which puzzle lacks it,
// the reader does not guess.
//
// 4. Values. '.', '*', '_' and '?' are empty squares, and so is '-' outside of rulers. 0 is an
// empty square, too, unless another character marks empty squares. In that case 0 is a value, the
// values are 0 ... n - 1, and n is refused. Values are written as digits and letters (1 ... 9 A B
// ...), as letters if no digit occurs, or as numbers. The board stores its alphabet for printing.
//
// Rules at the beginning of a text (sudoku_board.cpp) apply to all its puzzles. Then the board may
// have squares that are in no row of an ordinary board. A text for overlapping grids contains
// either only the squares of the board, in their order, or all places of the rectangle around the
// board. Places that are not squares are then empty.
//
// A text that consists only of puzzles in digits, each on its own line, is read by a faster
// function, read_plain(). Steps 1 and 2 are in sudoku_lines.cpp, step 3 in this file, and step 4 in
// sudoku_values.cpp. A text with two possible meanings is an error, and the message names both
// meanings.
#include "reductions/classics/sudoku_text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/classics/sudoku_lines.hpp"
#include "reductions/classics/sudoku_rules.hpp"
#include "reductions/classics/sudoku_values.hpp"

namespace dlx::classics::sudoku {
namespace {

using std::string_view;

/// Appends the squares of the next line of a board.
void append(Squares& squares, const Squares& next) {
  squares.separated = squares.separated || next.separated;
  squares.cells.insert(squares.cells.end(), next.cells.begin(), next.cells.end());
}

class Reader : LineReader {
 public:
  /// Reads squares from a position of the text on, for a board with the given rules.
  Reader(string_view text, int box_width, std::vector<Rule> rules, std::size_t from)
      : LineReader(text, from), box_width_(box_width), rules_(std::move(rules)) {
    if (box_width_ == 0) box_width_ = box_of(rules_).first;
  }

  std::vector<Entry> read() {
    if (lines_.empty()) throw TextError("no sudoku in it: the text has no squares", 0);
    if (std::any_of(rules_.begin(), rules_.end(), [](const Rule& rule) {
          return rule.name == "grid" || rule.name == "samurai";
        })) {
      grids();
      return std::move(entries_);
    }
    if (auto cells = squares_by_place()) {
      const std::size_t n = side_of(cells->size());
      add(n, {.cells = *std::move(cells)}, lines_[0]);
      return std::move(entries_);
    }
    padded_ = are_padded();
    for (Line& line : lines_) {
      const Squares squares = squares_of(line);
      line.count = squares.cells.size();
      line.whole = squares.whole || squares.several;
    }
    drop_last_fields();
    choose_rows();
    for (std::size_t i = 0; i < lines_.size();) {
      if (lines_[i].whole) {
        whole(lines_[i++]);
        continue;
      }
      std::size_t end = i;
      while (end < lines_.size() && !lines_[end].whole) ++end;
      rows(i, end);
      i = end;
    }
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.line < b.line; });
    return std::move(entries_);
  }

 private:  // Step 3: puzzles.
  /// Every line may end with a comma. The empty field after this comma is not a square if the lines
  /// form a board without it.
  void drop_last_fields() {
    const auto ends_in_separator = [&](const Line& line) {
      const Words found = words_of(line.text);
      return found.table && found.fields.back().empty();
    };
    if (!std::all_of(lines_.begin(), lines_.end(), ends_in_separator)) return;
    const bool single = lines_.size() == 1;
    const auto is_board = [&](std::size_t count) {
      return single ? side_of(count) >= least_size
                    : count >= least_size && lines_.size() % count == 0;
    };
    for (const Line& line : lines_) {
      if (line.count != lines_[0].count || is_board(line.count) || !is_board(line.count - 1)) {
        return;
      }
    }
    for (Line& line : lines_) {
      line.without_last_field = true;
      --line.count;
      line.whole = side_of(line.count) >= least_size;
    }
  }

  /// Decides whether lines of 16, 25, 36 or 49 squares are puzzles or rows.
  void choose_rows() {
    const auto [width, height] = box_of(rules_);
    const auto size = static_cast<std::size_t>(width * height);  // 0 if the rules do not say it
    for (std::size_t side = least_size; side * side <= at_most; ++side) {
      const std::size_t count = side * side;
      std::set<std::string, std::less<>> values;
      std::size_t number = 0;
      const Line* first = nullptr;
      for (const Line& line : lines_) {
        if (!line.whole || line.count != count) continue;
        if (first == nullptr) first = &line;
        ++number;
        for (const string_view cell : squares_of(line).cells) {
          if (!is_mark(cell) && !is_zero(cell)) values.emplace(cell);
        }
      }
      if (number < 2) continue;
      const bool rows = size != 0 ? size == count : values.size() >= count / 2;
      const bool puzzles =
          !rows && (size != 0 || number < count || (!values.empty() && values.size() <= side));
      if (!rows && !puzzles) {
        fail(first->number, trimmed(first->text),
             quantity(number, "line") + " of " + std::to_string(count) + " squares can be " +
                 board(count) + ", or as many of " + std::to_string(side) + " x " +
                 std::to_string(side) + ", and have " + quantity(values.size(), "value") +
                 ": write each sudoku on a line of its own");
      }
      for (Line& line : lines_) {
        if (!line.whole || line.count != count || puzzles) continue;
        line.whole = false;
        line.refused = !rows;
      }
    }
    lines_.erase(
        std::remove_if(lines_.begin(), lines_.end(), [](const Line& line) { return line.refused; }),
        lines_.end());
  }

  void whole(const Line& line) {
    Squares squares = squares_of(line);
    if (squares.several) {
      fail(line.number, trimmed(line.text),
           "several words of this line are puzzles with empty squares; one is wanted");
      return;
    }
    if (squares.digits_beside != 0) {
      fail(line.number, trimmed(line.text),
           "beside the puzzle are " + quantity(squares.digits_beside, "digit") +
               "; its solution would be one word of " + std::to_string(squares.cells.size()));
      return;
    }
    add(side_of(squares.cells.size()), squares, line);
  }

  /// The index after the last of the lines from `from` on that have no gap between them.
  [[nodiscard]] std::size_t end_of_group(std::size_t from, std::size_t to) const {
    std::size_t end = from + 1;
    while (end < to && lines_[end].gap == 0) ++end;
    return end;
  }

  /// The number of squares that more than half of the lines have. 0 if there is no such number, or
  /// if it is too large for a row.
  [[nodiscard]] std::size_t usual_count(std::size_t from, std::size_t to) const {
    std::map<std::size_t, std::size_t> lines_of;
    for (std::size_t i = from; i < to; ++i) ++lines_of[lines_[i].count];
    for (const auto& [count, lines] : lines_of) {
      if (2 * lines > to - from) return count <= at_most ? count : 0;
    }
    return 0;
  }

  /// Reads puzzles of n lines of n squares.
  void rows(std::size_t from, std::size_t to) {
    if (from == 0 && to == lines_.size() && wrapped()) return;
    while (from < to) {
      std::size_t end = end_of_group(from, to);
      const std::size_t height = end - from;
      const std::size_t n = usual_count(from, end);
      if (height < n && n != 0) {  // these lines may be one row of boxes of a board
        const std::size_t gap = end < to ? lines_[end].gap : 0;
        while (end < to && lines_[end].gap == gap) {
          const std::size_t next = end_of_group(end, to);
          if (next - end != height || usual_count(end, next) != n) break;
          end = next;
        }
      }
      if (n == 0 || end - from == 1) {
        for (; from < end; ++from) no_board(lines_[from]);
      } else {
        boards(from, end, n);
        from = end;
      }
    }
  }

  /// Reads boards that are one below the other. If the number of rows is not a multiple of a
  /// board's rows, it is unclear where a board begins.
  void boards(std::size_t from, std::size_t to, std::size_t n) {
    std::vector<const Line*> rows;
    std::vector<const Line*> strange;
    for (std::size_t i = from; i < to; ++i) {
      rows.push_back(&lines_[i]);
      if (lines_[i].count != n) strange.push_back(&lines_[i]);
    }
    const auto is_strange = [&](const Line* line) { return line->count != n; };
    const auto fails = [&](const Line& line) {
      fail_line(line, "this row has " + quantity(line.count, "square") +
                          "; the rows around it have " + std::to_string(n));
    };
    if (rows.size() % n != 0 && rows.size() > strange.size() &&
        (rows.size() - strange.size()) % n == 0) {  // some lines do not belong to the board
      for (const Line* const line : strange) fails(*line);
      rows.erase(std::remove_if(rows.begin(), rows.end(), is_strange), rows.end());
    }
    if (rows.size() % n != 0) {
      fail(rows[0]->number, trimmed(rows[0]->text),
           quantity(rows.size(), "row") + " of " + quantity(n, "square") + "; " + board(n) +
               " has " + std::to_string(n) + " rows");
      return;
    }
    for (auto row = rows.begin(); row != rows.end(); row += offset(n)) {
      const auto wrong = std::find_if(row, row + offset(n), is_strange);
      if (wrong != row + offset(n)) {
        fails(**wrong);
        continue;
      }
      Squares squares;
      for (std::size_t i = 0; i < n; ++i) {
        append(squares, squares_of(*row[offset(i)]));
      }
      add(n, squares, **row, shown_width({&*row, n}));
    }
  }

  static std::ptrdiff_t offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

  /// Reports a line that is neither a puzzle nor a row of a puzzle.
  void no_board(const Line& line) {
    const auto side = std::lround(std::sqrt(static_cast<double>(line.count)));
    const std::size_t n = std::max(static_cast<std::size_t>(side), least_size);
    fail_line(line, quantity(line.count, "square") + " in this line; " + board(n) + " has " +
                        std::to_string(n * n));
  }

  /// Reads a text as one board if its lines have equal length but are not the rows of the board.
  bool wrapped() {
    const std::size_t count = lines_[0].count;
    if (lines_.size() > 1 && count >= least_size && lines_.size() % count == 0) return false;
    Squares squares;
    for (const Line& line : lines_) {
      const bool last = &line == &lines_.back();
      if (last ? line.count > count : line.count != count) return false;
      append(squares, squares_of(line));
    }
    const std::size_t n = side_of(squares.cells.size());
    if (n == 0 || box_width(n) == 0) return false;
    add(n, squares, lines_[0]);
    return true;
  }

  /// The width of the boxes of a board; 0 if square boxes are impossible and no width is given.
  /// `shown` is the width that the text shows; 0 if the text shows no width.
  [[nodiscard]] std::size_t box_width(std::size_t n, std::size_t shown = 0) const {
    if (box_width_ != 0) return static_cast<std::size_t>(box_width_);
    return shown != 0 ? shown : side_of(n);
  }

  /// Reads boards of several overlapping grids. The text has either only the squares of a board, or
  /// all places of the rectangle around it. A line with all of them is a board.
  void grids() {
    const auto [width, height] = box_of(rules_);
    const int across = box_width_ == 0 ? 3 : box_width_;
    Puzzle blank{.box_width = across,
                 .box_height = height != 0 && width == across ? height : across};
    blank.board = board_for(blank.box_width, blank.box_height);
    const std::vector<bool>& has = blank.board->has;
    const auto count = static_cast<std::size_t>(std::count(has.begin(), has.end(), true));
    for (Line& line : lines_) {
      line.count = squares_of(line).cells.size();
      line.whole = line.count == count || line.count == has.size();
    }
    const auto is_whole = [](const Line& line) { return line.whole; };
    for (auto from = lines_.begin(); from != lines_.end();) {
      const auto to = from->whole ? from + 1 : std::find_if(from, lines_.end(), is_whole);
      const std::span<const Line> lines(&*from, static_cast<std::size_t>(to - from));
      if (!add_boards(lines, count, blank) && !add_boards(lines, has.size(), blank)) {
        std::size_t squares = 0;
        for (const Line& line : lines) squares += line.count;
        fail(from->number, trimmed(from->text),
             quantity(squares, "square") + "; the grids have " + std::to_string(count) + ", and " +
                 std::to_string(has.size()) + " places with those between them");
      }
      from = to;
    }
  }

  /// Adds the boards of overlapping grids that some lines contain. Returns false if the lines are
  /// not boards with this number of squares.
  bool add_boards(std::span<const Line> lines, std::size_t size, const Puzzle& blank) {
    std::vector<std::pair<const Line*, Squares>> boards;
    for (const Line& line : lines) {
      if (boards.empty() || boards.back().second.cells.size() == size)
        boards.push_back({&line, {}});
      append(boards.back().second, squares_of(line));
      if (boards.back().second.cells.size() > size) return false;
    }
    if (boards.back().second.cells.size() != size) return false;
    for (auto& [first, squares] : boards) {
      if (leave_out_places(*blank.board, squares.cells)) add_values(blank, squares, *first);
    }
    return true;
  }

  /// Removes the places between the grids, if the squares include them. Adds an error and returns
  /// false if such a place has a value.
  bool leave_out_places(const Board& board, Cells& cells) {
    if (cells.size() != board.has.size()) return true;
    Cells kept;
    for (std::size_t s = 0; s < cells.size(); ++s) {
      if (board.has[s]) {
        kept.push_back(cells[s]);
      } else if (!is_mark(cells[s]) && !is_zero(cells[s])) {
        fail(line_of(cells[s]), cells[s],
             "a value at " + square_name(static_cast<int>(s), board.width) +
                 ", which is outside of the grids");
        return false;
      }
    }
    cells = std::move(kept);
    return true;
  }

  /// The board with the rules of the text; null if the text has no rules.
  std::shared_ptr<const Board> board_for(int box_width, int box_height) {
    if (rules_.empty()) return {};
    std::shared_ptr<const Board>& board = boards_[{box_width, box_height}];
    if (!board) board = make_board(rules_, box_width, box_height);
    return board;
  }

  void add(std::size_t n, const Squares& squares, const Line& first, std::size_t shown = 0) {
    const auto fails = [&](const std::string& message) {
      fail(first.number, trimmed(first.text), message);
    };
    if (n > at_most) {
      fails(board(n) + " is too large: the largest has " + std::to_string(at_most) + " values");
      return;
    }
    const std::size_t width = box_width(n, shown);
    if (width == 0) {
      fails(board(n) +
            " squares has no square boxes: give the width of its boxes (--box-width, or "
            "box_width in Python), or show them by blanks and empty lines");
      return;
    }
    if (box_width_ < 0 || n % width != 0) {
      fails("boxes " + std::to_string(box_width_) + " wide do not fit into " + board(n) +
            " squares");
      return;
    }
    Puzzle puzzle{.box_width = static_cast<int>(width), .box_height = static_cast<int>(n / width)};
    puzzle.board = board_for(puzzle.box_width, puzzle.box_height);
    add_values(std::move(puzzle), squares, first);
  }

  void add_values(Puzzle puzzle, const Squares& squares, const Line& first) {
    try {
      set_values(puzzle, squares);
    } catch (const TextError& e) {
      entries_.push_back({first.number, TextError(e.what(), line_of(e.word()), e.word())});
      return;
    }
    entries_.push_back({first.number, std::move(puzzle)});
  }

  [[nodiscard]] std::size_t line_of(string_view word) const {
    const auto place = static_cast<std::size_t>(word.data() - text_.data());
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), place);
    return static_cast<std::size_t>(next - starts_.begin());
  }

  /// Reports a line with a wrong number of squares.
  void fail_line(const Line& line, std::string message) {
    const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
    if (std::any_of(line.text.begin(), line.text.end(), is_letter)) {
      message += "; if the line is a title, put '#' before it";
    }
    fail(line.number, trimmed(line.text), message);
  }

  void fail(std::size_t line, string_view word, const std::string& message) {
    entries_.push_back({line, TextError(message, line, word)});
  }

  static constexpr std::size_t at_most = largest_size;

  int box_width_;
  std::vector<Rule> rules_;
  std::map<std::pair<int, int>, std::shared_ptr<const Board>> boards_;  // boards by box size
  std::vector<Entry> entries_;
};

/// The values of squares written as digits, with '.' or 0 for empty squares; nothing if the line is
/// written otherwise.
std::optional<std::vector<int>> plain_values(string_view line, std::size_t n) {
  std::vector<int> values(line.size());
  const auto most = static_cast<unsigned>(n);
  unsigned marks = 0;
  unsigned zeros = 0;
  unsigned others = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const unsigned is_mark = line[i] == '.' ? 1 : 0;
    const unsigned value = static_cast<unsigned char>(line[i]) - unsigned{'0'} + 2 * is_mark;
    marks |= is_mark;
    zeros |= (value | is_mark) == 0 ? 1U : 0U;
    others |= value > most ? 1U : 0U;
    values[i] = static_cast<int>(value);
  }
  if (others != 0 || (marks & zeros) != 0) return std::nullopt;
  return values;
}

/// A fast reader for the most common long files: all lines have one length, and each is a puzzle in
/// digits or a comment. Returns nothing for any other text. Reader would return the same entries
/// but takes ten times as long.
std::optional<std::vector<Entry>> read_plain(string_view text, int box_width) {
  std::vector<Entry> entries;
  std::size_t n = 0;
  std::size_t width = 0;
  std::size_t number = 0;
  bool has_value = false;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    string_view line = text.substr(start, end - start);
    start = end + 1;
    ++number;
    if (line.starts_with('#')) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (entries.empty()) {
      n = side_of(line.size());
      width = box_width == 0 ? side_of(n) : static_cast<std::size_t>(std::max(box_width, 0));
      if (n < least_size || n > 9 || width == 0 || n % width != 0) return std::nullopt;
    }
    if (line.size() != n * n) return std::nullopt;
    auto values = plain_values(line, n);
    if (!values) return std::nullopt;
    has_value =
        has_value || std::any_of(values->begin(), values->end(), [](int v) { return v > 0; });
    Puzzle puzzle{.box_width = static_cast<int>(width),
                  .box_height = static_cast<int>(n / width),
                  .squares = *std::move(values)};
    if (const auto two = conflict(puzzle)) {
      const string_view cell = line.substr(static_cast<std::size_t>(two->second), 1);
      entries.push_back({number, TextError(two->words, number, cell)});
    } else {
      entries.push_back({number, std::move(puzzle)});
    }
  }
  // The class Reader reads a text without values, because lines of 16 squares can be rows (step 3).
  if (!has_value) return std::nullopt;
  return entries;
}

}  // namespace

std::vector<Entry> read(std::string_view text, const Reading& how) {
  const bool has_rules = !how.rules.empty() || begins_with_rule(text);
  Rules found = {};
  if (has_rules) {
    found = rules_in(text);
    found.rules.insert(found.rules.begin(), how.rules.begin(), how.rules.end());
    if (found.end == text.size()) return {{1, blank_board(found.rules, how)}};
  } else if (auto entries = read_plain(text, how.box_width)) {
    return *std::move(entries);
  }
  Reader reader(text, how.box_width, std::move(found.rules), found.end);
  std::vector<Entry> entries = reader.read();
  refuse_rules_among(entries, text, has_rules);
  return entries;
}

Puzzle parse(std::string_view text, const Reading& how) {
  std::vector<Entry> entries = read(text, how);
  for (const Entry& entry : entries) {
    if (const auto* const error = std::get_if<TextError>(&entry.contents)) throw *error;
  }
  if (entries.size() > 1) {
    throw TextError(std::to_string(entries.size()) + " sudokus in the text; one is wanted",
                    entries[1].line);
  }
  return std::get<Puzzle>(std::move(entries.at(0).contents));
}

}  // namespace dlx::classics::sudoku
