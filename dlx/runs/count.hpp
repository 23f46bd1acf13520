#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"
#include "dlx/runs/saved_run.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::runs {

/// Counts the solutions of a problem, or as many solutions as the limits allow. The options
/// determine how the solutions are counted: up to symmetry, with a certificate, in a file that
/// saves the count, in threads, or a combination of these. If `group` is given, the classes of
/// solutions under this group are counted, and options.up_to is ignored. If `group` is null and
/// options.up_to is `all`, the classes under all symmetries of the problem are counted.
///
/// All methods return the same count, but only `automatic` accepts every problem. A certificate is
/// written if the count is complete; dlx-check or any other checker can verify it. Fewer methods
/// are available with a certificate. A certificate of classes proves both the number of solutions
/// and the number of classes.
///
/// Throws the exceptions of Counter and SavedRun.
[[nodiscard]] RunResult count(const Problem& problem, const Options& options = {},
                              const symmetry::SymmetryGroup* group = nullptr);

}  // namespace dlx::runs
