// Classes by canonical forms in threads, against one thread and against brute force.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/symmetry/designs.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 30;
#else
constexpr int many = 200;
#endif

search::Jobs jobs(unsigned threads) {
  return runs::resources({.threads = threads}).jobs;
}

/// A solution of each class, and the size of the class.
using List = std::vector<std::pair<Solution, Natural>>;

List list_of(Representatives& found) {
  List list;
  while (found.next()) {
    list.emplace_back(Solution(found.solution().begin(), found.solution().end()),
                      found.class_size());
  }
  return list;
}

List list_of(const Problem& problem, const symmetry::SymmetryGroup& group, unsigned threads) {
  Representatives found(problem, group, {}, jobs(threads));
  List list = list_of(found);
  REQUIRE(found.status() == Status::exhausted);
  REQUIRE(found.statistics().share == 1);
  REQUIRE(found.statistics().solutions == list.size());
  return list;
}

void check_classes(const Problem& problem, const List& list) {
  ClassesByTrial classes(problem);
  std::map<std::size_t, std::uint64_t> sizes;
  for (const Solution& solution : brute_force(problem)) ++sizes[classes.class_of(solution)];
  REQUIRE(list.size() == sizes.size());
  std::set<std::size_t> met;
  for (const auto& [solution, size] : list) {
    const std::size_t number = classes.class_of(solution);
    REQUIRE(met.insert(number).second);
    REQUIRE(size == Natural(sizes.at(number)));
  }
}

void compare(std::uint64_t seed) {
  Random random(seed);
  for (int n = 0; n < many; ++n) {
    Problem problem = symmetric_problem(random, any_shape(random));
    if (random.chance(0.3)) problem = with_alike_options(random, problem);
    CAPTURE(seed, n);
    INFO(canonical_text(problem));
    const auto group = random.chance(0.5)
                           ? symmetry::whole_group(problem, {}, random.below(8))
                           : symmetry::SymmetryGroup(symmetry::automorphisms(problem));
    REQUIRE(group);
    const List list = list_of(problem, *group, 1);
    check_classes(problem, list);
    const ClassesResult counted = count_classes(problem, *group);
    for (const unsigned threads : {2U, 3U, 7U}) {
      CAPTURE(threads);
      REQUIRE(list_of(problem, *group, threads) == list);
      const ClassesResult by_threads =
          count_classes(problem, *group, {}, runs::resources({.threads = threads}));
      REQUIRE(by_threads.complete());
      REQUIRE(by_threads.classes == Natural(list.size()));
      REQUIRE(by_threads.solutions == counted.solutions);
    }
  }
}

TEST_CASE("classes are the same, in the same order, for any number of threads") {
  compare(93);
  compare(drawn_seed());
}

TEST_CASE("threads list classes of designs as one thread does") {
  struct Known {
    const char* what;
    Problem problem;
    std::size_t classes;
  };
  std::vector<Known> all;
  all.push_back({"affine planes of order 3", steiner_system(9, 3, 2), 1});
  all.push_back({"Latin squares of order 5", latin_squares(5), 2});
#if !defined(DLX_SANITIZE)
  all.push_back({"Steiner triple systems of order 13", steiner_system(13, 3, 2), 2});
  all.push_back({"Latin squares of order 6", latin_squares(6), 12});
#endif
  for (const Known& known : all) {
    CAPTURE(known.what);
    const symmetry::SymmetryGroup group(symmetry::automorphisms(known.problem));
    Representatives alone(known.problem, group);
    const List list = list_of(alone);
    CHECK(list.size() == known.classes);
    for (const unsigned threads : {2U, 5U}) {
      CAPTURE(threads);
      Representatives found(known.problem, group, {}, jobs(threads));
      CHECK(list_of(found) == list);
      CHECK(found.statistics().nodes == alone.statistics().nodes);
      CHECK(found.problems() == alone.problems());
      CHECK(found.engine() == alone.engine());
    }
  }
}

TEST_CASE("first choices by isomorphism are the same for any number of threads") {
  for (const Problem& problem : {steiner_system(10, 4, 3), latin_squares(5)}) {
    const auto chosen = [&](unsigned threads) {
      std::vector<std::vector<OptionId>> all;
      const auto found = symmetry::first_choices_by_isomorphism(problem, {}, jobs(threads));
      for (const symmetry::FirstChoice& seed : found.value()) {
        all.push_back(seed.chosen);
      }
      return all;
    };
    const auto alone = chosen(1);
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(chosen(threads) == alone);
  }
}

TEST_CASE("a search by threads pauses and goes on") {
  Random random(94);
  const Problem problem = latin_squares(5);
  const symmetry::SymmetryGroup group(symmetry::automorphisms(problem));
  for (int round = 0; round < 3; ++round) {
    Options options;
    std::uint64_t reports = 0;
    std::atomic<bool> stop = false;
    options.stop = &stop;
    options.progress_interval = 0ns;
    options.on_progress = [&](const search::Progress& progress) {
      ++reports;
      CHECK(progress.threads == 3);
      CHECK(progress.share <= 1);
    };
    ClassCounter counter(problem, group, options, runs::resources({.threads = 3}));
    Status status = Status::running;
    while (status != Status::exhausted) {
      stop = random.chance(0.2);
      status = counter.run(std::chrono::microseconds(random.between(50, 1'000)));
      REQUIRE(
          (status == Status::running || status == Status::stopped || status == Status::exhausted));
      REQUIRE(counter.result().classes <= Natural(2));
    }
    CHECK(counter.result().classes == 2);
    CHECK(counter.result().solutions == 161'280);
    CHECK(counter.share() == 1);
    CHECK(reports > 0);
  }
}

TEST_CASE("limits end a search by threads") {
  const Problem problem = latin_squares(4);
  const symmetry::SymmetryGroup group(symmetry::automorphisms(problem));
  Options options{.solutions = 1};
  Representatives one(problem, group, options, jobs(3));
  CHECK(one.next());
  CHECK_FALSE(one.next());
  CHECK(one.status() == Status::solution_limit);
  search::limit(options, {.nodes = 20});
  const OptionSymmetries nothing({first_ids<OptionId>(problem.option_count())});
  Representatives by_nodes(problem, nothing, options, jobs(3));
  std::size_t found = list_of(by_nodes).size();
  CHECK(by_nodes.status() == Status::node_limit);
  CHECK(by_nodes.statistics().nodes == 20);
  by_nodes.set_limits({});
  found += list_of(by_nodes).size();
  CHECK(found == 576);
  CHECK(by_nodes.status() == Status::exhausted);
  Representatives without_memory(problem, group, {.memory = 100}, jobs(3));
  CHECK_FALSE(without_memory.next());
  CHECK(without_memory.status() == Status::memory_limit);
}

TEST_CASE("searches for automorphisms in several threads end each by its own deadline") {
  const Problem problem = steiner_system(9, 3, 2);
  const Natural order = symmetry::automorphisms(problem).order;
  const symmetry::IsomorphTable table(problem);
  const auto wanted = table.form({}).value();
  std::atomic<int> complete = 0;
  std::atomic<int> ended = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      Random random(t);
      for (int n = 0; n < many; ++n) {
        symmetry::AutomorphismOptions options;
        options.control.limits.time.reset();
        if (random.chance(0.3)) options.control.limits.time = 0ns;
        const bool has_time = !options.control.limits.time;
        const symmetry::Automorphisms group = automorphisms(problem, options);
        const auto form = table.form({}, options);
        if (group.complete != has_time || form.has_value() != has_time) ++wrong;
        if (!has_time) {
          ++ended;
          continue;
        }
        ++complete;
        if (group.order != order || form->vertices != wanted.vertices) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(complete > many);
  CHECK(ended > many / 2);
}

TEST_CASE("work is shared out once, and what it throws reaches the caller") {
  for (const unsigned threads : {1U, 4U}) {
    std::vector<std::atomic<int>> times(100);
    share_out(jobs(threads), times.size(), [&](std::size_t k) { ++times[k]; });
    CHECK(std::all_of(times.begin(), times.end(), [](const auto& n) { return n == 1; }));
    CHECK_THROWS_AS(share_out(jobs(threads), 100,
                              [](std::size_t k) {
                                if (k == 7) throw std::runtime_error("seven");
                              }),
                    std::runtime_error);
  }
}

}  // namespace
}  // namespace dlx::test
