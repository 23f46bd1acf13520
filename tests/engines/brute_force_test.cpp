// Every engine against brute force on small random problems: as counts, as sets, by fingerprint.

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <numeric>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/fingerprint.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

/// What is wrong with the search of an engine on this problem; empty if nothing is.
std::string difference(const Problem& problem, const std::vector<Solution>& expected,
                       EngineKind engine, std::uint64_t seed) {
  Fingerprint wanted(problem.option_count(), seed);
  for (const Solution& solution : expected) wanted.add(solution);

  Solver solver(problem, {.engine = engine});
  if (solver.engine() != engine) return "another engine was used";
  Verifier verifier(problem);
  Fingerprint fingerprint(wanted.factors());
  std::vector<Solution> found;
  solver.check_invariants();
  while (solver.next()) {
    if (solver.status() != Status::running) return "status is not running at a solution";
    Solution solution(solver.solution().begin(), solver.solution().end());
    const auto faults = verifier.faults(solution);
    if (!faults.empty()) return "not a solution: " + faults.front();
    solver.check_invariants();
    fingerprint.add(solution);
    std::sort(solution.begin(), solution.end());
    found.push_back(std::move(solution));
    if (found.size() > expected.size() + 100) return "far too many solutions";
  }
  solver.check_invariants();
  if (solver.status() != Status::exhausted) return "status is not exhausted at the end";
  if (solver.next()) return "next() found something after the end";

  if (found.size() != expected.size()) {
    return "found " + std::to_string(found.size()) + " of " + std::to_string(expected.size());
  }
  if (fingerprint.value() != wanted.value()) return "the fingerprints differ";
  std::sort(found.begin(), found.end());
  if (found != expected) return "the sets of solutions differ";

  const search::Statistics statistics = solver.statistics();
  if (statistics.solutions != expected.size()) return "statistics().solutions is wrong";
  const auto& levels = statistics.nodes_per_level;
  if (std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}) != statistics.nodes) {
    return "nodes_per_level does not add up to nodes";
  }
  if (levels.empty() || levels.front() != 1) return "there is not one root";
  if (levels.back() == 0) return "nodes_per_level ends in levels without nodes";

  const counting::CountResult result = counting::count_by_search(problem, {.engine = engine});
  if (!result.complete() || result.value != Natural(expected.size())) return "count() differs";
  if (result.statistics.nodes > statistics.nodes) return "count() took more nodes";
  if (result.statistics.updates > statistics.updates) return "count() took more updates";
  return {};
}

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 2'500;  // by each engine
constexpr int few = 100;
#else
const int many = cases(36'000);
constexpr int few = 1'000;
#endif

struct Tally {
  int problems = 0;
  int with_solutions = 0;
  int with_many = 0;
  int with_colours = 0;
  int with_multiplicities = 0;
  int with_both = 0;
};

void compare(Sample sample, std::uint64_t seed, int problems, std::uint32_t most_options) {
  CAPTURE(seed);
  Random random(seed);
  Tally tally;
  for (int n = 0; n < problems; ++n) {
    const Problem problem = random_model(random, random_shape(random, most_options)).problem();
    const std::vector<Solution> expected = brute_force(problem);
    for (const EngineKind engine : all_engines) {
      if (!is_for(engine, problem)) continue;
      const std::string what = difference(problem, expected, engine, seed);
      if (what.empty()) continue;
      CAPTURE(n, to_string(engine));
      FAIL(what << "\n" << canonical_text(problem));
    }
    ++tally.problems;
    tally.with_solutions += expected.empty() ? 0 : 1;
    tally.with_many += expected.size() > 3 ? 1 : 0;
    tally.with_colours += problem.has_colours() && !expected.empty() ? 1 : 0;
    tally.with_multiplicities += problem.has_multiplicities() && !expected.empty() ? 1 : 0;
    tally.with_both +=
        problem.has_colours() && problem.has_multiplicities() && !expected.empty() ? 1 : 0;
  }
  std::cout << tally.problems << " problems of seed " << seed << ", " << tally.with_solutions
            << " with solutions" << std::endl;
  // Otherwise the comparison says little.
  CHECK(tally.problems == problems);
  if (sample == Sample::drawn) return;
  CHECK(tally.with_solutions > problems * 4 / 10);
  CHECK(tally.with_many > problems / 20);
  CHECK(tally.with_colours > problems / 10);
  CHECK(tally.with_multiplicities > problems / 10);
  CHECK(tally.with_both > problems / 40);
}

TEST_CASE("engines agree with brute force on problems of a fixed seed") {
  compare(Sample::fixed, 7'221, many, 9);
  compare(Sample::fixed, 7'222, few, 14);
}

TEST_CASE("engines agree with brute force on problems drawn for this run") {
  const std::uint64_t seed = drawn_seed();
  compare(Sample::drawn, seed, many / 2, 9);
  compare(Sample::drawn, seed + 1, few / 2, 14);
}

TEST_CASE("the verifier agrees with the definition on every set of options") {
  const std::uint64_t seed = GENERATE(std::uint64_t{7'223}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
  for (int n = 0; n < many / 8; ++n) {
    const Problem problem = random_model(random, random_shape(random, 8)).problem();
    Verifier verifier(problem);
    Solution options;
    for (std::uint32_t bits = 0; bits >> problem.option_count() == 0; ++bits) {
      subset(bits, options);
      const bool wanted = is_solution_by_definition(problem, options);
      (wanted ? accepted : refused) += 1;
      if (verifier.faults(options).empty() != wanted || verifier.is_solution(options) != wanted) {
        CAPTURE(n, bits);
        FAIL("the verifier says " << !wanted << "\n" << canonical_text(problem));
      }
    }
  }
  CHECK(accepted > static_cast<std::uint64_t>(many) / 8);
  CHECK(refused > static_cast<std::uint64_t>(many));
}

TEST_CASE("the oracle counts what can be counted by hand") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId m = b.primary("m", {.at_least = 1, .at_most = 2});
  const ItemId s = b.secondary("s");
  const Colour red = b.colour("red");
  const Colour blue = b.colour("blue");
  b.option({a, {s, red}});
  b.option({m, {s, red}});
  b.option({m, {s, blue}});
  b.option({m});
  const Problem problem = std::move(b).build();
  // Option 1 must be there, option 3 cannot; of 2 and 4 any but none.
  const std::vector<Solution> expected = {{OptionId{0}, OptionId{1}},
                                          {OptionId{0}, OptionId{1}, OptionId{3}},
                                          {OptionId{0}, OptionId{3}}};
  CHECK(brute_force(problem) == expected);
}

TEST_CASE("zero primary items have one solution, the empty cover") {
  for (const EngineKind engine : all_engines) {
    for (const int secondaries : {0, 1, 3}) {
      ProblemBuilder b;
      for (int i = 0; i < secondaries; ++i) b.secondary("s" + std::to_string(i));
      const Problem problem = std::move(b).build();
      Solver solver(problem, {.engine = engine});
      REQUIRE(solver.next());
      CHECK(solver.solution().empty());
      CHECK_FALSE(solver.next());
      CHECK(solver.status() == Status::exhausted);
    }
  }
}

TEST_CASE("a primary item without options leaves no solution, unless it need not be covered") {
  for (const EngineKind engine : all_engines) {
    for (const std::uint32_t least : {0U, 1U, 2U}) {
      ProblemBuilder b;
      const ItemId a = b.primary("a");
      b.primary("empty", {.at_least = least, .at_most = std::max(least, 1U)});
      b.option({a});
      const Problem problem = std::move(b).build();
      if (!is_for(engine, problem)) continue;
      CHECK(counting::count_by_search(problem, {.engine = engine}).value ==
            Natural(least == 0 ? 1 : 0));
      if (least == 0) continue;
      // The item before it looks better, with one option, and is not tried.
      Solver solver(problem, {.engine = engine});
      CHECK_FALSE(solver.next());
      CHECK(solver.statistics().nodes == 1);
    }
  }
}

}  // namespace
}  // namespace dlx::test
