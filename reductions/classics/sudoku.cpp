#include "reductions/classics/sudoku.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <cctype>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::classics::sudoku {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Whether no row, column or box has a value twice. This quick test comes first, because nearly all
/// boards pass it. The slower search for the two conflicting squares is needed only if a board
/// fails the test.
bool is_consistent(const Puzzle& puzzle) {
  const int n = puzzle.size();
  // The values that each row, column and box contains, one bit for each value.
  std::array<std::uint64_t, 3 * largest_size> held;
  std::fill_n(held.begin(), 3 * n, 0);
  std::uint64_t twice = 0;
  const int* square = puzzle.squares.data();
  for (int row = 0; row < n; ++row) {
    std::uint64_t* box = &held[at(2 * n + row / puzzle.box_height * puzzle.box_height)];
    for (int column = 0, in_box = 0; column < n; ++column, ++in_box) {
      if (in_box == puzzle.box_width) {
        in_box = 0;
        ++box;
      }
      // The bit of the square's value; 0 if the square is empty.
      const std::uint64_t value = (std::uint64_t{1} << *square++) >> 1;
      for (std::uint64_t* const unit : {&held[at(row)], &held[at(n + column)], box}) {
        twice |= *unit & value;
        *unit |= value;
      }
    }
  }
  return twice == 0;
}

/// The bit of a value in a set of values.
std::uint64_t bit(int value) {
  return std::uint64_t{1} << (value - 1);
}

std::shared_ptr<const Board> board_of(const Puzzle& puzzle) {
  if (puzzle.board) return puzzle.board;
  return std::make_shared<const Board>(plain_board(puzzle.box_width, puzzle.box_height));
}

/// The number that is written on the board for a value, which counts from 1.
int number_of(const Puzzle& puzzle, int value) {
  return value - 1 + puzzle.alphabet.least;
}

bool holds(const Puzzle& puzzle, Relation relation, int first, int second) {
  return holds(relation, number_of(puzzle, first), number_of(puzzle, second));
}

bool fits(const Puzzle& puzzle, Parity parity, int value) {
  if (parity == Parity::any) return true;
  return (number_of(puzzle, value) % 2 == 0) == (parity == Parity::even);
}

std::optional<Conflict> conflict_in_groups(const Puzzle& puzzle, const Board& board) {
  const std::size_t n = at(puzzle.size());
  std::vector<std::vector<std::size_t>> groups_at(puzzle.squares.size());
  for (std::size_t g = 0; g < board.groups.size(); ++g) {
    for (const int s : board.groups[g].squares) groups_at[at(s)].push_back(g);
  }
  // For each group and value, the square of the group that has the value, counted from 1; 0 if no
  // square has it.
  std::vector<int> holder(board.groups.size() * n);
  for (int s = 0; s < board.width * board.height; ++s) {
    const int value = puzzle.squares[at(s)];
    if (value == 0) continue;
    for (const std::size_t g : groups_at[at(s)]) {
      int& other = holder[g * n + at(value - 1)];
      if (other != 0) {
        return Conflict{other - 1, s,
                        "two " + puzzle.alphabet.symbol(value) + " in " + board.groups[g].name +
                            ": at " + square_name(other - 1, board.width) + " and " +
                            square_name(s, board.width)};
      }
      other = s + 1;
    }
  }
  return std::nullopt;
}

/// A description of values that break a relation.
std::string broken(Relation relation) {
  constexpr const char* words[] = {
      "equal values a forbidden move apart", "consecutive values in neighbouring squares",
      "the first value must be less than the second", "the values must be consecutive",
      "one value must be twice the other"};
  return words[static_cast<std::size_t>(relation)];
}

/// A conflict, if the values of some full cage have a wrong sum.
std::optional<Conflict> conflict_in_sums(const Puzzle& puzzle, const Board& board) {
  for (const Group& group : board.groups) {
    int sum = 0;
    bool full = group.sum != 0;
    for (const int s : group.squares) {
      full = full && puzzle.squares[at(s)] != 0;
      sum += number_of(puzzle, puzzle.squares[at(s)]);
    }
    if (full && sum != group.sum) {
      return Conflict{group.squares.front(), group.squares.back(),
                      group.name + " has the sum " + std::to_string(sum) + ", not " +
                          std::to_string(group.sum)};
    }
  }
  return std::nullopt;
}

/// Finds all sets of values that a cage may contain. A set has as many values as the cage has
/// squares, and the cage's sum. Each set contains all values in `held`, and otherwise only values
/// in `allowed`.
class Combinations {
 public:
  Combinations(const Puzzle& puzzle, const Group& group, std::uint64_t held, std::uint64_t allowed)
      : puzzle_(puzzle), group_(group), held_(held), allowed_(held | allowed) {
    add(1, group.squares.size(), group.sum, 0);
  }

  [[nodiscard]] const std::vector<std::uint64_t>& sets() const { return sets_; }

 private:
  static constexpr std::size_t at_most = 50'000;

  void add(int value, std::size_t missing, int sum, std::uint64_t chosen) {
    if (missing == 0) {
      if (sum != 0 || (chosen & held_) != held_) return;
      if (sets_.size() == at_most) {
        throw std::invalid_argument(group_.name + " has more than " + std::to_string(at_most) +
                                    " combinations of values with the sum " +
                                    std::to_string(group_.sum));
      }
      sets_.push_back(chosen);
      return;
    }
    const auto missing_count = static_cast<int>(missing);
    const int last = puzzle_.size();
    // The least and the greatest sums of the remaining values decide whether the sum can be
    // reached.
    const int least = number_of(puzzle_, value);
    const int most = number_of(puzzle_, last);
    if (last - value + 1 < missing_count ||
        sum < missing_count * least + missing_count * (missing_count - 1) / 2 ||
        sum > missing_count * most - missing_count * (missing_count - 1) / 2) {
      return;
    }
    if ((allowed_ & bit(value)) != 0) add(value + 1, missing - 1, sum - least, chosen | bit(value));
    if ((held_ & bit(value)) == 0) add(value + 1, missing, sum, chosen);
  }

  const Puzzle& puzzle_;
  const Group& group_;
  std::uint64_t held_;
  std::uint64_t allowed_;
  std::vector<std::uint64_t> sets_;
};

/// Builds the problem of a sudoku.
class Making {
 public:
  /// Makes the model of a puzzle. The puzzle is moved into the model.
  static Model of(Puzzle puzzle, std::shared_ptr<const Board> board) {
    Making making(puzzle, *board);
    std::vector<Candidate> candidates;
    std::vector<Combination> combinations;
    Problem problem = making.problem(candidates, combinations);
    std::vector<Need> needs = std::move(making.needs_);
    return {std::move(puzzle),       std::move(board), std::move(candidates),
            std::move(combinations), std::move(needs), std::move(problem)};
  }

 private:
  Making(const Puzzle& puzzle, const Board& board)
      : puzzle_(puzzle),
        board_(board),
        held_(board.groups.size()),
        live_(puzzle.squares.size()),
        items_at_(puzzle.squares.size() * at(puzzle.size())) {
    find_live();
  }

  Problem problem(std::vector<Candidate>& candidates, std::vector<Combination>& combinations) {
    declare_squares();
    for (const bool primary : {true, false}) {
      for (std::size_t g = 0; g < board_.groups.size(); ++g) declare_group(g, primary);
    }
    for (const Pair& pair : board_.pairs) declare_pair(pair);
    for (int s = 0; s < board_.width * board_.height; ++s) {
      for (int value = 1; value <= puzzle_.size(); ++value) {
        if ((live_[at(s)] & bit(value)) == 0) continue;
        const Items& entries = items(s, value);
        builder_.option(std::span<const dlx::Entry>(entries.data(), entries.size()));
        candidates.push_back({s, value});
      }
    }
    for (const auto& [combination, entries] : combinations_) {
      builder_.option(std::span<const dlx::Entry>(entries));
      combinations.push_back(combination);
    }
    return std::move(builder_).build();
  }

  // With std::vector, making a problem takes 1.5 times as long.
  using Items = boost::container::small_vector<dlx::Entry, 6>;

  /// Finds the values that each empty square can have, given the filled squares.
  void find_live() {
    for (const Parity parity : {Parity::any, Parity::even, Parity::odd}) {
      std::uint64_t& values = fitting_[static_cast<std::size_t>(parity)];
      for (int value = 1; value <= puzzle_.size(); ++value) {
        if (fits(puzzle_, parity, value)) values |= bit(value);
      }
    }
    for (int s = 0; s < board_.width * board_.height; ++s) {
      if (!board_.has[at(s)] || puzzle_.squares[at(s)] != 0) continue;
      live_[at(s)] = fitting(s);
    }
    for (std::size_t g = 0; g < board_.groups.size(); ++g) {
      for (const int s : board_.groups[g].squares) {
        if (puzzle_.squares[at(s)] != 0) held_[g] |= bit(puzzle_.squares[at(s)]);
      }
      for (const int s : board_.groups[g].squares) live_[at(s)] &= ~held_[g];
    }
    for (const auto& [first, second, relation] : board_.pairs) {
      const int a = puzzle_.squares[at(first)];
      const int b = puzzle_.squares[at(second)];
      for (int value = 1; value <= puzzle_.size(); ++value) {
        if (a != 0 && !holds(puzzle_, relation, a, value)) live_[at(second)] &= ~bit(value);
        if (b != 0 && !holds(puzzle_, relation, value, b)) live_[at(first)] &= ~bit(value);
      }
    }
  }

  /// The values that a square can have without regard to the values of other squares.
  [[nodiscard]] std::uint64_t fitting(int s) const {
    return fitting_[static_cast<std::size_t>(board_.parity[at(s)])];
  }
  [[nodiscard]] std::string square_code(int s) const {
    return {lattice::base62[at(s / board_.width)], lattice::base62[at(s % board_.width)]};
  }
  Items& items(int square, int value) {
    return items_at_[at(square) * at(puzzle_.size()) + at(value - 1)];
  }
  /// Adds an item to the options of all possible values of a square.
  void give(ItemId item, int square, std::uint64_t values) {
    for (std::uint64_t left = values & live_[at(square)]; left != 0; left &= left - 1) {
      items(square, std::countr_zero(left) + 1).emplace_back(item);
    }
  }

  void declare_squares() {
    for (int s = 0; s < board_.width * board_.height; ++s) {
      if (!board_.has[at(s)] || puzzle_.squares[at(s)] != 0) continue;
      give(builder_.primary("p" + square_code(s)), s, ~std::uint64_t{0});
      needs_.push_back({.square = s});
    }
  }

  /// Declares the items of a group, but only primary items if `primary` is true, and only secondary
  /// items otherwise. A group with as many squares as values has a primary item for each value that
  /// it lacks. A cage with a sum also has a primary item for each value that it lacks.
  void declare_group(std::size_t g, bool primary) {
    const Group& group = board_.groups[g];
    if (primary != (group.squares.size() == at(puzzle_.size()) || group.sum != 0)) return;
    const int unit = static_cast<int>(g);
    std::vector<std::optional<ItemId>> item_of(at(puzzle_.size()) + 1);
    if (group.sum != 0) {
      item_of[0] = builder_.primary(group.code);
      needs_.push_back({.square = {}, .unit = unit, .value = 0});
    }
    for (int value = 1; value <= puzzle_.size(); ++value) {
      if ((held_[g] & bit(value)) != 0) continue;
      if (!primary && std::count_if(group.squares.begin(), group.squares.end(),
                                    [&](int s) { return (live_[at(s)] & bit(value)) != 0; }) < 2) {
        continue;
      }
      const std::string name = group.code + puzzle_.alphabet.symbol(value);
      item_of[at(value)] = primary ? builder_.primary(name) : builder_.secondary(name);
      needs_.push_back({.square = {}, .unit = unit, .value = value});
      for (const int s : group.squares) give(*item_of[at(value)], s, bit(value));
    }
    if (group.sum != 0) add_combinations(g, item_of);
  }

  /// Adds the options of a cage, one for each set of values with the right sum. The option of a set
  /// contains the items of all values that are not in the set. The option of a value in a square
  /// contains the item of this value. Each item is covered exactly once, so the squares of the cage
  /// have exactly the values of the set, each once. A set with a value that is excluded from all
  /// squares of the cage has an option, too: its exclusion is a step of a solver, and so the level
  /// of a puzzle does not depend on whether a value is a clue or a chosen option.
  void add_combinations(std::size_t g, std::span<const std::optional<ItemId>> item_of) {
    std::uint64_t allowed = 0;
    for (const int s : board_.groups[g].squares) allowed |= fitting(s);
    const Combinations found(puzzle_, board_.groups[g], held_[g], allowed);
    for (const std::uint64_t set : found.sets()) {
      std::vector<dlx::Entry> entries{*item_of[0]};
      for (int value = 1; value <= puzzle_.size(); ++value) {
        if ((set & bit(value)) == 0) entries.emplace_back(*item_of[at(value)]);
      }
      combinations_.emplace_back(Combination{static_cast<int>(g), set}, std::move(entries));
    }
  }

  /// For each value of the first square, declares an item that excludes the forbidden values of the
  /// second square.
  void declare_pair(const Pair& pair) {
    constexpr std::string_view codes = "abemt";
    for (int value = 1; value <= puzzle_.size(); ++value) {
      std::uint64_t excluded = 0;
      for (int other = 1; other <= puzzle_.size(); ++other) {
        if (!holds(puzzle_, pair.relation, value, other)) excluded |= bit(other);
      }
      if ((live_[at(pair.first)] & bit(value)) == 0 || (live_[at(pair.second)] & excluded) == 0) {
        continue;
      }
      const ItemId item = builder_.secondary(codes[static_cast<std::size_t>(pair.relation)] +
                                             square_code(pair.first) + square_code(pair.second) +
                                             "." + puzzle_.alphabet.symbol(value));
      needs_.push_back({.square = pair.first, .value = value, .second = pair.second});
      give(item, pair.first, bit(value));
      give(item, pair.second, excluded);
    }
  }

  const Puzzle& puzzle_;
  const Board& board_;
  std::vector<std::uint64_t> held_;         // for each group, the values that are given in it
  std::array<std::uint64_t, 3> fitting_{};  // for each parity, the values with this parity
  std::vector<std::uint64_t> live_;         // possible values of each empty square
  std::vector<Items> items_at_;  // for each value in each square, the items that its option covers
  std::vector<std::pair<Combination, std::vector<dlx::Entry>>> combinations_;
  std::vector<Need> needs_;
  ProblemBuilder builder_;
};

}  // namespace

bool Puzzle::is_full() const {
  if (!board) return std::find(squares.begin(), squares.end(), 0) == squares.end();
  for (int s = 0; s < width() * height(); ++s) {
    if (has(s) && squares[at(s)] == 0) return false;
  }
  return true;
}

std::string Alphabet::symbol(int value) const {
  constexpr std::string_view signs =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  if (kind == Kind::numbers) return std::to_string(value - 1 + least);
  const char sign =
      signs[kind == Kind::letters ? signs.find('A') + at(value - 1) : at(value - 1 + least)];
  return {small ? static_cast<char>(std::tolower(static_cast<unsigned char>(sign))) : sign};
}

std::optional<Conflict> conflict(const Puzzle& puzzle) {
  if (!puzzle.board && is_consistent(puzzle)) return std::nullopt;
  const std::shared_ptr<const Board> board = board_of(puzzle);
  if (auto found = conflict_in_groups(puzzle, *board)) return found;
  const auto sign = [&](int s) {
    return puzzle.alphabet.symbol(puzzle.squares[at(s)]) + " at " + square_name(s, board->width);
  };
  for (int s = 0; s < board->width * board->height; ++s) {
    const int value = puzzle.squares[at(s)];
    if (value == 0 || fits(puzzle, board->parity[at(s)], value)) continue;
    const bool even = board->parity[at(s)] == Parity::even;
    return Conflict{s, s, sign(s) + " is not " + (even ? "even" : "odd")};
  }
  for (const auto& [first, second, relation] : board->pairs) {
    const int a = puzzle.squares[at(first)];
    const int b = puzzle.squares[at(second)];
    if (a == 0 || b == 0 || holds(puzzle, relation, a, b)) continue;
    return Conflict{std::min(first, second), std::max(first, second),
                    sign(first) + " and " + sign(second) + ": " + broken(relation)};
  }
  return conflict_in_sums(puzzle, *board);
}

Model build(Puzzle puzzle) {
  const int n = puzzle.size();
  if (n < 1 || n > largest_size ||
      puzzle.squares.size() != at(puzzle.width()) * at(puzzle.height())) {
    throw std::invalid_argument("not a sudoku: " + std::to_string(puzzle.squares.size()) +
                                " squares for size " + std::to_string(n));
  }
  if (const auto found = conflict(puzzle)) throw std::invalid_argument(found->words);
  std::shared_ptr<const Board> board = board_of(puzzle);
  return Making::of(std::move(puzzle), std::move(board));
}

std::vector<OptionId> clues(const Model& empty, const Puzzle& puzzle) {
  std::vector<OptionId> options;
  options.reserve(puzzle.squares.size());
  const auto n = static_cast<std::uint32_t>(puzzle.size());
  // If no rule excludes a value, the candidates of an empty board are all values of all squares.
  for (std::uint32_t s = 0; s < puzzle.squares.size(); ++s) {
    const int value = puzzle.squares[s];
    if (value != 0) options.push_back(OptionId{s * n + static_cast<std::uint32_t>(value) - 1});
  }
  if (empty.candidates.size() == n * puzzle.squares.size()) return options;
  for (OptionId& option : options) {
    const auto found =
        std::lower_bound(empty.candidates.begin(), empty.candidates.end(), index(option),
                         [n](const Candidate& candidate, std::uint32_t wanted) {
                           return static_cast<std::uint32_t>(candidate.square) * n +
                                      static_cast<std::uint32_t>(candidate.value) - 1 <
                                  wanted;
                         });
    option = OptionId{static_cast<std::uint32_t>(found - empty.candidates.begin())};
  }
  return options;
}

std::string words_of_option(const Model& model, OptionId option) {
  if (index(option) < model.candidates.size()) {
    const auto [square, value] = model.candidates[index(option)];
    return square_name(square, model.board->width) + " is " + model.puzzle.alphabet.symbol(value);
  }
  const auto [group, values] = model.combinations[index(option) - model.candidates.size()];
  std::string words = model.board->groups[at(group)].name + " has";
  for (int value = 1; value <= model.puzzle.size(); ++value) {
    if ((values & bit(value)) != 0) words += " " + model.puzzle.alphabet.symbol(value);
  }
  return words;
}

std::string words_of_item(const Model& model, ItemId item) {
  const Need& need = model.needs[index(item)];
  const int width = model.board->width;
  if (need.second) {
    return "pair of " + square_name(*need.square, width) + ", if it is " +
           model.puzzle.alphabet.symbol(need.value) + ", and " + square_name(*need.second, width);
  }
  if (need.square) return "value for " + square_name(*need.square, width);
  const Group& group = model.board->groups[at(need.unit)];
  if (need.value == 0) return "set of values for " + group.name;
  return "place for " + model.puzzle.alphabet.symbol(need.value) +
         (group.sum != 0 ? ", or set without it," : "") + " in " + group.name;
}

Puzzle decode(const Model& model, std::span<const OptionId> solution) {
  Puzzle solved = model.puzzle;
  for (const OptionId option : solution) {
    // An option that chooses the set of values of a cage enters no value in a square.
    if (index(option) >= model.candidates.size()) continue;
    const auto [square, value] = model.candidates[index(option)];
    solved.squares[at(square)] = value;
  }
  return solved;
}

std::string one_line(const Puzzle& board) {
  std::vector<std::string> signs{"."};
  for (int value = 1; value <= board.size(); ++value) signs.push_back(board.alphabet.symbol(value));
  if (board.alphabet.kind != Alphabet::Kind::numbers) {
    std::string line(board.squares.size(), '.');
    std::transform(board.squares.begin(), board.squares.end(), line.begin(),
                   [&](int value) { return signs[at(value)][0]; });
    if (board.board) {
      std::size_t s = 0;
      std::erase_if(line, [&](char) { return !board.board->has[s++]; });
    }
    return line;
  }
  std::string line;
  for (int s = 0; s < board.width() * board.height(); ++s) {
    if (board.has(s)) line += (line.empty() ? "" : ",") + signs[at(board.squares[at(s)])];
  }
  return line;
}

namespace {

/// Markings that show the rules of a board.
drawing::Markings markings_of(const Board& board) {
  drawing::Markings markings;
  const auto cell = [&](int s) { return drawing::Cell{s % board.width, s / board.width, 0}; };
  for (const Group& group : board.groups) {
    drawing::Cells cells;
    for (const int s : group.squares) cells.push_back(cell(s));
    switch (group.kind) {
      case Group::Kind::line:
        break;
      case Group::Kind::region:
        markings.regions.push_back(std::move(cells));
        break;
      case Group::Kind::diagonal:
        markings.links.push_back({cells.front(), cells.back(), drawing::Link::Kind::diagonal});
        break;
      case Group::Kind::area:
        markings.shaded.insert(markings.shaded.end(), cells.begin(), cells.end());
        break;
      case Group::Kind::cage:
        markings.cages.emplace_back(std::move(cells),
                                    group.sum == 0 ? "" : std::to_string(group.sum));
        break;
    }
  }
  for (const auto& [first, second, relation] : board.pairs) {
    if (relation == Relation::different || relation == Relation::apart) continue;
    markings.links.push_back({cell(first), cell(second),
                              relation == Relation::less          ? drawing::Link::Kind::less
                              : relation == Relation::consecutive ? drawing::Link::Kind::consecutive
                                                                  : drawing::Link::Kind::twice});
  }
  for (int s = 0; s < board.width * board.height; ++s) {
    const Parity parity = board.parity[at(s)];
    if (parity == Parity::even) markings.even.push_back(cell(s));
    if (parity == Parity::odd) markings.odd.push_back(cell(s));
  }
  return markings;
}

}  // namespace

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  const Puzzle& puzzle = model.puzzle;
  drawing::Frame frame{.style = drawing::Style::sudoku,
                       .width = puzzle.width(),
                       .height = puzzle.height(),
                       .first_number = puzzle.alphabet.least};
  if (puzzle.board) {
    frame.markings = markings_of(*puzzle.board);
    for (int s = 0; s < frame.width * frame.height; ++s) {
      if (puzzle.has(s)) frame.cells.push_back({s % frame.width, s / frame.width, 0});
    }
  } else {
    frame.box_width = puzzle.box_width;
    frame.box_height = puzzle.box_height;
  }
  for (int value = 1; value <= puzzle.size(); ++value) {
    frame.pieces.push_back({puzzle.alphabet.symbol(value)});
  }
  return std::make_shared<const drawing::Frame>(std::move(frame));
}

std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                  const Puzzle& board) {
  std::vector<drawing::Body> values;
  for (int s = 0; s < frame.width * frame.height; ++s) {
    if (board.squares[at(s)] == 0) continue;
    const auto piece = static_cast<std::uint32_t>(board.squares[at(s)] - 1);
    values.push_back({.piece = piece,
                      .sign = frame.pieces[piece].name,
                      .cells = {{s % frame.width, s / frame.width, 0}},
                      .is_given = model.puzzle.squares[at(s)] != 0});
  }
  return values;
}

}  // namespace dlx::classics::sudoku
