#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/names.hpp"

namespace dlx::solve {

/// One of the searches of a contest, and the work of this search so far.
struct Entrant {
  EngineKind engine;  ///< the engine that the search uses
  /// The branching rule that the search uses.
  BranchingRule branching = BranchingRule::minimum_remaining;
  /// The number of parts of the problem that the search solves separately; 0 if the problem is
  /// undivided.
  std::size_t parts = 0;
  std::uint64_t turns = 0;    ///< the number of turns that the search has had
  std::uint64_t nodes = 0;    ///< the number of nodes that the search has visited
  std::uint64_t updates = 0;  ///< the number of updates of the search, as counted by the engine
  /// The nominal seconds that the search has taken, as contest.cpp defines them.
  double seconds = 0;
  /// Whether this search found the last solution, or proved that no other solution exists.
  bool was_last = false;
};

/// The searches of a contest and their results so far.
struct Course {
  EngineKind engine = EngineKind::automatic;  ///< the engine that found the last solution
  /// The searches that have had a turn so far, if there are several searches.
  std::vector<Entrant> entrants = {};
  /// The modulus of an invariant that excludes all solutions; 0 if no invariant was found.
  std::uint32_t modulus = 0;
};

}  // namespace dlx::solve
