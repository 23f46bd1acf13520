#include "dlx/count.hpp"

#include "dlx/core/tally.hpp"
#include "dlx/solver.hpp"

namespace dlx {
namespace {

counting::CountResult count_with(Solver solver, bool limited) {
  counting::CountResult result;
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

counting::CountResult count(const Problem& problem, const counting::CountOptions& options) {
  counting::Counter counter(problem, options);
  counter.run();
  counter.close();
  return counter.result();
}

counting::CountResult count_by_search(const Problem& problem,
                                      const search::SearchOptions& options) {
  return count_with(Solver(problem, options), options.control.limits.solutions.has_value());
}

counting::CountResult count_by_search(const PathProblem& problem,
                                      const search::SearchOptions& options,
                                      const search::PathOptions& path_options) {
  return count_with(Solver(problem, options, path_options),
                    options.control.limits.solutions.has_value());
}

}  // namespace dlx
