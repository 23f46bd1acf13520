// What the reader of Knuth's format refuses: the place, the word and the excerpt of each error.

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/io/knuth_text.hpp"
#include "tests/io/refusals.hpp"

namespace dlx::test {
namespace {

const std::string huge(ProblemBuilder::longest_name + 1, 'w');

const std::vector<Refusal> refusals = {
    // The item line.
    {"nothing", "", 0, 0, "", "no items"},
    {"comments only", "| a\n\n/ b\n   \n", 0, 0, "", "no items"},
    {"only a byte order mark", "\xEF\xBB\xBF", 0, 0, "", "no items"},
    {"an item twice", "a b a\n", 1, 5, "a", "'a' is declared twice"},
    {"an item twice, as secondary", "a b | b\n", 1, 7, "b", "'b' is declared twice"},
    {"a second bar", "a | b | c\n", 1, 7, "|", "second '|'"},
    {"two bars side by side", "a | | c\n", 1, 5, "|", "second '|'"},
    {"a colon in a name", "a b:c\n", 1, 3, "b:c", "':'"},
    {"an empty name", "a 2|\n", 1, 3, "2|", "empty item name"},
    {"an empty name with bounds", "a 1:2|\n", 1, 3, "1:2|", "empty item name"},
    {"two bars in a word", "a 2|b|c\n", 1, 3, "2|b|c", "'|'"},
    {"bounds without numbers", "a x|b\n", 1, 3, "x|b", "bad multiplicity 'x'"},
    {"empty bounds", "a |b\n", 1, 3, "|b", "bad multiplicity ''"},
    {"half of the bounds", "a 1:|b\n", 1, 3, "1:|b", "bad multiplicity '1:'"},
    {"the other half", "a :2|b\n", 1, 3, ":2|b", "bad multiplicity ':2'"},
    {"three bounds", "a 1:2:3|b\n", 1, 3, "1:2:3|b", "bad multiplicity"},
    {"negative bounds", "a -1|b\n", 1, 3, "-1|b", "bad multiplicity"},
    {"signed bounds", "a +1|b\n", 1, 3, "+1|b", "bad multiplicity"},
    {"bounds past 32 bits", "a 4294967296|b\n", 1, 3, "4294967296|b", "bad multiplicity"},
    {"no times", "a 0|b\n", 1, 3, "0|b", "'b'"},
    {"0 to 0 times", "a 0:0|b\n", 1, 3, "0:0|b", "0:0"},
    {"bounds in the wrong order", "a 3:2|b\n", 1, 3, "3:2|b", "3:2"},
    {"a secondary item with bounds", "a | b 2|c\n", 1, 7, "2|c", "secondary item 'c'"},
    {"what secondary bounds may mean", "a | b 1:3|c\n", 1, 7, "1:3|c", "'0:3|c'"},
    {"bounds behind a secondary item", "a | f1 base|5\n", 1, 8, "base|5",
     "secondary item 'base' with a multiplicity: it is covered at most once"},
    {"bounds behind an item", "f1 base|5\n", 1, 4, "base|5",
     "'5|base', or up to that often '0:5|base'"},
    {"a fraction of times", "a 1.5|b\n", 1, 3, "1.5|b", "whole numbers"},
    {"a first line of secondary items", "| x y\nx\ny\n", 3, 1, "y",
     "line 1 begins with | and is a comment: a line of secondary items only is written '1| | x y'"},
    {"the same, and a colour below", "| x y\nx y:A\n", 2, 3, "y:A", "'1| | x y'"},
    {"a first line with #", "# comment\na b\na\n", 2, 1, "a",
     "line 1 was read as the line of items, though it begins with #: a comment begins with |"},
    {"a word twice behind #", "# a is a\na b\na\n", 1, 8, "a", "a comment begins with |"},
    {"a colon behind #", "# note: x\na b\na\n", 1, 3, "note:", "a comment begins with |"},
    {"# glued to a word", "#comment\na b\na\n", 2, 1, "a", "a comment begins with |"},
    {"a comment with # among options", "a\n# note\na\n", 2, 1, "#",
     "a line that is a comment begins with |"},
    {"a NUL", std::string("a b\0c\n", 6), 1, 3, std::string("b\0c", 3), "byte 2"},
    {"a control character", "a b\x1B[31m\n", 1, 3, "b\x1B[31m", "byte 2"},
    {"a carriage return within", "a b\rc\n", 1, 3, "b\rc", "byte 2"},
    {"invalid UTF-8", "a b\xFF\n", 1, 3, "b\xFF", "byte 2"},
    {"a cut character", "a b\xE2\x99\n", 1, 3, "b\xE2\x99", "byte 2"},
    {"an overlong name", "a " + huge + "\n", 1, 3, huge, "65537 bytes"},
    // Options.
    {"an unknown item", "a b\na\nb c\n", 3, 3, "c", "unknown item 'c'"},
    {"an unknown item with a colour", "a | s\na t:red\n", 2, 3, "t", "unknown item 't'"},
    {"an item twice in an option", "a b\na b a\n", 2, 5, "a", "'a' occurs twice"},
    {"an item twice in two colours", "a | s\na s:x s:y\n", 2, 7, "s:y", "'s' occurs twice"},
    {"a colour on a primary item", "a b\na b:red\n", 2, 3, "b:red", "primary item 'b'"},
    {"an empty colour", "a | s\na s:\n", 2, 3, "s:", "empty colour name"},
    {"an empty item", "a | s\na :red\n", 2, 3, "", "empty item name"},
    {"two colours", "a | s\na s:x:y\n", 2, 3, "s:x:y", "':'"},
    {"a bar in a colour", "a | s\na s:x|y\n", 2, 3, "s:x|y", "'|'"},
    {"a bar in an item", "a | s\na s|3\n", 2, 3, "s|3",
     "unknown item 's|3'; a cost is a word of its own"},
    {"an overlong colour", "a | s\na s:" + huge + "\n", 2, 3, "s:" + huge, "65537 bytes"},
    {"an overlong word", "a\na " + huge + "\n", 2, 3, huge, "65537 bytes"},
    {"a NUL in an option", std::string("a\na \0\n", 6), 2, 3, std::string("\0", 1), "\\x00"},
    {"an invalid colour", "a | s\na s:\xFF\n", 2, 3, "s:\xFF", "byte 1"},
    {"a cost without number", "a\na |\n", 2, 3, "|",
     "bad cost '|'; a cost such as |5 has no blank"},
    {"a cost glued to an item", "f1 base\nf1 base|5\n", 2, 4, "base|5",
     "a cost is a word of its own, such as |5 or |-5"},
    {"bounds in an option", "a b\na 2|b\n", 2, 3, "2|b", "stands in the line of items"},
    {"a cost with a plus", "a\na |+5\n", 2, 3, "|+5", "a number such as |5, |-5 or |2.50"},
    {"a cost with letters", "a\na |3x\n", 2, 3, "|3x", "bad cost '|3x'"},
    {"a cost of two points", "a\na |3.5.1\n", 2, 3, "|3.5.1", "such as |5, |-5 or |2.50"},
    {"a cost too fine for another", "a\na |9000000000000000000\na |0.01\n", 3, 1, "a",
     "do not fit into 64 bits"},
    {"a cost past 64 bits", "a\na |9223372036854775808\n", 2, 3, "|9223372036854775808",
     "bad cost"},
    {"costs past 64 bits", "a\na |9223372036854775807 |1\n", 2, 24, "|1", "exceed 64 bits"},
    {"costs past -2^63", "a\na |-9223372036854775808 |-1\n", 2, 25, "|-1", "exceed 64 bits"},
    {"no primary item", "a | s t\na s\ns t\na\nt\n", 3, 1, "s", "2 such in this file"},
    {"a slash after the items", "a\n/ comment\n", 2, 1, "/", "unknown item '/'"},
    // Places.
    {"columns count characters", "é | ♣\né ♣:🂡 x\n", 2, 7, "x", "unknown item"},
    {"a byte order mark is no column",
     "\xEF\xBB\xBF"
     "a a\n",
     1, 3, "a", "twice"},
    {"tabs are one column", "a\n\ta\tx\n", 2, 4, "x", "unknown item"},
    {"comments and blank lines count as lines", "| x\n\n/ y\na\n\n| z\nb\n", 7, 1, "b", "unknown"},
    {"CRLF counts once", "a\r\n\r\nb\r\n", 3, 1, "b", "unknown"},
    {"no final line end", "a\nb", 2, 1, "b", "unknown"},
};

TEST_CASE("what is not such a problem is refused, with its place and word") {
  check_refusals(refusals, [](io::Input& input) { return read_knuth_text(input); });
}

TEST_CASE("a comment that has nothing to do with an error is not named") {
  for (const char* text : {"| x y\na\nb\n", "| a\na a\n", "| a s\na | s\na s:\n"}) {
    CAPTURE(text);
    io::Input input = io::Input::from_text(text, "text");
    CHECK_THROWS_WITH(read_knuth_text(input), !Catch::Contains("comment"));
  }
}

std::string excerpt(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  try {
    (void)read_knuth_text(input);
  } catch (const io::InputError& e) {
    return e.place().excerpt;
  }
  return "accepted";
}

TEST_CASE("the excerpt shows the line and a caret below the word") {
  CHECK(excerpt("a b\nb wrong a\n") ==
        "b wrong a\n"
        "  ^~~~~");
  CHECK(excerpt("a b\nx\n") ==
        "x\n"
        "^");
  CHECK(excerpt("é\né wróng\n") ==
        "é wróng\n"
        "  ^~~~~");
  CHECK(excerpt("a\na\t\tx\x01y\n") ==
        "a  x y\n"
        "   ^~~");
}

TEST_CASE("the excerpt of a long line is cut around the word") {
  std::string items = "x";
  std::string options = "x";
  for (int i = 0; i < 100; ++i) {
    const std::string name = "item" + std::to_string(i);
    items += " " + name;
    options += " " + name;
    if (i == 50) options += " wrong";
  }
  const std::string shown = excerpt(items + "\n" + options + "\n");
  const auto end = shown.find('\n');
  REQUIRE(end != std::string::npos);
  const std::string line = shown.substr(0, end);
  CHECK(line.size() <= 90);
  CHECK_THAT(line, Catch::StartsWith("...") && Catch::EndsWith("..."));
  const std::string marks = shown.substr(end + 1);
  const auto caret = marks.find('^');
  REQUIRE(caret != std::string::npos);
  CHECK(line.substr(caret, marks.size() - caret) == "wrong");
}

TEST_CASE("an excerpt stays short, whatever the bytes") {
  for (const char byte : {'\x80', '\xFF', '\0', '\x1B'}) {
    const std::string shown = excerpt("a\na " + std::string(100'000, byte) + " x\n");
    CAPTURE(static_cast<int>(byte));
    CHECK(shown.size() < 1'000);
  }
}

TEST_CASE("messages hold no control characters") {
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.what);
    io::Input input = io::Input::from_text(refusal.text, "text");
    try {
      (void)read_knuth_text(input);
    } catch (const io::InputError& e) {
      for (const char c : std::string(e.what())) {
        if (static_cast<unsigned char>(c) < 0x20) FAIL_CHECK("a control character in the message");
      }
    }
  }
  io::Input input = io::Input::from_text("a 0|b\x1B[31m\n", "text");
  try {
    (void)read_knuth_text(input);
    FAIL("accepted");
  } catch (const io::InputError& e) {
    CHECK(std::string(e.what()).find('\x1B') == std::string::npos);
  }
}

TEST_CASE("dropping options without primary items leaves the other errors") {
  for (const char* text : {"a | s\ns s\n", "a | s\ns:x t\n", "a | s\ns:\n", "a | s\ns |x\n"}) {
    CAPTURE(text);
    io::Input input = io::Input::from_text(text, "text");
    CHECK_THROWS_AS(read_knuth_text(input, {.drop_options_without_primary = true}), io::InputError);
  }
}

}  // namespace
}  // namespace dlx::test
