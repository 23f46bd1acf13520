#pragma once

#include "apps/outcome.hpp"
#include "apps/trust.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/workers.hpp"

/// Runs that are kept in a file: --checkpoint, and the subcommands resume and status.
namespace dlx::app {

/// What is searched, and what becomes of it.
struct CheckpointedSearch {
  const Problem& problem;            ///< as it was given
  const Problem& searched;           ///< what is left of it
  const ReducedProblem* reduced;     ///< how; null: nothing was removed
  MakeSolver make_solver;            ///< for `searched`
  SearchOptions search;              ///< its limits are for the run
  std::function<Faults()> verifier;  ///< one a thread
  Trust& trust;                      ///< what becomes of the answer
  bool all_covers = false;           ///< the solutions are all exact covers of `problem`
};

/// A run for session.elsewhere.
struct RunElsewhere {
  Ledger& ledger;                                     ///< its units
  const CheckpointedSearch& task;                     ///< its engine is settled
  bool listing;                                       ///< solutions are visited, not only counted
  const Tally& model;                                 ///< an empty tally with the weights
  MakeSink make_sink;                                 ///< of units whose solutions are visited
  std::optional<std::uint64_t> nodes;                 ///< the most that the ledger may have
  std::optional<std::uint64_t> unit_nodes;            ///< length of a unit
  std::function<void(const UnitStore&)> on_progress;  ///< to be called about every second
  Crew& crew;                                         ///< searches it here, as ever
};

/// The command that continues the run of this session.
[[nodiscard]] std::string command_to_go_on(const Session& session);

/// Makes or goes on with the checkpoint that session.checkpoint names.
Outcome run_checkpointed(Session& session, const CheckpointedSearch& task,
                         const Presentation& show);

}  // namespace dlx::app
