// Tables with a line for each option and item, lists of numbers, and texts below their sizes.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "dlx/io/format.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/io/solution_text.hpp"
#include "tests/io/refusals.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

std::string read(const std::string& text, ProblemFormat format) {
  io::Input input = io::Input::from_text(text, "text");
  return canonical_text(read_problem(input, format).problem);
}

/// The options of the problem in a table of pairs, each in a line with its number and name.
std::string options_of_pairs(const std::string& text) {
  io::Input input = io::Input::from_text(text, "table");
  const Problem problem = read_problem(input, ProblemFormat::pairs).problem;
  std::string options;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    options += io::option_text(problem, OptionId{o}) + "\n";
  }
  return options;
}

std::string written(const Problem& problem, ProblemFormat format) {
  std::string text;
  (void)io::write_problem(problem, format, [&](std::string_view part) { text += part; });
  return text;
}

TEST_CASE("pairs: options and items in the order of their first lines") {
  const std::string wanted = "F1 F2\nF1 F2 |410\nF1 |-1.5\n";
  for (const std::string text : {
           "option,item,cost\ntour 1,F1,410\ntour 1,F2,410\ntour 2,F1,-1.50\n",
           "# tours\nCost;Item;Option\n410;F1;tour 1\n-1.50;F1;tour 2\n;F2;tour 1\n",
           "gain,option,item\r\n-410,\"tour 1\",F1\r\n,\"tour 1\",F2\r\n1.50,\"tour 2\",F1",
           "option\titem\tcost\ntour 1\tF1\t410\ntour 1\tF2\t\n tour 2\tF1\t-1.50\n",
           "sep=;\noption;item;cost\ntour 1;F1;410\ntour 1;F2;\n;;\ntour 2;F1;-1.50\n;;\n",
       }) {
    CAPTURE(text);
    CHECK(read(text, ProblemFormat::pairs) == wanted);
    CHECK(read(text, ProblemFormat::csv) == wanted);
    CHECK(io::format_of_text(text) == ProblemFormat::pairs);
    CHECK(options_of_pairs(text) == "1 tour_1: F1 F2\n2 tour_2: F1\n");
  }
  CHECK(read("item,option\na,1\nb,1\nc,2\nb,2\n", ProblemFormat::pairs) == "a b c\na b\nc b\n");
  CHECK(read("item,option\na,a\nb,a\nc,x\n", ProblemFormat::pairs) == "a b c\na b\nc\n");
  // Numbers and names of items can be names of options.
  CHECK(options_of_pairs("item,option\na,2\nb,2\nc,1\nb,1\n") == "1 2: a b\n2 1: c b\n");
  CHECK(options_of_pairs("item,option\na,a\nb,a\nc,x\n") == "1 a: a b\n2 x: c\n");
  CHECK(io::format_of_text("option item\noption\nitem\n") == ProblemFormat::knuth);
}

TEST_CASE("pairs: what is in a cell") {
  // '#' within a name is part of it, and only at the start of a line begins a comment.
  CHECK(read("option,item\nA,seat #1\n#A,x\nB,seat #2\n", ProblemFormat::pairs) ==
        "seat_#1 seat_#2\nseat_#1\nseat_#2\n");
  CHECK(options_of_pairs("option,item\nA,seat #1\n#A,x\nB,seat #2\n") ==
        "1 A: seat_#1\n2 B: seat_#2\n");
  CHECK(options_of_pairs("option,item\n\"#1\",F\n") == "1 #1: F\n");
  // A note tells of comments that look like rows.
  const auto notes = [](const std::string& text) {
    io::Input input = io::Input::from_text(text, "table");
    return io::pairs_format().read(input, {}).notes;
  };
  CHECK(notes("# a,b\noption,item\n# all,the,rows\n#1\nA,x\n\"#1\",x\n").empty());
  const auto noted = notes("option,item\nA,x\n#1,x\n#2,x\n");
  REQUIRE(noted.size() == 1);
  CHECK(noted[0].starts_with("2 lines with as many cells as the others, the first on line 3,"));
  // The first line has the separator of all.
  CHECK(read("option,item\ntour; a,F1\ntour; b,F2\n", ProblemFormat::pairs) == "F1 F2\nF1\nF2\n");
  CHECK(options_of_pairs("option,item\ntour; a,F1\ntour; b,F2\n") ==
        "1 tour;_a: F1\n2 tour;_b: F2\n");
  CHECK(options_of_pairs("option;item\nx,y;F1\n") == "1 x,y: F1\n");
  // Quotes protect it, and two are one.
  CHECK(read("option,item,cost\n\"Smith, John\" , F1 ,\"3\"\n", ProblemFormat::pairs) ==
        "F1\nF1 |3\n");
  CHECK(options_of_pairs("option,item,cost\n\"Smith, John\" , F1 ,\"3\"\n") ==
        "1 Smith,_John: F1\n");
  CHECK(read("option,item\n\"a \"\"b\"\"\",\"\"\"\"\nx,5\"\n", ProblemFormat::pairs) ==
        "\" 5\"\n\"\n5\"\n");
  CHECK(options_of_pairs("option,item\n\"a \"\"b\"\"\",\"\"\"\"\nx,5\"\n") ==
        "1 a_\"b\": \"\n2 x: 5\"\n");
  CHECK(io::format_of_text("\"option\";\"item\"\n") == ProblemFormat::pairs);
}

TEST_CASE("pairs: what is refused") {
  const auto refused = [](io::Input& input) { return io::pairs_format().read(input, {}); };
  check_refusals(
      {
          {"no head", "a,b\n1,2\n", 1, 1, "a,b", "must name the columns"},
          {"nothing", "# a\n", 0, 0, "", "no line that names the columns"},
          {"no option", "option,item\n,a\n", 2, 1, ",a", "without an option"},
          {"no item", "option,item\np,\n", 2, 1, "p,", "without an item"},
          {"too long", "option,item\np,a,3\n", 2, 5, "3", "more than 2 columns"},
          {"twice", "option,item\np,a\nq,a\np,a\n", 4, 3, "a", "occurs twice in option 'p'"},
          {"bad cost", "option,item,cost\np,a,x\n", 2, 5, "x", "bad cost 'x'"},
          {"two costs", "option,item,cost\np,a,1\np,b,2\n", 3, 5, "2", "another cost above"},
          {"a comma", "option;item;cost\np;a;3,5\n", 2, 5, "3,5", "bad cost '3,5'; decimal"},
          {"bad name", "option,item\np,a:b\n", 2, 3, "a:b", "a name of an item 'a:b' with"},
          {"Latin-1", "option,item\n\xE4,a\n", 2, 1, "\xE4", "a name of an option with a blank"},
          {"open", "option,item\np, \"a\"\"\n", 2, 4, "\"a\"\"", "a quote that this line does not"},
          {"behind a quote", "option,item\n\"p\" q,a\n", 2, 5, "q,a", "behind its closing quote"},
          {"one name", "option,item\np,A x\nq,A_x\n", 3, 3, "A_x", "would be that of 'A x'"},
          {"one option", "option,item\np q,a\n\"p_q\",b\n", 3, 2, "p_q", "would be that of 'p q'"},
      },
      refused);
}

TEST_CASE("ec: Knuth's text below its sizes") {
  const std::string text = "3 2\na b | c\na c\nb\n";
  CHECK(read(text, ProblemFormat::ec) == "a b | c\na c\nb\n");
  CHECK(io::format_of_text(text) == ProblemFormat::ec);
  CHECK(io::format_of_text("2 1\n7 2 1 2\n") == ProblemFormat::or_library);
  check_refusals(
      {
          {"no sizes", "a b\na\nb\n", 1, 1, "a b", "numbers of items and of options"},
          {"nothing", "", 0, 0, "", "numbers of items and of options"},
          {"too few", "3 2\na b\na\nb\n", 0, 0, "", "2 items, and the first line announces 3"},
          {"too many", "2 1\na b\na\nb\n", 0, 0, "", "2 options, and the first line announces 1"},
          {"unknown", "1 1\na\nb\n", 3, 1, "b", "unknown item"},
      },
      [](io::Input& input) { return io::ec_format().read(input, {}); });
  CHECK_THROWS_WITH(written(problem_of("2|a\na\na\n"), ProblemFormat::ec),
                    "ec: neither colours nor multiplicities are written");
}

TEST_CASE("xc: lists of numbers") {
  const std::string text = "c a comment\np xcc 2 1\n2 3 -1 0 1\n3 -1 0\n";
  CHECK(read(text, ProblemFormat::xc) == "1 2 | 3\n2 3:1\n1 3:1\n");
  CHECK(io::format_of_text(text) == ProblemFormat::xc);
  CHECK(read("p xc 1 0\n1 0\n", ProblemFormat::xc) == "1\n1\n");
  io::Input dropping = io::Input::from_text("p xc 1 1\n2 0\n1 0\n", "text");
  CHECK(io::xc_format().read(dropping, {.drop_options_without_primary = true}).dropped_options ==
        1);
  check_refusals(
      {
          {"no head", "1 0\n", 1, 1, "1 0", "'p xc 3 0'"},
          {"another", "p cnf 1 0\n", 1, 3, "cnf", "neither xc nor xcc"},
          {"many", "p xc 9999999 0\n", 1, 1, "p xc 9999999 0", "at most 4194304 primary items"},
          {"more", "p xc 1 99999999999\n", 1, 1, "p xc 1 99999999999",
           "at most 4194304 secondary items"},
          {"no number", "p xc 1 0\na 0\n", 2, 1, "a", "not a whole number"},
          {"no item", "p xc 1 0\n2 0\n", 2, 1, "2", "numbered from 1 to 1"},
          {"colour", "p xc 1 1\n1 2 -1 0\n", 2, 5, "-1", "colours need 'p xcc'"},
          {"of primary", "p xcc 1 1\n1 -1 0\n", 2, 3, "-1", "behind a secondary item"},
          {"no end", "p xc 1 0\n1\n", 2, 1, "1", "within an option"},
          {"no primary", "p xc 1 1\n2 0\n", 2, 3, "0", "primary"},
          {"twice", "p xc 1 0\n1 1 0\n", 2, 3, "1", "1"},
      },
      [](io::Input& input) { return io::xc_format().read(input, {}); });
}

TEST_CASE("cnf and opb: what is refused") {
  check_refusals(
      {
          {"another", "p xc 1 0\n", 1, 3, "xc", "is not cnf"},
          {"mixed", "p cnf 2 1\n1 -2 0\n", 2, 3, "-2", "both signs"},
          {"no variable", "p cnf 2 1\n3 0\n", 2, 1, "3", "there are 2"},
          {"no end", "p cnf 2 1\n1 2\n", 2, 3, "2", "within a clause"},
          {"many", "p cnf 0 9999999\n", 1, 1, "p cnf 0 9999999", "at most 4194304 clauses"},
          {"cut", "p cnf 2 2\n1 2 0\n", 1, 3, "cnf", "1 clause, and this line announces 2"},
          {"projected", "p cnf 2 1\nc p show 1 0\n1 2 0\n", 2, 5, "show", "projected"},
          {"weighted", "p cnf 1 1\n1 0\nc p weight 1 0.5 0\n", 3, 5, "weight", "weighted"},
      },
      [](io::Input& input) { return io::cnf_format().read(input, {}); });
  check_refusals(
      {
          {"many", "* #variable= 9999999\n", 1, 14, "9999999", "at most 4194304 variables"},
          {"cut", "* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n", 1, 29, "2",
           "1 constraint, and this line announces 2"},
          {"bad number", "* #variable= 1 #constraint= x\n", 1, 29, "x", "number of constraints"},
          {"coefficients", "+1 x1 +2 x2 >= 1 ;\n", 1, 10, "x2", ""},
          {"negated", "+1 ~x1 >= 1 ;\n", 1, 4, "~x1", "negated"},
          {"no bound", "+1 x1 >= ;\n", 1, 10, ";", "wanted a number"},
          {"no end", "+1 x1 >= 1 min: ;\n", 1, 12, "min:", "wanted ';'"},
      },
      [](io::Input& input) { return io::opb_format().read(input, {}); });
}

TEST_CASE("a line of a percent sign ends clauses, as in SATLIB's files") {
  const std::string text = "p cnf 3 2\n1 2 0\n2 3 0\n";
  CHECK(read(text + "%\n0\n\n", ProblemFormat::cnf) == read(text, ProblemFormat::cnf));
}

TEST_CASE("texts of Knuth's that begin as other formats do") {
  for (const std::string text : {"p xc 3 4\np xc\n3 4\n", "p cnf 3 4\n3 4\r\np cnf",
                                 "* #variable= 2 a\n* #variable=\n2\na\n"}) {
    CAPTURE(text);
    CHECK(io::format_of_text(text) == ProblemFormat::knuth);
  }
  std::string large = "p xc 3 4\n";
  while (large.size() < 2 * io::Input::window) large += "p xc 4\n";
  CHECK(io::format_of_text(large.substr(0, io::Input::window)) == ProblemFormat::knuth);
  CHECK(io::format_of_text("p xc 3 0\n3 0\n1 2 0\n") == ProblemFormat::xc);
  CHECK(io::format_of_text("p xc 99999999999 0\n") == ProblemFormat::xc);
  CHECK(io::format_of_text("p cnf 2 1\n1 2 0\n") == ProblemFormat::cnf);
  CHECK(io::format_of_text("p cnf 2 0\n") == ProblemFormat::cnf);
  CHECK(io::format_of_text("* #variable= 1 #constraint= 2\n*\n+1 x1 >= 1 ;\n") ==
        ProblemFormat::opb);
}

TEST_CASE("xc, ec: what is written is read back") {
  Random random(43);
  int in_ec = 0;
  for (int n = 0; n < 300; ++n) {
    const Problem problem = random_model(random, random_shape(random, 8)).problem();
    CAPTURE(n);
    INFO(canonical_text(problem));
    if (problem.has_multiplicities()) continue;
    const auto again = [&](ProblemFormat format) {
      io::Input input = io::Input::from_text(written(problem, format), "text");
      return read_problem(input, format).problem;
    };
    const Problem numbers = again(ProblemFormat::xc);
    CHECK(numbers.primary_count() == problem.primary_count());
    CHECK(numbers.option_count() == problem.option_count());
    CHECK(brute_force(numbers) == brute_force(problem));
    if (problem.has_colours() || problem.primary_count() == 0 || problem.has_costs()) continue;
    ++in_ec;
    CHECK(canonical_text(again(ProblemFormat::ec)) == canonical_text(problem));
  }
  CHECK(in_ec > 10);
}

}  // namespace
}  // namespace dlx::test
