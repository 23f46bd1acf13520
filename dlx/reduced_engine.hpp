#pragma once

#include <functional>
#include <memory>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"

namespace dlx {

/// An engine that reduces the problem, searches the reduced problem with the engine that `make`
/// makes, and reports solutions in options of the original problem.
[[nodiscard]] std::unique_ptr<search::Engine> make_reduced_engine(
    const Problem& problem, const Options& options,
    const std::function<std::unique_ptr<search::Engine>(const Problem&, const Options&)>& make);

}  // namespace dlx
