// dlx proof: what becomes of it in faults. That its proofs are right, tests/check/proofs_test.py
// checks.

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

/// A problem with its certificate, in a folder.
struct Certified {
  explicit Certified(const std::string& text) : problem(folder.write("problem.dlx", text)) {
    const Result result = dlx_run("count " + problem + " --certificate " + certificate);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
  }

  [[nodiscard]] Result prove(const std::string& options) const {
    return dlx_run("proof " + problem + " " + certificate + " --output " + prefix + " " + options);
  }
  [[nodiscard]] bool nothing_there() const {
    for (const auto& file : fs::directory_iterator(folder.path(""))) {
      if (file.path().filename().string().starts_with("out")) return false;
    }
    return true;
  }

  TemporaryFolder folder;
  std::string problem;
  std::string certificate = folder.path("certificate");
  std::string prefix = folder.path("out");
};

TEST_CASE("a proof is two files, and what is said of them") {
  const Certified queens(dlx_out("queens 6 --emit"));
  const Result lrat = queens.prove("--lrat");
  INFO(lrat.err);
  REQUIRE(lrat.exit_code == 0);
  CHECK(lines(lrat.out).at(0) == "count 4");
  CHECK(contains(lrat.out, "formula " + queens.prefix + ".cnf: "));
  CHECK(contains(lrat.out, "proof " + queens.prefix + ".lrat: "));
  CHECK(bytes_of(queens.prefix + ".cnf").starts_with("p cnf 36 "));
  CHECK(bytes_of(queens.prefix + ".lrat").find(" 0 ") != std::string::npos);

  const Result veripb = queens.prove("--veripb --json");
  REQUIRE(veripb.exit_code == 0);
  const auto said = nlohmann::json::parse(veripb.out);
  CHECK(said["count"] == "4");
  CHECK(said["proof"] == queens.prefix + ".pbp");
  CHECK(said["steps"] > 4);
  CHECK(contains(bytes_of(queens.prefix + ".opb"), "preserved: x1 x2 "));
  CHECK(contains(bytes_of(queens.prefix + ".pbp"), "conclusion ENUMERATION_COMPLETE 4 : "));
  CHECK_FALSE(fs::exists(queens.prefix + ".pbp.part"));

  REQUIRE(queens.prove("--cpog").exit_code == 0);
  CHECK(bytes_of(queens.prefix + ".cnf").starts_with("p cnf 36 "));
  CHECK(contains(bytes_of(queens.prefix + ".cpog"), "\nr "));
}

TEST_CASE("that there is no solution is proved as well") {
  const Certified none("a b c\na b\nb c\n");
  REQUIRE(none.prove("--lrat").exit_code == 0);
  REQUIRE(none.prove("--veripb").exit_code == 0);
  CHECK(contains(bytes_of(none.prefix + ".pbp"), "conclusion UNSAT : "));
  const Result graph = none.prove("--cpog");
  CHECK(graph.exit_code == 2);
  CHECK(contains(graph.err, "no solution"));
}

TEST_CASE("the problem may be standard input") {
  const Certified it("a b c\na\nb\nc\n");
  const Result result =
      run({.arguments = {"proof", "-", it.certificate, "--veripb", "--output", it.prefix},
           .input = "a b c\na\nb\nc\n"});
  CHECK(result.exit_code == 0);
}

TEST_CASE("multiplicities are for VeriPB only") {
  const Certified counted(counted_example);
  const Result lrat = counted.prove("--lrat");
  CHECK(lrat.exit_code == 2);
  CHECK(contains(lrat.err, "multiplicities"));
  CHECK(counted.prove("--cpog").exit_code == 2);
  CHECK(counted.nothing_there());
  CHECK(counted.prove("--veripb").exit_code == 0);
}

TEST_CASE("a certificate that is damaged or of another problem makes no proof") {
  const Certified queens(dlx_out("queens 6 --emit"));
  const std::string whole = bytes_of(queens.certificate);
  int refused = 0;
  for (std::size_t k = 0; k < whole.size(); k += 5) {
    std::string bytes = whole;
    bytes[k] = static_cast<char>(bytes[k] ^ 1);
    queens.folder.write("certificate", bytes);
    const Result flipped = queens.prove("--veripb");
    CAPTURE(k, flipped.err);
    // A bit that says nothing, or one of the fingerprint, may be flipped.
    CHECK((flipped.exit_code == 2 || lines(flipped.out).at(0) == "count 4"));
    refused += flipped.exit_code == 2 ? 1 : 0;
    queens.folder.write("certificate", whole.substr(0, k));
    CHECK(queens.prove("--veripb").exit_code == 2);
  }
  CHECK(refused > 5);
  queens.folder.write("certificate", whole);
  queens.folder.write("problem.dlx", dlx_out("queens 7 --emit"));
  const Result other = queens.prove("--lrat");
  CHECK(other.exit_code == 2);
  CHECK(contains(other.err, "another problem"));
  queens.folder.write("certificate", "no certificate\n");
  CHECK(queens.prove("--lrat").exit_code == 2);
  fs::remove(queens.certificate);
  const Result gone = queens.prove("--lrat");
  CHECK(gone.exit_code == 5);
  CHECK(contains(gone.err, queens.certificate));
}

TEST_CASE("classes and costs have no proof for others") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem.dlx", dlx_out("queens 6 --emit"));
  const std::string certificate = folder.path("certificate");
  REQUIRE(dlx_run("count " + problem + " --up-to all --certificate " + certificate).exit_code == 0);
  const Result result =
      dlx_run("proof " + problem + " " + certificate + " --lrat --output " + folder.path("proof"));
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "not of classes or of costs"));
}

TEST_CASE("a proof that would be too large is given up, and leaves nothing") {
  const Certified queens(dlx_out("queens 7 --emit"));
  for (const std::string form : {"--lrat", "--veripb", "--cpog"}) {
    std::string limit = "1";
    for (; queens.prove(form + " --max-steps " + limit).exit_code == 3; limit += "0") {
      CHECK(queens.nothing_there());
      REQUIRE(limit.size() < 9);
    }
    CHECK(limit.size() > 2);
    CHECK(contains(queens.prove(form + " --max-steps 10").err, "--max-steps"));
    fs::remove(queens.prefix + ".cnf");
    for (const char* suffix : {".opb", ".lrat", ".pbp", ".cpog"})
      fs::remove(queens.prefix + suffix);
  }
}

TEST_CASE("a proof that cannot be written is said, and leaves nothing") {
  const Certified queens(dlx_out("queens 6 --emit"));
  const Result nowhere = dlx_run("proof " + queens.problem + " " + queens.certificate +
                                 " --lrat --output " + queens.folder.path("none/out"));
  CHECK(nowhere.exit_code == 5);
  CHECK(nowhere.out.empty());
  const Result nameless =
      run({.arguments = {"proof", queens.problem, queens.certificate, "--lrat", "--output", ""}});
  CHECK(nameless.exit_code == 2);
  CHECK(contains(nameless.err, "--output"));
  // A disk that is full.
  for (const std::string form : {"--lrat", "--veripb", "--cpog"}) {
    const Result full = run({.arguments = {"proof", queens.problem, queens.certificate, form,
                                           "--output", queens.prefix},
                             .file_size = 300});
    CAPTURE(form, full.err);
    CHECK(full.exit_code == 5);
    CHECK(full.out.empty());
    CHECK(queens.nothing_there());
  }
}

TEST_CASE("solutions too many to be listed are proved by a graph") {
  const Certified dominoes(dlx_out("dominoes 6x8 --emit"));
  const Result graph = dominoes.prove("--cpog --max-steps 100000");
  INFO(graph.err);
  REQUIRE(graph.exit_code == 0);
  CHECK(lines(graph.out).at(0) == "count 167089");
  const Result list = dominoes.prove("--lrat --max-steps 100000");
  CHECK(list.exit_code == 3);
}

TEST_CASE("a tree may be deep, but not deeper than the stack holds") {
  const TemporaryFolder folder;
  for (const auto& [depth, code] : {std::pair(900, 0), std::pair(1'500, 3), std::pair(20'000, 3)}) {
    std::string items;
    std::string options;
    for (int k = 0; k < depth; ++k) {
      items += "i" + std::to_string(k) + " ";
      options += "i" + std::to_string(k) + "\n";
    }
    const std::string problem = folder.write("problem.dlx", items + "\n" + options);
    const std::string certificate = folder.path("certificate");
    REQUIRE(dlx_run("count " + problem + " --method search --no-preprocess --certificate " +
                    certificate)
                .exit_code == 0);
    for (const std::string form : {"--lrat", "--veripb", "--cpog"}) {
      const Result result = dlx_run("proof " + problem + " " + certificate + " " + form +
                                    " --output " + folder.path("out"));
      CAPTURE(depth, form, result.err);
      CHECK(result.exit_code == code);
      CHECK(result.signal == 0);
      CHECK(contains(result.err, "deep") == (code == 3));
    }
  }
}

TEST_CASE("wrong usage of proof") {
  const Certified queens(dlx_out("queens 6 --emit"));
  CHECK(queens.prove("").exit_code == 2);
  CHECK(queens.prove("--lrat --veripb").exit_code == 2);
  CHECK(queens.prove("--lrat --max-steps x").exit_code == 2);
  CHECK(dlx_run("proof " + queens.problem + " " + queens.certificate + " --lrat").exit_code == 2);
  // What is read is not written over.
  const std::string text = bytes_of(queens.certificate);
  fs::rename(queens.certificate, queens.folder.path("out.lrat"));
  for (const std::string& prefix : {queens.prefix, queens.folder.path("./out")}) {
    const Result over = dlx_run("proof " + queens.problem + " " + queens.folder.path("out.lrat") +
                                " --lrat --output " + prefix);
    CHECK(over.exit_code == 2);
    CHECK(bytes_of(queens.folder.path("out.lrat")) == text);
  }
}

}  // namespace
}  // namespace dlx::test
