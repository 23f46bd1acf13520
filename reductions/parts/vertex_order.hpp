#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reductions/parts/graph.hpp"

namespace dlx::parts {

/// The greatest number of vertices in the frontier: the processed vertices with neighbours that are
/// not processed yet.
constexpr std::size_t widest = 30;

/// The neighbours of each vertex, in ascending order.
using Near = std::vector<std::vector<std::uint32_t>>;

/// Finds the neighbours of each vertex. Throws std::invalid_argument for an edge to a vertex that
/// does not exist or to itself.
[[nodiscard]] Near neighbours(const Graph& graph);

/// For each vertex, its step in an order, and the last step among the vertex and its neighbours.
struct StepsOf {
  /// Finds the steps for an order of all vertices.
  StepsOf(const Near& near, std::span<const std::uint32_t> order)
      : own(near.size()), last(near.size()) {
    for (std::size_t s = 0; s < order.size(); ++s) own[order[s]] = last[order[s]] = s;
    for (std::size_t v = 0; v < near.size(); ++v) {
      for (const std::uint32_t other : near[v]) last[v] = std::max(last[v], own[other]);
    }
  }
  std::vector<std::size_t> own;   ///< the step of each vertex
  std::vector<std::size_t> last;  ///< the last step among each vertex and its neighbours
};

/// The best order of the vertices that was found: the one with the smallest sum of 4 to the power
/// of the frontier's width.
[[nodiscard]] std::vector<std::uint32_t> narrow_order(const Near& near);

}  // namespace dlx::parts
