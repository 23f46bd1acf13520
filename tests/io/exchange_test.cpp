// Problems for other solvers: what is written is read back by a small reader of each format, and
// every assignment of its variables tried.

#include "dlx/io/format.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

/// A sum of factors times variables, from 1, against a bound.
struct Constraint {
  std::vector<std::pair<std::int64_t, std::uint32_t>> terms;
  bool equal = false;
  std::int64_t bound = 0;

  [[nodiscard]] std::int64_t value(std::uint32_t assignment) const {
    std::int64_t sum = 0;
    for (const auto& [factor, variable] : terms) {
      if ((assignment >> (variable - 1) & 1U) != 0) sum += factor;
    }
    return sum;
  }
  [[nodiscard]] bool holds(std::uint32_t assignment) const {
    return equal ? value(assignment) == bound : value(assignment) >= bound;
  }
};

struct Program {
  std::uint32_t variables = 0;
  Constraint cost;
  std::vector<Constraint> constraints;

  [[nodiscard]] bool holds(std::uint32_t assignment) const {
    for (const Constraint& c : constraints) {
      if (!c.holds(assignment)) return false;
    }
    return true;
  }
};

/// Words up to the end: terms as `+2 x3`, a relation, a bound.
Constraint parse_constraint(std::istringstream& words) {
  Constraint c;
  for (std::string word; words >> word;) {
    if (word == ";") return c;
    if (word == "=" || word == ">=") {
      c.equal = word == "=";
      words >> c.bound;
      continue;
    }
    std::string variable;
    words >> variable;
    REQUIRE(variable[0] == 'x');
    c.terms.emplace_back(std::stoll(word),
                         static_cast<std::uint32_t>(std::stoul(variable.substr(1))));
  }
  return c;
}

Program parse_opb(const std::string& text) {
  Program program;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::size_t constraints = 0;
  REQUIRE(std::sscanf(line.c_str(), "* #variable= %u #constraint= %zu", &program.variables,
                      &constraints) == 2);
  while (std::getline(lines, line)) {
    const bool objective = line.rfind("min:", 0) == 0;
    std::istringstream words(objective ? line.substr(4) : line);
    if (objective) {
      program.cost = parse_constraint(words);
    } else {
      program.constraints.push_back(parse_constraint(words));
    }
  }
  REQUIRE(program.constraints.size() == constraints);
  return program;
}

Program parse_lp(const std::string& text) {
  Program program;
  std::istringstream lines(text);
  std::string section;
  std::string rest;
  for (std::string line; std::getline(lines, line);) {
    REQUIRE(line.size() < 255);
    if (line[0] != ' ') {
      section = line;
      continue;
    }
    if (section == "Binary") {
      std::istringstream words(line);
      for (std::string word; words >> word;) ++program.variables;
      continue;
    }
    // A name and a colon begin a row; lines without go on.
    if (const auto colon = line.find(':'); colon != std::string::npos) {
      rest = line.substr(colon + 1);
    } else {
      rest += line;
    }
    const std::size_t next = static_cast<std::size_t>(lines.tellg());
    const bool goes_on =
        text[next] == ' ' &&
        text.substr(next, text.find('\n', next) - next).find(':') == std::string::npos;
    if (goes_on) continue;
    if (rest == " x1 >= 0") continue;
    std::istringstream words(rest);
    if (section == "Minimize") {
      program.cost = parse_constraint(words);
    } else {
      program.constraints.push_back(parse_constraint(words));
    }
  }
  CHECK(section == "End");
  return program;
}

Program parse_cnf(const std::string& text) {
  Program program;
  std::istringstream lines(text);
  std::size_t clauses = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == 'c') continue;
    if (line[0] == 'p') {
      REQUIRE(std::sscanf(line.c_str(), "p cnf %u %zu", &program.variables, &clauses) == 2);
      continue;
    }
    Constraint clause;
    clause.bound = 1;
    std::istringstream words(line);
    int literal = 0;
    for (words >> literal; literal != 0; words >> literal) {
      clause.terms.emplace_back(literal < 0 ? -1 : 1, std::abs(literal));
      if (literal < 0) --clause.bound;
    }
    program.constraints.push_back(clause);
  }
  REQUIRE(program.constraints.size() == clauses);
  return program;
}

/// The models, as sets of options; fails if two models are one set.
std::vector<Solution> models(const Program& program, std::uint32_t options) {
  std::vector<Solution> found;
  for (std::uint32_t a = 0; a < 1U << program.variables; ++a) {
    if (!program.holds(a)) continue;
    Solution solution;
    for (std::uint32_t o = 0; o < options; ++o) {
      if ((a >> o & 1U) != 0) solution.push_back(OptionId{o});
    }
    // Without options there is a variable that stands for nothing.
    if (options == 0 && a != 0) continue;
    found.push_back(solution);
  }
  std::sort(found.begin(), found.end());
  CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
  return found;
}

std::string text_of(const Problem& problem, const io::Format& format) {
  std::string text;
  format.write(problem, [&](std::string_view part) { text += part; });
  return text;
}

TEST_CASE("models are solutions") {
  Random random(821);
  int solved = 0;
  int coloured = 0;
  int without_cnf = 0;
  for (int n = 0; n < 400; ++n) {
    const Problem problem = random_model(random, random_shape(random, 8)).problem();
    CAPTURE(n);
    INFO(canonical_text(problem));
    std::vector<Solution> wanted = brute_force(problem);
    std::sort(wanted.begin(), wanted.end());
    const Program opb = parse_opb(text_of(problem, io::opb_format()));
    if (opb.variables > 16) continue;
    REQUIRE(models(opb, problem.option_count()) == wanted);
    const Program lp = parse_lp(text_of(problem, io::lp_format()));
    REQUIRE(lp.variables == opb.variables);
    REQUIRE(models(lp, problem.option_count()) == wanted);
    for (const Solution& solution : wanted) {
      std::int64_t cost = 0;
      std::uint32_t assignment = 0;
      for (const OptionId o : solution) {
        cost += problem.cost(o);
        assignment |= 1U << index(o);
      }
      REQUIRE(opb.cost.value(assignment) == cost);
      REQUIRE(lp.cost.value(assignment) == cost);
    }
    const auto again = [&](const io::Format& format) {
      io::Input input = io::Input::from_text(text_of(problem, format), "text");
      std::vector<Solution> found = brute_force(format.read(input, {}).problem);
      std::sort(found.begin(), found.end());
      return found;
    };
    if (!problem.has_colours() && problem.option_count() > 0) {
      REQUIRE(again(io::opb_format()) == wanted);
      if (!problem.has_multiplicities()) REQUIRE(again(io::cnf_format()) == wanted);
    }
    if (problem.has_multiplicities()) {
      CHECK_THROWS_AS(text_of(problem, io::cnf_format()), std::invalid_argument);
      ++without_cnf;
    } else {
      REQUIRE(models(parse_cnf(text_of(problem, io::cnf_format())), problem.option_count()) ==
              wanted);
    }
    solved += wanted.empty() ? 0 : 1;
    coloured += problem.has_colours() ? 1 : 0;
  }
  CHECK(solved > 50);
  CHECK(coloured > 50);
  CHECK(without_cnf > 20);
}

TEST_CASE("a model for MiniZinc") {
  const std::string text =
      text_of(problem_of("a 0:2|b | s\na b s |3\nb\na |1\n"), io::minizinc_format());
  for (const char* part : {"int: n = 3;", "int: m = 3;", "least = [1, 0, 0];", "most = [1, 2, 1];",
                           "cost = [3, 0, 1];", "cover = [{1,3}, {1,2}, {1}];", "solve minimize"}) {
    CHECK_THAT(text, Catch::Contains(part));
  }
  CHECK_THROWS_AS(text_of(problem_of("a | s\na s:x\n"), io::minizinc_format()),
                  std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
