#pragma once

#include <memory>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"

namespace dlx {

/// Knuth's dancing links: Algorithm X, with colours C, with multiplicities M. The reference: every
/// other engine must find the same solutions. Costs are carried but not looked at.
[[nodiscard]] std::unique_ptr<Engine> make_dancing_links(const Problem& problem,
                                                         const SearchOptions& options);

}  // namespace dlx
