#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "reductions/apart/distances.hpp"
#include "reductions/apart/rotations.hpp"
#include "reductions/apart/slide_matrix.hpp"
#include "reductions/apart/state_table.hpp"
#include "reductions/apart/turn_moves.hpp"
#include "reductions/lattice/slides.hpp"

namespace dlx::apart {

/// Thrown when a search that also rotates pieces reaches its limit on positions or memory.
struct TurningLimit {};

/// A part: pieces that have not been separated from each other yet, and their positions. The first
/// piece is the one that does not move.
struct TurningPart {
  std::vector<std::uint32_t> pieces;  ///< numbers of the pieces in the assembly
  std::vector<lattice::Cells> cells;  ///< the cells of each piece
};

/// The states of one part that can be reached by slides and turns. Pieces are numbered by their
/// positions in the part.
class TurnedStates {
 public:
  /// A function that is called for each state that is expanded, for each state that is found, and
  /// for each axis that is tried. The function may throw TurningLimit.
  using Check = std::function<void(const StateTable&)>;

  /// The part and the distances must outlive the object. Throws TurningLimit for pieces that are
  /// too long.
  TurnedStates(const TurningPart& part, Distances& distances, const TurnMoves& turn_moves,
               Check check);

  /// A state, and the pieces that a slide without end separates from the others. The first piece
  /// never slides.
  struct Separation {
    std::uint32_t state;      ///< number of the state
    Mask removed;             ///< the pieces that slide away
    lattice::Cell direction;  ///< direction of the slide, a unit vector
  };
  /// Searches the states for the first one that can be separated. No other state that can be
  /// separated needs fewer moves. The search tries turns only if `with_turns` is true.
  std::optional<Separation> explore(bool with_turns);

  /// The moves from the first state to the state of the separation, then the slide that separates
  /// the pieces.
  std::vector<lattice::Slide> way_to(const Separation& separation);
  /// The given pieces at their positions in a state, in the order of the part.
  TurningPart part_of(std::uint32_t state, Mask pieces);
  /// The set of all pieces of the part.
  [[nodiscard]] Mask all() const { return first(n_); }

 private:
  using Byte = StateTable::Byte;
  /// The place of a piece: the piece is turned by one of rotations(), then shifted.
  struct Place {
    std::size_t rotation = 0;
    lattice::Cell shift;
  };
  /// A piece and all its rotations.
  struct Piece {
    std::array<lattice::Cells, rotation_count> images;
    // The number of each rotated shape; equal shapes have equal numbers.
    std::array<std::uint32_t, rotation_count> shapes{};
    [[nodiscard]] Place first_of(const Place& place) const;
  };
  struct Move {
    Mask moving = 0;  // the pieces that move, never the first piece
    lattice::Cell direction;
    int distance = 0;
    std::optional<lattice::QuarterTurn> turn = {};
  };
  using Visit = std::function<void(const std::vector<Byte>&, const Move&)>;

  void measure(const Byte* state);
  [[nodiscard]] std::uint32_t shape_of(std::size_t i) const {
    return pieces_[i].shapes[places_[i].rotation];
  }
  std::optional<Separation> separation(std::uint32_t id);
  void for_each_move(const Visit& visit);
  void slide(Mask sliding, std::size_t axis, int distance, const Visit& visit);
  void quarter(Mask turning, const lattice::QuarterTurn& turn, const Visit& visit);
  template <class Change>
  void make(const Move& move, const Visit& visit, Change change);
  [[nodiscard]] lattice::Slide as_slide(const Move& move) const;

  const TurningPart& part_;
  Distances& distances_;
  TurnMoves turn_moves_;
  Check check_;
  std::size_t n_;
  std::vector<Piece> pieces_;
  lattice::Cell origin_;  // the origin of the coordinates of states
  StateTable states_;
  bool with_turns_ = false;
  // Data about the state for which measure() was called.
  std::vector<Place> places_;
  std::vector<lattice::Cells> cells_;
  SlideMatrix<Distances::most_axes> matrix_;
  std::vector<Byte> next_;
};

}  // namespace dlx::apart
