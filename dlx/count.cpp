#include "dlx/count.hpp"

#include "dlx/solver.hpp"

namespace dlx {
namespace {

CountResult count(Solver solver) {
  CountResult result;
  while (solver.next()) ++result.value;
  result.status = solver.status();
  result.statistics = solver.statistics();
  return result;
}

}  // namespace

CountResult count(const Problem& problem, const SearchOptions& options) {
  return count(Solver(problem, options));
}

CountResult count(const PathProblem& problem, const SearchOptions& options,
                  const PathOptions& path_options) {
  return count(Solver(problem, options, path_options));
}

}  // namespace dlx
