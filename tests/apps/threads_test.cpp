// The command where the system refuses threads: the answer by fewer threads, or exit code 4.

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

struct Threaded {
  std::string arguments;
  bool alone = true;  ///< the calling thread does the work where none can be started
};

/// Each starts threads in its own way.
const std::vector<Threaded> commands = {
    {"polycube " DLX_DATA_XMPUZZLE "/burr6_042.xmpuzzle --apart"},
    {"polycube " DLX_DATA_XMPUZZLE "/burr6_042.xmpuzzle --apart --all --checkpoint run", false},
    {"design bag.design", false},
    {"design bag.design --method sets"},
    {"design bag.design --method sets --checkpoint run"},
    {"count larger.dlx --method search", false},
    {"count queens.dlx --checkpoint run --unit-nodes 20000", false},
    {"solve queens.dlx --all --quiet"},
    {"solve queens.dlx --all --checkpoint run", false},
    {"solve queens.dlx --all --up-to all --quiet"},
    {"count board.dlx --method sweep"},
};

TEST_CASE("threads that cannot be started: fewer do the work, or exit code 4") {
  const TemporaryFolder folder;
  folder.write("bag.design",
               "box 2x2x3\nall 3 one-sided\nall 4 one-sided\nall 5 one-sided\nwant unique\n"
               "hardest nodes\n");
  folder.write("larger.dlx", dlx_out("queens 15 --emit"));
  folder.write("queens.dlx", dlx_out("queens 12 --emit"));
  folder.write("board.dlx", dlx_out("dominoes 18x18 --emit"));
  const auto with = [&](const std::string& arguments, int threads) {
    fs::remove(folder.path("run"));
    fs::remove(folder.path("refused"));
    fs::remove_all(folder.path("run.solutions"));
    return run({.arguments = words(arguments + " --threads 4"),
                .environment = {{"LD_PRELOAD", DLX_THREAD_FAULTS_LIBRARY},
                                {"DLX_MOST_THREADS", std::to_string(threads)},
                                {"DLX_THREADS_REFUSED", folder.path("refused")}},
                .folder = folder.path("")});
  };
  for (const Threaded& command : commands) {
    const Result whole = with(command.arguments, 4);
    CAPTURE(command.arguments, whole.err);
    REQUIRE(whole.exit_code == 0);
    for (const int threads : {0, 1, 2}) {
      const Result r = with(command.arguments, threads);
      CAPTURE(threads, r.err);
      CHECK(fs::exists(folder.path("refused")));
      CHECK(r.signal == 0);
      if (threads != 0 || command.alone) {
        CHECK(r.exit_code == 0);
        CHECK((r.out == whole.out));
      } else {
        CHECK(r.exit_code == 4);
        CHECK(contains(r.err, "cannot start a thread"));
      }
    }
  }
}

}  // namespace
}  // namespace dlx::test
