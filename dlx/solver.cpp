#include "dlx/solver.hpp"

#include <stdexcept>

#include "dlx/engines/dancing_links.hpp"
#include "dlx/engines/path_links.hpp"

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
    case EngineKind::path_links:
      throw std::invalid_argument("the engine path_links is for path problems only");
  }
  return make_engine(choose_engine(problem), problem, options);
}

EngineKind path_engine(EngineKind wanted) {
  if (wanted == EngineKind::automatic || wanted == EngineKind::path_links) {
    return EngineKind::path_links;
  }
  throw std::invalid_argument("the engine " + std::string(to_string(wanted)) +
                              " is not for path problems");
}

}  // namespace

Solver::Solver(const Problem& problem, const SearchOptions& options)
    : kind_(options.engine == EngineKind::automatic ? choose_engine(problem) : options.engine),
      engine_(make_engine(kind_, problem, options)) {}

Solver::Solver(const PathProblem& problem, const SearchOptions& options,
               const PathOptions& path_options)
    : kind_(path_engine(options.engine)),
      engine_(make_path_links(problem, options, path_options)) {}

}  // namespace dlx
