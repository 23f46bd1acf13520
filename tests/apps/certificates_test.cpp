// --certificate: what the command writes, dlx-check accepts; and what becomes of it in faults.

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "dlx/core/text.hpp"
#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

Result check(const std::string& problem, const std::string& certificate) {
  return run({.arguments = {problem, certificate}, .program = DLX_CHECK_BINARY});
}

/// Both checkers accept it, with this count.
void accepted(const std::string& problem, const std::string& certificate,
              const std::string& count) {
  const Result result = check(problem, certificate);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(lines(result.out).at(0) == "count " + count);
#ifdef DLX_PYTHON3
  const Result python =
      run({.arguments = {"-IS", DLX_CHECK_SCRIPT, problem, certificate}, .program = DLX_PYTHON3});
  INFO(python.err);
  CHECK(python.exit_code == 0);
  CHECK(python.out == result.out);
#endif
}

TEST_CASE("each way to count leaves a certificate that is accepted") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const auto try_it = [&](const std::string& text, const std::string& options) {
    const std::string problem = folder.write("problem.dlx", text);
    CAPTURE(text.substr(0, 60), options);
    const Result result =
        dlx_run("count " + problem + " --certificate " + certificate + " " + options);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(contains(result.err, "dlx-check"));
    CHECK_FALSE(fs::exists(certificate + ".part"));
    accepted(problem, certificate, lines(result.out).at(0));
    fs::remove(certificate);
  };
  for (const std::string& text : {knuth_example, coloured_example, counted_example}) {
    for (const std::string options :
         {"", "--engine dancing_links", "--method sweep", "--method zdd", "--no-preprocess",
          "--fingerprint 3", "--branch first --engine auto"}) {
      if (text == counted_example && contains(options, "--branch")) continue;
      try_it(text, options);
    }
  }
  const std::string queens = dlx_out("queens 8 --emit");
  for (const std::string options :
       {"--engine dancing_links", "--engine dancing_cells", "--engine bit_matrix", "--method memo",
        "--method search --threads 2", "--branch weighted", "--fingerprint 9"}) {
    try_it(queens, options);
  }
  // By symmetry; by a sweep after a search was begun; in independent parts.
  try_it(dlx_out("langford 8 --emit"), "");
  try_it(dlx_out("dominoes 8x8 --emit"), "");
  try_it("a b c d\na b\na\nb\nc d\nc\nd\n", "--method search");
}

TEST_CASE("lists and puzzles have certificates as well") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 6 --emit"));
  const Result listed = dlx_run("solve " + problem + " --all --certificate " + certificate);
  REQUIRE(listed.exit_code == 0);
  accepted(problem, certificate, "4");
  const Result puzzle = dlx_run("queens 6 --count --certificate " + certificate);
  REQUIRE(puzzle.exit_code == 0);
  accepted(problem, certificate, "4");
}

TEST_CASE("classes and the cheapest have certificates") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const std::string queens = folder.write("problem.dlx", dlx_out("queens 8 --emit"));
  const Result classes = dlx_run("count " + queens + " --up-to all --certificate " + certificate);
  INFO(classes.err);
  REQUIRE(classes.exit_code == 0);
  CHECK(classes.out == "12\n");
  accepted(queens, certificate, "92");
  CHECK(lines(check(queens, certificate).out).at(2) == "classes 12 under 8 symmetries");
  const std::string costs = folder.write("costs.dlx", "a b\na |4\nb |-1\na b |2\nb |7\n");
  REQUIRE(dlx_run("solve " + costs + " --min-cost -n 2 --certificate " + certificate).exit_code ==
          0);
  accepted(costs, certificate, "2");
  CHECK(lines(check(costs, certificate).out).at(2) == "cheapest 2: 2 3");

  // The solutions cost 2, 3 and 11.
  for (const auto& [options, count, claim] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"--min-cost --all", "1", "cheapest least: 2"},
           {"--min-cost --count", "1", "cheapest least: 2"},
           {"--max-cost 3.99", "1", "cheapest 1 within 3: 2"},
           {"--max-cost 3.99 -n 5", "2", "cheapest 5 within 3: 2 3"},
           {"--max-cost 11 --all", "3", "cheapest all within 11: 2"},
           {"--max-cost 3 --count", "2", "cheapest all within 3: 2"},
           {"--max-cost -7", "0", "cheapest 1 within -7:"},
           {"--max-cost 1 --min-cost --count", "0", "cheapest least within 1:"}}) {
    CAPTURE(options);
    REQUIRE(dlx_run("solve " + costs + " " + options + " --certificate " + certificate).exit_code ==
            0);
    accepted(costs, certificate, count);
    CHECK(lines(check(costs, certificate).out).at(2) == claim);
    // The certificate of a run that a limit has stopped, unless nothing needs a second node.
    const std::string run = folder.path("run");
    const Result limited =
        dlx_run("solve " + costs + " " + options + " --node-limit 1 --certificate " + certificate +
                "2 --checkpoint " + run);
    CHECK((limited.exit_code == 3 || count == "0"));
    CHECK(dlx_run("resume " + run).exit_code == 0);
    accepted(costs, certificate + "2", count);
    for (const char* made : {"run", "run.certificate", "certificate2"}) {
      fs::remove_all(folder.path(made));
    }
  }
}

TEST_CASE("classes of the cheapest have certificates, also of a run that was interrupted") {
  const TemporaryFolder folder;
  const std::string proof = folder.path("proof");
  std::string ring = "a b c d e f\n";  // each class has six solutions or one
  for (const char* pair : {"a b", "b c", "c d", "d e", "e f", "f a"})
    ring += pair + std::string(" |3\n");
  for (const char* item : {"a", "b", "c", "d", "e", "f"}) ring += item + std::string(" |2\n");
  const std::string problem = folder.write("ring.dlx", ring);
  for (const auto& [options, count, claim] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"--min-cost --count", "1", "cheapest classes least: 9 under 12 symmetries"},
           {"-n 3 --min-cost", "3", "cheapest classes 3: 9 10 10 under 12 symmetries"},
           {"--max-cost 10 --count", "3", "cheapest classes all within 10: 9 under 12 symmetries"},
           {"--max-cost 8", "0", "cheapest classes 1 within 8: under 12 symmetries"}}) {
    CAPTURE(options);
    const std::string command = "solve " + problem + " --up-to all " + options;
    REQUIRE(dlx_run(command + " --certificate " + proof).exit_code == 0);
    accepted(problem, proof, count);
    CHECK(lines(check(problem, proof).out).at(2) == claim);
    const Result trusted = dlx_run(command + " --trust T2");
    CHECK(contains(trusted.err, "trust T2"));
    const std::string run = folder.path("run");
    static_cast<void>(
        dlx_run(command + " --node-limit 2 --certificate " + proof + "2 --checkpoint " + run));
    CHECK(dlx_run("resume " + run).exit_code == 0);
    accepted(problem, proof + "2", count);
    for (const char* made : {"run", "run.certificate", "proof2"}) fs::remove_all(folder.path(made));
  }
}

TEST_CASE("a run in a file has a certificate, also if it was interrupted") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 8 --emit"));
  const std::string checkpoint = folder.path("run");
  const std::string command = "count " + problem + " --checkpoint " + checkpoint +
                              " --unit-nodes 100 --certificate " + certificate;
  int stops = 0;
  Result result = dlx_run(command + " --node-limit 300");
  for (; result.exit_code == 3; ++stops) {
    CHECK_FALSE(fs::exists(certificate));
    result = dlx_run("resume " + checkpoint + " --node-limit 300");
  }
  REQUIRE(result.exit_code == 0);
  CHECK(stops > 2);
  accepted(problem, certificate, "92");

  const Result without = dlx_run("count " + problem + " --checkpoint " + checkpoint);
  CHECK(without.exit_code == 6);
  CHECK(contains(without.err, "certificate"));
}

TEST_CASE("a run that is counted without units has a certificate, and keeps a copy beside it") {
  for (const std::string method : {"", " --method sweep"}) {
    CAPTURE(method);
    const TemporaryFolder folder;
    const std::string certificate = folder.path("certificate");
    const std::string problem = folder.write("problem.dlx", dlx_out("dominoes 12x12 --emit"));
    const std::string checkpoint = folder.path("run");
    const Result result = dlx_run("count " + problem + " --checkpoint " + checkpoint +
                                  " --certificate " + certificate + method);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(result.out == "53060477521960000\n");
    accepted(problem, certificate, "53060477521960000");
    fs::remove(certificate);
    REQUIRE(dlx_run("resume " + checkpoint).exit_code == 0);
    accepted(problem, certificate, "53060477521960000");
    fs::remove(certificate);
    fs::remove(checkpoint + ".certificate/counter");
    const Result gone = dlx_run("resume " + checkpoint);
    CHECK(gone.exit_code == 6);
    CHECK(contains(gone.err, "run.certificate/counter: is missing"));
  }
}

TEST_CASE("what is left of a search that reducing settles is accepted too") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const std::string problem = folder.write("problem.dlx", knuth_example);
  const Result result = dlx_run("count " + problem + " --checkpoint " + folder.path("run") +
                                " --certificate " + certificate);
  REQUIRE(result.exit_code == 0);
  accepted(problem, certificate, "1");
}

TEST_CASE("a run that finds out at once that there is no solution is certified") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", "a b c\na b\nb c\n");
  const Result result = dlx_run("count " + problem + " --checkpoint " + folder.path("run") +
                                " --certificate " + folder.path("certificate"));
  REQUIRE(result.exit_code == 0);
  accepted(problem, folder.path("certificate"), "0");
}

TEST_CASE("a run keeps to its own pieces of a certificate, and misses one that is gone") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const std::string checkpoint = folder.path("run");
  const auto count = [&](int n, const std::string& more) {
    const std::string problem =
        folder.write("problem.dlx", dlx_out("queens " + std::to_string(n) + " --emit"));
    return dlx_run("count " + problem + " --checkpoint " + checkpoint + " --certificate " +
                   certificate + " " + more);
  };
  REQUIRE(count(8, "--unit-nodes 20").exit_code == 0);
  fs::remove(checkpoint);
  REQUIRE(count(6, "--unit-nodes 50").exit_code == 0);
  accepted(folder.path("problem.dlx"), certificate, "4");

  fs::remove(checkpoint);
  fs::remove(certificate);
  REQUIRE(count(8, "--unit-nodes 20 --node-limit 100").exit_code == 3);
  fs::remove(checkpoint + ".certificate/1");
  const Result result = dlx_run("resume " + checkpoint);
  CHECK(result.exit_code == 6);  // at once, before anything is searched
  CHECK(contains(result.err, "run.certificate/1: is missing"));
  CHECK_FALSE(fs::exists(certificate));
}

TEST_CASE("a run that goes on replaces no file by its certificate, unless it is told to") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 8 --emit"));
  const std::string checkpoint = folder.path("run");
  REQUIRE(dlx_run("count " + problem + " --checkpoint " + checkpoint +
                  " --unit-nodes 20 --node-limit 100 --certificate " + certificate)
              .exit_code == 3);
  folder.write("certificate", "precious");
  const Result refused = dlx_run("resume " + checkpoint);
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, certificate + ": this file exists already"));
  CHECK(bytes_of(certificate) == "precious");
  REQUIRE(dlx_run("resume " + checkpoint + " --certificate " + certificate).exit_code == 0);
  accepted(problem, certificate, "92");
}

TEST_CASE("a certificate replaces neither the problem nor the run") {
  const TemporaryFolder folder;
  const std::string text = dlx_out("queens 6 --emit");
  const std::string problem = folder.write("problem.dlx", text);
  const std::string checkpoint = folder.path("run");
  CHECK(dlx_run("count " + problem + " --certificate " + problem).exit_code == 2);
  CHECK(bytes_of(problem) == text);
  CHECK(dlx_run("count " + problem + " --checkpoint " + checkpoint + " --certificate " + checkpoint)
            .exit_code == 2);
}

TEST_CASE("an incomplete count leaves no certificate, and the file that was there stays") {
  const TemporaryFolder folder;
  const std::string certificate = folder.write("certificate", "old");
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 10 --emit"));
  const Result result =
      dlx_run("count " + problem + " --node-limit 50 --certificate " + certificate);
  CHECK(result.exit_code == 3);
  CHECK(contains(result.err, "no certificate was written"));
  CHECK(bytes_of(certificate) == "old");
  CHECK_FALSE(fs::exists(certificate + ".part"));
}

TEST_CASE("a full disk leaves no part of a certificate or proof, and an older one as it was") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 8 --emit"));
  const std::string certificate = folder.write("certificate", "old");
  const std::string whole = folder.path("whole");
  // By one method, so that all certificates have the same length.
  const std::string by_search = " --method search --no-symmetry --certificate ";
  REQUIRE(dlx_run("count " + problem + by_search + whole).exit_code == 0);
  const auto names = [&] {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder.path(""))) {
      found.insert(entry.path().filename().string());
    }
    return found;
  };
  const std::set<std::string> before = names();
  for (const std::uint64_t room :
       {std::uintmax_t{0}, std::uintmax_t{50}, fs::file_size(whole) - 1}) {
    const Result result =
        run({.arguments = words("count " + problem + by_search + certificate), .file_size = room});
    CAPTURE(room, result.err);
    CHECK(result.exit_code == 5);
    CHECK(result.out == "92\n");
    CHECK(contains(result.err, "cannot write"));
    CHECK(bytes_of(certificate) == "old");
    CHECK(names() == before);
    for (const std::string form : {"--lrat", "--veripb", "--cpog"}) {
      const Result proof =
          run({.arguments = {"proof", problem, whole, form, "-o", folder.path("out")},
               .file_size = room});
      CAPTURE(form, proof.err);
      CHECK(proof.exit_code == 5);
      CHECK(names() == before);
    }
  }
}

TEST_CASE("a certificate that cannot be written is said, after the answer") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 8 --emit"));
  for (const std::string& place :
       {folder.path("none/certificate"), std::string("/dev/full"), folder.path("")}) {
    const Result result = dlx_run("count " + problem + " --certificate " + place);
    CAPTURE(place, result.err);
    CHECK(result.exit_code == 5);
    CHECK(contains(result.err, place));
  }
  // A disk that is full.
  const Result full = run({.arguments = {"count", problem, "--engine", "dancing_links", "--method",
                                         "search", "--certificate", folder.path("certificate")},
                           .file_size = 300});
  CHECK(full.exit_code == 5);
  CHECK(full.out == "92\n");
  CHECK_FALSE(fs::exists(folder.path("certificate")));
}

TEST_CASE(
    "a saved count of classes has a certificate, whoever ends it and however often it stops") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", dlx_out("soma --emit"));
  int n = 0;
  for (const std::string& how :
       std::vector<std::string>{"", " --method sweep", " --unit-nodes 2000"}) {
    CAPTURE(how);
    const std::string run = folder.path("run" + std::to_string(n));
    const std::string certificate = folder.path("certificate" + std::to_string(n++));
    Result result = dlx_run("count " + problem + " --up-to all --checkpoint " + run + how +
                            " --certificate " + certificate + " --time-limit 0.2");
    double limit = 0.2;
    for (int stops = 0; result.exit_code == 3; ++stops) {
      REQUIRE(stops < 200);
      CHECK(std::stoi(result.out) <= 240);
      // On a busy machine reading alone may take so long.
      if (contains(result.err, "nothing was done that can be saved")) limit *= 2;
      result = dlx_run("resume " + run + " --time-limit " + std::to_string(limit));
    }
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(result.out == "240\n");
    accepted(problem, certificate, "11520");
    const Result checked = check(problem, certificate);
    CHECK(contains(checked.out, "classes 240 under 48 symmetries\n"));
  }
}

TEST_CASE("certificates are refused where there are none") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 6 --emit"));
  const std::string certificate = " --certificate " + folder.path("certificate");
  for (const std::string& command :
       std::vector<std::string>{"solve " + problem, "solve " + problem + " -n 2",
                                "solve " + problem + " --all --up-to all"}) {
    const Result result = dlx_run(command + certificate);
    CAPTURE(command);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "--certificate"));
  }
}

TEST_CASE("dlx-check refuses what is damaged, foreign or cut short") {
  const TemporaryFolder folder;
  const std::string certificate = folder.path("certificate");
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 6 --emit"));
  REQUIRE(dlx_run("count " + problem + " --certificate " + certificate).exit_code == 0);
  const std::string whole = bytes_of(certificate);
  for (std::size_t k = 0; k < whole.size(); k += 7) {
    std::string bytes = whole;
    bytes[k] = static_cast<char>(bytes[k] ^ 1);
    const Result flipped = check(problem, folder.write("damaged", bytes));
    CAPTURE(k, flipped.err);
    // A bit that says nothing, such as one of a checksum that is not there, may be flipped.
    CHECK((flipped.exit_code == 1 || lines(flipped.out).at(0) == "count 4"));
    const Result cut = check(problem, folder.write("damaged", whole.substr(0, k)));
    CHECK(cut.exit_code == 1);
  }
  const std::string other = folder.write("other.dlx", dlx_out("queens 7 --emit"));
  CHECK(check(other, certificate).exit_code == 1);
  CHECK(check(problem, problem).exit_code == 1);
  CHECK(check(folder.path("none"), certificate).exit_code == 2);
  CHECK(check(problem, folder.path("none")).exit_code == 2);
  CHECK(run({.arguments = {}, .program = DLX_CHECK_BINARY}).exit_code == 2);
  const Result help = run({.arguments = {"--help"}, .program = DLX_CHECK_BINARY});
  CHECK(help.exit_code == 0);
  CHECK(contains(help.out, "usage: dlx-check PROBLEM CERTIFICATE"));
}

TEST_CASE("no name of a file changes the terminal through dlx-check") {
  const TemporaryFolder folder;
  const std::string vicious = "\x1B[31m\x7F\xC2\x9B\xE2\x80\xAE\r\t\xFF\nfoe";
  const std::string problem = folder.write("p", knuth_example);
  for (const Result& r :
       {check(vicious, problem), check(problem, vicious), check(folder.path(""), ""),
        check(folder.write("q", "a " + vicious + "\na\n"), problem)}) {
    CHECK(r.exit_code == 2);
    REQUIRE(lines(r.err).size() == 1);
    CHECK(printable(lines(r.err)[0]) == lines(r.err)[0]);
  }
  CHECK(contains(check("B\xC3\xA4ume", problem).err, "B\xC3\xA4ume: cannot be opened"));
}

#ifndef DLX_SANITIZE  // which takes all the addresses there are
TEST_CASE("dlx-check ends with exit code 4 where there is not enough memory") {
  const TemporaryFolder folder;
  std::string items;
  std::string options;
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = "i" + std::to_string(i);
    items += name + ' ';
    options += name + '\n';
  }
  const std::string problem = folder.write("problem.dlx", items + '\n' + options);
  const std::string certificate = folder.path("certificate");
  const std::string by_search = " --method search --no-preprocess --certificate " + certificate;
  REQUIRE(dlx_run("count " + problem + by_search).exit_code == 0);
  std::uint64_t megabytes = 30;
  for (;; megabytes += 10) {
    const Result result = run({.arguments = {problem, certificate},
                               .program = DLX_CHECK_BINARY,
                               .address_space = megabytes << 20});
    CAPTURE(megabytes, result.err);
    if (result.exit_code == 0) break;
    REQUIRE(result.exit_code == 4);
    REQUIRE(contains(result.err, "not enough memory"));
    REQUIRE(megabytes < 4'000);
  }
  CHECK(megabytes > 30);
}
#endif

}  // namespace
}  // namespace dlx::test
