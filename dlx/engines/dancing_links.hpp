#pragma once

#include <memory>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/link_watcher.hpp"

namespace dlx::engines {

/// Makes an engine that searches with Knuth's dancing links: by Algorithm X, by Algorithm C for
/// colours, or by Algorithm M for multiplicities. This engine is the reference: every other engine
/// must find the solutions that dancing_links finds. The engine ignores costs.
[[nodiscard]] std::unique_ptr<search::Engine> make_dancing_links(const Problem& problem,
                                                                 const Options& options);

/// Makes the engine dancing_links with a watcher, which receives every change of a link and must
/// outlive the engine. Supports the branching rules minimum_remaining and, for comparison,
/// first_active. Throws std::invalid_argument for other rules and for problems with multiplicities.
/// The watcher cannot represent the additional changes of Algorithm M, which counts down bounds and
/// tweaks lists.
[[nodiscard]] std::unique_ptr<search::Engine> make_watched_dancing_links(
    const Problem& problem, const Options& options, search::LinkWatcher& watcher);

}  // namespace dlx::engines
