#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// "The option `to` may follow the option `from`."
struct Arc {
  OptionId from;  ///< an option
  OptionId to;    ///< an option that may follow it
};

/// An exact-cover problem whose solutions must be walks: a directed graph over its options, the
/// options where a walk may start, and those where it may end. A solution is a solution of the
/// Problem whose options can be put in the order of a walk: the first may start, each follows the
/// one before along an arc, and the last may end. The empty walk is a solution if it covers the
/// problem. Immutable.
class PathProblem {
 public:
  /// A search tries successors in the order of the arcs given here. Arcs named twice count once,
  /// and no option follows itself. Without `ends` a walk may end anywhere. Throws
  /// std::invalid_argument for options that do not exist.
  PathProblem(Problem problem, std::span<const Arc> arcs, std::vector<OptionId> starts,
              const std::optional<std::vector<OptionId>>& ends = {});

  /// The arcs of a graph of Boost.Graph: any model of VertexListGraph and IncidenceGraph whose
  /// vertices are the numbers of the options, as in adjacency_list<vecS, vecS, directedS>.
  template <class Graph>
  [[nodiscard]] static PathProblem from_graph(
      Problem problem, const Graph& graph, std::vector<OptionId> starts,
      const std::optional<std::vector<OptionId>>& ends = {});

  /// The problem that the options of a walk must cover.
  [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
  /// The options that may follow an option, each once, in the order of its arcs.
  [[nodiscard]] std::span<const OptionId> successors(OptionId option) const noexcept {
    return std::span(arc_heads_).subspan(arc_begin_[index(option)], arc_count(option));
  }
  /// The options at which a walk may start, in the order given.
  [[nodiscard]] std::span<const OptionId> starts() const noexcept { return starts_; }
  /// Whether a walk may end with an option.
  [[nodiscard]] bool may_end(OptionId option) const noexcept {
    return may_end_[index(option)] != 0;
  }
  /// Number of arcs, without repeated arcs and arcs from an option to itself.
  [[nodiscard]] std::size_t arc_count() const noexcept { return arc_heads_.size(); }

  /// The reasons why the options, in this order, are not a walk; empty if they are one. Verifier
  /// checks whether they cover the problem.
  [[nodiscard]] std::vector<std::string> walk_faults(std::span<const OptionId> walk) const;

 private:
  [[nodiscard]] std::size_t arc_count(OptionId option) const noexcept {
    return arc_begin_[index(option) + 1] - arc_begin_[index(option)];
  }

  Problem problem_;
  std::vector<std::uint32_t> arc_begin_;  // [option], and the end of the last: where its arcs begin
  std::vector<OptionId> arc_heads_;
  std::vector<OptionId> starts_;
  std::vector<std::uint8_t> may_end_;
};

template <class Graph>
PathProblem PathProblem::from_graph(Problem problem, const Graph& graph,
                                    std::vector<OptionId> starts,
                                    const std::optional<std::vector<OptionId>>& ends) {
  // Argument-dependent lookup finds the functions of the graph, so this header needs no Boost.
  std::vector<Arc> arcs;
  const auto [first, last] = vertices(graph);
  for (auto v = first; v != last; ++v) {
    const auto [out, out_end] = out_edges(*v, graph);
    for (auto e = out; e != out_end; ++e) {
      arcs.push_back({OptionId{static_cast<std::uint32_t>(*v)},
                      OptionId{static_cast<std::uint32_t>(target(*e, graph))}});
    }
  }
  return PathProblem(std::move(problem), arcs, std::move(starts), ends);
}

}  // namespace dlx
