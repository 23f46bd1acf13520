#pragma once

#include "dlx/cheapest.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/options.hpp"

namespace dlx::runs {

/// The fact "task" of a run for the cheapest solutions.
inline constexpr const char* cheapest_task = "cheapest";
/// The fact about how far such a run is, in JSON: "nodes", "share", and "best" and "bound" where
/// they are known.
inline constexpr const char* cheapest_fact = "cheapest so far";

/// Like cheapest(), but in the file options.checkpoint: a new file, or a file of this problem and
/// task, from which the search continues. The state of the search is written every
/// options.checkpoint_every (15 seconds unless given), and when a limit or the stop flag ends the
/// call; so a process that is killed loses no more than that time. Limits hold for this call, and
/// statistics include all calls.
///
/// `facts` must match, beside the problem and the task; `origin` tells how to resume the run. If it
/// is empty, a command that asks for the same is recorded, where there is one (see
/// RunOptions). Throws CheckpointError if the file is of another run, SystemError if it cannot
/// be written, and as cheapest() does.
[[nodiscard]] search::CheapestResult saved_cheapest(const Problem& problem, CheapestWanted wanted,
                                                    const Options& options, RunFacts facts,
                                                    const RunFacts& origin);

}  // namespace dlx::runs
