// For a given axis, piece a hits piece b if some cell of a collides with a cell of b during a
// quarter turn. Piece a pushes piece b if it hits b, or hits a piece that pushes b. A set can turn
// while the other pieces stay if it pushes none of them. As with slides, these sets are the closed
// sets of a graph. So groups of any size can turn, and only the number of states limits the search.
//
// For most axes no set can turn, because every piece pushes all others, directly or by way of
// others. Often the cells of some pieces are enough to show that no set can turn. If a piece is
// known to push all others, each piece that pushes this piece also pushes all others. A piece hits
// another if and only if the other hits it on the inverse turn. So the cells of a large cage of,
// for example, a hundred cells never need to be turned.
#include "reductions/apart/turn_moves.hpp"

#include <algorithm>
#include <limits>

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::Cells;
using lattice::QuarterTurn;

Cell as_cell(const std::array<int, 3>& c) {
  return {c[0], c[1], c[2]};
}

}  // namespace

TurnMoves::TurnMoves(QuarterTurns& quarters, int reach) : quarters_(quarters), reach_(2 * reach) {}

void TurnMoves::place(std::span<const Cells> pieces) {
  cells_.resize(pieces.size());
  low_.fill(std::numeric_limits<int>::max());
  high_.fill(std::numeric_limits<int>::min());
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    cells_[p].clear();
    for (const Cell& c : pieces[p]) {
      cells_[p].push_back(as_array(c));
      for (std::size_t i = 0; i < 3; ++i) {
        low_[i] = std::min(low_[i], cells_[p].back()[i]);
        high_[i] = std::max(high_[i], cells_[p].back()[i]);
      }
    }
  }
  int volume = 1;
  int short_sides = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    stride_[i] = volume;
    volume *= high_[i] - low_[i] + 1;
    if (high_[i] - low_[i] <= reach_) ++short_sides;
  }
  if (short_sides < 2) return;  // for_each() finds no axis of a turn and needs no piece_at_
  piece_at_.assign(static_cast<std::size_t>(volume), most_pieces);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    for (const auto& cell : cells_[p])
      piece_at_[static_cast<std::size_t>(at(cell))] = static_cast<std::uint8_t>(p);
  }
}

int TurnMoves::at(const std::array<int, 3>& cell) const {
  int place = 0;
  for (std::size_t i = 0; i < 3; ++i) place += (cell[i] - low_[i]) * stride_[i];
  return place;
}

void TurnMoves::for_each(const Visit& visit, const std::function<void()>& check) {
  for (std::size_t along = 0; along < 3; ++along) {
    Axis axis{.along = along, .across = (along + 1) % 3, .up = (along + 2) % 3, .twice = {}};
    // Twice the centre of cell c is 2 c + 1. An axis is used only if the distance of every centre
    // from the axis is at most reach_.
    const auto from = [&](std::size_t i) { return 2 * high_[i] + 1 - reach_; };
    const auto to = [&](std::size_t i) { return 2 * low_[i] + 1 + reach_; };
    for (int x = from(axis.across); x <= to(axis.across); ++x) {
      for (int y = from(axis.up) + ((from(axis.up) + x) & 1); y <= to(axis.up); y += 2) {
        check();
        axis.twice[axis.across] = x;
        axis.twice[axis.up] = y;
        if (find_pushed(axis)) visit_sets(axis, visit);
      }
    }
  }
}

/// The pieces that a piece hits during its turn, or during the inverse turn if `back`. Stops as
/// soon as `is_enough` accepts the pieces found so far.
template <class IsEnough>
Mask TurnMoves::hits(const Axis& axis, std::size_t piece, bool back, IsEnough is_enough) const {
  // The inverse turn is the mirror image of the turn.
  const int sign = back ? -1 : 1;
  const std::array<int, 2> low{low_[axis.across], low_[axis.up]};
  const std::array<int, 2> high{high_[axis.across], high_[axis.up]};
  Mask met = 0;
  for (const auto& cell : cells_[piece]) {
    const Halves centre{2 * cell[axis.across] + 1 - axis.twice[axis.across],
                        sign * (2 * cell[axis.up] + 1 - axis.twice[axis.up])};
    const int place = at(cell);
    for (const Halves& offset : quarters_.met_from(centre)) {
      const int x = cell[axis.across] + offset.x;
      const int y = cell[axis.up] + sign * offset.y;
      if (x < low[0] || x > high[0] || y < low[1] || y > high[1]) continue;
      const int there =
          place + offset.x * stride_[axis.across] + sign * offset.y * stride_[axis.up];
      const std::size_t hit = piece_at_[static_cast<std::size_t>(there)];
      if (hit == most_pieces || (met & bit(hit)) != 0) continue;
      met |= bit(hit);
      if (is_enough(met)) return met;
    }
  }
  return met;
}

/// The pieces that the first piece hits. If the first piece has more cells than all other pieces
/// together, it is faster to find the pieces that hit the first piece during the inverse turn. The
/// two sets of pieces found in these ways are equal.
Mask TurnMoves::hits_of_first(const Axis& axis) const {
  const Mask all = first(cells_.size());
  std::size_t others = 0;
  for (std::size_t p = 1; p < cells_.size(); ++p) others += cells_[p].size();
  if (cells_[0].size() < others) {
    return hits(axis, 0, false, [&](Mask met) { return (met | bit(0)) == all; });
  }
  Mask met = 0;
  for (std::size_t p = 1; p < cells_.size(); ++p) {
    const auto hits_first = [](Mask hit) { return (hit & bit(0)) != 0; };
    if (hits_first(hits(axis, p, true, hits_first))) met |= bit(p);
  }
  return met;
}

/// Finds the pieces that each piece pushes. Returns false if each piece pushes all others.
bool TurnMoves::find_pushed(const Axis& axis) {
  const std::size_t n = cells_.size();
  const Mask all = first(n);
  pushed_[0] = bit(0) | hits_of_first(axis);
  Mask reached = pushed_[0];
  Mask tried = bit(0);  // pieces for which every hit piece has been found
  while (reached != all && reached != tried) {
    const std::size_t p = lowest(reached & ~tried);
    pushed_[p] = bit(p) | hits(axis, p, false, [&](Mask met) { return (met | reached) == all; });
    reached |= pushed_[p];
    if (reached != all) tried |= bit(p);
  }
  Mask pushes_all = reached == all ? bit(0) : 0;
  for (std::size_t p = 0; p < n; ++p) {
    if ((tried & bit(p)) != 0) continue;
    pushed_[p] = bit(p) | hits(axis, p, false, [&](Mask met) { return (met & pushes_all) != 0; });
  }
  for (bool grows = pushes_all != 0; grows;) {
    grows = false;
    for (std::size_t p = 0; p < n; ++p) {
      if ((pushes_all & bit(p)) != 0 || (pushed_[p] & pushes_all) == 0) continue;
      pushes_all |= bit(p);
      grows = true;
    }
  }
  if (pushes_all == all) return false;
  // For a piece that pushes all others, perhaps not all pushed pieces were found. Its set is
  // therefore replaced by the set of all pieces.
  for (; pushes_all != 0; pushes_all &= pushes_all - 1) pushed_[lowest(pushes_all)] = all;
  close_under_pushing(std::span(pushed_).first(n));
  return true;
}

void TurnMoves::visit_sets(const Axis& axis, const Visit& visit) {
  const QuarterTurn turn{.axis = lattice::unit_vector(axis.along), .twice = as_cell(axis.twice)};
  for_each_closed_set(std::span(pushed_).first(cells_.size()), [&](Mask turning) {
    visit(turn, turning);
    return true;
  });
}

}  // namespace dlx::apart
