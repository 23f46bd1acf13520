// What the reader of Knuth's format accepts, and what the writer writes.

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/io/knuth_text.hpp"
#include "tests/support/model.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

Problem read(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return read_knuth_text(input).problem;
}

/// The canonical spelling of a text.
std::string canonical(const std::string& text) {
  return canonical_text(read(text));
}

std::string written(const Problem& problem, const io::KnuthWriteOptions& options = {},
                    std::vector<std::string>* warnings = nullptr) {
  std::string text;
  auto told = write_knuth_text(
      problem, [&](std::string_view line) { text += line; }, options);
  if (warnings != nullptr) *warnings = std::move(told);
  return text;
}

TEST_CASE("Knuth's toy example") {
  // The Art of Computer Programming, section 7.2.2.1, (6).
  const std::string text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
  const Problem p = read(text);
  CHECK(p.primary_count() == 7);
  CHECK(p.option_count() == 6);
  CHECK(counting::count(p).value == 1);
  CHECK(written(p) == text);
}

TEST_CASE("Knuth's toy example with colours") {
  // The same section, (49).
  const std::string text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
  const Problem p = read(text);
  CHECK(p.secondary_count() == 2);
  CHECK(p.colour_count() == 2);
  CHECK(counting::count(p).value == 1);
  CHECK(written(p) == text);
}

TEST_CASE("multiplicities") {
  const Problem p = read("A 2|B 0:3|C 1:1|D 1|E | X\nA B\n");
  CHECK(p.bounds(ItemId{0}) == Bounds{});
  CHECK(p.bounds(ItemId{1}) == Bounds{.at_least = 2, .at_most = 2});
  CHECK(p.bounds(ItemId{2}) == Bounds{.at_least = 0, .at_most = 3});
  CHECK(p.bounds(ItemId{3}) == Bounds{});
  CHECK(p.bounds(ItemId{4}) == Bounds{});
  CHECK(canonical_text(p) == "A 2|B 0:3|C D E | X\nA B\n");
  CHECK(canonical("0:4294967295|A\n") == "0:4294967295|A\n");
}

TEST_CASE("costs add up, wherever they stand") {
  CHECK(canonical("a b\na |3 b |4\nb |-2\na |5 |-5\n") == "a b\na b |7\nb |-2\na\n");
  CHECK(canonical("a\na |9223372036854775807\na |-9223372036854775808\n") ==
        "a\na |9223372036854775807\na |-9223372036854775808\n");
  // The sum counts at every step.
  CHECK(canonical("a\na |9223372036854775807 |-1\n") == "a\na |9223372036854775806\n");
}

TEST_CASE("spacing, comments and line ends are free") {
  const std::string wanted = "a b | s\na s:x\nb\n";
  for (const std::string text : {
           "a b | s\na s:x\nb\n",
           "a b | s\na s:x\nb",
           "a b | s\r\na s:x\r\nb\r\n",
           "a b | s\r\na s:x\nb",
           "\xEF\xBB\xBF"
           "a b | s\na s:x\nb\n",
           "\xEF\xBB\xBF| comment\na b | s\na s:x\nb\n",
           "\n\n  \t \na b | s\n\n\na s:x\n \nb\n\n\n",
           "\ta\tb\t|\ts\t\n\ta\ts:x\t\n\tb\t\n",
           "   a   b   |   s   \n   a   s:x   \n   b   \n",
           "| one\n|two\n  | three\na b | s\n| four\na s:x\n|5\n  |6 a b\nb\n|",
           "/ one\n//two\na b | s\na s:x\nb\n",
           "| one\n/ two\n| three\na b | s\na s:x\nb\n",
       }) {
    CAPTURE(text);
    CHECK(canonical(text) == wanted);
  }
}

TEST_CASE("only items are a problem, and items may lack options") {
  CHECK(canonical("a") == "a\n");
  CHECK(canonical("a | s t\n") == "a | s t\n");
  CHECK(canonical("a |\na\n") == "a\na\n");
  CHECK(counting::count(read("a\n")).value == 0);
}

TEST_CASE("names and colours may be long and not ASCII") {
  const std::string name(1'000, 'n');
  const std::string colour(1'000, 'c');
  const std::string text = name + " é | ♣\n" + name + " ♣:" + colour + "\né ♣:größe\n";
  CHECK(canonical(text) == text);
  std::vector<std::string> warnings;
  CHECK(written(read(text), {}, &warnings) == text);
  // Three item names and two colours.
  REQUIRE(warnings.size() == 2);
  CHECK_THAT(warnings[0], Catch::StartsWith("3 item"));
  CHECK_THAT(warnings[1], Catch::StartsWith("2 colour"));
  written(read("abcdefgh | s\nabcdefgh s:x\n"), {}, &warnings);
  CHECK(warnings.empty());
}

TEST_CASE("options without a primary item are dropped when asked, and counted") {
  io::Input input = io::Input::from_text("a b | s t\ns\na s\nt s:x\nb |3\nt:y |4\n", "text");
  const io::ReadProblem text = read_knuth_text(input, {.drop_options_without_primary = true});
  CHECK(text.dropped_options == 3);
  CHECK(canonical_text(text.problem) == "a b | s t\na s\nb |3\n");
  CHECK(numbers_of(text.problem) == std::vector<std::uint32_t>{2, 4});
  io::Input clean = io::Input::from_text("a\na\n", "text");
  CHECK(read_knuth_text(clean, {.drop_options_without_primary = true}).dropped_options == 0);
}

TEST_CASE("a problem without primary items comes back") {
  for (const std::string text : {"1|\n", "1| | s\n", "1| | s /t\n"}) {
    CAPTURE(text);
    const Problem p = read(text);
    CHECK(p.primary_count() == 0);
    CHECK(canonical_text(p) == text);
    CHECK(written(p) == text);
    CHECK_THROWS_AS(written(p, {.strict = true}), std::invalid_argument);
  }
  CHECK(canonical_text(ProblemBuilder().build()) == "1|\n");
}

TEST_CASE("the guard stands only where no primary item follows") {
  CHECK_THROWS_AS(read("1| a\na\n"), io::InputError);
  CHECK_THROWS_AS(read("a 1|\na\n"), io::InputError);
  CHECK_THROWS_AS(read("2| | s\n"), io::InputError);
  CHECK_THROWS_AS(read("1| 1|\n"), io::InputError);
}

TEST_CASE("a first item that would read as a comment comes back") {
  for (const std::string name : {"/x", "/"}) {
    CAPTURE(name);
    ProblemBuilder b;
    const ItemId first = b.primary(name);
    b.option({first, b.primary("y")});
    const Problem p = std::move(b).build();
    CHECK(canonical_text(p) == "1|" + name + " y\n" + name + " y\n");
    CHECK(written(p) == canonical_text(p));
    CHECK(canonical(written(p)) == canonical_text(p));
    CHECK(canonical(written(p, {.strict = true})) == "0 y\n0 y\n");
  }
}

TEST_CASE("strict writing leaves what fits") {
  const std::string text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B |4\n";
  std::vector<std::string> warnings;
  CHECK(written(read(text), {.strict = true}, &warnings) == text);
  CHECK(warnings.empty());
}

TEST_CASE("strict writing shortens names and colours and lists them") {
  const Problem p = read(
      "0 longer-than-eight 2|another-long-one | sécond\n"
      "0 sécond:red\nlonger-than-eight sécond:A\nanother-long-one\nanother-long-one sécond:red\n");
  const std::string text = written(p, {.strict = true});
  CHECK(text ==
        "| item 1 is longer-than-eight\n"
        "| item 2 is another-long-one\n"
        "| item 3 is sécond\n"
        "| colour 0 is red\n"
        "0 1 2|2 | 3\n"
        "0 3:0\n1 3:A\n2\n2 3:0\n");
  const Problem back = read(text);
  CHECK(counting::count(back).value == counting::count(p).value);
}

TEST_CASE("strict writing finds short names for many items and 62 colours, and no more") {
  for (const int colours : {61, 62, 63}) {
    ProblemBuilder b;
    std::vector<ItemId> items;
    for (int i = 0; i < 5'000; ++i) {
      items.push_back(b.primary("item-number-" + std::to_string(i)));
    }
    const ItemId s = b.secondary("secondary-item");
    for (int i = 0; i < colours; ++i) {
      b.option({items[static_cast<std::size_t>(i)], {s, b.colour("colour" + std::to_string(i))}});
    }
    const Problem p = std::move(b).build();
    if (colours > 62) {
      CHECK_THROWS_WITH(written(p, {.strict = true}), Catch::Contains("63"));
      continue;
    }
    const Problem back = read(written(p, {.strict = true}));
    CHECK(back.item_count() == p.item_count());
    CHECK(back.colour_count() == p.colour_count());
    bool fits = true;
    for (std::uint32_t i = 0; i < back.item_count(); ++i) fits &= back.name(ItemId{i}).size() <= 8;
    for (std::uint32_t c = 1; c <= back.colour_count(); ++c)
      fits &= back.name(Colour{c}).size() == 1;
    CHECK(fits);
  }
}

}  // namespace
TEST_CASE("decimal costs become whole in the strict format, which says so") {
  const Problem problem = problem_of("a\na |2.50\na |1\n");
  std::string text;
  const auto sink = [&](std::string_view part) { text += part; };
  CHECK(io::write_knuth_text(problem, sink).size() == 1);
  CHECK(text == "a\na |2.5\na |1\n");
  text.clear();
  const auto warnings = io::write_knuth_text(problem, sink, {.strict = true});
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] == "costs are multiplied by 10^1, so that they are whole numbers");
  CHECK(text == "a\na |25\na |10\n");
}

}  // namespace dlx::test
