// The engine that learns, in what it has alone: assumptions, cores, and many questions to one
// search. The tests of all engines show that it finds what the others find.

#include <algorithm>
#include <catch2/catch.hpp>
#include <span>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/engines/learning_cells.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using engines::LearningEngine;

std::vector<Assumption> some_assumptions(Random& random, const Problem& problem) {
  std::vector<Assumption> assumptions;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (random.chance(0.15)) assumptions.push_back({OptionId{o}, random.chance(0.4)});
  }
  random.shuffle(assumptions);
  return assumptions;
}

/// All that is left, in pauses of a node or two if `pauses`.
std::vector<Solution> all_of(LearningEngine& search, Random& random, bool pauses) {
  std::vector<Solution> found;
  std::uint64_t nodes = search.statistics().nodes;
  do {
    if (pauses) search.set_limits({.nodes = nodes += random.between(1, 2)});
    while (search.next()) {
      Solution solution(search.solution().begin(), search.solution().end());
      std::sort(solution.begin(), solution.end());
      found.push_back(std::move(solution));
      search.check_invariants();
    }
    search.check_invariants();
  } while (search.status() != Status::exhausted);
  search.set_limits({});
  std::sort(found.begin(), found.end());
  return found;
}

/// `pigeons` in `holes`, a primary item for each pigeon and a secondary one for each hole; an
/// option puts a pigeon into a hole.
Problem pigeons_in_holes(int pigeons, int holes) {
  ProblemBuilder builder;
  std::vector<ItemId> pigeon;
  for (int p = 0; p < pigeons; ++p) pigeon.push_back(builder.primary("p" + std::to_string(p)));
  std::vector<ItemId> hole;
  for (int h = 0; h < holes; ++h) hole.push_back(builder.secondary("h" + std::to_string(h)));
  for (const ItemId p : pigeon) {
    for (const ItemId h : hole) builder.option({p, h});
  }
  return std::move(builder).build();
}

}  // namespace

TEST_CASE("questions with assumptions have the answers of brute force") {
  Random random(20'261'128);
  int unsolvable = 0;
  int cores_shorter = 0;
  for (int n = 0; n < 1'500; ++n) {
    const Problem problem = random_model(random, random_shape(random, 11)).problem();
    const std::vector<Solution> solutions = brute_force(problem);
    const auto search = engines::make_learning_engine(problem, {});
    for (int question = 0; question < 4; ++question) {
      CAPTURE(n, question);
      const auto assumptions = some_assumptions(random, problem);
      search->assume(assumptions);
      // A question may be left before its end.
      if (random.chance(0.3) && search->next()) continue;
      search->assume(assumptions);
      std::vector<Solution> expected;
      for (const Solution& solution : solutions) {
        if (agrees(solution, assumptions)) expected.push_back(solution);
      }
      REQUIRE(all_of(*search, random, random.chance(0.3)) == expected);
      if (!expected.empty()) continue;
      const auto core = search->core();
      for (const Solution& solution : solutions) REQUIRE(!agrees(solution, core));
      for (const Assumption& each : core) {
        REQUIRE(std::find(assumptions.begin(), assumptions.end(), each) != assumptions.end());
      }
      REQUIRE((!core.empty() || solutions.empty()));
      ++unsolvable;
      if (core.size() < assumptions.size()) ++cores_shorter;
    }
  }
  CHECK(unsolvable > 1'000);
  CHECK(cores_shorter > 300);
}

TEST_CASE("a core leaves out what does not clash") {
  // Five pigeons in six holes: 720 ways.
  const Problem problem = pigeons_in_holes(5, 6);
  const auto option = [](std::uint32_t pigeon, std::uint32_t hole) {
    return OptionId{pigeon * 6 + hole};
  };
  const auto search = engines::make_learning_engine(problem, {});
  const std::vector<Assumption> clash = {
      {option(0, 5)}, {option(1, 4), false}, {option(2, 3)}, {option(3, 3)}};
  search->assume(clash);
  CHECK_FALSE(search->next());
  CHECK(search->status() == Status::exhausted);
  CHECK(std::vector<Assumption>(search->core().begin(), search->core().end()) ==
        std::vector<Assumption>{{option(2, 3)}, {option(3, 3)}});

  search->assume(std::vector<Assumption>{{option(0, 5)}, {option(0, 5), false}});
  CHECK_FALSE(search->next());
  CHECK(search->core().size() == 2);

  search->assume({});
  Random random(1);
  CHECK(all_of(*search, random, false).size() == 720);
  search->assume(std::vector<Assumption>{{option(0, 0)}});
  CHECK(all_of(*search, random, false).size() == 120);
}

TEST_CASE("a core is empty if there are no solutions without assumptions") {
  const Problem problem = pigeons_in_holes(5, 4);
  const auto search = engines::make_learning_engine(problem, {});
  CHECK_FALSE(search->next());
  search->assume(std::vector<Assumption>{{OptionId{3}}});
  CHECK_FALSE(search->next());
  CHECK(search->core().empty());
}

TEST_CASE("assumptions may be given more often than there are variables") {
  const Problem problem = pigeons_in_holes(3, 3);
  const auto search = engines::make_learning_engine(problem, {});
  search->assume(std::vector<Assumption>(20'000, Assumption{OptionId{0}}));
  int found = 0;
  while (search->next()) {
    search->check_invariants();
    ++found;
  }
  CHECK(found == 2);
  const search::Statistics done = search->statistics();
  std::uint64_t sum = 0;
  for (const std::uint64_t nodes : done.nodes_per_level) sum += nodes;
  CHECK(sum == done.nodes);
}

TEST_CASE("what the engine that learns refuses") {
  const Problem problem = pigeons_in_holes(2, 2);
  const auto search = engines::make_learning_engine(problem, {});
  CHECK_THROWS_WITH(search->assume(std::vector<Assumption>{{OptionId{4}}}),
                    "an assumption about an option that does not exist");
  CHECK_THROWS_WITH(search->open_work(), "a search that learns cannot be divided");
  CHECK_THROWS_WITH(search->start_at({}), "a search that learns cannot be divided");
  CHECK_THROWS_WITH(
      engines::make_learning_engine(problem, {.branching = BranchingRule::first_active}),
      "branching by a rule or in an order is not for learning_cells");
}

TEST_CASE("the engine that learns refutes many pigeons, and always with the same nodes") {
  const Problem problem = pigeons_in_holes(9, 8);
  std::uint64_t nodes = 0;
  for (int run = 0; run < 2; ++run) {
    const auto search = engines::make_learning_engine(problem, {});
    REQUIRE_FALSE(search->next());
    CHECK(search->status() == Status::exhausted);
    search->check_invariants();
    if (run == 0) nodes = search->statistics().nodes;
    CHECK(search->statistics().nodes == nodes);
  }
}

}  // namespace dlx::test
