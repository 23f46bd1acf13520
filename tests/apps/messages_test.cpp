#include <catch2/catch.hpp>
#include <regex>
#include <string>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/runs/ledger.hpp"
#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

const std::string escape = "\x1b[";

/// The messages of a command that errs.
std::string messages(const std::string& arguments, bool terminal,
                     std::vector<std::pair<std::string, std::string>> environment = {}) {
  return run({.arguments = words("count - " + arguments),
              .input = "a b\na c\n",
              .environment = std::move(environment),
              .terminal = terminal})
      .err;
}

const std::vector<std::pair<std::string, std::string>> xterm{{"TERM", "xterm"}, {"NO_COLOR", ""}};
const std::vector<std::pair<std::string, std::string>> dumb{{"TERM", "dumb"}, {"NO_COLOR", ""}};
const std::vector<std::pair<std::string, std::string>> no_colour{{"TERM", "xterm"},
                                                                 {"NO_COLOR", "1"}};

TEST_CASE("no colour without a terminal, unless told otherwise") {
  CHECK_FALSE(contains(messages("", false, xterm), escape));
  CHECK(contains(messages("--color always", false, xterm), escape));
  CHECK(contains(messages("--color always", false, dumb), escape));
}

TEST_CASE("colour on a terminal, unless told otherwise", "[.terminal]") {
  CHECK(contains(messages("", true, xterm), escape));
  CHECK_FALSE(contains(messages("", true, dumb), escape));
  CHECK_FALSE(contains(messages("", true, no_colour), escape));
  CHECK_FALSE(contains(messages("--color auto", true, no_colour), escape));
  CHECK_FALSE(contains(messages("--color never", true, xterm), escape));
  CHECK(contains(messages("--color always", true, no_colour), escape));
}

TEST_CASE("no colour ever reaches standard output") {
  for (const char* command :
       {"queens --color always", "soma --color always --json", "queens --color always --count"}) {
    CHECK_FALSE(contains(dlx_out(command), escape));
  }
}

/// What terminals obey, what is no text, and a second line.
const std::string vicious =
    "\x1B[31m\x7F\xC2\x9B"
    "2J\xE2\x80\xAE\a\b\r\t\xFF\nfoe";
const std::string friendly = "B\xC3\xA4ume-\xE6\x9C\xA8";

void check_printable(const std::string& text) {
  for (const std::string& line : lines(text)) {
    CHECK(printable(line) == line);
    CHECK_FALSE(line.starts_with("foe"));
  }
}

TEST_CASE("nothing that is typed or read can change the terminal") {
  const TemporaryFolder folder;
  folder.write("p", knuth_example);
  folder.write(vicious, knuth_example);
  const std::vector<std::vector<std::string>> commands = {
      {vicious},
      {"--" + vicious},
      {"queens", vicious},
      {"queens", "8", "--" + vicious},
      {"queens", "8", "--count", "--threads", vicious},
      {"queens", "8", "-n", vicious},
      {"queens", "8", "--engine", vicious},
      {"queens", "8", "--svg", "no/" + vicious},
      {"langford", vicious},
      {"sudoku", vicious},
      {"snake", vicious},
      {"dominoes", vicious},
      {"pentominoes", vicious},
      {"polycube", vicious + vicious},
      {"polycube", "p", "--problem", vicious},
      {"design", vicious + vicious},
      {"cube", vicious + vicious},
      {"cube", vicious},
      {"soma", "--figure", vicious},
      {"count", vicious + vicious},
      {"count", vicious, "--count"},
      {"count", "p", "--up-to", vicious},
      {"count", "p", "--from", vicious},
      {"count", "p", "--method", vicious},
      {"count", "p", "--secondary", vicious},
      {"count", "p", "--order", vicious},
      {"count", "p", "--memory-limit", vicious},
      {"count", "p", "--scratch", vicious},
      {"count", "p", "--certificate", "no/" + vicious},
      {"count", "p", "--checkpoint", "no/" + vicious},
      {"count", "p", "--checkpoint", vicious + "run"},
      {"count", "p", "--progress", "--json", "--checkpoint", vicious},
      {"solve", "p", vicious},
      {"verify", vicious, vicious + vicious},
      {"info", vicious + vicious},
      {"merge", vicious},
      {"merge", "p", vicious + vicious},
      {"split", "p", "--units", vicious, "-o", "x"},
      {"split", "p", "--units", "2", "-o", vicious},
      {"split", "p", "--units", "2", "-o", "parts" + vicious},
      {"convert", "p", vicious},
      {"convert", "p", vicious + ".gz"},
      {"convert", "p", "no/" + vicious, "--to", "json"},
      {"convert", "p", "-", "--to", vicious},
      {"estimate", vicious + vicious},
      {"sample", "p", "-n", vicious},
      {"explain", "p", "--html", "no/" + vicious},
      {"resume", vicious},
      {"resume", vicious + vicious},
      {"status", vicious},
      {"man", vicious},
      {"completion", vicious},
      {"zdd", vicious + vicious},
      {"marginals", vicious + vicious},
      {"proof", vicious + vicious},
      {"work", vicious, vicious}};
  for (std::vector<std::string> arguments : commands) {
    for (const bool json : {false, true}) {
      if (json) arguments.emplace_back("--json");
      const Result r = run({.arguments = arguments, .folder = folder.path("")});
      CAPTURE(printable(arguments[0] + (arguments.size() > 1 ? arguments[1] : "")), json);
      CHECK(r.signal == 0);
      CHECK(r.exit_code != 1);
      check_printable(r.out);
      check_printable(r.err);
    }
  }
  // Text that harms nothing stays as it was typed.
  CHECK(contains(run({.arguments = {"count", friendly}}).err, " " + friendly + ": cannot open"));
}

TEST_CASE("a checkpoint of a stranger cannot change the terminal") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  std::string words = vicious;
  words.erase(words.find('\xFF'), 1);  // no JSON has it
  const nlohmann::json arguments = {"queens", "6", "--count", "--checkpoint", words};
  runs::Ledger::create(file,
                       {{"arguments", arguments.dump()},
                        {"task", words},
                        {"problem", words},
                        {"engine", words},
                        {"began", words},
                        {"up to", words},
                        {"progress", nlohmann::json({{"seconds", 1}}).dump()},
                        {"answer", nlohmann::json({{"count", words}, {"why", words}}).dump()},
                        {"text", words}},
                       1);
  for (const std::string command : {"status", "resume", "status --json", "count"}) {
    const Result r = dlx_run(command + " " + file);
    CAPTURE(command);
    CHECK(r.exit_code != 1);
    check_printable(r.out);
    check_printable(r.err);
  }
  CHECK(contains(dlx_run("status " + file).out, "\\x1b[31m"));
}

TEST_CASE("no name of a file ends the line of a program, or spoils a picture") {
  const TemporaryFolder folder;
  const std::string name = vicious + ".xmpuzzle";
  folder.write(name, bytes_of(DLX_DATA_XMPUZZLE "/soma333.xmpuzzle"));
  for (const std::string ending : {"scad", "svg", "html"}) {
    const Result r = run({.arguments = {"polycube", name, "--first", "--" + ending, "picture"},
                          .folder = folder.path("")});
    INFO(r.err);
    REQUIRE(r.exit_code == 0);
    const std::string picture = bytes_of(folder.path("picture"));
    CHECK_FALSE(contains(picture, escape));
    if (ending != "html") check_printable(picture);  // scripts have tabs
  }
}

TEST_CASE("--quiet silences notes, and neither warnings nor errors") {
  CHECK(contains(dlx_run("queens 6 --all").err, "4 solutions"));
  CHECK(dlx_run("queens 6 --all --quiet").err.empty());
  CHECK(dlx_run("queens 6 -q").err.empty());
  CHECK(contains(dlx_run("count - --quiet", "a b\na\n").err, "warning"));
  CHECK(contains(dlx_run("count - --quiet", "a a\n").err, "error"));
  CHECK(contains(dlx_run("queens 12 --count --quiet --node-limit 5").err, "INCOMPLETE"));
}

TEST_CASE("--stats on standard error, whatever else is quiet") {
  const Result r = dlx_run("queens 6 --count --stats --quiet");
  CHECK(r.out == "4\n");
  for (const char* part : {"method: search: it was over soon, by bit_matrix because it is dense",
                           "engine: bit_matrix", "nodes: ", "nodes per level:"}) {
    INFO(part);
    CHECK(contains(r.err, part));
  }
  const Result asked = dlx_run("queens 6 --count --stats --engine dancing_links");
  CHECK(contains(asked.err, "method: search: it was asked for"));
  CHECK(contains(asked.err, "engine: dancing_links"));
  CHECK(contains(asked.err, "updates: "));
}

TEST_CASE("--progress prints lines where standard error is no terminal") {
  // A sweep that has just begun cannot say how much is done.
  const Result r = dlx_run("queens 20 --count --method search --progress --time-limit 2.5");
  CHECK(r.exit_code == 3);
  CHECK_FALSE(contains(r.err, "\r"));
  int reports = 0;
  for (const std::string& line : lines(r.err)) {
    if (contains(line, " nodes, ") && contains(line, "% done")) ++reports;
  }
  CHECK(reports >= 1);
  CHECK(reports <= 3);
  CHECK_FALSE(contains(r.out, "nodes, "));
}

TEST_CASE("without --progress nothing is reported within the first minute") {
  const Result r = dlx_run("queens 20 --count --time-limit 1.5");
  CHECK_FALSE(contains(r.err, " nodes, "));
}

TEST_CASE("on a terminal the progress line is rewritten in place, and gone before the next line",
          "[.terminal]") {
  const Result r = run({.arguments = words("queens 20 --count --time-limit 4"),
                        .environment = {{"TERM", "xterm"}, {"NO_COLOR", "1"}},
                        .terminal = true});
  CHECK(r.exit_code == 3);
  CHECK(std::regex_search(r.err, std::regex("\r[1-4] s: ")));
  CHECK(contains(r.err, "\x1b[K"));
  CHECK(contains(r.err, "\r\x1b[Kdlx: warning: INCOMPLETE"));
  const Result quiet =
      run({.arguments = words("queens 20 --count --time-limit 1.5 --quiet"), .terminal = true});
  CHECK_FALSE(contains(quiet.err, " nodes, "));
}

struct Bad {
  std::string text;
  std::string place;
  std::string word;
};

TEST_CASE("bad input: exit code 2, file:line:column, the word, and a caret under it") {
  const std::string nul("a b\na\0b\n", 8);
  const std::vector<Bad> table{
      {"a b\na c\n", ":2:3:", "c"},
      {"a b a\na\n", ":1:5:", "a"},
      {"a b\na:x\n", ":2:1:", "a:x"},
      {"a b\na a\n", ":2:3:", "a"},
      {"a | b | c\na\n", ":1:7:", "|"},
      {"a b | s\n\n| note\ns\n", ":4:1:", "s"},
      {"a:b c\n", ":1:1:", "a:b"},
      {"3:2|a\na\n", ":1:1:", "3:2|a"},
      {"x|a\n", ":1:1:", "x|a"},
      {"a | s\na s:\n", ":2:3:", "s:"},
      {"a\na |x\n", ":2:3:", "|x"},
      {"a\na |99999999999999999999\n", ":2:3:", "|99999999999999999999"},
      {nul, ":2:1:", ""},
      {std::string("b ") + std::string(70'000, 'a') + "\nb\n", ":1:3:", ""},
      {"\xC3\xA9 b\n\xC3\xA9 b zz\n", ":2:5:", "zz"},
  };
  const TemporaryFolder folder;
  for (const auto& [text, place, word] : table) {
    const std::string file = folder.write("bad.dlx", text);
    for (const char* command : {"count", "solve", "info"}) {
      const Result r = run({.arguments = {command, file}});
      INFO(text.substr(0, 100) << "\n" << r.err.substr(0, 500));
      CHECK(r.exit_code == 2);
      CHECK(r.out.empty());
      CHECK(contains(r.err, file + place));
      const auto said = lines(r.err);
      REQUIRE(said.size() == 3);
      const auto caret = said[2].find('^');
      REQUIRE(caret != std::string::npos);
      if (!word.empty() && text.front() != '\xC3') {
        CHECK(said[1].substr(caret, word.size()) == word);
      }
      // Short enough to read, however long the line is.
      for (const std::string& line : said) CHECK(line.size() < 400);
    }
  }
}

TEST_CASE("an item without options is warned of by name; the count is 0 and the code 0") {
  for (const char* command : {"count -", "solve -", "info -"}) {
    const Result r = dlx_run(command, "a lonely c\na c\n");
    CHECK(r.exit_code == 0);
    CHECK(contains(r.err, "warning"));
    CHECK(contains(r.err, "'lonely'"));
  }
  CHECK(dlx_run("count -", "a lonely c\na c\n").out == "0\n");
  CHECK(contains(dlx_run("count -", "a lonely c third\na c\n").err, "and 1 more"));
  // One that may be left uncovered is no reason.
  const Result optional = dlx_run("count -", "a 0:1|b\na\n");
  CHECK(optional.out == "1\n");
  CHECK_FALSE(contains(optional.err, "warning"));
}

}  // namespace
}  // namespace dlx::test
