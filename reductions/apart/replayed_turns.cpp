// For t from 0 to 1, (1 - t²) / (1 + t²) is the cosine and 2 t / (1 + t²) the sine of an angle. The
// angle is from 0 to 90 degrees. If t = i / n, cosine and sine are integers divided by n² + i².
#include "reductions/apart/replayed_turns.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::QuarterTurn;

/// Coordinates in the plane perpendicular to the axis, in halves of a cell. Turns go from the axis
/// of `first` to the axis of `second`.
struct Point {
  std::int64_t first, second;
};

/// The coordinates of a cell in the plane of a turn, seen against the direction of the axis.
Point across(const QuarterTurn& turn, const Cell& c) {
  const Cell& a = turn.axis;
  if (a.x != 0) return a.x > 0 ? Point{c.y, c.z} : Point{c.z, c.y};
  if (a.y != 0) return a.y > 0 ? Point{c.z, c.x} : Point{c.x, c.z};
  return a.z > 0 ? Point{c.x, c.y} : Point{c.y, c.x};
}

Cell with_across(const QuarterTurn& turn, const Cell& c, const Point& p) {
  const auto first = static_cast<int>(p.first);
  const auto second = static_cast<int>(p.second);
  const Cell& a = turn.axis;
  if (a.x != 0) return a.x > 0 ? Cell{c.x, first, second} : Cell{c.x, second, first};
  if (a.y != 0) return a.y > 0 ? Cell{second, c.y, first} : Cell{first, c.y, second};
  return a.z > 0 ? Cell{first, second, c.z} : Cell{second, first, c.z};
}

/// The centre of a cell, relative to the axis.
Point centre(const QuarterTurn& turn, const Cell& cell) {
  const Point corner = across(turn, cell);
  const Point axis = across(turn, turn.twice);
  return {2 * corner.first + 1 - axis.first, 2 * corner.second + 1 - axis.second};
}

int along(const QuarterTurn& turn, const Cell& c) {
  return turn.axis.x != 0 ? c.x : turn.axis.y != 0 ? c.y : c.z;
}

/// Decides whether two squares of side 2 overlap, one of them rotated by an angle. All numbers are
/// multiplied by `whole`; `cosine` and `sine` are not negative. Two squares do not overlap if the
/// line through a side of one of them separates them.
struct Angle {
  std::int64_t cosine, sine, whole;

  [[nodiscard]] bool overlap(const Point& turning, const Point& standing) const {
    // The greatest distance of overlapping squares along a side of one of them: half the width of
    // the rotated square plus half the side of the other.
    const std::int64_t near = whole + cosine + sine;
    const auto apart = [&](std::int64_t distance) { return std::abs(distance) >= near; };
    return !apart(turning.first * cosine - turning.second * sine - standing.first * whole) &&
           !apart(turning.first * sine + turning.second * cosine - standing.second * whole) &&
           !apart(standing.first * cosine + standing.second * sine - turning.first * whole) &&
           !apart(standing.second * cosine - standing.first * sine - turning.second * whole);
  }
};

}  // namespace

bool is_quarter_turn(const QuarterTurn& turn) {
  const Point axis = across(turn, turn.twice);
  return dot(turn.axis, turn.axis) == 1 && along(turn, turn.twice) == 0 &&
         (axis.first - axis.second) % 2 == 0;
}

Cell replayed(const QuarterTurn& turn, const Cell& cell) {
  const Point from = centre(turn, cell);
  const Point axis = across(turn, turn.twice);
  return with_across(turn, cell,
                     {(axis.first - from.second - 1) / 2, (axis.second + from.first - 1) / 2});
}

bool collides_on_turn(const QuarterTurn& turn, const Cell& turning, const Cell& standing) {
  if (along(turn, turning) != along(turn, standing)) return false;
  const Point mine = centre(turn, turning);
  const Point other = centre(turn, standing);
  const auto squared = [](std::int64_t a, std::int64_t b) { return a * a + b * b; };
  const std::int64_t farthest = squared(std::abs(mine.first) + 1, std::abs(mine.second) + 1);
  const std::int64_t n = std::max<std::int64_t>(360, 4 * farthest);
  for (std::int64_t i = 0; i <= n; ++i) {
    const Angle angle{.cosine = n * n - i * i, .sine = 2 * i * n, .whole = n * n + i * i};
    if (angle.overlap(mine, other)) return true;
  }
  return false;
}

}  // namespace dlx::apart
