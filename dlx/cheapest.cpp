#include "dlx/cheapest.hpp"

#include "dlx/engines/cost_cells.hpp"

namespace dlx {

CheapestResult cheapest(const Problem& problem, std::uint64_t k, const SearchOptions& options) {
  return run_cost_cells(problem, k, options);
}

CheapestResult all_cheapest(const Problem& problem, const SearchOptions& options) {
  return run_cost_cells(problem, std::nullopt, options);
}

}  // namespace dlx
