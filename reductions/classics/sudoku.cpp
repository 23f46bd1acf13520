#include "reductions/classics/sudoku.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::classics::sudoku {
namespace {

/// The three units of a square, numbered: rows, then columns, then boxes.
struct Units {
  int row, column, box;
};

Units units_of(const Puzzle& puzzle, int square) {
  const int n = puzzle.size();
  const int row = square / n;
  const int column = square % n;
  return {row, n + column,
          2 * n + row / puzzle.box_height * puzzle.box_height + column / puzzle.box_width};
}

std::string unit_name(int unit, int n) {
  return std::string(unit < n       ? "row"
                     : unit < 2 * n ? "column"
                                    : "box") +
         " " + std::to_string(unit % n + 1);
}

std::string square_name(int square, int n) {
  return "row " + std::to_string(square / n + 1) + " column " + std::to_string(square % n + 1);
}

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Whether no unit has a value twice. Nearly all boards are so, and this is faster than a search
/// for the two.
bool is_consistent(const Puzzle& puzzle) {
  const int n = puzzle.size();
  std::array<std::uint64_t, 3 * largest_size> held;  // by a unit: a bit for each value
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
      const std::uint64_t value = (std::uint64_t{1} << *square++) >> 1;  // 0: empty
      for (std::uint64_t* const unit : {&held[at(row)], &held[at(n + column)], box}) {
        twice |= *unit & value;
        *unit |= value;
      }
    }
  }
  return twice == 0;
}

}  // namespace

std::string Alphabet::symbol(int value) const {
  constexpr std::string_view signs =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  if (kind == Kind::numbers) return std::to_string(value - 1 + least);
  const char sign =
      signs[kind == Kind::letters ? signs.find('A') + at(value - 1) : at(value - 1 + least)];
  return {small ? static_cast<char>(std::tolower(static_cast<unsigned char>(sign))) : sign};
}

std::optional<Conflict> conflict(const Puzzle& puzzle) {
  if (is_consistent(puzzle)) return std::nullopt;
  const int n = puzzle.size();
  std::vector<int> holder(at(3 * n) * at(n));  // the square of a value in a unit, from 1; 0: none
  for (int s = 0; s < n * n; ++s) {
    const int value = puzzle.squares[at(s)];
    if (value == 0) continue;
    const auto [row, column, box] = units_of(puzzle, s);
    for (const int unit : {row, column, box}) {
      int& other = holder[at(unit) * at(n) + at(value - 1)];
      if (other != 0) {
        return Conflict{other - 1, s,
                        "two " + puzzle.alphabet.symbol(value) + " in " + unit_name(unit, n) +
                            ": at " + square_name(other - 1, n) + " and " + square_name(s, n)};
      }
      other = s + 1;
    }
  }
  return std::nullopt;
}

Model build(Puzzle puzzle) {
  const int n = puzzle.size();
  if (n < 1 || n > largest_size || puzzle.squares.size() != at(n) * at(n)) {
    throw std::invalid_argument("not a sudoku: " + std::to_string(puzzle.squares.size()) +
                                " squares for size " + std::to_string(n));
  }
  if (const auto found = conflict(puzzle)) throw std::invalid_argument(found->words);
  std::vector<bool> held(at(3 * n) * at(n));  // whether a unit holds a value
  const auto place_of = [&](int unit, int value) { return at(unit) * at(n) + at(value - 1); };
  for (int s = 0; s < n * n; ++s) {
    const int value = puzzle.squares[at(s)];
    if (value == 0) continue;
    const auto [row, column, box] = units_of(puzzle, s);
    for (const int unit : {row, column, box}) held[place_of(unit, value)] = true;
  }

  ProblemBuilder builder;
  const auto digit = [](int i) { return lattice::base62[at(i)]; };
  std::vector<Need> needs;
  std::vector<std::optional<ItemId>> square_item(at(n * n));
  for (int s = 0; s < n * n; ++s) {
    if (puzzle.squares[at(s)] != 0) continue;
    square_item[at(s)] = builder.primary(std::string("p") + digit(s / n) + digit(s % n));
    needs.push_back({.square = s});
  }
  std::vector<std::optional<ItemId>> unit_item(held.size());
  for (int unit = 0; unit < 3 * n; ++unit) {
    for (int value = 1; value <= n; ++value) {
      if (held[place_of(unit, value)]) continue;
      unit_item[place_of(unit, value)] = builder.primary(
          std::string(1, "rcx"[unit / n]) + digit(unit % n) + puzzle.alphabet.symbol(value));
      needs.push_back({.square = {}, .unit = unit, .value = value});
    }
  }
  std::vector<Candidate> candidates;
  for (int s = 0; s < n * n; ++s) {
    if (!square_item[at(s)]) continue;
    const auto [row, column, box] = units_of(puzzle, s);
    for (int value = 1; value <= n; ++value) {
      const auto lacks = [&](int unit) { return unit_item[place_of(unit, value)]; };
      if (!lacks(row) || !lacks(column) || !lacks(box)) continue;
      builder.option({*square_item[at(s)], *lacks(row), *lacks(column), *lacks(box)});
      candidates.push_back({s, value});
    }
  }
  return {std::move(puzzle), std::move(candidates), std::move(needs), std::move(builder).build()};
}

std::vector<OptionId> clues(const Model& empty, const Puzzle& puzzle) {
  std::vector<OptionId> options;
  options.reserve(puzzle.squares.size());
  const auto n = static_cast<std::uint32_t>(empty.puzzle.size());
  // The candidates of an empty board are all values of its squares, in their order.
  for (std::uint32_t s = 0; s < puzzle.squares.size(); ++s) {
    const int value = puzzle.squares[s];
    if (value != 0) options.push_back(OptionId{s * n + static_cast<std::uint32_t>(value) - 1});
  }
  return options;
}

std::string words_of_option(const Model& model, OptionId option) {
  const auto [square, value] = model.candidates[index(option)];
  return square_name(square, model.puzzle.size()) + " is " + model.puzzle.alphabet.symbol(value);
}

std::string words_of_item(const Model& model, ItemId item) {
  const int n = model.puzzle.size();
  const Need& need = model.needs[index(item)];
  if (need.square) return "value for " + square_name(*need.square, n);
  return "place for " + model.puzzle.alphabet.symbol(need.value) + " in " + unit_name(need.unit, n);
}

Puzzle decode(const Model& model, std::span<const OptionId> solution) {
  Puzzle solved = model.puzzle;
  for (const OptionId option : solution) {
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
    return line;
  }
  std::string line;
  for (const int value : board.squares) line += (line.empty() ? "" : ",") + signs[at(value)];
  return line;
}

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  const Puzzle& puzzle = model.puzzle;
  drawing::Frame frame{.style = drawing::Style::sudoku,
                       .width = puzzle.size(),
                       .height = puzzle.size(),
                       .box_width = puzzle.box_width,
                       .box_height = puzzle.box_height,
                       .first_number = puzzle.alphabet.least};
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
