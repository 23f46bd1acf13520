#pragma once

#include "dlx/cheapest.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/options.hpp"

namespace dlx::runs {

/// The file of a run has a fact "task", which is a text with a name. This constant is its value if
/// the run finds the cheapest solutions.
inline constexpr const char* cheapest_task = "cheapest";
/// The name of the fact about the progress of a run for the cheapest solutions, in JSON: "nodes",
/// "share", and "best" and "bound" if they are known.
inline constexpr const char* cheapest_fact = "cheapest so far";

/// Finds the cheapest solutions as cheapest() does, and saves the search in the file
/// options.checkpoint. If the file exists, it must be of this problem and task, and the search in
/// it is continued. The state of the search is written at intervals of options.checkpoint_every (15
/// seconds by default), and when a limit or the stop flag ends the call. So a process that is
/// killed loses at most the work of one such interval. Limits apply to this call, but statistics
/// include all calls.
///
/// A fact is a text with a name that is stored in the file. `facts` has further facts that must
/// match the facts in the file, in addition to the problem and the task. `origin` has the facts
/// that tell how to resume the run (see RunOptions). If `origin` is empty, the command that makes
/// the same search is recorded, if one exists. Throws CheckpointError if the file is of another
/// run, SystemError if the file cannot be written, and the exceptions of cheapest().
[[nodiscard]] search::CheapestResult saved_cheapest(const Problem& problem, CheapestWanted wanted,
                                                    const Options& options, RunFacts facts,
                                                    const RunFacts& origin);

}  // namespace dlx::runs
