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

/// An arc of the graph: in a walk, the option `to` may directly follow the option `from`.
struct Arc {
  OptionId from;  ///< the option at which the arc begins
  OptionId to;    ///< the option at which the arc ends; it may follow `from` in a walk
};

/// An exact-cover problem whose solutions must be walks. A PathProblem consists of a Problem, a
/// directed graph on its options, the options that may start a walk, and the options that may end a
/// walk. A solution of the PathProblem is a solution of the Problem whose options can be ordered as
/// a walk. In a walk the first option may start a walk, every other option follows the previous
/// option along an arc, and the last option may end a walk. The empty walk is a solution if the
/// empty set of options is a solution of the Problem. A PathProblem is immutable.
class PathProblem {
 public:
  /// A search tries successors in the order of `arcs`. Repeated arcs, and arcs from an option to
  /// itself, are ignored. Without `ends`, a walk may end with any option. Throws
  /// std::invalid_argument if an arc, `starts` or `ends` names an option that the problem does not
  /// have.
  PathProblem(Problem problem, std::span<const Arc> arcs, std::vector<OptionId> starts,
              const std::optional<std::vector<OptionId>>& ends = {});

  /// Constructs the problem of walks with the arcs of a graph of Boost.Graph: any model of
  /// VertexListGraph and IncidenceGraph whose vertices are the numbers of the options, as in
  /// adjacency_list<vecS, vecS, directedS>.
  template <class Graph>
  [[nodiscard]] static PathProblem from_graph(
      Problem problem, const Graph& graph, std::vector<OptionId> starts,
      const std::optional<std::vector<OptionId>>& ends = {});

  /// The exact-cover problem that the options of a walk must solve.
  [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
  /// The options that may follow an option, without repetitions, in the order in which its arcs
  /// were given.
  [[nodiscard]] std::span<const OptionId> successors(OptionId option) const noexcept {
    return std::span(arc_heads_).subspan(arc_begin_[index(option)], arc_count(option));
  }
  /// The options that may start a walk, without repetitions, in the order in which they were given.
  [[nodiscard]] std::span<const OptionId> starts() const noexcept { return starts_; }
  /// Whether a walk may end with this option.
  [[nodiscard]] bool may_end(OptionId option) const noexcept {
    return may_end_[index(option)] != 0;
  }
  /// The number of arcs of the graph. Repeated arcs, and arcs from an option to itself, are not
  /// counted.
  [[nodiscard]] std::size_t arc_count() const noexcept { return arc_heads_.size(); }

  /// The reasons why the options, in this order, are not a walk; empty if they are a walk. This
  /// function does not check whether the options cover the problem; Verifier does that.
  [[nodiscard]] std::vector<std::string> walk_faults(std::span<const OptionId> walk) const;

 private:
  [[nodiscard]] std::size_t arc_count(OptionId option) const noexcept {
    return arc_begin_[index(option) + 1] - arc_begin_[index(option)];
  }

  Problem problem_;
  // For each option: the index of the option's first arc in arc_heads_. The last element is the
  // size of arc_heads_.
  std::vector<std::uint32_t> arc_begin_;
  std::vector<OptionId> arc_heads_;
  std::vector<OptionId> starts_;
  std::vector<std::uint8_t> may_end_;
};

template <class Graph>
PathProblem PathProblem::from_graph(Problem problem, const Graph& graph,
                                    std::vector<OptionId> starts,
                                    const std::optional<std::vector<OptionId>>& ends) {
  // The functions of the graph are found by argument-dependent lookup, so this header need not
  // include Boost.
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
