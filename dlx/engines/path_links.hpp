#pragma once

#include <memory>

#include "dlx/core/path_problem.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/path_options.hpp"

namespace dlx::engines {

/// Finds the walks of a PathProblem: depth first along the arcs, covering as dancing links do.
/// Colours and multiplicities included; costs are not looked at.
[[nodiscard]] std::unique_ptr<search::Engine> make_path_links(
    const PathProblem& problem, const Options& options, const search::PathOptions& path_options);

}  // namespace dlx::engines
