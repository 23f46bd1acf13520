#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::symmetry {

/// Writes to the certificate the images of all items and options under a symmetry of the problem.
/// Throws std::logic_error if the permutation is not a symmetry.
void trace_symmetry(search::Trace& trace, const Problem& problem, const OptionPermutation& images);

}  // namespace dlx::symmetry
