#include "dlx/solver.hpp"

#include "dlx/engines/dancing_links.hpp"

namespace dlx {

EngineKind choose_engine(const Problem&) {
  return EngineKind::dancing_links;
}

namespace {

std::unique_ptr<Engine> make_engine(EngineKind kind, const Problem& problem,
                                    const SearchOptions& options) {
  switch (kind) {
    case EngineKind::automatic:
      break;
    case EngineKind::dancing_links:
      return make_dancing_links(problem, options);
  }
  return make_engine(choose_engine(problem), problem, options);
}

}  // namespace

Solver::Solver(const Problem& problem, const SearchOptions& options)
    : kind_(options.engine == EngineKind::automatic ? choose_engine(problem) : options.engine),
      engine_(make_engine(kind_, problem, options)) {}

}  // namespace dlx
