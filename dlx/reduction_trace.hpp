#pragma once

#include <memory>

#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/trace.hpp"

namespace dlx {

/// Records the steps of a reduction, which must have been made with ReduceOptions::with_steps.
/// Returns a trace for searches of reduction.problem, which records them in the item and option
/// numbers of `problem`, the problem before the reduction.
[[nodiscard]] std::unique_ptr<search::Trace> trace_reduction(
    search::Trace& trace, const Problem& problem, const preprocess::Reduction& reduction);

}  // namespace dlx
