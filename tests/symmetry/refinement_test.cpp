// Partitions refined for nauty: against the definition, and under other names of the vertices.

#include "dlx/symmetry/refinement.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "tests/support/processor_time.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

constexpr int far_level = 1'000;  // of places inside a cell

struct Graph {
  std::vector<std::set<int>> near;

  std::vector<std::size_t> begin;
  std::vector<int> degree;
  std::vector<int> ends;

  void lay_out() {
    for (const auto& neighbours : near) {
      begin.push_back(ends.size());
      degree.push_back(static_cast<int>(neighbours.size()));
      ends.insert(ends.end(), neighbours.begin(), neighbours.end());
    }
  }
  [[nodiscard]] Graph renamed(const std::vector<int>& name) const {
    Graph other;
    other.near.resize(near.size());
    for (std::size_t v = 0; v < near.size(); ++v) {
      for (const int w : near[v]) {
        other.near[static_cast<std::size_t>(name[v])].insert(name[static_cast<std::size_t>(w)]);
      }
    }
    other.lay_out();
    return other;
  }
};

Graph random_graph(Random& random) {
  Graph graph;
  const std::size_t size = random.between(1, 40);
  graph.near.resize(size);
  const double density = std::vector{0.03, 0.1, 0.3}[random.below(3)];
  for (std::size_t v = 0; v < size; ++v) {
    for (std::size_t w = 0; w < v; ++w) {
      if (!random.chance(density)) continue;
      graph.near[v].insert(static_cast<int>(w));
      graph.near[w].insert(static_cast<int>(v));
    }
  }
  graph.lay_out();
  return graph;
}

/// A partition as nauty has it.
struct Partition {
  std::vector<int> lab, ptn;
  int cells = 0;

  [[nodiscard]] std::vector<int> starts(int level) const {
    std::vector<int> result;
    for (std::size_t k = 0; k < lab.size(); ++k) {
      if (k == 0 || ptn[k - 1] <= level) result.push_back(static_cast<int>(k));
    }
    return result;
  }
  /// A vertex: where its cell begins.
  [[nodiscard]] std::vector<int> cell_of_vertex(int level) const {
    std::vector<int> result(lab.size());
    int start = 0;
    for (std::size_t k = 0; k < lab.size(); ++k) {
      if (k > 0 && ptn[k - 1] <= level) start = static_cast<int>(k);
      result[static_cast<std::size_t>(lab[k])] = start;
    }
    return result;
  }
};

/// By a class of each vertex.
Partition partition_of(const std::vector<int>& classes) {
  Partition p;
  p.lab.resize(classes.size());
  std::iota(p.lab.begin(), p.lab.end(), 0);
  const auto class_at = [&](std::size_t k) { return classes[static_cast<std::size_t>(p.lab[k])]; };
  std::stable_sort(p.lab.begin(), p.lab.end(), [&](int a, int b) {
    return classes[static_cast<std::size_t>(a)] < classes[static_cast<std::size_t>(b)];
  });
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const bool ends = k + 1 == classes.size() || class_at(k) != class_at(k + 1);
    p.ptn.push_back(ends ? 0 : far_level);
    p.cells += ends ? 1 : 0;
  }
  return p;
}

/// The coarsest equitable refinement, by splitting again and again.
std::vector<int> split_naively(const Graph& graph, std::vector<int> classes) {
  for (;;) {
    std::map<std::pair<int, std::map<int, int>>, int> kinds;
    std::vector<std::pair<int, std::map<int, int>>> kind;
    for (std::size_t v = 0; v < classes.size(); ++v) {
      std::map<int, int> near;
      for (const int w : graph.near[v]) ++near[classes[static_cast<std::size_t>(w)]];
      kind.emplace_back(classes[v], near);
      kinds.emplace(kind.back(), 0);
    }
    int next = 0;
    for (auto& [k, number] : kinds) number = next++;
    const std::set<int> before(classes.begin(), classes.end());
    for (std::size_t v = 0; v < classes.size(); ++v) classes[v] = kinds.at(kind[v]);
    if (kinds.size() == before.size()) return classes;
  }
}

symmetry::Refinement::Result refine(const Graph& graph, Partition& p, int level) {
  symmetry::Refinement refinement(graph.begin, graph.degree, graph.ends,
                                  [](std::size_t) { return false; });
  return refinement.refine(p.lab.data(), p.ptn.data(), level, p.cells, p.starts(level));
}

TEST_CASE("a refined partition is the coarsest equitable one, whatever the vertices are called") {
  Random random(91);
  int split = 0;
  for (int n = 0; n < 3'000; ++n) {
    const Graph graph = random_graph(random);
    const std::size_t size = graph.near.size();
    std::vector<int> classes;
    for (std::size_t v = 0; v < size; ++v) classes.push_back(static_cast<int>(random.below(2)));
    Partition p = partition_of(classes);
    const int cells_before = p.cells;
    const symmetry::Refinement::Result result = refine(graph, p, 1);
    REQUIRE_FALSE(result.ended);
    split += result.cells > cells_before ? 1 : 0;

    std::vector<int> sorted = p.lab;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t v = 0; v < size; ++v) REQUIRE(sorted[v] == static_cast<int>(v));
    const std::vector<int> cell = p.cell_of_vertex(1);
    const std::vector<int> wanted = split_naively(graph, classes);
    REQUIRE(static_cast<std::size_t>(result.cells) == p.starts(1).size());
    std::map<int, int> match;
    for (std::size_t v = 0; v < size; ++v) {
      const auto [place, is_new] = match.emplace(cell[v], wanted[v]);
      REQUIRE(place->second == wanted[v]);
    }
    REQUIRE(match.size() == std::set<int>(wanted.begin(), wanted.end()).size());

    std::vector<int> name(size);
    std::iota(name.begin(), name.end(), 0);
    random.shuffle(name);
    const Graph other = graph.renamed(name);
    std::vector<int> other_classes(size);
    for (std::size_t v = 0; v < size; ++v) {
      other_classes[static_cast<std::size_t>(name[v])] = classes[v];
    }
    Partition q = partition_of(other_classes);
    const symmetry::Refinement::Result same = refine(other, q, 1);
    REQUIRE(same.cells == result.cells);
    REQUIRE(same.code == result.code);
    const std::vector<int> other_cell = q.cell_of_vertex(1);
    for (std::size_t v = 0; v < size; ++v) {
      REQUIRE(other_cell[static_cast<std::size_t>(name[v])] == cell[v]);
    }
  }
  CHECK(split > 1'000);
}

/// Dominoes on 2 by n, with a cell marked by a secondary item: no symmetry is left.
Problem ladder(int n) {
  ProblemBuilder b;
  std::vector<ItemId> upper;
  std::vector<ItemId> lower;
  for (int k = 0; k < n; ++k) upper.push_back(b.primary("u" + std::to_string(k)));
  for (int k = 0; k < n; ++k) lower.push_back(b.primary("l" + std::to_string(k)));
  const ItemId mark = b.secondary("mark");
  b.option({upper[0], upper[1], mark});
  for (std::size_t k = 0; k + 1 < upper.size(); ++k) {
    b.option({upper[k], lower[k]});
    b.option({upper[k], upper[k + 1]});
    b.option({lower[k], lower[k + 1]});
  }
  return std::move(b).build();
}

TEST_CASE("a long chain is refined in time that grows with its length, and can be ended") {
  const Problem problem = ladder(60'000);
  const double start = processor_seconds();
  const symmetry::Automorphisms group =
      symmetry::automorphisms(problem, {.control = {.limits = {.time = std::chrono::minutes(5)}}});
  CHECK(group.complete);
  CHECK(group.order == 1);
  CHECK(processor_seconds() - start < 30);  // nauty's own refinement takes minutes
  const std::atomic<bool> stop = true;
  const symmetry::Automorphisms stopped =
      symmetry::automorphisms(problem, {.control = {.stop = &stop}});
  CHECK_FALSE(stopped.complete);
  const symmetry::Automorphisms late = symmetry::automorphisms(
      problem, {.control = {.limits = {.time = std::chrono::microseconds(1)}}});
  CHECK_FALSE(late.complete);
}

}  // namespace
}  // namespace dlx::test
