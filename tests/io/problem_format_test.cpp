// What is said of formats: their names, their endings, which are read and which are written.

#include "dlx/io/problem_format.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

TEST_CASE("every format has a name of its own") {
  std::set<std::string_view> names;
  for (const ProblemFormat format : all_formats) names.insert(to_string(format));
  CHECK(names == std::set<std::string_view>{"knuth", "json", "or-library", "sage", "matrix", "opb",
                                            "cnf", "lp", "minizinc"});
}

TEST_CASE("formats are told by the ends of names") {
  const std::vector<std::pair<std::string, std::optional<ProblemFormat>>> paths = {
      {"a.dlx", ProblemFormat::knuth},
      {"a.json", ProblemFormat::json},
      {"a.sage", ProblemFormat::sage},
      {"a.matrix", ProblemFormat::matrix},
      {"a.opb", ProblemFormat::opb},
      {"a.cnf", ProblemFormat::cnf},
      {"a.lp", ProblemFormat::lp},
      {"a.mzn", ProblemFormat::minizinc},
      {"b/a.json.gz", ProblemFormat::json},
      {"a.txt", std::nullopt},
      {"a.dlx.zst", std::nullopt},
      {"dlx", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& [path, format] : paths) {
    CAPTURE(path);
    CHECK(format_of_name(path) == format);
  }
}

TEST_CASE("a format is read and written, or refused") {
  const Problem problem = problem_of("a b\na\nb\na b\n");
  for (const ProblemFormat format : all_formats) {
    CAPTURE(to_string(format));
    std::string text;
    const auto write = [&] {
      (void)write_problem(problem, format, [&](std::string_view part) { text += part; });
    };
    if (!can_write(format)) {
      CHECK(format == ProblemFormat::or_library);
      CHECK_THROWS_WITH(write(), "or-library is not written");
      text = "1 1\n1 1 1\n";
    } else {
      write();
      CHECK(!text.empty());
    }
    Input input = Input::from_text(text, "text");
    if (can_read(format)) {
      const Problem again = read_problem(input, format).problem;
      if (can_write(format)) CHECK(again.option_count() == 3);
    } else {
      CHECK_THROWS_WITH(read_problem(input, format),
                        std::string(to_string(format)) + " is not read");
    }
  }
}

TEST_CASE("columns are made secondary in rows, and nowhere else") {
  Input rows = Input::from_text("[[0, 1]]", "text");
  CHECK(read_problem(rows, ProblemFormat::sage, {.secondary = {1}}).problem.secondary_count() == 1);
  Input matrix = Input::from_text("11", "text");
  CHECK(read_problem(matrix, ProblemFormat::matrix, {.secondary = {1}}).problem.primary_count() ==
        1);
  Input text = Input::from_text("a b\na b\n", "text");
  CHECK_THROWS_AS(read_problem(text, ProblemFormat::knuth, {.secondary = {1}}),
                  std::invalid_argument);
}

TEST_CASE("what could be a matrix") {
  CHECK(could_be_matrix("0 1\n1 0\n"));
  CHECK(could_be_matrix("01\n"));
  CHECK_FALSE(could_be_matrix(""));
  CHECK_FALSE(could_be_matrix("# only a comment\n"));
  CHECK_FALSE(could_be_matrix("a b\n1 0\n"));
  CHECK_FALSE(could_be_matrix("0 1\n1 2\n"));
}

}  // namespace
}  // namespace dlx::test
