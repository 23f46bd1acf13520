#pragma once

#include <memory>

#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/trace.hpp"

namespace dlx {

/// Writes the steps of a reduction to a certificate. The reduction must have been made with
/// ReduceOptions::with_steps. Returns a trace that writes the certificates of searches of
/// reduction.problem, with the item and option numbers of `problem`, the problem before the
/// reduction.
[[nodiscard]] std::unique_ptr<search::Trace> trace_reduction(
    search::Trace& trace, const Problem& problem, const preprocess::Reduction& reduction);

}  // namespace dlx
