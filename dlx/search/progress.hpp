#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "dlx/core/natural.hpp"

namespace dlx::search {

/// How long something will take, as far as that can be said.
struct SecondsLeft {
  double low = 0;   ///< the least that is likely
  double high = 0;  ///< the most
};

/// A look at a search while it runs.
struct Progress {
  std::uint64_t nodes = 0;   ///< visited so far
  std::uint64_t states = 0;  ///< of a sweep, a memo or a diagram, or steps of a sum, so far
  std::uint64_t probes = 0;  ///< of an estimate, made so far
  Natural solutions = {};    ///< found so far
  /// False while parts are counted that only make a number together, and while tables are filled.
  bool solutions_known = true;
  std::uint32_t level = 0;  ///< how deep in the tree it is at the moment
  /// The part of the tree that lies behind, from 0 to 1, as if the children of a node were all of
  /// one size (Knuth's estimate); it never falls, but its pace may mislead.
  double share = 0;
  double seconds = 0;                    ///< since the search began
  unsigned threads = 1;                  ///< that search
  std::optional<SecondsLeft> left = {};  ///< where the search can tell
};

/// Is shown how a search stands.
using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace dlx::search
