// Runs that are killed early, also while they are planned: the same command, and dlx resume, end as
// if nothing had happened.

#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

/// Commands of every kind that save a run.
const std::vector<std::string> commands = {
    "count large.dlx",
    "count large.dlx --method search",
    "count large.dlx --engine dancing_links",
    "count large.dlx --fingerprint 5",
    "count large.dlx --up-to all",
    "count small.dlx --certificate proof",
    "count small.dlx --up-to all --certificate proof",
    "count board.dlx --method sweep",
    "solve costs.dlx --max-cost 1750 --count --certificate proof",
    "solve costs.dlx --max-cost 1650 -n 1000 --checkpoint-every 0.1 --certificate proof",
    "solve small.dlx --all",
    "solve small.dlx --all --up-to all --gzip",
    "polycube " DLX_DATA_XMPUZZLE "/soma333.xmpuzzle --count",
    "polycube " DLX_DATA_XMPUZZLE "/burr6_042.xmpuzzle --apart --all",
    "design bag.design",
    "design bag.design --method sets",
    "snake christmas --count",
    "langford 11 --count",
};

/// What a finished run says, and the solutions that it has left, in any order.
struct Ending {
  std::string out;
  std::multiset<std::string> solutions;
  friend bool operator==(const Ending&, const Ending&) = default;
};

class Runs {
 public:
  Runs() {
    folder_.write("small.dlx", dlx_out("queens 9 --emit"));
    folder_.write("large.dlx", dlx_out("queens 13 --emit"));
    folder_.write("board.dlx", dlx_out("dominoes 16x16 --emit"));
    std::string costs;
    for (const std::string& option : lines(dlx_out("queens 12 --emit"))) {
      const std::size_t number = costs.size();  // costs without a pattern, for many nodes
      costs +=
          option + (number == 0 ? "" : " |" + std::to_string(100 + number * 7'919 % 101)) + '\n';
    }
    folder_.write("costs.dlx", costs);
    folder_.write("bag.design",
                  "box 2x2x3\nall 3 one-sided\nall 4 one-sided\nall 5 one-sided\nwant unique\n");
  }

  /// Runs the command to its end, or kills it after so many seconds, and goes on by `resume` or the
  /// same command.
  void kill(const std::string& command, double seconds, bool resume) {
    clear();
    const std::string saved = command + " --threads 2 --quiet --checkpoint run";
    const Result killed = execute(saved, seconds);
    begun_ += killed.timed_out && exists("run") ? 1 : 0;
    killed_ += killed.timed_out ? 1 : 0;
    const bool resumes = resume && exists("run");
    INFO(command << " after " << seconds << " s, by " << (resumes ? "resume" : "itself"));
    const Ending ending = end_of(execute(resumes ? "resume run --quiet" : saved, 300));
    if (exists("proof")) {
      const std::string problem = folder_.path(words(command).at(1));
      CHECK(run({.arguments = {problem, folder_.path("proof")}, .program = DLX_CHECK_BINARY})
                .exit_code == 0);
    }
    CHECK((ending == wanted(command)));
  }

  void report() const {
    std::cout << killed_ << " kills, " << begun_ << " after the file was made\n";
    CHECK(begun_ > 0);
  }

 private:
  Result execute(const std::string& command, double seconds) const {
    return run({.arguments = words(command), .folder = folder_.path(""), .timeout_s = seconds});
  }
  [[nodiscard]] bool exists(const char* name) const { return fs::exists(folder_.path(name)); }

  void clear() const {
    for (const char* name : {"run", "run-wal", "run-shm", "run-journal", "proof"}) {
      fs::remove(folder_.path(name));
    }
    for (const char* ending : {"solutions", "certificate", "tables"}) {
      fs::remove_all(folder_.path("run.") + ending);
    }
  }

  [[nodiscard]] Ending end_of(const Result& r) const {
    INFO(r.err);
    CHECK(r.exit_code == 0);
    Ending ending{r.out, {}};
    if (!exists("run.solutions")) return ending;
    for (const auto& entry : fs::directory_iterator(folder_.path("run.solutions"))) {
      for (std::string& line : lines(unpacked(entry.path().string()))) {
        if (line.starts_with("solution ")) line.erase(0, line.find(':'));  // its number in the file
        ending.solutions.insert(line);
      }
    }
    return ending;
  }

  const Ending& wanted(const std::string& command) {
    if (command != last_) {
      clear();
      last_ = command;
      wanted_ = end_of(execute(command + " --threads 2 --quiet --checkpoint run", 300));
    }
    return wanted_;
  }

  TemporaryFolder folder_;
  std::string last_;
  Ending wanted_;
  int killed_ = 0;
  int begun_ = 0;
};

TEST_CASE("a run that is killed early ends as if nothing had happened") {
  Runs runs;
  bool resume = false;
  int n = 0;
  for (const std::string& command : commands) {
    const double seconds = std::vector{0.02, 0.1, 0.3, 0.5}[static_cast<std::size_t>(n++ % 4)];
    runs.kill(command, seconds, resume = !resume);
  }
  runs.report();
}

TEST_CASE("runs of every kind that are killed at twenty moments", "[slow]") {
  Runs runs;
  Random random(721);
  for (const std::string& command : commands) {
    for (const double seconds : {0.02, 0.1, 0.3, 0.5}) {
      for (const bool resume : {false, true}) runs.kill(command, seconds, resume);
    }
    for (int n = 0; n < 12; ++n) {
      runs.kill(command, 0.005 + random.below(600) / 1e3, n % 2 == 0);
    }
  }
  runs.report();
}

TEST_CASE("a run has its file before it is planned, and no file if planning fails") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p", dlx_out("queens 8 --emit"));
  const std::string file = folder.path("run");
  const std::string command = "count " + problem + " --up-to all --checkpoint " + file;
  const Result r = dlx_run(command + " --time-limit 0.0000001");
  INFO(r.err);
  CHECK(r.exit_code == 3);
  CHECK(contains(r.err, "saved; to continue: dlx resume"));
  CHECK(contains(dlx_out("status " + file), "engine: not chosen yet"));
  CHECK(nlohmann::json::parse(dlx_out("status --json " + file))["status"] == "paused");
  // Nothing has been searched, so the command may change, but not the problem.
  CHECK(dlx_run("queens 7 --count --checkpoint " + file).exit_code == 6);
  CHECK(dlx_run("solve " + problem + " --all --checkpoint " + file).exit_code == 6);
  fs::copy_file(file, folder.path("copy"));
  CHECK(dlx_out("resume " + file) == "12\n");
  CHECK(dlx_out("count " + problem + " --checkpoint " + folder.path("copy")) == "92\n");
  CHECK(dlx_out("resume " + folder.path("copy")) == "92\n");

  CHECK(dlx_run("count " + problem + " --order no --checkpoint " + folder.path("none")).exit_code ==
        2);
  CHECK_FALSE(fs::exists(folder.path("none")));
}

TEST_CASE("a complete run whose certificate is there is resumed as complete") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const std::string proof = folder.path("proof");
  for (const std::string more : {"", " --method search"}) {
    fs::remove(file);
    fs::remove(proof);
    CHECK(dlx_out("queens 8 --count --certificate " + proof + " --checkpoint " + file + more) ==
          "92\n");
    const std::string written = bytes_of(proof);
    const Result again = dlx_run("resume " + file);
    CHECK(again.exit_code == 0);
    CHECK(again.out == "92\n");
    CHECK(contains(again.err, "is left as it is"));
    CHECK((bytes_of(proof) == written));
    // In another file it is written anew.
    CHECK(dlx_run("resume " + file + " --certificate " + proof + "2").exit_code == 0);
    CHECK((bytes_of(proof + "2") == written));
    fs::remove(proof);
    CHECK(dlx_run("resume " + file).exit_code == 0);
    CHECK((bytes_of(proof) == written));
  }
  // A run that is not complete replaces no file, because anyone may have made its command.
  fs::remove(file);
  CHECK(dlx_run("queens 10 --count --method search --node-limit 5000 --certificate " + proof +
                " --checkpoint " + file)
            .exit_code == 3);
  const Result refused = dlx_run("resume " + file);
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "exists already"));
}

}  // namespace
}  // namespace dlx::test
