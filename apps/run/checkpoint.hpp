#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "apps/run/answer.hpp"
#include "apps/run/certificate.hpp"
#include "apps/run/search_task.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/workers.hpp"

/// Runs that are saved in a file: --checkpoint. The ledger (dlx/runs/ledger.hpp) is the file; here
/// a request becomes a run: what it is of, its units, and the answer from its sums.
namespace dlx::app {

/// A saved run that is to be searched elsewhere.
struct SavedWork {
  runs::Ledger& ledger;                     ///< its units
  const Problem& searched;                  ///< what is searched
  const search::SearchOptions& search;      ///< its engine is fixed
  bool listing;                             ///< solutions are visited, not only counted
  const Tally& model;                       ///< an empty tally with the weights
  runs::MakeSink make_sink;                 ///< for units whose solutions are visited
  std::optional<std::uint64_t> nodes;       ///< limit for the nodes in the ledger
  std::optional<std::uint64_t> unit_nodes;  ///< length of a unit
  std::function<void(const runs::UnitStore&)> on_progress;  ///< to be called about every second
  runs::Crew& crew;                                         ///< searches by threads of this process
  const RunCertificate* certificate;  ///< of which units have pieces; null: none
};

/// Another way to search a saved run than by threads of this process.
struct OtherSearch {
  std::function<Status(const SavedWork&)> search;
  std::string command_to_continue;      ///< that continues such a run
  const Json* more_progress = nullptr;  ///< words and numbers that progress reports also say
};

/// Says that the run is saved, and by which command it is continued. `other_search` may be null.
void say_how_to_continue(Console& console, const std::string& file,
                         const OtherSearch* other_search);

/// Continues the run in the checkpoint that the request names, which a BegunRun has made.
/// `other_search`: null without one.
Outcome run_saved(const SearchTask& task, const OtherSearch* other_search);
/// The same for walks. `make_faults` is called once for each thread.
Outcome run_saved(const SearchTask& task, const PathProblem& problem,
                  const std::function<Faults()>& make_faults);

}  // namespace dlx::app
