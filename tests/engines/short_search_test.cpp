#include "dlx/engines/short_search.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr int rounds = 4'000;
#else
constexpr int rounds = 20'000;
#endif

using Numbers = std::vector<std::uint32_t>;

/// Options as random sets of items, each with a primary item at least.
Numbers random_options(Random& random, std::uint32_t primary, std::uint32_t items,
                       std::uint32_t options) {
  Numbers numbers;
  const std::uint32_t chance = random.between(1, 4);
  for (std::uint32_t o = 0; o < options; ++o) {
    Numbers option{random.below(primary)};
    for (std::uint32_t i = 0; i < items; ++i) {
      if (i != option[0] && random.below(8) < chance) option.push_back(i);
    }
    random.shuffle(option);
    numbers.push_back(static_cast<std::uint32_t>(option.size()));
    numbers.insert(numbers.end(), option.begin(), option.end());
  }
  return numbers;
}

Problem problem_of(std::uint32_t primary, std::uint32_t secondary, const Numbers& numbers) {
  ProblemBuilder builder = ProblemBuilder::numbered(primary, secondary);
  builder.options(numbers);
  return std::move(builder).build();
}

std::vector<Solution> solutions_of(const engines::ShortSearch& search) {
  std::vector<Solution> solutions;
  for (auto rest = search.solutions(); !rest.empty(); rest = rest.subspan(1 + rest[0])) {
    Solution solution;
    for (const std::uint32_t option : rest.subspan(1, rest[0])) {
      solution.push_back(OptionId{option});
    }
    std::sort(solution.begin(), solution.end());
    solutions.push_back(std::move(solution));
  }
  std::sort(solutions.begin(), solutions.end());
  return solutions;
}

TEST_CASE("a short search that does not give up finds what brute force finds") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  engines::ShortSearch search;  // one for all, as it keeps its memory
  int settled = 0;
  int branched = 0;
  int several = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t primary = random.between(1, 6);
    const std::uint32_t secondary = random.below(4);
    const std::uint32_t options = random.below(13);
    const Numbers numbers = random_options(random, primary, primary + secondary, options);
    const Problem problem = problem_of(primary, secondary, numbers);
    const std::vector<Solution> expected = brute_force(problem);
    if (!search.run(primary, secondary, numbers, 1'000'000)) continue;
    ++settled;
    REQUIRE(solutions_of(search) == expected);
    REQUIRE(search.complete());
    REQUIRE(search.run(problem, 1'000'000));
    REQUIRE(solutions_of(search) == expected);
    REQUIRE(search.found() == expected.size());
    if (search.nodes() > primary + 1) ++branched;
    if (expected.size() > 1) ++several;

    const std::size_t most = random.between(1, 3);
    REQUIRE(search.run(primary, secondary, numbers, most));
    const std::vector<Solution> some = solutions_of(search);
    REQUIRE(some.size() == std::min(most, expected.size()));
    REQUIRE(search.complete() == (expected.size() < most));
    REQUIRE(std::includes(expected.begin(), expected.end(), some.begin(), some.end()));
  }
  CHECK(settled > rounds / 2);
  CHECK(branched > rounds / 10);
  CHECK(several > rounds / 10);
}

TEST_CASE("a short search knows problems without items, options or solutions") {
  engines::ShortSearch search;
  REQUIRE(search.run(0, 3, {}, 5));
  CHECK(search.complete());
  CHECK(solutions_of(search) == std::vector<Solution>{{}});
  REQUIRE(search.run(1, 0, {}, 5));
  CHECK(search.complete());
  CHECK(search.found() == 0);
  const Numbers numbers{1, 0, 2, 0, 1};
  REQUIRE(search.run(2, 0, numbers, 5));
  CHECK(solutions_of(search) == std::vector<Solution>{{OptionId{1}}});
}

TEST_CASE("a short search leaves wrong options and long searches to others") {
  engines::ShortSearch search;
  const std::vector<Numbers> wrong{{1, 0, 1, 9},    {1, 0, 2, 0, 0},  {1, 0, 1, 2}, {1, 0, 0},
                                   {1, 0, 3, 0, 1}, {0xffffffffU, 0}, {2}};
  for (const Numbers& numbers : wrong) CHECK_FALSE(search.run(2, 1, numbers, 5));
  CHECK_FALSE(search.run(0xffffffffU, 0xffffffffU, {}, 5));
  // Permutations of 8: each item with 8 options, and 40,320 solutions.
  Numbers permutations;
  for (std::uint32_t k = 0; k < 64; ++k)
    permutations.insert(permutations.end(), {2, k / 8, 8 + k % 8});
  CHECK_FALSE(search.run(16, 0, permutations, 100'000));
  CHECK(search.run(16, 0, permutations, 1));
  CHECK(search.found() == 1);
  const Numbers large(engines::ShortSearch::most_numbers + 1, 1);
  CHECK_FALSE(search.run(2, 0, large, 1));
}

}  // namespace
}  // namespace dlx::test
