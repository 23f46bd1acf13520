// Questions about one problem against brute force.

#include "dlx/solve/questions.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/cheapest.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/engines/bit_matrix.hpp"
#include "dlx/representatives.hpp"
#include "dlx/solve/hint.hpp"
#include "dlx/solve/known_answers.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using solve::Questions;

bool has_solution(const std::vector<Solution>& solutions, const std::vector<Assumption>& all) {
  return std::any_of(solutions.begin(), solutions.end(),
                     [&](const Solution& solution) { return agrees(solution, all); });
}

}  // namespace

TEST_CASE("answers agree with brute force, and a core is minimal") {
  Random random(38);
  int cores = 0;
  for (int n = 0; n < 600; ++n) {
    const Problem problem = random_model(random, random_shape(random, 11)).problem();
    const std::vector<Solution> solutions = brute_force(problem);
    Questions questions(problem);
    for (int k = 0; k < 6; ++k) {
      CAPTURE(n, k);
      std::vector<Assumption> assumptions;
      for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
        if (random.chance(0.3)) assumptions.push_back({OptionId{o}, random.chance(0.3)});
      }
      const auto answer = questions.ask(assumptions);
      REQUIRE(answer.has_value() == has_solution(solutions, assumptions));
      if (answer) {
        Solution sorted(answer->begin(), answer->end());
        std::sort(sorted.begin(), sorted.end());
        REQUIRE(std::binary_search(solutions.begin(), solutions.end(), sorted));
        REQUIRE(agrees(sorted, assumptions));
        continue;
      }
      REQUIRE(questions.status() == Status::exhausted);
      const Questions::Core core = questions.core();
      REQUIRE(core.is_minimal);
      REQUIRE_FALSE(has_solution(solutions, core.assumptions));
      for (std::size_t left_out = 0; left_out < core.assumptions.size(); ++left_out) {
        std::vector<Assumption> fewer = core.assumptions;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
        REQUIRE(has_solution(solutions, fewer));
      }
      ++cores;
    }
  }
  CHECK(cores > 500);
}

TEST_CASE("a search by bit vectors begins anew at assumptions") {
  Random random(41);
  int found = 0;
  int direct = 0;
  for (int n = 0; n < 400; ++n) {
    const Problem problem = random_model(random, random_shape(random, 11)).problem();
    const auto search = engines::make_bit_matrix(problem, {}, search::best_vectors());
    if (problem.has_multiplicities()) {
      CHECK_THROWS_AS(search->assume({}), std::invalid_argument);
      continue;
    }
    const std::vector<Solution> solutions = brute_force(problem);
    for (int k = 0; k < 4; ++k) {
      CAPTURE(n, k);
      std::vector<Assumption> assumptions;
      for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
        if (random.chance(0.3)) assumptions.push_back({OptionId{o}, random.chance(0.3)});
      }
      std::set<Solution> expected;
      for (const Solution& solution : solutions) {
        if (agrees(solution, assumptions)) expected.insert(solution);
      }
      if (!search->assume(assumptions)) {
        REQUIRE(expected.empty());
        REQUIRE(search->status() == Status::exhausted);
        ++direct;
      }
      std::set<Solution> answers;
      while (search->next()) {
        search->check_invariants();
        Solution sorted(search->solution().begin(), search->solution().end());
        std::sort(sorted.begin(), sorted.end());
        REQUIRE(answers.insert(sorted).second);
      }
      REQUIRE(answers == expected);
      found += static_cast<int>(answers.size());
    }
    const std::vector<Assumption> unknown = {{OptionId{problem.option_count()}}};
    CHECK_THROWS_AS(search->assume(unknown), std::invalid_argument);
  }
  CHECK(found > 300);
  CHECK(direct > 50);
}

TEST_CASE("answers found before are used again") {
  solve::KnownAnswers known(5);
  const auto options = [](std::initializer_list<std::uint32_t> numbers) {
    std::vector<OptionId> all;
    for (const std::uint32_t n : numbers) all.push_back(OptionId{n});
    return all;
  };
  const std::vector<Assumption> none;
  CHECK(known.solution(none) == nullptr);
  CHECK(known.core(none) == nullptr);
  const std::vector<Assumption> wanted = {{OptionId{0}}, {OptionId{3}, false}};
  known.add_solution(options({0, 3}));
  CHECK(known.solution(wanted) == nullptr);
  known.add_solution(options({0, 4}));
  REQUIRE(known.solution(wanted) != nullptr);
  CHECK(*known.solution(wanted) == options({0, 4}));
  known.add_core(std::vector<Assumption>{{OptionId{3}, false}, {OptionId{4}}});
  CHECK(known.core(wanted) == nullptr);
  CHECK(known.core(std::vector<Assumption>{{OptionId{4}}, {OptionId{1}}, {OptionId{3}, false}}) !=
        nullptr);
  CHECK(known.core(std::vector<Assumption>{{OptionId{4}}, {OptionId{3}}}) == nullptr);
  // The oldest are replaced.
  for (int n = 0; n < 4'096; ++n) known.add_solution(options({1}));
  CHECK(known.solution(wanted) == nullptr);
  CHECK(known.solution(std::vector<Assumption>{{OptionId{1}}}) != nullptr);
  known.add_core(none);
  CHECK(known.core(none) != nullptr);
}

TEST_CASE("assumptions may be given twice, or contradict each other") {
  const Problem problem = classics::queens::build(6).problem;
  Questions questions(problem);
  const auto first = questions.ask();
  REQUIRE(first);
  // Far more of them than there are options.
  std::vector<Assumption> many(20'000, Assumption{first->front()});
  REQUIRE(questions.ask(many) == first);
  many.push_back({first->front(), false});
  REQUIRE_FALSE(questions.ask(many));
  const std::vector<Assumption> both = {{first->front()}, {first->front(), false}};
  CHECK(questions.core().assumptions == both);
}

TEST_CASE("a core is of a question that was shown to have no solution") {
  const Problem problem = classics::queens::build(4).problem;
  Questions questions(problem);
  CHECK_THROWS_AS(questions.core(), std::invalid_argument);
  REQUIRE(questions.ask());
  CHECK_THROWS_AS(questions.core(), std::invalid_argument);
  REQUIRE(questions.another());
  REQUIRE_FALSE(questions.another());  // two solutions exist
  CHECK(questions.status() == Status::exhausted);
  CHECK_THROWS_AS(questions.core(), std::invalid_argument);
  REQUIRE_FALSE(questions.ask({{OptionId{0}}}));
  CHECK(questions.core().assumptions.size() == 1);
  CHECK(questions.status() == Status::exhausted);
  CHECK_THROWS_AS(questions.another(), std::invalid_argument);
  REQUIRE(questions.ask());
  REQUIRE(questions.another());
}

TEST_CASE("an option that would have no effect is refused") {
  const Problem problem = classics::queens::build(4).problem;
  const symmetry::SymmetryGroup identity = *symmetry::whole_group(problem, {});
  for (const auto& [name, options] : std::initializer_list<std::pair<const char*, Options>>{
           {"certificate", {.certificate = "c"}},
           {"checkpoint", {.checkpoint = "r"}},
           {"max_cost", {.max_cost = Decimal{6}}}}) {
    CAPTURE(name);
    const auto refused = Catch::StartsWith(std::string(name) + ": ");
    CHECK_THROWS_WITH(Questions(problem, options), refused);
    CHECK_THROWS_WITH(solve::Hints(problem, options), refused);
    CHECK_THROWS_WITH(Solver(problem, options), refused);
    CHECK_THROWS_WITH(counting::Counter(problem, options), refused);
    CHECK_THROWS_WITH(ClassCounter(problem, identity, options), refused);
    CHECK_THROWS_WITH(Representatives(problem, identity, options), refused);
    if (!options.max_cost) CHECK_THROWS_WITH(cheapest(problem, 1, options), refused);
  }
}

TEST_CASE("limits hold for each question") {
  const Problem problem = classics::queens::build(30).problem;
  Questions questions(problem, {.nodes = 3});
  for (int k = 0; k < 3; ++k) {
    CHECK_FALSE(questions.ask({{OptionId{0}}}));
    CHECK(questions.status() == Status::node_limit);
  }
  // In steps of three nodes a solution is found too.
  auto in_steps = questions.ask();
  int steps = 0;
  for (; !in_steps; ++steps) {
    REQUIRE(questions.status() == Status::node_limit);
    in_steps = questions.another();
  }
  CHECK(steps > 1);
  CHECK(verify(problem, *in_steps).empty());
  Questions patient(problem, {.solutions = 1});
  for (int k = 0; k < 3; ++k) {
    const auto answer = patient.ask({{OptionId{static_cast<std::uint32_t>(k)}}});
    REQUIRE(answer);
    CHECK(verify(problem, *answer).empty());
    CHECK_FALSE(patient.another());
    CHECK(patient.status() == Status::solution_limit);
  }
}

}  // namespace dlx::test
