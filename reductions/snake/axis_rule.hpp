#pragma once

#include <cstdint>

#include "dlx/names.hpp"

namespace dlx::snake {

/// The directions that a folding may take, restricted so that exactly one folding of every class
/// under symmetry is left; see build(). The rule depends only on the direction and on the number of
/// axes used so far.
class AxisRule {
 public:
  /// How many axes a walk has used.
  using Used = std::uint8_t;

  /// If `at_corner` is true, all walks start in one corner, which is the origin unless `up_to` is
  /// none.
  AxisRule(UpTo up_to, bool at_corner) : up_to_(up_to), at_corner_(at_corner) {}

  /// Whether a walk that has used `used` axes may continue in a direction (0 to 5).
  [[nodiscard]] bool allows(Used used, unsigned direction) const {
    const unsigned axis = direction / 2;
    const bool positive = direction % 2 == 0;
    if (up_to_ == UpTo::none) return true;
    // The three rotations about the diagonal through the corner allow +x to be the first direction.
    // No other rotation keeps the corner.
    if (up_to_ == UpTo::rotations && at_corner_) return used > 0 || direction == 0;
    if (axis != used) return axis < used;
    return positive || (up_to_ == UpTo::rotations && axis == 2);
  }

  /// Whether `used` is a possible number of used axes for a walk whose last step was along `axis`.
  [[nodiscard]] bool reachable(Used used, unsigned axis) const {
    if (up_to_ == UpTo::none) return used == 0;
    if (up_to_ == UpTo::rotations && at_corner_) return used == 1;
    return axis < used;
  }

  /// The number of axes used after a step in a direction, which must be allowed.
  [[nodiscard]] Used after(Used used, unsigned direction) const {
    const unsigned axis = direction / 2;
    if (up_to_ == UpTo::none) return 0;
    if (up_to_ == UpTo::rotations && at_corner_) return 1;
    return axis == used ? static_cast<Used>(used + 1) : used;
  }

 private:
  UpTo up_to_;
  bool at_corner_;
};

}  // namespace dlx::snake
