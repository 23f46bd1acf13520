#include "reductions/classics/sudoku.hpp"

#include <cctype>
#include <optional>
#include <stdexcept>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::sudoku {
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

char symbol(int value) {
  return symbols[static_cast<std::size_t>(value - 1)];
}

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

std::string squares_in(std::string_view text) {
  std::string squares;
  for (const char c : text) {
    if (std::string_view(" \t\r\n|-+").find(c) == std::string_view::npos) squares += c;
  }
  return squares;
}

Puzzle parse(std::string_view text, int box_width) {
  const std::string squares = squares_in(text);
  int n = 1;
  while (at(n) * at(n) < squares.size()) ++n;
  Puzzle puzzle;
  if (box_width == 0) {
    box_width = 1;
    while (box_width * box_width < n) ++box_width;
    if (box_width * box_width != n && at(n) * at(n) == squares.size()) {
      throw std::invalid_argument("a sudoku of " + std::to_string(n) + " x " + std::to_string(n) +
                                  " squares has no square boxes: give the width of its boxes");
    }
  }
  if (at(n) * at(n) != squares.size() || box_width < 1 || n % box_width != 0 || squares.empty() ||
      at(n) > symbols.size()) {
    throw std::invalid_argument(
        std::to_string(squares.size()) + " squares do not make a sudoku" +
        (box_width > 0 ? " with boxes " + std::to_string(box_width) + " wide" : "") +
        "; a usual one has 81");
  }
  puzzle.box_width = box_width;
  puzzle.box_height = n / box_width;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    char c = squares[i];
    int value = 0;
    if (c != '0' && c != '.') {
      if (n <= 35) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      const auto found = symbols.find(c);
      if (found == std::string_view::npos || found >= at(n)) {
        throw std::invalid_argument(std::string("'") + squares[i] + "' at square " +
                                    std::to_string(i + 1) + " is no value; wanted 1 to " +
                                    symbol(n) + ", and 0 or . for empty");
      }
      value = static_cast<int>(found) + 1;
    }
    puzzle.squares.push_back(value);
  }
  return puzzle;
}

Model build(Puzzle puzzle) {
  const int n = puzzle.size();
  if (n < 1 || at(n) > symbols.size() || puzzle.squares.size() != at(n) * at(n)) {
    throw std::invalid_argument("not a sudoku: " + std::to_string(puzzle.squares.size()) +
                                " squares for size " + std::to_string(n));
  }

  // Which square holds a value in a unit, from 1; 0: none yet.
  std::vector<int> holder(at(3 * n) * at(n));
  const auto held = [&](int unit, int value) -> int& {
    return holder[at(unit) * at(n) + at(value - 1)];
  };
  for (int s = 0; s < n * n; ++s) {
    const int value = puzzle.squares[at(s)];
    if (value == 0) continue;
    const auto [row, column, box] = units_of(puzzle, s);
    for (const int unit : {row, column, box}) {
      int& other = held(unit, value);
      if (other != 0) {
        const auto place = [&](int square) {
          return "row " + std::to_string(square / n + 1) + " column " +
                 std::to_string(square % n + 1);
        };
        throw std::invalid_argument(std::string("two ") + symbol(value) + " in " +
                                    unit_name(unit, n) + ": at " + place(other - 1) + " and " +
                                    place(s));
      }
      other = s + 1;
    }
  }

  ProblemBuilder builder;
  const auto digit = [](int i) { return lattice::base62[at(i)]; };
  std::vector<std::optional<ItemId>> square_item(at(n * n));
  for (int s = 0; s < n * n; ++s) {
    if (puzzle.squares[at(s)] != 0) continue;
    square_item[at(s)] = builder.primary(std::string("p") + digit(s / n) + digit(s % n));
  }
  std::vector<std::optional<ItemId>> unit_item(holder.size());
  for (int unit = 0; unit < 3 * n; ++unit) {
    for (int value = 1; value <= n; ++value) {
      if (held(unit, value) != 0) continue;
      unit_item[at(unit) * at(n) + at(value - 1)] =
          builder.primary(std::string(1, "rcx"[unit / n]) + digit(unit % n) + symbol(value));
    }
  }
  std::vector<Candidate> candidates;
  for (int s = 0; s < n * n; ++s) {
    if (!square_item[at(s)]) continue;
    const auto [row, column, box] = units_of(puzzle, s);
    for (int value = 1; value <= n; ++value) {
      const auto lacks = [&](int unit) { return unit_item[at(unit) * at(n) + at(value - 1)]; };
      if (!lacks(row) || !lacks(column) || !lacks(box)) continue;
      builder.option({*square_item[at(s)], *lacks(row), *lacks(column), *lacks(box)});
      candidates.push_back({s, value});
    }
  }
  return {std::move(puzzle), std::move(candidates), std::move(builder).build()};
}

Puzzle decode(const Model& model, std::span<const OptionId> solution) {
  Puzzle solved = model.puzzle;
  for (const OptionId option : solution) {
    const auto [square, value] = model.candidates[index(option)];
    solved.squares[at(square)] = value;
  }
  return solved;
}

std::string draw(const Model&, const Puzzle& solved) {
  const int n = solved.size();
  std::string picture;
  for (int r = 0; r < n; ++r) {
    if (r > 0 && r % solved.box_height == 0) picture += '\n';
    for (int c = 0; c < n; ++c) {
      if (c > 0) picture += c % solved.box_width == 0 ? "  " : " ";
      const int value = solved.squares[at(r * n + c)];
      picture += value == 0 ? '.' : symbol(value);
    }
    picture += '\n';
  }
  return picture + '\n';
}

}  // namespace dlx::sudoku
