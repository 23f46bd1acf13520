#pragma once

#include <span>
#include <vector>

/// Which cells a cell runs through while it turns by a quarter.
namespace dlx::apart {

/// A point of the plane of a turn, relative to the axis, in halves of a cell. The turn goes from x
/// to y: (x, y) comes to (-y, x). Centres of cells have two odd coordinates if the axis goes
/// through corners of cells, two even ones if it goes through centres.
struct Halves {
  int x = 0;  ///< towards the first axis of the plane
  int y = 0;  ///< towards the second
  friend bool operator==(const Halves&, const Halves&) = default;
};

/// Returns whether the cell with the centre `turning` runs into the cell with the centre `standing`
/// on its quarter turn, its first and last place included. Exact; bodies may touch and not overlap.
[[nodiscard]] bool turns_into(const Halves& turning, const Halves& standing);

/// The cells that a turning cell runs through, found once for each place of the cell.
class QuarterTurns {
 public:
  /// `reach`: the limit on the coordinates of centres relative to the axis, in halves.
  explicit QuarterTurns(int reach);

  /// The cells that a turning cell meets, in cells relative to it. Valid as long as the object.
  [[nodiscard]] std::span<const Halves> met_from(const Halves& turning);
  /// The greatest coordinate of a centre, in halves.
  [[nodiscard]] int reach() const noexcept { return reach_; }

 private:
  int reach_;
  std::vector<std::vector<Halves>> met_;  // for each y, then x; empty: not found yet
};

}  // namespace dlx::apart
