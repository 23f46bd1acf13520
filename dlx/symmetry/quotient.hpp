#pragma once

#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"

namespace dlx::symmetry {

/// The problem whose solutions are those of `problem` that the permutation takes to themselves: its
/// options are the orbits of the permutation whose options can be in one solution together. Items
/// stay as they are. The permutation must be that of an automorphism. Nothing if an
/// orbit covers an item several times, as its bounds allow, and nothing else keeps its options
/// apart: no option can say so.
[[nodiscard]] std::optional<Problem> quotient(const Problem& problem,
                                              const OptionPermutation& permutation);

}  // namespace dlx::symmetry
