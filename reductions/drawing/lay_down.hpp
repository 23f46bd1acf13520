#pragma once

#include <optional>
#include <vector>

#include "reductions/drawing/solid.hpp"

/// Where parts lie when they are printed. The unit of widths and depths is Measures::cell.
namespace dlx::drawing::solid {

/// A part on the ground: its least coordinates are 0, except for half a gap.
struct Lying {
  Mesh mesh;     ///< in millimetres
  double width;  ///< along x
  double depth;  ///< along y
};

/// A part turned so that it needs least support when it is printed from the ground up: as much as
/// possible on the ground, as little as possible over nothing, and low. Of the ways that fit on
/// `ground`; nothing if there is none.
[[nodiscard]] std::optional<Lying> lay_down(const scene::Part& part, const Measures& measures,
                                            lattice::Grid grid, const Bed& ground);

/// Where something lies on plates.
struct Spot {
  std::size_t plate;  ///< which one
  double x;           ///< its left side
  double y;           ///< its side of least y
};

/// Lays parts down in strips, a cell apart unless said otherwise, on plates: each part into the
/// first strip with room for it (first fit, which wastes little if deep parts come first: E. G.
/// Coffman, M. R. Garey, D. S. Johnson, R. E. Tarjan, "Performance bounds for level-oriented
/// two-dimensional packing algorithms", 1980).
class Layout {
 public:
  /// Plates of this size.
  explicit Layout(const Bed& plate, double gap = 1) : plate_(plate), gap_(gap) {}

  /// Where the next thing lies, which fits on a plate.
  Spot place(double width, double depth);

  /// Adds a part that fits on a plate.
  void add(const Lying& part, double cell);
  /// Of each plate its parts, in their places.
  [[nodiscard]] const std::vector<std::vector<Mesh>>& plates() const { return plates_; }

 private:
  struct Strip {
    std::size_t plate;
    double y;
    double depth;
    double x;  ///< where the next part begins
  };

  [[nodiscard]] bool fits(const Strip& strip, double width, double depth) const;
  std::vector<Strip>::iterator open_strip(double depth);

  Bed plate_;
  double gap_;
  std::vector<Strip> strips_;
  std::vector<std::vector<Mesh>> plates_;
  std::vector<double> ends_;  // of the last strip of each plate
};

}  // namespace dlx::drawing::solid
