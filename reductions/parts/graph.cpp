#include "reductions/parts/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>

#include "dlx/core/text.hpp"
#include "dlx/core/text_error.hpp"

namespace dlx::parts {

Graph board(std::uint32_t width, std::uint32_t height, bool corners) {
  Graph graph;
  graph.weights.assign(std::size_t{width} * height, 1);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t cell = y * width + x;
      graph.names.push_back("r" + std::to_string(y + 1) + "c" + std::to_string(x + 1));
      if (x + 1 < width) graph.edges.emplace_back(cell, cell + 1);
      if (y + 1 == height) continue;
      graph.edges.emplace_back(cell, cell + width);
      if (corners && x + 1 < width) graph.edges.emplace_back(cell, cell + width + 1);
      if (corners && x > 0) graph.edges.emplace_back(cell, cell + width - 1);
    }
  }
  return graph;
}

Graph read_graph(std::string_view text) {
  Graph graph;
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  const auto vertex = [&](std::string_view name) {
    const auto number = static_cast<std::uint32_t>(graph.weights.size());
    const auto [place, is_new] = numbers.try_emplace(name, number);
    if (is_new) {
      graph.weights.push_back(1);
      graph.names.emplace_back(name);
    }
    return place->second;
  };
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = line.substr(0, line.find('#'));
    const std::string_view first = next_word(line), second = next_word(line);
    const std::string_view third = next_word(line), fourth = next_word(line);
    if (first.empty()) continue;
    if (second == "=") {
      const auto weight = to_number<std::uint32_t>(third);
      if (!weight || *weight == 0 || !fourth.empty()) {
        throw TextError("a weight must be a whole number from 1 to 4294967295, as in 'a = 1200'",
                        number, third);
      }
      graph.weights[vertex(first)] = *weight;
    } else if (second.empty() || !third.empty() || first.ends_with('=') ||
               second.starts_with('=')) {
      throw TextError("a line must be an edge, 'a b', or a weight, 'a = 1200'", number, first);
    } else if (first == second) {
      throw TextError("an edge must join two different vertices", number, second);
    } else {
      const std::uint32_t one = vertex(first);
      graph.edges.emplace_back(one, vertex(second));
    }
  }
  if (graph.weights.empty()) throw TextError("no vertex in it", 0);
  return graph;
}

}  // namespace dlx::parts
