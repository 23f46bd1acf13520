// Sweeps of one half: the symmetry is found where there is one, and counts are those of whole
// sweeps and of brute force.

#include "dlx/tables/sweep_half.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/saved_sweep.hpp"
#include "tests/support/tables.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr int many = 1'000;
#else
constexpr int many = 4'000;
#endif

/// What is done to a problem that is its own mirror image.
enum class Damage { none, one_side, across, between };

/// Options of some of the first items and of those between, the same for the last items, and what
/// the damage adds.
Problem mirrored(Random& random, std::size_t half, std::size_t between, Damage damage) {
  const std::size_t all = 2 * half + between;
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::size_t i = 0; i < all; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  const auto place_between = [&] { return half + random.between(0, between - 1); };
  const auto options = random.between(half, 2 * half + 2);
  for (std::size_t o = 0; o < options; ++o) {
    std::vector<std::size_t> places = {o < half ? o : random.between(0, half - 1)};
    if (random.chance(0.6)) places.push_back(random.between(0, half - 1));
    if (between != 0 && random.chance(0.6)) places.push_back(place_between());
    if (between != 0 && random.chance(0.2)) places.push_back(place_between());
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<Entry> here, there;
    for (const std::size_t p : places) {
      here.emplace_back(items[p]);
      there.emplace_back(items[p < half ? p + half + between : p]);
    }
    b.option(here);
    b.option(there);
  }
  if (damage == Damage::one_side) b.option({items[random.between(0, half - 1)]});
  if (damage == Damage::across) b.option({items[0], items[all - 1]});
  if (damage == Damage::between) b.option({items[place_between()]});
  return std::move(b).build();
}

std::vector<ItemId> own_order(const Problem& problem) {
  return first_ids<ItemId>(problem.primary_count());
}

void compare(std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  int halved = 0, small = 0, with_solutions = 0;
  for (int n = 0; n < many; ++n) {
    const std::size_t between = random.between(0, 5);
    const Damage damage =
        n % 4 != 0 || between == 0 ? Damage::none : static_cast<Damage>(n / 4 % 4);
    const Problem problem = mirrored(random, random.between(1, 5), between, damage);
    INFO(canonical_text(problem));
    tables::SweepPlan plan = tables::sweep_plan(problem, own_order(problem));
    const tables::SweepPlan whole = plan;
    const bool was_halved = halve(plan, problem, own_order(problem));
    REQUIRE(was_halved == plan.halved);
    REQUIRE((was_halved || plan.steps.size() == whole.steps.size()));
    if (damage == Damage::one_side || damage == Damage::across) REQUIRE(!was_halved);
    const Natural expected = count_by_sweep(whole, {}).solutions;
    if (problem.option_count() <= 10) {
      ++small;
      REQUIRE(expected == brute_force(problem).size());
    }
    const tables::SweepResult plain = count_by_sweep(plan, {});
    REQUIRE(plain.status == Status::exhausted);
    REQUIRE(plain.solutions == expected);
    REQUIRE(count_by_sweep(plan, {}, {.packed = true}).solutions == expected);
    REQUIRE(count_by_sweep(plan, {}, {.dense = true}).solutions == expected);
    // In slices, each by a sweep that takes up what another saved.
    std::string bytes;
    for (std::uint64_t nodes = 1;; nodes *= 2) {
      const auto sweep = tables::make_sweep(
          plan, {}, {.control = {.limits = {.nodes = nodes}}, .dense = nodes % 8 == 4});
      REQUIRE((bytes.empty() || load(*sweep, bytes)));
      const Status status = sweep->run();
      REQUIRE(sweep->share() >= 0);
      REQUIRE(sweep->share() <= 1);
      if (status == Status::exhausted) {
        REQUIRE(sweep->result().solutions == expected);
        // What has ended is saved as what it found.
        bytes = saved(*sweep);
        const auto ended = tables::make_sweep(plan, {});
        REQUIRE(load(*ended, bytes));
        REQUIRE(ended->run() == Status::exhausted);
        REQUIRE(ended->result().solutions == expected);
        if (expected != 0) REQUIRE(tables::Sweep::describe(reading(bytes)).value().states == 1);
        break;
      }
      bytes = saved(*sweep);
    }
    if (was_halved) {
      ++halved;
      with_solutions += plain.solutions != 0 ? 1 : 0;
      // A table of one plan is not taken up by the other.
      const auto other = tables::make_sweep(whole, {});
      REQUIRE(!load(*other, saved(*tables::make_sweep(plan, {}))));
    }
  }
  CHECK(small > many / 10);
  CHECK(halved > many / 10);
  CHECK(with_solutions > many / 50);
}

TEST_CASE("sweeps of one half agree with brute force, on problems of a fixed seed") {
  compare(1'961);
}

TEST_CASE("sweeps of one half agree with brute force on problems drawn for this run") {
  compare(drawn_seed());
}

TEST_CASE("square boards are swept to the diagonal") {
  for (const std::size_t side : {2U, 3U, 4U, 5U, 8U, 9U, 14U, 16U}) {
    CAPTURE(side);
    const Problem problem = dominoes(side, side);
    const auto order = tables::narrow_order(problem);
    tables::SweepPlan plan = tables::sweep_plan(problem, order);
    const tables::SweepResult whole = count_by_sweep(plan, {});
    REQUIRE(halve(plan, problem, order));
    CHECK(plan.steps.size() == side * (side - 1) / 2);
    const tables::SweepResult half = count_by_sweep(plan, {});
    CHECK(half.solutions == whole.solutions);
    CHECK(half.states < whole.states * 55 / 100);
    search::Jobs jobs = runs::resources({.threads = 3}).jobs;
    jobs.least_states = 100;
    const tables::SweepResult in_threads = count_by_sweep(plan, {}, {.jobs = jobs});
    CHECK(in_threads.solutions == whole.solutions);
    CHECK(in_threads.states == half.states);
    CHECK_THROWS_AS(tables::make_sweep(plan, Tally(plain_weights(problem.option_count(), 1))),
                    std::invalid_argument);
  }
}

TEST_CASE("what has no such symmetry is swept whole") {
  const auto is_halved = [](const Problem& problem) {
    const auto order = tables::narrow_order(problem);
    tables::SweepPlan plan = tables::sweep_plan(problem, order);
    return halve(plan, problem, order);
  };
  CHECK(!is_halved(dominoes(4, 6)));
  ProblemBuilder several;
  const ItemId a = several.primary("a", {1, 2}), z = several.primary("z");
  several.option({a});
  several.option({z});
  CHECK(!is_halved(std::move(several).build()));
  CHECK(!is_halved(ProblemBuilder().build()));
}

}  // namespace
}  // namespace dlx::test
