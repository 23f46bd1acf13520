#pragma once

#include <memory>

#include "dlx/core/path_problem.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/path_options.hpp"

namespace dlx::engines {

/// Makes an engine that finds the walks of a PathProblem. The engine searches depth first along the
/// arcs, and stores the options of items in linked lists as in dancing links. The engine supports
/// colours and multiplicities, and ignores costs.
[[nodiscard]] std::unique_ptr<search::Engine> make_path_links(
    const PathProblem& problem, const Options& options, const search::PathOptions& path_options);

}  // namespace dlx::engines
