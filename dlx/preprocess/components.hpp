#pragma once

#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::preprocess {

/// An independent part of a problem: it shares no item with the rest of the problem.
struct Component {
  /// The part as a separate problem, with items and options in the order of the whole problem.
  /// Items and colours keep their names.
  Problem problem;
  /// For each option of the part: the option of the whole problem.
  std::vector<OptionId> originals;
};

/// The independent parts of a problem, in the order of their first items; no option has items of
/// two parts. If the problem has fewer than two parts, returns an empty list, so that nothing is
/// copied. The solutions of the whole problem are all combinations of one solution of each part. So
/// the count of the whole problem is the product of the counts of its parts, and so is its
/// fingerprint. An item without options is a separate part. A part without options has no solution
/// if its item is primary and must be covered. Any other part without options has one solution, the
/// empty cover.
[[nodiscard]] std::vector<Component> components(const Problem& problem);

/// Whether the problem has two or more independent parts.
[[nodiscard]] bool falls_apart(const Problem& problem);

}  // namespace dlx::preprocess
