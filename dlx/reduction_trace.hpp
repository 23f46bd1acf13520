#pragma once

#include <memory>

#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/trace.hpp"

namespace dlx {

/// Records the steps of a reduction, which must have been made with ReduceOptions::with_steps, and
/// returns the trace of reduction.problem in the numbers of the whole. `problem` was reduced.
[[nodiscard]] std::unique_ptr<search::Trace> trace_reduction(
    search::Trace& trace, const Problem& problem, const preprocess::Reduction& reduction);

}  // namespace dlx
