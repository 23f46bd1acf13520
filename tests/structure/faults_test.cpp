// What tests/apps/FAULTS.md names is there, and what no test can provoke is not in the sources.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const fs::path root = DLX_SOURCE_ROOT;

/// The names of a file's test cases.
std::set<std::string> cases_in(const fs::path& path) {
  static const std::regex python("def (test_[a-z_]+)\\(");
  static const std::regex pattern("TEST_CASE\\(\\s*\"((?:[^\"]|\"\\s+\")*)\"");
  static const std::regex joint("\"\\s+\"");
  const std::string text = text_of(path);
  std::set<std::string> names;
  if (path.extension() == ".py") {
    for (std::sregex_iterator at(text.begin(), text.end(), python), end; at != end; ++at) {
      names.insert((*at)[1].str());
    }
    return names;
  }
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    names.insert(std::regex_replace((*at)[1].str(), joint, ""));
  }
  return names;
}

TEST_CASE("every test case that the catalogue of faults names is there", "[structure]") {
  static const std::regex pattern("`(tests/[a-z_/]+_test\\.(?:cpp|py)): ([^`]+)`");
  const std::string text = text_of(root / "tests/apps/FAULTS.md");
  int named = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    ++named;
    INFO((*at)[0].str());
    CHECK(cases_in(root / (*at)[1].str()).contains((*at)[2].str()));
  }
  CHECK(named >= 40);
  // No row without a test.
  std::ifstream lines(root / "tests/apps/FAULTS.md");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| fault ")) continue;
    INFO(line);
    CHECK(std::regex_search(line, pattern));
  }
}

TEST_CASE("only monotonic clocks are read", "[structure]") {
  const std::regex clocks(
      "system_clock|high_resolution_clock|utc_clock|gettimeofday|CLOCK_REALTIME|"
      "[^_[:alnum:]]time\\(|[^_[:alnum:]](local|gm)time|[^_[:alnum:]]clock\\(\\)|last_write_time");
  // A manual page has a date, which SOURCE_DATE_EPOCH sets; `dlx status` says when a run began.
  const std::vector<fs::path> allowed = {"apps/commands/man.cpp", "dlx/runs/run_folders.cpp"};
  CHECK(std::regex_search("auto t = std::time(nullptr);", clocks));
  int files = 0;
  int exceptions = 0;
  for (const char* tree : {"dlx", "apps", "reductions"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / tree)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      ++files;
      std::ifstream lines(entry.path());
      std::size_t number = 0;
      for (std::string line; std::getline(lines, line);) {
        ++number;
        if (!std::regex_search(line.substr(0, line.find("//")), clocks)) continue;
        const fs::path file = fs::relative(entry.path(), root);
        if (std::find(allowed.begin(), allowed.end(), file) != allowed.end()) {
          ++exceptions;
        } else {
          FAIL_CHECK(file.string() << ":" << number << ": " << line);
        }
      }
    }
  }
  CHECK(files > 100);
  CHECK(exceptions > 0);
}

TEST_CASE("no shell is run, no program but checkers, and no network is spoken to", "[structure]") {
  const std::regex calls(
      "[^_[:alnum:].](system|popen|fork|vfork|posix_spawnp?|exec[lv]p?e?|socket|connect|dlopen)"
      "\\(");
  CHECK(std::regex_search("  std::system(line);", calls));
  int checkers_run = 0;
  for (const char* tree : {"dlx", "apps", "reductions"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / tree)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      std::ifstream lines(entry.path());
      for (std::string line; std::getline(lines, line);) {
        if (!std::regex_search(line.substr(0, line.find("//")), calls)) continue;
        if (fs::relative(entry.path(), root) == "dlx/certificate/process.cpp") {
          ++checkers_run;
        } else {
          FAIL_CHECK(entry.path().string() << ": " << line);
        }
      }
    }
  }
  CHECK(checkers_run == 1);
}

/// Fails where a pattern is found in the sources outside of the files that may have it, or not in
/// each of these.
void only_in(const std::regex& pattern, const std::set<fs::path>& allowed) {
  std::set<fs::path> seen;
  for (const char* tree : {"dlx", "apps", "reductions"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / tree)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      const fs::path file = fs::relative(entry.path(), root);
      std::ifstream lines(entry.path());
      for (std::string line; std::getline(lines, line);) {
        if (!std::regex_search(line.substr(0, line.find("//")), pattern)) continue;
        seen.insert(file);
        INFO(file.string() << ": " << line);
        CHECK(allowed.contains(file));
      }
    }
  }
  CHECK(seen == allowed);
}

TEST_CASE("threads are started in one place", "[structure]") {
  // How many cores there are, and what a thread waits for, is asked elsewhere too.
  only_in(std::regex("std::j?thread(?!::)|std::async|pthread_create"),
          {"dlx/runs/thread_group.hpp"});
}

TEST_CASE("messages leave in one place", "[structure]") {
  // A program that is out of memory prints a text of its own.
  only_in(std::regex("stderr|std::cerr|std::clog|perror\\("),
          {"apps/cli/console.cpp", "apps/cli/program.cpp"});
}

}  // namespace
