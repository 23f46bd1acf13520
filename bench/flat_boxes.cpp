// Counts the tilings of a box by the twelve flat pentominoes, up to symmetry: by this library, and
// by a plain program, the best rival we could write in 60 lines. The plain program makes use of the
// board: cells are bits of one word, numbered along the short side. The program first places the X
// with its centre in one quarter of the box (one eighth of a square), because symmetries map the
// other places to these. Then it fills the first empty cell by every placement of an unused piece
// that begins there. It does not count the remaining options of an item. Both times include the
// preparation of the placements.
//
// Measured on a shared machine with AVX-512 (November 2026), milliseconds:
//
//   BOX    solutions   bitboard    dlx
//   6x10        2339        125     97
//   5x12        1010         48     47
//   4x15         368         10     13
//   3x20           2        1.0     10
//   8x8           65         18    7.5   with a hole of 2x2 in the middle
//
// Three experiments gained too little (dlx/engines/item_bits.cpp describes others). First, the
// engine branched on the smallest of the first 8 or 24 items in the order of item_bits. It visited
// 2.5 and 1.9 times as many nodes as bit_matrix on 5x12, and 9 and 4 times as many on 8x8. Second,
// bit_matrix searched nodes with more than 60 options, and item_bits the others. bit_matrix then
// visited 0.4 times as many nodes as alone. But item_bits visited 2 to 4 nodes for each node saved,
// and a saved node costs at most as much as three nodes of item_bits. Third, the plain program
// checked the sizes of empty regions. It then visited 0.8 times as many nodes in 0.9 times the
// time.

#include "bench/flat_boxes.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/generated.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::bench {
namespace {

/// A box of at most 64 cells with at least as many columns as rows.
struct Box {
  const char* name;
  int rows, columns;
  bool has_hole;  ///< whether the middle 2x2 cells are missing
  std::uint64_t solutions;

  [[nodiscard]] bool has(int row, int column) const {
    if (row < 0 || column < 0 || row >= rows || column >= columns) return false;
    const bool is_middle =
        std::abs(2 * row - rows + 1) == 1 && std::abs(2 * column - columns + 1) == 1;
    return !(has_hole && is_middle);
  }
};

constexpr Box boxes[] = {{"6x10", 6, 10, false, 2339},
                         {"5x12", 5, 12, false, 1010},
                         {"4x15", 4, 15, false, 368},
                         {"3x20", 3, 20, false, 2},
                         {"8x8", 8, 8, true, 65}};

// ------------------------------------------------------------------------- the plain program ---

using Board = std::uint64_t;
using Cells = std::array<std::pair<int, int>, 5>;

constexpr std::size_t x = 0;                                              // index of the X
constexpr Cells pieces[] = {{{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}},   // X
                            {{{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}},   // F
                            {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}},   // I
                            {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}}},   // L
                            {{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {3, 1}}},   // N
                            {{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}},   // P
                            {{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}}},   // T
                            {{{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}},   // U
                            {{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}}},   // V
                            {{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}},   // W
                            {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}}},   // Y
                            {{{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}}};  // Z

class Bitboard {
 public:
  explicit Bitboard(const Box& box) : box_(box) {
    for (int row = 0; row < box.rows; ++row) {
      for (int column = 0; column < box.columns; ++column) {
        if (box.has(row, column)) free_ |= bit(row, column);
      }
    }
    for (std::size_t piece = 0; piece < std::size(pieces); ++piece) place(piece);
  }

  /// Counts classes of solutions. In each class, one solution has the X at one of the places in
  /// `x_places_`, or two solutions if an axis of the box cuts the X. In the second case, each of
  /// the two counts as half a solution. No symmetry maps a solution to itself, because no symmetry
  /// maps the F to itself.
  [[nodiscard]] std::uint64_t count() const {
    constexpr unsigned others = (1U << std::size(pieces)) - 1 - (1U << x);
    std::uint64_t halves = 0;
    for (const auto& [cells, weight] : x_places_) halves += weight * fill(~free_ | cells, others);
    return halves / 2;
  }

 private:
  [[nodiscard]] Board bit(int row, int column) const {
    return Board{1} << (column * box_.rows + row);
  }

  void place(std::size_t piece) {
    std::vector<Board> seen;
    for (int turn = 0; turn < 8; ++turn) {
      Cells cells = pieces[piece];
      for (auto& [row, column] : cells) {
        if ((turn & 1) != 0) row = -row;
        if ((turn & 2) != 0) column = -column;
        if ((turn & 4) != 0) std::swap(row, column);
      }
      for (int row = -5; row < box_.rows + 5; ++row) {
        for (int column = -5; column < box_.columns + 5; ++column) {
          Board board = 0;
          int middle_row = 0, middle_column = 0;
          for (const auto& [r, c] : cells) {
            if (!box_.has(row + r, column + c)) break;
            board |= bit(row + r, column + c);
            middle_row += row + r;
            middle_column += column + c;
          }
          if (std::popcount(board) != 5) continue;
          if (std::find(seen.begin(), seen.end(), board) != seen.end()) continue;
          seen.push_back(board);
          if (piece == x) {
            add_x(board, middle_row / 5, middle_column / 5);
          } else {
            places_[static_cast<std::size_t>(std::countr_zero(board))][piece].push_back(board);
          }
        }
      }
    }
  }

  void add_x(Board board, int row, int column) {
    const bool is_square = box_.rows == box_.columns;
    if (2 * row > box_.rows - 1 || 2 * column > box_.columns - 1) return;
    if (is_square && row > column) return;
    const bool is_cut =
        2 * row == box_.rows - 1 || 2 * column == box_.columns - 1 || (is_square && row == column);
    x_places_.push_back({board, is_cut ? 1 : 2});
  }

  [[nodiscard]] std::uint64_t fill(Board covered, unsigned left) const {
    if (~covered == 0) return 1;
    const auto& places = places_[static_cast<std::size_t>(std::countr_one(covered))];
    std::uint64_t solutions = 0;
    for (unsigned rest = left; rest != 0; rest &= rest - 1) {
      const auto piece = static_cast<std::size_t>(std::countr_zero(rest));
      for (const Board cells : places[piece]) {
        if ((cells & covered) == 0) solutions += fill(covered | cells, left ^ 1U << piece);
      }
    }
    return solutions;
  }

  Box box_;
  Board free_ = 0;
  std::array<std::array<std::vector<Board>, std::size(pieces)>, 64> places_ = {};
  std::vector<std::pair<Board, std::uint64_t>> x_places_ = {};
};

Natural by_bitboard(const Box& box) {
  return Bitboard(box).count();
}

// ------------------------------------------------------------------------------- this library ---

Natural by_library(const Box& box) {
  std::vector<lattice::Cell> cells;
  for (int row = 0; row < box.rows; ++row) {
    for (int column = 0; column < box.columns; ++column) {
      if (box.has(row, column)) cells.push_back({column, row, 0});
    }
  }
  const polycube::Model model = polycube::build(classics::pentominoes::puzzle(cells));
  const symmetry::SymmetryGroup group(model.problem, symmetry::automorphisms(model.problem));
  return count_classes(model.problem, group, {.threads = 1}).classes;
}

void run(benchmark::State& state, const Box& box, Natural (*count)(const Box&)) {
  for (auto _ : state) {
    if (count(box) != Natural(box.solutions)) throw std::runtime_error("a wrong count");
  }
}

}  // namespace

void register_flat_boxes() {
  for (const Box& box : boxes) {
    const std::string name = std::string("flat_boxes/") + box.name;
    const auto add = [&](const char* how, Natural (*count)(const Box&)) {
      benchmark::RegisterBenchmark((name + how).c_str(), run, box, count)
          ->Unit(benchmark::kMillisecond);
    };
    add("/bitboard", by_bitboard);
    add("/dlx", by_library);
  }
}

}  // namespace dlx::bench
