#pragma once

#include <memory>

#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/trace.hpp"

namespace dlx {

/// Takes down the steps of a reduction that was made with them, and returns the trace of what is
/// left: of reduction.problem, in the numbers of the whole. `problem` is what was reduced.
[[nodiscard]] std::unique_ptr<Trace> trace_reduction(Trace& trace, const Problem& problem,
                                                     const Reduction& reduction);

}  // namespace dlx
