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

/// Which sets of pieces can turn by a quarter while the others stay, in one state after another.
class TurnMoves {
 public:
  /// No cell's centre may be farther from an axis than this, in cells and in either coordinate.
  static constexpr int farthest = 40;

  /// `reach`: the limit on the distance of axes from the centres of all cells, in cells, at most
  /// `farthest`. `quarters` must have twice this reach, in halves, and must outlive the object.
  TurnMoves(QuarterTurns& quarters, int reach);

  /// Sets the cells of each piece of a state, at most 64 pieces; best with the largest first.
  void place(std::span<const lattice::Cells> pieces);

  /// Receives a turn and the pieces that turn, neither none nor all.
  using Visit = std::function<void(const lattice::QuarterTurn&, Mask)>;
  /// Calls `visit` for each turn about +x, +y and +z. The sets that can turn the other way are the
  /// complements of these sets.
  void for_each(const Visit& visit);

 private:
  struct Axis {
    std::size_t along, across, up;  // the turn goes from `across` to `up`
    std::array<int, 3> twice;
  };

  bool find_pushed(const Axis& axis);
  template <class IsEnough>
  [[nodiscard]] Mask hits(const Axis& axis, std::size_t piece, bool back, IsEnough is_enough) const;
  [[nodiscard]] Mask hits_of_first(const Axis& axis) const;
  void visit_sets(const Axis& axis, const Visit& visit);
  [[nodiscard]] int at(const std::array<int, 3>& cell) const;

  QuarterTurns& quarters_;
  int reach_;                                           // greatest distance of an axis, in halves
  std::vector<std::vector<std::array<int, 3>>> cells_;  // the cells of each piece
  std::array<int, 3> low_{}, high_{};                   // corners of the box around all cells
  std::array<int, 3> stride_{};                         // of an index into the box
  std::vector<std::uint8_t> piece_at_;                  // by cell of the box; most_pieces: none
  std::array<Mask, most_pieces> pushed_{};
};

}  // namespace dlx::apart
