#include "reductions/faces/rim.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace dlx::faces {

Rim laid(Rim rim, Lay lay) noexcept {
  unsigned result = 0;
  for (unsigned cell = 0; cell < rim_cells; ++cell) {
    if (has_cell(rim, cell)) result |= 1U << lay(cell);
  }
  return static_cast<Rim>(result);
}

std::vector<Rim> ways_to_lay(Rim rim, bool turn_over) {
  std::vector<Rim> ways;
  for (const bool over : {false, true}) {
    if (over && !turn_over) break;
    for (std::uint8_t quarters = 0; quarters < 4; ++quarters) {
      const Rim way = laid(rim, {over, quarters});
      if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
    }
  }
  return ways;
}

int cell_count(Rim rim) noexcept {
  return inner_cells + std::popcount(rim);
}

std::optional<Corner> loose_corner(Rim rim) noexcept {
  for (Corner corner = 0; corner < 4; ++corner) {
    const unsigned cell = corner_cell(corner);
    if (has_cell(rim, cell) && !has_cell(rim, cell + 1) &&
        !has_cell(rim, (cell + rim_cells - 1) % rim_cells)) {
      return corner;
    }
  }
  return std::nullopt;
}

std::string word(Rim rim) {
  std::string text;
  for (unsigned cell = 0; cell < rim_cells; ++cell) text += has_cell(rim, cell) ? '1' : '0';
  return text;
}

Rim from_word(std::string_view word) {
  unsigned rim = 0;
  if (word.size() != rim_cells || word.find_first_not_of("01") != std::string_view::npos) {
    throw std::invalid_argument(
        "a piece's word has 16 characters 0 and 1, clockwise from the top "
        "left corner");
  }
  for (unsigned cell = 0; cell < rim_cells; ++cell) {
    if (word[cell] == '1') rim |= 1U << cell;
  }
  return static_cast<Rim>(rim);
}

unsigned rim_cell(int row, int column) noexcept {
  constexpr int last = piece_side - 1;
  const int cell = row == 0         ? column
                   : column == last ? last + row
                   : row == last    ? 3 * last - column
                                    : 4 * last - row;
  return static_cast<unsigned>(cell);
}

bool filled(Rim rim, int row, int column) noexcept {
  const auto inner = [](int v) { return v > 0 && v < piece_side - 1; };
  return (inner(row) && inner(column)) || has_cell(rim, rim_cell(row, column));
}

Rim from_rows(const std::array<std::array<bool, 5>, 5>& rows) {
  unsigned rim = 0;
  for (int r = 0; r < piece_side; ++r) {
    for (int c = 0; c < piece_side; ++c) {
      const bool there = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
      const bool must = filled(0, r, c);
      if (must && !there) {
        throw std::invalid_argument("row " + std::to_string(r + 1) + ", column " +
                                    std::to_string(c + 1) +
                                    " is empty; the middle 3x3 of a piece is always there");
      }
      if (!must && there) rim |= 1U << rim_cell(r, c);
    }
  }
  return static_cast<Rim>(rim);
}

}  // namespace dlx::faces
