// A restricted problem has the solutions with the fixed options and without the forbidden ones.

#include "dlx/core/restriction.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using Numbers = std::set<std::uint32_t>;

std::set<Numbers> solutions_by_numbers(const Problem& problem) {
  std::set<Numbers> all;
  for (const Solution& solution : brute_force(problem)) {
    Numbers numbers;
    for (const OptionId option : solution) numbers.insert(problem.number(option));
    all.insert(std::move(numbers));
  }
  return all;
}

}  // namespace

TEST_CASE("a restricted problem has the solutions of brute force, under the same numbers") {
  Random random(39);
  int restricted_solutions = 0;
  int with_own_item = 0;
  for (int n = 0; n < 3'000; ++n) {
    CAPTURE(n);
    const Problem problem = random_model(random, random_shape(random, 10)).problem();
    std::vector<OptionId> fixed;
    std::vector<OptionId> forbidden;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      if (random.chance(0.2)) (random.chance(0.5) ? fixed : forbidden).push_back(OptionId{o});
    }
    std::set<Numbers> expected;
    for (const Solution& solution : brute_force(problem)) {
      const auto has = [&](OptionId option) {
        return std::binary_search(solution.begin(), solution.end(), option);
      };
      if (!std::all_of(fixed.begin(), fixed.end(), has)) continue;
      if (std::any_of(forbidden.begin(), forbidden.end(), has)) continue;
      Numbers numbers;
      for (const OptionId option : solution) numbers.insert(problem.number(option));
      expected.insert(std::move(numbers));
    }
    const Problem left = restricted(problem, fixed, forbidden);
    REQUIRE(solutions_by_numbers(left) == expected);
    REQUIRE(left.last_number() == problem.last_number());
    restricted_solutions += static_cast<int>(expected.size());
    with_own_item += left.item_count() > problem.item_count() ? 1 : 0;
  }
  CHECK(restricted_solutions > 2'000);
  CHECK(with_own_item > 100);
}

TEST_CASE("an option is named by its number or by its items") {
  ProblemBuilder builder;
  const ItemId a = builder.primary("a");
  const ItemId b = builder.primary("b");
  const ItemId two = builder.primary("2");
  const ItemId s = builder.secondary("s");
  const Colour red = builder.colour("red");
  builder.drop_option();
  builder.option({a, b});
  builder.option({two});
  builder.option({a, {s, red}});
  builder.option({b, a, two});
  builder.option({two, a, b});
  const Problem problem = std::move(builder).build();

  CHECK(option_of_text(problem, "b  a") == OptionId{0});
  CHECK(option_of_text(problem, "s:red a") == OptionId{2});
  CHECK(option_of_text(problem, "3") == OptionId{1});
  CHECK(option_of_text(problem, "2") == OptionId{0});    // the number, not the item
  CHECK(option_of_text(problem, "a b") == OptionId{0});  // all items of one, some of others
  CHECK(option_of_text(problem, "s:red") == OptionId{2});
  CHECK_THROWS_WITH(option_of_text(problem, "b 2"),
                    "the options 5 and 6 both have the items 'b 2': give the number of one");
  CHECK_THROWS_WITH(option_of_text(problem, "a a"), "no option has the items 'a a'");
  CHECK_THROWS_WITH(option_of_text(problem, "s:blue x b"),
                    "no option has the items 's:blue x b'; 'x' is not an item, and option 2 has "
                    "the items 'a b'");
  CHECK_THROWS_WITH(option_of_text(problem, "x"),
                    "no option has the items 'x'; 'x' is not an item, and option 2 has the items "
                    "'a b'");
  CHECK_THROWS_WITH(option_of_text(problem, "1"), "no option has the number 1; the last one is 6");
  CHECK_THROWS_WITH(option_of_text(problem, "a s"), "no option has the items 'a s'");
  CHECK_THROWS_WITH(option_of_text(problem, ""), "no option has the items ''");
  CHECK_THROWS_WITH(option_of_text(problem, "a b 2"),
                    "the options 5 and 6 both have the items 'a b 2': give the number of one");
}

}  // namespace dlx::test
