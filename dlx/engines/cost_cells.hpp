#pragma once

#include <cstdint>
#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/options.hpp"

namespace dlx::engines {

/// The k cheapest solutions by branch and bound, in the manner of Knuth's Algorithm C$, with prices
/// for items; all solutions of the least cost if there is no k. See cheapest() and all_cheapest()
/// in dlx/cheapest.hpp for the contract.
///
/// Work up to `small_work` is done without a linear relaxation; it is some tenths of a millisecond,
/// in which most small problems are solved. Tests use 0.
[[nodiscard]] search::CheapestResult run_cost_cells(const Problem& problem,
                                                    std::optional<std::uint64_t> k,
                                                    const Options& options,
                                                    std::uint64_t small_work = 30'000);

}  // namespace dlx::engines
