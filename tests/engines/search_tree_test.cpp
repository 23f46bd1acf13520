// The search written down, against the engine and by its own rules.

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/search_tree.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr int rounds = 300;
#else
constexpr int rounds = 3'000;
#endif

std::vector<OptionId> way_to(const SearchTree& tree, std::size_t node) {
  std::vector<OptionId> options;
  for (; tree.nodes[node].parent; node = *tree.nodes[node].parent) {
    options.push_back(*tree.nodes[node].option);
  }
  std::sort(options.begin(), options.end());
  return options;
}

TEST_CASE("the tree has the nodes and the solutions of dancing links") {
  const std::uint64_t seed = GENERATE(std::uint64_t{71}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < rounds; ++n) {
    Shape shape = random_shape(random, 10);
    shape.multiplicities = false;
    shape.zero_primaries = random.chance(0.02);
    const Problem p = random_model(random, shape).problem();
    const SearchTree tree = search_tree(p, 100'000);
    Solver solver(p, {.engine = EngineKind::dancing_links});
    std::set<std::vector<OptionId>> expected;
    while (solver.next()) {
      const auto solution = solver.solution();
      std::vector<OptionId> sorted(solution.begin(), solution.end());
      std::sort(sorted.begin(), sorted.end());
      expected.insert(sorted);
    }
    std::set<std::vector<OptionId>> found;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      if (tree.nodes[i].state != TreeState::solution) continue;
      found.insert(way_to(tree, i));
      if (!verify(p, way_to(tree, i)).empty()) FAIL("not a solution\n" << canonical_text(p));
    }
    if (found != expected || found.size() != tree.solutions || !tree.complete ||
        tree.nodes.size() != solver.statistics().nodes) {
      FAIL(tree.nodes.size() << " nodes and " << found.size() << " solutions; dancing links "
                             << solver.statistics().nodes << " and " << expected.size() << "\n"
                             << canonical_text(p));
    }
    std::set<std::size_t> parents;
    for (const TreeNode& node : tree.nodes) {
      if (node.parent) parents.insert(*node.parent);
    }
    if (solver.statistics().inner_nodes != parents.size()) {
      FAIL(solver.statistics().inner_nodes << " inner nodes, not " << parents.size() << "\n"
                                           << canonical_text(p));
    }
  }
}

TEST_CASE("a tree that is cut off says so, and begins as the whole one") {
  const Problem p = problem_of("a b c\na\na b\nb\nb c\nc\n");
  const SearchTree whole = search_tree(p, 1'000);
  REQUIRE(whole.complete);
  const std::size_t size = whole.nodes.size();
  CHECK(search_tree(p, size).complete);
  for (std::size_t most = 0; most < size; ++most) {
    const SearchTree part = search_tree(p, most);
    CHECK_FALSE(part.complete);
    std::size_t looked_at = 0;
    for (const TreeNode& node : part.nodes) looked_at += node.state == TreeState::open ? 0 : 1;
    CHECK(looked_at == most);
    CHECK(part.solutions <= whole.solutions);
  }
}

TEST_CASE("multiplicities are refused") {
  CHECK_THROWS_AS(search_tree(problem_of("2|a\na\na\n"), 10), std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
