// Problems whose items are columns: Sage's lists of rows, and matrices of 0 and 1.

#include "dlx/io/rows.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "tests/io/refusals.hpp"
#include "tests/support/model.hpp"
#include "tests/support/random.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

ReadProblem lists(const std::string& text, const ReadOptions& options = {}) {
  Input input = Input::from_text(text, "text");
  return read_row_lists(input, options);
}

ReadProblem matrix(const std::string& text, const ReadOptions& options = {}) {
  Input input = Input::from_text(text, "text");
  return read_matrix(input, options);
}

TEST_CASE("lists of rows, as Sage has them") {
  CHECK(canonical_text(lists("[[0, 1, 2], [3, 4, 5], [0,1,5]]").problem) ==
        "0 1 2 3 4 5\n0 1 2\n3 4 5\n0 1 5\n");
  CHECK(canonical_text(lists("\n[\n [2,0],\r\n\t[ 1 ]\n]\n").problem) == "0 1 2\n2 0\n1\n");
  CHECK(canonical_text(lists("[[3]]").problem) == "0 1 2 3\n3\n");
  CHECK(lists("[]").problem.item_count() == 0);
  CHECK(canonical_text(lists("[[0,2],[1]]", {.secondary = {2}}).problem) == "0 1 | 2\n0 2\n1\n");
  const ReadProblem dropped =
      lists("[[],[0],[1]]", {.secondary = {1}, .drop_options_without_primary = true});
  CHECK(dropped.dropped_options == 2);
  CHECK(canonical_text(dropped.problem) == "0 | 1\n0\n");
  CHECK(numbers_of(dropped.problem) == std::vector<std::uint32_t>{2});
  CHECK(dropped.problem.last_number() == 3);
}

TEST_CASE("matrices of 0 and 1, with blanks and without") {
  const std::string wanted = "0 1 2\n0 2\n1\n";
  for (const char* text : {"101\n010\n", "1 0 1\n0 1 0\n", "# numpy\n\n1 0 1  # a row\r\n 0\t10"}) {
    CHECK(canonical_text(matrix(text).problem) == wanted);
  }
  CHECK(canonical_text(matrix("110\n011", {.secondary = {1}}).problem) == "0 2 | 1\n0 1\n1 2\n");
  CHECK(canonical_text(matrix("1011", {.secondary = {3, 1}}).problem) == "0 2 | 1 3\n0 2 3\n");
  CHECK(matrix("").problem.item_count() == 0);
  const ReadProblem dropped =
      matrix("101\n000\n# a comment\n\n010\n000\n111", {.drop_options_without_primary = true});
  CHECK(dropped.dropped_options == 2);
  CHECK(numbers_of(dropped.problem) == std::vector<std::uint32_t>{1, 3, 5});
}

TEST_CASE("what is no list of rows, and where") {
  check_refusals(
      {
          {"nothing", "", 0, 0, "", "the input ends where '['"},
          {"no list", "0 1 2\n", 1, 1, "0", "'0' where '['"},
          {"a foreign mark", "[[0],\n [1}]", 2, 3, "1}", "'1}' is no column"},
          {"no comma", "[[0 1]]", 1, 5, "1", "'1' where ',' or ']'"},
          {"a comma too many", "[[0],]", 1, 6, "]", "']' where '['"},
          {"a number for a row", "[[0], 1]", 1, 7, "1", "'1' where '['"},
          {"a negative column", "[[-1]]", 1, 3, "-1", "is no column"},
          {"a comma at the end of a row", "[[0,]]", 1, 5, "]", "is no column"},
          {"a column twice", "[[1],[2,2]]", 1, 9, "2", "twice"},
          {"too many columns", "[[4194304]]", 1, 3, "4194304", "the last can be"},
          {"a huge number", "[[99999999999999999999]]", 1, 3, "99999999999999999999",
           "is no column"},
          {"two lists", "[[0]] []", 1, 7, "[", "behind the end"},
          {"an empty row", "[[0],[]]", 1, 7, "]", "row 2 has no primary column"},
          {"no end", "[[0]", 0, 0, "", "ends where ',' or ']'"},
      },
      [](Input& input) { return read_row_lists(input); });
  CHECK_THROWS_AS(lists("[[0]]", {.secondary = {1}}), InputError);
  CHECK_THROWS_AS(lists("[[0,1,2]]", {.secondary = {7}}), InputError);
  CHECK_THROWS_AS(lists("[[0]]", {.secondary = {1U << 30}}), std::invalid_argument);
}

TEST_CASE("what is no matrix, and where") {
  check_refusals(
      {
          {"another number", "1 0\n0 2\n", 2, 3, "2", "'2' is neither 0 nor 1"},
          {"numpy without fmt", "1.0e+00 0\n", 1, 1, "1.0e+00", "neither"},
          {"a short row", "101\n01\n", 2, 1, "01", "a row of 2 columns; the first has 3"},
          {"a long row", "10\n011\n", 2, 3, "1", "more than 2 columns"},
          {"an empty row", "10\n00\n", 2, 1, "00", "row 2 has no primary column"},
      },
      [](Input& input) { return read_matrix(input); });
}

TEST_CASE("a matrix has no more columns than there may be") {
  constexpr std::size_t most = std::size_t{1} << 22;
  CHECK(matrix(std::string(most, '1')).problem.item_count() == most);
  CHECK_THROWS_WITH(matrix(std::string(most + 1, '1')),
                    Catch::Contains("more than 4194304 columns"));
}

TEST_CASE("rows come back as they were written, and no bytes do harm") {
  Random random(811);
  int refused = 0;
  for (int n = 0; n < 500; ++n) {
    ProblemBuilder b;
    const std::uint32_t items = random.between(1, 6);
    std::vector<ItemId> all;
    for (std::uint32_t i = 0; i < items; ++i) all.push_back(b.primary(std::to_string(i)));
    b.option({all.back()});
    for (std::uint32_t o = random.below(6); o > 0; --o) {
      std::vector<Entry> entries;
      for (const ItemId item : all) {
        if (random.chance(0.4)) entries.emplace_back(item);
      }
      if (!entries.empty()) b.option(entries);
    }
    const Problem problem = std::move(b).build();
    std::string text;
    const TextSink sink = [&](std::string_view part) { text += part; };
    CHECK(write_row_lists(problem, sink).empty());
    REQUIRE(canonical_text(lists(text).problem) == canonical_text(problem));
    std::string other = text;
    text.clear();
    CHECK(write_matrix(problem, sink).empty());
    REQUIRE(canonical_text(matrix(text).problem) == canonical_text(problem));
    for (std::string* bytes : {&other, &text}) {
      (*bytes)[random.below(bytes->size())] = static_cast<char>(random.below(256));
      if (random.chance(0.3)) bytes->resize(random.below(bytes->size()));
      try {
        (void)(bytes == &text ? matrix(*bytes) : lists(*bytes));
      } catch (const InputError&) {
        ++refused;
      }
    }
  }
  CHECK(refused > 300);
}

TEST_CASE("what rows cannot say") {
  const TextSink nowhere = [](std::string_view) {};
  for (const char* text : {"a | s\na s\n", "2|a\na\n"}) {
    const Problem problem = problem_of(text);
    CHECK_THROWS_AS(write_row_lists(problem, nowhere), std::invalid_argument);
    CHECK_THROWS_AS(write_matrix(problem, nowhere), std::invalid_argument);
  }
  CHECK_THROWS_AS(write_row_lists(problem_of("a b\na\n"), nowhere), std::invalid_argument);
  CHECK_THROWS_AS(write_matrix(problem_of("a b\n"), nowhere), std::invalid_argument);
  CHECK(write_matrix(ProblemBuilder().build(), nowhere).empty());
  CHECK(write_row_lists(problem_of("a\na |3\n"), nowhere).size() == 1);
}

}  // namespace
}  // namespace dlx::test
