// Snakes by two reductions: walks, and an exact cover with colours. And the census of all snakes
// against folding each of them.

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"
#include "reductions/snake/as_cover.hpp"
#include "reductions/snake/census.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using snake::Puzzle;

template <class Model>
std::set<std::string> foldings(const Model& model) {
  std::set<std::string> found;
  std::size_t solutions = 0;
  Solver solver(model.problem);
  while (solver.next()) {
    ++solutions;
    found.insert(coordinates(decode(model, solver.solution())));
  }
  CHECK(solver.status() == Status::exhausted);
  CHECK(found.size() == solutions);
  return found;
}

void compare(const snake::Snake& word) {
  for (const UpTo up_to : {UpTo::none, UpTo::rotations, UpTo::reflections}) {
    for (const snake::Start start : {snake::Start::anywhere, snake::Start::corner}) {
      CAPTURE(word.word, to_string(up_to), start == snake::Start::corner);
      const Puzzle puzzle{.snake = word, .start = start, .up_to = up_to};
      CHECK(foldings(build(puzzle)) == foldings(build_cover(puzzle)));
    }
  }
}

TEST_CASE("walks and the exact cover with colours find the same foldings of known snakes") {
  compare(snake::parse("111111"));
  for (const snake::Named& known : snake::named()) {
    if (known.snake.side == 3) compare(known.snake);
#ifdef DLX_SANITIZE
    break;
#endif
  }
}

#ifdef DLX_SANITIZE
constexpr int random_snakes = 3;
#else
const int random_snakes = cases(30);
#endif

TEST_CASE("walks and the exact cover with colours find the same foldings of random snakes") {
  const std::uint64_t seed = GENERATE(std::uint64_t{9'121}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < random_snakes; ++n) {
    std::string word;
    while (word.size() < 25) {
      const bool may_be_straight = word.empty() || word.back() != '0';
      word += may_be_straight && random.chance(0.4) ? '0' : '1';
    }
    compare(snake::parse(word));
  }
}

snake::Census::Statistics census_of(int side, snake::Census& census) {
  const snake::CensusModel model = snake::build_census(side);
  Solver solver(model.problem, {}, {.every_order = true});
  Verifier verifier(model.problem.problem());
  while (solver.next()) {
    if (solver.statistics().solutions % 1000 == 1) {
      CHECK(verifier.faults(solver.solution()).empty());
      CHECK(model.problem.walk_faults(solver.solution()).empty());
    }
    census.add(model, solver.solution());
  }
  return census.statistics();
}

TEST_CASE("the census of side 2") {
  snake::Census census(2);
  const auto s = census_of(2, census);
  CHECK(s.snakes == 1);
  CHECK(s.undirected == 3);
  CHECK(s.directed == 48 * s.up_to_48);
  CHECK(s.palindromes == 1);
  CHECK(s.most_words == std::vector<std::string>{"111111"});
}

#ifndef DLX_SANITIZE
TEST_CASE("the census of side 3 is the known one, and agrees with folding snakes one by one") {
  snake::Census census(3);
  const auto s = census_of(3, census);
  CHECK(s.directed == 4'960'608);
  CHECK(s.undirected == 51'704);
  CHECK(s.snakes == 11'487);
  CHECK(s.unique == 3'658);
  std::uint64_t by_straights = 0;
  for (const auto& [straights, by] : s.by_straights) by_straights += by.foldings;
  CHECK(by_straights == s.undirected);
  std::uint64_t by_histogram = 0;
  for (const auto& [foldings, snakes] : s.histogram) by_histogram += foldings * snakes;
  CHECK(by_histogram == s.undirected);

  std::size_t n = 0;
  for (const auto& [word, expected] : census.foldings()) {
    if (n++ % 97 != 0 && !snake::is_palindrome({.word = word, .side = 3})) continue;
    const Puzzle puzzle{.snake = snake::parse(word)};
    const auto model = build(puzzle);
    std::uint64_t found = 0;
    for_each_solution(model.problem, [&](std::span<const OptionId> walk) {
      found += is_representative(puzzle, decode(model, walk)) ? 1U : 0U;
    });
    CAPTURE(word);
    CHECK(found == expected);
  }
}
#endif

TEST_CASE("a census wants a cube") {
  CHECK_THROWS_AS(snake::build_census(1), std::invalid_argument);
  CHECK_THROWS_AS(snake::build_census(10), std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
