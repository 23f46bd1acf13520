#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace dlx::fuzz {

/// What has come of a case.
struct Case {
  std::string found;  ///< in words; empty: nothing
  std::string file;   ///< what reproduces it, for data/fuzz/regressions
};

/// A program that draws its own cases:
///   NAME CASES [SEED] [--seconds S] [--findings FOLDER]
/// It runs so many cases, or for so long; CASES may be 0 then. Case n of a seed is the same on
/// every run. The last line of standard output is "cases N findings M", and the exit code 1 if M is
/// not 0.
int seeded_main(int count, char** arguments, const std::string& name,
                const std::function<Case(std::uint64_t seed)>& run);

}  // namespace dlx::fuzz
