#include "dlx/solver.hpp"

#include "dlx/engines/dancing_links.hpp"

namespace dlx {

EngineKind choose_engine(const Problem&) {
  return EngineKind::dancing_links;
}

Solver::Solver(const Problem& problem, const SearchOptions& options)
    : kind_(options.engine == EngineKind::automatic ? choose_engine(problem) : options.engine),
      engine_(make_dancing_links(problem, options)) {}

}  // namespace dlx
