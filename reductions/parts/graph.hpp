#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Partitions of the vertices of a graph into connected parts, counted without listing the parts.
namespace dlx::parts {

/// An undirected graph whose vertices have weights, such as the population of a place.
struct Graph {
  std::vector<std::uint32_t> weights;  ///< weight of each vertex
  /// Pairs of adjacent vertices, numbered from 0.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  /// The name of each vertex. The names of a board's cells have the form r1c1.
  std::vector<std::string> names = {};
};

/// The greatest number of vertices for which partitions are counted.
constexpr std::size_t most_vertices = 10'000;

/// The graph of the cells of a board. Cells that share a side are neighbours; with `corners`, cells
/// that share a corner are neighbours, too.
[[nodiscard]] Graph board(std::uint32_t width, std::uint32_t height, bool corners = false);

/// Reads a graph. Each line is an edge ("a b") or sets the weight of a vertex ("a = 1200"). Names
/// are words. A vertex whose weight no line sets has weight 1. '#' begins a comment. Throws
/// TextError.
[[nodiscard]] Graph read_graph(std::string_view text);

}  // namespace dlx::parts
