#include "dlx/runs/forecast.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <vector>

namespace dlx::test {
namespace {

TEST_CASE("nodes are expected as if those of a level were alike") {
  using Levels = std::vector<std::uint64_t>;
  CHECK(runs::expected_nodes(Levels{}, Levels{1}) == 0);
  // A root with ten children, of which two were visited; they have three children each.
  CHECK(runs::expected_nodes(Levels{1, 2, 6}, Levels{0, 8}) == 1 + 10 + 30);
  // One child of the two has been visited, its other child has not.
  CHECK(runs::expected_nodes(Levels{1, 2, 1}, Levels{0, 0, 1}) == 1 + 2 + 2);
  CHECK(runs::expected_nodes(Levels{1, 4, 7, 3}, Levels{}) == 15);
}

TEST_CASE("a steady run is forecast closely, a wavering one widely") {
  runs::Forecast steady;
  CHECK_FALSE(steady.left());
  for (int s = 1; s <= 10; ++s) steady.look(s, 100 * s, 4'000);
  REQUIRE(steady.left());
  CHECK(steady.left()->low == Approx(30 * 0.95));
  CHECK(steady.left()->high == Approx(30 * 1.05));
  runs::Forecast wavering;
  for (int s = 1; s <= 10; ++s) wavering.look(s, 100 * s, s % 2 == 0 ? 4'000 : 6'000);
  CHECK(wavering.left()->low < 10);
  CHECK(wavering.left()->high > 50);
}

TEST_CASE("a tree past the largest double has no forecast") {
  const double infinite = std::numeric_limits<double>::infinity();
  runs::Forecast forecast;
  for (int s = 1; s <= 5; ++s) forecast.look(s, 100 * s, infinite);
  CHECK_FALSE(forecast.left());
}

TEST_CASE("a forecast forgets how it began") {
  runs::Forecast forecast;
  forecast.look(1, 100, 1'000'000);
  for (int s = 2; s <= 100; ++s) forecast.look(s, 100 * s, 20'000);
  CHECK(forecast.left()->high == Approx(100 * 1.05));
}

}  // namespace
}  // namespace dlx::test
