// dlx solve: finding solutions that the usual search does not find, and parts of them given.

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {

namespace {

TEST_CASE("80 queens are placed within the first million nodes") {
  const Result r = dlx_run("queens 80 --first --node-limit 1000000 --stats");
  CHECK(r.exit_code == 0);
  CHECK(contains(r.err, "engine: learning_cells"));
  CHECK(dlx_run("queens 80 --first --node-limit 1000000").out == r.out);
}

TEST_CASE("only solutions that have an option, and have not another one") {
  const std::string squares = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";
  CHECK(dlx_out("solve - --count", squares) == "3\n");
  CHECK(dlx_out("solve - --all --fix 3", squares) == "solution 1:\n  4: b d\n  3: a c\n");
  CHECK(dlx_out("solve - --count --forbid 3", squares) == "2\n");
  CHECK(dlx_out("count - --forbid 3 --forbid 1", squares) == "1\n");
  CHECK(dlx_out("count - --fix 1 --fix 3", squares) == "0\n");

  const TemporaryFolder folder;
  const std::string problem = folder.write("squares.dlx", squares);
  CHECK(run({.arguments = {"count", problem, "--fix", "c a"}}).out == "1\n");
  CHECK(run({.arguments = {"solve", problem, "--fix", "c a", "--count", "--trust", "T2"}}).out ==
        "1\n");
  const Result twice = run({.arguments = {"solve", problem, "--fix", "c a b"}});
  CHECK(twice.exit_code == 2);
  CHECK(contains(twice.err, "--fix: no option has the items 'c a b'"));
  const Result none = run({.arguments = {"solve", problem, "--forbid", "7"}});
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err, "--forbid: no option has the number 7; the last one is 6"));
}

TEST_CASE("whether there is exactly one solution") {
  const std::string squares = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";
  CHECK(dlx_out("solve - --unique --fix 2", squares) == "unique\n");
  const Result none = dlx_run("solve - --unique --fix 2 --forbid 1", squares);
  CHECK(none.out == "none\n");
  CHECK(none.exit_code == 7);
  const Result several = dlx_run("solve - --unique", squares);
  CHECK(several.out ==
        "solution 1:\n  1: a b\n  2: c d\nsolution 2:\n  3: a c\n  4: b d\nseveral\n");
  CHECK(several.exit_code == 7);
  const Result limited = dlx_run("queens 12 --unique --node-limit 3");
  CHECK(limited.exit_code == 3);
  CHECK(contains(limited.out, "INCOMPLETE"));
  const auto objects = json_lines(dlx_run("queens 4 --unique --json").out);
  REQUIRE(objects.size() == 3);
  CHECK(objects[2].at("unique") == false);
  CHECK(dlx_run("queens 1 --unique --count").exit_code == 2);
}

TEST_CASE("some solution, another one for each seed") {
  std::set<std::string> found;
  for (int seed = 1; seed <= 10; ++seed) {
    const std::string command = "pentominoes 6x10 --random " + std::to_string(seed);
    const std::string picture = dlx_out(command);
    found.insert(picture);
    if (seed == 1) CHECK(dlx_out(command) == picture);
  }
  CHECK(found.size() >= 9);
  for (const char* wrong : {"--all", "--count", "--engine bit_matrix", "--branch first",
                            "--checkpoint c", "--trust T1", "--up-to rotations"}) {
    INFO(wrong);
    CHECK(dlx_run("pentominoes 6x10 --random 1 " + std::string(wrong)).exit_code == 2);
  }
}

TEST_CASE("what the engine that learns does not go with") {
  for (const char* wrong : {"--branch first", "--checkpoint c", "--trust T2", "--up-to all"}) {
    INFO(wrong);
    const Result r = dlx_run("queens 6 --engine learning_cells " + std::string(wrong));
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "--engine learning_cells does not go with"));
  }
  CHECK(json_lines(dlx_out("queens 6 --all --json --engine learning_cells")).size() == 5);
  CHECK(dlx_out("queens 6 --count --engine learning_cells --threads 2") == "4\n");
}

}  // namespace
}  // namespace dlx::test
