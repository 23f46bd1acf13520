// Problems whose items are columns: Sage's lists of rows, and matrices of 0 and 1.

#include "dlx/io/rows.hpp"
#include "dlx/io/format.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "tests/io/refusals.hpp"
#include "tests/support/model.hpp"
#include "tests/support/random.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

io::ReadProblem lists(const std::string& text, const io::ReadOptions& options = {}) {
  io::Input input = io::Input::from_text(text, "text");
  return io::sage_format().read(input, options);
}

io::ReadProblem matrix(const std::string& text, const io::ReadOptions& options = {}) {
  io::Input input = io::Input::from_text(text, "text");
  return io::matrix_format().read(input, options);
}

TEST_CASE("lists of rows, as Sage has them") {
  CHECK(canonical_text(lists("[[0, 1, 2], [3, 4, 5], [0,1,5]]").problem) ==
        "0 1 2 3 4 5\n0 1 2\n3 4 5\n0 1 5\n");
  CHECK(canonical_text(lists("\n[\n [2,0],\r\n\t[ 1 ]\n]\n").problem) == "0 1 2\n2 0\n1\n");
  CHECK(canonical_text(lists("[[3]]").problem) == "0 1 2 3\n3\n");
  CHECK(lists("[]").problem.item_count() == 0);
  CHECK(canonical_text(lists("[[0,2],[1]]", {.secondary = {2}}).problem) == "0 1 | 2\n0 2\n1\n");
  const io::ReadProblem dropped =
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
  const io::ReadProblem dropped =
      matrix("101\n000\n# a comment\n\n010\n000\n111", {.drop_options_without_primary = true});
  CHECK(dropped.dropped_options == 2);
  CHECK(numbers_of(dropped.problem) == std::vector<std::uint32_t>{1, 3, 5});
}

TEST_CASE("matrices as numpy and spreadsheets write them") {
  const std::string wanted = "0 1 2\n0 2\n1\n";
  for (const char* text : {
           "1,0,1\n0,1,0\n",
           "1, 0, 1\n0 ,1 , 0",
           "1;0;1\r\n0;1;0\r\n",
           "1\t0\t1\n0\t1\t0\n",
           "1.0 0.0 1.0\n0.0 1.0 0.0\n",
           "1. 0. 1.\n0. 1. 0.\n",
           "1.000000000000000000e+00,0.000000000000000000e+00,1.000000000000000000e+00\n"
           "0.000000000000000000e+00,1.000000000000000000e+00,0.000000000000000000e+00\n",
           "1E0 0e-00 1e+0\n0 1 0\n",
           "True False True\nFalse True False\n",
           "TRUE;FALSE;TRUE\nFALSE;TRUE;FALSE\n",
           "true,false,true\nfalse,true,false\n",
           "\"1\",\"0\",\"1\"\n\"0\",\"1\",\"0\"\n",
           "# a,b,c\n1,0,1 # first\n\n0,1,0\n",
           "0,1,2\n1,0,1\n0,1,0\n",
           "sep=;\n1;0;1\n0;1;0\n",
       }) {
    CAPTURE(text);
    CHECK(canonical_text(matrix(text).problem) == wanted);
    CHECK(io::matrix_look(text) != io::MatrixLook::none);
  }
}

TEST_CASE("a first line of words names the columns") {
  for (const char* text : {"a,b,c\n1,0,1\n0,1,0\n", "a b c\n101\n010\n",
                           "# numpy\n\n\"a\" ; b;\"c\"\r\n1.0;0.0;1.0\r\n0;1;0\r\n"}) {
    CAPTURE(text);
    CHECK(canonical_text(matrix(text).problem) == "a b c\na c\nb\n");
    CHECK(io::matrix_look(text) == io::MatrixLook::sure);
  }
  CHECK(canonical_text(matrix("1,2,3\n1,0,1\n0,1,0\n").problem) == "1 2 3\n1 3\n2\n");
  CHECK(canonical_text(matrix("a,b,c\n1,0,1\n0,1,0\n", {.secondary = {0}}).problem) ==
        "b c | a\na c\nb\n");
  CHECK(canonical_text(matrix("a b\n").problem) == "a b\n");
  CHECK(canonical_text(matrix("F 1,\"Room  3\"\n1,0\n0,1\n").problem) ==
        "F_1 Room__3\nF_1\nRoom__3\n");
}

TEST_CASE("how much a text looks like a matrix") {
  const std::vector<std::pair<const char*, io::MatrixLook>> looks = {
      {"", io::MatrixLook::none},
      {"# only a comment\n", io::MatrixLook::none},
      {"1 0\n0 1\n", io::MatrixLook::plain},
      {"101", io::MatrixLook::plain},
      {"1,0\n0,1\n", io::MatrixLook::plain},
      {"1.0 0.0\n", io::MatrixLook::sure},
      {"1 0 # 2.5\n", io::MatrixLook::plain},
      {"a b\n1 0\n", io::MatrixLook::sure},
      {"a b\n", io::MatrixLook::none},
      {"a b c\n1 0\n", io::MatrixLook::none},
      {"a 1\n1 0\n", io::MatrixLook::none},
      {"a,b\nr1,1,0\n", io::MatrixLook::table},
      {",a,b\n0,1,0\n", io::MatrixLook::table},
      {"1,,1\n,1,\n", io::MatrixLook::table},
      {"0.5 0.5\n1 0\n", io::MatrixLook::table},
      {"a,b c\nb c\n", io::MatrixLook::none},
      {"F 1;F 2;cost\n1;0;3\n0;1;2.5\n", io::MatrixLook::table},
      {"0 1\n1 2\n", io::MatrixLook::none},
      {"0 1\n1\n", io::MatrixLook::table},
      {"0,0 0,1 1,0 1,1\n0,0 0,1\n", io::MatrixLook::none},  // items of a board
      {"3 1\n1 0 1\n0 1 0\n", io::MatrixLook::sure},         // sizes
      {"3 2\n1 1 1\n1 1 1\n", io::MatrixLook::none},         // of a set-partitioning problem
  };
  for (const auto& [text, look] : looks) {
    CAPTURE(text);
    CHECK(io::matrix_look(text) == look);
  }
  // As much as ahead() gives, which may end within a cell.
  std::string row;
  while (row.size() < io::Input::window) row += "1.000000000000000000e+00 ";
  CHECK(io::matrix_look(row.substr(0, io::Input::window)) == io::MatrixLook::sure);
  std::string rows = "a b\n";
  while (rows.size() < io::Input::window) rows += "1.0 0.0\n";
  CHECK(io::matrix_look(rows.substr(0, io::Input::window)) == io::MatrixLook::sure);
}

TEST_CASE("what is no list of rows, and where") {
  check_refusals(
      {
          {"nothing", "", 0, 0, "", "the input ends where '['"},
          {"no list", "0 1 2\n", 1, 1, "0", "'0' where '['"},
          {"a foreign mark", "[[0],\n [1}]", 2, 3, "1}", "'1}' is not a column"},
          {"no comma", "[[0 1]]", 1, 5, "1", "'1' where ',' or ']'"},
          {"a comma too many", "[[0],]", 1, 6, "]", "']' where '['"},
          {"a number for a row", "[[0], 1]", 1, 7, "1", "'1' where '['"},
          {"a negative column", "[[-1]]", 1, 3, "-1", "is not a column"},
          {"a comma at the end of a row", "[[0,]]", 1, 5, "]", "is not a column"},
          {"a matrix as lists", "[[1,0,1],[0,1,0]]", 1, 7, "1", "[[0, 2], [1]]"},
          {"a matrix as numpy shows it", "[[1 0 1]\n [0 1 0]]", 1, 5, "0",
           "commas between columns"},
          {"a column twice", "[[1],[2,2]]", 1, 9, "2", "twice"},
          {"too many columns", "[[4194304]]", 1, 3, "4194304", "the last can be"},
          {"a huge number", "[[99999999999999999999]]", 1, 3, "99999999999999999999",
           "is not a column"},
          {"two lists", "[[0]] []", 1, 7, "[", "behind the end"},
          {"an empty row", "[[0],[]]", 1, 7, "]", "row 2 has no primary column"},
          {"no end", "[[0]", 0, 0, "", "ends where ',' or ']'"},
      },
      [](io::Input& input) { return io::sage_format().read(input, {}); });
  CHECK_THROWS_AS(lists("[[0]]", {.secondary = {1}}), io::InputError);
  CHECK_THROWS_AS(lists("[[0,1,2]]", {.secondary = {7}}), io::InputError);
  CHECK_THROWS_AS(lists("[[0]]", {.secondary = {1U << 30}}), std::invalid_argument);
}

TEST_CASE("what is no matrix, and where") {
  check_refusals(
      {
          {"another number", "1 0\n0 2\n", 2, 3, "2", "'2' is neither 0 nor 1"},
          {"a fraction", "0.5 0\n", 1, 1, "0.5", "'0.5' is neither 0 nor 1"},
          {"not quite 1", "1.0 0\n1.01 0\n", 2, 1, "1.01", "neither"},
          {"ten in powers", "1 0\n1e1 0\n", 2, 1, "1e1", "neither"},
          {"no exponent", "1 0\n1e 0\n", 2, 1, "1e", "neither"},
          {"a slip in the first row", "1 o 0\n0 1 0\n", 1, 3, "o", "'o' is neither"},
          {"a slip in a row", "1 0\n0 l\n", 2, 3, "l", "'l' is neither 0 nor 1"},
          {"two cells in one", "1,0\n10,1\n", 2, 1, "10", "'10' is neither"},
          {"an empty cell", "1,0\n1,\n", 2, 3, "", "an empty cell"},
          {"a comma at the end", "1,0,\n0,1,\n", 1, 5, "", "an empty cell"},
          {"names of rows", "a,b\nr1,1,0\n", 2, 1, "r1", "leave their column out"},
          {"numbers of rows from 0", "a,b\n1,0\n0,1\n2,0\n", 4, 1, "2", "leave their column out"},
          {"numbers of rows from 1", "i,b\n1,1\n2,0\n", 3, 1, "2", "leave their column out"},
          {"an index of pandas", ",a,b\n0,1,0\n", 1, 1, "", "leave their column out"},
          {"a line of two sizes", "9 3\n101010101\n", 1, 1, "9", "--secondary 0,1,2"},
          {"a line of one size", "12\n1 0 1 0\n", 1, 1, "12", "a line of sizes is not read"},
          {"too few names", "a b\n1 0 1\n", 2, 5, "1", "more than 2 columns, which line 1 names"},
          {"too many names", "# x\na b c\n1 0\n", 3, 1, "1", "2 columns; line 2 names 3"},
          {"a name twice", "a,b,a\n1,0,1\n", 1, 5, "a", "'a' is declared twice"},
          {"a colon in a name", "a,Room:3\n1,0\n", 1, 3, "Room:3", "a name of a column 'Room:3'"},
          {"equal names", "A 1,A_1\n1,0\n", 1, 5, "A_1", "'A_1' is declared twice"},
          {"a comma in a cost", "cost;a;b\n310,5;1;0\n", 2, 1, "310,5", "as in 310.50"},
          {"pairs", "Tour;Flight\ntour 1;F1\n", 2, 1, "tour 1", "is option,item"},
          {"a short row", "101\n01\n", 2, 1, "01", "a row of 2 columns; the first has 3"},
          {"a long row", "10\n011\n", 2, 3, "1", "more than 2 columns"},
          {"an empty row", "10\n00\n", 2, 1, "00", "row 2 has no primary column"},
      },
      [](io::Input& input) { return io::matrix_format().read(input, {}); });
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
    CHECK(io::sage_format().write(problem, sink).empty());
    REQUIRE(canonical_text(lists(text).problem) == canonical_text(problem));
    std::string other = text;
    text.clear();
    CHECK(io::matrix_format().write(problem, sink).empty());
    REQUIRE(canonical_text(matrix(text).problem) == canonical_text(problem));
    for (std::string* bytes : {&other, &text}) {
      (*bytes)[random.below(bytes->size())] = static_cast<char>(random.below(256));
      if (random.chance(0.3)) bytes->resize(random.below(bytes->size()));
      try {
        (void)(bytes == &text ? matrix(*bytes) : lists(*bytes));
      } catch (const io::InputError&) {
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
    CHECK_THROWS_AS(io::sage_format().write(problem, nowhere), std::invalid_argument);
    CHECK_THROWS_AS(io::matrix_format().write(problem, nowhere), std::invalid_argument);
  }
  CHECK_THROWS_AS(io::sage_format().write(problem_of("a b\na\n"), nowhere), std::invalid_argument);
  CHECK_THROWS_AS(io::matrix_format().write(problem_of("a b\n"), nowhere), std::invalid_argument);
  CHECK(io::matrix_format().write(ProblemBuilder().build(), nowhere).empty());
  CHECK(io::sage_format().write(problem_of("a\na |3\n"), nowhere).size() == 1);
}

}  // namespace
}  // namespace dlx::test
