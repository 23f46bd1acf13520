#include "tests/fuzz/seeded.hpp"

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "dlx/core/mixed.hpp"
#include "dlx/core/text.hpp"

namespace dlx::fuzz {
namespace {

struct Options {
  std::uint64_t cases = 0;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> seconds;
  std::string findings;
};

Options read(const std::vector<std::string>& arguments) {
  Options options;
  const auto number = [](const std::string& word) {
    const auto value = to_number<std::uint64_t>(word);
    if (!value) throw std::invalid_argument("'" + word + "' is no number");
    return *value;
  };
  std::size_t plain = 0;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string& word = arguments[k];
    if (word == "--seconds" || word == "--findings") {
      if (++k == arguments.size()) throw std::invalid_argument(word + " wants a value");
      if (word == "--seconds") {
        options.seconds = number(arguments[k]);
      } else {
        options.findings = arguments[k];
      }
    } else if (plain == 0) {
      options.cases = number(word);
      ++plain;
    } else if (plain == 1) {
      options.seed = number(word);
      ++plain;
    } else {
      throw std::invalid_argument("'" + word + "' is one too many");
    }
  }
  if (options.cases == 0) {
    if (!options.seconds) throw std::invalid_argument("how many cases, or --seconds?");
    options.cases = std::numeric_limits<std::uint64_t>::max();
  }
  return options;
}

/// The seeds of cases are far from each other, also for seeds side by side.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t number) {
  return mixed(seed * 0x9E3779B97F4A7C15U + number);
}

}  // namespace

int seeded_main(int count, char** arguments, const std::string& name,
                const std::function<Case(std::uint64_t seed)>& run) {
  Options options;
  try {
    options = read({arguments + 1, arguments + count});
  } catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "%s: %s\nusage: %s CASES [SEED] [--seconds S] [--findings FOLDER]\n",
                 name.c_str(), e.what(), name.c_str());
    return 2;
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::uint64_t cases = 0;
  std::uint64_t findings = 0;
  constexpr std::uint64_t enough = 10;
  for (; cases < options.cases && findings < enough; ++cases) {
    if (options.seconds && cases % 16 == 0 &&
        Clock::now() - start >= std::chrono::seconds(*options.seconds)) {
      break;
    }
    Case result;
    try {
      result = run(seed_of(options.seed, cases));
    } catch (const std::exception& e) {
      result.found = std::string("an exception: ") + e.what();
    }
    if (result.found.empty()) continue;
    ++findings;
    std::printf("case %llu of seed %llu:\n%s\n", static_cast<unsigned long long>(cases),
                static_cast<unsigned long long>(options.seed), result.found.c_str());
    if (options.findings.empty()) continue;
    std::ofstream file(options.findings + "/" + name + "-" + std::to_string(options.seed) + "-" +
                           std::to_string(cases),
                       std::ios::binary);
    file << result.file;
  }
  std::printf("cases %llu findings %llu\n", static_cast<unsigned long long>(cases),
              static_cast<unsigned long long>(findings));
  return findings == 0 ? 0 : 1;
}

}  // namespace dlx::fuzz
