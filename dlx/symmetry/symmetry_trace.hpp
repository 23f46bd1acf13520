#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/search/trace.hpp"

namespace dlx {

/// Takes down where a symmetry of the problem takes every item and every option. Throws
/// std::logic_error if it is none.
void trace_symmetry(Trace& trace, const Problem& problem, const OptionPermutation& images);

}  // namespace dlx
