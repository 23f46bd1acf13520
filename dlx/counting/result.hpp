#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// Makes a search that continues another search of the problem, from `start`. `so_far` is what the
/// other search has visited, to be included in the statistics. The problem outlives the search.
using ContinueSearch = std::function<std::unique_ptr<search::CountingSearch>(
    const Problem& problem, const Options& options, const search::OpenWork& start,
    const search::Statistics& so_far)>;

/// What the program lends to a count, beside the calling thread and memory. dlx/runs makes it of
/// Options: see runs::resources().
struct Resources {
  /// Takes over long searches; empty: they stay in one thread. A limit on nodes keeps a search in
  /// one thread too, and so does branching that learns weights.
  ContinueSearch continue_search = {};
  /// For searches, and for sweeps. Single-threaded attempts beside them are charged accordingly.
  search::Jobs jobs = {};
  /// Makes room for tables of sweeps beyond the limit on memory; nothing: there is none.
  tables::MakeScratch make_scratch = {};
  /// Where sweeps keep their tables, if anywhere, for a count that begins anew.
  TableStore* tables = nullptr;
  /// Upper limit for one step that cannot pause, such as reducing the problem or finding an order
  /// of items. Nothing: only the limits of the options end it.
  std::optional<std::chrono::nanoseconds> longest_step = {};
};

/// What a count tried, for how long, and what became of it.
struct Trial {
  std::string what;         ///< "search", "reduction", "symmetry", "sweep", …
  std::string outcome;      ///< in words
  double seconds = 0;       ///< spent on it, in all `times` together
  std::uint32_t times = 1;  ///< how many parts of the problem had this outcome
};

/// What a count has found, and how.
struct CountResult {
  Natural value;                            ///< exact if complete(), otherwise a lower bound
  Status status = Status::running;          ///< exhausted, or the reason why the count ended early
  search::Statistics statistics;            ///< of the searches; memory of all methods
  std::optional<Residue> fingerprint = {};  ///< of the solutions counted, if it was wanted

  CountMethod method = CountMethod::search;   ///< that settled the last part
  EngineKind engine = EngineKind::automatic;  ///< of the last search, if there was one
  std::string why = {};                       ///< why this method, in words
  std::string symmetry = "not looked for";    ///< what became of symmetries, in words
  std::uint32_t parts = 1;                    ///< independent parts, each counted by itself
  std::uint64_t states = 0;                   ///< of sweeps, memos, diagrams; steps of sums
  std::uint32_t forced = 0;                   ///< options that preprocessing chose
  std::uint32_t removed = 0;                  ///< options that it removed
  std::vector<Trial> trials = {};             ///< everything that was tried, in order

  /// Whether the value is exact.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

}  // namespace dlx::counting
