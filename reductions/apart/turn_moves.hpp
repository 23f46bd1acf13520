#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reductions/apart/quarter_turns.hpp"
#include "reductions/apart/slide_matrix.hpp"
#include "reductions/lattice/slides.hpp"

namespace dlx::apart {

/// Finds the sets of pieces that can turn by 90 degrees while the other pieces stay. Works on one
/// state after another.
class TurnMoves {
 public:
  /// The greatest distance of a cell's centre from the axis of a turn, measured in each of the two
  /// coordinates across the axis. The unit is a whole cell, even if the search divides cells.
  static constexpr int farthest = 40;

  /// Only axes that are close to all cells are tried: in each of the two coordinates across the
  /// axis, the centre of every cell that place() has set must be at most `reach` cells from the
  /// axis. `quarters` must be made for a reach of at least twice `reach`, because QuarterTurns
  /// measures in halves of a cell. `quarters` must outlive the object.
  TurnMoves(QuarterTurns& quarters, int reach);

  /// Sets the cells of each piece of a state with at most 64 pieces. The search is fastest if the
  /// largest piece comes first.
  void place(std::span<const lattice::Cells> pieces);

  /// Receives a turn and the set of pieces that turn, which is neither empty nor all pieces.
  using Visit = std::function<void(const lattice::QuarterTurn&, Mask)>;
  /// Calls `visit` for each possible turn about +x, +y and +z. Turns in the opposite direction need
  /// no call of their own: the sets that can turn that way are the complements of the visited sets.
  /// `check` is called often, and may throw to end the search.
  void for_each(const Visit& visit, const std::function<void()>& check);

 private:
  struct Axis {
    // The axis of a turn, and the two axes of its plane: from `across` to `up`.
    std::size_t along, across, up;
    std::array<int, 3> twice;
  };

  bool find_pushed(const Axis& axis);
  template <class IsEnough>
  [[nodiscard]] Mask hits(const Axis& axis, std::size_t piece, bool back, IsEnough is_enough) const;
  [[nodiscard]] Mask hits_of_first(const Axis& axis) const;
  void visit_sets(const Axis& axis, const Visit& visit);
  [[nodiscard]] int at(const std::array<int, 3>& cell) const;

  QuarterTurns& quarters_;
  // An axis is tried only if its distance from the centre of every cell is at most reach_, in
  // halves of a cell.
  int reach_;
  std::vector<std::vector<std::array<int, 3>>> cells_;  // the cells of each piece
  std::array<int, 3> low_{}, high_{};                   // corners of the box around all cells
  // For each axis, the step of an index into the box from one cell to the next.
  std::array<int, 3> stride_{};
  // The piece at each cell of the box; most_pieces if no piece has the cell.
  std::vector<std::uint8_t> piece_at_;
  std::array<Mask, most_pieces> pushed_{};
};

}  // namespace dlx::apart
