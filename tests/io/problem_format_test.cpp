// What is said of formats: their names, their endings, which are read and which are written.

#include "dlx/io/problem_format.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/io/likely_meaning.hpp"
#include "tests/support/model.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

TEST_CASE("every format has a name of its own") {
  std::set<std::string_view> names;
  for (const auto& name : dlx::names<ProblemFormat>) names.insert(name.word);
  CHECK(names.size() == dlx::names<ProblemFormat>.size());
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
      {"a.mps", ProblemFormat::mps},
      {"a.csv", ProblemFormat::csv},
      {"a.xc", ProblemFormat::xc},
      {"a.ec", ProblemFormat::ec},
      {"a.mzn", ProblemFormat::minizinc},
      {"b/a.json.gz", ProblemFormat::json},
      {"a.txt", std::nullopt},
      {"a.dlx.zst", std::nullopt},
      {"dlx", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& [path, format] : paths) {
    CAPTURE(path);
    CHECK(io::format_of_name(path) == format);
  }
}

TEST_CASE("a format is read and written, or refused") {
  const Problem problem = problem_of("a b\na\nb\na b\n");
  const std::map<ProblemFormat, std::string> only_read = {
      {ProblemFormat::pairs, "option,item\np,a\nq,b\n"},
      {ProblemFormat::python, "{'x': ['a']}"},
      {ProblemFormat::or_library, "1 1\n1 1 1\n"},
      {ProblemFormat::mps, "ROWS\n N c\n E r\nCOLUMNS\n x r 1\nBOUNDS\n BV x\nENDATA\n"}};
  for (const auto& name : dlx::names<ProblemFormat>) {
    const ProblemFormat format = name.value;
    CAPTURE(name.word);
    std::string text;
    const auto write = [&] {
      (void)io::write_problem(problem, format, [&](std::string_view part) { text += part; });
    };
    if (!io::can_write(format)) {
      CHECK_THROWS_WITH(write(), std::string(name.word) + " is not written");
      INFO("a format that is only read needs a text in this test");
      REQUIRE(only_read.contains(format));
      text = only_read.at(format);
    } else {
      write();
      CHECK(!text.empty());
    }
    io::Input input = io::Input::from_text(text, "text");
    if (io::can_read(format)) {
      const Problem again = read_problem(input, format).problem;
      if (io::can_write(format)) CHECK(again.option_count() == 3);
    } else {
      CHECK_THROWS_WITH(read_problem(input, format),
                        std::string(to_string(format)) + " is not read");
    }
  }
}

TEST_CASE("columns are made secondary in rows, and nowhere else") {
  io::Input rows = io::Input::from_text("[[0, 1]]", "text");
  CHECK(read_problem(rows, ProblemFormat::sage, {.secondary = {1}}).problem.secondary_count() == 1);
  io::Input matrix = io::Input::from_text("11", "text");
  CHECK(read_problem(matrix, ProblemFormat::matrix, {.secondary = {1}}).problem.primary_count() ==
        1);
  io::Input text = io::Input::from_text("a b\na b\n", "text");
  CHECK_THROWS_AS(read_problem(text, ProblemFormat::knuth, {.secondary = {1}}),
                  std::invalid_argument);
}

TEST_CASE("the format of a text is that of its file's name, or that of its first lines") {
  CHECK(io::format_of("a.dlx", "1.0 0.0\n") == ProblemFormat::knuth);
  CHECK(io::format_of("a.txt", "1.0 0.0\n0.0 1.0\n") == ProblemFormat::matrix);
  CHECK(io::format_of("a.csv", "a,b\n1,0\n0,1\n") == ProblemFormat::csv);
  CHECK(io::format_of("a.mzn", "[[0]]") == ProblemFormat::sage);  // mzn is not read
}

TEST_CASE("lists of rows are read where JSON is expected") {
  for (const char* text : {"[[0,3],[1,2]]", "\n[ [0, 3],\n[1, 2]]"}) {
    io::Input input = io::Input::from_text(text, "rows.json");
    CHECK(canonical_text(read_problem(input, ProblemFormat::json).problem) ==
          "0 1 2 3\n0 3\n1 2\n");
  }
  io::Input objects = io::Input::from_text("[{\"items\":[0]}]", "rows.json");
  CHECK_THROWS_WITH(read_problem(objects, ProblemFormat::json),
                    Catch::StartsWith("rows.json:1:1: a problem is an object: {"));
}

/// What is said of a text in Knuth's format whose format nobody has named.
std::string refusal(const std::string& text, ProblemFormat format = ProblemFormat::knuth) {
  io::Input input = io::Input::from_text(text, "text");
  try {
    (void)read_problem(input, format, {.refuse_without_options = true});
  } catch (const io::InputError& e) {
    return e.what();
  }
  return "read";
}

const std::string sudoku =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

TEST_CASE("a text without options is refused where nobody has said that it is a problem") {
  CHECK(refusal("hello world") ==
        "text:1:1: no options: this line was read as the items of a problem, and a line for each "
        "option should follow");
  CHECK_THAT(refusal("| note\n\n  a b | s\n"), Catch::StartsWith("text:3:3: no options"));
  CHECK_THAT(refusal("1:2|a\n"), Catch::StartsWith("text:1:1: no options"));
  CHECK_THAT(refusal("| x y\nx y\n"), Catch::Contains("'1| | x y'"));
  CHECK_THAT(refusal("# x y\n"), Catch::Contains("a comment begins with |"));
  // One solution: nothing is to be covered.
  for (const char* text : {"1|\n", "1| | s\n", "0:3|a\n", "a\na\n"}) {
    CAPTURE(text);
    CHECK(refusal(text) == "read");
  }
  CHECK_THAT(refusal("a | s\ns\n"), Catch::Contains("option without a primary item"));
  io::Input named = io::Input::from_text("hello world", "text");
  CHECK(read_problem(named, ProblemFormat::knuth).problem.option_count() == 0);
  // A file whose name ends with .dlx is meant as a problem.
  const TemporaryFolder folder;
  for (const char* ending : {"", ".txt", ".dlx"}) {
    CAPTURE(ending);
    const std::string path = folder.path(std::string("words") + ending);
    std::ofstream(path) << "hello world\n";
    if (std::string_view(ending) == ".dlx") {
      CHECK(io::read(path).option_count() == 0);
    } else {
      CHECK_THROWS_WITH(io::read(path), Catch::Contains(":1:1: no options"));
    }
  }
}

TEST_CASE("what cannot be read is told by what it looks like") {
  std::string grid;
  std::string apart;
  for (std::size_t k = 0; k < sudoku.size(); ++k) {
    grid += sudoku[k];
    apart += sudoku[k] == '.' ? '0' : sudoku[k];
    grid += k % 9 == 8 ? "\n" : "";
    apart += k % 9 == 8 ? '\n' : ' ';
  }
  for (const std::string& text : {sudoku, "# one\n" + sudoku + "\n", sudoku + "," + sudoku, grid,
                                  apart, std::string("1234\n3412\n2143\n4321\n")}) {
    CAPTURE(text);
    CHECK_THAT(refusal(text), Catch::Contains("'dlx sudoku'"));
  }
  const std::vector<std::pair<std::string, const char*>> others = {
      {"<?xml version=\"1.0\"?>\n<puzzle>\n", "BurrTools"},
      {"<!DOCTYPE html>\n", "a page of the web"},
      {"/SOMA001 CUBE\n/###/\n", "'dlx polycube'"},
      {"D:xDim=3:yDim=2\n", "'dlx polycube'"},
      {"s(blue,1,[0,1,0]).\n", "'dlx cube'"},
      {"101\n", "format 'matrix'"},
      {"\xFF\xFE"
       "a",
       "UTF-16"},
      {"a b\ra\rb\r", "old Macs"},
      {"option,item\n\xE4,a\n", "not UTF-8"},
  };
  for (const auto& [text, meaning] : others) {
    CAPTURE(text);
    CHECK_THAT(refusal(text), Catch::Contains(meaning));
  }
  for (const char* text : {"a b\na c\n", "12345 678\n12345 9\n", "x[1] x[2]\nx[3]\n"}) {
    CAPTURE(text);
    CHECK_THAT(refusal(text), !Catch::Contains("looks like"));
  }
  // Rows with a slip are rows.
  const std::string nine = "0 1 0 1 0 1 0 1 0\n";
  std::string rows = "0 1 0 1 0 2 0 1 0\n";
  for (int k = 0; k < 8; ++k) rows += nine;
  CHECK_THAT(refusal(rows, ProblemFormat::matrix), !Catch::Contains("looks like"));
  CHECK_THAT(refusal("{\"items\":\n", ProblemFormat::json), !Catch::Contains("looks like"));
}

TEST_CASE("what is said of a problem without options") {
  const auto note = [](const std::string& text) {
    return io::note_without_options(problem_of(text), text, ProblemFormat::knuth);
  };
  CHECK(note("a\na\n").empty());
  CHECK(note("a b\n") == "no options in it, so no solution exists");
  CHECK(note("1|\n") == "no options in it, so the only solution is empty");
  CHECK(note("0:2|a\n") == "no options in it, so the only solution is empty");
  CHECK(note(sudoku) ==
        "no options in it, so no solution exists; it looks like a sudoku, which 'dlx sudoku' "
        "reads");
  for (const std::string pieces :
       {"3x3x3\nred XXX/X\n", "| mine\n\n3x4\nA 000 100\n", "XX_\n_XX\n\nA XX\n"}) {
    CHECK_THAT(refusal(pieces, ProblemFormat::knuth), Catch::Contains("--from triples"));
  }
  for (const std::string other : {"x3 a\nb c\n", "3x\nred\n", "a XX\nb\n"}) {
    CHECK_THAT(refusal(other, ProblemFormat::knuth), !Catch::Contains("--from triples"));
  }
}

TEST_CASE("what could be a matrix") {
  CHECK(io::could_be_matrix("0 1\n1 0\n"));
  CHECK(io::could_be_matrix("01\n"));
  CHECK_FALSE(io::could_be_matrix(""));
  CHECK_FALSE(io::could_be_matrix("# only a comment\n"));
  CHECK_FALSE(io::could_be_matrix("a b\n1 0\n"));
  CHECK_FALSE(io::could_be_matrix("0 1\n1 2\n"));
}

}  // namespace
}  // namespace dlx::test
