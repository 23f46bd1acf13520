// What the reader of OR-Library set partitioning files accepts, and where it finds fault.

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "dlx/cheapest.hpp"
#include "dlx/io/format.hpp"
#include "tests/io/refusals.hpp"
#include "tests/support/model.hpp"

namespace dlx::test {
namespace {

Problem read(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return io::or_library_format().read(input, {}).problem;
}

const std::string small =
    "    4    5\n"
    "  200  2  1  2\n"
    "  150  2  3  4\n"
    "  340  4  1  2  3  4\n"
    "  -10  1  1\n"
    "    0  1  2\n";

TEST_CASE("a small set partitioning problem") {
  const Problem p = read(small);
  CHECK(canonical_text(p) == "1 2 3 4\n1 2 |200\n3 4 |150\n1 2 3 4 |340\n1 |-10\n2\n");
  const search::CheapestResult result = cheapest(p, 2);
  REQUIRE(result.solutions.size() == 2);
  CHECK(result.solutions[0] ==
        search::CostedSolution{140, {OptionId{1}, OptionId{3}, OptionId{4}}});
  CHECK(result.solutions[1] == search::CostedSolution{340, {OptionId{2}}});
}

TEST_CASE("spacing, line ends and wrapped options") {
  const std::string wanted = "1 2 3\n1 3 |7\n2 |8\n";
  for (const std::string text : {
           "3 2\n7 2 1 3\n8 1 2\n",
           "3 2\n7 2 1 3\n8 1 2",
           "3 2\r\n7 2 1 3\r\n8 1 2\r\n",
           "3 2 \r\n7 2 1 3\n8 1 2 \r\n",
           "\xEF\xBB\xBF"
           "3 2\n7 2 1 3\n8 1 2\n",
           "\n \n\t3\t2\n\n\t7\t2\t1\t3\n   \n8 1 2\n\n \n",
           "3 2\n7 2\n1 3\n8 1\n2\n",
           "3 2\n7\n2\n\n1\n3\n8\n1\n2\n",
       }) {
    CAPTURE(text);
    CHECK(canonical_text(read(text)) == wanted);
  }
}

TEST_CASE("no options, no items") {
  CHECK(canonical_text(read("2 0\n")) == "1 2\n");
  const Problem empty = read("0 0\n");
  CHECK(empty.item_count() == 0);
  CHECK(empty.option_count() == 0);
}

TEST_CASE("costs have 64 bits") {
  const Problem p = read("1 2\n9223372036854775807 1 1\n-9223372036854775808 1 1\n");
  CHECK(p.cost(OptionId{0}) == 9223372036854775807);
  CHECK(p.cost(OptionId{1}) == -9223372036854775807 - 1);
}

const std::vector<Refusal> refusals = {
    // The first line.
    {"nothing", "", 0, 0, "", "no numbers"},
    {"blanks", " \n\t\n\n", 0, 0, "", "no numbers"},
    {"no number of items", "x 2\n", 1, 1, "x", "bad number of items 'x'"},
    {"a negative number of items", " -1 2\n", 1, 2, "-1", "bad number of items '-1'"},
    {"no number of options", "3\n7 2 1 3\n", 1, 2, "", "bad number of options ''"},
    {"a fraction of options", "3 2.0\n", 1, 3, "2.0", "bad number of options '2.0'"},
    {"options past 32 bits", "3 4294967296\n", 1, 3, "4294967296", "bad number of options"},
    {"too many items", "4194305 1\n", 1, 1, "4194305", "at most 4194304"},
    {"a third number", "3 2 9\n7 2 1 3\n8 1 2\n", 1, 5, "9", "'9' stands behind the number of"},
    // Options.
    {"no cost", "3 2\n7 2 1 3\n?8 1 2\n", 3, 1, "?8", "option 2: bad cost '?8'"},
    {"a fractional cost", "3 1\n7.5 1 1\n", 2, 1, "7.5", "option 1: bad cost '7.5'"},
    {"a cost past 64 bits", "3 1\n9223372036854775808 1 1\n", 2, 1, "9223372036854775808",
     "bad cost"},
    {"a bad number of items", "3 1\n7 two 1 3\n", 2, 3, "two", "option 1: bad number of items"},
    {"a negative number of its items", "3 1\n7 -2 1 3\n", 2, 3, "-2", "bad number of items '-2'"},
    {"no items", "3 2\n7 2 1 3\n8 0\n", 3, 3, "0", "option 2 has no items"},
    {"more items than there are", "3 1\n7 4 1 2 3 3\n", 2, 3, "4", "only 3"},
    {"an item 0", "3 1\n7 2 0 3\n", 2, 5, "0", "no item '0'"},
    {"an item out of range", "3 1\r\n7 2 1 4\r\n", 2, 7, "4", "numbered from 1 to 3"},
    {"an item that is no number", "3 1\n7 2 1 \xC3\xA9\n", 2, 7, "\xC3\xA9", "no item"},
    {"an item past 32 bits", "3 1\n7 1 4294967297\n", 2, 5, "4294967297", "no item"},
    {"a NUL", std::string("3 1\n7 1 \0\n", 10), 2, 5, std::string("\0", 1), "\\x00"},
    {"an item twice", "3 2\n7 2 1 3\n8 3 2 1 2\n", 3, 9, "2", "option 2: item '2' occurs twice"},
    {"an item twice, on two lines", "3 1\n7 3 2 1\n 2\n", 3, 2, "2", "item '2' occurs twice"},
    // Numbers that do not match.
    {"fewer items than there are words", "3 2\n7 1 1 3\n8 1 2\n", 2, 7, "3",
     "'3' stands behind the last of 1 item"},
    {"more items than there are words", "3 2\n7 3 1 3\n8 1 2\n", 3, 1, "8", "option 1: no item"},
    {"the same, at the end", "3 2\n7 2 1 3\n8 2 2\n", 0, 0, "",
     "ends with line 3, in option 2, before item 2 of 2"},
    {"more options than announced", "3 1\n7 2 1 3\n 8 1 2\n", 3, 2, "8", "more than the 1 options"},
    {"fewer options than announced", "3 3\n7 2 1 3\n8 1 2\n\n", 0, 0, "", "after 2 options"},
    {"no option at all", "3 3", 0, 0, "", "ends with line 1, after 0 options"},
    {"cut behind a cost", "3 2\n7 2 1 3\n8", 0, 0, "", "before the number of its items"},
    {"two options on a line", "3 2\n7 2 1 3 8 1 2\n", 2, 9, "8", "'8' stands behind"},
};

TEST_CASE("what is no set partitioning problem is refused, with its place") {
  check_refusals(refusals,
                 [](io::Input& input) { return io::or_library_format().read(input, {}).problem; });
}

TEST_CASE("every cut of a file is refused or, behind a digit of the last item, read") {
  for (std::size_t size = 0; size + 1 < small.size(); ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(read(small.substr(0, size)), io::InputError);
  }
  CHECK(read(small.substr(0, small.size() - 1)).option_count() == 5);
}

}  // namespace
}  // namespace dlx::test
