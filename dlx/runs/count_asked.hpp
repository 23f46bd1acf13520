#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/counting/options.hpp"
#include "dlx/options.hpp"
#include "dlx/runs/saved_run.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::runs {

/// Counts as the options ask: up to symmetry, with a certificate, in a file that saves the count,
/// or in several of these ways at once, so that Python and C need no copies of them. `count`:
/// count_options() of the same options, with a stop flag and progress. `group`: counts the classes
/// of this group, whatever `options.up_to` says; null: of all symmetries of the problem if `up_to`
/// is all.
///
/// Throws the exceptions of count() and SavedRun.
[[nodiscard]] RunResult count_asked(const Problem& problem, const Options& options,
                                    counting::CountOptions count,
                                    const symmetry::SymmetryGroup* group = nullptr);
/// Counts without a stop flag and without progress: count_asked(problem, {.checkpoint = "run"}).
[[nodiscard]] inline RunResult count_asked(const Problem& problem, const Options& options) {
  return count_asked(problem, options,
                     count_options(options, search::search_options(options, &problem)));
}

}  // namespace dlx::runs
