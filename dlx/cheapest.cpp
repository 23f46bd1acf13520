#include "dlx/cheapest.hpp"

#include <optional>

#include "dlx/engines/cost_cells.hpp"

namespace dlx {
search::CheapestResult cheapest(const Problem& problem, std::uint64_t k, const Options& options) {
  return engines::run_cost_cells(problem, k, options);
}

search::CheapestResult all_cheapest(const Problem& problem, const Options& options) {
  return engines::run_cost_cells(problem, std::nullopt, options);
}

}  // namespace dlx
