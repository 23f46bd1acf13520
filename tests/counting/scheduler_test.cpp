// The scheduler is arithmetic, so a whole competition is played here without a clock: contestants
// of known length are given turns until one of them ends.

#include "dlx/search/scheduler.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using search::Contestant;
using search::Pace;
using search::Preparation;
using search::Scheduler;

const Contestant plain{.share = 1 / 64.0, .first_turn = 1e-3};
const Contestant a_search{.share = 1 / 64.0, .comparable = 10};
const Contestant a_sweep{
    .share = 1 / 32.0, .first_turn = 1e-3, .comparable = 1.5, .pace = Pace::slowing};

/// A contestant whose true length is known.
struct Runner {
  double length;  // seconds
  Contestant facts = plain;
  double exaggerates = 1;  // it says that this times its part is done
};

struct Outcome {
  std::size_t winner = 0;
  double spent = 0;
  std::vector<double> seconds = {};
};

/// Plays until a contestant ends. The first one has had a tenth of a millisecond.
Outcome play(const std::vector<Runner>& runners, double alone = 0) {
  Scheduler scheduler(false, alone);
  for (const Runner& runner : runners) scheduler.add(runner.facts);
  Outcome outcome{.seconds = std::vector<double>(runners.size())};
  Scheduler::Turn turn{0, 1e-4};
  for (;;) {
    const Runner& runner = runners[turn.number];
    double& had = outcome.seconds[turn.number];
    const double left = runner.length - had;
    had += std::min(turn.seconds, left);
    const double done = std::min(1.0, runner.exaggerates * had / runner.length);
    scheduler.record(turn.number, std::min(turn.seconds, left), done);
    outcome.spent = scheduler.spent();
    outcome.winner = turn.number;
    if (left <= turn.seconds) return outcome;
    turn = scheduler.next_turn();
    REQUIRE(turn.seconds > 0);
  }
}

TEST_CASE("the shortest contestant wins, and what the others cost is bounded") {
  struct Row {
    std::string what;
    std::vector<Runner> runners;
    std::size_t winner;
    double most;  // seconds in all, in times of the winner's length
  };
  const std::vector<Row> rows = {
      {"alone", {{1, a_search}}, 0, 1.001},
      {"a search of a second, a sweep of an hour", {{1, a_search}, {3600, a_sweep}}, 0, 1.1},
      {"a search of an hour, a sweep of a second", {{3600, a_search}, {1, a_sweep}}, 1, 1.1},
      {"equals", {{1, a_search}, {1, a_sweep}}, 0, 1.3},
      {"three", {{50, a_search}, {70, a_sweep}, {1, plain}}, 2, 1.4},
      {"a sweep that says nothing", {{10, a_search}, {1, a_sweep, 0}}, 0, 1.4},
      {"nobody says anything", {{1000, a_search, 0}, {1, a_sweep, 0}}, 1, 34},
      {"a search that promises too much", {{100, a_search, 50}, {1, a_sweep}}, 1, 34},
  };
  for (const Row& row : rows) {
    const Outcome outcome = play(row.runners);
    CAPTURE(row.what, outcome.spent);
    CHECK(outcome.winner == row.winner);
    CHECK(outcome.spent <= row.most * row.runners[outcome.winner].length);
  }
}

TEST_CASE("whatever contestants promise, the best one ends within its share") {
  Random random(41);
  double worst = 0;
  for (int n = 0; n < 2'000; ++n) {
    std::vector<Runner> runners;
    double best = std::numeric_limits<double>::infinity();
    const std::size_t count = random.between(2, 6);
    for (std::size_t r = 0; r < count; ++r) {
      Runner runner{.length = 1e-3 * random.between(1, 1'000'000),
                    .exaggerates = 0.01 * random.between(0, 300)};
      runner.facts.pace = static_cast<Pace>(random.below(3));
      if (random.chance(0.5)) runner.facts.expected = 0.01 * random.between(1, 10'000);
      if (random.chance(0.3)) runner.facts.comparable = 2;
      best = std::min(best, runner.length);
      runners.push_back(runner);
    }
    const double spent = play(runners).spent;
    worst = std::max(worst, spent / (best + 1e-3));
    CAPTURE(n, best, spent);
    // A contestant waits until it has earned half as much again as it has had.
    CHECK(spent <= 1.5 * 64 * (best + 1e-3));
  }
  CHECK(worst > 5);
}

TEST_CASE("a first contestant that is expected to end soon works alone") {
  const double alone = 0.02;
  // True estimates: nothing else is tried.
  const Outcome soon = play({{0.015, a_search}, {0.001, a_sweep}}, alone);
  CHECK(soon.winner == 0);
  CHECK(soon.seconds[1] == 0);
  // It would take longer, and says so: the others begin as if there were no such rule.
  CHECK(play({{0.5, a_search}, {0.01, a_sweep}}, alone).spent ==
        play({{0.5, a_search}, {0.01, a_sweep}}).spent);
  // It promises too much: the others lose the time that it may work alone, and no more.
  const std::vector<Runner> liar = {{50, a_search, 5'000}, {0.01, a_sweep}};
  const Outcome late = play(liar, alone);
  CHECK(late.winner == 1);
  CHECK(late.seconds[0] > 0.5 * alone);
  CHECK(late.spent <= play(liar).spent + 2 * alone);
}

TEST_CASE("only urgent steps are taken while the first contestant works alone") {
  Scheduler scheduler(false, 0.02);
  scheduler.add(a_search);
  std::string taken;
  scheduler.add({.take = [&] { taken += 'a'; }, .cost = 1e-4, .worth = 1, .latest = 20});
  scheduler.add(
      {.take = [&] { taken += 'b'; }, .cost = 1e-4, .worth = 1, .latest = 20, .urgent = true});
  const auto take_steps = [&] {
    std::size_t from = 0;
    while (const std::optional<Preparation> step = scheduler.due_step(from)) step->take();
  };
  scheduler.record(0, 1e-3, 0.1);  // 10 ms in all
  take_steps();
  CHECK(taken == "b");
  scheduler.record(0, 1e-3, 0.02);  // 100 ms in all
  take_steps();
  CHECK(taken == "ba");
}

TEST_CASE("a contestant that worked on a task like this one leads at once") {
  Contestant alike = plain;
  alike.alike = 2;
  const Outcome outcome = play({{100, plain}, {2, alike, 0}});
  CHECK(outcome.winner == 1);
  CHECK(outcome.spent < 2.2);
}

TEST_CASE("threads that wait are paid for") {
  const auto seconds_of_second = [](double threads) {
    Contestant alone = plain;
    alone.threads = threads;
    return play({{10, plain}, {1e6, alone}}).seconds[1];
  };
  CHECK(seconds_of_second(4) < seconds_of_second(1) / 2);
}

TEST_CASE("the time to check counts") {
  Contestant checked = plain;
  checked.expected = 20;
  CHECK(play({{10, plain}, {5, checked}}).winner == 1);
  checked.check = 3;  // its check takes three times as long again
  CHECK(play({{10, plain}, {5, checked}}).winner == 0);
}

TEST_CASE("a step is due when it is paid for") {
  struct Row {
    double spent, left;
    bool due;
  };
  // A step of one second, worth it if 10 seconds are left, or if 20 have been spent.
  const std::vector<Row> rows = {{0.5, 1e9, false}, {1, 1e9, true},   {1, 11, true},
                                 {1, 9, false},     {19, 2, false},   {20, 2, true},
                                 {20, 0.5, false},  {99, 0.5, false}, {100, 0.5, true}};
  for (const Row& row : rows) {
    CAPTURE(row.spent, row.left);
    Scheduler scheduler;
    scheduler.add(Contestant{});
    scheduler.add({.take = {}, .cost = 1, .worth = 10, .latest = 20, .changes_task = true});
    scheduler.record(0, row.spent, row.spent / (row.spent + row.left));
    std::size_t from = 0;
    CHECK(scheduler.due_step(from).has_value() == row.due);
    CHECK(scheduler.is_task_final() == row.due);
  }
}

TEST_CASE("some steps need not be paid for") {
  const auto is_due = [](Preparation step, double spent) {
    Scheduler scheduler;
    scheduler.add(Contestant{});
    scheduler.add(std::move(step));
    if (spent > 0) scheduler.record(0, spent, 0);
    std::size_t from = 0;
    return scheduler.due_step(from).has_value();
  };
  const Preparation usual{.take = {}, .cost = 1, .worth = 2, .latest = 1};
  CHECK_FALSE(is_due(usual, 0.1));
  Preparation step = usual;
  step.at_once = true;
  CHECK(is_due(step, 0));
  step = usual;
  step.alike = 1.9;  // less than its worth
  CHECK_FALSE(is_due(step, 0.1));
  step.alike = 2;
  CHECK(is_due(step, 0.1));
  CHECK_FALSE(is_due(step, 0));
  step.first = true;
  CHECK(is_due(step, 0));
}

TEST_CASE("a turn of the leader ends when a step has been paid for") {
  Scheduler scheduler;
  scheduler.add(Contestant{});
  scheduler.record(0, 1, 0.1);
  CHECK(scheduler.next_turn().seconds == 0.5);
  scheduler.add({.take = {}, .cost = 1.25, .worth = 1, .latest = 1});
  CHECK(scheduler.next_turn().seconds == 0.25);
}

TEST_CASE("if the first contestant is dropped, the best of the others leads") {
  Scheduler scheduler;
  for (int c = 0; c < 3; ++c) scheduler.add(plain);
  scheduler.record(0, 1, 0.5);
  scheduler.drop(0);
  scheduler.record(1, 1, 0.1);
  scheduler.record(2, 1, 0.9);
  CHECK(scheduler.next_turn().number == 2);
  CHECK(scheduler.leader() == 2);
}

TEST_CASE("in turns, every step is due and no contestant is left out") {
  Scheduler scheduler(true);
  for (int c = 0; c < 3; ++c) scheduler.add(plain);
  scheduler.add({.take = {}, .cost = 1e9, .worth = 1e9, .latest = 1e9});
  std::size_t from = 0;
  CHECK(scheduler.due_step(from).has_value());
  CHECK_FALSE(scheduler.due_step(from).has_value());
  std::vector<std::size_t> turns;
  for (int turn = 0; turn < 3; ++turn) turns.push_back(scheduler.next_turn().number);
  scheduler.drop(1);
  for (int turn = 0; turn < 3; ++turn) turns.push_back(scheduler.next_turn().number);
  CHECK(turns == std::vector<std::size_t>{1, 2, 0, 2, 0, 2});
}

}  // namespace
}  // namespace dlx::test
