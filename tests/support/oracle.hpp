#pragma once

#include <span>
#include <vector>

#include "dlx/core/assumption.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::test {

/// Options in ascending order.
using Solution = std::vector<OptionId>;

/// All solutions by brute force: every subset of the options that Verifier accepts, sorted. For
/// problems of at most 20 options.
[[nodiscard]] std::vector<Solution> brute_force(const Problem& problem);

/// Whether a set of options is a solution, written straight from the comment at class Problem and
/// on purpose not like Verifier: it looks at one item at a time.
[[nodiscard]] bool is_solution_by_definition(const Problem& problem,
                                             std::span<const OptionId> options);

/// Whether a solution has the options that are assumed to be chosen, and no other one of them.
[[nodiscard]] bool agrees(const Solution& solution, std::span<const Assumption> assumptions);

/// Every subset of n options, as bits of a number, into a vector that is used again.
void subset(std::uint32_t bits, std::vector<OptionId>& options);

}  // namespace dlx::test
