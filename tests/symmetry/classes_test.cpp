// Classes of solutions, against classes made by every permutation of items from brute force.

#include "dlx/classes.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <iostream>

#include "dlx/preprocess/subproblem.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/quotient.hpp"
#include "tests/counting/examples.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/shared_instances.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 150;
#else
constexpr int many = 1'500;
#endif

void count_in_slices(const Problem& problem, const SymmetryGroup& group,
                     const CountOptions& options, const ClassesResult& expected, Random& random) {
  ClassCounter counter(problem, group, options);
  const auto slice = std::chrono::microseconds(random.between(20, 200));
  while (counter.run(slice) == Status::running) {
    REQUIRE(counter.result().classes <= expected.classes);
    REQUIRE(counter.result().solutions <= expected.solutions);
  }
  REQUIRE(counter.result().classes == expected.classes);
  REQUIRE(counter.result().solutions == expected.solutions);
  REQUIRE(counter.share() == 1);
}

void compare(Sample sample, std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  int fewer = 0;
  int helped = 0;
  std::map<std::string, int> ways;
  for (int n = 0; n < many; ++n) {
    const SymmetricShape shape{.colours = random.chance(0.5), .multiplicities = random.chance(0.3)};
    const Problem problem = symmetric_problem(random, shape);
    CAPTURE(n);
    INFO(canonical_text(problem));
    const auto group = members(problem, automorphisms(problem), 3'000);
    if (!group) continue;
    const std::vector<Solution> solutions = brute_force(problem);
    std::set<std::multiset<OptionShape>> classes;
    const auto symmetries = item_symmetries(problem);
    for (const Solution& solution : solutions) {
      std::multiset<OptionShape> least;
      for (std::size_t k = 0; k < symmetries.size(); ++k) {
        std::multiset<OptionShape> image;
        for (const OptionId o : solution) image.insert(shape_of(problem, o, symmetries[k]));
        if (k == 0 || image < least) least = std::move(image);
      }
      classes.insert(std::move(least));
    }
    CountOptions options;
    options.preprocess = random.chance(0.5);
    const ClassesResult counted = count_classes(problem, *group, options);
    REQUIRE(counted.complete());
    REQUIRE(counted.solutions == Natural(solutions.size()));
    REQUIRE(counted.classes == Natural(classes.size()));
    if (random.chance(0.2)) count_in_slices(problem, *group, options, counted, random);
    if (const auto by_orbits = count_by_orbits(problem, *group, options)) {
      REQUIRE(by_orbits->complete());
      REQUIRE(by_orbits->solutions == Natural(solutions.size()));
      ++helped;
    }
    std::size_t representatives = 0;
    for (const Solution& solution : solutions) {
      representatives += group->is_representative(solution) ? 1 : 0;
    }
    REQUIRE(representatives == classes.size());
    fewer += classes.size() < solutions.size() ? 1 : 0;
    ++ways[counted.why];
  }
  if (sample == Sample::drawn) return;
  CHECK(fewer > many / 5);
  CHECK(helped > many / 5);
  CHECK(ways.size() == 4);
  for (const auto& [way, times] : ways) {
    INFO(way);
    CHECK(times > many / 200);
  }
}

TEST_CASE("classes agree with brute force") {
  compare(Sample::fixed, 81);
  compare(Sample::drawn, drawn_seed());
}

TEST_CASE("a quotient has the solutions that a permutation keeps") {
  Random random(82);
  int proper = 0;
  int kept_some = 0;
  for (int n = 0; n < many; ++n) {
    const SymmetricShape shape{.colours = random.chance(0.5), .multiplicities = random.chance(0.2)};
    const Problem problem = symmetric_problem(random, shape);
    CAPTURE(n);
    INFO(canonical_text(problem));
    const Automorphisms group = automorphisms(problem);
    if (group.generators.empty()) continue;
    const OptionPermutation& member = group.generators[0].options;
    const auto orbits = quotient(problem, member);
    if (!orbits) {
      REQUIRE(problem.has_multiplicities());
      continue;
    }
    std::size_t kept = 0;
    for (Solution solution : brute_force(problem)) {
      Solution image;
      for (const OptionId o : solution) image.push_back(member[index(o)]);
      std::sort(image.begin(), image.end());
      kept += image == solution ? 1 : 0;
    }
    REQUIRE(brute_force(*orbits).size() == kept);
    proper += orbits->option_count() < problem.option_count() ? 1 : 0;
    kept_some += kept > 0 ? 1 : 0;
  }
  CHECK(proper > many / 3);
  CHECK(kept_some > many / 10);
}

TEST_CASE("what is left after a choice has the solutions with it") {
  Random random(83);
  int with_solutions = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 10)).problem();
    if (problem.option_count() == 0) continue;
    CAPTURE(n);
    INFO(canonical_text(problem));
    const OptionId chosen{random.below(problem.option_count())};
    std::set<Solution> expected;
    for (const Solution& solution : brute_force(problem)) {
      if (std::binary_search(solution.begin(), solution.end(), chosen)) expected.insert(solution);
    }
    const Rest rest = rest_after(problem, chosen);
    REQUIRE(rest.originals.size() == rest.problem.option_count());
    std::set<Solution> found;
    for (const Solution& solution : brute_force(rest.problem)) {
      Solution whole = {chosen};
      for (const OptionId o : solution) whole.push_back(rest.originals[index(o)]);
      std::sort(whole.begin(), whole.end());
      found.insert(whole);
    }
    REQUIRE(found == expected);
    with_solutions += expected.empty() ? 0 : 1;
  }
  CHECK(with_solutions > many / 5);
}

TEST_CASE("dominoes up to the symmetries of the square") {
  for (const std::size_t side : {2U, 4U, 6U}) {
    const Problem problem = dominoes(side, side);
    const auto group = members(problem, automorphisms(problem));
    REQUIRE(group);
    std::uint64_t listed = 0;
    std::uint64_t representatives = 0;
    for_each_solution(problem, [&](std::span<const OptionId> solution) {
      ++listed;
      representatives += group->is_representative(solution) ? 1 : 0;
    });
    const ClassesResult counted = count_classes(problem, *group);
    CHECK(counted.classes == Natural(representatives));
    CHECK(counted.solutions == Natural(listed));
  }
}

TEST_CASE("classes of shared instances") {
  if (!shared_instances()) {
    std::cout << skip_message() << std::endl;
    return;
  }
  struct Known {
    const char* name;
    std::uint64_t order, classes, solutions;
  };
  std::vector<Known> instances = {
      {"soma", 48, 240, 11'520}, {"queens8", 8, 12, 92}, {"solid2x3x10", 8, 12, 96}};
#if !defined(DLX_SANITIZE)
  instances.push_back({"pent6x10", 4, 2'339, 9'356});
#endif
  for (const Known& known : instances) {
    CAPTURE(known.name);
    const Problem problem = read_shared_instance(known.name);
    const Automorphisms group = automorphisms(problem);
    CHECK(group.order == Natural(known.order));
    const auto all = members(problem, group);
    REQUIRE(all);
    const ClassesResult counted = count_classes(problem, *all);
    CHECK(counted.classes == Natural(known.classes));
    CHECK(counted.solutions == Natural(known.solutions));
  }
}

TEST_CASE("a long count uses symmetries, unless told not to") {
  if (!shared_instances()) return;  // the case above says so
#if !defined(DLX_SANITIZE)
  const Problem problem = read_shared_instance("pent6x10");
  CountOptions options;
  const CountResult by_symmetry = count(problem, options);
  CHECK(by_symmetry.value == 9'356);
  CHECK_THAT(by_symmetry.why, Catch::Contains("4 symmetries"));
  CHECK(by_symmetry.symmetry == "4, used");
  options.symmetry = false;
  const CountResult without = count(problem, options);
  CHECK(without.value == 9'356);
  CHECK_THAT(without.why, !Catch::Contains("symmetries"));
  CHECK(without.symmetry == "not looked for");
  CHECK(by_symmetry.statistics.nodes < without.statistics.nodes);
#endif
}

TEST_CASE("classes that were cut short are a lower bound") {
  const Problem problem = dominoes(12, 12);
  const auto group = members(problem, automorphisms(problem));
  REQUIRE(group);
  CountOptions options;
  options.search.control.limits.nodes = 500;
  const ClassesResult cut = count_classes(problem, *group, options);
  CHECK(cut.status == Status::node_limit);
  CHECK(cut.classes <= Natural(6'632'560'613'086'062U));
  const std::atomic<bool> stop = true;
  options = {};
  options.search.control.stop = &stop;
  CHECK(count_classes(problem, *group, options).status == Status::stopped);
  options = {};
  options.search.control.limits.time = std::chrono::nanoseconds(0);
  CHECK(count_classes(problem, *group, options).status == Status::time_limit);
}

}  // namespace
}  // namespace dlx::test
