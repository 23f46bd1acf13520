#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/names.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/open_work.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/tables/scratch.hpp"

namespace dlx::counting {

class TableStore;

/// Makes a search that continues another search of the problem, beginning with the open work
/// `start`. `so_far`: the work of the other search, which the statistics of the new search include.
/// The problem must outlive the search.
using ContinueSearch = std::function<std::unique_ptr<search::CountingSearch>(
    const Problem& problem, const Options& options, const search::OpenWork& start,
    const search::Statistics& so_far)>;

/// Statistics of earlier counts of problems similar to this one.
struct Alike {
  double seconds = 0;  ///< average nominal seconds of one problem; 0: unknown
  /// The method that counted the last similar problem.
  CountMethod method = CountMethod::automatic;
  EngineKind engine = EngineKind::automatic;  ///< see CountResult::quicker
};

/// Threads and files that the program provides for a count. runs::resources() makes them from
/// Options.
struct Resources {
  /// Takes over long searches. Empty: every search stays in one thread. A search with a limit on
  /// nodes, or with branching that learns weights, stays in one thread too.
  ContinueSearch continue_search = {};
  /// The threads of searches and sweeps. A single-threaded attempt that runs meanwhile is charged
  /// for the threads that wait.
  search::Jobs jobs = {};
  /// Makes files for tables of sweeps that exceed the memory limit. Empty: such sweeps end.
  tables::MakeScratch make_scratch = {};
  /// Stores the tables of sweeps for a restarted count. Null: the tables are not stored.
  TableStore* tables = nullptr;
  /// Upper limit for the time of one step that cannot pause, such as reducing the problem or
  /// finding an order of items. Empty: only the limits of the options end such a step.
  std::optional<std::chrono::nanoseconds> longest_step = {};
  /// Earlier counts of similar problems. Earlier counts influence the time of this count, but not
  /// its result.
  Alike alike = {};
};

/// An attempt during a count: what was tried, its outcome, and its time.
struct Trial {
  std::string what;         ///< "search", "reduction", "symmetry", "sweep", …
  std::string outcome;      ///< the outcome in words
  double seconds = 0;       ///< total time of all `times` attempts
  std::uint32_t times = 1;  ///< number of attempts with this outcome, in all parts of the problem
};

/// The result of a count, with statistics.
struct CountResult {
  Natural value;                    ///< exact if complete(), otherwise a lower bound
  Status status = Status::running;  ///< exhausted, or the reason why the count ended early
  search::Statistics statistics;    ///< sum over all searches; memory_bytes includes all methods
  /// Time computed from nodes, states and sizes in the first second, then by a clock.
  double nominal_seconds = 0;
  std::optional<Residue> fingerprint = {};  ///< sum over all solutions, if a fingerprint was wanted

  CountMethod method = CountMethod::search;   ///< the method that counted the last part
  EngineKind engine = EngineKind::automatic;  ///< engine of the last search, if any
  /// The engine that ended first, if two searches had begun; otherwise `automatic`.
  EngineKind quicker = EngineKind::automatic;
  std::string why = {};                     ///< the reason in words why this method counted
  std::string symmetry = "not looked for";  ///< in words, how symmetries were used
  std::uint32_t parts = 1;         ///< number of independent parts, which are counted separately
  std::uint64_t states = 0;        ///< number of states of tables and of steps of sums over signs
  std::uint32_t forced = 0;        ///< number of options that preprocessing chose
  std::uint32_t removed = 0;       ///< number of options that the reduction removed
  std::vector<Trial> trials = {};  ///< all attempts, in order

  /// Whether the value is exact.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

}  // namespace dlx::counting
