// Cells that stay empty, and pieces that are placed already.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "reductions/polycube/puzzle.hpp"

namespace dlx::polycube {
namespace {

/// Reads whole numbers separated by a character. The result is empty if the text is something else.
std::vector<int> numbers_in(std::string_view words, char between) {
  std::vector<int> numbers;
  for (;;) {
    const auto end = std::min(words.find(between), words.size());
    const auto number = to_number<int>(words.substr(0, end));
    if (!number || *number < 0) return {};
    numbers.push_back(*number);
    if (end == words.size()) return numbers;
    words.remove_prefix(end + 1);
  }
}

Piece gap(Cells cells, Bounds copies) {
  return {.name = ".", .cells = std::move(cells), .copies = copies, .is_gap = true};
}

}  // namespace

std::optional<Bounds> range_in(std::string_view words) {
  const auto dots = std::min(words.find(".."), words.size());
  const auto least = to_number<std::uint32_t>(words.substr(0, dots));
  const auto most = dots == words.size() ? least : to_number<std::uint32_t>(words.substr(dots + 2));
  if (!least || !most || *least > *most) return std::nullopt;
  return Bounds{*least, *most};
}

std::optional<std::uint64_t> cells_left(const Puzzle& puzzle) {
  std::uint64_t filled = 0;
  for (const Piece& piece : puzzle.pieces) {
    if (piece.is_gap) continue;
    if (!piece.copies || piece.copies->at_least != piece.copies->at_most) return std::nullopt;
    for (const Cells& cells : piece.alternatives) {
      if (cells.size() != piece.cells.size()) return std::nullopt;
    }
    filled += std::uint64_t{piece.copies->at_most} * piece.cells.size();
  }
  const std::uint64_t room = puzzle.target.size() + puzzle.optional_cells.size();
  if (filled > room) return std::nullopt;
  return room - filled;
}

void leave_empty(Puzzle& puzzle, std::string_view gaps) {
  const std::vector<int> sides = numbers_in(gaps, 'x');
  const std::optional<Bounds> number = range_in(gaps);
  if (!number && (sides.size() != 2 || sides[0] == 0 || sides[1] == 0)) {
    throw std::invalid_argument(in_quotes(gaps) +
                                " is neither a number of empty cells, such as 5 or 0..5, nor "
                                "ROWSxCOLUMNS");
  }
  std::erase_if(puzzle.pieces, [](const Piece& piece) { return piece.is_gap; });
  const auto left = cells_left(puzzle);
  if (!number) {
    Cells block = lattice::region(sides);
    if (left && *left != block.size()) {
      throw std::invalid_argument(
          "the pieces leave " + quantity(*left, "cell") + " empty, and a block of " +
          std::string(gaps) + " has " + std::to_string(block.size()) +
          (*left == 0 ? ""
                      : "; --gaps " + std::to_string(*left) + " allows any cells to be empty"));
    }
    puzzle.pieces.push_back(gap(std::move(block), {}));
    if (!puzzle.optional_cells.empty()) puzzle.holes = 0;
    return;
  }
  if (number->at_most == 0 && puzzle.optional_cells.empty()) return;
  if (left && (*left < number->at_least || *left > number->at_most)) {
    throw std::invalid_argument("the pieces leave " + quantity(*left, "cell") + " empty, not " +
                                std::string(gaps));
  }
  if (!left && number->at_least > 0) {
    // Puzzle::holes limits only the greatest number of empty cells. To require a least number,
    // copies of a piece of one cell represent the empty cells. Therefore all cells of the grid must
    // have equal shapes.
    const lattice::Grid grid = puzzle.grid;
    const bool is_uniform = grid == lattice::Grid::cubes || grid == lattice::Grid::hexagons ||
                            grid == lattice::Grid::spheres;
    const bool all_may_be_empty = puzzle.optional_cells.empty();
    if (!all_may_be_empty || !is_uniform) {
      throw std::invalid_argument(
          std::string(
              all_may_be_empty
                  ? "on this grid the number of empty cells has a least value only if the "
                    "number of each piece is fixed"
                  : "the number of empty cells has a least value only if all cells may stay "
                    "empty, or if the number of each piece is fixed") +
          "; instead of " + std::string(gaps) + " write 0.." + std::to_string(number->at_most));
    }
    puzzle.pieces.push_back(gap(lattice::region({1, 1}), *number));
    return;
  }
  if (puzzle.optional_cells.empty()) {
    puzzle.optional_cells = std::exchange(puzzle.target, {});
    puzzle.optional_colours = std::exchange(puzzle.target_colours, {});
  }
  puzzle.holes = number->at_most;
}

std::string gaps_in_words(const Puzzle& puzzle) {
  for (const Piece& piece : puzzle.pieces) {
    if (!piece.is_gap) continue;
    if (piece.cells.size() > 1) {
      throw std::invalid_argument("a block of cells that stays empty cannot be written");
    }
    const Bounds copies = piece.copies.value_or(Bounds{});
    return copies.at_least == copies.at_most
               ? std::to_string(copies.at_most)
               : std::to_string(copies.at_least) + ".." + std::to_string(copies.at_most);
  }
  const bool fills_all = puzzle.target.empty() && puzzle.holes == 0U;
  if (puzzle.optional_cells.empty() || fills_all) return "";
  if (puzzle.holes) return "0.." + std::to_string(*puzzle.holes);
  return puzzle.target.empty() ? "0.." + std::to_string(puzzle.optional_cells.size()) : "";
}

void place(Puzzle& puzzle, std::string_view words, Placing placing) {
  const Cell low = lattice::extent(all_cells(puzzle)).low;
  const bool by_rows = placing == Placing::rows;
  // The largest side of a box; sums of such numbers do not overflow.
  constexpr int largest = 1'000'000;
  while (!words.empty()) {
    const auto end = std::min(words.find(';'), words.size());
    std::string_view rest = words.substr(0, end);
    const std::string_view entry = rest;
    words.remove_prefix(std::min(end + 1, words.size()));
    const std::string_view name = next_word(rest);
    const bool has_at = next_word(rest) == "at";
    const std::vector<int> at = numbers_in(next_word(rest), ',');
    const bool names_layer = at.size() == 3;
    if (!has_at || !next_word(rest).empty() || at.size() < 2 || at.size() > 3 ||
        (!by_rows && !names_layer && !lattice::is_flat(all_cells(puzzle))) ||
        *std::max_element(at.begin(), at.end()) > largest ||
        (by_rows && std::find(at.begin(), at.end(), 0) != at.end())) {
      throw std::invalid_argument(in_quotes(entry) + " is not a place of a piece, such as " +
                                  (by_rows ? "X at 2,1 for row 2 and column 1, both counted from 1"
                                           : "X at 0,2,1 for x 0, y 2 and z 1"));
    }
    const auto found = std::find_if(puzzle.pieces.begin(), puzzle.pieces.end(),
                                    [&](const Piece& piece) { return piece.name == name; });
    if (found == puzzle.pieces.end()) {
      throw std::invalid_argument("the puzzle has no piece " + in_quotes(name));
    }
    if (found->copies != Bounds{}) {
      throw std::invalid_argument("only a piece that is used once can be placed, not " +
                                  in_quotes(name));
    }
    if (found->corner) {
      throw std::invalid_argument("piece " + in_quotes(name) + " has a place already");
    }
    if (by_rows) {
      found->corner = Cell{low.x + at.back() - 1, low.y + at[at.size() - 2] - 1,
                           low.z + (names_layer ? at[0] - 1 : 0)};
    } else {
      found->corner = Cell{at[0], at[1], names_layer ? at[2] : low.z};
    }
  }
}

}  // namespace dlx::polycube
