#include "reductions/apart/rotations.hpp"

#include <algorithm>
#include <vector>

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::QuarterTurn;
using lattice::Turn;

using After = std::array<std::size_t, rotation_count>;

/// The product of two turns, of which `earlier` is applied first.
Turn product(const Turn& later, const Turn& earlier) {
  Turn result;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto from = static_cast<std::size_t>(later.axis[i]);
    result.axis[i] = earlier.axis[from];
    result.sign[i] = later.sign[i] * earlier.sign[from];
  }
  return result;
}

std::size_t number_of(const Turn& rotation) {
  const auto all = rotations();
  return static_cast<std::size_t>(std::find_if(all.begin(), all.end(),
                                               [&](const Turn& each) {
                                                 return each.axis == rotation.axis &&
                                                        each.sign == rotation.sign;
                                               }) -
                                  all.begin());
}

/// A quarter turn about a positive axis, or its inverse.
Turn quarter_turn(std::size_t along, bool forward) {
  const std::size_t across = (along + 1) % 3;
  const std::size_t up = (along + 2) % 3;
  Turn turn;
  turn.axis[across] = static_cast<int>(up);
  turn.axis[up] = static_cast<int>(across);
  turn.sign[across] = forward ? -1 : 1;
  turn.sign[up] = forward ? 1 : -1;
  return turn;
}

/// The products of all rotations with quarter turns. The index is twice the axis, plus one for
/// inverse turns.
const std::array<After, 6>& products() {
  static const auto table = [] {
    std::array<After, 6> result{};
    for (std::size_t q = 0; q < result.size(); ++q) {
      for (std::size_t r = 0; r < rotation_count; ++r) {
        result[q][r] = number_of(product(quarter_turn(q / 2, q % 2 == 0), rotations()[r]));
      }
    }
    return result;
  }();
  return table;
}

}  // namespace

std::span<const Turn> rotations() {
  static const auto all = [] {
    std::vector<Turn> result;
    for (const Turn& turn : lattice::turns()) {
      if (turn.determinant() == 1) result.push_back(turn);
    }
    return result;
  }();
  return all;
}

Quarter quarter_of(const QuarterTurn& turn) {
  const auto axis = as_array(turn.axis);
  const auto along = static_cast<std::size_t>(
      std::find_if(axis.begin(), axis.end(), [](int c) { return c != 0; }) - axis.begin());
  const bool forward = axis[along] > 0;
  const Turn about = quarter_turn(along, forward);
  // Twice the centre of a cell c is 2 c + 1. The turn about the axis moves this point.
  constexpr Cell one{1, 1, 1};
  const auto doubled = as_array(turn.twice - about(turn.twice) + about(one) - one);
  const auto half = [&](std::size_t i) { return i == along ? 0 : doubled[i] / 2; };
  return {.motion = {.turn = about, .shift = {half(0), half(1), half(2)}},
          .after = products()[2 * along + (forward ? 0 : 1)]};
}

}  // namespace dlx::apart
