#include "dlx/core/verify.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"

namespace dlx::test {
namespace {

using Catch::Contains;

/// Options 1: a s:red, 2: a s:blue, 3: b s, 4: b, 5: m s:red, 6: m, 7: m, 8: b s:red
Problem sample() {
  ProblemBuilder x;
  const ItemId a = x.primary("a");
  const ItemId b = x.primary("b", {.at_least = 0, .at_most = 1});
  const ItemId m = x.primary("m", {.at_least = 2, .at_most = 2});
  const ItemId s = x.secondary("s");
  const Colour red = x.colour("red");
  const Colour blue = x.colour("blue");
  x.option({a, {s, red}});
  x.option({a, {s, blue}});
  x.option({b, s});
  x.option({b});
  x.option({m, {s, red}});
  x.option({m});
  x.option({m});
  x.option({b, {s, red}});
  return std::move(x).build();
}

std::vector<std::string> faults(const std::vector<std::uint32_t>& numbers) {
  std::vector<OptionId> options;
  for (const std::uint32_t n : numbers) options.push_back(OptionId{n - 1});
  return verify(sample(), options);
}

TEST_CASE("solutions have no faults, in any order") {
  CHECK(faults({1, 5, 6}).empty());
  CHECK(faults({6, 5, 1}).empty());
  CHECK(faults({8, 6, 5, 1}).empty());
  CHECK(faults({2, 4, 6, 7}).empty());
}

struct Fault {
  std::vector<std::uint32_t> options;
  std::vector<std::string> words;
};

TEST_CASE("every kind of fault is told, with its option and item") {
  const std::vector<Fault> table = {
      {{6, 7}, {"item 'a'", "not covered"}},
      {{1, 2, 6, 7}, {"item 'a'", "twice"}},
      {{1, 6}, {"item 'm'", "only once", "at least 2"}},
      {{1, 5, 6, 7}, {"item 'm'", "3 times", "at most 2"}},
      {{1, 4, 8, 6, 7}, {"item 'b'", "twice"}},
      {{2, 5, 6}, {"secondary item 's'", "option 2", "option 5", "different colours"}},
      {{1, 3, 6, 7}, {"secondary item 's'", "option 1", "option 3"}},
      {{1, 9, 6, 7}, {"option 9", "does not exist", "8"}},
      {{1, 6, 6, 7}, {"option 6", "more than once"}},
  };
  for (const Fault& fault : table) {
    const auto found = faults(fault.options);
    CAPTURE(fault.options);
    std::string all;
    for (const auto& text : found) all += text + "\n";
    for (const auto& word : fault.words) CHECK_THAT(all, Contains(word));
  }
  CHECK(faults({1, 6, 6, 7}).size() == 1);
  CHECK(faults({1, 9, 6, 7}).size() == 1);
}

TEST_CASE("how often an item is covered is told without what goes without saying") {
  CHECK(faults({1, 4, 8, 6, 7}) == std::vector<std::string>{"item 'b' is covered twice"});
  CHECK(faults({1, 5, 6, 7}) ==
        std::vector<std::string>{"item 'm' is covered 3 times; at most 2 allowed"});
}

TEST_CASE("all faults are told") {
  CHECK(faults({}).size() == 2);  // a and m
  CHECK(faults({1, 2, 3, 4, 5, 5, 77}).size() == 8);
  CHECK(faults({1, 6, 7, 9, 10}).size() == 2);  // two that do not exist
}

TEST_CASE("the largest option number does not overflow") {
  CHECK_THAT(verify(sample(), std::vector{OptionId{0xFFFFFFFF}}).front(), Contains("4294967296"));
}

TEST_CASE("two uncoloured uses of a secondary item clash") {
  ProblemBuilder x;
  const ItemId a = x.primary("a");
  const ItemId b = x.primary("b");
  const ItemId s = x.secondary("s");
  x.option({a, s});
  x.option({b, s});
  const auto found = verify(std::move(x).build(), std::vector{OptionId{0}, OptionId{1}});
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(), Contains("'s'") && !Contains("colours"));
}

TEST_CASE("a verifier can be used again") {
  const Problem problem = sample();
  Verifier verifier(problem);
  const std::vector good = {OptionId{0}, OptionId{4}, OptionId{5}};
  for (int i = 0; i < 3; ++i) {
    CHECK(verifier.faults(good).empty());
    CHECK(verifier.faults({}).size() == 2);
  }
}

TEST_CASE("a set is a solution if it has no faults, also where options repeat or do not exist") {
  ProblemBuilder x;
  const ItemId a = x.primary("a");
  const ItemId b = x.primary("b");
  const ItemId s = x.secondary("s");
  const ItemId t = x.secondary("t");
  const Colour red = x.colour("red");
  const Colour blue = x.colour("blue");
  x.option({a, {s, red}});
  x.option({b, {s, red}});
  x.option({b, {s, blue}, t});
  x.option({a, t});
  x.option({a, b});
  const Problem plain = std::move(x).build();
  for (const Problem& problem : {plain, sample()}) {
    Verifier verifier(problem);
    const std::uint32_t numbers = problem.option_count() + 1;  // the last one does not exist
    std::vector<std::vector<OptionId>> sets = {{}};
    std::size_t solutions = 0;
    for (std::size_t k = 0; k < sets.size(); ++k) {
      const std::vector<OptionId> set = sets[k];
      CHECK(verifier.is_solution(set) == verifier.faults(set).empty());
      solutions += verifier.is_solution(set) ? 1U : 0U;
      for (std::uint32_t o = 0; set.size() < 3 && o < numbers; ++o) {
        sets.push_back(set);
        sets.back().push_back(OptionId{o});
      }
    }
    CHECK(solutions > 2);
  }
}

TEST_CASE("the empty set solves what wants nothing") {
  CHECK(verify(ProblemBuilder().build(), {}).empty());
  CHECK(Verifier(ProblemBuilder().build()).is_solution({}));
}

}  // namespace
}  // namespace dlx::test
