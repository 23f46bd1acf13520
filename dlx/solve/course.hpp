#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/names.hpp"

namespace dlx::solve {

/// One of the searches of a competition (class Contest), and its work so far.
struct Entrant {
  EngineKind engine;  ///< the engine that the search uses
  /// The branching rule that the search uses.
  BranchingRule branching = BranchingRule::minimum_remaining;
  /// The number of independent parts of the problem that the search solves separately; 0 if it
  /// solves the problem as a whole.
  std::size_t parts = 0;
  std::uint64_t turns = 0;    ///< the number of turns that the search has had
  std::uint64_t nodes = 0;    ///< the number of nodes that the search has visited
  std::uint64_t updates = 0;  ///< the number of removals of entries from items' lists
  /// The nominal seconds that the search has taken. They are computed from nodes and updates; see
  /// contest.cpp.
  double seconds = 0;
  /// Whether this search found the last solution, or proved that no other solution exists.
  bool was_last = false;
};

/// The searches of a competition (class Contest) and their results so far.
struct Course {
  EngineKind engine = EngineKind::automatic;  ///< the engine that found the last solution
  /// The searches that have had a turn so far; empty if there is only one search.
  std::vector<Entrant> entrants = {};
  /// The modulus of an invariant that excludes all solutions; 0 if no invariant was found.
  std::uint32_t modulus = 0;
};

}  // namespace dlx::solve
