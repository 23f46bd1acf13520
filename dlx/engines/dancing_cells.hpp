#pragma once

#include <memory>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"

namespace dlx::engines {

/// Dancing cells: exact cover with colours on sparse sets, for sparse problems with many items. It
/// finds what dancing links finds, in another order. Takes every branching rule. Throws
/// std::invalid_argument if the problem has multiplicities, or if Branching::order names a
/// secondary item or an item twice.
[[nodiscard]] std::unique_ptr<search::Engine> make_dancing_cells(
    const Problem& problem, const search::SearchOptions& options);

}  // namespace dlx::engines
