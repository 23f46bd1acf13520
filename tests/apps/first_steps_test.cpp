// What helps a user who does not know the command yet: a page without arguments, errors that name
// what to type, files recognised for what they are, and a warning before a count that takes hours.

#include <catch2/catch.hpp>
#include <csignal>
#include <string>
#include <utility>

#include "tests/apps/process.hpp"
#include "tests/support/processor_time.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr double sanitizer_allowance = 4;  // seconds
#else
constexpr double sanitizer_allowance = 0;
#endif

TEST_CASE("dlx alone prints a short page") {
  const Result r = dlx_run("");
  CHECK(r.exit_code == 0);
  CHECK(r.err.empty());
  CHECK(lines(r.out).size() < 20);
  for (const char* part : {"dlx soma", "dlx count problem.dlx", "langford", "dlx --help"}) {
    CHECK(contains(r.out, part));
  }
}

TEST_CASE("a mistyped command or option is answered by the nearest one") {
  struct Typo {
    const char* typed;
    const char* answer;
  };
  for (const Typo& typo :
       {Typo{"solv x", "unknown command 'solv'; did you mean 'solve'?"},
        {"cuont x", "did you mean 'count'?"},
        {"snaek", "did you mean 'snake'?"},
        {"queens 8 --cuont", "unknown option '--cuont'; did you mean '--count'?"},
        {"soma --up-too=all", "unknown option '--up-too'; did you mean '--up-to'?"}}) {
    const Result r = dlx_run(typo.typed);
    INFO(r.err);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, typo.answer));
  }
  const Result far = dlx_run("frobnicate");
  CHECK(contains(far.err, "unknown command 'frobnicate'\n"));
}

TEST_CASE("files that dlx writes for its own use are recognised") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", dlx_out("queens 6 --emit"));
  const std::string checkpoint = folder.path("run.dlxr");
  CHECK(dlx_run("count " + problem + " --checkpoint " + checkpoint).exit_code == 0);
  for (const std::string command :
       {"count ", "solve ", "info ", "polycube ", "count --from json "}) {
    const Result r = dlx_run(command + checkpoint);
    INFO(r.err);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "this is a checkpoint, not a problem"));
    CHECK(contains(r.err, "dlx resume " + checkpoint));
    CHECK(contains(r.err, "dlx status " + checkpoint));
  }
  const std::string certificate = folder.path("cert");
  CHECK(dlx_run("count " + problem + " --certificate " + certificate).exit_code == 0);
  const std::string parts = folder.path("parts");
  CHECK(dlx_run("split " + problem + " --units 2 -o " + parts).exit_code == 0);
  CHECK(contains(dlx_run("solve " + parts + "/0.result").err, "dlx merge"));
}

TEST_CASE("--up-to names what to type instead") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", dlx_out("queens 6 --emit"));
  for (const std::string word : {"rotations", "reflections"}) {
    const Result r = dlx_run("count " + problem + " --up-to " + word);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "'" + word + "' is for puzzles"));
    CHECK(contains(r.err, "--up-to all"));
  }
  const std::string screws =
      folder.write("screws.triples", "[0-1][0-1][0-1]\n2*S 000 100 110 111\n");
  CHECK(dlx_run("polycube " + screws + " --count --up-to rotations").exit_code == 0);
  const Result r = dlx_run("polycube " + screws + " --count --up-to reflections");
  CHECK(r.exit_code == 2);
  CHECK(contains(r.err, "--up-to reflections: piece 'S' has no mirror image"));
  CHECK(contains(r.err, "use --up-to rotations"));
}

/// Steiner triple systems of 13 points, in the names of the points: 6227020800 symmetries.
std::string steiner_systems() {
  std::string items;
  std::string options;
  constexpr int points = 13;
  const auto pair = [](int a, int b) { return std::to_string(a) + "." + std::to_string(b); };
  for (int a = 0; a < points; ++a) {
    for (int b = a + 1; b < points; ++b) {
      items += pair(a, b) + " ";
      for (int c = b + 1; c < points; ++c) {
        options += pair(a, b) + " " + pair(a, c) + " " + pair(b, c) + "\n";
      }
    }
  }
  return items + "\n" + options;
}
const char* const steiner_count = "1197504000\n";

#ifndef DLX_SANITIZE  // the quick method may take longer there than it is tried
TEST_CASE("an option that excludes the quick method says so before the count starts") {
  const TemporaryFolder folder;
  const std::string sts = folder.write("sts13.dlx", steiner_systems());
  struct Case {
    std::string arguments;
    const char* option;
  };
  for (const Case& c : {Case{"--trust T1", "--trust T1"},
                        {"--fingerprint 1", "--fingerprint"},
                        {"--engine dancing_links", "--engine"},
                        {"--unit-nodes 1000 --checkpoint " + folder.path("run"), "--unit-nodes"}}) {
    const std::string command = "count " + sts + " " + c.arguments;
    const Result r =
        run({.arguments = words(command), .signal = SIGINT, .signal_after = "the count takes "});
    INFO(command << "\n" << r.err);
    CHECK(r.exit_code == 130);
    CHECK(contains(r.err, std::string(c.option) + ": "));
    CHECK(contains(r.err, "the search takes about "));
    CHECK(contains(r.err, std::string("without ") + c.option + " the count takes "));
    CHECK_FALSE(contains(dlx_run(command + " --time-limit 0.5 --quiet").err, "takes about"));
  }
  for (const std::string arguments :
       {"queens 8 --count --trust T2", "queens 8 --count --fingerprint 1",
        "langford 8 --count --engine dancing_links"}) {
    CHECK_FALSE(contains(dlx_run(arguments).err, "takes about"));
  }
}
#endif

TEST_CASE("a certificate excludes no use of many symmetries") {
  const TemporaryFolder folder;
  const std::string sts = folder.write("sts13.dlx", steiner_systems());
  const std::string proof = folder.path("proof");
  const Result r = dlx_run("count " + sts + " --trust T2 --certificate " + proof);
  INFO(r.err);
  CHECK(r.exit_code == 0);
  CHECK(r.out == steiner_count);
  CHECK_FALSE(contains(r.err, "takes about"));
  CHECK(contains(r.err, "trust T2: dlx-check accepts the certificate"));
  CHECK(bytes_of(proof).size() < 200'000);
}

TEST_CASE("a checkpoint excludes no method") {
  const TemporaryFolder folder;
  const std::string sts = folder.write("sts13.dlx", steiner_systems());
  for (const auto& [command, count] :
       {std::pair<std::string, std::string>{"count " + sts, steiner_count},
        {"dominoes 14x14 --count", dlx_out("dominoes 14x14 --count")}}) {
    const std::string file = folder.path("run" + std::to_string(count.size()));
    const Result r = dlx_run(command + " --stats --checkpoint " + file);
    INFO(command << "\n" << r.err);
    CHECK(r.exit_code == 0);
    CHECK(r.out == count);
    CHECK_FALSE(contains(r.err, "takes about"));
    CHECK(contains(r.err, "tried: "));
    const std::string status = dlx_out("status " + file);
    INFO(status);
    CHECK(contains(status, ": complete\n"));
    CHECK(contains(status, "counted by "));
    const Result again = dlx_run("resume " + file + " --stats");
    CHECK(again.out == count);
    CHECK(contains(again.err, "method: "));
  }
}

TEST_CASE("the time limit includes what is tried before the count starts") {
  const TemporaryFolder folder;
  const std::string sts = folder.write("sts13.dlx", steiner_systems());
  for (const std::string option : {"--fingerprint 1", "--trust T1"}) {
    const double start = child_processor_seconds();
    const Result r = dlx_run("count " + sts + " --threads 1 --time-limit 1 " + option);
    INFO(option << "\n" << r.err);
    CHECK(r.exit_code == 3);
    CHECK(child_processor_seconds() - start < 1.5 + sanitizer_allowance);
  }
}

TEST_CASE("counts that are over soon say nothing before they start") {
  const TemporaryFolder folder;
  for (const std::string command : {"soma --count --up-to rotations", "queens 8 --count"}) {
    const Result r = dlx_run(command + " --checkpoint " + folder.path(command.substr(0, 4)));
    CHECK(r.exit_code == 0);
    CHECK_FALSE(contains(r.err, "takes about"));
  }
}

TEST_CASE("a unit refuses options that it cannot follow") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", dlx_out("queens 10 --emit"));
  const std::string parts = folder.path("parts");
  REQUIRE(dlx_run("split " + problem + " --units 2 -o " + parts).exit_code == 0);
  for (const std::string option :
       {"--json", "--fingerprint 3", "--method sweep", "--up-to all", "--engine dancing_links",
        "--checkpoint x", "--fix 1", "--forbid 1", "--cover at-least", "--competition"}) {
    const Result r = dlx_run("count " + parts + "/1.unit " + option);
    INFO(r.err);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err,
                   option.substr(0, option.find(' ')) + " does not go with a unit of 'dlx split'"));
  }
}

TEST_CASE("a sum over signs is counted in units, and merge gives the count and its fingerprint") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", dlx_out("langford 8 --emit"));
  const std::string parts = folder.path("sums");
  const std::string split = "split " + problem + " --units 2 --method signs -o ";
  REQUIRE(dlx_run(split + parts + " --fingerprint 5").exit_code == 0);
  std::string results = parts + "/0.result";
  for (const char* unit : {"1", "2"}) {
    const Result counted = dlx_run("count " + parts + "/" + unit + ".unit --stats");
    CHECK(contains(counted.err, "steps of the sum over signs: "));
    results += " " + folder.write(std::string(unit) + ".result", counted.out);
  }
  CHECK(dlx_out("merge " + results) == dlx_out("count " + problem + " --fingerprint 5"));
  const Result cut = dlx_run("count " + parts + "/2.unit --node-limit 1");
  CHECK(cut.exit_code == 3);
  CHECK(contains(cut.err, "the unit has no result yet"));
  const Result refused = dlx_run(split + folder.path("none") + " --engine dancing_links");
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "--units with --method signs does not go with --engine"));
  CHECK(dlx_run("split " + problem + " --units 2 --method zdd -o x").exit_code == 2);
}

TEST_CASE("an estimate that is cut short says so, with what it has") {
  const std::string board = dlx_out("dominoes 60x60 --emit");
  const Result late = dlx_run("estimate - --probes 1000000 --time-limit 4", board);
  CHECK(late.exit_code == 3);
  CHECK(contains(late.out, "probes "));
  CHECK(contains(late.out, "INCOMPLETE: stopped by the time limit"));
  CHECK(dlx_run("estimate - --time-limit 4", board).exit_code == 0);
}

TEST_CASE("problems whose text needs a guard go through files and checks") {
  const TemporaryFolder folder;
  struct Example {
    const char* name;
    const char* text;
    const char* count;
  };
  for (
      const Example& example :
      {Example{"slash.dlx", "1|/a b\nb /a\n/a\nb\n", "2"},
       {"none.json", R"({"format": "dlx-problem/1", "items": [], "options": []})", "1"},
       {"secondary.json",
        R"({"format": "dlx-problem/1", "items": [{"name": "s", "kind": "secondary"}], "options": []})",
        "1"}}) {
    CAPTURE(example.name);
    const std::string problem = folder.write(example.name, example.text);
    const std::string count = std::string(example.count) + "\n";
    const std::string run_file = folder.path(std::string("run.") + example.name);
    CHECK(dlx_run("count " + problem).out == count);
    CHECK(dlx_run("count " + problem + " --checkpoint " + run_file).out == count);
    CHECK(dlx_out("resume " + run_file) == count);
    const Result sure = dlx_run("count " + problem + " --trust T2");
    INFO(sure.err);
    CHECK(sure.out == count);
    CHECK(contains(sure.err, "trust T2"));
    const std::string parts = folder.path(std::string("parts.") + example.name);
    CHECK(dlx_run("split " + problem + " --units 2 -o " + parts).exit_code == 0);
    for (const char* unit : {"/01", "/02"}) {
      const std::string file = parts + unit + ".unit";
      const Result counted = dlx_run("count " + file);
      if (counted.exit_code == 0) folder.write("result", counted.out);
    }
    Command emit{.arguments = {"convert", problem, "-", "--to", "knuth"}};
    const Result text = run(emit);
    CHECK(text.exit_code == 0);
    CHECK(dlx_run("count - --from knuth", text.out).out == count);
  }
}

}  // namespace
}  // namespace dlx::test
