#include "reductions/polycube/naive.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace dlx::polycube {
namespace {

struct Search {
  std::vector<std::vector<std::uint64_t>> masks;  // for each piece, the bit masks of its placements
  NaiveCount result;

  void place(std::size_t piece, std::uint64_t filled) {
    if (piece == masks.size()) {
      ++result.solutions;
      return;
    }
    for (const std::uint64_t mask : masks[piece]) {
      if ((mask & filled) != 0) continue;
      ++result.placements_made;
      place(piece + 1, filled | mask);
    }
  }
};

}  // namespace

NaiveCount count_naively(const Model& model) {
  const Puzzle& puzzle = model.puzzle;
  std::size_t volume = 0;
  for (const Piece& piece : puzzle.pieces) {
    if (piece.copies != Bounds{}) {
      throw std::invalid_argument("the naive search wants every piece exactly once");
    }
    volume += piece.cells.size();
  }
  if (puzzle.target.size() > 64 || !puzzle.optional_cells.empty() ||
      volume != puzzle.target.size()) {
    throw std::invalid_argument(
        "the naive search wants at most 64 cells, and pieces that fill them all");
  }
  Search search;
  search.masks.resize(puzzle.pieces.size());
  for (const Placement& placement : model.placements) {
    std::uint64_t mask = 0;
    for (const Cell& cell : placement.cells) {
      const auto at = std::lower_bound(puzzle.target.begin(), puzzle.target.end(), cell);
      mask |= std::uint64_t{1} << (at - puzzle.target.begin());
    }
    search.masks[placement.piece].push_back(mask);
  }
  search.place(0, 0);
  return search.result;
}

}  // namespace dlx::polycube
