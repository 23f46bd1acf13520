#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/options.hpp"

namespace dlx::engines {

/// Work without a linear relaxation, unless another amount is given.
inline constexpr std::uint64_t usual_small_work = 30'000;

/// How the solutions met are listed.
struct CostedList {
  bool counts = false;  ///< true: solutions are counted, and the cheapest one is listed
  /// The solution that represents the class of a solution, at the same cost. Empty: every solution
  /// is its own class. With it classes are listed or counted instead of solutions.
  std::function<std::vector<OptionId>(std::span<const OptionId>)> representative = {};
  /// Where the search continues, and after the call, where it has paused; null: it begins. A
  /// certificate covers a whole search, so it needs null.
  search::OpenCheapest* open = nullptr;
};

/// The k cheapest solutions by branch and bound, in the manner of Knuth's Algorithm C$, with prices
/// for items; all solutions of the least cost if k is not given. See cheapest() and all_cheapest()
/// in dlx/cheapest.hpp for the contract.
///
/// Work up to `small_work` is done without a linear relaxation; it is some tenths of a millisecond,
/// in which most small problems are solved. Tests use 0.
[[nodiscard]] search::CheapestResult run_cost_cells(const Problem& problem,
                                                    std::optional<std::uint64_t> k,
                                                    const Options& options,
                                                    std::uint64_t small_work = usual_small_work,
                                                    CostedList list = {});

}  // namespace dlx::engines
