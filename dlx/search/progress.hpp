#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "dlx/core/natural.hpp"

namespace dlx {

/// How long something will take, as far as that can be said.
struct SecondsLeft {
  double low = 0, high = 0;
};

/// A look at a search while it runs.
struct Progress {
  std::uint64_t nodes = 0;
  Natural solutions = {};
  std::uint32_t level = 0;
  /// The part of the tree that lies behind, from 0 to 1, as if the children of a node were all of
  /// one size (Knuth's estimate); it never falls, but its pace may mislead.
  double share = 0;
  double seconds = 0;
  unsigned threads = 1;
  std::optional<SecondsLeft> left = {};  ///< where the search can tell
};

using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace dlx
