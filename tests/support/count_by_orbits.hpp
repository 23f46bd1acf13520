#pragma once

#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/counting/result.hpp"

namespace dlx::test {

/// Counts all solutions by first choices of a group alone: one option of each orbit of an item's
/// options is chosen, and what it leaves is counted once for all options of the orbit. Nothing if
/// no item has so few orbits that it helps.
[[nodiscard]] std::optional<counting::CountResult> count_by_orbits(const Problem& problem,
                                                                   const OptionSymmetries& group,
                                                                   const Options& options = {});

}  // namespace dlx::test
