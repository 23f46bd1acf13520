// The diagram of all solutions by whichever ends first, a sweep or a list: against brute force, at
// its limits, and on problems where only one of the two ends.

#include "dlx/diagram.hpp"
#include "dlx/solver.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE)
constexpr int many = 200;
#else
constexpr int many = 4'000;
#endif

std::vector<Solution> solutions_of(const tables::Zdd& zdd) {
  std::vector<Solution> found;
  zdd.for_each([&](std::span<const OptionId> solution) {
    found.emplace_back(solution.begin(), solution.end());
    std::sort(found.back().begin(), found.back().end());
  });
  std::sort(found.begin(), found.end());
  return found;
}

void compare(std::uint64_t seed, int problems, std::uint32_t most_options) {
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < problems; ++n) {
    const Problem problem = random_model(random, random_shape(random, most_options)).problem();
    const tables::ZddResult result = make_diagram(problem);
    if (!result.zdd || solutions_of(*result.zdd) != brute_force(problem)) {
      CAPTURE(n, to_string(result.status));
      FAIL(canonical_text(problem));
    }
  }
}

}  // namespace

TEST_CASE("a diagram by whichever ends first agrees with brute force") {
  compare(8'111, many, 9);
  compare(8'112, many / 30, 14);
  compare(drawn_seed(), many / 3, 9);
}

TEST_CASE("a diagram that only a sweep can make, and one that only a list can") {
  CHECK(make_diagram(dominoes(12, 12)).zdd->count() == Natural(53'060'477'521'960'000));

  const tables::TableOptions little{.memory_limit = 40'000};
  CHECK(tables::Zdd::build(langford(7), little).status == Status::memory_limit);
  const tables::ZddResult listed = make_diagram(langford(7), little);
  REQUIRE(listed.zdd);
  CHECK(listed.zdd->count() == Natural(52));
}

TEST_CASE("a deadline ends the diagram of a list") {
  const tables::ZddResult whole = tables::Zdd::build(two_ways(15));
  std::vector<OptionId> chosen;
  std::vector<std::size_t> ends;
  whole.zdd->for_each([&](std::span<const OptionId> solution) {
    chosen.insert(chosen.end(), solution.begin(), solution.end());
    ends.push_back(chosen.size());
  });
  const std::vector<OptionId> options(whole.zdd->options().begin(), whole.zdd->options().end());
  constexpr std::size_t plenty = std::size_t{1} << 30;
  CHECK(tables::Zdd::of(options, chosen, ends, plenty)->count() == whole.zdd->count());
  const search::Deadline passed(std::chrono::nanoseconds(0), nullptr);
  CHECK_FALSE(tables::Zdd::of(options, chosen, ends, plenty, passed));
}

TEST_CASE("the images of one solution of each class are all solutions") {
  // Each pairing can be read from behind.
  const Problem problem = langford(11);
  std::vector<Solution> listed;
  for (Solver solver(problem); solver.next();) {
    listed.emplace_back(solver.solution().begin(), solver.solution().end());
    std::sort(listed.back().begin(), listed.back().end());
  }
  std::sort(listed.begin(), listed.end());
  REQUIRE(listed.size() == 35'584);
  CHECK((solutions_of(*make_diagram(problem).zdd) == listed));
}

TEST_CASE("limits end a diagram by whichever ends first") {
  const Problem problem = dominoes(12, 12);
  const tables::ZddResult whole = make_diagram(problem);
  REQUIRE(whole.zdd);

  SECTION("memory") {
    bool enough = false;
    for (std::size_t limit = 0; limit < 2 * whole.memory_bytes; limit += 40'009) {
      const tables::ZddResult result = make_diagram(problem, {.memory_limit = limit});
      REQUIRE(result.memory_bytes <= limit);
      REQUIRE(result.zdd.has_value() == (result.status == Status::exhausted));
      if (result.zdd) {
        enough = true;
        REQUIRE(result.zdd->count() == whole.zdd->count());
      } else {
        REQUIRE(result.status == Status::memory_limit);
      }
    }
    CHECK(enough);
  }
  SECTION("nodes") {
    const tables::ZddResult result =
        make_diagram(problem, {.control = {.limits = {.nodes = 1000}}});
    CHECK(result.status == Status::node_limit);
    CHECK_FALSE(result.zdd);
  }
  SECTION("time") {
    const tables::ZddResult result =
        make_diagram(problem, {.control = {.limits = {.time = std::chrono::nanoseconds(0)}}});
    CHECK(result.status == Status::time_limit);
  }
  SECTION("the stop flag") {
    const std::atomic<bool> stop = true;
    CHECK(make_diagram(problem, {.control = {.stop = &stop}}).status == Status::stopped);
  }
  SECTION("the stop flag, raised by the progress callback") {
    std::atomic<bool> stop = false;
    double share = 0;
    tables::TableOptions options;
    options.control.stop = &stop;
    options.control.progress_interval = std::chrono::nanoseconds(0);
    options.control.on_progress = [&](const search::Progress& progress) {
      CHECK(progress.share >= share);
      CHECK(progress.share <= 1);
      share = progress.share;
      stop = progress.nodes + progress.states > 20'000;
    };
    CHECK(make_diagram(problem, options).status == Status::stopped);
  }
}

}  // namespace dlx::test
