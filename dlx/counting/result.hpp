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

/// Makes a search that continues another search of the problem, from `start`. `so_far`: the work of
/// the other search, which the statistics include. The problem outlives the search.
using ContinueSearch = std::function<std::unique_ptr<search::CountingSearch>(
    const Problem& problem, const Options& options, const search::OpenWork& start,
    const search::Statistics& so_far)>;

/// Earlier counts of problems similar to this one.
struct Alike {
  double seconds = 0;  ///< nominal seconds of one problem, on average; 0: not known
  CountMethod method = CountMethod::automatic;  ///< method that counted the last problem
  EngineKind engine = EngineKind::automatic;    ///< see CountResult::quicker
};

/// Threads and files that the program lends to a count. runs::resources() makes them from Options.
struct Resources {
  /// Takes over long searches; empty: they stay in one thread. A limit on nodes keeps a search in
  /// one thread too, and so does branching that learns weights.
  ContinueSearch continue_search = {};
  /// The threads of searches and sweeps. A single-threaded attempt beside them is charged for the
  /// threads that wait.
  search::Jobs jobs = {};
  /// Makes files for tables of sweeps beyond the limit on memory; empty: such sweeps end.
  tables::MakeScratch make_scratch = {};
  /// Stores the tables of sweeps for a count that begins anew; null: they are not stored.
  TableStore* tables = nullptr;
  /// Upper limit for one step that cannot pause, such as reducing the problem or finding an order
  /// of items. Nothing: only the limits of the options end it.
  std::optional<std::chrono::nanoseconds> longest_step = {};
  /// counts of similar problems; they influence the time only
  Alike alike = {};
};

/// An attempt of a count, its time and its outcome.
struct Trial {
  std::string what;         ///< "search", "reduction", "symmetry", "sweep", …
  std::string outcome;      ///< the outcome in words
  double seconds = 0;       ///< time of all `times` together
  std::uint32_t times = 1;  ///< how many parts of the problem had this outcome
};

/// The result of a count, and the way to it.
struct CountResult {
  Natural value;                    ///< exact if complete(), otherwise a lower bound
  Status status = Status::running;  ///< exhausted, or the reason why the count ended early
  search::Statistics statistics;    ///< sum over searches; memory of all methods
  double nominal_seconds = 0;  ///< by nodes, states and sizes in the first second, then by a clock
  std::optional<Residue> fingerprint = {};  ///< sum over the solutions, if it was wanted

  CountMethod method = CountMethod::search;   ///< the method that counted the last part
  EngineKind engine = EngineKind::automatic;  ///< engine of the last search, if any
  /// The engine that ended before another that had begun too; `automatic`: no two had.
  EngineKind quicker = EngineKind::automatic;
  std::string why = {};                     ///< why this method, in words
  std::string symmetry = "not looked for";  ///< the use of symmetries, in words
  std::uint32_t parts = 1;                  ///< independent parts, each counted by itself
  std::uint64_t states = 0;                 ///< states of tables; steps of sums over signs
  std::uint32_t forced = 0;                 ///< options that preprocessing chose
  std::uint32_t removed = 0;                ///< number of options that the reduction removed
  std::vector<Trial> trials = {};           ///< all attempts, in order

  /// Whether the value is exact.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

}  // namespace dlx::counting
