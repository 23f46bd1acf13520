#pragma once

#include <string>

#include "reductions/lattice/lattice.hpp"

namespace dlx::drawing::svg {

/// How drawings that show these cells layer by layer are to be read. They all have the same order:
/// from left to right, and the layer that lies on top is the first. Empty if there is one layer.
[[nodiscard]] inline std::string order_of_layers(const lattice::Cells& cells) {
  const auto [low, high] = lattice::extent(cells);
  return low.z == high.z ? "" : "layers from left to right, the top one first";
}

}  // namespace dlx::drawing::svg
