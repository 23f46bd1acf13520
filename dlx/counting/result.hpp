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

/// Makes a search that continues another search of the problem. `start` is the part of the tree
/// that the other search has not visited. `so_far` are the statistics of the other search; the
/// statistics of the new search include them. The problem must outlive the search.
using ContinueSearch = std::function<std::unique_ptr<search::CountingSearch>(
    const Problem& problem, const Options& options, const search::OpenWork& start,
    const search::Statistics& so_far)>;

/// Statistics of earlier counts of problems similar to this one.
struct Alike {
  /// Average nominal seconds that the count of one such problem took; 0 if unknown.
  double seconds = 0;
  /// The method by which the last similar problem was counted.
  CountMethod method = CountMethod::automatic;
  /// The faster of two engines on similar problems; see CountResult::quicker.
  EngineKind engine = EngineKind::automatic;
};

/// Threads and files that the program provides for a count. runs::resources() makes them from
/// Options.
struct Resources {
  /// A function that makes a search with several threads, which continues a long search of one
  /// thread. If continue_search is empty, every search stays in one thread. A search with a limit
  /// on nodes, or with branching that learns weights, stays in one thread too.
  ContinueSearch continue_search = {};
  /// The threads that searches and sweeps share. While a method runs in one thread and makes the
  /// other threads wait, their waiting time is added to the method's time.
  search::Jobs jobs = {};
  /// Makes the files to which a sweep moves its tables when they reach the memory limit. If
  /// make_scratch is empty, the sweep ends there.
  tables::MakeScratch make_scratch = {};
  /// Stores the tables of sweeps for a restarted count. If `tables` is null, the tables of sweeps
  /// are not stored.
  TableStore* tables = nullptr;
  /// Upper limit for the time of one step that cannot pause, such as reducing the problem or
  /// finding an order of items. If longest_step is empty, only the time limit and the stop flag in
  /// the options end such a step.
  std::optional<std::chrono::nanoseconds> longest_step = {};
  /// Statistics of earlier counts of similar problems. Earlier counts influence the time of this
  /// count, but not its result.
  Alike alike = {};
};

/// An attempt during a count, such as a search or a sweep, with its outcome and its time.
struct Trial {
  std::string what;  ///< the name of the attempt: "search", "reduction", "symmetry", "sweep", …
  std::string outcome;      ///< the outcome of the attempt in words
  double seconds = 0;       ///< total time of all `times` attempts
  std::uint32_t times = 1;  ///< number of attempts with this outcome, in all parts of the problem
};

/// The result of a count, with statistics.
struct CountResult {
  Natural value;  ///< number of solutions; a lower bound unless complete()
  /// `exhausted` if the count is complete, otherwise the reason why it ended early.
  Status status = Status::running;
  /// Sum of the statistics of all searches; memory_bytes includes all methods.
  search::Statistics statistics;
  /// The time of the count. The first second is computed from nodes, states and sizes; later time
  /// is measured by a clock.
  double nominal_seconds = 0;
  /// Fingerprint of all solutions, if a fingerprint was wanted.
  std::optional<Residue> fingerprint = {};

  CountMethod method = CountMethod::search;  ///< the method that counted the last independent part
  /// Engine of the last search; `automatic` if there was no search.
  EngineKind engine = EngineKind::automatic;
  /// If two engines searched in turns, the engine that ended first; otherwise `automatic`.
  EngineKind quicker = EngineKind::automatic;
  std::string why = {};                     ///< the reason in words why this method counted
  std::string symmetry = "not looked for";  ///< how the count used symmetries, in words
  std::uint32_t parts = 1;  ///< number of independent parts, which are counted separately
  /// The sum of the numbers of states of tables and of steps of sums over signs.
  std::uint64_t states = 0;
  std::uint32_t forced = 0;   ///< number of options that preprocessing chose
  std::uint32_t removed = 0;  ///< number of options that the reduction removed
  /// The attempts to use a method during the count, in the order in which they began.
  std::vector<Trial> trials = {};

  /// Whether `value` is the exact number of solutions.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

}  // namespace dlx::counting
