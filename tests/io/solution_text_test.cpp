// Solutions as text, and the five spellings in which they are read.

#include <algorithm>
#include <catch2/catch.hpp>
#include <exception>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/solver.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// 1: A D   2: A s:red   3: B   4: D s:red   5: B C   6: C   7: A D
Problem sample() {
  io::Input input =
      io::Input::from_text("A B C D | s\nA D\nA s:red\nB\nD s:red\nB C\nC\nA D\n", "problem");
  return read_knuth_text(input).problem;
}

/// The solutions in a text, as numbers from 1.
std::vector<Numbers> read(const std::string& text, const Problem& problem = sample()) {
  io::Input input = io::Input::from_text(text, "text");
  io::SolutionReader reader(problem, input);
  std::vector<Numbers> solutions;
  while (const auto solution = reader.next()) {
    solutions.emplace_back();
    for (const OptionId option : *solution) solutions.back().push_back(index(option) + 1);
  }
  return solutions;
}

const std::vector<Numbers> one = {{1, 5}};
const std::vector<Numbers> two = {{1, 5}, {2, 4, 3, 6}};

TEST_CASE("options and solutions as text") {
  const Problem p = sample();
  CHECK(io::option_text(p, OptionId{0}) == "1: A D");
  CHECK(io::option_text(p, OptionId{1}) == "2: A s:red");
  CHECK(io::solution_text(p, "17", std::vector{OptionId{3}, OptionId{0}}) ==
        "solution 17:\n  4: D s:red\n  1: A D\n");
  CHECK(io::solution_text(p, "1", {}) == "solution 1:\n");
}

TEST_CASE("a writer of many solutions writes what is written for each of them") {
  const Problem p = sample();
  const std::vector<std::vector<OptionId>> solutions = {
      {OptionId{3}, OptionId{0}}, {}, {OptionId{0}, OptionId{6}, OptionId{3}}, {OptionId{6}}};
  CHECK(io::solution_numbers(p, solutions[0]) == "4 1\n");
  CHECK(io::solution_numbers(p, {}) == "\n");
  io::SolutionWriter writer(p, io::SolutionWriter::Form::items);
  io::SolutionWriter numbers(p, io::SolutionWriter::Form::numbers);
  std::string text, as_numbers, wanted, wanted_numbers;
  for (std::uint64_t n = 1; n <= solutions.size(); ++n) {
    writer.append(text, n, solutions[n - 1]);
    numbers.append(as_numbers, n, solutions[n - 1]);
    wanted += io::solution_text(p, std::to_string(n), solutions[n - 1]);
    wanted_numbers += io::solution_numbers(p, solutions[n - 1]);
  }
  CHECK(text == wanted);
  CHECK(as_numbers == wanted_numbers);
  CHECK(read(text).size() == solutions.size());
  CHECK(read(as_numbers) == std::vector<Numbers>{{4, 1}, {1, 7, 4}, {7}});
}

TEST_CASE("solutions have the numbers of the file, also where options were dropped") {
  io::Input input = io::Input::from_text("a b | x\nx\na x\nb\nx\na b\nx\n", "problem");
  const Problem p = read_knuth_text(input, {.drop_options_without_primary = true}).problem;
  CHECK(io::solution_text(p, "1", std::vector{OptionId{0}, OptionId{1}}) ==
        "solution 1:\n  2: a x\n  3: b\n");
  const std::vector<Numbers> as_ids = {{1, 2}, {3}};
  CHECK(read("solution 1:\n  2: a x\n  3: b\nsolution 2:\n  5: a b\n", p) == as_ids);
  CHECK(read("3 2\n5\n", p) == std::vector<Numbers>{{2, 1}, {3}});
  CHECK(read("{\"options\":[2,3]}\n{\"options\":[5]}\n", p) == as_ids);
  CHECK(read("1:\n a x (1 of 1)\n b (1 of 1)\n2:\n a b (1 of 1)\n", p) == as_ids);
  for (const char* dropped : {"1", "4", "6"}) {
    CHECK_THROWS_WITH(read(dropped, p), Catch::Contains("was dropped because it has no primary"));
  }
  CHECK_THROWS_WITH(read("7", p), Catch::Contains("no option has the number '7'; there are 6"));
  CHECK_THROWS_WITH(read("{\"options\":[4]}", p), Catch::Contains("option 4 was dropped"));
}

TEST_CASE("the spelling of this library") {
  CHECK(read("solution 1:\n  1: A D\n  5: B C\n") == one);
  CHECK(read("solution 1:\n  1: A D\n  5: C B\nsolution 2:\n  2: s:red A\n  4: D s:red\n  3: B\n"
             "  6: C\n") == two);
  CHECK(read("solution 1:\n") == std::vector<Numbers>{{}});
  CHECK(read("solution 1:\nsolution 2:\n") == std::vector<Numbers>{{}, {}});
}

TEST_CASE("option numbers, a line a solution") {
  CHECK(read("1 5\n") == one);
  CHECK(read("1 5\n2 4 3 6") == two);
  CHECK(read(" 1\t5 \r\n\r\n  2 4 3 6\r\n") == two);
}

TEST_CASE("tables, and names of options") {
  CHECK(read("solution,option,items\n1,1,A D\n1,5,B C\n2,2,A s:red\n2,4,D s:red\n2,3,B\n2,6,C\n") ==
        two);
  CHECK(read("solution,option,items\n1,,\n") == std::vector<Numbers>{{}});
  CHECK(read("solution,option,items\n1,1,A D\nsolution,option,items\n1,5,B C\n3\n") ==
        std::vector<Numbers>{{1}, {5}, {3}});
  const Problem named = ProblemBuilder::with_option_names(
      sample(), std::vector<std::string>{"x", "y", "1", "", "z", "", ""});
  CHECK(read("x z\ny 4 3 6\n1 5\n", named) == std::vector<Numbers>{{1, 5}, {2, 4, 3, 6}, {1, 5}});
  CHECK(read(io::solution_table_head(named) +
                 io::solution_table(named, "1", std::vector{OptionId{0}, OptionId{4}}),
             named) == one);
  CHECK_THROWS_WITH(read("w\n", named), Catch::Contains("not an option number or name"));
}

TEST_CASE("JSON lines") {
  CHECK(read("{\"options\":[1,5]}\n") == one);
  CHECK(read("{\"solution\":1,\"options\":[1,5]}\n {\"options\": [2, 4, 3, 6], \"cost\": -4}\n"
             "{\"summary\":{\"solutions\":2}}\n") == two);
  CHECK(read("{\"options\":[]}\n") == std::vector<Numbers>{{}});
}

TEST_CASE("the spelling of Knuth's programs") {
  CHECK(read("1:\n A D (1 of 3)\n C B (1 of 1)\n") == one);
  CHECK(read("1:\n A D (1 of 3)\n B C (2 of 2)\n2:\n A s:red (2 of 3)\n D s:red (1 of 1)\n"
             " B (1 of 2)\n C (1 of 1)\n") == two);
  // Of equal options, the first that the solution does not have yet.
  CHECK(read("1:\n A D (1 of 3)\n D A (3 of 3)\n") == std::vector<Numbers>{{1, 7}});
}

TEST_CASE("an item that is covered no more, as Knuth's DLX3 prints it") {
  io::Input input = io::Input::from_text("A 0:2|B\nA\nB\n", "problem");
  const Problem p = read_knuth_text(input).problem;
  CHECK(read("1:\n A (1 of 1)\n null B (2 of 2)\n", p) == std::vector<Numbers>{{1}});
}

TEST_CASE("spellings may be mixed, and other lines are passed over") {
  CHECK(read("# comment\n1 5\nsolution 2:\n  2: A s:red\n# within\n  4: D s:red\n\n  3: B\n  6: C\n"
             "INCOMPLETE: the time limit was reached\n") == two);
  CHECK(
      read("1:\n A D (1 of 3)\n B C (1 of 1)\n{\"x\":1}\nsolution 2:\n  2: A s:red\n  4: D s:red\n"
           "  3: B\n  6: C\n") == two);
  CHECK(read("no solution\n").empty());
  for (const char* const line : {"unique\n", "several\n", "none\n"}) CHECK(read(line).empty());
  CHECK(read("").empty());
  CHECK(read("\n\n# nothing\nINCOMPLETE\n").empty());
}

TEST_CASE("a complete solution line ends the solution before it") {
  CHECK(read("solution 1:\n  1: A D\n  5: B C\n2 4 3 6\n") == two);
  CHECK(read("solution 1:\n  1: A D\n  5: B C\n{\"options\":[2,4,3,6]}\n") == two);
}

TEST_CASE("items whose names look like something else, in Knuth's spelling") {
  for (const std::string name : {"#", "#1", "{x", "unique", "INCOMPLETE", "solution", "12", "("}) {
    CAPTURE(name);
    ProblemBuilder b;
    const ItemId first = b.primary(name);
    const ItemId second = b.primary("B");
    b.option({first});
    b.option({second});
    const Problem p = std::move(b).build();
    std::vector<Numbers> found;
    CHECK_NOTHROW(found = read("1:\n " + name + " (1 of 1)\n B (1 of 1)\n", p));
    CHECK(found == std::vector<Numbers>{{1, 2}});
    CHECK(read(io::solution_text(p, "1", std::vector{OptionId{0}, OptionId{1}}), p) ==
          std::vector<Numbers>{{1, 2}});
  }
}

struct Refusal {
  std::string text;
  std::size_t line;
  std::size_t column;
  std::string word;
  std::string message;
};

TEST_CASE("what is no solution of this problem is refused, with its place") {
  const std::vector<Refusal> table = {
      {"1 5\n0\n", 2, 1, "0", "no option has the number '0'; there are 7"},
      {"1 8\n", 1, 3, "8", "number '8'"},
      {"1 99999999999999999999\n", 1, 3, "99999999999999999999", "99999999999999999999"},
      {"1 x\n", 1, 3, "x", "not an option number"},
      {"1 -2\n", 1, 3, "-2", "not an option number"},
      {"A D\n", 1, 1, "A", "not an option number"},
      {"solution 1:\n  8: A D\n", 2, 3, "8", "number '8'"},
      {"solution 1:\n  0: A D\n", 2, 3, "0", "number '0'"},
      {"solution 1:\n  1: A B\n", 2, 3, "1:", "'1: A D'"},
      {"solution 1:\n  2: A s:blue\n", 2, 3, "2:", "'2: A s:red'"},
      {"solution 1:\n  2: A s\n", 2, 3, "2:", "'2: A s:red'"},
      {"solution 1:\n  1: A A D\n", 2, 3, "1:", "'1: A D'"},
      {"1: A D\n", 1, 1, "1:", "before the first"},
      {" A D (1 of 3)\n", 1, 2, "A", "before the first"},
      {"1:\n A B (1 of 3)\n", 2, 2, "A", "'A B'"},
      {"1:\n s:red (1 of 3)\n", 2, 2, "s:red", "'s:red'"},
      {"1:\n B (1 of 2)\n B (2 of 2)\n", 3, 2, "B", "more than once"},
      {"{\"options\":[1,5]\n", 1, 1, "{\"options\":[1,5]", "malformed JSON"},
      {"  {x}\n", 1, 3, "{x}", "malformed JSON"},
      {"{\"options\":" + std::string(100'000, '[') + "\n", 1, 1,
       "{\"options\":" + std::string(100'000, '['), "nested more than 100000 deep"},
      {"solution,option,items\n1,1,A\n", 2, 1, "1,1,A", "'1,1,A D'"},
      {"solution,option,items\n1,8,A\n", 2, 3, "8", "number '8'"},
      {"{\"options\":1}\n", 1, 1, "{\"options\":1}", "not an array"},
      {"{\"options\":[1,8]}\n", 1, 1, "{\"options\":[1,8]}", "number '8'"},
      {"{\"options\":[0]}\n", 1, 1, "{\"options\":[0]}", "number '0'"},
      {"{\"options\":[-1]}\n", 1, 1, "{\"options\":[-1]}", "number '-1'"},
      {"{\"options\":[1.5]}\n", 1, 1, "{\"options\":[1.5]}", "number '1.5'"},
      {"{\"options\":[\"1\"]}\n", 1, 1, "{\"options\":[\"1\"]}", "\"1\""},
      {"{\"options\":[99999999999999999999]}\n", 1, 1, "{\"options\":[99999999999999999999]}",
       "no option"},
  };
  for (const Refusal& refusal : table) {
    CAPTURE(refusal.text);
    try {
      (void)read(refusal.text);
      FAIL_CHECK("accepted");
    } catch (const io::InputError& e) {
      CHECK(e.place().file == "text");
      CHECK(e.place().line == refusal.line);
      CHECK(e.place().column == refusal.column);
      CHECK(e.place().word == refusal.word);
      CHECK_THAT(e.what(), Catch::Contains(refusal.message));
    }
  }
}

TEST_CASE("solutions are handed out before an error further on") {
  const Problem p = sample();
  io::Input input = io::Input::from_text(
      "1 5\nsolution 2:\n  2: A s:red\nwrong\nsolution 4:\n  8: A\n  3: B\n1 5\n", "text");
  io::SolutionReader reader(p, input);
  CHECK(reader.next().has_value());
  CHECK(reader.next().has_value());
  CHECK_THROWS_AS(reader.next(), io::UnreadableSolution);
  CHECK_THROWS_AS(reader.next(), io::UnreadableSolution);
  CHECK(reader.next().has_value());
  CHECK_FALSE(reader.next().has_value());
  // Nothing is skipped after a solution of one line.
  io::Input orphans = io::Input::from_text("1 9\n  1: A D\n  5: B C\n1 5\n", "text");
  io::SolutionReader lines(p, orphans);
  CHECK_THROWS_AS(lines.next(), io::UnreadableSolution);
  CHECK_THROWS_WITH(lines.next(), Catch::Contains("before the first"));
  CHECK(lines.next().has_value());
  // The options of an unreadable solution are not counted in the next one.
  io::Input knuth = io::Input::from_text(
      "1:\n A D (1 of 1)\n Z (1 of 1)\n2:\n A D (1 of 1)\n B C (1 of 1)\n", "text");
  io::SolutionReader again(p, knuth);
  CHECK_THROWS_AS(again.next(), io::UnreadableSolution);
  CHECK(again.next().has_value());
}

TEST_CASE("solutions of random problems come back in every spelling") {
  const std::uint64_t seed = GENERATE(std::uint64_t{31}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  int compared = 0;
  for (int n = 0; n < 1'000; ++n) {
    Shape shape = random_shape(random, 12);
    shape.zero_primaries = false;
    const Problem p = random_model(random, shape).problem();
    std::string text;
    std::vector<Solution> wanted;
    Solver solver(p, {.solutions = 20});
    while (solver.next()) {
      const std::span<const OptionId> solution = solver.solution();
      const std::string number = std::to_string(wanted.size() + 1);
      if (solution.empty()) continue;  // a line without numbers is no solution
      wanted.emplace_back(solution.begin(), solution.end());
      switch (random.below(2)) {
        case 0:
          text += io::solution_text(p, number, solution);
          break;
        default:
          text += number + ":\n";
          for (const OptionId option : solution) {
            const std::string shown = io::option_text(p, option);
            text += shown.substr(shown.find(' ')) + " (1 of 1)\n";
          }
      }
    }
    io::Input input = io::Input::from_text(text, "text");
    io::SolutionReader reader(p, input);
    for (const Solution& solution : wanted) {
      const auto found = reader.next();
      REQUIRE(found.has_value());
      // Equal options are told apart by their numbers only.
      bool same = found->size() == solution.size();
      for (std::size_t k = 0; same && k < solution.size(); ++k) {
        const auto entries = [&](OptionId o) {
          const std::string line = io::option_text(p, o);
          std::vector<std::string> words;
          for (std::size_t at = line.find(' '); at != std::string::npos;) {
            const std::size_t next = line.find(' ', at + 1);
            words.push_back(line.substr(at + 1, next - at - 1));
            at = next;
          }
          std::sort(words.begin(), words.end());
          return words;
        };
        same = entries((*found)[k]) == entries(solution[k]);
      }
      if (!same) FAIL("another solution came back\n" << canonical_text(p) << text);
      ++compared;
    }
    CHECK_FALSE(reader.next().has_value());
  }
  CHECK(compared > 500);
}

TEST_CASE("any text is read as solutions or refused") {
  const std::uint64_t seed = GENERATE(std::uint64_t{32}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  const Problem p = sample();
  const std::vector<std::string> parts = {"1",
                                          "5",
                                          "12:",
                                          "1:",
                                          ":",
                                          " ",
                                          "\n",
                                          "\n",
                                          "solution 1:",
                                          "A",
                                          "D",
                                          " (1 of 2)",
                                          "(",
                                          ")",
                                          "of",
                                          "s:red",
                                          "{",
                                          "}",
                                          "[",
                                          "]",
                                          "\"options\"",
                                          ",",
                                          "{\"options\":[1]}",
                                          "#",
                                          "INCOMPLETE",
                                          "no solution",
                                          "\xFF",
                                          "-",
                                          "\t",
                                          "\r"};
#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
  constexpr int rounds = 4'000;
#else
  constexpr int rounds = 20'000;
#endif
  for (int n = 0; n < rounds; ++n) {
    std::string text;
    for (std::uint32_t k = random.below(12); k > 0; --k) text += parts[random.below(parts.size())];
    if (random.chance(0.1)) text += static_cast<char>(random.below(256));
    try {
      (void)read(text, p);
    } catch (const io::InputError&) {
    } catch (const std::exception& e) {
      FAIL("another exception: " << e.what() << " for\n" << text);
    }
  }
}

}  // namespace
}  // namespace dlx::test
