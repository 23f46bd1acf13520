#pragma once

#include <array>
#include <cmath>

/// Vectors in space, for bodies and drawings.
namespace dlx::lattice {

/// A position in space, or a vector.
using Position = std::array<double, 3>;

/// The vector a + factor * b.
[[nodiscard]] inline Position sum(const Position& a, const Position& b, double factor = 1) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

/// The scalar product.
[[nodiscard]] inline double inner(const Position& a, const Position& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The vector product.
[[nodiscard]] inline Position cross_product(const Position& a, const Position& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The vector of length 1 in the direction of one that is not 0.
[[nodiscard]] inline Position unit(const Position& a) {
  const double length = std::sqrt(inner(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

}  // namespace dlx::lattice
