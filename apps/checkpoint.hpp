#pragma once

#include "apps/run.hpp"
#include "apps/trust.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/runs/workers.hpp"

/// Runs that are kept in a file: --checkpoint, and the subcommands resume and status.
namespace dlx::app {

/// What is searched, and what becomes of it.
struct CheckpointedSearch {
  const Problem& problem;            ///< as it was given
  const Problem& searched;           ///< what is left of it
  const Reduction* reduction;        ///< how; null: nothing was removed
  MakeSolver make_solver;            ///< for `searched`
  SearchOptions search;              ///< its limits are for the run
  std::function<Faults()> verifier;  ///< one a thread
  Trust& trust;                      ///< what becomes of the answer
};

/// Makes or goes on with the checkpoint that session.checkpoint names.
Outcome run_checkpointed(Session& session, const CheckpointedSearch& task,
                         const Presentation& show);

}  // namespace dlx::app
