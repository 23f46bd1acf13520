// Lists by threads, against the list of one search.

#include "dlx/runs/parallel_list.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 40;
#else
const int many = cases(400);
#endif

using List = std::vector<std::vector<OptionId>>;

template <class Search>
List list_of(Search& search) {
  List list;
  while (search.next()) {
    const auto solution = search.solution();
    list.emplace_back(solution.begin(), solution.end());
  }
  return list;
}

/// By several numbers of threads, which take the work from each other after few nodes.
void compare(const Problem& problem, Options options, std::uint64_t unit_nodes) {
  Solver solver(problem, options);
  const List wanted = list_of(solver);
  for (const unsigned threads : {1U, 2U, 3U}) {
    CAPTURE(threads, unit_nodes);
    options.threads = threads;
    options.unit_nodes = unit_nodes;
    runs::ParallelList list(problem, options);
    REQUIRE(list_of(list) == wanted);
    REQUIRE(list.status() == Status::exhausted);
    REQUIRE_FALSE(list.next());
    REQUIRE(list.engine() == solver.engine());
    REQUIRE(list.statistics().nodes == solver.statistics().nodes);
    REQUIRE(list.statistics().nodes_per_level == solver.statistics().nodes_per_level);
  }
}

void compare_random(std::uint64_t seed) {
  Random random(seed);
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 24)).problem();
    CAPTURE(seed, n);
    for (const EngineKind engine : dividable_engines) {
      if (!is_for(engine, problem)) continue;
      compare(problem, {.engine = engine, .preprocess = random.chance(0.5)}, 1 + random.below(20));
    }
  }
}

}  // namespace

TEST_CASE("threads list random problems as one search does") {
  compare_random(41);
  compare_random(drawn_seed());
}

TEST_CASE("threads list queens as one search does") {
  const classics::queens::Model queens = classics::queens::build(8);
  for (const std::uint64_t unit_nodes : {1U, 7U, 100U, 1'000U}) {
    compare(queens.problem, {}, unit_nodes);
  }
}

TEST_CASE("the share of a list by threads follows its nodes") {
  const classics::queens::Model queens = classics::queens::build(9);
  Solver solver(queens.problem);
  list_of(solver);
  const auto all = static_cast<double>(solver.statistics().nodes);
  for (const unsigned threads : {2U, 3U}) {
    CAPTURE(threads);
    double reported = 0;
    runs::ParallelList list(queens.problem, {.threads = threads,
                                             .unit_nodes = 20,
                                             .on_progress =
                                                 [&](const search::Progress& p) {
                                                   CHECK(p.share >= reported);
                                                   CHECK(p.share <= 1);
                                                   reported = p.share;
                                                 },
                                             .progress_interval = std::chrono::nanoseconds(0)});
    while (list.next()) {
      const search::Statistics now = list.statistics();
      const double visited = static_cast<double>(now.nodes) / all;
      if (visited < 0.2) continue;
      CHECK(now.share > visited / 2);
      CHECK(now.share < visited * 2);
    }
    CHECK(reported > 0);
    CHECK(list.statistics().share == 1);
  }
}

TEST_CASE("a list by threads ends at a limit or a stop") {
  const classics::queens::Model queens = classics::queens::build(12);
  Solver solver(queens.problem);
  std::atomic<bool> stop = false;
  runs::ParallelList list(queens.problem, {.threads = 3, .unit_nodes = 100, .stop = &stop});
  for (int n = 0; n < 1'000; ++n) {
    REQUIRE(list.next());
    REQUIRE(solver.next());
    const auto found = list.solution();
    const auto wanted = solver.solution();
    REQUIRE(std::vector(found.begin(), found.end()) == std::vector(wanted.begin(), wanted.end()));
  }
  stop = true;
  while (list.next()) {
  }
  CHECK(list.status() == Status::stopped);
  CHECK_FALSE(list.next());

  runs::ParallelList late(queens.problem,
                          {.time = std::chrono::nanoseconds(1), .threads = 2, .unit_nodes = 100});
  while (late.next()) {
  }
  CHECK(late.status() == Status::time_limit);
}

TEST_CASE("what a report of progress throws ends a list by threads") {
  const classics::queens::Model queens = classics::queens::build(12);
  runs::ParallelList list(
      queens.problem,
      {.threads = 2,
       .unit_nodes = 10,
       .on_progress = [](const search::Progress&) { throw std::runtime_error("enough"); },
       .progress_interval = std::chrono::nanoseconds(0)});
  CHECK_THROWS_WITH(list_of(list), "enough");
}

}  // namespace dlx::test
