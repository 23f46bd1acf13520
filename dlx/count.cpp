#include "dlx/count.hpp"

#include "dlx/solver.hpp"

namespace dlx {

CountResult count(const Problem& problem, const SearchOptions& options) {
  Solver solver(problem, options);
  CountResult result;
  while (solver.next()) ++result.value;
  result.status = solver.status();
  result.statistics = solver.statistics();
  return result;
}

}  // namespace dlx
