#pragma once

#include <functional>
#include <span>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/symmetry/seeds.hpp"

namespace dlx {

/// Takes down why seeds, made for solutions, stand for all: at each choice the other options are
/// images of those that are seeds. `count` is called for each seed in turn, and takes down what is
/// left after it.
void trace_seeds(Trace& trace, const Problem& problem, const OptionSymmetries& group,
                 std::span<const Seed> seeds,
                 const std::function<void(const Seed& seed, const Rest& rest)>& count);

}  // namespace dlx
