#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"
#include "dlx/runs/saved_run.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::runs {

/// Counts the solutions of a problem, or as many as the limits allow. The options decide how: up to
/// symmetry, with a certificate, in a file that saves the count, in threads, or in several of these
/// ways at once. `group`: counts the classes of this group, and ignores `options.up_to`. Null:
/// counts the classes of all symmetries of the problem if `up_to` is all.
///
/// All methods return the same count; only `automatic` takes every problem. A certificate, which
/// dlx-check and any other checker can check, is written if the count is complete, and fewer
/// methods are available for it; one of classes has all solutions and their classes.
///
/// Throws the exceptions of Counter and SavedRun.
[[nodiscard]] RunResult count(const Problem& problem, const Options& options = {},
                              const symmetry::SymmetryGroup* group = nullptr);

}  // namespace dlx::runs
