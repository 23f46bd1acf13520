#pragma once

#include <functional>
#include <string>

#include "apps/run/answer.hpp"
#include "apps/run/report.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/runs/saved_run.hpp"

/// Runs that are saved in a file: --checkpoint. dlx/runs/saved_run.hpp is the run; here a request
/// becomes its options, and notes, progress and the answer are printed.
namespace dlx::app {

/// A way to search a saved run other than by threads of this process.
struct OtherSearch {
  std::function<Status(const runs::UnitsToSearch&)> search;
  std::string command_to_continue;      ///< the command that continues such a run
  const Json* more_progress = nullptr;  ///< words and numbers that progress reports also say
};

/// Says that the run is saved, and by which command it is continued. `other_search` may be null.
void say_how_to_continue(Console& console, const std::string& file,
                         const OtherSearch* other_search);

/// Continues the run in the checkpoint that the request names, which a BegunRun has made.
/// `other_search`: null for a search in threads of this process.
Outcome run_saved(const SearchTask& task, const OtherSearch* other_search);
/// Continues a run of walks.
Outcome run_saved(const SearchTask& task, const PathProblem& problem);

}  // namespace dlx::app
