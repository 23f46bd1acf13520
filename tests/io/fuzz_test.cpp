// Every reader of problems and solutions takes what it can read and refuses all else with a place.

#include <catch2/catch.hpp>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/io/format.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/io/rows.hpp"
#include "dlx/io/solution_text.hpp"
#include "tests/support/model.hpp"
#include "tests/support/mutations.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int rounds = 2'000;
#else
constexpr int rounds = 20'000;
#endif

/// `read` gets damaged texts; `marks` are characters that mean something to it.
void fuzz(const std::vector<std::string>& texts, std::string_view marks,
          const std::function<void(io::Input&)>& read) {
  const auto sample = GENERATE(Sample::fixed, Sample::drawn);
  const std::uint64_t seed = sample == Sample::fixed ? 81 : drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  int taken = 0;
  int refused = 0;
  for (int n = 0; n < rounds; ++n) {
    const std::string text = damaged(texts[random.below(texts.size())], random, marks);
    try {
      io::Input input = io::Input::from_text(text, "text");
      read(input);
      ++taken;
    } catch (const io::InputError& e) {
      ++refused;
      if (e.place().line != 0 && text.find(e.place().word) == std::string::npos) {
        FAIL("a word of its own: " << e.what() << "\n" << text);
      }
    } catch (const std::exception& e) {
      FAIL("another exception: " << e.what() << "\n" << text);
    }
  }
  if (sample == Sample::fixed) {
    CHECK(taken > rounds / 20);
    CHECK(refused > rounds / 20);
  }
}

std::string rows_of(const Problem& problem, bool matrix) {
  std::string text;
  const auto sink = [&](std::string_view part) { text += part; };
  if (matrix) {
    io::matrix_format().write(problem, sink);
  } else {
    io::sage_format().write(problem, sink);
  }
  return text;
}

TEST_CASE("damaged lists of rows") {
  fuzz({"[[0,3],[1,2],[0,1]]", "[]", "[[ 2, 0 ],\n [1]]\n", "[[0,1,2,3,4,5,6,7,8,9,10,11]]"},
       "[], 0123456789-\n", [](io::Input& input) {
         const io::ReadProblem rows = io::sage_format().read(input, {});
         if (rows.problem.option_count() == 0) return;
         io::Input again = io::Input::from_text(rows_of(rows.problem, false), "again");
         if (canonical_text(io::sage_format().read(again, {}).problem) !=
             canonical_text(rows.problem)) {
           FAIL("another problem came back");
         }
       });
}

TEST_CASE("damaged matrices") {
  fuzz({"1 0 0\n0 1 1\n", "101\n010\n", "# numpy\n1 1\n", "a,b\n1.0,0.0\n0,1\n",
        "\"1\";\"0\"\nTRUE;FALSE\n", "1.00e+00 0.0e+00\n0. 1.\n"},
       "01 #\n2,;.e\"a", [](io::Input& input) {
         (void)io::matrix_look(input.ahead());
         const io::ReadProblem rows = io::matrix_format().read(input, {});
         if (rows.problem.option_count() == 0) return;
         const std::string written = rows_of(rows.problem, true);
         io::Input again = io::Input::from_text(written, "again");
         // Names of columns are not written.
         if (rows_of(io::matrix_format().read(again, {}).problem, true) != written) {
           FAIL("another problem came back");
         }
       });
}

TEST_CASE("damaged set partitioning problems") {
  fuzz({"2 3\n5 1 1\n6 1 2\n7 2 1 2\n", "3 1\n-4 3 1 2\n3\n"}, "0123456789- \n",
       [](io::Input& input) {
         (void)canonical_text(io::or_library_format().read(input, {}).problem);
       });
}

TEST_CASE("damaged tables of options and items, lists of numbers and texts below sizes") {
  const auto read = [](const io::Format& format) {
    return [format](io::Input& input) { (void)canonical_text(format.read(input, {}).problem); };
  };
  fuzz({"option,item,cost\np q,a,1.5\np q,b,\nr,a,2\n", "item;option\na;1\n\"b\";1\n"},
       "option,item gain;\"#1.-\n", read(io::pairs_format()));
  fuzz({"3 2\na b | c\na c\nb\n", "1 0\nabcabcabc\n"}, "0123 ab|:\n", read(io::ec_format()));
  fuzz({"c x\np xcc 2 1\n2 3 -1 0\n1 3 -1 0\n", "p xc 1 0\n1 0"}, "0123- pxc\n",
       read(io::xc_format()));
  fuzz({"p cnf 3 4\n1 2 0\n1 3 0\n-1 -2 0\n-1 -3 0\n"}, "0123- pcnf\n", read(io::cnf_format()));
  fuzz({"* #variable= 3 #constraint= 2\nmin: +41 x1 ;\n+1 x1 +1 x2 = 1 ;\n-1 x1 -1 x3 >= -1 ;\n"},
       "0123+-= >x;*\n", read(io::opb_format()));
}

TEST_CASE("damaged solutions") {
  const Problem problem = problem_of("a b c | s\na b s:x\nc s:x\na\nb c s\n");
  std::string solution = io::solution_text(problem, "1", std::vector{OptionId{0}, OptionId{1}});
  fuzz({solution, "1 2\n3 4\n", "{\"n\":\"1\",\"options\":[1,2]}\n",
        "1:\n a b s:x (1 of 2)\n c s:x (1 of 1)\n"},
       "0123456789:{}[]\", ()\nabc", [&](io::Input& input) {
         io::SolutionReader reader(problem, input);
         while (const auto options = reader.next()) {
           for (const OptionId option : *options) {
             if (index(option) >= problem.option_count()) FAIL("an option that there is not");
           }
         }
       });
}

TEST_CASE("whatever a text is taken for, it is read or refused") {
  std::vector<std::string> texts{"[[0,3],[1,2]]",
                                 "1 0\n0 1\n",
                                 "2 3\n5 1 1\n6 1 2\n7 2 1 2\n",
                                 R"({"format":"dlx-problem/1","items":[],"options":[]})",
                                 "a b | c\na c:x\nb\n",
                                 "a,b\n1,0\n0,1\n",
                                 "1.0 0.0\n0.0 1.0\n"};
  fuzz(texts, "[]{}|:, 01ab\n#", [](io::Input& input) {
    (void)read_problem(input, io::format_of_text(input.ahead()), {.refuse_without_options = true});
  });
}

}  // namespace
}  // namespace dlx::test
