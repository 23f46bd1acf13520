#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

/// Exit code 0: every case passed. 77: the path in DLX_TEST_NEEDS does not exist, and no case ran;
/// CTest reports this as skipped. 1: everything else. Catch2 itself returns the number of failed
/// assertions, which may be 77.
int main(int argc, char** argv) {
  const char* needed = std::getenv("DLX_TEST_NEEDS");
  if (needed != nullptr && !std::filesystem::exists(needed)) {
    std::cout << "skipped: " << needed << " does not exist" << std::endl;
    return 77;
  }
  // RapidCheck draws a seed unless it is given one.
  const char* drawn = std::getenv("DLX_TEST_SEED");
  ::setenv("RC_PARAMS", ("seed=" + std::string(drawn == nullptr ? "1" : drawn)).c_str(), 0);
  return Catch::Session().run(argc, argv) == 0 ? 0 : 1;
}
