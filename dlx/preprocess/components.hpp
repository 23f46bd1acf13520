#pragma once

#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::preprocess {

/// A part of a problem that shares no item with the rest of it.
struct Component {
  Problem problem;                  ///< items and options in the order of the whole; names kept
  std::vector<OptionId> originals;  ///< [option of the part]: the option of the whole
};

/// The parts of a problem, in the order of their first items; no option has items of two parts.
/// Returns no parts if there are fewer than two, so that nothing is copied. A solution of the whole
/// consists of a solution of each part, in all combinations: counts and fingerprints multiply. An
/// item without options is a part by itself: a primary one that must be covered leaves no solution,
/// any other has one solution, the empty cover.
[[nodiscard]] std::vector<Component> components(const Problem& problem);

/// Whether there are two parts or more.
[[nodiscard]] bool falls_apart(const Problem& problem);

}  // namespace dlx::preprocess
