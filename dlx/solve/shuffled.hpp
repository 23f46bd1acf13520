#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"

namespace dlx::solve {

/// An engine that searches the problem with its items and options in a random order. `seed`, the
/// start value of the random numbers, determines the order. The reported solutions consist of
/// options of the given problem. `make` makes the engine that searches the shuffled problem. The
/// search cannot be divided.
[[nodiscard]] std::unique_ptr<search::Engine> make_shuffled_engine(
    const Problem& problem, std::uint64_t seed,
    const std::function<std::unique_ptr<search::Engine>(const Problem&)>& make);

}  // namespace dlx::solve
