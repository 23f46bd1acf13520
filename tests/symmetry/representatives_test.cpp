// One solution of each class, against classes made by every permutation of items from brute force.

#include "dlx/representatives.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <thread>

#include "dlx/classes.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "dlx/symmetry/merged_group.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/symmetry/designs.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 60;
#else
constexpr int many = 300;
#endif

using Class = std::size_t;

void check_one_of_each(Representatives found, const std::map<Class, std::uint64_t>& sizes,
                       ClassesByTrial& classes, const std::vector<Solution>& solutions) {
  std::set<Class> met;
  while (found.next()) {
    const Solution solution(found.solution().begin(), found.solution().end());
    REQUIRE(std::binary_search(solutions.begin(), solutions.end(), solution));
    const Class solution_class = classes.class_of(solution);
    REQUIRE(met.insert(solution_class).second);
    REQUIRE(found.class_size() == Natural(sizes.at(solution_class)));
  }
  REQUIRE(found.status() == Status::exhausted);
  REQUIRE_FALSE(found.next());
  REQUIRE(met.size() == sizes.size());
  REQUIRE(found.statistics().solutions == sizes.size());
  REQUIRE(found.statistics().share == 1);
}

/// Whether there were orbits to choose from.
bool check_first_choices_by_orbits(const Problem& problem, const OptionSymmetries& group,
                                   const std::map<Class, std::uint64_t>& sizes,
                                   ClassesByTrial& classes,
                                   const std::vector<Solution>& solutions) {
  const std::vector<symmetry::FirstChoice> found_first_choices =
      symmetry::first_choices_by_orbits(problem, group);
  if (found_first_choices[0].chosen.empty()) return false;
  std::set<Class> shown;
  for (const symmetry::FirstChoice& seed : found_first_choices) {
    const preprocess::Rest rest = rest_after_orbit(problem, seed);
    for (const Solution& found : brute_force(rest.problem)) {
      Solution solution = seed.chosen;
      for (const OptionId o : found) solution.push_back(rest.originals[index(o)]);
      std::sort(solution.begin(), solution.end());
      REQUIRE(std::binary_search(solutions.begin(), solutions.end(), solution));
      if (!group.is_representative(solution, seed.chosen[0])) continue;
      REQUIRE(shown.insert(classes.class_of(solution)).second);
    }
  }
  REQUIRE(shown.size() == sizes.size());
  return true;
}

/// Whether there was an item to restrict.
bool check_restriction(const Problem& problem, const OptionSymmetries& group,
                       const std::map<Class, std::uint64_t>& sizes, ClassesByTrial& classes,
                       const std::vector<Solution>& solutions) {
  const auto restriction = symmetry::Restriction::make(problem, group);
  if (!restriction) return false;
  REQUIRE(restriction->problem().option_count() < problem.option_count());
  std::map<Class, int> met;
  std::map<Class, int> shown;
  for (const Solution& found : brute_force(restriction->problem())) {
    Solution solution;
    for (const OptionId o : found) solution.push_back(restriction->originals()[index(o)]);
    REQUIRE(std::binary_search(solutions.begin(), solutions.end(), solution));
    const Class solution_class = classes.class_of(solution);
    ++met[solution_class];
    if (restriction->is_representative(solution)) ++shown[solution_class];
  }
  REQUIRE(met.size() == sizes.size());
  REQUIRE(shown.size() == sizes.size());
  for (const auto& [solution_class, times] : shown) REQUIRE(times == 1);
  if (!restriction->has_symmetries()) REQUIRE(met == shown);
  return true;
}

/// By brute force.
struct Truth {
  std::vector<Solution> solutions;  // ascending
  ClassesByTrial classes;
  std::map<Class, std::uint64_t> sizes;
};

Truth truth_of(const Problem& problem) {
  Truth truth{brute_force(problem), ClassesByTrial(problem), {}};
  std::sort(truth.solutions.begin(), truth.solutions.end());
  for (const Solution& s : truth.solutions) ++truth.sizes[truth.classes.class_of(s)];
  return truth;
}

void compare(Sample sample, std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  int fewer = 0;
  int from_first_choices = 0;
  int restricted = 0;
  int by_orbits = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    CAPTURE(n);
    INFO(canonical_text(problem));
    auto [solutions, classes, sizes] = truth_of(problem);
    const symmetry::Automorphisms group = symmetry::automorphisms(problem);
    Options options{.preprocess = random.chance(0.5)};
    Representatives isomorphs(problem, symmetry::SymmetryGroup(group), options);
    check_one_of_each(std::move(isomorphs), sizes, classes, solutions);
    if (const auto all = members(problem, group, 3'000)) {
      Representatives listed(problem, *all, options);
      check_one_of_each(std::move(listed), sizes, classes, solutions);
      restricted += check_restriction(problem, *all, sizes, classes, solutions) ? 1 : 0;
      by_orbits += check_first_choices_by_orbits(problem, *all, sizes, classes, solutions) ? 1 : 0;
    }
    fewer += sizes.size() < solutions.size() ? 1 : 0;
    const ClassesResult counted = count_classes(problem, symmetry::SymmetryGroup(group));
    REQUIRE(counted.complete());
    REQUIRE(counted.classes == Natural(sizes.size()));
    REQUIRE(counted.solutions == Natural(solutions.size()));
    from_first_choices += counted.problems > 1 ? 1 : 0;
  }
  if (sample == Sample::drawn) return;
  CHECK(fewer > many / 5);
  CHECK(from_first_choices > many / 20);
  CHECK(restricted > many / 10);
  CHECK(by_orbits > many / 5);
}

TEST_CASE("representatives are one of each class") {
  compare(Sample::fixed, 91);
  compare(Sample::drawn, drawn_seed());
}

void compare_with_alike_options(Sample sample, std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  int merged = 0;
  int by_members = 0;
  for (int n = 0; n < 3 * many; ++n) {
    const Problem problem =
        with_alike_options(random, symmetric_problem(random, any_shape(random)));
    CAPTURE(n);
    INFO(canonical_text(problem));
    auto [solutions, classes, sizes] = truth_of(problem);
    const std::size_t most = random.chance(0.3) ? 50'000 : random.below(8);
    const auto group = symmetry::whole_group(problem, {}, most);
    REQUIRE(group);
    if (const symmetry::MergedGroup* sets = group->merged()) {
      REQUIRE(symmetry::automorphisms(problem).order ==
              symmetry::automorphisms(sets->alike.problem).order * sets->alike.exchanges);
    }
    Options options{.preprocess = random.chance(0.5)};
    Representatives found(problem, *group, options);
    check_one_of_each(std::move(found), sizes, classes, solutions);
    const ClassesResult counted = count_classes(problem, *group, options);
    REQUIRE(counted.complete());
    REQUIRE(counted.classes == Natural(sizes.size()));
    REQUIRE(counted.solutions == Natural(solutions.size()));
    merged += group->merged() != nullptr ? 1 : 0;
    by_members += counted.why.starts_with("alike options as one") ? 1 : 0;
  }
  if (sample == Sample::drawn) return;
  CHECK(merged > many);
  CHECK(by_members > many / 2);
}

TEST_CASE("alike options make no classes of their own") {
  compare_with_alike_options(Sample::fixed, 92);
  compare_with_alike_options(Sample::drawn, drawn_seed());
}

TEST_CASE("classes of thousands of alike options") {
  ProblemBuilder b;
  const ItemId item = b.primary("a");
  const ItemId wall = b.secondary("w");
  const Colour red = b.colour("red");
  for (int n = 0; n < 2'000; ++n) b.option({item, {wall, red}});
  for (int n = 0; n < 3'000; ++n) b.option({item});
  const Problem problem = std::move(b).build();
  const auto group = symmetry::whole_group(problem);
  REQUIRE(group);
  CHECK(group->order() > Natural(1'000'000));
  const ClassesResult counted = count_classes(problem, *group);
  CHECK(counted.classes == 2);
  CHECK(counted.solutions == 5'000);
  Representatives found(problem, *group);
  REQUIRE(found.next());
  CHECK(found.class_size() == 2'000);
  REQUIRE(found.next());
  CHECK(found.class_size() == 3'000);
  CHECK_FALSE(found.next());
}

TEST_CASE("classes where all solutions are more than a machine word holds") {
  ProblemBuilder b;
  constexpr std::uint64_t items = 6;
  std::vector<ItemId> primaries;
  for (std::uint64_t k = 0; k < items; ++k) primaries.push_back(b.primary("a" + std::to_string(k)));
  std::vector<ItemId> marks;
  for (std::uint64_t k = 0; k < items; ++k) marks.push_back(b.secondary("s" + std::to_string(k)));
  for (std::uint64_t k = 0; k < items; ++k) {
    for (int n = 0; n < 2'000; ++n) b.option({primaries[k]});
    for (int n = 0; n < 3'000; ++n) b.option({primaries[k], marks[k]});
  }
  const Problem problem = std::move(b).build();
  const auto group = symmetry::whole_group(problem);
  REQUIRE(group);
  const ClassesResult counted = count_classes(problem, *group);
  CHECK(counted.complete());
  CHECK(counted.classes == Natural(items + 1));
  CHECK(counted.solutions == Natural::parse("15625000000000000000000"));  // 5000^6
}

/// All sets of points, for partitions of them.
Problem partitions(std::uint32_t points) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::uint32_t p = 0; p < points; ++p) items.push_back(b.primary("p" + std::to_string(p)));
  for (std::uint32_t set = 1; set < 1U << points; ++set) {
    std::vector<Entry> entries;
    for (std::uint32_t p = 0; p < points; ++p) {
      if ((set >> p & 1U) != 0) entries.emplace_back(items[p]);
    }
    b.option(entries);
  }
  return std::move(b).build();
}

TEST_CASE("first choices for solutions cover items that symmetries take to each other") {
  for (const auto& [n, solutions] : {std::pair(8, 92), {9, 352}, {10, 724}}) {
    CAPTURE(n);
    const classics::queens::Model queens = classics::queens::build(n);
    const OptionSymmetries group = classics::queens::symmetries(queens, UpTo::reflections);
    REQUIRE(group.order() == 8);
    for (const std::size_t most : {20U, 200U, 2'000U}) {
      const auto by_sets =
          first_choices(queens.problem, group, symmetry::FirstChoiceUse::solutions, {}, most);
      const auto by_items =
          first_choices(queens.problem, group, symmetry::FirstChoiceUse::certificate, {}, most);
      const auto total = [&](const std::vector<symmetry::FirstChoice>& all) {
        std::uint64_t sum = 0;
        for (const symmetry::FirstChoice& seed : all) {
          const preprocess::Rest rest = preprocess::rest_after(queens.problem, seed.chosen);
          for_each_solution(rest.problem, [&](std::span<const OptionId>) { sum += seed.orbit; });
        }
        return sum;
      };
      CHECK(total(by_sets) == static_cast<std::uint64_t>(solutions));
      CHECK(total(by_items) == static_cast<std::uint64_t>(solutions));
      CHECK(by_sets.size() <= most);
      for (const symmetry::FirstChoice& seed : by_items)
        CHECK(seed.items.size() == seed.chosen.size());
    }
    // Four middle lines, or the two lines through the middle, which the whole group keeps.
    const auto many_first_choices =
        first_choices(queens.problem, group, symmetry::FirstChoiceUse::solutions, {}, 2'000);
    std::uint64_t beginnings = 0;
    for (const symmetry::FirstChoice& seed : many_first_choices) beginnings += seed.orbit;
    CHECK(many_first_choices.size() * 5 < beginnings);
  }
}

TEST_CASE("classes under groups too large to be listed") {
  struct Known {
    const char* what;
    Problem problem;
    const char* order;
    std::uint64_t classes, solutions;
  };
  // Orders and counts: C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs; main
  // classes of Latin squares: OEIS A003090; partitions: A000041 and A000110.
  std::vector<Known> all;
  all.push_back({"Fano planes", steiner_system(7, 3, 2), "5040", 1, 30});
  all.push_back({"affine planes of order 3", steiner_system(9, 3, 2), "362880", 1, 840});
  all.push_back({"Steiner systems S(3,4,8)", steiner_system(8, 4, 3), "40320", 1, 30});
  all.push_back({"Latin squares of order 4", latin_squares(4), "82944", 2, 576});
  all.push_back({"partitions of 7", partitions(7), "5040", 15, 877});
#if !defined(DLX_SANITIZE)
  all.push_back({"Latin squares of order 5", latin_squares(5), "10368000", 2, 161'280});
  all.push_back({"partitions of 8", partitions(8), "40320", 22, 4'140});
#endif
  for (const Known& known : all) {
    CAPTURE(known.what);
    const symmetry::Automorphisms group = symmetry::automorphisms(known.problem);
    CHECK(group.order == Natural::parse(known.order));
    const ClassesResult counted = count_classes(known.problem, symmetry::SymmetryGroup(group));
    CHECK(counted.complete());
    CHECK(counted.classes == Natural(known.classes));
    CHECK(counted.solutions == Natural(known.solutions));
  }
}

TEST_CASE("the time of representatives counts from the first call") {
  const Problem problem = latin_squares(4);
  Representatives found(problem, symmetry::SymmetryGroup(symmetry::automorphisms(problem)));
  const auto time = std::chrono::milliseconds(1'000);
  std::this_thread::sleep_for(time);
  found.set_limits({.time = time});
  CHECK(found.next());
}

TEST_CASE("representatives end at limits, and say so") {
  const Problem problem = latin_squares(4);
  const symmetry::Automorphisms group = symmetry::automorphisms(problem);
  Options options{.solutions = 1};
  Representatives one(problem, symmetry::SymmetryGroup(group), options);
  CHECK(one.next());
  CHECK_FALSE(one.next());
  CHECK(one.status() == Status::solution_limit);
  search::limit(options, {.nodes = 1});
  OptionPermutation identity(problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) identity[o] = OptionId{o};
  Representatives limited(problem, OptionSymmetries({identity}), options);
  CHECK_FALSE(limited.next());
  CHECK(limited.status() == Status::node_limit);
  search::limit(options, {.time = std::chrono::nanoseconds(0)});
  Representatives no_time(problem, symmetry::SymmetryGroup(group), options);
  CHECK_FALSE(no_time.next());
  CHECK(no_time.status() == Status::time_limit);
  const std::atomic<bool> stop = true;
  options = {};
  options.stop = &stop;
  Representatives stopped(problem, symmetry::SymmetryGroup(group), options);
  CHECK_FALSE(stopped.next());
  CHECK(stopped.status() == Status::stopped);
  Representatives without_memory(problem, symmetry::SymmetryGroup(group), {.memory = 100});
  CHECK_FALSE(without_memory.next());
  CHECK(without_memory.status() == Status::memory_limit);
  symmetry::AutomorphismOptions at_once;
  at_once.control.limits.time = std::chrono::nanoseconds(0);
  CHECK_THROWS_AS(
      Representatives(problem, symmetry::SymmetryGroup(automorphisms(problem, at_once))),
      std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
