#pragma once

#include <cstdint>
#include <functional>

namespace dlx {

/// A look at a search while it runs.
struct Progress {
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  std::uint32_t level = 0;
  /// The part of the tree that lies behind, from 0 to 1, as if the children of a node were all of
  /// one size (Knuth's estimate); it never falls, but its pace may mislead.
  double share = 0;
  double seconds = 0;
};

using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace dlx
