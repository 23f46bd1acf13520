#include "placed.hpp"

#include <algorithm>
#include <optional>

namespace dlx::python {
namespace {

/// The panels of a cube's shell, if the layout is one.
std::optional<std::vector<faces::Panel>> panels_of(const faces::Layout& layout) {
  for (int side = 1; side <= 2; ++side) {
    std::vector<faces::Panel> panels = faces::shell(side);
    const bool same = std::equal(
        panels.begin(), panels.end(), layout.names.begin(), layout.names.end(),
        [](const faces::Panel& panel, const std::string& name) { return panel.name == name; });
    if (same) return panels;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Placed> placed_in(const polycube::Model& model, const polycube::Assembly& assembly) {
  lattice::Cells all = model.puzzle.target;
  all.insert(all.end(), model.puzzle.optional_cells.begin(), model.puzzle.optional_cells.end());
  const bool flat = lattice::is_flat(all);
  std::vector<Placed> pieces;
  for (const polycube::Placement& placement : assembly) {
    Placed& placed = pieces.emplace_back();
    placed.piece = model.puzzle.pieces[placement.piece].name;
    for (const lattice::Cell& c : placement.cells) {
      placed.cells.push_back(flat ? std::vector{c.x, c.y} : std::vector{c.x, c.y, c.z});
    }
  }
  return pieces;
}

std::vector<Placed> placed_in(const faces::Model& model, const faces::Assembled& assembled) {
  const auto panels = panels_of(model.puzzle.layout);
  std::vector<Placed> pieces;
  for (const faces::Placement& placement : assembled) {
    Placed& placed = pieces.emplace_back();
    placed.piece = model.puzzle.pieces[placement.piece].name;
    placed.position = model.puzzle.layout.names[placement.position];
    placed.rim = faces::word(placement.rim);
    if (!panels) continue;
    for (int row = 0; row < faces::piece_side; ++row) {
      for (int column = 0; column < faces::piece_side; ++column) {
        if (!faces::filled(placement.rim, row, column)) continue;
        const lattice::Cell& c =
            (*panels)[placement.position]
                .cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        placed.cells.push_back({c.x, c.y, c.z});
      }
    }
  }
  return pieces;
}

std::vector<Placed> placed_in(const snake::Model&, const snake::Folding& folding) {
  std::vector<Placed> cubelets;
  for (std::size_t i = 0; i < folding.cells.size(); ++i) {
    const lattice::Cell& c = folding.cells[i];
    cubelets.push_back({.piece = static_cast<int>(i), .cells = {{c.x, c.y, c.z}}});
  }
  return cubelets;
}

std::vector<Placed> placed_in(const classics::queens::Model&,
                              const classics::queens::Board& board) {
  std::vector<Placed> queens;
  for (std::size_t row = 0; row < board.size(); ++row) {
    queens.push_back({.piece = std::string("Q"), .cells = {{board[row], static_cast<int>(row)}}});
  }
  return queens;
}

std::vector<Placed> placed_in(const classics::langford::Model& model,
                              const classics::langford::Row& row) {
  std::vector<Placed> pairs;
  for (int number = 1; number <= model.n; ++number) {
    Placed& pair = pairs.emplace_back();
    pair.piece = number;
    for (std::size_t place = 0; place < row.size(); ++place) {
      if (row[place] == number) pair.cells.push_back({static_cast<int>(place)});
    }
  }
  return pairs;
}

std::vector<Placed> placed_in(const classics::sudoku::Model& model,
                              const classics::sudoku::Puzzle& solved) {
  std::vector<Placed> values;
  const auto size = static_cast<std::size_t>(solved.size());
  for (std::size_t square = 0; square < solved.squares.size(); ++square) {
    if (model.puzzle.squares[square] != 0) continue;
    values.push_back(
        {.piece = solved.squares[square] - 1 + solved.alphabet.least,
         .cells = {{static_cast<int>(square % size), static_cast<int>(square / size)}}});
  }
  return values;
}

}  // namespace dlx::python
