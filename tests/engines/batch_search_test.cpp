// Every kernel of BatchSearch that this processor has, against brute force.

#include "dlx/engines/batch_search.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr int rounds = 1'000;
#else
constexpr int rounds = 6'000;
#endif

constexpr std::uint64_t many = 1'000'000;

/// The problem behind items that have one option each, so that its own are in later blocks.
Model behind(std::uint32_t count, const Model& model) {
  Model all = model;
  all.items.clear();
  all.options.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    all.items.push_back({.name = "single" + std::to_string(i), .bounds = {}});
    all.options.push_back({.uses = {{.item = i}}});
  }
  all.items.insert(all.items.end(), model.items.begin(), model.items.end());
  for (Model::Option option : model.options) {
    for (Model::Use& use : option.uses) use.item += count;
    all.options.push_back(std::move(option));
  }
  all.primaries = model.primaries + count;
  return all;
}

std::vector<OptionId> some_options(Random& random, std::uint32_t count) {
  std::vector<OptionId> given;
  if (count == 0) return given;
  for (std::uint32_t k = random.below(4); k > 0; --k)
    given.push_back(OptionId{random.below(count)});
  return given;
}

std::uint64_t with(const std::vector<Solution>& solutions, const std::vector<OptionId>& given) {
  return static_cast<std::uint64_t>(
      std::count_if(solutions.begin(), solutions.end(), [&](const Solution& solution) {
        return std::all_of(given.begin(), given.end(), [&](OptionId option) {
          return std::binary_search(solution.begin(), solution.end(), option);
        });
      }));
}

/// How often a kind of question was asked.
struct Kinds {
  int none = 0, one = 0, several = 0, branched = 0;
};

/// Asks one search several questions, and compares the answers with all solutions.
void ask(Random& random, engines::BatchSearch& search, const Problem& problem,
         const std::vector<Solution>& solutions, std::uint32_t first_option, Kinds& kinds) {
  for (int question = 0; question < 4; ++question) {
    std::vector<OptionId> given = question == 0
                                      ? std::vector<OptionId>()
                                      : some_options(random, problem.option_count() - first_option);
    const std::uint64_t expected = with(solutions, given);
    for (OptionId& option : given) option = OptionId{index(option) + first_option};
    const std::uint64_t most = random.chance(0.5) ? many : random.between(1, 3);
    REQUIRE(search.run(given, most, many));
    REQUIRE(search.found() == std::min(most, expected));
    REQUIRE(search.complete() == (expected < most));
    REQUIRE(search.solution().empty() == (expected == 0 || problem.primary_count() == 0));
    if (expected > 0) {
      REQUIRE(verify(problem, search.solution()).empty());
      for (const OptionId option : given) {
        REQUIRE(std::count(search.solution().begin(), search.solution().end(), option) == 1);
      }
    }
    ++(expected == 0 ? kinds.none : expected == 1 ? kinds.one : kinds.several);
    if (search.nodes() > 0) ++kinds.branched;
  }
}

TEST_CASE("a batch of searches finds what brute force finds") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  Kinds kinds;
  for (int round = 0; round < rounds; ++round) {
    const Model model = random_model(random, {.most_secondaries = 3,
                                              .most_options = 11,
                                              .colours = round % 2 == 0,
                                              .multiplicities = false});
    const std::vector<Solution> solutions = brute_force(model.problem());
    const std::uint32_t singles = round % 8 == 0 ? 500 + random.below(600) : 0;
    const Problem problem = behind(singles, model).problem();
    REQUIRE(engines::BatchSearch::objection(problem).empty());
    for (const search::VectorKind vectors : search::vectors_of_processor()) {
      engines::BatchSearch search(problem, vectors);
      ask(random, search, problem, solutions, singles, kinds);
    }
  }
  CHECK(kinds.none > rounds);
  CHECK(kinds.one > rounds / 2);
  CHECK(kinds.several > rounds / 4);
  CHECK(kinds.branched > rounds / 4);
}

/// An option for each place of an n x n board; no two in a row or column.
Problem permutations(std::uint32_t n) {
  ProblemBuilder builder = ProblemBuilder::numbered(2 * n, 0);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t k = 0; k < n * n; ++k) numbers.insert(numbers.end(), {2, k / n, n + k % n});
  builder.options(numbers);
  return std::move(builder).build();
}

TEST_CASE("a batch counts, and gives up where it should") {
  engines::BatchSearch search(permutations(8));
  REQUIRE(search.run({}, many, many));
  CHECK(search.complete());
  CHECK(search.found() == 40'320);
  const std::uint64_t nodes = search.nodes();
  REQUIRE(search.run({}, many, nodes));
  CHECK_FALSE(search.run({}, many, nodes - 1));
  // A search after one that gave up is not disturbed.
  const std::vector<OptionId> corner{OptionId{0}, OptionId{0}};
  REQUIRE(search.run(corner, many, many));
  CHECK(search.found() == 5'040);
  CHECK_FALSE(search.run({}, 1, 0));
  const std::vector<OptionId> two_in_a_row{OptionId{0}, OptionId{1}};
  REQUIRE(search.run(two_in_a_row, 1, 0));
  CHECK(search.complete());
  CHECK(search.found() == 0);
  const std::vector<OptionId> strange{OptionId{64}};
  CHECK_THROWS_AS(search.run(strange, 1, 0), std::invalid_argument);
}

TEST_CASE("a batch takes items with 63 options, and says which problems it refuses") {
  engines::BatchSearch search(permutations(63));
  std::vector<OptionId> diagonal;
  for (std::uint32_t k = 0; k < 60; ++k) diagonal.push_back(OptionId{64 * k});
  REQUIRE(search.run(diagonal, many, many));
  CHECK(search.found() == 6);

  const Problem large = permutations(64);
  CHECK_FALSE(engines::BatchSearch::objection(large).empty());
  CHECK_THROWS_AS(engines::BatchSearch(large), std::invalid_argument);
  ProblemBuilder builder;
  const ItemId item = builder.primary("a", {.at_least = 0, .at_most = 2});
  builder.option({item});
  CHECK(engines::BatchSearch::objection(std::move(builder).build()) == "it has multiplicities");

  // Many independent choices leave more branches open than there are levels.
  ProblemBuilder choices = ProblemBuilder::numbered(200, 0);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t k = 0; k < 400; ++k) numbers.insert(numbers.end(), {1, k / 2});
  choices.options(numbers);
  engines::BatchSearch deep(std::move(choices).build());
  CHECK_FALSE(deep.run({}, 1, many));
}

}  // namespace
}  // namespace dlx::test
