#pragma once

#include <exception>

#include "dlx/cheapest.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/options.hpp"

namespace dlx::runs {

/// The value of the fact (named text) "task" in the file of a search for the cheapest solutions.
inline constexpr const char* cheapest_task = "cheapest";
/// The name of the fact (named text in the file) about the progress of a search for the cheapest
/// solutions. Its value is a JSON object with "nodes", "share" (the fraction done), and "best" and
/// "bound" if they are known.
inline constexpr const char* cheapest_fact = "cheapest so far";

/// The settings of a search for the cheapest solutions that CheapestWanted and Options do not
/// contain.
struct CheapestTask {
  /// Whether each option of the problem costs 1 in place of its own cost, as with --min-options.
  bool of_options = false;
  /// The facts (named texts in the file) that tell how to resume a saved run (see RunOptions). If
  /// `origin` is empty, the command that makes the same search is recorded, if one exists.
  RunFacts origin = {};
  /// Whether the file of the certificate must not be written.
  bool keep_certificate = false;
  /// Receives the exception if a complete search cannot write its certificate. If `failure` is
  /// null, the exception is thrown.
  std::exception_ptr* failure = nullptr;
};

/// Finds the cheapest solutions as dlx::cheapest() does. The options determine how: up to symmetry,
/// with a certificate, in a file that saves the search, in threads, or a combination of these.
///
/// A certificate is written if the search is complete; dlx-check or any other checker can verify
/// it. With a certificate or a checkpoint, one thread searches.
///
/// If the file options.checkpoint exists, it must belong to this problem and task, and the search
/// that it stores is continued. The state of the search is written at intervals of
/// options.checkpoint_every (15 seconds by default), and when a limit or the stop flag ends the
/// call. So a process that is killed loses at most the work of one such interval. Limits apply to
/// this call, but statistics include all calls. The pieces of a certificate are in a folder beside
/// the file options.checkpoint.
///
/// Throws CheckpointError if the file is of another run, SystemError if a file cannot be written,
/// and the exceptions of dlx::cheapest().
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, CheapestWanted wanted,
                                              const Options& options,
                                              const CheapestTask& task = {});

}  // namespace dlx::runs
