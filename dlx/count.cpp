#include "dlx/count.hpp"

#include "dlx/core/tally.hpp"
#include "dlx/solver.hpp"

namespace dlx {
namespace {

CountResult count_with(Solver solver, bool limited) {
  CountResult result;
  result.engine = solver.engine();
  if (limited) {
    while (solver.next()) ++result.value;
  } else {
    Tally tally;
    solver.count(tally);
    result.value = tally.solutions();
  }
  result.status = solver.status();
  result.statistics = solver.statistics();
  return result;
}

}  // namespace

CountResult count(const Problem& problem, const CountOptions& options) {
  Counter counter(problem, options);
  counter.run();
  counter.close();
  return counter.result();
}

CountResult count_by_search(const Problem& problem, const SearchOptions& options) {
  return count_with(Solver(problem, options), options.control.limits.solutions.has_value());
}

CountResult count_by_search(const PathProblem& problem, const SearchOptions& options,
                            const PathOptions& path_options) {
  return count_with(Solver(problem, options, path_options),
                    options.control.limits.solutions.has_value());
}

}  // namespace dlx
