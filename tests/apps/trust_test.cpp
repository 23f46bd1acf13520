// --trust: each level says how it was reached, and what becomes of an answer that is not confirmed.

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/shared_instances.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

/// dlx in a folder of its own, with another dlx-check beside it, or none.
class Alone {
 public:
  explicit Alone(const std::string& checker) {
    fs::copy_file(DLX_BINARY, folder_.path("dlx"));
    if (checker.empty()) return;
    ::chmod(folder_.write("dlx-check", "#!/bin/sh\n" + checker).c_str(), 0755);
  }

  Command command(const std::string& arguments) const {
    return {.arguments = words(arguments),
            .environment = {{"PATH", "/usr/bin:/bin"}, {"TMPDIR", folder_.path("")}},
            .program = folder_.path("dlx")};
  }
  std::string folder() const { return folder_.path(""); }
  /// Whether something temporary is left.
  bool tidy() const {
    for (const auto& entry : fs::directory_iterator(folder_.path(""))) {
      if (entry.is_directory()) return false;
    }
    return true;
  }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("every complete answer says its level, and an incomplete one none") {
  CHECK(contains(dlx_run("queens 6 --count --stats").err, "trust T0: counted once"));
  CHECK(contains(dlx_run("queens 6 --count --trust T0").err, "trust T0: counted once"));
  CHECK(contains(dlx_run("queens 6 --all --stats").err, "trust T0: listed once"));
  CHECK_FALSE(contains(dlx_run("queens 6 --count").err, "trust"));
  CHECK_FALSE(contains(dlx_run("queens 6 --all").err, "trust"));
  CHECK_FALSE(contains(dlx_run("queens 6 --count --quiet").err, "trust"));
  CHECK_FALSE(contains(dlx_run("queens 6 -n 2").err, "trust"));
  CHECK_FALSE(
      contains(dlx_run("queens 9 --count --engine dancing_links --node-limit 20").err, "trust"));
  CHECK(json_lines(dlx_out("queens 6 --count --json")).back()["trust"] == "T0");
  CHECK_FALSE(json_lines(dlx_run("queens 6 -n 1 --json").out).back().contains("trust"));
}

TEST_CASE("T1 counts again by another engine or method") {
  const auto why = [](const std::string& arguments) {
    const Result result = dlx_run(arguments + " --trust T1 --fingerprint 5 --json");
    INFO(arguments << result.err);
    REQUIRE(result.exit_code == 0);
    const auto summary = json_lines(result.out).back();
    CHECK(summary["trust"] == "T1");
    CHECK(contains(summary["trust_why"], summary["fingerprint"].get<std::string>()));
    return summary["trust_why"].get<std::string>();
  };
  CHECK(contains(why("queens 8 --count --engine dancing_links"),
                 "search by dancing_links and search by dancing_cells agree"));
  CHECK(contains(why("queens 8 --count --engine dancing_cells"),
                 "search by dancing_cells and search by dancing_links agree"));
  CHECK(contains(why("dominoes 6x6 --count --method sweep"), "sweep and memo agree"));
  CHECK(contains(why("dominoes 6x6 --count --method memo"), "memo and zdd agree"));
  CHECK(contains(why("dominoes 6x6 --count --method zdd"), "zdd and sweep agree"));
  const TemporaryFolder folder;
  const std::string counted = folder.write("problem.dlx", counted_example);
  CHECK(contains(why("count " + counted + " --method sweep"), "sweep and search by"));
}

TEST_CASE("T1 finds another way for every kind of problem, engine and method that counts it") {
  const std::vector<std::string> problems = {
      knuth_example,
      coloured_example,
      counted_example,
      "2|a 0:2|b c | s t\na s:1\na s:2 t\na b\na c\nb c\nc s:1\nb t\n",  // bounds and colours
      "a b c | s\na s\nb s\na b\nc\nb c\na\n",                           // nobody's colour
      "2|a 2|b\na\na b\nb\n",
      "a b |\na\nb\na b\n",
      "a b\na\n",  // no solution
      "3|a\na\na\n"};
#ifdef DLX_SANITIZE  // a process takes a quarter of a second to start
  constexpr int one_in = 3;
#else
  constexpr int one_in = 1;
#endif
  const TemporaryFolder folder;
  int combination = 0;
  int confirmed = 0;
  for (std::size_t p = 0; p < problems.size(); ++p) {
    const std::string file = folder.write("problem" + std::to_string(p) + ".dlx", problems[p]);
    for (const std::string engine : {"auto", "dancing_links", "dancing_cells", "bit_matrix"}) {
      for (const std::string method : {"auto", "search", "sweep", "memo", "zdd"}) {
        for (const std::string rest : {"", " --no-preprocess"}) {
          if (++combination % one_in != 0) continue;
          const std::string command =
              "count " + file + " --engine " + engine + " --method " + method + rest;
          const Result plain = dlx_run(command);
          if (plain.exit_code != 0) continue;  // not for this problem
          const Result sure = dlx_run(command + " --trust T1 --fingerprint 3");
          CAPTURE(problems[p], command, sure.err);
          CHECK(sure.exit_code == 0);
          CHECK(lines(sure.out).at(0) + '\n' == plain.out);
          CHECK(contains(sure.err, "trust T1"));
          ++confirmed;
        }
      }
    }
    const Result listed = dlx_run("solve " + file + " --all --trust T1");
    CAPTURE(problems[p], listed.err);
    CHECK(listed.exit_code == 0);
    CHECK(contains(listed.err, "trust T1"));
  }
  CHECK(confirmed >= 200 / one_in);
}

TEST_CASE("a list is counted again as well, and a run that is kept in a file") {
  const TemporaryFolder folder;
  const Result listed = dlx_run("langford 7 --all --trust T1");
  REQUIRE(listed.exit_code == 0);
  CHECK(contains(listed.err, "trust T1"));
  const Result kept = dlx_run("langford 7 --count --trust T1 --checkpoint " + folder.path("run"));
  INFO(kept.err);
  REQUIRE(kept.exit_code == 0);
  CHECK(contains(kept.err, "trust T1"));
  CHECK(lines(kept.out).at(0) == "52");
  CHECK(lines(kept.out).at(1).starts_with("fingerprint "));
}

TEST_CASE("T2 has a certificate checked, of counts, lists, classes and costs") {
  const TemporaryFolder folder;
  const std::string costs = folder.write("costs.dlx", "a b\na |4\nb |-1\na b |2\n");
  for (const std::string& command : std::vector<std::string>{
           "queens 8 --count", "queens 6 --all", "dominoes 8x8 --count", "soma --count",
           "soma --count --up-to rotations", "pentominoes 3x20 --count --up-to all",
           "solve " + costs + " --min-cost -n 2", "solve " + costs + " --min-cost --count",
           "solve " + costs + " --max-cost 3 --all", "solve " + costs + " --max-cost 1",
           "solve " + costs + " --min-cost --checkpoint " + folder.path("costs") +
               " --certificate " + folder.path("costs.proof"),
           "langford 8 --count --checkpoint " + folder.path("run") + " --certificate " +
               folder.path("certificate")}) {
    const Result result = dlx_run(command + " --trust T2");
    INFO(command << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(contains(result.err, "trust T2: dlx-check accepts the certificate"));
    CHECK(contains(result.err, "the certificate is ") == contains(command, "--certificate"));
  }
}

TEST_CASE("every shared instance has its count at T2", "[.shared]") {
  const auto instances = shared_instances();
  for (const SharedInstance& instance : instances) {
#ifdef DLX_SANITIZE
    if (instance.name == "macmahon") continue;  // 9 MB of certificate: some minutes
#endif
    CAPTURE(instance.name);
    const Result result =
        dlx_run("count " + shared_instance_path(instance.name) + " --trust T2 --json");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const auto summary = json_lines(result.out).back();
    CHECK(summary["count"] == instance.solutions);
    CHECK(summary["trust"] == "T2");
  }
}

TEST_CASE("T3 has a checker by others accept a proof") {
  const Alone verified("exec " DLX_CHECK_BINARY " \"$@\"");
  const auto with = [&](const std::string& name, const std::string& script) {
    Command command = verified.command("queens 6 --count --trust T3");
    const TemporaryFolder folder;
    ::chmod(folder.write(name, "#!/bin/sh\n" + script).c_str(), 0755);
    command.environment[0].second = folder.path("") + ":/usr/bin:/bin";
    return run(command);
  };
  // What it is given is the problem as clauses, and a proof.
  const std::string reads = "grep -q '^p cnf 36 ' $1 && test -s $2 && ";
  const Result good = with("cake_lpr", reads + "echo s VERIFIED UNSAT");
  INFO(good.err);
  CHECK(good.exit_code == 0);
  CHECK(good.out == "4\n");
  CHECK(contains(good.err, "trust T3: dlx-check accepts the certificate, and cake_lpr the proof"));
  CHECK(with("lrat-check", reads + "echo c VERIFIED").exit_code == 0);
  const Result bad = with("lrat-check", "echo c NOT VERIFIED; exit 1");
  CHECK(bad.exit_code == 1);
  CHECK(bad.out.empty());
  const Result neither = with("lrat-trim", "echo what; exit 2");
  CHECK(neither.exit_code == 5);
  CHECK(neither.out == "4\n");
  CHECK(contains(neither.err, "trust T2"));
  // Only the line that the checker prints counts, and its exit code.
  for (const auto& [name, script] : std::vector<std::pair<std::string, std::string>>{
           {"cake_lpr", "echo cannot open /tmp/VERIFIED/x; exit 1"},
           {"cake_lpr", "echo cannot open /tmp/VERIFIED/x"},
           {"cake_lpr", "echo cannot open '/tmp/NOT VERIFIED/x'"},
           {"cake_lpr", "echo s VERIFIED"},
           {"cake_lpr", "echo s VERIFIED UNSAT; exit 1"},
           {"lrat-check", "echo c VERIFIED; exit 1"},
           {"lrat-check", "echo s VERIFIED"},
           {"lrat-trim", "echo s VERIFIED; exit 1"},
           {"acl2", "echo 's VERIFIED?'"}}) {
    const Result result = with(name, script);
    CAPTURE(name, script, result.err);
    CHECK(result.exit_code == 5);
    CHECK(result.out == "4\n");
    CHECK(contains(result.err, "trust T2"));
  }
  CHECK(with("lrat-trim", reads + "echo s VERIFIED; exit 20").exit_code == 0);
  CHECK(with("acl2", "echo 'ACL2 !>'; echo s VERIFIED").exit_code == 0);
  CHECK(verified.tidy());

  Command none = verified.command("queens 6 --count --trust T3");
  none.environment[0].second = verified.folder();
  const Result nobody = run(none);
  CHECK(nobody.exit_code == 2);
  CHECK(contains(nobody.err, "cake_lpr"));
}

/// Figures of the documentation.
void check_figures(const std::vector<std::pair<std::string, std::string>>& figures) {
  for (const auto& [command, count] : figures) {
    const Result result = dlx_run(command + " --trust T2");
    INFO(command << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out == count + '\n');
    CHECK(contains(result.err, "trust T2"));
  }
}

TEST_CASE("what the documentation counts has its count at T2") {
  check_figures({{"soma --count", "11520"},
                 {"soma --count --up-to rotations", "480"},
                 {"soma --count --up-to reflections", "240"},
                 {"pentominoes 6x10 --count", "9356"},
                 {"pentominoes 6x10 --count --up-to all", "2339"},
                 {"queens 8 --count --up-to all", "12"},
                 {"dominoes 16x16 --count", "2444888770250892795802079170816"},
                 {"langford 12 --count", "216288"}});
}

TEST_CASE("and what takes minutes", "[slow]") {
  check_figures({{"dominoes 20x20 --count", "1269984011256235834242602753102293934298576249856"}});
}

TEST_CASE("what cannot be confirmed is not said, or only as far as it is") {
  const std::string queens = "queens 8 --count --trust T2";
  {
    const Alone none("");
    const Result result = run(none.command(queens));
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "it is not beside dlx, in " +
                                   none.folder().substr(0, none.folder().size() - 1)));
    CHECK(contains(result.err, "none on the PATH"));
    CHECK(contains(result.err, "cmake --build build/release --target dlx_check"));
    CHECK(result.out.empty());
    const Result later =
        run(none.command("queens 6 --count --certificate " + none.folder() + "/c"));
    CHECK(later.exit_code == 0);
    CHECK(contains(later.err, "to check it: dlx-check PROBLEM"));
    const Result fixed =
        run(none.command("queens 6 --count --fix 1 --certificate " + none.folder() + "/f"));
    CHECK(contains(fixed.err, "'dlx convert' with these --fix and --forbid writes PROBLEM"));
    CHECK(contains(later.err, "cmake --build build/release --target dlx_check"));
  }
  for (const std::string checker : {"echo 'REFUSED after 3 bytes' >&2; exit 1", "echo count 93",
                                    "printf 'count 92\\nproblem 0\\ncomplete\\n'"}) {
    const Alone refusing(checker);
    const Result result = run(refusing.command(queens));
    CAPTURE(checker, result.err);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.err, "does not accept the certificate"));
    CHECK(result.out.empty());
    CHECK(refusing.tidy());
  }
  for (const std::string checker : {"echo 'no memory' >&2; exit 2", "kill -9 $$"}) {
    const Alone failing(checker);
    const Result result = run(failing.command(queens));
    CAPTURE(checker, result.err);
    CHECK(result.exit_code == 5);
    CHECK(contains(result.err, "dlx-check"));
    CHECK(contains(result.err, "trust T0"));
    CHECK(result.out == "92\n");
    CHECK(failing.tidy());
  }
}

TEST_CASE("a certificate must prove all that the answer says") {
  const TemporaryFolder folder;
  const std::string costs = folder.write("costs.dlx", "a b\na |4\nb |-1\na b |2\n");
  const std::string seeded = "queens 6 --count --fingerprint 5";
  for (const auto& [command, change] : std::vector<std::pair<std::string, std::string>>{
           {"queens 6 --count", "s/^count 4$/count 5/"},
           {seeded, "s/^fingerprint .* seed/fingerprint 1 seed/"},
           {seeded, "s/seed 5$/seed 6/"},
           {seeded, "s/^fingerprint .*/fingerprint none/"},
           {"queens 6 --count --up-to all", "s/^classes 1 /classes 2 /"},
           {"queens 6 --count --up-to all", "/^classes/d"},
           {"solve " + costs + " --min-cost -n 2", "s/^cheapest 2: 2/cheapest 2: 1/"},
           {"solve " + costs + " --min-cost --count", "s/^count 1/count 2/"},
           {"solve " + costs + " --min-cost --count", "s/^cheapest least: 2/cheapest least: 1/"},
           {"solve " + costs + " --max-cost 2.5", "s/within 2/within 3/"},
           {"solve " + costs + " --max-cost 2 --all", "s/^cheapest all within 2/cheapest all/"},
           {"queens 6 --count", "s/^problem ./problem x/"},
           {"queens 6 --count", "s/^complete$/INCOMPLETE/"}}) {
    const Alone lying(DLX_CHECK_BINARY " \"$@\" | sed '" + change + "'");
    const Result result = run(lying.command(command + " --trust T2"));
    CAPTURE(command, change, result.err);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.err, "does not accept the certificate"));
    const Alone honest(DLX_CHECK_BINARY " \"$@\"");
    CHECK(run(honest.command(command + " --trust T2")).exit_code == 0);
  }
}

TEST_CASE(
    "a checker that is not beside dlx is named, and none is taken from where one happens to be") {
  const Alone without("");
  const TemporaryFolder folder;
  ::chmod(folder.write("dlx-check", "#!/bin/sh\nexec " DLX_CHECK_BINARY " \"$@\"").c_str(), 0755);
  Command command = without.command("queens 6 --count --trust T2");
  command.folder = folder.path("");
  command.environment[0].second = folder.path("") + ":/usr/bin:/bin";
  const Result found = run(command);
  INFO(found.err);
  CHECK(found.exit_code == 0);
  CHECK(contains(found.err, folder.path("dlx-check") + " accepts the certificate"));
  for (const std::string path : {":/usr/bin:/bin", "/usr/bin::/bin", "/usr/bin:/bin:"}) {
    command.environment[0].second = path;
    const Result none = run(command);
    CAPTURE(path, none.err);
    CHECK(none.exit_code == 2);
    CHECK(contains(none.err, "it is not beside dlx"));
  }
}

TEST_CASE("an answer stays where its confirmation fails for whatever reason") {
  const auto with = [](const std::string& checker, bool nobody_waits = false) {
    const Alone failing(checker);
    Command command = failing.command("queens 8 --count --trust T2");
    if (nobody_waits) {  // children that are ignored leave no status
      command.arguments.insert(command.arguments.begin(),
                               {"--ignore-signal=CHLD", command.program});
      command.program = "/usr/bin/env";
    }
    Result result = run(command);
    CHECK(result.out == "92\n");
    CHECK(contains(result.err, "trust T0"));
    CHECK(failing.tidy());
    return result;
  };
  const Result silent = with("exit 2");
  CHECK(silent.exit_code == 5);
  CHECK(contains(silent.err, "dlx-check failed with exit code 2"));
  CHECK(contains(silent.err, "it wrote no message"));
  const Result no_start = with("echo 'libm.so.6: cannot open shared object file' >&2; exit 127");
  CHECK(no_start.exit_code == 5);
  CHECK(contains(no_start.err, "dlx-check could not be started: exit code 127"));
  CHECK(contains(no_start.err, "libm.so.6: cannot open"));
  const Result small = with("echo 'there is not enough memory to check this' >&2; exit 4");
  CHECK(small.exit_code == 4);
  CHECK(contains(
      small.err,
      "trust T0: counted once; its certificate was not checked: dlx-check ran out of memory"));
  CHECK_FALSE(contains(small.err, "report"));
  const Result no_room =
      with("echo 'libm.so.6: failed to map segment from shared object' >&2; exit 127");
  CHECK(no_room.exit_code == 4);
  CHECK(contains(no_room.err, "its certificate was not checked: no memory to start dlx-check"));
  const Result killed = with("kill -9 $$");
  CHECK(killed.exit_code == 5);
  CHECK(contains(killed.err, "dlx-check was killed by signal 9 (Killed)"));
  CHECK(contains(with("kill -6 $$").err,
                 "was killed by signal 6 (Aborted), so the answer is not confirmed\n"));
  const Result unknown = with("exec " DLX_CHECK_BINARY " \"$@\"", true);
  CHECK(unknown.exit_code == 5);
  CHECK(contains(unknown.err, "how it ended is not known"));
  const Result limited = with("echo 'REFUSED: too much for this checker: a sweep' >&2; exit 1");
  CHECK(limited.exit_code == 3);
  CHECK(contains(limited.err, "cannot be checked by dlx-check"));
}

TEST_CASE("T2 is for problems whose item line needs a guard") {
  const TemporaryFolder folder;
  const std::string empty = R"({"format": "dlx-problem/1", "items": [], "options": []})";
  const std::string secondary =
      R"({"format": "dlx-problem/1", "items": [{"name": "/s", "kind": "secondary"}], "options": []})";
  for (const auto& [name, text, count] :
       std::vector<std::tuple<const char*, std::string, const char*>>{
           {"slash.dlx", "1|/a b\nb /a\n/a\nb\n", "2"},
           {"none.dlx", "1|\n", "1"},
           {"secondary.dlx", "1| | s t\n", "1"},
           {"empty.json", empty, "1"},
           {"secondary.json", secondary, "1"}}) {
    for (const std::string more : {"", " --method zdd", " --no-preprocess", " --up-to all"}) {
      const Result result = dlx_run("count " + folder.write(name, text) + " --trust T2" + more);
      CAPTURE(name, more, result.err);
      CHECK(result.exit_code == 0);
      CHECK(lines(result.out).at(0) == count);
      CHECK(contains(result.err, "trust T2"));
    }
  }
}

#ifndef DLX_SANITIZE
TEST_CASE("a checker without memory refutes nothing: exit code 4, or a count that is confirmed") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("langford.dlx", dlx_out("langford 10 --emit"));
  int confirmed = 0;
  int unconfirmed = 0;
  for (std::uint64_t megabytes = 16; megabytes <= 48; megabytes += 2) {
    // By search: to check a sweep takes more memory than that.
    const Result result = run(
        {.arguments = {"count", problem, "--threads", "1", "--trust", "T2", "--method", "search"},
         .address_space = megabytes << 20});
    CAPTURE(megabytes, result.err);
    CHECK(result.signal == 0);
    CHECK_FALSE(contains(result.err, "report"));
    if (result.exit_code == 127 && result.out.empty()) continue;  // dlx itself could not be loaded
    REQUIRE((result.exit_code == 0 || result.exit_code == 4));
    confirmed += contains(result.err, "trust T2") ? 1 : 0;
    CHECK(contains(result.err, "trust T2") == (result.exit_code == 0));
    if (!contains(result.err, "its certificate was not checked")) continue;
    ++unconfirmed;
    CHECK(result.out == "0\n");
    CHECK(contains(result.err, "trust T0: counted once"));
  }
  CHECK(confirmed > 0);
  CHECK(unconfirmed > 0);
}
#endif

TEST_CASE("a check may be stopped, and the answer stays") {
  const Alone slow("kill -TERM $PPID; exec sleep 60");
  const Result result = run(slow.command("queens 8 --count --trust T2"));
  INFO(result.err);
  CHECK(result.exit_code == 143);
  CHECK(result.out == "92\n");
  CHECK(contains(result.err, "trust T0: counted once; the check of its certificate was stopped"));
  CHECK(slow.tidy());
}

TEST_CASE("a time limit holds for a check too, and the answer stays") {
  const Alone slow("exec sleep 60");
  const Result result = run(slow.command("queens 6 --count --trust T2 --time-limit 3"));
  INFO(result.err);
  CHECK(result.exit_code == 3);
  CHECK(result.out == "4\n");
  CHECK(contains(result.err, "trust T0: counted once; the check of its certificate was stopped"));
  CHECK(slow.tidy());
}

TEST_CASE("a second count may meet a limit, and the answer stays") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", knuth_example);
  // Reducing settles it, without a node; the second count does not reduce.
  const Result result = dlx_run("count " + problem + " --trust T1 --node-limit 1");
  INFO(result.err);
  CHECK(result.exit_code == 3);
  CHECK(lines(result.out).size() == 2);
  CHECK(contains(result.err, "trust T0: counted once; a second count was stopped before its end"));
}

TEST_CASE("levels are refused where there are none") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 6 --emit"));
  for (const std::string& command : std::vector<std::string>{
           "solve " + problem + " --trust T2", "queens 6 -n 2 --trust T1",
           "count " + problem + " --up-to all --trust T1",
           "solve " + problem + " --min-cost --trust T1",
           "solve " + problem + " --all --up-to all --trust T2",
           "queens 6 --all --trust T1 --checkpoint " + folder.path("run"),
           "queens 6 --count --trust T2 --checkpoint " + folder.path("run"),
           "solve " + problem + " --min-cost --trust T3",
           "count " + problem + " --up-to all --trust T3", "count " + problem + " --trust T4",
           // Listed up to rotations, though no --up-to was typed.
           "cube blue --all --trust T1", "cube blue --all --trust T2",
           "cube blue --first --certificate " + folder.path("c"),
           "cube blue --all --checkpoint " + folder.path("run") + " --certificate " +
               folder.path("c"),
           "cube blue --facts --trust T2"}) {
    const Result result = dlx_run(command);
    CAPTURE(command, result.err);
    CHECK(result.exit_code == 2);
    CHECK((contains(result.err, "--trust") || contains(result.err, "--certificate")));
    CHECK(result.out.empty());
  }
}

TEST_CASE("classes of cubes are certified, also by edges, whose symmetries rename colours") {
  for (const char* formulation : {"cells", "edges"}) {
    const Result result = dlx_run(
        std::string("cube blue --count --up-to rotations --trust T2 --formulation ") + formulation);
    INFO(result.err);
    CHECK(result.out == "6\n");
    CHECK(contains(result.err, "trust T2"));
  }
}

TEST_CASE("an order of branching goes with every level that a count has") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 4 --emit"));
  for (const std::string level : {"T1", "T2"}) {
    const Result result = dlx_run("count " + problem + " --order r2 --trust " + level);
    CAPTURE(level, result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "trust " + level));
  }
}

TEST_CASE("no file that the command line names is replaced") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", knuth_example);
  const std::string queens = folder.write("queens.dlx", dlx_out("queens 4 --emit"));
  const std::string symmetries =
      folder.write("symmetries", json_lines(dlx_out("info --symmetry --json " + queens))
                                         .back()["symmetry"]["generators"][0]["cycles"]
                                         .get<std::string>() +
                                     "\n");
  const std::string sudoku = folder.write("sudoku.txt", "1234341221434321\n");
  for (const auto& [command, file] : std::vector<std::pair<std::string, std::string>>{
           {"count " + problem, problem},
           {"count " + queens + " --up-to " + symmetries, symmetries},
           {"sudoku " + sudoku + " --count", sudoku}}) {
    const std::string before = bytes_of(file);
    const Result result = dlx_run(command + " --certificate " + file);
    CAPTURE(command, result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "is needed for something else"));
    CHECK(bytes_of(file) == before);
  }
  // Nor by the command that continues a run.
  const std::string run = folder.path("run");
  CHECK(dlx_run("count " + queens + " --method search --node-limit 1 --certificate " +
                folder.path("proof") + " --checkpoint " + run)
            .exit_code == 3);
  const Result resumed = dlx_run("resume " + run + " --certificate " + queens);
  CHECK(resumed.exit_code == 2);
  CHECK(contains(resumed.err, "--certificate: " + queens + " is needed for something else; name"));
  const std::string pieces = folder.write("pieces.txt", "3x2\nA XX/X\nB XX/X\n");
  const std::string link = folder.path("link.txt");
  std::filesystem::create_symlink(pieces, link);
  for (const std::string option : {"svg", "html", "stl", "obj", "scad", "cut", "steps"}) {
    for (const std::string& file : {pieces, link}) {
      const Result result = dlx_run("polycube " + pieces + " --" + option + " " + file);
      CAPTURE(option, result.err);
      CHECK(result.exit_code == 2);
      CHECK(contains(result.err, "--" + option + ": " + pieces + " is needed for something else"));
    }
  }
  const std::string page = folder.path("page");
  CHECK(dlx_run("polycube " + pieces + " --svg " + page + " --html " + page).exit_code == 2);
  const std::string same = folder.path("./page");
  CHECK(dlx_run("polycube " + pieces + " --svg " + page + " --html " + same).exit_code == 2);
  // Nor the further files of an option.
  for (const std::string& files :
       {pieces + " --svg " + page + ".svg --html " + same + "-2.svg",
        pieces + " --svg " + page + "-12.svg --cut " + page + ".svg",
        pieces + " --stl " + page + ".stl --stl-pieces --obj " + page + "-red.stl",
        pieces + " --stl " + page + ".stl --bed 99x99 --scad " + page + "-2.stl",
        pieces + " --count --checkpoint " + page + " --certificate " + page + ".certificate",
        pieces + " --count --checkpoint " + page + " --certificate " + page + "-wal",
        folder.write("p-A.txt", "3x2\nA XX/X\nB XX/X\n") + " --stl-pieces --stl " +
            folder.path("p.txt")}) {
    const Result result = dlx_run("polycube " + files);
    CAPTURE(files, result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "is needed for something else, and may be a further file of"));
  }
  CHECK(dlx_run("polycube " + pieces + " --stl " + page + ".stl --obj " + page + "-2.stl --svg " +
                page + ".svg --html " + page + "-x.svg")
            .exit_code == 0);
  CHECK(contains(dlx_run("convert " + problem + " " + problem + " --to json").err,
                 "OUT: " + problem + " is needed for something else"));
  CHECK(bytes_of(problem) == knuth_example);
  CHECK(dlx_run("polycube " + pieces + " --svg -").exit_code == 2);
  CHECK(dlx_run("polycube " + pieces + " --xmpuzzle " + pieces).exit_code == 2);
  CHECK(bytes_of(pieces).starts_with("3x2\n"));
  const std::string design = folder.write("a.design", "box 3x2\npiece A XX/X\npiece C XXX\n");
  CHECK(contains(dlx_run("design " + design + " --xmpuzzle " + design).err, "something else"));
  // Saved assemblies are added to the file that is read.
  const std::string saved = folder.path("saved.xmpuzzle");
  CHECK(dlx_run("polycube " + pieces + " --xmpuzzle " + saved).exit_code == 0);
  CHECK(dlx_run("polycube " + saved + " --xmpuzzle " + saved).exit_code == 0);
}

}  // namespace
}  // namespace dlx::test
