#pragma once

#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"

namespace dlx::symmetry {

/// The problem whose solutions are the solutions of `problem` that the permutation maps to
/// themselves. The options of the quotient are those orbits of options under the permutation whose
/// options can all be in one solution. The items are the items of `problem`. The permutation must
/// be part of an automorphism. Returns nothing if the options of some orbit can be in one solution
/// but together cover an item several times, because an option of the quotient cannot cover an item
/// twice.
[[nodiscard]] std::optional<Problem> quotient(const Problem& problem,
                                              const OptionPermutation& permutation);

}  // namespace dlx::symmetry
