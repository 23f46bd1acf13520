// The turning cell and the standing cell are open squares of side 2, in halves of a cell.
//
// Suppose that the squares overlap at some time during the turn, but neither before nor after it.
// Then a corner of one square enters the other square. Proof: when the overlap begins, it is an
// arbitrarily thin convex polygon. Suppose that no corner of either square is inside the other
// square. Then the sides of the polygon belong alternately to the two squares. If two opposite
// sides belong to one square, the polygon is not thin. Otherwise the polygon has four sides, and
// the right angles at two neighbouring corners are outside it. A convex polygon cannot have such
// angles. (Corners at the axis do not move. There, each of the four squares around the axis fills
// its quadrant. So only the first and last quadrant of the turning square and the quadrant of the
// standing square matter.)
//
// A corner of the turning square moves on a quarter of a circle. Seen from the turning square, a
// corner of the standing square also moves on a quarter of a circle, backwards. Within a quadrant,
// y decreases along a circle as x increases. So the circle meets an open rectangle under two
// conditions: the corner nearest to the axis is inside the circle, and the farthest corner is
// outside. Therefore the test only compares squares of integers, and is exact.
#include "reductions/apart/quarter_turns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace dlx::apart {
namespace {

constexpr std::array<Halves, 4> corners{Halves{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

Halves turned(const Halves& p) {
  return {-p.y, p.x};
}

Halves turned_back(const Halves& p) {
  return {p.y, -p.x};
}

Halves sum(const Halves& a, const Halves& b) {
  return {a.x + b.x, a.y + b.y};
}

/// A rectangle, restricted to the first quadrant and to limits on x and y.
struct Rectangle {
  int left, right, low, high;
};

/// Whether the circle around 0 with the squared radius `squared` meets an open rectangle in the
/// first quadrant.
bool circle_meets(std::int64_t squared, const Rectangle& r) {
  if (r.left >= r.right || r.low >= r.high) return false;
  const auto distance = [](int x, int y) { return std::int64_t{x} * x + std::int64_t{y} * y; };
  return distance(r.left, r.low) < squared && squared < distance(r.right, r.high);
}

/// Whether a point enters the open square with the given centre during its quarter turn.
bool point_enters(Halves point, Halves centre) {
  if (point == Halves{}) return false;
  while (point.x <= 0 || point.y < 0) {
    point = turned_back(point);
    centre = turned_back(centre);
  }
  const std::int64_t squared = std::int64_t{point.x} * point.x + std::int64_t{point.y} * point.y;
  // First, the part of the turn before the point crosses the y axis is tested. In this part, x is
  // at most the point's x at the start.
  if (circle_meets(squared, {.left = std::max(centre.x - 1, 0),
                             .right = std::min(centre.x + 1, point.x),
                             .low = std::max(centre.y - 1, 0),
                             .high = centre.y + 1})) {
    return true;
  }
  // Then the part of the turn after the point crosses the y axis is tested, rotated back by a
  // quarter turn. The rotated part runs from the x axis up to the point's y at the start.
  centre = turned_back(centre);
  return circle_meets(squared, {.left = std::max(centre.x - 1, 0),
                                .right = centre.x + 1,
                                .low = std::max(centre.y - 1, 0),
                                .high = std::min(centre.y + 1, point.y)});
}

Halves mirrored(const Halves& p) {
  return {p.x, -p.y};
}

}  // namespace

bool turns_into(const Halves& turning, const Halves& standing) {
  if (standing == turning || standing == turned(turning)) return true;
  return std::any_of(corners.begin(), corners.end(), [&](const Halves& corner) {
    return point_enters(sum(turning, corner), standing) ||
           point_enters(mirrored(sum(standing, corner)), mirrored(turning));
  });
}

QuarterTurns::QuarterTurns(int reach) : reach_(reach) {
  const auto side = static_cast<std::size_t>(2 * reach + 1);
  met_.resize(side * side);
}

std::span<const Halves> QuarterTurns::met_from(const Halves& turning) {
  const int side = 2 * reach_ + 1;
  auto& met = met_[static_cast<std::size_t>((turning.y + reach_) * side + turning.x + reach_)];
  if (!met.empty()) return met;
  // The distance of a corner from the axis is at most the sum of the centre's coordinates, plus 2.
  const int far = std::abs(turning.x) + std::abs(turning.y) + 3;
  const auto first = [&](int coordinate) { return -far + ((far + coordinate) & 1); };
  // The centres of two squares of side 2 that overlap are less than 3 apart, and the turn does not
  // change the distance of a centre from the axis.
  constexpr double apart = 3;
  const double radius = std::hypot(turning.x, turning.y);
  for (int y = first(turning.y); y <= far; y += 2) {
    for (int x = first(turning.x); x <= far; x += 2) {
      if (std::abs(std::hypot(x, y) - radius) > apart) continue;
      if (turns_into(turning, {x, y})) met.push_back({(x - turning.x) / 2, (y - turning.y) / 2});
    }
  }
  return met;
}

}  // namespace dlx::apart
