// Problems as JSON, and telling formats by their first lines.

#include "dlx/io/format.hpp"

#include <catch2/catch.hpp>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/io/json_document.hpp"
#include "dlx/io/problem_format.hpp"
#include "tests/io/refusals.hpp"
#include "tests/support/model.hpp"
#include "tests/support/mutations.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int rounds = 300;
constexpr int fuzz_rounds = 3'000;
#else
constexpr int rounds = 3'000;
constexpr int fuzz_rounds = 30'000;
#endif

std::string written(const Problem& problem) {
  std::string text;
  io::json_format().write(problem, [&](std::string_view part) { text += part; });
  return text;
}

Problem read(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return io::json_format().read(input, {}).problem;
}

TEST_CASE("random problems come back from JSON as they were") {
  const std::uint64_t seed = GENERATE(std::uint64_t{61}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < rounds; ++n) {
    Shape shape = random_shape(random, 12);
    shape.zero_primaries = random.chance(0.05);
    shape.strange_names = random.chance(0.5);
    const Problem p = random_model(random, shape).problem();
    const std::string text = written(p);
    // Another reader of JSON, another spelling of the same.
    const std::string pretty = nlohmann::json::parse(text).dump(random.chance(0.5) ? 2 : -1);
    if (canonical_text(read(text)) != canonical_text(p) ||
        canonical_text(read(pretty)) != canonical_text(p)) {
      FAIL("another problem came back\n" << text);
    }
  }
}

TEST_CASE("items in any order, members that nobody knows, costs") {
  const std::string text =
      R"({"author": {"name": "x", "items": [1]}, "options": [)"
      R"({"items": [2, [0, "red"]], "cost": -5, "data": {"items": 3}}, {"cost": 7, "items": [1, 0, 2]}],)"
      R"("format": "dlx-problem/1",)"
      R"("items": [{"name": "s", "kind": "secondary"}, {"name": "a", "min": 0, "max": 3}, {"name": "b"}]})";
  CHECK(canonical_text(read(text)) == "0:3|a b | s\nb s:red |-5\na s b |7\n");
}

TEST_CASE("what is wrong with JSON is said with its place") {
  const auto with = [](const std::string& items, const std::string& options) {
    return R"({"format":"dlx-problem/1",)"
           "\n\"items\":[" +
           items + "],\n\"options\":[" + options + "]}";
  };
  const std::string a = R"({"name":"a"})";
  const std::string s = R"({"name":"s","kind":"secondary"})";
  check_refusals(
      {
          {"nothing", "", 1, 1, "", "not JSON"},
          {"no JSON", "{\"format\":dlx}", 1, 11, "d", "not JSON"},
          {"cut short", "{\"format\":\n\"x\"", 2, 4, "", "not JSON"},
          {"past all numbers", "{\"format\":\n [1e999]}", 2, 3, "1e999", "too large"},
          {"a list", "[1]", 1, 1, "[", "a problem is an object"},
          {"no format", "{\"items\":[]}", 1, 1, "{",
           "no \"format\"; a problem is written {\"format\": \"dlx-problem/1\", \"items\": "
           "[{\"name\""},
          {"numbers of a program", R"({"primary":2,"options":[[0,1]]})", 1, 1, "{",
           "no \"format\""},
          {"names for items", R"({"format":"dlx-problem/1","items":["a"],"options":[]})", 1, 36,
           "\"a\"", "such as {\"name\": \"a\"}"},
          {"another format", "{\"format\":\"dlx/7\"}", 1, 11, "\"dlx/7\"", "/format: "},
          {"no items", R"({"format":"dlx-problem/1"})", 1, 1, "{", "no \"items\""},
          {"no options", R"({"format":"dlx-problem/1","items":[]})", 1, 1, "{", "no \"options\""},
          {"items are no list", R"({"format":"dlx-problem/1","items":7,"options":[]})", 1, 35, "7",
           "/items: a list"},
          {"an item is no object", with("3", ""), 2, 10, "3", "/items/0: an item is an object"},
          {"no name", with("{}", ""), 2, 10, "{", "no \"name\""},
          {"a number for a name", with(R"({"name":12})", ""), 2, 18, "12", "a name is a string"},
          {"a blank in a name", with(R"({"name":"a b"})", ""), 2, 18, "\"a b\"", "blank"},
          {"a name twice", with(a + ",\n" + a, ""), 3, 9, "\"a\"", "'a'"},
          {"another kind", with(R"({"name":"a","kind":"third"})", ""), 2, 29, "\"third\"",
           "\"primary\" or \"secondary\""},
          {"bounds of a secondary item", with(R"({"name":"s","kind":"secondary","max":2})", ""), 2,
           10, "{", "no \"min\" or \"max\""},
          {"bounds upside down", with(R"({"name":"a","min":3,"max":2})", ""), 2, 10, "{", "3:2"},
          {"a least bound of a secondary item",
           with(R"({"name":"s","kind":"secondary","min":1})", ""), 2, 10, "{",
           "no \"min\" or \"max\""},
          {"a bound past all", with(R"({"name":"a","min":4294967296})", ""), 2, 28, "4294967296",
           "from 0 to"},
          {"blanks about a number", with("{\"name\":\"a\",\"min\": -1 }", ""), 2, 29, "-1",
           "from 0 to"},
          {"a number at the end of a line", with("{\"name\":\"a\",\"min\":\n-1\n}", ""), 3, 1, "-1",
           "from 0 to"},
          {"a number between tabs", with("{\"name\":\"a\",\"min\":\t-1\t}", ""), 2, 29, "-1",
           "from 0 to"},
          {"a quote in a name", with(R"({"name":"a \"b"})", ""), 2, 18, R"("a \"b")", "blank"},
          {"a negative bound", with(R"({"name":"a","min":-1})", ""), 2, 28, "-1", "from 0 to"},
          {"a fraction", with(R"({"name":"a","max":1.5})", ""), 2, 28, "1.5", "from 0 to"},
          {"an option is no object", with(a, "[0]"), 3, 12, "[", "an option is an object"},
          {"an option without items", with(a, "{}"), 3, 12, "{", "no \"items\""},
          {"an item there is not", with(a, "{\"items\":[0]},\n{\"items\":[0,12]}"), 4, 13, "12",
           "/options/1/items/1: 1 item is declared, counted from 0"},
          {"a name for a position", with(a, R"({"items":["a"]})"), 3, 22, "\"a\"", "from 0 to"},
          {"half an entry", with(a, R"({"items":[[0]]})"), 3, 22, "[", "a colour"},
          {"a colour that is a number", with(a + ',' + s, R"({"items":[0,[1,5]]})"), 3, 24, "[",
           "a colour"},
          {"a colour on a primary item", with(a, R"({"items":[[0,"red"]]})"), 3, 22, "[", "red"},
          {"a blank in a colour", with(a + ',' + s, R"({"items":[0,[1," "]]})"), 3, 27, "\" \"",
           "blank"},
          {"an item twice", with(a, R"({"items":[0,0]})"), 3, 24, "0", "'a'"},
          {"no primary item", with(a + ',' + s, R"({"items":[1]})"), 3, 12, "{", "primary"},
          {"a cost that is too large", with(a, R"({"items":[0],"cost":9223372036854775808})"), 3,
           32, "9223372036854775808", "64 bits"},
          {"a fraction of a cost", with(a, R"({"items":[0],"cost":0.5})"), 3, 32, "0.5", "64 bits"},
          {"a misspelt bound", with(R"({"name":"a","mn":0})", ""), 2, 10, "{", "'mn'"},
          {"a misspelt cost", with(a, R"({"items":[0],"costs":5})"), 3, 12, "{", "'costs'"},
          {"a member twice", with(a, R"({"items":[0],"items":[0]})"), 3, 25, "\"items\"",
           "a second member"},
      },
      [](io::Input& input) { return io::json_format().read(input, {}); });
}

TEST_CASE("options without a primary item are dropped if that is asked for") {
  io::Input input = io::Input::from_text(
      R"({"format":"dlx-problem/1","items":[{"name":"a"},{"name":"s","kind":"secondary"}],)"
      R"("options":[{"items":[1]},{"items":[0,1]},{"items":[]}]})",
      "text");
  const io::ReadProblem read =
      io::json_format().read(input, {.drop_options_without_primary = true});
  CHECK(read.dropped_options == 2);
  CHECK(canonical_text(read.problem) == "a | s\na s\n");
  CHECK(numbers_of(read.problem) == std::vector<std::uint32_t>{2});
  CHECK(read.problem.last_number() == 3);
}

TEST_CASE("damaged JSON is refused or read, and what is refused has a place") {
  const std::uint64_t seed = GENERATE(std::uint64_t{62}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < fuzz_rounds; ++n) {
    const std::string text =
        damaged(written(random_model(random, random_shape(random, 6)).problem()), random,
                "[]{},:\"0-e\\ \n");
    try {
      io::Input input = io::Input::from_text(text, "text");
      const Problem p = io::json_format()
                            .read(input, {.drop_options_without_primary = random.chance(0.5)})
                            .problem;
      if (canonical_text(read(written(p))) != canonical_text(p)) FAIL("not the same\n" << text);
    } catch (const io::InputError& e) {
      if (e.place().line == 0 || text.find(e.place().word) == std::string::npos) {
        FAIL(e.what() << "\n" << text);
      }
    } catch (const std::exception& e) {
      FAIL("another exception: " << e.what() << "\n" << text);
    }
  }
}

TEST_CASE("formats are told by their first lines") {
  const std::vector<std::pair<std::string, ProblemFormat>> texts = {
      {"", ProblemFormat::knuth},
      {" \n\n", ProblemFormat::knuth},
      {"| a comment\na b c\na b\n", ProblemFormat::knuth},
      {"\n {\"format\"", ProblemFormat::json},
      {"[[0,1]]", ProblemFormat::sage},
      {"\n[ ]", ProblemFormat::sage},
      {"0 1\n1 0\n", ProblemFormat::knuth},  // two items, and both in an option
      {"0 1\n1\n", ProblemFormat::knuth},
      {"0 1 1\n1 0\n", ProblemFormat::matrix},  // with a row that is too short
      {"0 1 1\n1 0 0\n", ProblemFormat::matrix},
      {"0 0\n", ProblemFormat::matrix},
      {"# from numpy\n1 0 0\n0 1 0\n", ProblemFormat::matrix},
      {"101\n010\n", ProblemFormat::matrix},
      {"101\n101\n", ProblemFormat::knuth},
      {"101\n101\n010\n", ProblemFormat::matrix},  // which is not an option
      {"1,0,1\n0,1,0\n", ProblemFormat::matrix},
      {"1.0 0.0\n0.0 1.0\n", ProblemFormat::matrix},  // hardly two items
      {"a,b\n1,0\n0,1\n", ProblemFormat::matrix},
      {"a,b\nr1,1,0\n", ProblemFormat::matrix},  // whose errors say why not
      {"0.5 0.5\n1 0\n", ProblemFormat::matrix},
      {"a,b\na,b\n", ProblemFormat::knuth},
      {"a b c\n1.0 0.0 1.0\n", ProblemFormat::matrix},
      {"0,0 0,1\n0,0\n0,1\n", ProblemFormat::knuth},
      {"9 3\n1 0 0 0 0 0 1 1 0\n", ProblemFormat::matrix},
      {"3 2\n1 1 1\n", ProblemFormat::or_library},
      {"2 3\r\n5 1 1\r\n", ProblemFormat::or_library},
      {"2 3\n2 3\n", ProblemFormat::knuth},
      {"2 3\n2 x\n", ProblemFormat::knuth},  // and an unknown item
      {"1 2 3\n1 4\n", ProblemFormat::knuth},
      {"{a} b\n{a} b\n", ProblemFormat::knuth},  // names may begin so
      {"[a] [1]\n[a]\n", ProblemFormat::knuth},
      {"a a\n", ProblemFormat::knuth},
  };
  for (const auto& [text, format] : texts) {
    CAPTURE(text);
    CHECK(to_string(io::format_of_text(text)) == to_string(format));
    io::Input input = io::Input::from_text(text, "text");
    CHECK(to_string(io::format_of_text(input.ahead())) == to_string(format));
  }
}

TEST_CASE("deep and wide documents take no longer than they are long") {
  const std::string deep = std::string(50'000, '[') + std::string(50'000, ']');
  const std::string text =
      R"({"format":"dlx-problem/1","x":)" + deep + R"(,"items":3,"options":[]})";
  CHECK_THROWS_WITH(read(text), Catch::Contains("/items: a list"));
  std::string wide = R"({"format":"dlx-problem/1","items":[],"options":[])";
  for (int n = 0; n < 100'000; ++n) wide += ",\"x" + std::to_string(n) + "\":0";
  CHECK(read(wide + "}").item_count() == 0);
}

TEST_CASE("what is nested too deep is refused where it becomes so, and before it takes memory") {
  const std::string head = R"({"format":"dlx-problem/1","items":[],"options":[],"x":)";
  const auto nested = [&](std::size_t depth) {
    return head + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  const std::size_t deepest = io::JsonDocument::deepest - 1;  // below the object
  CHECK(read(nested(deepest)).item_count() == 0);
  io::Input deep = io::Input::from_text("\n" + nested(deepest + 1), "text");
  try {
    (void)io::json_format().read(deep, {});
    FAIL("read");
  } catch (const io::InputError& e) {
    CHECK_THAT(e.what(), Catch::EndsWith("nested more than 100000 deep"));
    CHECK(e.place().line == 2);
    CHECK(e.place().column == head.size() + deepest + 1);
    CHECK(e.place().word == "[");
  }
  // Not even closed, and objects.
  std::string objects = head;
  for (std::size_t k = 0; k <= deepest; ++k) objects += "{\"a\":";
  CHECK_THROWS_WITH(read(objects), Catch::Contains("nested more than 100000 deep"));
  CHECK_THROWS_AS(io::JsonDocument(std::string(io::JsonDocument::deepest + 1, '[')),
                  io::JsonDocument::TooDeep);
}

TEST_CASE("looking ahead takes nothing") {
  std::string text;
  for (int n = 0; n < 30'000; ++n) text += "line " + std::to_string(n) + "\r\n";
  io::Input input = io::Input::from_text(text, "text");
  CHECK(input.ahead().substr(0, 8) == "line 0\r\n");
  CHECK(input.ahead().size() == io::Input::window);
  std::string_view line;
  REQUIRE(input.next_line(line));
  CHECK(line == "line 0");
  CHECK(input.ahead().substr(0, 6) == "line 1");
  const std::string rest = input.rest();
  CHECK(rest.substr(0, 14) == "line 1\nline 2\n");
  CHECK(rest.substr(rest.size() - 11) == "line 29999\n");
  CHECK(input.ahead().empty());
  CHECK(input.line_number() == 30'000);
}

}  // namespace
}  // namespace dlx::test
