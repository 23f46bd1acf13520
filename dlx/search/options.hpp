#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/options.hpp"
#include "dlx/search/branching.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::search {

/// How to search, where to pause, and what watches it.
struct SearchOptions {
  EngineKind engine = EngineKind::automatic;  ///< must be one for such problems
  /// Rules other than minimum_remaining are for dancing_cells.
  Branching branching = {};
  Control control = {};  ///< limits, stop flag, progress
  /// Remove first what can be seen to be settled or superfluous; solutions come back in the options
  /// of the problem as given. Not for path problems, whose arcs it knows nothing of.
  bool preprocess = false;
  /// Bytes in which count() of dancing_cells remembers how many solutions there were below states
  /// that come up again; 0: it visits all nodes. Only without secondary items, weights and `trace`.
  std::size_t remember_bytes = 0;
  /// Records every node for a certificate; not with `preprocess`, and not for path problems. Must
  /// outlive the engine.
  Trace* trace = nullptr;
};

/// The limits that these ask for.
[[nodiscard]] Limits limits_of(const Options& options);

/// The options of a search that these ask for, without a stop flag and without progress. `problem`
/// has the items of `order`. Throws std::invalid_argument if it has no such primary item, if there
/// is an order and `problem` is null, or if options do not go together (check_exclusions).
[[nodiscard]] SearchOptions search_options(const Options& options,
                                           const Problem* problem = nullptr);

}  // namespace dlx::search
