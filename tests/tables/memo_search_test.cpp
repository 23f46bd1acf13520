// Memoised counting against brute force, against dancing_links, and against counts that are known.

#include "dlx/tables/memo_search.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/tables.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

Tally fingerprints(const Problem& problem, std::uint64_t seed) {
  std::vector<OptionWeight> weights;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    weights.push_back({.ways = 1, .factor = fingerprint_factor(seed, OptionId{o})});
  }
  return Tally(std::move(weights));
}

/// Options that stand for one, two or three, or now and then for 2^40.
Tally random_weights(const Problem& problem, Random& random) {
  std::vector<OptionWeight> weights;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const std::uint64_t ways = random.chance(0.2) ? std::uint64_t{1} << 40 : random.between(1, 3);
    weights.push_back({.ways = ways, .factor = Residue(random.word())});
  }
  return Tally(std::move(weights));
}

Tally tally_of(const std::vector<Solution>& solutions, Tally tally) {
  for (const Solution& solution : solutions) tally.add(solution);
  return tally;
}

/// The problem and a copy of it that shares no item.
Model doubled(const Model& model) {
  Model result;
  result.colours = model.colours;
  const auto primaries = model.primaries;
  const auto secondaries = static_cast<std::uint32_t>(model.items.size()) - primaries;
  result.primaries = 2 * primaries;
  for (const std::string copy : {"", "'"}) {
    for (std::uint32_t i = 0; i < primaries; ++i) {
      result.items.push_back({model.items[i].name + copy, {}});
    }
  }
  for (const std::string copy : {"", "'"}) {
    for (std::uint32_t i = 0; i < secondaries; ++i) {
      result.items.push_back({model.items[primaries + i].name + copy, {}});
    }
  }
  for (std::uint32_t copy = 0; copy < 2; ++copy) {
    for (Model::Option option : model.options) {
      for (Model::Use& use : option.uses) {
        const bool primary = use.item < primaries;
        use.item += primary ? copy * primaries : primaries + copy * secondaries;
      }
      result.options.push_back(std::move(option));
    }
  }
  return result;
}

const std::vector<std::size_t> memory_limits = {0, 400, 2'000, 10'000, std::size_t{1} << 30};

std::string difference(const tables::MemoResult& found, const Tally& wanted) {
  if (found.status != Status::exhausted) return "the status is not exhausted";
  if (found.solutions != wanted.solutions()) {
    return "found " + found.solutions.to_string() + " of " + wanted.solutions().to_string();
  }
  if (found.fingerprint != wanted.fingerprint()) return "the fingerprints differ";
  return {};
}

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 1'000;
#else
const int many = cases(8'000);
#endif

struct Seen {
  int with_solutions = 0;
  int with_colours = 0;
  int without_secondaries = 0;
  std::uint64_t hits = 0;
  std::uint64_t evicted = 0;
  std::uint64_t parts = 0;
};

void compare(Sample sample, std::uint64_t seed, int problems, std::uint32_t most_options) {
  CAPTURE(seed);
  Random random(seed);
  Seen seen;
  for (int n = 0; n < problems; ++n) {
    Shape shape = random_shape(random, most_options);
    shape.multiplicities = false;
    shape.most_primaries = random.between(1, 12);
    const Problem problem = random_model(random, shape).problem();
    const std::vector<Solution> solutions = brute_force(problem);
    const Tally tally = tally_of(
        solutions, n % 2 == 0 ? fingerprints(problem, seed) : random_weights(problem, random));
    for (const std::size_t memory : memory_limits) {
      for (const bool split : {false, true}) {
        const tables::MemoResult found =
            count_by_memo(problem, tally, {.memory_limit = memory}, split);
        const std::string what = difference(found, tally);
        CAPTURE(n, memory, split);
        if (!what.empty()) FAIL(what << "\n" << canonical_text(problem));
        seen.hits += found.hits;
        seen.evicted += found.evicted;
        seen.parts += found.parts;
      }
    }
    REQUIRE(count_by_memo(problem).solutions == Natural(solutions.size()));
    seen.with_solutions += solutions.empty() ? 0 : 1;
    seen.with_colours += problem.has_colours() && !solutions.empty() ? 1 : 0;
    seen.without_secondaries += problem.secondary_count() == 0 && !solutions.empty() ? 1 : 0;
  }
  std::cout << problems << " problems of seed " << seed << ", " << seen.with_solutions
            << " with solutions, " << seen.hits << " hits, " << seen.evicted << " evicted, "
            << seen.parts << " split" << std::endl;
  // Otherwise the comparison says little.
  if (sample == Sample::drawn) return;
  CHECK(seen.with_solutions > problems * 3 / 10);
  CHECK(seen.with_colours > problems / 20);
  CHECK(seen.without_secondaries > problems / 40);
  CHECK(seen.hits > 0);
}

TEST_CASE("memoised counting agrees with brute force") {
  compare(Sample::fixed, 7'301, many, 10);
  compare(Sample::fixed, 7'302, many / 40, 15);
  compare(Sample::drawn, drawn_seed(), many / 2, 10);
}

constexpr std::uint64_t seed_of_pairs = 7'303;

TEST_CASE("two problems that share nothing multiply, at the root and below it") {
  const std::uint64_t seed = GENERATE(seed_of_pairs, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  std::uint64_t parts = 0;
  std::uint64_t evicted = 0;
  for (int n = 0; n < many / 16; ++n) {
    Shape shape = random_shape(random, 12);
    shape.multiplicities = false;
    shape.most_primaries = random.between(4, 12);
    const Model model = random_model(random, shape);
    if (model.primaries == 0) continue;
    const Problem single = model.problem();
    const Natural solutions = brute_force(single).size();

    // An option over both halves holds them together until it is gone.
    Model joined = doubled(model);
    const std::uint32_t extra = joined.add_primary("joint");
    joined.options.push_back({.uses = {{extra}}});
    joined.options.push_back({.uses = {{extra}, {0}, {model.primaries}}});
    for (const Problem& problem : {doubled(model).problem(), joined.problem()}) {
      const Tally tally = fingerprints(problem, seed);
      const tables::MemoResult plain = count_by_memo(problem, tally, {}, false);
      REQUIRE(plain.complete());
      if (problem.option_count() == 2 * single.option_count()) {
        REQUIRE(plain.solutions == solutions * solutions);
      } else {
        REQUIRE(plain.solutions == counting::count(problem).value);
      }
      for (const std::size_t memory : memory_limits) {
        CAPTURE(n, memory);
        const tables::MemoResult split = count_by_memo(problem, tally, {.memory_limit = memory});
        REQUIRE(split.complete());
        REQUIRE(split.solutions == plain.solutions);
        REQUIRE(split.fingerprint == plain.fingerprint);
        parts += split.parts;
        evicted += split.evicted;
      }
    }
  }
  if (seed != seed_of_pairs) return;  // what a drawn sample is made of is chance
  CHECK(parts > static_cast<std::uint64_t>(many) / 16);
  CHECK(evicted > 0);
}

TEST_CASE("known counts: dominoes") {
  CHECK(count_by_memo(dominoes(8, 8)).solutions == 12'988'816);
  CHECK(count_by_memo(dominoes(12, 12)).solutions == 53'060'477'521'960'000);
  CHECK(count_by_memo(dominoes(7, 7)).solutions == 0);
  CHECK(count_by_memo(dominoes(2, 89)).solutions == 2'880'067'194'370'816'120);
  // Past 64 bits, and with a table that is far too small.
  const Natural wanted = Natural::parse("2444888770250892795802079170816");
#if !defined(DLX_SANITIZE)
  CHECK(count_by_memo(dominoes(16, 16)).solutions == wanted);
#endif
  const tables::MemoResult small = count_by_memo(dominoes(12, 12), {}, {.memory_limit = 1'000'000});
  CHECK(small.solutions == 53'060'477'521'960'000);
  CHECK(small.evicted > 0);
  CHECK(wanted != small.solutions);
}

/// Queens on a board of n x n: diagonals are secondary.
Problem queens(std::size_t n) {
  ProblemBuilder b;
  std::vector<ItemId> rows, columns, rising, falling;
  for (std::size_t i = 0; i < n; ++i) rows.push_back(b.primary("r" + std::to_string(i)));
  for (std::size_t i = 0; i < n; ++i) columns.push_back(b.primary("c" + std::to_string(i)));
  for (std::size_t i = 0; i < 2 * n - 1; ++i)
    rising.push_back(b.secondary("a" + std::to_string(i)));
  for (std::size_t i = 0; i < 2 * n - 1; ++i)
    falling.push_back(b.secondary("b" + std::to_string(i)));
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c) {
      b.option({rows[r], columns[c], rising[r + c], falling[r + n - 1 - c]});
    }
  }
  return std::move(b).build();
}

TEST_CASE("a memoised count costs what it did") {
  struct Row {
    Problem problem;
    bool split;
    std::uint64_t nodes, hits, states, parts;
  };
  const Row rows[] = {
      {dominoes(8, 8), false, 2469, 654, 754, 0},
      {dominoes(8, 8), true, 2469, 654, 754, 0},
      {doubled(model_of(dominoes(4, 5))).problem(), false, 199, 40, 53, 0},
      {doubled(model_of(dominoes(4, 5))).problem(), true, 199, 28, 54, 1},
      {queens(8), false, 1187, 4, 278, 0},
      {doubled(model_of(queens(6))).problem(), true, 221, 0, 50, 1},
      {two_ways(200), true, 401, 0, 200, 1},
  };
  for (const Row& row : rows) {
    const tables::MemoResult found = count_by_memo(row.problem, {}, {}, row.split);
    CAPTURE(row.problem.option_count(), row.split);
    INFO("a change of the search must also change these, and on purpose");
    CHECK(found.nodes == row.nodes);
    CHECK(found.hits == row.hits);
    CHECK(found.states == row.states);
    CHECK(found.parts == row.parts);
  }
}

TEST_CASE("the fingerprint of many solutions is that of a search") {
  const Problem problem = dominoes(6, 6);
  Tally tally = fingerprints(problem, 7'304);
  Solver solver(problem);
  while (solver.next()) tally.add(solver.solution());
  for (const std::size_t memory : memory_limits) {
    CHECK(difference(count_by_memo(problem, tally, {.memory_limit = memory}), tally).empty());
  }
}

TEST_CASE("counts of any size") {
  for (const bool split : {false, true}) {
    CHECK(count_by_memo(two_ways(62), {}, {}, split).solutions == std::uint64_t{1} << 62);
    CHECK(count_by_memo(two_ways(63), {}, {}, split).solutions == std::uint64_t{1} << 63);
    CHECK(count_by_memo(two_ways(70), {}, {}, split).solutions.to_string() ==
          "1180591620717411303424");
    Natural power = 1;
    for (int k = 0; k < 1'000; ++k) power *= 2;
    const tables::MemoResult large = count_by_memo(two_ways(1'000), {}, {}, split);
    CHECK(large.solutions == power);
    CHECK(large.states <= 1'000);
  }
}

TEST_CASE("options that stand for several") {
  ProblemBuilder b;
  const ItemId x = b.primary("x");
  const ItemId y = b.primary("y");
  b.option({x});
  b.option({y});
  b.option({x, y});
  const Problem problem = std::move(b).build();
  const std::uint64_t most = ~std::uint64_t{0};
  const Tally tally({{.ways = most, .factor = Residue(2)},
                     {.ways = most, .factor = Residue(3)},
                     {.ways = 5, .factor = Residue(7)}});
  const tables::MemoResult result = count_by_memo(problem, tally);
  CHECK(result.solutions == Natural(most) * most + 5);
  CHECK(result.fingerprint == Residue(13));
  CHECK(tally.solutions() == 0);
}

TEST_CASE("nothing to cover, and nothing to cover it with") {
  for (const int secondaries : {0, 2}) {
    ProblemBuilder b;
    for (int s = 0; s < secondaries; ++s) b.secondary(std::to_string(s));
    const Problem problem = std::move(b).build();
    CHECK(count_by_memo(problem).solutions == 1);
    CHECK(count_by_memo(problem, Tally(std::vector<OptionWeight>{})).fingerprint == Residue(1));
    CHECK(count_by_memo(problem).complete());
  }
  ProblemBuilder b;
  b.primary("x");
  b.option({b.primary("y")});
  CHECK(count_by_memo(std::move(b).build()).solutions == 0);
}

TEST_CASE("a limit on nodes leaves a lower bound") {
  for (const Problem& problem :
       {dominoes(6, 6), two_ways(70), doubled(model_of(dominoes(4, 4))).problem()}) {
    for (const bool split : {false, true}) {
      const tables::MemoResult whole = count_by_memo(problem, {}, {}, split);
      REQUIRE(whole.complete());
      Natural before = 0;
      for (std::uint64_t nodes = 0; nodes < whole.nodes; ++nodes) {
        const tables::MemoResult part =
            count_by_memo(problem, {}, {.control = {.limits = {.nodes = nodes}}}, split);
        REQUIRE(part.status == Status::node_limit);
        REQUIRE(part.nodes == nodes);
        REQUIRE(part.solutions >= before);
        REQUIRE(part.solutions <= whole.solutions);
        before = part.solutions;
      }
      CHECK(before > 0);
      const tables::MemoResult all =
          count_by_memo(problem, {}, {.control = {.limits = {.nodes = whole.nodes + 1}}}, split);
      CHECK(all.complete());
      CHECK(all.solutions == whole.solutions);
    }
  }
}

TEST_CASE("what is under way when a limit is met counts as far as it goes") {
  ProblemBuilder b;
  const ItemId x = b.primary("x");
  const ItemId y = b.primary("y");
  b.option({x});
  for (int o = 0; o < 5; ++o) b.option({y});
  const Problem problem = std::move(b).build();
  // The root, the only option of x, and those of y.
  for (std::uint64_t nodes = 2; nodes < 7; ++nodes) {
    const tables::MemoResult part =
        count_by_memo(problem, {}, {.control = {.limits = {.nodes = nodes}}}, false);
    CHECK(part.status == Status::node_limit);
    CHECK(part.solutions == nodes - 2);
  }
}

TEST_CASE("the clock, the stop flag and progress") {
  const Problem problem = dominoes(24, 24);
  const auto no_time =
      count_by_memo(problem, {}, {.control = {.limits = {.time = std::chrono::seconds(0)}}});
  CHECK(no_time.status == Status::time_limit);
  CHECK(no_time.nodes == 0);
  const auto some_time = count_by_memo(
      problem, {},
      {.control = {.limits = {.time = std::chrono::milliseconds(30)}}, .memory_limit = 1'000'000});
  CHECK(some_time.status == Status::time_limit);
  CHECK(some_time.nodes > 0);
  CHECK(some_time.memory_bytes < 3'000'000);

  std::atomic<bool> stop = true;
  CHECK(count_by_memo(problem, {}, {.control = {.stop = &stop}}).status == Status::stopped);
  stop = false;
  double share = 0;
  int calls = 0;
  const auto result = count_by_memo(problem, {},
                                    {.control = {.stop = &stop,
                                                 .on_progress =
                                                     [&](const search::Progress& p) {
                                                       CHECK(p.share >= share);
                                                       CHECK(p.share <= 1);
                                                       CHECK(p.level <= 576);
                                                       share = p.share;
                                                       if (++calls == 5) stop = true;
                                                     },
                                                 .progress_interval = std::chrono::milliseconds(1)},
                                     .memory_limit = std::size_t{16} << 20});
  CHECK(calls == 5);
  CHECK(result.status == Status::stopped);
}

TEST_CASE("after half of the nodes the time left is told within a factor of three") {
  const std::vector<std::pair<std::string, Problem>> problems{{"dominoes 14x14", dominoes(14, 14)},
                                                              {"dominoes 20x10", dominoes(20, 10)},
                                                              {"langford 9", langford(9)}};
  for (const auto& [name, problem] : problems) {
    CAPTURE(name);
    const std::uint64_t nodes = count_by_memo(problem).nodes;
    const auto memo = tables::make_memo(problem, {}, {.control = {.limits = {.nodes = nodes / 2}}});
    CHECK(memo->share() == 0);
    REQUIRE(memo->run() == Status::node_limit);
    CHECK(memo->share() > 0.25);
    CHECK(memo->share() < 0.75);
    memo->set_limits({});
    REQUIRE(memo->run() == Status::exhausted);
    CHECK(memo->share() == 1);
  }
}

TEST_CASE("progress has solutions beyond 64 bits") {
  const Problem problem = dominoes(15, 16);
  Natural reported;
  const tables::MemoResult result =
      count_by_memo(problem, {},
                    {.control = {.on_progress =
                                     [&](const search::Progress& p) {
                                       CHECK(p.solutions >= reported);
                                       reported = p.solutions;
                                     },
                                 .progress_interval = std::chrono::nanoseconds(0)}});
  CHECK(reported > Natural(1) * 0xFFFF'FFFF'FFFF'FFFFU);
  CHECK(reported <= result.solutions);
}

TEST_CASE("what is refused") {
  ProblemBuilder multiple;
  multiple.option({multiple.primary("x", {.at_least = 1, .at_most = 2})});
  CHECK_THROWS_WITH(count_by_memo(std::move(multiple).build()),
                    "memoised counting is not for this problem: it has multiplicities");

  ProblemBuilder options;
  const ItemId x = options.primary("x");
  for (int o = 0; o < 16'385; ++o) options.option({x});
  CHECK_THROWS_WITH(count_by_memo(std::move(options).build()),
                    "memoised counting is not for this problem: it has more than 16384 options");

  CHECK_THROWS_WITH(
      count_by_memo(two_ways(4'097)),
      "memoised counting is not for this problem: it has more than 4096 primary items");
  CHECK_THROWS_AS(count_by_memo(two_ways(2), Tally(std::vector<OptionWeight>(3))),
                  std::invalid_argument);
}

TEST_CASE("as many items and options as there may be") {
  CHECK(count_by_memo(two_ways(4'096)).complete());
  ProblemBuilder b;
  const ItemId x = b.primary("x");
  for (int o = 0; o < 16'384; ++o) b.option({x});
  CHECK(count_by_memo(std::move(b).build()).solutions == 16'384);
}

}  // namespace
}  // namespace dlx::test
