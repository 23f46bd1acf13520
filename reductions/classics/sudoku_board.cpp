// The rules of sudoku variants; each rule is a row of a text.
//
// A board is a set of squares, together with groups and pairs of squares. A group contains no value
// twice; if it has as many squares as there are values, it contains each value once. A pair is two
// squares whose values have a relation. For example, an ordinary sudoku has rows, columns and boxes
// as groups. The diagonals of an X-sudoku are two more groups. A jigsaw has other regions instead
// of boxes. Cages are groups with a sum. The rule anti-knight adds a pair of squares for each
// knight's move. Overlapping grids have the rows, columns and boxes of each grid. The code in
// sudoku.cpp makes a problem of any board, and draws regions, cages, diagonals and signs.
//
// The table `kinds` has a row for each rule: its name, and the function that changes the board.

#include "reductions/classics/sudoku_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "dlx/core/text.hpp"
#include "dlx/core/text_error.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::classics::sudoku {

/// A board to which rules are being added.
struct Draft {
  Board board;
  int box_width = 0;
  int box_height = 0;
  std::vector<std::pair<int, int>> corners = {};  // row and column of the first square of each grid

  [[nodiscard]] int square(int row, int column) const { return row * board.width + column; }
  /// The texts that are appended to the code and to the name of each group of a grid.
  [[nodiscard]] std::pair<std::string, std::string> endings(std::size_t grid) const {
    if (grid == 0) return {};
    return {"/" + std::to_string(grid + 1) + ".", " of grid " + std::to_string(grid + 1)};
  }

  /// Adds a group unless the board already has a group of the same squares. Cages, and groups with
  /// `may_repeat`, are always added. The groups of an ordinary board are added with `may_repeat`.
  /// For example, if boxes are one square high, a box has the same squares as a row, but needs
  /// items of its own.
  void add(Group group, bool may_repeat = false) {
    std::vector<int> sorted = group.squares;
    std::sort(sorted.begin(), sorted.end());
    const bool is_new = seen.insert(std::move(sorted)).second;
    if (is_new || may_repeat || group.sum != 0 || group.kind == Group::Kind::cage) {
      board.groups.push_back(std::move(group));
    }
  }

  /// Adds a group to each grid. `squares` are the rows and columns of the group's squares, relative
  /// to the grid's corner.
  void add_in_grids(const std::string& name, const std::string& code,
                    const std::vector<std::pair<int, int>>& squares, Group::Kind kind) {
    for (std::size_t grid = 0; grid < corners.size(); ++grid) {
      const auto [code_end, name_end] = endings(grid);
      Group group{.name = name + name_end, .code = code + code_end, .squares = {}, .kind = kind};
      for (const auto& [row, column] : squares) {
        group.squares.push_back(square(corners[grid].first + row, corners[grid].second + column));
      }
      add(std::move(group));
    }
  }

  std::set<std::vector<int>> seen = {};  // the sets of squares of all groups that were added so far
};

namespace {

using std::string_view;

std::size_t place(int i) {
  return static_cast<std::size_t>(i);
}

char digit_of(int i) {
  return lattice::base62[place(i)];
}

/// The square that a word such as "r1c2" describes.
int square_of(const Draft& draft, const Rule& rule, string_view word) {
  const auto column = word.find_first_of("cC");
  if (!word.empty() && (word[0] == 'r' || word[0] == 'R') && column != string_view::npos) {
    const auto r = to_number<int>(word.substr(1, column - 1));
    const auto c = to_number<int>(word.substr(column + 1));
    if (r && c && *r >= 1 && *r <= draft.board.height && *c >= 1 && *c <= draft.board.width &&
        draft.board.has[place(draft.square(*r - 1, *c - 1))]) {
      return draft.square(*r - 1, *c - 1);
    }
  }
  refuse(rule, in_quotes(word) + " is not a square of this board; r1c2 is the second of row 1");
}

std::vector<int> squares_of(const Draft& draft, const Rule& rule,
                            std::span<const std::string> words, std::size_t least) {
  std::vector<int> squares;
  for (const std::string& word : words) {
    squares.push_back(square_of(draft, rule, word));
    if (std::count(squares.begin(), squares.end(), squares.back()) > 1) {
      refuse(rule, in_quotes(word) + " occurs twice");
    }
  }
  if (squares.size() < least) refuse(rule, "at least " + quantity(least, "square") + " wanted");
  return squares;
}

// Functions that apply rules.

void add_diagonals(Draft& draft, const Rule&) {
  const int n = draft.board.values;
  for (const bool falls : {true, false}) {
    std::vector<std::pair<int, int>> squares;
    for (int i = 0; i < n; ++i) squares.emplace_back(i, falls ? i : n - 1 - i);
    draft.add_in_grids(falls ? "diagonal 1" : "diagonal 2", falls ? "d0" : "d1", squares,
                       Group::Kind::diagonal);
  }
}

/// Adds the groups of the rule "windows": one for each window. Windows have the size of a box, and
/// are one square away from each edge and from each other.
void add_windows(Draft& draft, const Rule& rule) {
  const auto [width, height] = std::pair(draft.box_width, draft.box_height);
  const int n = draft.board.values;
  if ((n - 1) / (height + 1) * ((n - 1) / (width + 1)) == 0) refuse(rule, "the board is too small");
  int number = 0;
  for (int top = 1; top + height < n; top += height + 1) {
    for (int left = 1; left + width < n; left += width + 1) {
      std::vector<std::pair<int, int>> squares;
      for (int i = 0; i < n; ++i) squares.emplace_back(top + i / width, left + i % width);
      draft.add_in_grids("window " + std::to_string(number + 1),
                         std::string("w") + digit_of(number), squares, Group::Kind::area);
      ++number;
    }
  }
}

/// For each position in a box, adds a group of the squares that have this position in their boxes.
void add_places(Draft& draft, const Rule& rule) {
  const auto [width, height] = std::pair(draft.box_width, draft.box_height);
  if (width == 1 || height == 1)
    refuse(rule, "boxes wanted with both sides at least 2, as by the rule box 3x2");
  for (int at = 0; at < draft.board.values; ++at) {
    std::vector<std::pair<int, int>> squares;
    for (int top = 0; top < draft.board.values; top += height) {
      for (int left = 0; left < draft.board.values; left += width) {
        squares.emplace_back(top + at / width, left + at % width);
      }
    }
    draft.add_in_grids("place " + std::to_string(at + 1) + " of boxes",
                       std::string("s") + digit_of(at), squares, Group::Kind::line);
  }
}

void add_pair(Draft& draft, int first, int second, Relation relation) {
  const bool is_ordered = relation == Relation::less;
  if (!is_ordered && first > second) std::swap(first, second);
  draft.board.pairs.push_back({first, second, relation});
}

/// Adds a pair for every two squares whose distance, in rows and columns, is one of `steps`.
void add_steps(Draft& draft, std::span<const std::pair<int, int>> steps, Relation relation) {
  const Board& board = draft.board;
  for (int s = 0; s < board.width * board.height; ++s) {
    for (const auto& [down, right] : steps) {
      const int row = s / board.width + down;
      const int column = s % board.width + right;
      if (row >= board.height || column < 0 || column >= board.width) continue;
      const int other = draft.square(row, column);
      if (board.has[place(s)] && board.has[place(other)]) add_pair(draft, s, other, relation);
    }
  }
}

void add_knights(Draft& draft, const Rule&) {
  constexpr std::array<std::pair<int, int>, 4> steps{{{1, 2}, {1, -2}, {2, 1}, {2, -1}}};
  add_steps(draft, steps, Relation::different);
}

void add_kings(Draft& draft, const Rule&) {
  constexpr std::array<std::pair<int, int>, 2> steps{{{1, 1}, {1, -1}}};
  add_steps(draft, steps, Relation::different);
}

void add_neighbours(Draft& draft, const Rule&) {
  constexpr std::array<std::pair<int, int>, 2> steps{{{0, 1}, {1, 0}}};
  add_steps(draft, steps, Relation::apart);
}

void add_cage_of(Draft& draft, const Rule& rule, std::vector<int> squares, int sum) {
  Board& board = draft.board;
  if (squares.size() > place(board.values)) {
    refuse(rule, quantity(squares.size(), "square") + " cannot have different values: there are " +
                     std::to_string(board.values));
  }
  // The least value of the puzzle is 0 or 1, and is known only when the squares are read. A sum is
  // accepted here if it is possible with one of these two least values.
  const int n = static_cast<int>(squares.size());
  if (sum != 0 && (sum < n * (n - 1) / 2 || sum > n * (2 * board.values - n + 1) / 2)) {
    refuse(rule, (n == 1 ? "no value is "
                         : "no " + std::to_string(n) + " different values have the sum ") +
                     std::to_string(sum));
  }
  std::sort(squares.begin(), squares.end());
  const auto number = 1 + std::count_if(board.groups.begin(), board.groups.end(), [](auto& group) {
                        return group.kind == Group::Kind::cage;
                      });
  draft.add({.name = "the cage at " + square_name(squares.front(), board.width),
             .code = "k" + std::to_string(number) + ".",
             .squares = squares,
             .kind = Group::Kind::cage,
             .sum = sum});
}

/// The sum in a word; nothing if the word does not begin with a digit.
std::optional<int> sum_in(const Rule& rule, string_view word) {
  if (word.empty() || word[0] < '0' || word[0] > '9') return std::nullopt;
  const auto sum = to_number<int>(word);
  if (!sum || *sum < 1 || *sum > largest_size * largest_size) {
    refuse(rule, in_quotes(word) + " is not the sum of a cage");
  }
  return sum;
}

void add_cage(Draft& draft, const Rule& rule) {
  std::span<const std::string> words = rule.words;
  const auto sum = words.empty() ? std::nullopt : sum_in(rule, words.front());
  if (sum) words = words.subspan(1);
  add_cage_of(draft, rule, squares_of(draft, rule, words, 1), sum.value_or(0));
}

/// For each sign in a picture, the squares with this sign; '.' and '-' are not signs. Removes the
/// words of the picture from `words`.
std::map<char, std::vector<int>> areas_of(const Draft& draft, const Rule& rule,
                                          std::span<const std::string>& words) {
  const Board& board = draft.board;
  const std::size_t rows = place(board.height);
  if (board.width != board.height || words.size() < rows ||
      !std::all_of(words.begin(), words.begin() + board.height,
                   [&](const std::string& row) { return row.size() == rows; })) {
    refuse(rule, "a picture of this board has " + quantity(rows, "row") + " of " +
                     quantity(board.width, "sign"));
  }
  std::map<char, std::vector<int>> areas;
  for (int s = 0; s < board.width * board.height; ++s) {
    const char sign = words[place(s / board.width)][place(s % board.width)];
    if (sign != '.' && sign != '-') areas[sign].push_back(s);
  }
  words = words.subspan(rows);
  return areas;
}

void add_cages(Draft& draft, const Rule& rule) {
  std::span<const std::string> words = rule.words;
  const auto areas = areas_of(draft, rule, words);
  std::map<char, int> sums;
  for (const std::string& word : words) {
    const auto sum = word.size() > 2 && word[1] == '=' ? sum_in(rule, string_view(word).substr(2))
                                                       : std::nullopt;
    if (!sum || !areas.contains(word[0])) {
      refuse(rule, in_quotes(word) + " is not the sign of a cage and its sum, as in a=15");
    }
    if (!sums.emplace(word[0], *sum).second) {
      refuse(rule, "two sums of cage " + std::string(1, word[0]));
    }
  }
  for (const auto& [sign, squares] : areas) {
    const auto found = sums.find(sign);
    add_cage_of(draft, rule, squares, found == sums.end() ? 0 : found->second);
  }
}

void add_group(Draft& draft, const Rule& rule) {
  std::vector<int> squares = squares_of(draft, rule, rule.words, 2);
  if (squares.size() > place(draft.board.values)) {
    refuse(rule, quantity(squares.size(), "square") + " cannot have different values");
  }
  const std::string number = std::to_string(draft.board.groups.size() + 1);
  draft.add({.name = "the group of " + square_name(squares.front(), draft.board.width),
             .code = "g" + number + ".",
             .squares = std::move(squares),
             .kind = Group::Kind::area});
}

template <Parity parity>
void set_parity(Draft& draft, const Rule& rule) {
  for (const int s : squares_of(draft, rule, rule.words, 1)) {
    Parity& set = draft.board.parity[place(s)];
    if (set != Parity::any && set != parity) {
      refuse(rule, square_name(s, draft.board.width) + " cannot be even and odd");
    }
    set = parity;
  }
}

/// Adds pairs of squares that are adjacent in a list.
template <Relation relation>
void add_chain(Draft& draft, const Rule& rule) {
  const std::vector<int> squares = squares_of(draft, rule, rule.words, 2);
  for (std::size_t i = 1; i < squares.size(); ++i) {
    add_pair(draft, squares[i - 1], squares[i], relation);
  }
}

const RuleKind kinds[] = {
    {"x", false, false, add_diagonals},
    {"windows", false, false, add_windows},
    {"disjoint", false, false, add_places},
    {"anti-knight", false, false, add_knights},
    {"anti-king", false, false, add_kings},
    {"non-consecutive", false, false, add_neighbours},
    {"samurai", false, false, nullptr},
    {"box", true, false, nullptr},
    {"grid", true, false, nullptr},
    {"regions", true, true, nullptr},
    {"group", true, false, add_group},
    {"cage", true, false, add_cage},
    {"cages", true, true, add_cages},
    {"even", true, false, set_parity<Parity::even>},
    {"odd", true, false, set_parity<Parity::odd>},
    {"less", true, false, add_chain<Relation::less>},
    {"consecutive", true, false, add_chain<Relation::consecutive>},
    {"double", true, false, add_chain<Relation::twice>},
};

/// The row and column of the first square of each grid.
std::vector<std::pair<int, int>> corners_of(const std::vector<Rule>& rules, int values) {
  std::vector<std::pair<int, int>> corners;
  for (const Rule& rule : rules) {
    if (rule.name == "samurai") {
      if (values != 9) refuse(rule, "its grids have boxes of 3 x 3");
      for (const auto& [row, column] : {std::pair(0, 0), std::pair(0, 12), std::pair(6, 6),
                                        std::pair(12, 0), std::pair(12, 12)}) {
        corners.emplace_back(row, column);
      }
    }
    if (rule.name != "grid") continue;
    Draft around{.board = {.width = largest_size, .height = largest_size}};
    around.board.has.assign(place(largest_size * largest_size), true);
    for (const int s : squares_of(around, rule, rule.words, 1)) {
      const std::pair corner(s / largest_size, s % largest_size);
      if (corner.first + values > largest_size || corner.second + values > largest_size) {
        refuse(rule, "the board is too large");
      }
      corners.push_back(corner);
    }
  }
  if (corners.empty()) corners.emplace_back(0, 0);
  return corners;
}

/// Adds the rows, columns and boxes of a grid.
void add_grid(Draft& draft, std::size_t grid, bool has_boxes) {
  const int n = draft.board.values;
  const auto [code_end, name_end] = draft.endings(grid);
  const auto [top, left] = draft.corners[grid];
  for (const char sign : {'r', 'c', 'x'}) {
    if (sign == 'x' && !has_boxes) continue;
    const int across = n / draft.box_width;  // number of boxes side by side
    for (int unit = 0; unit < n; ++unit) {
      Group group{.name = (sign == 'r'   ? "row "
                           : sign == 'c' ? "column "
                                         : "box ") +
                          std::to_string(unit + 1) + name_end,
                  .code = std::string(1, sign) + digit_of(unit) + code_end,
                  .squares = {},
                  .kind = sign == 'x' ? Group::Kind::region : Group::Kind::line};
      for (int i = 0; i < n; ++i) {
        const int row = sign == 'r'   ? unit
                        : sign == 'c' ? i
                                      : unit / across * draft.box_height + i / draft.box_width;
        const int column = sign == 'r'   ? i
                           : sign == 'c' ? unit
                                         : unit % across * draft.box_width + i % draft.box_width;
        group.squares.push_back(draft.square(top + row, left + column));
      }
      draft.add(std::move(group), grid == 0);
    }
  }
}

void add_regions(Draft& draft, const Rule& rule) {
  if (draft.corners.size() > 1) refuse(rule, "a board of several grids has boxes");
  std::span<const std::string> words = rule.words;
  const auto areas = areas_of(draft, rule, words);
  if (!words.empty()) refuse(rule, in_quotes(words.front()) + " after the picture");
  int number = 0;
  for (const auto& [sign, squares] : areas) {
    if (squares.size() > place(draft.board.values)) {
      refuse(rule, "region " + std::string(1, sign) + " has " + quantity(squares.size(), "square") +
                       ", more than the " + std::to_string(draft.board.values) + " values");
    }
    draft.add({.name = "region " + std::string(1, sign),
               .code = std::string("x") + digit_of(std::min(number++, largest_size)),
               .squares = squares,
               .kind = Group::Kind::region},
              true);
    if (number > largest_size) refuse(rule, "there are too many regions");
  }
}

Draft begin(const std::vector<Rule>& rules, int box_width, int box_height) {
  const int n = box_width * box_height;
  Draft draft{.board = {.values = n},
              .box_width = box_width,
              .box_height = box_height,
              .corners = corners_of(rules, n)};
  for (const auto& [row, column] : draft.corners) {
    draft.board.height = std::max(draft.board.height, row + n);
    draft.board.width = std::max(draft.board.width, column + n);
  }
  const std::size_t squares = place(draft.board.width * draft.board.height);
  draft.board.has.resize(squares);
  draft.board.parity.resize(squares, Parity::any);
  for (const auto& [top, left] : draft.corners) {
    for (int i = 0; i < n * n; ++i) {
      draft.board.has[place(draft.square(top + i / n, left + i % n))] = true;
    }
  }
  return draft;
}

/// Removes duplicate pairs. Also removes pairs that only require different values, if both squares
/// are in one group, because values of a group are different anyway.
void drop_needless_pairs(Board& board) {
  std::vector<std::vector<std::size_t>> groups_at(board.has.size());
  for (std::size_t g = 0; g < board.groups.size(); ++g) {
    for (const int s : board.groups[g].squares) groups_at[place(s)].push_back(g);
  }
  std::set<std::pair<std::pair<int, int>, Relation>> seen;
  std::erase_if(board.pairs, [&](const Pair& pair) {
    const auto& mine = groups_at[place(pair.first)];
    const auto& others = groups_at[place(pair.second)];
    const bool meet =
        std::find_first_of(mine.begin(), mine.end(), others.begin(), others.end()) != mine.end();
    return (meet && pair.relation == Relation::different) ||
           !seen.insert({{pair.first, pair.second}, pair.relation}).second;
  });
}

}  // namespace

bool holds(Relation relation, int first, int second) {
  switch (relation) {
    case Relation::different:
      return first != second;
    case Relation::apart:
      return std::abs(first - second) != 1;
    case Relation::less:
      return first < second;
    case Relation::consecutive:
      return std::abs(first - second) == 1;
    case Relation::twice:
      return first == 2 * second || second == 2 * first;
  }
  return false;
}

Board plain_board(int box_width, int box_height) {
  Draft draft = begin({}, box_width, box_height);
  add_grid(draft, 0, true);
  return std::move(draft.board);
}

std::string square_name(int square, int width) {
  return "row " + std::to_string(square / width + 1) + " column " +
         std::to_string(square % width + 1);
}

std::span<const RuleKind> rule_kinds() {
  return kinds;
}

std::shared_ptr<const Board> make_board(const std::vector<Rule>& rules, int box_width,
                                        int box_height) {
  for (const string_view name : {"box", "regions"}) {
    const Rule* first = nullptr;
    for (const Rule& rule : rules) {
      if (rule.name != name) continue;
      if (first != nullptr) refuse(rule, "a board has it once");
      first = &rule;
      const auto times = [](int width, int height) {
        return std::to_string(width) + "x" + std::to_string(height);
      };
      const auto [width, height] = box_of(rules);
      if (name == "box" && std::pair(width, height) != std::pair(box_width, box_height)) {
        refuse(rule, times(width, height) + " is not the size of the boxes, which are " +
                         times(box_width, box_height) +
                         " because of the given width or the number of squares");
      }
    }
  }
  Draft draft = begin(rules, box_width, box_height);
  const auto regions = std::find_if(rules.begin(), rules.end(),
                                    [](const Rule& rule) { return rule.name == "regions"; });
  for (std::size_t grid = 0; grid < draft.corners.size(); ++grid) {
    add_grid(draft, grid, regions == rules.end());
  }
  if (regions != rules.end()) add_regions(draft, *regions);
  for (const Rule& rule : rules) {
    const RuleKind* const kind = kind_of(rule.name);
    if (kind->apply != nullptr) kind->apply(draft, rule);
  }
  drop_needless_pairs(draft.board);
  return std::make_shared<const Board>(std::move(draft.board));
}

}  // namespace dlx::classics::sudoku
