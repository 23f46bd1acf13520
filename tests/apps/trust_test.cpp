// --trust: each level says how it was reached, and what becomes of an answer that is not confirmed.

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <string>
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
  CHECK(contains(dlx_run("queens 6 --count").err, "trust T0: counted once"));
  CHECK(contains(dlx_run("queens 6 --all").err, "trust T0: listed once"));
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
           "solve " + costs + " --min-cost -n 2",
           "langford 8 --count --checkpoint " + folder.path("run") + " --certificate " +
               folder.path("certificate")}) {
    const Result result = dlx_run(command + " --trust T2");
    INFO(command << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(contains(result.err, "trust T2: dlx-check accepts the certificate"));
    CHECK(contains(result.err, "the certificate is ") == contains(command, "--certificate"));
  }
}

TEST_CASE("every shared instance has its count at T2") {
  const auto instances = shared_instances();
  if (!instances) {
    std::cout << skip_message() << std::endl;
    return;
  }
  for (const SharedInstance& instance : *instances) {
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
    CHECK(contains(result.err, "there is no dlx-check"));
    CHECK(result.out.empty());
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

TEST_CASE("a check may be stopped, and the answer stays") {
  const Alone slow("exec sleep 60");
  Command command = slow.command("queens 8 --count --trust T2");
  const TemporaryFolder folder;
  command.arguments.insert(command.arguments.end(), {"--certificate", folder.path("certificate")});
  command.signal = SIGTERM;
  command.signal_after = "the certificate is";
  const Result result = run(command);
  INFO(result.err);
  CHECK(result.exit_code == 143);
  CHECK(result.out == "92\n");
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
           "count " + problem + " --up-to all --trust T3", "count " + problem + " --trust T4"}) {
    const Result result = dlx_run(command);
    CAPTURE(command, result.err);
    CHECK(result.exit_code == 2);
    CHECK((contains(result.err, "--trust") || contains(result.err, "--certificate")));
    CHECK(result.out.empty());
  }
}

}  // namespace
}  // namespace dlx::test
