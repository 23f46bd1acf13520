// The command while allocations fail: exit code 4, or the answer.

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex(R"("elapsed_s":[-+.e0-9]+)"), "");
}

/// Most allocations, `common`, every command makes before it looks at its arguments.
void starve(const std::string& arguments, const std::string& input, std::uint64_t tries,
            std::uint64_t& common) {
  const TemporaryFolder folder;
  const auto with = [&](std::uint64_t at, const std::string& failures) {
    return run({.arguments = words(arguments),
                .input = input,
                .environment = {{"LD_PRELOAD", DLX_MEMORY_FAULTS_LIBRARY},
                                {"DLX_MALLOC_FAILS_AT", std::to_string(at)},
                                {"DLX_MALLOC_FAILURES", failures},
                                {"DLX_MALLOC_COUNT", folder.path("count")}}});
  };
  CAPTURE(arguments);
  const Result whole = with(0, "0");
  REQUIRE(whole.exit_code == 0);
  std::uint64_t all = 0;
  std::ifstream(folder.path("count")) >> all;
  REQUIRE(all > 100);
  if (common == 0) common = all;
  std::uint64_t ended = 0;
  std::uint64_t tried = 0;
  for (const char* failures : {"1", "1000000000"}) {
    // What comes last of that may be about the arguments.
    const std::uint64_t from = std::min(common, all) - std::min(common, all) / 50;
    std::vector<std::uint64_t> places{1, common / 4, common / 2};
    for (std::uint64_t at = from; at <= all; at += 1 + (all - from) / tries) places.push_back(at);
    for (const std::uint64_t at : places) {
      const Result r = with(at, failures);
      CAPTURE(at, failures, all, r.err);
      ++tried;
      REQUIRE(r.signal == 0);
      if (r.exit_code == 0) {
        REQUIRE(without_times(r.out) == without_times(whole.out));
        continue;
      }
      ++ended;
      // A system call may say it as well.
      const bool in_its_words = r.exit_code == 5 && contains(r.err, "Cannot allocate memory");
      REQUIRE((r.exit_code == 4 || in_its_words));
      if (r.exit_code == 4) REQUIRE(contains(r.err, "out of memory"));
    }
  }
  std::cout << "dlx " << arguments << ": " << all << " allocations, " << tried << " tries, "
            << ended << " ended by one that failed\n";
  CHECK(ended > tried / 2);
}

void starve_all(std::uint64_t tries) {
  std::uint64_t common = 0;
  starve("--version", "", tries, common);
  const std::string problem = dlx_out("queens 6 --emit");
  const std::string json = dlx_out("convert - --to json", problem);
  const std::string bars = "[0-2][0-2]0\n3*I 000 100 200\n";
  starve("count -", gzipped(problem), tries, common);
  starve("count - --threads 2 --method search --fingerprint 3", problem, tries, common);
  starve("count - --up-to all", problem, tries, common);
  starve("count - --method memo", problem, tries, common);
  starve("count - --method sweep", json, tries, common);
  starve("marginals -", problem, tries, common);
  starve("solve - --all --json", problem, tries, common);
  starve("solve - --all --up-to all", problem, tries, common);
  starve("convert - --to cnf", json, tries, common);
  starve("polycube - --all --up-to rotations", bars, tries, common);
  starve("convert - --to xmpuzzle", bars, tries, common);
  starve("queens 6 --json", "", tries, common);
}

TEST_CASE("an allocation that fails ends the command with exit code 4, or does no harm") {
  starve_all(20);
}

TEST_CASE("allocations that fail, many of them", "[slow]") {
  starve_all(400);
}

}  // namespace
}  // namespace dlx::test
