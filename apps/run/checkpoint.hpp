#pragma once

#include <functional>
#include <string>

#include "apps/run/answer.hpp"
#include "apps/run/report.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/runs/saved_run.hpp"

/// Runs that are saved in a file (--checkpoint). dlx/runs/saved_run.hpp implements such a run. This
/// file converts a request to the options of a saved run, and prints notes, progress and the
/// answer.
namespace dlx::app {

/// A method to search a saved run that does not use threads of this process.
struct OtherSearch {
  std::function<Status(const runs::UnitsToSearch&)> search;
  std::string command_to_continue;      ///< the command that continues a run of this kind
  const Json* more_progress = nullptr;  ///< fields that are added to each progress report
};

/// Prints that the run is saved, and the command that continues it. `other_search` may be null.
void say_how_to_continue(Console& console, const std::string& file,
                         const OtherSearch* other_search);

/// Prints a note that the certificate file is not changed, if the request says so
/// (Checkpoint::keep_certificate).
void note_certificate_left(const Request& request, Console& console);

/// Continues the run in the checkpoint of the request. The checkpoint must have been created by a
/// BegunRun. If `other_search` is null, threads of this process search.
Outcome run_saved(const SearchTask& task, const OtherSearch* other_search);
/// Continues a saved run that searches a path problem, whose solutions are covers with options that
/// form a path.
Outcome run_saved(const SearchTask& task, const PathProblem& problem);

}  // namespace dlx::app
