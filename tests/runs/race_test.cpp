// A crew and a Counter at the same run: the count of either, and what the slower one may cost.

#include "dlx/runs/race.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>

#include "dlx/core/canonical_text.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/table_store.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/lattice/lattice.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 40;
constexpr int board = 8;
#else
constexpr int many = 300;
constexpr int board = 10;
#endif
constexpr int endless_board = 22;

runs::Crew::MakeWorker searchers_of(const Problem& problem) {
  return [&problem](const std::atomic<bool>& stop) {
    return runs::counting_worker(Solver(problem, {.stop = &stop}), Tally());
  };
}

/// A crew and its units.
struct Run {
  explicit Run(const Problem& problem, runs::CrewOptions options = {})
      : crew(units, searchers_of(problem), std::move(options)) {}
  runs::MemoryUnits units{{search::OpenWork{}}, runs::nodes_of_first_unit};
  runs::Crew crew;
};

TEST_CASE("whoever ends a race has counted all solutions") {
  Random random(811);
  int by_counter = 0;
  int by_crew = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 24)).problem();
    CAPTURE(canonical_text(problem));
    const Natural expected = counting::count(problem, Options{.method = CountMethod::search}).value;
    Run run(problem, {.unit_nodes = random.between(1, 20)});
    counting::Counter counter(problem, {}, {});
    // The crew comes first in a run that has units behind it.
    if (random.chance(0.5)) (void)run.crew.run(1, {});
    // Whoever comes first ends within a long turn, so that both win on machines of any speed.
    const bool is_long = random.chance(0.5);
    runs::Race race(run.crew, run.units, counter, {.first_turn = is_long ? 1h : 1us});
    REQUIRE(race.run({}) == Status::exhausted);
    if (race.answered_by_counter()) {
      ++by_counter;
      REQUIRE(counter.value() == expected);
    } else {
      ++by_crew;
      REQUIRE(run.units.sums().solutions == expected);
    }
  }
  CHECK(by_counter > many / 20);
  CHECK(by_crew > many / 20);
}

TEST_CASE("a race up to symmetry ends with the number of classes") {
  const Problem problem = classics::dominoes::build(lattice::box(12, 12)).problem;
  const symmetry::SymmetryGroup group(problem, symmetry::automorphisms(problem));
  const ClassesResult expected = count_classes(problem, group);
  const Problem endless = classics::queens::build(endless_board).problem;
  Run run(endless);
  ClassCounter counter(problem, group);
  runs::Race race(run.crew, run.units, counter, {.first_turn = 1ms});
  REQUIRE(race.run({}) == Status::exhausted);
  REQUIRE(race.answered_by_counter());
  CHECK(counter.result().classes == expected.classes);
}

/// Seconds that a turn may last longer than it should where the machine is busy.
constexpr double longest_delay = 1;
/// The last turn of the loser, which is an eighth of the time spent.
constexpr double last_turn = 1.125;

TEST_CASE("neither contestant waits longer than the rule says", "[slow]") {
  const runs::RaceOptions options{.first_turn = 5ms};
  const Problem endless = classics::queens::build(endless_board).problem;
  SECTION("the crew, beside a Counter that does not end") {
    const Problem problem = classics::queens::build(board + 1).problem;
    Run run(problem);
    counting::Counter counter(endless, {}, {});
    runs::Race race(run.crew, run.units, counter, options);
    CHECK(race.run({}) == Status::exhausted);
    CHECK_FALSE(race.answered_by_counter());
    CHECK(race.counter_seconds() > 0);
    CHECK(race.counter_seconds() < race.crew_seconds() * last_turn + longest_delay);
  }
  SECTION("the Counter, beside a crew that does not end") {
    const Problem problem = classics::dominoes::build(lattice::box(20, 20)).problem;
    Run run(endless);
    counting::Counter counter(problem, {}, {});
    runs::Race race(run.crew, run.units, counter, options);
    CHECK(race.run({}) == Status::exhausted);
    CHECK(race.answered_by_counter());
    CHECK(counter.value() == counting::count(problem).value);
    CHECK(race.crew_seconds() > 0);
    const double ratio = 1 / options.share_of_counter - 1;
    CHECK(race.crew_seconds() < race.counter_seconds() * ratio * last_turn + longest_delay);
  }
}

TEST_CASE("a time limit shorter than a first turn leaves time to both") {
  const Problem endless = classics::queens::build(endless_board).problem;
  Run run(endless);
  counting::Counter counter(endless, {}, {});
  runs::Race race(run.crew, run.units, counter, {.first_turn = 1h});
  CHECK(race.run(1s) == Status::time_limit);
  CHECK(race.counter_seconds() > 0);
  CHECK(race.crew_seconds() > 0);
  CHECK(run.units.sums().nodes > 0);
}

TEST_CASE("a race keeps the tables of a sweep at its time limit and at a stop") {
  struct Store final : counting::TableStore {
    std::vector<ItemId> order(const Problem&, const Tally&) override { return {}; }
    bool load(const Problem&, const Tally&, tables::Sweep&) override { return false; }
    void write(const Problem&, const Tally&, const std::vector<ItemId>&,
               const tables::Sweep&) override {
      ++saved;
    }
    [[nodiscard]] std::chrono::nanoseconds interval() const override { return 1h; }
    int saved = 0;
  };
  const Problem problem = dominoes(24, 24);
  Store store;
  std::atomic<bool> stop = false;
  Options options{.method = CountMethod::sweep, .stop = &stop, .progress_interval = 0ns};
  options.on_progress = [&](const search::Progress& progress) {
    if (progress.states > 10'000) stop = true;
  };
  Run run(problem, {.stop = &stop});
  counting::Counter counter(problem, options, {.tables = &store});
  runs::Race race(run.crew, run.units, counter, {.first_turn = 1h});
  CHECK(race.run({}) == Status::stopped);
  CHECK(store.saved == 1);
  stop = false;
  CHECK(race.run(0ns) == Status::time_limit);
  CHECK(store.saved == 1);  // nothing was done since
}

TEST_CASE("a race pauses at its time limit and at a stop, and goes on") {
  // Takes far longer than a busy machine keeps a thread waiting.
  const Problem problem = classics::queens::build(12).problem;
  const Natural expected = counting::count(problem).value;
  std::atomic<bool> stop = true;
  Run run(problem, {.stop = &stop});
  Options counting{.stop = &stop};
  counting::Counter counter(problem, counting, {});
  runs::Race race(run.crew, run.units, counter, {.first_turn = 100us});
  CHECK(race.run({}) == Status::stopped);
  stop = false;
  int pauses = 0;
  while (race.run(200us) == Status::time_limit) ++pauses;
  CHECK(pauses > 0);
  CHECK((race.answered_by_counter() ? counter.value() : run.units.sums().solutions) == expected);

  const Problem endless = classics::queens::build(endless_board).problem;
  Run long_run(endless);
  counting::Counter long_counter(endless, {}, {});
  runs::Race long_race(long_run.crew, long_run.units, long_counter);
  const auto start = Clock::now();
  CHECK(long_race.run(700ms) == Status::time_limit);
  CHECK(Seconds(Clock::now() - start).count() < 3);
}

}  // namespace
}  // namespace dlx::test
