// The cell that turns and the cell that stands are open squares of side 2, in halves of a cell.
//
// Suppose that they overlap neither before nor after the turn, but on the way. Then a corner of one
// of them enters the other. To see this: when an overlap begins, it is as thin as one likes, and it
// is a convex polygon. Suppose that no corner of either square is inside the other. Then the
// polygon's sides belong to the two squares in turn. Either two sides of one square are opposite,
// which makes it wide. Or it has four sides with two right angles outside, at neighbouring corners,
// which the angles of a convex polygon do not allow. (Corners at the axis do not move; there all
// four squares around it fill their quadrants, and only a square's first, last and own quadrant
// matter.)
//
// A corner moves on a quarter of a circle. A corner of the standing square does so too, backwards,
// as the turning square sees it. In a quadrant a circle falls. So it meets an open rectangle if and
// only if the corner of the rectangle near the axis is inside the circle and the far corner
// outside: a comparison of squares of whole numbers.
#include "reductions/apart/quarter_turns.hpp"

#include <algorithm>
#include <array>
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

/// A rectangle, cut to the first quadrant and to limits on x and y.
struct Rectangle {
  int left, right, low, high;
};

/// Whether the circle with a squared radius, in the first quadrant, meets an open rectangle there.
bool circle_meets(std::int64_t squared, const Rectangle& r) {
  if (r.left >= r.right || r.low >= r.high) return false;
  const auto distance = [](int x, int y) { return std::int64_t{x} * x + std::int64_t{y} * y; };
  return distance(r.left, r.low) < squared && squared < distance(r.right, r.high);
}

/// Whether a point on its quarter turn enters the open square with this centre.
bool point_enters(Halves point, Halves centre) {
  if (point == Halves{}) return false;
  while (point.x <= 0 || point.y < 0) {
    point = turned_back(point);
    centre = turned_back(centre);
  }
  const std::int64_t squared = std::int64_t{point.x} * point.x + std::int64_t{point.y} * point.y;
  // The part of the turn up to the axis y: there x is at most the point's x.
  if (circle_meets(squared, {.left = std::max(centre.x - 1, 0),
                             .right = std::min(centre.x + 1, point.x),
                             .low = std::max(centre.y - 1, 0),
                             .high = centre.y + 1})) {
    return true;
  }
  // Beyond the axis y, seen a quarter turn later: from the axis x up to the point's y.
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
  // No corner is farther from the axis than the sum of the centre's coordinates, plus 2.
  const int far = std::abs(turning.x) + std::abs(turning.y) + 3;
  const auto first = [&](int coordinate) { return -far + ((far + coordinate) & 1); };
  for (int y = first(turning.y); y <= far; y += 2) {
    for (int x = first(turning.x); x <= far; x += 2) {
      if (turns_into(turning, {x, y})) met.push_back({(x - turning.x) / 2, (y - turning.y) / 2});
    }
  }
  return met;
}

}  // namespace dlx::apart
