// Every method, with every engine, with and without preprocessing: one count and one fingerprint.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/fingerprint.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/processor_time.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/shared_instances.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 500;
constexpr int larger = 50;
#else
const int many = cases(4'000);
constexpr int larger = 400;
#endif

struct Way {
  std::string name;
  Options options;
};

/// All ways to count this problem.
std::vector<Way> ways(const Problem& problem, std::uint64_t seed) {
  std::vector<Way> all;
  for (const bool preprocess : {false, true}) {
    const auto add = [&](CountMethod method, EngineKind engine) {
      Way way;
      way.name = std::string(to_string(method)) + ", " + std::string(to_string(engine)) +
                 (preprocess ? ", preprocessed" : "");
      way.options.method = method;
      way.options.engine = engine;
      way.options.preprocess = preprocess;
      way.options.fingerprint = seed;
      all.push_back(way);
    };
    for (const CountMethod method : all_methods) {
      // Parts of a problem may differ in size where the whole does not.
      if (preprocess && method == CountMethod::signs) continue;
      if (is_for(method, problem)) add(method, EngineKind::automatic);
    }
    for (const EngineKind engine : all_engines) {
      if (is_for(engine, problem)) add(CountMethod::search, engine);
    }
  }
  return all;
}

/// Counts problems in every way, with and without a fingerprint. Returns the number of problems
/// that have solutions.
template <class NextProblem>
int compare_with_brute_force(std::uint64_t seed, int problems, const NextProblem& next) {
  CAPTURE(seed);
  Random random(seed);
  int with_solutions = 0;
  for (int n = 0; n < problems; ++n) {
    const Problem problem = next(random);
    const std::vector<Solution> expected = brute_force(problem);
    std::vector<std::uint64_t> factors;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      factors.push_back(fingerprint_factor(seed, OptionId{o}).value());
    }
    Fingerprint fingerprint(factors);
    for (const Solution& solution : expected) fingerprint.add(solution);
    with_solutions += expected.empty() ? 0 : 1;
    for (const Way& way : ways(problem, seed)) {
      CAPTURE(n, way.name);
      INFO(canonical_text(problem));
      const counting::CountResult result = counting::count(problem, way.options);
      REQUIRE(result.complete());
      REQUIRE(result.value == Natural(expected.size()));
      REQUIRE(result.fingerprint);
      REQUIRE(result.fingerprint->value() == fingerprint.value());
      // Without a fingerprint some count solutions that they do not visit.
      Options plain = way.options;
      plain.fingerprint.reset();
      REQUIRE(counting::count(problem, plain).value == Natural(expected.size()));
    }
  }
  return with_solutions;
}

TEST_CASE("every method agrees with brute force") {
  for (const std::uint64_t seed : {std::uint64_t{31'415}, drawn_seed()}) {
    const int with_solutions = compare_with_brute_force(seed, many, [](Random& random) {
      return random_model(random, random_shape(random, 9)).problem();
    });
    CHECK(with_solutions > many * 4 / 10);
  }
}

TEST_CASE("every method agrees with brute force where an item with bounds is in every option") {
  for (const std::uint64_t seed : {std::uint64_t{27'182}, drawn_seed()}) {
    const int with_solutions = compare_with_brute_force(seed, many, [](Random& random) {
      Shape shape = random_shape(random, 9);
      shape.multiplicities = random.chance(0.2);
      Model model = random_model(random, shape);
      // Up to two such items: exactly k, at least k, at most k, or between bounds.
      for (std::uint32_t items = random.between(1, 2); items > 0; --items) {
        const std::uint32_t most = random.between(1, 5);
        const std::uint32_t least = random.chance(0.3) ? most : random.between(0, most);
        const std::uint32_t item =
            model.add_primary("k" + std::to_string(items), {least, random.chance(0.2) ? 9 : most});
        for (Model::Option& option : model.options) {
          if (items == 2 && random.chance(0.1)) continue;
          option.uses.push_back({item, Model::uncoloured});
        }
      }
      return model.problem();
    });
    CHECK(with_solutions > many * 2 / 10);
  }
}

TEST_CASE("methods agree on problems too large for brute force") {
  Random random(1'618);
  int with_solutions = 0;
  for (int n = 0; n < larger; ++n) {
    Shape shape = random_shape(random, random.between(20, 60));
    shape.most_primaries = 14;
    const Problem problem = random_model(random, shape).problem();
    const counting::CountResult wanted = counting::count_by_search(
        problem, Options{.engine = EngineKind::dancing_links, .nodes = 100'000});
    if (!wanted.complete()) continue;
    with_solutions += wanted.value == 0 ? 0 : 1;
    std::set<std::uint64_t> fingerprints;
    for (const Way& way : ways(problem, 99)) {
      CAPTURE(n, way.name);
      INFO(canonical_text(problem));
      const counting::CountResult result = counting::count(problem, way.options);
      REQUIRE(result.complete());
      REQUIRE(result.value == wanted.value);
      fingerprints.insert(result.fingerprint->value());
      REQUIRE(fingerprints.size() == 1);
    }
  }
  CHECK(with_solutions > larger / 4);
}

TEST_CASE("all methods on shared instances", "[.shared]") {
  const auto instances = shared_instances();
  // Those that each way counts in a second or so.
  const std::set<std::string> quick = {"queens8", "langford8", "sud17a",  "sud17b",
                                       "sudhard", "sppnw15",   "ypent10", "pent3x20"};
  int counted = 0;
  for (const SharedInstance& instance : instances) {
    if (!quick.contains(instance.name)) continue;
    const Problem problem = read_shared_instance(instance.name);
    std::set<std::uint64_t> fingerprints;
    for (const Way& way : ways(problem, 7)) {
      CAPTURE(instance.name, way.name);
      const counting::CountResult result = counting::count(problem, way.options);
      CHECK(result.complete());
      CHECK(result.value.to_string() == instance.solutions);
      fingerprints.insert(result.fingerprint->value());
      ++counted;
    }
    CAPTURE(instance.name);
    CHECK(fingerprints.size() == 1);
  }
  CHECK(counted > 50);
}

TEST_CASE("automatic counts the shared instances", "[.shared]") {
  const auto instances = shared_instances();
  const std::set<std::string> long_ones = {"macmahon", "pent6x10"};
  for (const SharedInstance& instance : instances) {
    if (long_ones.contains(instance.name)) continue;
    const counting::CountResult result = counting::count(read_shared_instance(instance.name));
    CAPTURE(instance.name, result.why);
    CHECK(result.complete());
    CHECK(result.value.to_string() == instance.solutions);
  }
}

TEST_CASE("independent parts are counted apart") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 200; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (std::size_t first = 0; first < 200; first += 4) {
    for (std::size_t x = first; x < first + 4; ++x) {
      for (std::size_t y = x + 1; y < first + 4; ++y) b.option({items[x], items[y]});
    }
  }
  const counting::CountResult result = counting::count(std::move(b).build());
  Natural power = 1;
  for (int part = 0; part < 50; ++part) power *= 3;  // pairings of four
  CHECK(result.value == power);
  CHECK(result.parts == 50);
  const auto whole =
      std::find_if(result.trials.begin(), result.trials.end(), [](const counting::Trial& trial) {
        return trial.outcome == "dropped for the reduced problem";
      });
  REQUIRE(whole != result.trials.end());
  CHECK(whole->seconds == 0);  // the whole is not searched first
}

TEST_CASE("a search after preprocessing lists the solutions of the problem as it was given") {
  Random random(577);
  int merged = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 10)).problem();
    const std::vector<Solution> expected = brute_force(problem);
    Options options{.preprocess = true, .solutions = random.below(4)};
    Solver solver(problem, options);
    std::vector<Solution> found;
    while (solver.status() != Status::exhausted) {
      while (solver.next()) {
        found.emplace_back(solver.solution().begin(), solver.solution().end());
        std::sort(found.back().begin(), found.back().end());
      }
      if (solver.status() == Status::exhausted) break;
      REQUIRE(solver.status() == Status::solution_limit);
      REQUIRE(found.size() == *options.solutions);
      *options.solutions += 1 + random.below(5);
      solver.set_limits(search::limits_of(options));
    }
    std::sort(found.begin(), found.end());
    INFO(n << "\n" << canonical_text(problem));
    REQUIRE(found == expected);
    options.solutions.reset();
    const counting::CountResult counted = counting::count_by_search(problem, options);
    REQUIRE(counted.value == Natural(expected.size()));
    merged += counted.statistics.nodes < expected.size() ? 1 : 0;
  }
  CHECK(merged > many / 100);
}

TEST_CASE("a solution that stands for very many can be stopped at any time") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 40; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (const ItemId item : items) {
    for (int copy = 0; copy < 10; ++copy) b.option({item});
  }
  const Problem problem = std::move(b).build();
  Options options{.preprocess = true, .time = std::chrono::milliseconds(30)};
  Solver solver(problem, options);
  std::uint64_t found = 0;
  while (solver.next()) ++found;
  CHECK(solver.status() == Status::time_limit);
  CHECK(found > 100);
  Natural power = 1;
  for (int i = 0; i < 40; ++i) power *= 10;
  CHECK(counting::count(problem).value == power);
  search::limit(options, {});
  CHECK(counting::count_by_search(problem, options).value == power);
}

TEST_CASE("a frontier within one step is no reason to give up") {
  // One item that is covered up to 40 times, by options with two of 1,100 secondary items each.
  ProblemBuilder b;
  const ItemId a = b.primary("a", {.at_least = 2, .at_most = 40});
  std::vector<ItemId> items;
  for (int i = 0; i < 1'101; ++i) items.push_back(b.secondary("x" + std::to_string(i)));
  for (std::size_t i = 0; i < 1'100; ++i) b.option({a, items[i], items[i + 1]});
  const Problem problem = std::move(b).build();
  Options options{.time = std::chrono::milliseconds(50)};
  const counting::CountResult result = counting::count(problem, options);
  CHECK(result.status == Status::time_limit);
  options.method = CountMethod::sweep;
  CHECK_THROWS_AS(counting::count(problem, options), std::invalid_argument);
}

TEST_CASE("a time limit is for all parts together") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 8 * 40; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  // Eight parts, each a matching of 40 items that no search ends in time.
  for (std::size_t first = 0; first < items.size(); first += 40) {
    for (std::size_t x = first; x < first + 40; ++x) {
      for (std::size_t y = x + 1; y < first + 40; ++y) b.option({items[x], items[y]});
    }
  }
  Options options{.method = CountMethod::search, .time = std::chrono::milliseconds(200)};
  const double start = processor_seconds();
  const counting::CountResult result = counting::count(std::move(b).build(), options);
  CHECK(result.status == Status::time_limit);
  CHECK(processor_seconds() - start < 2);
}

TEST_CASE("a count that was cut short is a lower bound and says so") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 26; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (std::size_t x = 0; x < items.size(); ++x) {
    for (std::size_t y = x + 1; y < items.size(); ++y) b.option({items[x], items[y]});
  }
  const Problem problem = std::move(b).build();
  for (const CountMethod method : {CountMethod::automatic, CountMethod::search, CountMethod::sweep,
                                   CountMethod::memo, CountMethod::zdd}) {
    CAPTURE(to_string(method));
    Options options{.method = method, .nodes = 50};
    const counting::CountResult result = counting::count(problem, options);
    CHECK(result.status == Status::node_limit);
    CHECK(result.value < Natural(7'905'853'580'625U));  // 25 * 23 * ... * 3
    const std::atomic<bool> stop = true;
    options = {};
    options.method = method;
    options.stop = &stop;
    CHECK(counting::count(problem, options).status == Status::stopped);
    options = {};
    options.method = method;
    if (method == CountMethod::automatic || method == CountMethod::sweep) {
      CHECK(counting::count(problem, options).value == Natural(7'905'853'580'625U));
    }
    if (method == CountMethod::sweep || method == CountMethod::zdd) {
      options.memory = 100'000;
      CHECK(counting::count(problem, options).status == Status::memory_limit);
    }
  }
}

/// Options of four items drawn from many: whatever the order, hundreds of items are in the
/// frontier.
Problem drawn_options(std::uint32_t items, std::uint32_t options) {
  Random random(3'000);
  ProblemBuilder b = ProblemBuilder::numbered(items);
  for (std::uint32_t o = 0; o < options; ++o) {
    std::vector<std::uint32_t> chosen;
    while (chosen.size() < 4) {
      const auto item = static_cast<std::uint32_t>(random.between(0, items - 1));
      if (std::find(chosen.begin(), chosen.end(), item) == chosen.end()) chosen.push_back(item);
    }
    std::vector<Entry> entries;
    for (const std::uint32_t item : chosen) entries.emplace_back(ItemId{item});
    b.option(entries);
  }
  return std::move(b).build();
}

TEST_CASE("what a method needs before it counts is within the limits, too") {
  const Problem problem = drawn_options(1'500, 300'000);
  const auto counted = [&](CountMethod method, std::size_t memory,
                           std::optional<std::chrono::nanoseconds> time = {}) {
    Options options{.method = method, .preprocess = false, .time = time, .memory = memory};
    return counting::count(problem, options);
  };
  constexpr std::size_t mb = std::size_t{1} << 20;
  // More than 1,023 bits in every order: told before a plan of 115 MB is made.
  CHECK(tables::every_frontier_exceeds(problem, 1'023));
  CHECK_THROWS_WITH(counted(CountMethod::sweep, 10 * mb), Catch::Contains("more than 1023 bits"));
  // Keys of a diagram may be as long, but not in so little memory.
  const counting::CountResult diagram = counted(CountMethod::zdd, 50 * mb);
  CHECK(diagram.status == Status::memory_limit);
  CHECK(diagram.statistics.memory_bytes <= 50 * mb);
  CHECK(counted(CountMethod::zdd, 2'000 * mb, std::chrono::nanoseconds(1)).status ==
        Status::time_limit);
}

TEST_CASE("the tables of a memo are within the memory limit") {
  const Problem problem = dominoes(10, 10);
  const std::size_t needed = tables::memo_bytes(problem);
  CHECK(tables::make_memo(problem, {}, {.memory_limit = 0})->memory_bytes() <= needed + 4'096);
  Options options{.method = CountMethod::memo, .preprocess = false, .memory = needed / 2};
  CHECK(counting::count(problem, options).status == Status::memory_limit);
  options.memory = 2 * needed;
  const counting::CountResult enough = counting::count(problem, options);
  CHECK(enough.value == 258'584'046'368U);
  CHECK(enough.statistics.memory_bytes <= options.memory);
  options.time = std::chrono::nanoseconds(1);
  CHECK(counting::count(problem, options).status == Status::time_limit);
}

}  // namespace
}  // namespace dlx::test
