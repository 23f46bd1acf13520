#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/names.hpp"

namespace dlx::solve {

/// One of the searches that take turns, and its work so far.
struct Entrant {
  EngineKind engine;                                           ///< engine of the search
  BranchingRule branching = BranchingRule::minimum_remaining;  ///< its branching rule
  /// Number of parts of the problem that are solved separately; 0: the problem is undivided.
  std::size_t parts = 0;
  std::uint64_t turns = 0;    ///< number of turns
  std::uint64_t nodes = 0;    ///< nodes of its search
  std::uint64_t updates = 0;  ///< number of updates, as counted by the engine
  double seconds = 0;         ///< nominal seconds: see contest.cpp
  /// Whether this search found the last solution, or proved that no other one exists.
  bool was_last = false;
};

/// The searches of a contest and their results so far.
struct Course {
  EngineKind engine = EngineKind::automatic;  ///< engine that found the last solution
  std::vector<Entrant> entrants = {};         ///< the searches made so far, if there are several
  /// Modulus of an invariant that excludes all solutions; 0: none was found.
  std::uint32_t modulus = 0;
};

}  // namespace dlx::solve
