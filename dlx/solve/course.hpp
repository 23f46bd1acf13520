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
  std::size_t parts = 0;      ///< parts of the problem, each solved by itself; 0: the whole problem
  std::uint64_t turns = 0;    ///< number of turns
  std::uint64_t nodes = 0;    ///< nodes of its search
  std::uint64_t updates = 0;  ///< updates, as the engine counts them
  double seconds = 0;         ///< nominal: see contest.cpp
  bool was_last = false;      ///< it found the last solution, or that no other one exists
};

/// The course of a contest so far.
struct Course {
  EngineKind engine = EngineKind::automatic;  ///< engine that found the last solution
  std::vector<Entrant> entrants = {};         ///< the searches made so far, if there are several
  /// Modulus of an invariant that excludes all solutions; 0: none was found.
  std::uint32_t modulus = 0;
};

}  // namespace dlx::solve
