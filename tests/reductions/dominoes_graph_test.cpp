// Domino tilings are perfect matchings of the grid's graph: Boost.Graph as the oracle.

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <catch2/catch.hpp>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "reductions/classics/dominoes.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using lattice::Cell;
using lattice::Cells;

Cells random_region(Random& random) {
  Cells region;
  for (const Cell& cell : lattice::box(5, 4)) {
    if (random.below(100) < 75) region.push_back(cell);
  }
  return region;
}

Graph adjacency(const Cells& region) {
  Graph graph(region.size());
  for (std::size_t a = 0; a < region.size(); ++a) {
    for (std::size_t b = a + 1; b < region.size(); ++b) {
      const Cell d = region[b] - region[a];
      if (std::abs(d.x) + std::abs(d.y) == 1) boost::add_edge(a, b, graph);
    }
  }
  return graph;
}

bool has_perfect_matching(const Graph& graph) {
  std::vector<Graph::vertex_descriptor> mate(boost::num_vertices(graph));
  boost::edmonds_maximum_cardinality_matching(graph, mate.data());
  return 2 * boost::matching_size(graph, mate.data()) == boost::num_vertices(graph);
}

/// Each connected part alone.
std::vector<Cells> parts(const Cells& region, const Graph& graph) {
  std::vector<std::size_t> part(region.size());
  std::vector<Cells> found(region.empty() ? 0 : boost::connected_components(graph, part.data()));
  for (std::size_t i = 0; i < region.size(); ++i) found[part[i]].push_back(region[i]);
  return found;
}

TEST_CASE("a region has a tiling if its graph has a perfect matching, and parts multiply") {
  Random random(20'261'120);
  int with = 0;
  int without = 0;
  int in_parts = 0;
  for (int n = 0; n < 2'000; ++n) {
    const Cells region = random_region(random);
    if (region.empty()) continue;
    const Graph graph = adjacency(region);
    const Natural tilings = counting::count(classics::dominoes::build(region).problem).value;
    REQUIRE((tilings != Natural(0)) == has_perfect_matching(graph));
    ++(tilings != Natural(0) ? with : without);

    const auto each = parts(region, graph);
    Natural product = 1;
    for (const Cells& part : each)
      product *= counting::count(classics::dominoes::build(part).problem).value;
    REQUIRE(product == tilings);
    in_parts += each.size() > 1 && tilings != Natural(0) ? 1 : 0;
  }
  CHECK(with > 100);
  CHECK(without > 100);
  CHECK(in_parts > 10);
}

}  // namespace
}  // namespace dlx::test
