#pragma once

#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::preprocess {

/// A part of a problem that shares no item with the rest of it.
struct Component {
  /// The part, with items and options in the order of the whole problem. Names are kept.
  Problem problem;
  std::vector<OptionId> originals;  ///< [option of the part]: the option of the whole problem
};

/// The parts of a problem, in the order of their first items; no option has items of two parts.
/// Returns no parts if there are fewer than two, so that nothing is copied. The solutions of the
/// whole problem are all combinations of one solution of each part. So counts and fingerprints are
/// multiplied. An item without options is a part of its own. A part without options has no solution
/// if its item is primary and must be covered. In any other case the part has one solution, the
/// empty cover.
[[nodiscard]] std::vector<Component> components(const Problem& problem);

/// Whether the problem has two parts or more.
[[nodiscard]] bool falls_apart(const Problem& problem);

}  // namespace dlx::preprocess
