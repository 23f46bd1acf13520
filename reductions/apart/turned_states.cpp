// States. Positions are relative to the first piece of the part. So a move of a set that contains
// the first piece is stored as the inverse move of the other pieces. Each other piece has four
// bytes: one of 24 rotations, and the shift of its cells after the rotation. If several rotations
// give a piece equal cells, the first of them is stored. So different states have different cells.
//
// Moves. Slides are found from distances between shapes, as in disassembly.cpp. Turns are found
// from cells, as in turn_moves.cpp. A state stores only its parent, not the move. The moves that
// lead to a state are searched again when they are needed.
#include "reductions/apart/turned_states.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::Cells;
using lattice::QuarterTurn;
using lattice::Slide;

/// Number of bytes of a piece in a state: one for its rotation, three for its shift.
constexpr std::size_t bytes_of_piece = 4;

Cells shifted(const Cells& cells, const Cell& by) {
  Cells result;
  result.reserve(cells.size());
  for (const Cell& cell : cells) result.push_back(cell + by);
  return result;
}

/// A hash of the bytes, equal in every run; 0 if no piece has moved.
std::uint64_t hash_of(const std::vector<StateTable::Byte>& bytes) {
  static const auto factors = [] {
    std::array<std::uint64_t, bytes_of_piece * most_pieces> result{};
    std::mt19937_64 random(1);
    for (std::uint64_t& factor : result) factor = random();
    return result;
  }();
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    hash += factors[i] * static_cast<std::uint64_t>(std::int64_t{bytes[i]});
  }
  return hash;
}

}  // namespace

TurnedStates::TurnedStates(const TurningPart& part, Distances& distances,
                           const TurnMoves& turn_moves, Check check)
    : part_(part),
      distances_(distances),
      turn_moves_(turn_moves),
      check_(std::move(check)),
      n_(part.pieces.size()),
      pieces_(n_),
      places_(n_),
      cells_(n_),
      next_(bytes_of_piece * (n_ - 1)) {
  // The origin of the coordinates is near the pieces, so that shifts are small.
  origin_ = part.cells.front().front();
  for (std::size_t i = 0; i < n_; ++i) {
    const Cells cells = shifted(part.cells[i], Cell{} - origin_);
    for (std::size_t r = 0; r < rotation_count; ++r) {
      pieces_[i].images[r] = image(cells, rotations()[r]);
      const auto shape = distances.shape(pieces_[i].images[r]);
      if (!shape) throw TurningLimit();
      pieces_[i].shapes[r] = *shape;
    }
  }
}

/// Several pairs of a rotation and a shift may give a piece the same cells. Returns the pair with
/// the first rotation among them.
TurnedStates::Place TurnedStates::Piece::first_of(const Place& place) const {
  const auto same = static_cast<std::size_t>(
      std::find(shapes.begin(), shapes.end(), shapes[place.rotation]) - shapes.begin());
  return {same, place.shift + images[place.rotation].front() - images[same].front()};
}

std::optional<TurnedStates::Separation> TurnedStates::explore(bool with_turns) {
  with_turns_ = with_turns;
  states_.reset(n_, bytes_of_piece);
  for (std::uint32_t id = 0; id < states_.size(); ++id) {
    check_(states_);
    measure(states_.at(id));
    if (const auto found = separation(id)) return found;
    for_each_move([&](const std::vector<Byte>& next, const Move&) {
      check_(states_);
      states_.insert(next.data(), hash_of(next), id);
    });
  }
  return std::nullopt;
}

std::vector<Slide> TurnedStates::way_to(const Separation& separation) {
  std::vector<Slide> way{
      as_slide({.moving = separation.removed, .direction = separation.direction})};
  for (std::uint32_t id = separation.state; id != 0; id = states_.parent(id)) {
    std::optional<Move> made;
    measure(states_.at(states_.parent(id)));
    for_each_move([&](const std::vector<Byte>& next, const Move& move) {
      if (!made && std::equal(next.begin(), next.end(), states_.at(id))) made = move;
    });
    way.push_back(as_slide(made.value()));
  }
  std::reverse(way.begin(), way.end());
  return way;
}

TurningPart TurnedStates::part_of(std::uint32_t state, Mask pieces) {
  measure(states_.at(state));
  TurningPart result;
  for (; pieces != 0; pieces &= pieces - 1) {
    result.pieces.push_back(part_.pieces[lowest(pieces)]);
    result.cells.push_back(shifted(cells_[lowest(pieces)], origin_));
  }
  return result;
}

/// Converts a move from the coordinates of states to the coordinates of the assembly.
Slide TurnedStates::as_slide(const Move& move) const {
  Slide slide{.pieces = {},
              .direction = move.direction,
              .distance = static_cast<std::uint32_t>(move.distance),
              .turn = move.turn};
  for (Mask rest = move.moving; rest != 0; rest &= rest - 1) {
    slide.pieces.push_back(part_.pieces[lowest(rest)]);
  }
  std::sort(slide.pieces.begin(), slide.pieces.end());
  if (slide.turn) {
    Cell& twice = slide.turn->twice;
    twice = twice + times(2, origin_);
    for (int Cell::*along : {&Cell::x, &Cell::y, &Cell::z}) {
      if (slide.turn->axis.*along != 0) twice.*along = 0;
    }
  }
  return slide;
}

/// Moves the pieces to their positions in a state, and finds the distances between them.
void TurnedStates::measure(const Byte* state) {
  for (std::size_t i = 0; i < n_; ++i) {
    Place place;
    if (i > 0) {
      place = {static_cast<std::size_t>(state[0]), {state[1], state[2], state[3]}};
      state += bytes_of_piece;
    }
    places_[i] = place;
    cells_[i] = shifted(pieces_[i].images[place.rotation], place.shift);
  }
  matrix_.reset(n_, Distances::axes());
  for (std::size_t i = 1; i < n_; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Cell offset = cells_[i].front() - cells_[j].front();
      matrix_.set(j, i, offset,
                  [&] { return distances_.between(shape_of(j), shape_of(i), offset); });
    }
  }
}

/// A set of pieces that can slide without end in the state that measure() was called for. The set
/// never contains the first piece.
std::optional<TurnedStates::Separation> TurnedStates::separation(std::uint32_t id) {
  std::optional<Separation> found;
  for (std::size_t axis = 0; axis < Distances::axes() && !found; ++axis) {
    if (!matrix_.can_leave(axis)) continue;
    matrix_.make_blocks(axis);
    static_cast<void>(matrix_.close(Distances::without_end - 1));
    matrix_.closed_sets([&](Mask sliding) {
      const bool forward = (sliding & bit(0)) == 0;
      found = Separation{id, forward ? sliding : all() & ~sliding,
                         times(forward ? 1 : -1, Distances::step(axis))};
      return false;
    });
  }
  return found;
}

/// Calls `visit` for each state that is one move from the state that measure() was called for.
void TurnedStates::for_each_move(const Visit& visit) {
  for (std::size_t axis = 0; axis < Distances::axes(); ++axis) {
    if (!matrix_.can_slide(axis)) continue;
    matrix_.make_blocks(axis);
    int from = 1;
    for (std::uint16_t reached = 0; matrix_.close(reached); from = reached + 1) {
      reached = matrix_.next_distance(reached);
      matrix_.closed_sets([&](Mask sliding) {
        for (int distance = from; distance <= reached; ++distance) {
          slide(sliding, axis, distance, visit);
        }
        return true;
      });
    }
  }
  if (!with_turns_) return;
  turn_moves_.place(cells_);
  turn_moves_.for_each(
      [&](const QuarterTurn& turn, Mask turning) { quarter(turning, turn, visit); },
      [&] { check_(states_); });
}

/// Calls `visit` with the state after a move. `change` changes the place of one piece.
template <class Change>
void TurnedStates::make(const Move& move, const Visit& visit, Change change) {
  for (std::size_t i = 1; i < n_; ++i) {
    Place place = places_[i];
    if ((move.moving & bit(i)) != 0) {
      change(place);
      place = pieces_[i].first_of(place);
    }
    const std::size_t at = bytes_of_piece * (i - 1);
    const std::array<int, bytes_of_piece> bytes{static_cast<int>(place.rotation), place.shift.x,
                                                place.shift.y, place.shift.z};
    for (std::size_t b = 0; b < bytes_of_piece; ++b) {
      if (std::abs(bytes[b]) > StateTable::farthest) throw TurningLimit();
      next_[at + b] = static_cast<Byte>(bytes[b]);
    }
  }
  visit(next_, move);
}

void TurnedStates::slide(Mask sliding, std::size_t axis, int distance, const Visit& visit) {
  const bool forward = (sliding & bit(0)) == 0;
  const Move move{.moving = forward ? sliding : all() & ~sliding,
                  .direction = times(forward ? 1 : -1, Distances::step(axis)),
                  .distance = distance};
  make(move, visit,
       [&](Place& place) { place.shift = place.shift + times(move.distance, move.direction); });
}

void TurnedStates::quarter(Mask turning, const QuarterTurn& turn, const Visit& visit) {
  const bool forward = (turning & bit(0)) == 0;
  const QuarterTurn made{.axis = times(forward ? 1 : -1, turn.axis), .twice = turn.twice};
  const Quarter quarter = quarter_of(made);
  make({.moving = forward ? turning : all() & ~turning, .direction = {}, .turn = made}, visit,
       [&](Place& place) {
         place.rotation = quarter.after[place.rotation];
         place.shift = quarter.motion(place.shift);
       });
}

}  // namespace dlx::apart
