// What is shown of dancing links, against the memory of dancing links: move by move and pointer by
// pointer.

#include "dlx/link_record.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

#include "dlx/engines/dancing_links.hpp"
#include "dlx/solver.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/search_tree.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr int rounds = 150;
#else
constexpr int rounds = 1'500;
#endif

Problem random_problem(Random& random, std::uint32_t most_options = 9) {
  Shape shape = random_shape(random, most_options);
  shape.multiplicities = false;
  shape.zero_primaries = random.chance(0.02);
  return random_model(random, shape).problem();
}

/// Replays every move in a memory of its own, and compares all of it with the engine's.
class Comparer final : public search::LinkWatcher {
 public:
  void start(const search::LinkMemory& memory) override { memory_ = memory; }
  void step(const search::LinkStep& step,
            const std::function<search::LinkMemory()>& memory) override {
    apply(step, memory_);
    if (memory_ != memory()) ++differences;
    steps.push_back(step);
  }

  std::size_t differences = 0;
  std::vector<search::LinkStep> steps;

 private:
  search::LinkMemory memory_;
};

bool same(const TreeNode& a, const TreeNode& b) {
  return a.parent == b.parent && a.option == b.option && a.state == b.state &&
         a.choices == b.choices && (a.state != TreeState::branch || a.item == b.item);
}

TEST_CASE("replayed moves make the engine's memory after every move") {
  const std::uint64_t seed = GENERATE(std::uint64_t{81}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  std::size_t steps = 0;
  for (int n = 0; n < rounds; ++n) {
    const Problem p = random_problem(random);
    for (const BranchingRule rule :
         {BranchingRule::minimum_remaining, BranchingRule::first_active}) {
      Comparer comparer;
      const auto engine = engines::make_watched_dancing_links(p, {.branching = rule}, comparer);
      while (engine->next()) engine->check_invariants();
      engine->check_invariants();
      if (comparer.differences > 0) FAIL(canonical_text(p));
      steps += comparer.steps.size();
      if (rule != BranchingRule::minimum_remaining) continue;
      // The record is that of these moves, and the engine that is not watched does the same.
      const LinkRecord record = record_search(p, {.most_nodes = 1'000'000});
      Solver solver(p, {.engine = EngineKind::dancing_links});
      while (solver.next()) {
      }
      const auto unlinks = std::count_if(
          record.steps.begin(), record.steps.end(),
          [](const search::LinkStep& step) { return step.move == search::LinkMove::unlink; });
      if (record.steps != comparer.steps ||
          static_cast<std::uint64_t>(unlinks) != solver.statistics().updates ||
          record.tree.nodes.size() != solver.statistics().nodes ||
          record.tree.solutions != solver.statistics().solutions) {
        FAIL(canonical_text(p));
      }
    }
  }
  CHECK(steps > 10'000);
}

TEST_CASE("the moves undo each other, and lead to each node of the tree") {
  const std::uint64_t seed = GENERATE(std::uint64_t{82}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < rounds; ++n) {
    const Problem p = random_problem(random);
    const LinkRecord record = record_search(p, {.most_nodes = 1'000'000});
    search::LinkMemory memory = record.start;
    for (const search::LinkStep& step : record.steps) apply(step, memory);
    if (memory != record.start) FAIL("not undone\n" << canonical_text(p));
    REQUIRE(record.steps.back().move == search::LinkMove::finish);
    REQUIRE(record.arrivals.size() == record.tree.nodes.size());
    REQUIRE(std::is_sorted(record.arrivals.begin(), record.arrivals.end()));
    for (std::size_t i = 0; i < record.arrivals.size(); ++i) {
      const search::LinkMove move = record.steps[record.arrivals[i] - 1].move;
      const TreeState state = record.tree.nodes[i].state;
      REQUIRE((move == search::LinkMove::choose) == (state == TreeState::branch));
      REQUIRE((move == search::LinkMove::dead) == (state == TreeState::dead));
      REQUIRE((move == search::LinkMove::solution) == (state == TreeState::solution));
    }
  }
}

TEST_CASE("the recorded tree is the one that sets make") {
  const std::uint64_t seed = GENERATE(std::uint64_t{83}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < rounds; ++n) {
    const Problem p = random_problem(random);
    const std::size_t most = random.chance(0.5) ? random.below(8) : 100'000;
    const SearchTree sets = search_tree(p, most);
    const SearchTree links = record_search(p, {.most_nodes = most}).tree;
    if (sets.complete != links.complete || sets.solutions != links.solutions ||
        !std::equal(sets.nodes.begin(), sets.nodes.end(), links.nodes.begin(), links.nodes.end(),
                    same)) {
      FAIL("another tree, at most " << most << " nodes\n" << canonical_text(p));
    }
  }
}

TEST_CASE("the rule first branches on the first active item") {
  Random random(84);
  for (int n = 0; n < rounds; ++n) {
    const Problem p = random_problem(random);
    const LinkRecord record =
        record_search(p, {.rule = BranchingRule::first_active, .most_nodes = 1'000'000});
    search::LinkMemory memory = record.start;
    for (const search::LinkStep& step : record.steps) {
      if (step.move == search::LinkMove::choose && memory.next[0] != step.at)
        FAIL(canonical_text(p));
      apply(step, memory);
    }
    Solver solver(p, {.engine = EngineKind::dancing_links});
    while (solver.next()) {
    }
    if (record.tree.solutions != solver.statistics().solutions) FAIL(canonical_text(p));
  }
}

TEST_CASE("Knuth's example begins as in the book") {
  const Problem p = problem_of("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
  const LinkRecord record = record_search(p);
  using enum search::LinkMove;
  // Nodes of the options: 8 c, 9 e; 10 a, 11 d, 12 g; 13 b, 14 c, 15 f; 16 a, 17 d, 18 f; 19 b,
  // 20 g; 21 d, 22 e, 23 g. Covering a hides the options of nodes 10 and 16.
  const std::vector<search::LinkStep> expected = {{choose, 1, 2, 0},
                                                  {deactivate, 1, 0, 2},
                                                  {cover, 1},
                                                  {hide, 10},
                                                  {unlink, 11, 4, 17},
                                                  {unlink, 12, 7, 20},
                                                  {hide, 16},
                                                  {unlink, 17, 4, 21},
                                                  {unlink, 18, 15, 6},
                                                  {attempt, 10},
                                                  {deactivate, 4, 3, 5},
                                                  {deactivate, 7, 6, 0},
                                                  {cover, 4},
                                                  {hide, 21},
                                                  {unlink, 22, 9, 5},
                                                  {unlink, 23, 20, 7},
                                                  {cover, 7},
                                                  {hide, 20},
                                                  {unlink, 19, 13, 2},
                                                  {choose, 2, 1, 0}};
  REQUIRE(record.steps.size() > expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i, to_string(record.steps[i].move), record.steps[i].at);
    CHECK(record.steps[i] == expected[i]);
  }
  CHECK(record.tree.solutions == 1);
}

TEST_CASE("a record with too many moves ends between two nodes") {
  const Problem p = problem_of("a b c\na\na b\nb\nb c\nc\n");
  const LinkRecord whole = record_search(p);
  REQUIRE(whole.tree.complete);
  const LinkRecord part = record_search(p, {.most_steps = 12});
  CHECK_FALSE(part.tree.complete);
  CHECK(part.steps.size() >= 12);
  REQUIRE(part.steps.size() < whole.steps.size());
  CHECK(std::equal(part.steps.begin(), part.steps.end(), whole.steps.begin()));
  CHECK(part.tree.nodes.back().state == TreeState::open);
}

TEST_CASE("what dancing links cannot be watched at is refused") {
  const Problem bounded = problem_of("0:2|a b\na b\na\n");
  CHECK_THROWS_AS(record_search(bounded), std::invalid_argument);
  const Problem p = problem_of("a\na\n");
  CHECK_THROWS_AS(record_search(p, {.rule = BranchingRule::weighted}), std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
