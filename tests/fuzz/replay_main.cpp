// Runs fuzzers on files, without libFuzzer:
//   fuzz_replay FOLDER...       every file in FOLDER/FUZZER/
//   fuzz_replay FUZZER FILE...

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzer.hpp"

namespace dlx::fuzz {
namespace {

namespace fs = std::filesystem;

std::map<std::string, Fuzzer>& fuzzers() {
  static std::map<std::string, Fuzzer> all;
  return all;
}

void replay(const std::string& name, const fs::path& file) {
  // Before: whoever ends the process does not come back to say it.
  std::fprintf(stderr, "%s %s\n", name.c_str(), file.c_str());
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  fuzzers().at(name)(bytes);
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

int run(const std::vector<std::string>& arguments) {
  std::size_t files = 0;
  if (arguments.size() > 1 && fuzzers().contains(arguments[0])) {
    for (std::size_t k = 1; k < arguments.size(); ++k, ++files) replay(arguments[0], arguments[k]);
  } else {
    for (const std::string& folder : arguments) {
      for (const fs::path& fuzzer_folder : entries_of(folder)) {
        if (!fs::is_directory(fuzzer_folder)) continue;
        const std::string name = fuzzer_folder.filename().string();
        if (!fuzzers().contains(name)) {
          std::fprintf(stderr, "there is no fuzzer %s\n", name.c_str());
          return 2;
        }
        for (const fs::path& file : entries_of(fuzzer_folder)) {
          replay(name, file);
          ++files;
        }
      }
    }
  }
  std::printf("%zu files\n", files);
  return files == 0 ? 2 : 0;
}

}  // namespace

Registered::Registered(const char* name, Fuzzer fuzzer) {
  fuzzers()[name] = fuzzer;
}

}  // namespace dlx::fuzz

int main(int count, char** arguments) {
  try {
    return dlx::fuzz::run({arguments + 1, arguments + count});
  } catch (const std::exception& e) {
    std::fprintf(stderr, "FOUND: an exception: %s\n", e.what());
    return 1;
  }
}
