#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/runs/carried_unit.hpp"
#include "dlx/version.hpp"
#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

/// All subcommands: those that completion offers, which come from the program's own table.
const std::vector<std::string>& subcommands() {
  static const std::vector<std::string> names = [] {
    const std::string script = dlx_out("completion bash");
    const std::string before = "    '') words='help ";
    const std::size_t start = script.find(before) + before.size();
    return words(script.substr(start, script.find('\'', start) - start));
  }();
  return names;
}

std::string help_of(const std::string& subcommand) {
  const Result r = dlx_run(subcommand + " --help");
  INFO("dlx " << subcommand << " --help");
  CHECK(r.exit_code == 0);
  CHECK(r.err.empty());
  return r.out;
}

/// The help with all options, which is that of --help except for puzzles.
std::string whole_help_of(const std::string& subcommand) {
  const std::string help = help_of(subcommand);
  return contains(help, "--help-all") ? dlx_out(subcommand + " --help-all") : help;
}

/// The options that a help describes: the first name of each.
std::vector<std::string> options_in(const std::string& help) {
  std::vector<std::string> names;
  for (const std::string& line : lines(help)) {
    if (line.starts_with("  -")) names.push_back(line.substr(2, line.find_first_of(", ", 2) - 2));
  }
  return names;
}

/// The lines under "Examples:", without what stands behind them as a comment.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> examples;
  bool inside = false;
  for (const std::string& line : lines(help)) {
    if (line == "Examples:") {
      inside = true;
    } else if (inside && line.starts_with("  ")) {
      examples.push_back(line.substr(2, line.find("   ", 2) - 2));
    }
  }
  return examples;
}

TEST_CASE("every help is on standard output, and has examples") {
  CHECK_FALSE(examples_in(help_of("")).empty());
  const std::string top = help_of("");
  CHECK(subcommands().size() >= 30);
  for (const std::string& subcommand : subcommands()) {
    const std::string help = help_of(subcommand);
    CHECK(contains(top, "  " + subcommand + " "));
    CHECK_FALSE(examples_in(help).empty());
    CHECK(contains(help, "Usage: dlx " + subcommand));
    for (const char* option : {"--json", "--quiet", "--color", "--help"}) {
      CHECK(contains(whole_help_of(subcommand), option));
    }
  }
  for (const char* code : {"0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "130", "143"}) {
    CHECK(contains(top, code));
  }
}

TEST_CASE("the help of a puzzle has at most 15 options, and --help-all has the others") {
  for (const std::string puzzle :
       {"soma", "pentominoes", "polycube", "design", "dominoes", "cube", "bigcube", "snake",
        "snakes", "sudoku", "districts", "queens", "langford"}) {
    INFO(puzzle);
    const std::string help = help_of(puzzle);
    const std::vector<std::string> first = options_in(help);
    const std::vector<std::string> all = options_in(dlx_out(puzzle + " --help-all"));
    CHECK(first.size() <= 15);
    CHECK(contains(help, std::to_string(all.size() - first.size()) + " more options: "));
    CHECK(contains(help, "dlx " + puzzle + " --help-all\n"));
    for (const std::string& name : first) {
      CHECK(std::find(all.begin(), all.end(), name) != all.end());
    }
    CHECK(examples_in(help) == examples_in(dlx_out(puzzle + " --help-all")));
  }
  const Result count = dlx_run("count --help-all");
  CHECK(count.exit_code == 2);
  CHECK(contains(count.err, "unknown option '--help-all'; --help shows all options"));
  const Result behind = dlx_run("resume -- -x.dlxr --time-limit 1");
  CHECK(contains(behind.err, "unknown option '--time-limit'; write it behind 'resume' and not "));
}

TEST_CASE("dlx puzzles lists every puzzle, with a picture of those in the catalogue") {
  const std::string text = dlx_out("puzzles");
  const auto objects = json_lines(dlx_out("puzzles --json"));
  for (const auto& object : objects) {
    const std::string command = object["command"];
    CHECK((object["name"] != "polycube" || command == "dlx polycube --help"));
    CHECK((object["name"] != "snakes" || command == "dlx snakes"));
  }
  CHECK(objects.size() == 13);
  int pictures = 0;
  for (const auto& object : objects) {
    const auto name = object.at("name").get<std::string>();
    INFO(name);
    CHECK(contains(help_of(""), "  " + name + " "));
    CHECK(contains(text, object.at("help").get<std::string>() + "\n"));
    const auto picture = object.at("picture").get<std::string>();
    if (picture.empty()) continue;
    ++pictures;
    const auto command = object.at("command").get<std::string>();
    CHECK(
        dlx_out(command.substr(4) + " --first --up-to none --quiet").find(picture.substr(0, 20)) !=
        std::string::npos);
  }
  CHECK(pictures == 8);
}

TEST_CASE("help fits a terminal of 100 columns, and lists no exclusions") {
  std::vector<std::string> commands = subcommands();
  commands.emplace_back("");
  for (const std::string& subcommand : commands) {
    const std::string help = help_of(subcommand);
    for (const std::string& line : lines(help)) {
      INFO(line);
      CHECK(line.size() <= 100);
    }
    CHECK_FALSE(contains(help, "Excludes:"));
    CHECK_FALSE(contains(help, "\n\n\n"));
  }
  for (const char* group :
       {"\nSolve and count:\n", "\nPuzzles:\n", "\nLong runs:\n", "\nTools:\n"}) {
    CHECK(contains(help_of(""), group));
  }
  CHECK_FALSE(contains(help_of(""), "Subcommands:"));  // each is in a group
}

TEST_CASE("-h is --help") {
  CHECK(dlx_out("-h") == dlx_out("--help"));
  CHECK(dlx_out("queens -h") == dlx_out("queens --help"));
}

TEST_CASE("--version says what was built, and nothing on standard error") {
  const Result r = dlx_run("--version");
  CHECK(r.exit_code == 0);
  CHECK(r.err.empty());
  CHECK(r.out.starts_with("dlx "));
  for (const char* part : {"engines:", "build:", "sanitizers:", "libraries:", "zlib"}) {
    CHECK(contains(r.out, part));
  }
}

/// Examples that count for seconds, and minutes where the search checks itself.
bool is_long(const std::string& example) {
  for (const char* part : {"soma", "8x8", "10x10", "20x20", "2x3x10", "snakes", "--colour-faces"}) {
    if (contains(example, part)) return true;
  }
  return false;
}

/// The files that the example of dlx work reads, as dlx-cluster writes them.
void write_run_and_unit(const TemporaryFolder& folder) {
  ProblemBuilder builder = ProblemBuilder::numbered(1);
  builder.option({ItemId{0}});
  const std::string run = to_text(runs::CarriedRun{.program = DLX_VERSION,
                                                   .search = {.engine = EngineKind::dancing_links},
                                                   .listing = false,
                                                   .weighted = false,
                                                   .weights = {},
                                                   .trace = {},
                                                   .problem = std::move(builder).build()});
  folder.write("run", run);
  folder.write("unit", to_text(runs::CarriedUnit{certificate::sha256(run),
                                                 {.id = 1, .part = {}, .nodes = 100}}));
}

TEST_CASE("every example runs as it is shown") {
  const TemporaryFolder folder;
  folder.write("problem.dlx", knuth_example);
  folder.write("toy.dlx", knuth_example);
  folder.write("costs.dlx", "a b\na |1\nb |2\na b |4\n");
  write_run_and_unit(folder);
  CHECK(dlx_run("polycube - --all --xmpuzzle " + folder.path("puzzle.xmpuzzle"),
                "[0-2][0-1]0\n2*L 000 100 010\n")
            .exit_code == 0);
  folder.write(
      "bag.design",
      "box 3x3x1\npiece L 000 100 010\npiece 0..2*I XXX\nall 2 one-sided 0..3\nwant unique\n");
  folder.write("problem.dlx.gz", gzipped(knuth_example));
  folder.write(
      "puzzles.txt",
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n");
  std::string binary = DLX_BINARY;
  const std::string path = binary.substr(0, binary.rfind('/')) + ":/usr/bin:/bin";
  std::vector<std::string> examples = examples_in(help_of(""));
  for (const std::string& subcommand : subcommands()) {
    for (const std::string& example : examples_in(help_of(subcommand))) examples.push_back(example);
  }
  CHECK(examples.size() > 20);
  for (const std::string& example : examples) {
#ifdef DLX_SANITIZE
    if (is_long(example)) continue;
#else
    (void)is_long;
#endif
    const Result r = run({.arguments = {"-c", "set -e; " + example},
                          .environment = {{"PATH", path}},
                          .folder = folder.path(""),
                          .program = "/bin/sh"});
    INFO(example << "\n" << r.err);
    CHECK(r.exit_code == 0);
    CHECK_FALSE(contains(r.err, "error:"));
    CHECK_FALSE(contains(r.err, "warning:"));
  }
}

TEST_CASE("what an example promises is what it prints") {
  CHECK(dlx_out("queens 8 --count") == "92\n");
  CHECK(dlx_out("langford 8 --count") == "300\n");
#ifndef DLX_SANITIZE
  CHECK(dlx_out("dominoes 8x8 --count") == "12988816\n");
  // A domino is drawn at both edges that it crosses.
  CHECK(dlx_out("dominoes 4x4 --wrap x,y --count") == "272\n");
  CHECK(dlx_out("dominoes 1x4 --wrap x --all") == "<><>\n\n><><\n\n");
  CHECK(dlx_out("soma --count --up-to rotations") == "480\n");
#endif
}

TEST_CASE("wrong usage: exit code 2, a word about it, and nothing on standard output") {
  const std::vector<std::string> wrong{
      "sudokus",
      "-x",
      "--json",
      "queens --frobnicate",
      "queens x",
      "queens 8 9",
      "queens 8.5",
      "queens 99999999999999999999",
      "queens 0",
      "queens -3",
      "queens 1001",
      "queens -n",
      "queens -n x",
      "queens -n -1",
      "queens -n 1.5",
      "queens -n 99999999999999999999999",
      "queens --first --all",
      "queens --first -n 2",
      "queens --all --count",
      "queens --count --first",
      "queens -n 3 --count",
      "queens --up-to translations",
      "queens --up-to",
      "queens --engine warp",
      "queens --color pink",
      "queens --time-limit -1",
      "queens --time-limit soon",
      "queens --time-limit nan",
      "queens --node-limit -5",
      "queens --node-limit x",
      "queens --knuth-strict",
      "queens --json=maybe",
      "langford 0",
      "langford --up-to rotations",
      "langford two",
      "dominoes 0x5",
      "dominoes 2x3x4",
      "dominoes 99999999999999x2",
      "dominoes 1001x1000",
      "pentominoes 5x5 --pieces A",
      "pentominoes 5x5 --pieces 0*Y",
      "pentominoes 0x5",
      "sudoku",
      "sudoku 123",
      "sudoku 11..............",
      "sudoku 1...5..56......6....4..2......6...41",
      "sudoku 1............... --box-width 0",
      "sudoku 1............... --box-width 3",
      "sudoku x...............",
      "count",
      "solve",
      "verify",
      "verify -",
      "info",
      "count a b",
      "count - --max-input -1",
      "count - --max-input x",
      "count - --up-to rotations",
      "count - --all",
      "info - --engine auto",
      "completion",
      "completion tcsh",
      "man sudokus",
      "verify - - --stats",
  };
  for (const std::string& arguments : wrong) {
    const Result r = dlx_run(arguments);
    INFO("dlx " << arguments << "\n" << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.signal == 0);
    CHECK(r.out.empty());
    CHECK(contains(r.err, "dlx: error: "));
    CHECK_FALSE(contains(r.err, "no items"));  // the option is wrong, not the input
  }
}

TEST_CASE("an error of usage names the word, and the help to read") {
  const Result r = dlx_run("queens --frobnicate");
  CHECK(contains(r.err, "--frobnicate"));
  CHECK(contains(r.err, "Try 'dlx queens --help'"));
  CHECK(contains(dlx_run("sudokus").err, "sudokus"));
  CHECK(contains(dlx_run("queens x").err, "x"));
  CHECK(contains(dlx_run("queens --up-to sideways").err, "sideways"));
}

}  // namespace
}  // namespace dlx::test
