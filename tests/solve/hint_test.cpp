// Hints against brute force: they are true, and their chains are valid.

#include "dlx/solve/hint.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using solve::Chain;
using solve::Hint;
using solve::Hints;
using Kind = Hint::Kind;

bool has(const Solution& solution, OptionId option) {
  return std::binary_search(solution.begin(), solution.end(), option);
}

/// The state while a hint is read: slow, and without lists that could be wrong.
struct Known {
  const Problem& problem;
  std::vector<OptionId> chosen;
  std::vector<OptionId> excluded = {};

  [[nodiscard]] bool is_chosen(OptionId option) const {
    return std::find(chosen.begin(), chosen.end(), option) != chosen.end();
  }

  /// Whether an option may still be chosen.
  [[nodiscard]] bool is_open(OptionId option) const {
    if (is_chosen(option)) return false;
    if (std::find(excluded.begin(), excluded.end(), option) != excluded.end()) return false;
    for (const auto [item, colour] : problem.entries(option)) {
      std::uint32_t times = 0;
      for (const OptionId other : chosen) {
        for (const auto [other_item, other_colour] : problem.entries(other)) {
          if (other_item != item) continue;
          ++times;
          const bool agree = colour != Colour::none && colour == other_colour;
          if (!problem.is_primary(item) && !agree) return false;
        }
      }
      if (problem.is_primary(item) && times == problem.bounds(item).at_most) return false;
    }
    return true;
  }

  /// How many options an item can have, and whether an open one is among them.
  [[nodiscard]] std::uint32_t left(ItemId item) const {
    std::uint32_t n = 0;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      const auto items = problem.items(OptionId{o});
      if (std::find(items.begin(), items.end(), item) == items.end()) continue;
      if (is_chosen(OptionId{o}) || is_open(OptionId{o})) ++n;
    }
    return n;
  }

  /// Chooses an option because the item has no others.
  void follow(OptionId option, ItemId item) {
    const auto items = problem.items(option);
    REQUIRE(std::find(items.begin(), items.end(), item) != items.end());
    REQUIRE(is_open(option));
    REQUIRE(left(item) == problem.bounds(item).at_least);
    chosen.push_back(option);
  }
};

void replay(Known& known, const Chain& chain) {
  Known assumed = known;
  REQUIRE(assumed.is_open(chain.excluded));
  assumed.chosen.push_back(chain.excluded);
  for (const Chain::Step& step : chain.steps) assumed.follow(step.option, step.item);
  REQUIRE(assumed.left(chain.contradiction) < assumed.problem.bounds(chain.contradiction).at_least);
  known.excluded.push_back(chain.excluded);
}

/// Checks a hint, given all solutions that have the known options.
void check(const Problem& problem, const std::vector<OptionId>& given, const Hint& hint,
           const std::vector<Solution>& solutions) {
  Known known{problem, given};
  for (const Chain& chain : hint.chains) replay(known, chain);
  for (const OptionId option : known.excluded) {
    for (const Solution& solution : solutions) REQUIRE_FALSE(has(solution, option));
  }
  if (hint.option) {
    REQUIRE_FALSE(solutions.empty());
    REQUIRE(std::find(given.begin(), given.end(), *hint.option) == given.end());
    for (const Solution& solution : solutions) REQUIRE(has(solution, *hint.option));
  }
  switch (hint.kind) {
    case Kind::single:
      REQUIRE(hint.chains.empty());
      known.follow(*hint.option, *hint.item);
      break;
    case Kind::chain:
      REQUIRE_FALSE(hint.chains.empty());
      known.follow(*hint.option, *hint.item);
      break;
    case Kind::search:
      break;
    case Kind::none:
      REQUIRE(solutions.size() > 1);
      for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
        if (std::find(given.begin(), given.end(), OptionId{o}) != given.end()) continue;
        REQUIRE_FALSE(std::all_of(solutions.begin(), solutions.end(),
                                  [&](const Solution& one) { return has(one, OptionId{o}); }));
      }
      break;
    case Kind::unsolvable:
      REQUIRE(solutions.empty());
      if (hint.item) REQUIRE(known.left(*hint.item) < problem.bounds(*hint.item).at_least);
      break;
    case Kind::solved:
      REQUIRE(solutions.size() == 1);
      REQUIRE(solutions[0].size() == given.size());
      break;
    case Kind::unknown:
      FAIL("no limit was given");
  }
}

}  // namespace

TEST_CASE("hints of random problems are true, from the beginning to the end") {
  Random random(38);
  std::map<Kind, int> kinds;
  for (int n = 0; n < 3000; ++n) {
    CAPTURE(n);
    const Problem problem = random_model(random, random_shape(random, 12)).problem();
    std::vector<Solution> solutions = brute_force(problem);
    Hints hints(problem);
    std::vector<OptionId> known;
    if (!solutions.empty() && random.chance(0.3)) {
      const Solution& one = solutions[random.below(solutions.size())];
      if (!one.empty()) known.push_back(one[random.below(one.size())]);
    }
    for (;;) {
      std::erase_if(solutions, [&](const Solution& one) {
        return std::any_of(known.begin(), known.end(),
                           [&](OptionId option) { return !has(one, option); });
      });
      const Hint hint = hints.next(known);
      ++kinds[hint.kind];
      check(problem, known, hint, solutions);
      REQUIRE(hints.level(known).has_value() == (solutions.size() == 1));
      if (!hint.option) break;
      known.push_back(*hint.option);
    }
  }
  for (const Kind kind :
       {Kind::single, Kind::chain, Kind::search, Kind::none, Kind::unsolvable, Kind::solved}) {
    CAPTURE(static_cast<int>(kind));
    CHECK(kinds[kind] > 10);
  }
}

TEST_CASE("known options that exclude each other have no solution") {
  ProblemBuilder builder;
  const auto a = builder.primary("a"), b = builder.primary("b");
  builder.option({a, b});
  builder.option({a});
  builder.option({b});
  const Problem problem = std::move(builder).build();
  Hints hints(problem);
  const std::vector<OptionId> both{OptionId{0}, OptionId{1}};
  CHECK(hints.next(both).kind == Kind::unsolvable);
  const std::vector<OptionId> one{OptionId{1}};
  const Hint hint = hints.next(one);
  CHECK(hint.kind == Kind::single);
  CHECK(hint.option == OptionId{2});
  CHECK(hint.item == b);
  CHECK(hints.next().kind == Kind::none);
  const std::vector<OptionId> wrong{OptionId{3}};
  CHECK_THROWS_AS(hints.next(wrong), std::invalid_argument);
}

TEST_CASE("limits of a hint") {
  const Problem problem = classics::queens::build(20).problem;
  CHECK(Hints(problem).next().kind == Kind::none);
  const Hint hint = Hints(problem, {.time = std::chrono::nanoseconds(0)}).next();
  CHECK(hint.kind == Kind::unknown);
  CHECK(hint.status == Status::time_limit);
  const std::atomic<bool> stop = true;
  CHECK(Hints(problem, {.stop = &stop}).next().status == Status::stopped);
}

}  // namespace dlx::test
