#pragma once

#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"

namespace dlx::symmetry {

/// The problem whose solutions are the solutions of `problem` that the permutation maps to
/// themselves. The options of the quotient are the orbits of the permutation whose options can be
/// in one solution together. The items are the items of `problem`. The permutation must belong to
/// an automorphism. An option of the quotient cannot cover an item twice. So the function returns
/// nothing if the options of some orbit can be in one solution but cover an item several times.
[[nodiscard]] std::optional<Problem> quotient(const Problem& problem,
                                              const OptionPermutation& permutation);

}  // namespace dlx::symmetry
