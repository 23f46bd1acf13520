// Estimates by random probes: their expectation is the truth, so that on small problems the mean of
// many probes must come near it.

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/estimate.hpp"
#include "tests/support/processor_time.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr int problems = 40;
constexpr std::uint64_t probes = 500;
#else
constexpr int problems = 400;
constexpr std::uint64_t probes = 4'000;
#endif

TEST_CASE("estimates of random small problems come near the counts") {
  Random random(5'511);
  int with_solutions = 0;
  int far = 0;
  for (int n = 0; n < problems; ++n) {
    const Problem problem =
        random_model(random, {.most_options = 14, .multiplicities = n % 2 == 0}).problem();
    const double exact = counting::count(problem).value.to_double();
    const Estimate e = estimate(problem, {.probes = probes, .seed = random.word()});
    CHECK(e.probes == probes);
    CHECK(e.nodes.to_double() >= 1);
    with_solutions += exact > 0 ? 1 : 0;
    if (exact == 0) CHECK(e.solutions == 0);
    // Five standard errors: seldom, even over hundreds of problems, but for rare branches.
    const double off = std::abs(e.solutions.to_double() - exact);
    if (off > 5 * e.solutions_error.to_double() + 1e-9) ++far;
  }
  CHECK(with_solutions > problems / 3);
  CHECK(far <= problems / 100);
}

TEST_CASE("without primary items there is one solution, and the estimate knows it") {
  ProblemBuilder builder;
  builder.secondary("s");
  const Problem empty = std::move(builder).build();
  REQUIRE(empty.primary_count() == 0);
  const Estimate e = estimate(empty, {.probes = 3});
  CHECK(e.solutions == 1);
  CHECK(e.solutions_error == 0);
  CHECK(e.hits == 3);
}

TEST_CASE("the same seed gives the same estimate; limits are kept") {
  Random random(77);
  const Problem problem =
      random_model(random, {.most_options = 14, .multiplicities = false}).problem();
  const Estimate a = estimate(problem, {.probes = 100, .seed = 9});
  const Estimate b = estimate(problem, {.probes = 100, .seed = 9});
  CHECK(a.solutions == b.solutions);
  CHECK(a.nodes == b.nodes);
  const Estimate timed =
      estimate(problem, {.control = {.limits = {.time = std::chrono::milliseconds(20)}}});
  CHECK(timed.probes >= 2);
  const std::atomic<bool> stop = true;
  const Estimate stopped = estimate(problem, {.control = {.stop = &stop}});
  CHECK(stopped.stopped);
  CHECK(stopped.probes <= 1);
}

/// A board of dominoes.
Problem dominoes(std::uint32_t rows, std::uint32_t columns) {
  ProblemBuilder builder;
  std::vector<ItemId> cells;
  for (std::uint32_t k = 0; k < rows * columns; ++k) {
    cells.push_back(builder.primary(std::to_string(k)));
  }
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::uint32_t here = r * columns + c;
      if (c + 1 < columns) builder.option({cells[here], cells[here + 1]});
      if (r + 1 < rows) builder.option({cells[here], cells[here + columns]});
    }
  }
  return std::move(builder).build();
}

TEST_CASE("estimates past the largest double are numbers") {
  const Estimate e = estimate(dominoes(60, 60), {.probes = 20});
  CHECK(e.probes == 20);
  // There are 1.2e455 ways to tile the board (P. W. Kasteleyn's formula, 1961); probes are of that
  // order, and all of them larger than a double.
  CHECK_FALSE(e.nodes.fits_double());
  CHECK(e.nodes.exponent() > 1'200);
  CHECK(e.nodes.exponent() < 2'400);
  CHECK(e.nodes_error.mantissa() > 0);
}

TEST_CASE("a probe that is too long ends in its midst") {
  const Problem problem = dominoes(100, 100);
  const double start = processor_seconds();
  const Estimate e =
      estimate(problem, {.control = {.limits = {.time = std::chrono::milliseconds(50)}}});
  CHECK(processor_seconds() - start < 5);
  CHECK(e.probes <= 1'000);
}

TEST_CASE("no number is -0") {
  CHECK((WideReal(0) - WideReal(0)).to_string(2) == "0");
  CHECK((WideReal(-1) * WideReal(0)).to_string(2) == "0");
  CHECK(sqrt(WideReal(0) - WideReal(0)).to_string(2) == "0");
}

TEST_CASE("a large number is rounded up to a power of ten") {
  const WideReal large(0.9, 4'013);  // 9.72e+1207
  CHECK(large.to_string(1) == "1e+1208");
  CHECK(large.to_string(2) == "9.7e+1207");
  CHECK((WideReal(-1) * large).to_string(1) == "-1e+1208");
}

}  // namespace
}  // namespace dlx::test
