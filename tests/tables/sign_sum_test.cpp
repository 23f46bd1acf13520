// Sums over signs against brute force, sweeps and known numbers.

#include "dlx/tables/sign_sum.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

constexpr int many = 2'000;
constexpr std::uint64_t steps_of_life = 8'000;

/// Items of which every option has one, and others that their options cover by two or three,
/// sometimes by fewer; named in any order. Now and then an option has a secondary item of its own.
Problem random_product(Random& random) {
  const std::uint32_t factors = random.between(1, 5);
  std::vector<std::uint32_t> degree(factors);
  for (std::uint32_t& d : degree) d = random.between(0, 3);
  const std::uint32_t others =
      std::accumulate(degree.begin(), degree.end(), 0U) + (random.chance(0.1) ? 1 : 0);
  std::vector<std::uint32_t> places(factors + others);
  std::iota(places.begin(), places.end(), 0U);
  random.shuffle(places);
  const std::uint32_t secondary = random.below(3);
  ProblemBuilder builder = ProblemBuilder::numbered(factors + others, secondary);
  const std::uint32_t options = random.between(factors, 11);
  for (std::uint32_t o = 0; o < options; ++o) {
    const std::uint32_t factor = o < factors ? o : random.below(factors);
    std::vector<std::uint32_t> some(others);
    std::iota(some.begin(), some.end(), factors);
    random.shuffle(some);
    some.resize(random.chance(0.9) ? degree[factor] : random.below(degree[factor] + 1));
    some.push_back(factor);
    std::vector<Entry> entries;
    for (const std::uint32_t place : some) entries.push_back({ItemId{places[place]}});
    if (o < secondary) entries.push_back({ItemId{factors + others + o}});
    builder.option(entries);
  }
  return std::move(builder).build();
}

/// A row and a column each once, for the cells of a square that are chosen.
template <class Chosen>
Problem square(std::uint32_t n, Chosen chosen) {
  ProblemBuilder builder = ProblemBuilder::numbered(2 * n);
  for (std::uint32_t r = 0; r < n; ++r) {
    for (std::uint32_t c = 0; c < n; ++c) {
      if (chosen(r, c)) builder.option({ItemId{r}, ItemId{n + c}});
    }
  }
  return std::move(builder).build();
}

Tally random_weights(const Problem& problem, Random& random) {
  std::vector<OptionWeight> weights;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const std::uint64_t ways = random.between(1, 3);
    weights.push_back(
        {.ways = ways, .factor = random.chance(0.5) ? Residue(ways) : Residue(random.word())});
  }
  return Tally(std::move(weights));
}

Total total_of(const std::vector<Solution>& solutions, Tally tally) {
  const bool weighted = tally.weighted();
  for (const Solution& solution : solutions) {
    if (weighted) {
      tally.add(solution);
    } else {
      tally.add_one();
    }
  }
  return tally.counted();
}

tables::SignPlanning planned(const Problem& problem, const Tally& weights = {}) {
  counting::FoundSignPlan found = counting::find_sign_plan(problem, weights);
  CHECK(found.complete);
  return std::move(found.planning);
}

/// As in_threads() has them, for ranges however short.
search::Jobs two_threads() {
  return {.threads = 2,
          .run = [](unsigned n, const std::function<void(unsigned)>& job,
                    const std::function<void()>&) {
            std::vector<std::thread> threads;
            for (unsigned j = 1; j < n; ++j) threads.emplace_back(job, j);
            job(0);
            for (std::thread& thread : threads) thread.join();
          }};
}

Total sum_of(const tables::SignPlan& plan, const Tally& weights,
             search::VectorKind kernel = search::best_vectors()) {
  const auto sum = tables::make_sign_sum(plan, weights, {}, {}, kernel);
  REQUIRE(sum->run() == Status::exhausted);
  CHECK(sum->share() == 1);
  const tables::SignResult result = sum->result();
  return {result.solutions, result.fingerprint};
}

TEST_CASE("sums agree with brute force, with every kernel") {
  for (const std::uint64_t seed : {std::uint64_t{271}, drawn_seed()}) {
    CAPTURE(seed);
    Random random(seed);
    int with_solutions = 0, excluded = 0, without_plan = 0;
    for (int n = 0; n < many; ++n) {
      const Problem problem = random_product(random);
      CAPTURE(n);
      const tables::SignPlanning planning = planned(problem);
      const std::vector<Solution> solutions = brute_force(problem);
      if (!planning.plan) {
        ++without_plan;
        CHECK_FALSE(planning.objection.empty());
        continue;
      }
      const Tally weights = random.chance(0.5) ? Tally() : random_weights(problem, random);
      const tables::SignPlanning weighted = planned(problem, weights);
      REQUIRE(weighted.plan);
      const Total expected = total_of(solutions, weights);
      for (const search::VectorKind kernel : search::vectors_of_processor()) {
        CAPTURE(to_string(kernel));
        const Total found = sum_of(*weighted.plan, weights, kernel);
        REQUIRE(found.solutions == expected.solutions);
        REQUIRE(found.fingerprint == expected.fingerprint);
      }
      with_solutions += solutions.empty() ? 0 : 1;
      excluded += planning.plan->excluded ? 1 : 0;
    }
    CHECK(with_solutions > many / 10);
    CHECK(excluded > many / 100);
    CHECK(without_plan < many / 2);
  }
}

TEST_CASE("where any random problem has a plan, its sum is right") {
  Random random(drawn_seed());
  int with_plan = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 10)).problem();
    const tables::SignPlanning planning = planned(problem);
    if (!planning.plan) continue;
    ++with_plan;
    REQUIRE(sum_of(*planning.plan, {}).solutions == Natural(brute_force(problem).size()));
  }
  CHECK(with_plan > many / 50);
}

TEST_CASE("slices, threads and sums taken up again come to the same") {
  const Problem problem = langford(11);
  Random random(drawn_seed());
  const tables::SignPlan plan = *planned(problem).plan;
  for (const bool with_fingerprint : {false, true}) {
    const Tally weights =
        with_fingerprint ? Tally(plain_weights(problem.option_count(), 5)) : Tally();
    const auto whole = tables::make_sign_sum(plan, weights);
    REQUIRE(whole->run() == Status::exhausted);
    CHECK(whole->result().solutions == 35'584);
    CHECK(whole->steps() == tables::SignSum::steps_of(plan.variables));
    const auto threaded = tables::make_sign_sum(plan, weights, {}, two_threads());
    REQUIRE(threaded->run() == Status::exhausted);
    CHECK(threaded->result().solutions == 35'584);
    CHECK(threaded->result().fingerprint == whole->result().fingerprint);

    tables::SignSumState state;
    std::uint64_t steps = 0;
    for (int lives = 1;; ++lives) {
      const auto sum = tables::make_sign_sum(plan, weights);
      sum->start_at(state);
      CHECK(sum->state() == state);
      steps += random.below(steps_of_life);
      sum->set_limits({.nodes = steps});
      const Status status = sum->run();
      state = sum->state();
      if (status == Status::exhausted) {
        CHECK(sum->result().solutions == 35'584);
        CHECK(sum->result().fingerprint == whole->result().fingerprint);
        CHECK(lives > 3);
        break;
      }
      REQUIRE(status == Status::node_limit);
      CHECK(sum->result().solutions == 0);
    }
  }
  const auto sum = tables::make_sign_sum(plan);
  CHECK_THROWS_AS(sum->start_at({.step = tables::SignSum::steps_of(plan.variables) + 1}),
                  std::invalid_argument);
}

TEST_CASE("a stop flag ends a sum, and its progress is shown") {
  const tables::SignPlan plan = *planned(langford(15)).plan;
  std::atomic<bool> stop = false;
  search::Control control{.stop = &stop};
  control.progress_interval = std::chrono::milliseconds(1);
  double share = 0;
  control.on_progress = [&](const search::Progress& progress) {
    share = progress.share;
    stop = true;
  };
  const auto sum = tables::make_sign_sum(plan, {}, control);
  CHECK(sum->run() == Status::stopped);
  CHECK(share > 0);
  CHECK(sum->share() < 1);
}

TEST_CASE("Langford pairings and permanents") {
  const std::uint64_t pairings[] = {0, 0, 2, 2, 0, 0, 52, 300, 0, 0, 35'584, 216'288};  // A014552
  for (std::uint32_t n = 1; n <= std::size(pairings); ++n) {
    CAPTURE(n);
    const tables::SignPlanning planning = planned(langford(n));
    if (n > 2) REQUIRE(planning.plan);  // 2 does not fit, and has no options
    if (!planning.plan) continue;
    CHECK(planning.plan->excluded == (n % 4 == 1 || n % 4 == 2));
    CHECK(sum_of(*planning.plan, {}).solutions == Natural(pairings[n - 1]));
    if (n > 2) CHECK(planning.plan->variables <= 2 * n - 2);
  }
  Natural factorial = 1;
  for (std::uint32_t n = 1; n <= 20; ++n) {
    factorial *= n;
    const tables::SignPlanning planning = planned(square(n, [](auto, auto) { return true; }));
    REQUIRE(planning.plan);
    CHECK(planning.plan->variables == n - 1);
    CHECK(sum_of(*planning.plan, {}).solutions == factorial);
  }
  Random random(drawn_seed());
  for (int k = 0; k < 20; ++k) {
    const Problem problem = square(random.between(6, 14), [&](std::uint32_t r, std::uint32_t c) {
      return r == c || random.chance(0.5);
    });
    const tables::SignPlanning planning = planned(problem);
    REQUIRE(planning.plan);
    CHECK(sum_of(*planning.plan, {}).solutions ==
          counting::count(problem, Options{.method = CountMethod::sweep}).value);
  }
}

TEST_CASE("a sum that gets too large to be exact is no answer") {
  const Problem problem = square(28, [](auto, auto) { return true; });
  const tables::SignPlanning planning = planned(problem);
  REQUIRE(planning.plan);
  const auto sum = tables::make_sign_sum(*planning.plan);
  CHECK_THROWS_AS(sum->run(), tables::SumTooLarge);
  CHECK_FALSE(can_be_checked(*planning.plan));
  // Products past all doubles, times 0, are no numbers.
  constexpr std::uint32_t factors = 150;
  ProblemBuilder huge = ProblemBuilder::numbered(factors + 2);
  for (std::uint32_t f = 0; f < factors; ++f) {
    for (int k = 0; k < 257; ++k) huge.option({ItemId{f}});
  }
  huge.option({ItemId{factors}});
  huge.option({ItemId{factors}, ItemId{factors + 1}});
  const Problem with_zeros = std::move(huge).build();
  const tables::SignPlanning no_numbers = planned(with_zeros);
  REQUIRE(no_numbers.plan);
  const auto endless = tables::make_sign_sum(*no_numbers.plan);
  CHECK_THROWS_AS(endless->run(), tables::SumTooLarge);
  CHECK_THROWS_AS(counting::count(with_zeros, {.method = CountMethod::signs, .preprocess = false}),
                  tables::SumTooLarge);
  CHECK(can_be_checked(*planned(langford(15)).plan));
}

TEST_CASE("what a sum is not for") {
  const auto objection = [](const Problem& problem) {
    const tables::SignPlanning planning = planned(problem);
    CHECK_FALSE(planning.plan);
    return planning.objection;
  };
  ProblemBuilder twice;
  const ItemId item = twice.primary("item", {1, 2});
  twice.option({item});
  CHECK(objection(std::move(twice).build()) == "it has multiplicities");

  ProblemBuilder shared = ProblemBuilder::numbered(2, 1);
  shared.option({ItemId{0}, ItemId{2}});
  shared.option({ItemId{1}, ItemId{2}});
  CHECK(objection(std::move(shared).build()) == "options share secondary items");

  ProblemBuilder bare = ProblemBuilder::numbered(2);
  bare.option({ItemId{0}});
  CHECK(objection(std::move(bare).build()) == "an item has no options");

  ProblemBuilder triangle = ProblemBuilder::numbered(3);
  triangle.option({ItemId{0}, ItemId{1}});
  triangle.option({ItemId{1}, ItemId{2}});
  triangle.option({ItemId{0}, ItemId{2}});
  CHECK(objection(std::move(triangle).build()) ==
        "no items were found of which every option has exactly one");

  // Two options of two sizes for one factor, the larger of which leaves too much to others.
  ProblemBuilder sizes = ProblemBuilder::numbered(4);
  sizes.option({ItemId{0}, ItemId{2}, ItemId{3}});
  sizes.option({ItemId{0}, ItemId{2}});
  sizes.option({ItemId{1}, ItemId{3}});
  sizes.option({ItemId{1}, ItemId{2}, ItemId{3}});
  CHECK(objection(std::move(sizes).build()) == "its options differ in size");

  CHECK(objection(square(70, [](auto r, auto c) { return c - r < 3; })) == "it has too many items");
  Tally heavy(std::vector<OptionWeight>(2, {.ways = 10'000, .factor = Residue(1)}));
  ProblemBuilder alike = ProblemBuilder::numbered(1);
  alike.option({ItemId{0}});
  alike.option({ItemId{0}});
  CHECK(planned(std::move(alike).build(), heavy).objection ==
        "an item has more than 16383 options");
}

TEST_CASE("nothing to be covered: one solution") {
  const Problem problem = ProblemBuilder::numbered(0).build();
  const tables::SignPlanning planning = planned(problem);
  REQUIRE(planning.plan);
  CHECK(sum_of(*planning.plan, {}).solutions == 1);
}

TEST_CASE("a count takes a sum where that is quickest, and finds the fingerprint too") {
  const Problem problem = langford(12);
  const counting::CountResult plain = counting::count(problem, Options{});
  CHECK(plain.value == 216'288);
  Options options{.method = CountMethod::signs, .fingerprint = 3};
  const counting::CountResult by_sum = counting::count(problem, options);
  CHECK(by_sum.method == CountMethod::signs);
  options.method = CountMethod::search;
  CHECK(counting::count(problem, options).fingerprint == by_sum.fingerprint);
  options.method = CountMethod::signs;
  // A limit that comes before the factors are found is a limit, and no objection.
  options.time = std::chrono::nanoseconds(1);
  CHECK(counting::count(problem, options).status == Status::time_limit);
  const std::atomic<bool> stop = true;
  options.time.reset();
  options.stop = &stop;
  CHECK(counting::count(problem, options).status == Status::stopped);
  ProblemBuilder two = ProblemBuilder::numbered(1, 1);
  two.option({ItemId{0}, ItemId{1}});
  two.option({ItemId{0}, ItemId{1}});
  CHECK_THROWS_AS(
      counting::count(std::move(two).build(), {.method = CountMethod::signs, .preprocess = false}),
      std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
