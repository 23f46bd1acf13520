#pragma once

#include <span>
#include <vector>

/// The cells that a cell collides with while it turns by 90 degrees.
namespace dlx::apart {

/// A point of the plane of a turn, relative to the axis, in halves of a cell. The turn goes from x
/// to y: it moves (x, y) to (-y, x). If the axis goes through corners of cells, both coordinates of
/// a cell's centre are odd. If the axis goes through centres of cells, both coordinates are even.
struct Halves {
  int x = 0;  ///< coordinate along the first axis of the plane
  int y = 0;  ///< coordinate along the second axis of the plane
  friend bool operator==(const Halves&, const Halves&) = default;
};

/// Returns whether the cell with the centre `turning` collides with the cell with the centre
/// `standing` during its quarter turn, including the first and the last position. The test is
/// exact; bodies may touch, but not overlap.
[[nodiscard]] bool turns_into(const Halves& turning, const Halves& standing);

/// Finds the cells that a turning cell collides with. These cells are computed once for each
/// position of the turning cell relative to the axis.
class QuarterTurns {
 public:
  /// Prepares for cells whose centres have coordinates of at most `reach` relative to the axis, in
  /// halves of a cell.
  explicit QuarterTurns(int reach);

  /// The centres of the cells that a turning cell collides with, relative to the turning cell, in
  /// cells. The span is valid as long as this object.
  [[nodiscard]] std::span<const Halves> met_from(const Halves& turning);
  /// The greatest coordinate that a cell's centre may have relative to the axis, in halves of a
  /// cell.
  [[nodiscard]] int reach() const noexcept { return reach_; }

 private:
  int reach_;
  // The results of met_from() for each y, then for each x. A result that has not been computed yet
  // is empty.
  std::vector<std::vector<Halves>> met_;
};

}  // namespace dlx::apart
