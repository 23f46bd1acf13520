#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/names.hpp"

namespace dlx::solve {

/// One of the searches that take turns, and its work so far.
struct Entrant {
  EngineKind engine;
  std::size_t parts = 0;  ///< of the problem, each solved by itself; 0: the whole problem
  std::uint64_t turns = 0;
  std::uint64_t nodes = 0;
  std::uint64_t updates = 0;
  double seconds = 0;     ///< nominal: see contest.cpp
  bool was_last = false;  ///< it found the last solution, or that there is no other one
};

/// How a contest has gone so far.
struct Course {
  EngineKind engine = EngineKind::automatic;  ///< that found the last solution
  std::vector<Entrant> entrants = {};         ///< the searches made so far, if there are several
};

}  // namespace dlx::solve
