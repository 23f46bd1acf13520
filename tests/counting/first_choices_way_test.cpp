// What first choices leave is counted by threads as by one, with pauses of every kind.

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "dlx/counting/way_for.hpp"
#include "dlx/counting/ways.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int board = 8;
#else
constexpr int board = 10;
#endif

/// Threads that are made anew each time, and how often that was.
struct CountedThreads {
  int times = 0;

  search::Jobs jobs(unsigned threads) {
    return {.threads = threads,
            .run = [this](unsigned n, const std::function<void(unsigned)>& job,
                          const std::function<void()>&) {
              ++times;
              std::vector<std::thread> others;
              for (unsigned k = 1; k < n; ++k) others.emplace_back(job, k);
              job(0);
              for (std::thread& other : others) other.join();
            }};
  }
};

/// A problem, its first choices, and the way that counts by them.
struct ByFirstChoices {
  ByFirstChoices(const Problem& the_problem, Options the_options, const search::Jobs& jobs = {},
                 search::ProgressCallback report = {})
      : problem(the_problem),
        options(std::move(the_options)),
        resources({.jobs = jobs}),
        way(counting::first_choices_way(
            problem, Tally(),
            counting::Context{.options = &options,
                              .resources = &resources,
                              .end = &end,
                              .report = std::move(report)},
            begin(),
            [](const Problem& part, const Tally& weights, const counting::Context& context) {
              return counting::way_for(part, weights, context, counting::SymmetryUse::forbidden);
            })) {}

  [[nodiscard]] counting::GroupFirstChoices begin() const {
    symmetry::SymmetryGroup group(problem, symmetry::automorphisms(problem));
    auto group_first_choices =
        first_choices(problem, *group.listed(), symmetry::FirstChoiceUse::solutions, {}, 500);
    return {std::move(group).take_listed(), std::move(group_first_choices)};
  }

  const Problem& problem;
  Options options;
  counting::Resources resources;
  std::optional<counting::Clock::time_point> end = {};
  std::unique_ptr<counting::Way> way;
};

std::vector<std::pair<std::string, Problem>> problems() {
  std::vector<std::pair<std::string, Problem>> result;
  for (int n = 6; n <= board; ++n) {
    result.emplace_back("queens " + std::to_string(n), classics::queens::build(n).problem);
  }
  result.emplace_back("langford 8", classics::langford::build(8).problem);
  return result;
}

TEST_CASE("threads count what first choices leave, each by itself") {
  int shared_out = 0;
  for (const auto& [name, problem] : problems()) {
    Tally expected;
    Solver solver(problem);
    solver.count(expected);
    for (const unsigned threads : {1U, 2U, 3U}) {
      CAPTURE(name, threads);
      CountedThreads made;
      ByFirstChoices whole(problem, {}, made.jobs(threads));
      REQUIRE(whole.way->run({}) == Status::exhausted);
      CHECK(whole.way->counted().solutions == expected.solutions());
      CHECK(whole.way->share() == 1);
      CHECK(whole.way->memory_bytes() == 0);
      if (threads == 1) CHECK(made.times == 0);
      shared_out += made.times;
    }
  }
  CHECK(shared_out > 4);
}

TEST_CASE("first choices that are too short to report are reported together") {
  const Problem problem = classics::queens::build(board).problem;
  std::vector<search::Progress> reports;
  Options options{.progress_interval = 0ns};
  ByFirstChoices whole(problem, options, {},
                       [&](const search::Progress& p) { reports.push_back(p); });
  REQUIRE(whole.way->run({}) == Status::exhausted);
  REQUIRE(reports.size() > 2);
  for (std::size_t r = 1; r < reports.size(); ++r) {
    CHECK(reports[r].share >= reports[r - 1].share);
    CHECK(reports[r].nodes >= reports[r - 1].nodes);
    CHECK(reports[r].solutions >= reports[r - 1].solutions);
  }
  CHECK(reports.back().share == 1);
  CHECK(reports.back().solutions == whole.way->counted().solutions);
}

TEST_CASE("threads that count what first choices leave pause and go on") {
  for (const auto& [name, problem] : problems()) {
    Tally expected;
    Solver solver(problem);
    solver.count(expected);
    CAPTURE(name);
    CountedThreads made;
    ByFirstChoices part(problem, {}, made.jobs(3));
    Natural before;
    Status status = Status::running;
    for (int n = 0; status == Status::running; ++n) {
      counting::Slice slice;
      if (n % 2 == 0) {
        slice.work = 200;  // by one thread
      } else {
        slice.until = counting::Clock::now() + 3ms;
      }
      status = part.way->run(slice);
      REQUIRE(part.way->counted().solutions >= before);
      before = part.way->counted().solutions;
    }
    REQUIRE(status == Status::exhausted);
    CHECK(before == expected.solutions());
  }
}

TEST_CASE(
    "threads that count what first choices leave heed the stop flag, and lose nothing by it") {
  const Problem problem = classics::queens::build(board).problem;
  Tally expected;
  Solver solver(problem);
  solver.count(expected);
  std::atomic<bool> stop = true;
  CountedThreads made;
  ByFirstChoices part(problem, {.stop = &stop}, made.jobs(2));
  for (int n = 0; n < 3; ++n) CHECK(part.way->run({}) == Status::stopped);
  stop = false;
  REQUIRE(part.way->run({}) == Status::exhausted);
  CHECK(part.way->counted().solutions == expected.solutions());
}

TEST_CASE("what is thrown in a thread that counts what a first choice leaves comes out of it") {
  const Problem problem = classics::queens::build(board).problem;
  CountedThreads made;
  const Options options;
  const counting::Resources resources{.jobs = made.jobs(2)};
  const std::optional<counting::Clock::time_point> end;
  const ByFirstChoices source(problem, options, resources.jobs);
  const auto way = counting::first_choices_way(
      problem, Tally(), {.options = &options, .resources = &resources, .end = &end}, source.begin(),
      [](const Problem&, const Tally&, const counting::Context&) -> std::unique_ptr<counting::Way> {
        throw std::runtime_error("no way");
      });
  CHECK_THROWS_WITH(way->run({}), "no way");
}

}  // namespace
}  // namespace dlx::test
