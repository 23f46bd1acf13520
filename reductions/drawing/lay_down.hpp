#pragma once

#include <optional>
#include <vector>

#include "reductions/drawing/solid.hpp"

/// Positions of parts on a printer's plates. The unit of widths and depths is Measures::cell.
namespace dlx::drawing::solid {

/// A part on the plate. The least x, y and z of the part are 0; of a part made of cubes, the least
/// x and y are half of Measures::gap.
struct Lying {
  Mesh mesh;     ///< the surface of the part, in millimetres
  double width;  ///< extent of the part along x
  double depth;  ///< extent of the part along y
};

/// Turns a part so that its print needs little support. The best orientation has a small area of
/// overhangs, then a large area on the plate, and then a low height. Only orientations that fit on
/// `ground` are used. Returns nothing if no orientation fits.
[[nodiscard]] std::optional<Lying> lay_down(const scene::Part& part, const Measures& measures,
                                            lattice::Grid grid, const Bed& ground);

/// The position of an object on a plate.
struct Spot {
  std::size_t plate;  ///< number of the plate
  double x;           ///< the least x of the object
  double y;           ///< the least y of the object
};

/// Places parts on plates in strips. Parts are `gap` cells apart. Each part is placed into the
/// first strip that has room for it. The "first fit" method wastes little space if deep parts come
/// first (Coffman, Garey, Johnson, Tarjan, "Performance bounds for level-oriented two-dimensional
/// packing algorithms", 1980).
class Layout {
 public:
  /// `plate` is the size of each plate, and `gap` is the distance between parts, in cells.
  explicit Layout(const Bed& plate, double gap = 1) : plate_(plate), gap_(gap) {}

  /// Returns the position of the next object, which must fit on a plate.
  Spot place(double width, double depth);

  /// Adds a part that fits on a plate.
  void add(const Lying& part, double cell);
  /// For each plate, its parts in their positions.
  [[nodiscard]] const std::vector<std::vector<Mesh>>& plates() const { return plates_; }

 private:
  struct Strip {
    std::size_t plate;
    double y;
    double depth;
    double x;  ///< x of the next part in the strip
  };

  [[nodiscard]] bool fits(const Strip& strip, double width, double depth) const;
  std::vector<Strip>::iterator open_strip(double depth);

  Bed plate_;
  double gap_;
  std::vector<Strip> strips_;
  std::vector<std::vector<Mesh>> plates_;
  std::vector<double> ends_;  // for each plate, the y at which its last strip ends
};

}  // namespace dlx::drawing::solid
