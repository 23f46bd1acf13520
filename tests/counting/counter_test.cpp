// Counters in slices of every size, and the competition of ways on problems small enough for brute
// force.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/policy.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/trace.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/symmetry/symmetric_problems.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 200;
constexpr int competitions = 2'500;
#else
constexpr int many = 2'000;
constexpr int competitions = 6'000;
#endif

struct Found {
  counting::CountResult result;
  std::vector<std::uint8_t> recorded;
  std::uint64_t slices = 0;
};

/// Counts in slices of so much work; nothing: in one.
Found count_in_slices(const Problem& problem, Options options, std::optional<std::uint64_t> work,
                      bool with_trace) {
  search::CertificateBytes bytes;
  search::Trace trace(bytes, problem);
  if (with_trace) options.trace = &trace;
  counting::Counter counter(problem, options, {});
  Found found;
  Natural before;
  do {
    ++found.slices;
    REQUIRE(found.slices < 100'000);
    const Natural value = counter.value();
    REQUIRE(value >= before);
    before = value;
  } while (counter.run({.work = work}) == Status::running);
  counter.close();
  found.result = counter.result();
  REQUIRE(found.result.value == counter.value());
  trace.flush();
  found.recorded.assign(bytes.bytes().begin(), bytes.bytes().end());
  return found;
}

TEST_CASE("slices of any size: the same count, fingerprint, nodes and certificate") {
  Random random(drawn_seed());
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 12)).problem();
    const Natural expected = brute_force(problem).size();
    for (const CountMethod method : all_methods) {
      if (!is_for(method, problem)) continue;
      const bool may_preprocess = method != CountMethod::signs;
      Options options{.method = method, .preprocess = may_preprocess && random.chance(0.5)};
      if (random.chance(0.5)) options.fingerprint = 7;
      const bool with_trace = random.chance(0.5);
      const std::uint64_t work = random.between(1, 9);
      CAPTURE(n, to_string(method), options.preprocess, work, with_trace);
      INFO(canonical_text(problem));
      const Found whole = count_in_slices(problem, options, {}, with_trace);
      const Found sliced = count_in_slices(problem, options, work, with_trace);
      REQUIRE(whole.result.complete());
      REQUIRE(whole.result.value == expected);
      REQUIRE(sliced.result.complete());
      REQUIRE(sliced.result.value == expected);
      REQUIRE(whole.result.fingerprint.has_value() == options.fingerprint.has_value());
      REQUIRE(sliced.result.fingerprint == whole.result.fingerprint);
      // Beyond the first thousand nodes the clock has a say in what is tried.
      constexpr std::uint64_t by_no_clock = 1'000;
      if (method == CountMethod::automatic &&
          std::max(sliced.result.statistics.nodes, whole.result.statistics.nodes) >= by_no_clock) {
        continue;
      }
      REQUIRE(sliced.result.statistics.nodes == whole.result.statistics.nodes);
      REQUIRE(sliced.result.states == whole.result.states);
      REQUIRE(sliced.recorded == whole.recorded);
    }
  }
}

/// A count in which every step is made at once and all ways take turns.
struct Competition {
  Status status = Status::running;
  Total counted;
  counting::CountResult result;

  Competition(const Problem& problem, const Tally& weights_of, Options options,
              counting::PolicySteps steps, std::optional<std::uint64_t> slice,
              search::Trace* trace) {
    options.trace = trace;
    const counting::Resources resources;
    const std::optional<counting::Clock::time_point> end;
    counting::Policy policy(
        problem, weights_of,
        {.options = &options, .resources = &resources, .end = &end, .trace = trace}, steps);
    do {
      status = policy.run({.until = {}, .work = slice});
    } while (status == Status::running);
    policy.close();
    counted = policy.counted();
    policy.add_to(result);
    policy.report_into(result);
  }
};

TEST_CASE("ways that compete agree with brute force, whichever ends first") {
  Random random(drawn_seed());
  std::map<std::string, int> outcomes;
  int with_first_choices = 0;
  for (int n = 0; n < competitions; ++n) {
    const bool symmetric = random.chance(0.7);
    const Problem problem = symmetric ? symmetric_problem(random, any_shape(random))
                                      : random_model(random, random_shape(random, 14)).problem();
    if (problem.option_count() > 18) continue;
    const bool weighted = random.chance(0.3);
    const bool seeded = !weighted && random.chance(0.3);
    std::vector<OptionWeight> weights(problem.option_count());
    for (OptionWeight& weight : weights) weight.ways = random.between(1, 3);
    if (seeded) weights = plain_weights(problem.option_count(), 11);
    const Tally weights_of = weighted || seeded ? Tally(weights) : Tally();
    Tally expected = weights_of;
    for (const Solution& solution : brute_force(problem)) {
      if (expected.weighted()) {
        expected.add(solution);
      } else {
        expected.add_one();
      }
    }
    const counting::PolicySteps steps{.reduce = random.chance(0.5),
                                      .symmetry = !seeded && random.chance(0.7),
                                      .turns = random.between(1, 6)};
    const std::uint64_t slice = random.between(1, 20);
    CAPTURE(n, weighted, seeded, steps.reduce, steps.symmetry, steps.turns, slice);
    INFO(canonical_text(problem));
    const Competition c(problem, weights_of, {}, steps,
                        random.chance(0.5) ? std::optional(slice) : std::nullopt, nullptr);
    REQUIRE(c.status == Status::exhausted);
    REQUIRE(c.counted.solutions == expected.solutions());
    if (seeded) REQUIRE(c.counted.fingerprint == expected.fingerprint());
    for (const counting::Trial& trial : c.result.trials) {
      ++outcomes[trial.what + ": " + trial.outcome];
      if (trial.what.starts_with("after a first choice")) ++with_first_choices;
    }
  }
  // Each has won, and each has been there when another won.
  for (const char* what :
       {"search", "sweep", "memo", "sum over signs", "first choices", "canonical forms"}) {
    CAPTURE(what);
    CHECK(outcomes[std::string(what) + ": counted"] > 0);
    CHECK(outcomes[std::string(what) + ": had not ended"] > 0);
  }
  CHECK(outcomes["reduction: made the problem smaller"] > 0);
  CHECK(with_first_choices > 0);
}

TEST_CASE("a count in slices of time ends like one without") {
  const Problem problem = dominoes(10, 10);
  for (const auto time : {std::chrono::microseconds(50), std::chrono::microseconds(2'000)}) {
    Options options{.threads = time.count() > 100 ? 2U : 1U};
    counting::Counter counter(problem, options);
    double share = 0;
    while (counter.run({.time = time}) == Status::running) {
      CHECK(counter.share() >= 0);
      CHECK(counter.share() <= 1);
      share = counter.share();
    }
    CHECK(share < 1);
    CHECK(counter.result().value == Natural(258'584'046'368));
  }
}

TEST_CASE("a time limit longer than the clock can count is no limit") {
  const Problem problem = dominoes(8, 8);
  const auto time = std::chrono::nanoseconds::max();
  for (const unsigned threads : {1U, 2U}) {
    counting::Counter counter(problem, {.time = time, .threads = threads});
    CHECK(counter.run({.time = time}) == Status::exhausted);
    CHECK(counter.result().value == Natural(12'988'816));
  }
}

TEST_CASE("no way starves, and ways that do not lead leave most of the time to the leader") {
  const Problem problem = langford(19);  // a minute or more by any way
  Options options{.symmetry = false, .time = std::chrono::seconds(3)};
  const counting::CountResult result = counting::count(problem, options);
  REQUIRE(result.status == Status::time_limit);
  std::map<std::string, double> seconds;
  double sum = 0;
  for (const counting::Trial& trial : result.trials) {
    if (trial.outcome != "had not ended") continue;
    seconds[trial.what] += trial.seconds;
    sum += trial.seconds;
  }
  // policy.hpp promises 1/64 at least. A turn may be late, and the machine busy.
  for (const char* what : {"search", "sweep", "memo", "sum over signs"}) {
    CAPTURE(what, seconds[what], sum);
    CHECK(seconds[what] > sum / 64 / 3);
  }
  double most = 0;
  for (const auto& [what, time_of_way] : seconds) most = std::max(most, time_of_way);
  CHECK(most > sum / 3);
}

TEST_CASE("no invariant is looked for once a solution has been found") {
  // The first is found within a hundred nodes.
  const counting::CountResult result = counting::count(langford(11), Options{});
  CHECK(result.value == 35'584);
  CHECK(result.trials.size() > 1);
  for (const counting::Trial& trial : result.trials) CHECK(trial.what != "invariant");
}

TEST_CASE("a count that is stopped says by which method") {
  const Problem problem = langford(12, 1);
  for (const CountMethod method : {CountMethod::search, CountMethod::sweep, CountMethod::memo}) {
    Options options{.method = method, .nodes = 100};
    const counting::CountResult result = counting::count(problem, options);
    CHECK(result.status == Status::node_limit);
    CHECK(result.method == method);
    CHECK(result.why == "it was asked for");
  }
  // Reducing removes the last item: what is left is what is under way.
  Options options{.nodes = 20'000};
  const counting::CountResult result = counting::count(problem, options);
  CHECK(result.status == Status::node_limit);
  CHECK(result.removed > 0);
  CHECK(result.why.starts_with("bit_matrix because it is dense"));
  // A limit on solutions can only be met by a search.
  options.method = CountMethod::memo;
  options.solutions = 1;
  CHECK(counting::count(problem, options).method == CountMethod::search);
}

TEST_CASE("weights that alike options could not add up are refused") {
  ProblemBuilder b;
  const ItemId item = b.primary("item");
  b.option({item});
  b.option({item});
  const Problem problem = std::move(b).build();
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  counting::Counter counter(problem, {}, {}, {{most - 3, Residue(1)}, {3, Residue(1)}});
  CHECK(counter.run() == Status::exhausted);
  CHECK(counter.value() == Natural(most));
  CHECK_THROWS_AS(counting::Counter(problem, {}, {}, {{most, Residue(1)}, {1, Residue(1)}}),
                  std::invalid_argument);
}

TEST_CASE("a count that was stopped goes on") {
  const Problem problem = dominoes(8, 8);
  std::atomic<bool> stop = true;
  Options options{.stop = &stop};
  counting::Counter counter(problem, options, {});
  CHECK(counter.run() == Status::stopped);
  CHECK(counter.status() == Status::stopped);
  CHECK_FALSE(counter.result().complete());
  stop = false;
  CHECK(counter.run() == Status::exhausted);
  CHECK(counter.result().value == Natural(12'988'816));
}

}  // namespace
}  // namespace dlx::test
