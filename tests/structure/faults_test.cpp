// What tests/apps/FAULTS.md names is there, and what no test can provoke is not in the sources.

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
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

/// Calls `read(file, line)` for each line of the sources of the command and its libraries, without
/// its comment. Returns the number of lines by file; a path is relative to the root.
template <class Read>
std::map<fs::path, std::size_t> read_sources(Read read) {
  std::map<fs::path, std::size_t> lengths;
  for (const char* tree : {"dlx", "apps", "reductions"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / tree)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      const fs::path file = fs::relative(entry.path(), root);
      std::size_t& length = lengths[file];
      std::ifstream lines(entry.path());
      for (std::string line; std::getline(lines, line);) {
        ++length;
        read(file, line.substr(0, line.find("//")));
      }
    }
  }
  return lengths;
}

/// Fails where a pattern is found in the sources outside of the files that may have it, or not in
/// each of these.
void only_in(const std::regex& pattern, const std::set<fs::path>& allowed) {
  std::set<fs::path> seen;
  read_sources([&](const fs::path& file, const std::string& line) {
    if (!std::regex_search(line, pattern)) return;
    seen.insert(file);
    INFO(file.string() << ": " << line);
    CHECK(allowed.contains(file));
  });
  CHECK(seen == allowed);
}

TEST_CASE("only monotonic clocks are read", "[structure]") {
  // A manual page has a date, which SOURCE_DATE_EPOCH sets; `dlx status` says when a run began.
  only_in(std::regex("system_clock|high_resolution_clock|utc_clock|gettimeofday|CLOCK_REALTIME|"
                     "[^_[:alnum:]]time\\(|[^_[:alnum:]](local|gm)time|[^_[:alnum:]]clock\\(\\)|"
                     "last_write_time"),
          {"apps/commands/man.cpp", "dlx/runs/run_folders.cpp"});
}

TEST_CASE("no shell is run, no program but checkers, and no network is spoken to", "[structure]") {
  only_in(
      std::regex("[^_[:alnum:].](system|popen|fork|vfork|posix_spawnp?|exec[lv]p?e?|socket|connect|"
                 "dlopen)\\("),
      {"dlx/certificate/process.cpp"});
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

TEST_CASE("a file can be read at once", "[structure]") {
  constexpr std::size_t most = 600;
  const auto lengths = read_sources([](const fs::path&, const std::string&) {});
  CHECK(lengths.size() > 100);
  for (const auto& [file, length] : lengths) {
    if (file.string().starts_with("dlx/engines/")) continue;  // an engine is one loop
    INFO(file.string());
    CHECK(length <= most);
  }
}

}  // namespace
