// Runs that are kept in a file: stopped, killed, gone on with, and refused.

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "dlx/runs/crew.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/solver.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/apps/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

#ifdef DLX_SANITIZE
constexpr int least_kills = 5;
const std::string board = "8";
const std::string unit = "20";
const std::string slice = "300";
constexpr std::uint64_t fewest_units = 2, most_units = 10;
#else
constexpr int least_kills = 20;
const std::string board = "11";
const std::string unit = "15";
const std::string slice = "3000";
constexpr std::uint64_t fewest_units = 5, most_units = 60;
#endif

nlohmann::json json_of(const std::string& text) {
  const auto all = json_lines(text);
  REQUIRE(!all.empty());
  return all.back();
}

/// The solutions in the files of a run, each as its sorted options; fails if one is there twice.
std::set<std::vector<int>> solutions_in(const std::string& folder) {
  std::set<std::vector<int>> solutions;
  for (const auto& entry : fs::directory_iterator(folder)) {
    CHECK(entry.path().extension() != ".part");
    for (const nlohmann::json& line : json_lines(unpacked(entry.path().string()))) {
      auto options = line["options"].get<std::vector<int>>();
      std::sort(options.begin(), options.end());
      CHECK(solutions.insert(options).second);
    }
  }
  return solutions;
}

std::set<std::vector<int>> solutions_of(const std::string& command) {
  std::set<std::vector<int>> solutions;
  for (const nlohmann::json& line : json_lines(dlx_out(command))) {
    if (!line.contains("options")) continue;
    auto options = line["options"].get<std::vector<int>>();
    std::sort(options.begin(), options.end());
    solutions.insert(options);
  }
  return solutions;
}

TEST_CASE("a run of what reducing settles has the fingerprint that other counts have") {
  const TemporaryFolder folder;
  for (const std::string& text : {std::string("a b\na\nb\n"), std::string("a b\na\na\nb\n")}) {
    const std::string problem = folder.write("problem.dlx", text);
    const std::string run = folder.path("run" + std::to_string(text.size()));
    CHECK(dlx_out("count " + problem + " --fingerprint 5 --checkpoint " + run) ==
          dlx_out("count " + problem + " --fingerprint 5"));
  }
}

TEST_CASE("a run in a file counts what a run without one counts") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const std::string problem = folder.write("problem.dlx", coloured_example);
  CHECK(dlx_out("count " + problem + " --checkpoint " + file) == dlx_out("count " + problem));
  CHECK(dlx_out("resume " + file) == dlx_out("count " + problem));
  // Also from standard input, which is not there again, and with options that are merged.
  const std::string copies = "a b c\na\na\nb c\nb\nb\nc\n";
  const Result first = run({.arguments = {"count", "-", "--checkpoint", folder.path("copies"),
                                          "--fingerprint", "3", "--node-limit", "1"},
                            .input = copies});
  CHECK(first.exit_code == 3);
  CHECK(contains(first.err, "to continue: dlx resume " + folder.path("copies")));
  CHECK(dlx_run("resume " + folder.path("copies")).out ==
        dlx_out("count - --fingerprint 3", copies));
  // A name that a shell would divide is quoted, and one that begins with - is not an option.
  for (const auto& [name, word] : {std::pair("a run", "'a run'"), std::pair("-x", "-- -x")}) {
    const Result saved =
        run({.arguments = {"count", "-", std::string("--checkpoint=") + name, "--node-limit", "1"},
             .input = copies,
             .folder = folder.path("")});
    CHECK(contains(saved.err, std::string("to continue: dlx resume ") + word + "\n"));
  }
}

TEST_CASE("limits, signals and threads change nothing about a run") {
  const TemporaryFolder folder;
  const std::string command =
      "queens " + board + " --count --fingerprint 9 --json --engine dancing_links --checkpoint ";
  const auto in_one = json_of(dlx_out(command + folder.path("one") + " --threads 1"));
  const std::string file = folder.path("many");
  Result r = dlx_run(command + file + " --node-limit 300 --unit-nodes 10 --threads 3");
  CHECK(r.exit_code == 3);
  CHECK(contains(r.out, "INCOMPLETE"));
  int parts = 1;
  for (; r.exit_code == 3; ++parts) {
    r = dlx_run("resume " + file + " --node-limit " + slice + " --threads " +
                std::to_string(1 + parts % 8));
  }
  CHECK(parts > 2);
  CHECK(r.exit_code == 0);
  const auto in_parts = json_of(r.out);
  for (const char* name : {"count", "fingerprint", "nodes", "seed"}) {
    CHECK(in_one[name] == in_parts[name]);
  }
  CHECK(in_parts["units"] > in_one["units"]);
  // What a whole search without units visits.
  CHECK(in_one["count"] == json_of(dlx_out("queens " + board + " --count --json"))["count"]);
}

TEST_CASE("a run whose answer is counted twice can be continued") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const std::string command = "queens 9 --count --trust T1 --checkpoint " + file;
  CHECK(dlx_run(command + " --node-limit 500").exit_code == 3);
  const Result rest = dlx_run(command);
  CHECK(rest.exit_code == 0);
  CHECK(rest.out.starts_with("352\n"));
  CHECK(contains(rest.err, "trust T1"));
  CHECK(dlx_run("resume " + file).out == rest.out);
}

TEST_CASE("Ctrl-C saves a run and says how to continue it") {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string file = folder.path("run" + std::to_string(signal));
    const Result r = run({.arguments = words("queens 20 --count --progress --checkpoint " + file +
                                             " --checkpoint-every 0.1"),
                          .signal = signal,
                          .signal_after = "% done"});
    CHECK(r.exit_code == 128 + signal);
    CHECK(contains(r.out, "INCOMPLETE"));
    CHECK(contains(r.err, "to continue: dlx resume " + file));
    const auto status = json_of(dlx_out("status --json " + file));
    CHECK(status["status"] == "paused");
    CHECK(status["nodes"] > 0);
    CHECK(status["units_open"] > 0);
    CHECK(status["seconds"] > 0);
    CHECK(status["began"].get<std::string>().ends_with(" UTC"));
    CHECK(status["last_written"] >= status["began"]);
    const std::string text = dlx_out("status " + file);
    INFO(text);
    for (const char* line : {"search: ", "began: 20", "last written: 20", "time spent: "}) {
      CHECK(contains(text, std::string("\n") + line));
    }
    const Result more = dlx_run("resume " + file + " --node-limit 100000 --json");
    CHECK(more.exit_code == 3);
    CHECK(json_of(more.out)["nodes"] > status["nodes"]);
    CHECK(json_of(dlx_out("status --json " + file))["seconds"] > status["seconds"]);
  }
}

TEST_CASE("the status of a complete run has no figures of an earlier report") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  CHECK(dlx_run("queens 11 --count --node-limit 1000 --checkpoint " + file).exit_code == 3);
  CHECK(json_of(dlx_out("status --json " + file)).contains("seconds"));
  CHECK(dlx_out("resume " + file) == "2680\n");
  const auto status = json_of(dlx_out("status --json " + file));
  CHECK(status["status"] == "complete");
  for (const char* name : {"seconds", "seconds_left", "nodes_per_second"}) {
    CHECK_FALSE(status.contains(name));
  }
}

TEST_CASE("a saved run whose limit ends before anything was done says so") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const auto says_nothing_was_done = [](const Result& r) {
    CHECK(r.exit_code == 3);
    CHECK(contains(r.err, "to continue: dlx resume"));
    return contains(r.err, "nothing was done that can be saved");
  };
  const auto resume = [&](double limit) {
    return dlx_run("resume " + file + " --time-limit " + std::to_string(limit));
  };
  CHECK(says_nothing_was_done(
      dlx_run("dominoes 30x30 --count --method sweep --time-limit 0.00001 --checkpoint " + file)));
  CHECK(says_nothing_was_done(resume(0.00001)));
  double enough = 0.5;
  while (says_nothing_was_done(resume(enough)) && enough < 100) enough *= 2;
  CHECK(enough < 100);
  CHECK(says_nothing_was_done(resume(0.00001)));
}

/// Kills a run at random moments, and goes on with it, until it is over. Returns what it says then.
nlohmann::json survive_kills(const std::string& command, const std::string& file, Random& random) {
  int kills = 0;
  double longest = 0.004;  // seconds until a kill
  std::uint64_t done = 0;
  for (;;) {
    const bool first = !fs::exists(file);
    const double delay = 0.001 + longest * (random.below(1'000) / 1e3);
    const Result r =
        run({.arguments = words(first ? command : "resume " + file + " --threads 2 --json"),
             .timeout_s = delay});
    INFO(r.err);
    if (!r.timed_out) {
      REQUIRE(r.exit_code == 0);
      std::cout << kills << " kills\n";
      CHECK(kills >= least_kills);
      return json_of(r.out);
    }
    ++kills;
    REQUIRE(kills < 2'000);
    std::uint64_t now = done;
    if (fs::exists(file)) {
      now = json_of(dlx_out("status --json " + file))["units_done"].get<std::uint64_t>();
    }
    // Neither always before it has begun, nor so late that it is soon over.
    if (now < done + fewest_units) longest *= 1.2;
    if (now > done + most_units) longest *= 0.6;
    done = now;
  }
}

TEST_CASE("a run that is killed again and again counts every solution once") {
  const TemporaryFolder folder;
  Random random(701);
  const std::string file = folder.path("run");
  const std::string common =
      "queens " + board + " --count --method search --fingerprint 4 --json --checkpoint ";
  const auto wanted = json_of(dlx_out(common + folder.path("wanted")));
  const auto found =
      survive_kills(common + file + " --threads 2 --unit-nodes " + unit, file, random);
  for (const char* name : {"count", "fingerprint", "nodes"}) CHECK(found[name] == wanted[name]);
}

TEST_CASE("a run that is killed again and again writes every solution once") {
  const TemporaryFolder folder;
  Random random(702);
  const std::string file = folder.path("run");
  const std::string common = "queens " + board + " --all --json --checkpoint ";
  const auto wanted = json_of(dlx_out(common + folder.path("wanted")));
  const auto found =
      survive_kills(common + file + " --threads 2 --unit-nodes " + unit, file, random);
  for (const char* name : {"count", "nodes"}) CHECK(found[name] == wanted[name]);
  const auto solutions = solutions_in(file + ".solutions");
  CHECK(solutions == solutions_of("queens " + board + " --all --json"));
  CHECK(std::to_string(solutions.size()) == wanted["count"]);
}

struct Kills {
  int all = 0;
  int continued = 0;  // runs that went on with a sweep's tables
};

/// Runs and resumes a count of dominoes on a square until it ends, killing it at random moments.
Kills survive_kills_of_sweep(const std::string& side, const std::string& options, Random& random) {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const std::string board_options = "dominoes " + side + "x" + side + " --count --json";
  const std::string command = board_options + " --checkpoint " + file + options;
  const auto wanted = json_of(dlx_out(board_options));
  Kills kills;
  double longest = 0.05;  // seconds until a kill; more and more, for a machine that is busy
  for (;; longest *= 1.1) {
    const bool first = !fs::exists(file);
    const double delay = longest * (0.5 + random.below(1'000) / 1e3);
    const Result r = run(
        {.arguments = words(first ? command : "resume " + file + " --json"), .timeout_s = delay});
    kills.continued += contains(r.err, "continuing a sweep") ? 1 : 0;
    if (r.timed_out) {
      REQUIRE(++kills.all < 500);
      continue;
    }
    INFO(r.err);
    REQUIRE(r.exit_code == 0);
    CHECK(json_of(r.out)["count"] == wanted["count"]);
    CHECK_FALSE(fs::exists(file + ".tables"));
    return kills;
  }
}

TEST_CASE("a sweep that is killed again and again goes on with its tables") {
  const std::string alone = GENERATE("", " --method sweep");
  CAPTURE(alone);
  Random random(703);
  // Long enough for several runs, also where a process takes a while to begin.
  const Kills kills = survive_kills_of_sweep(board == "8" ? "20" : "22",
                                             " --checkpoint-every 0.01" + alone, random);
  std::cout << kills.all << " kills, " << kills.continued << " runs went on with tables\n";
  CHECK(kills.all > 1);
  CHECK(kills.continued > 1);
}

TEST_CASE("a sweep on disk that is killed at 200 moments goes on with its tables", "[slow]") {
  const TemporaryFolder scratch;
  const std::string options =
      " --method sweep --memory-limit 0.01 --checkpoint-every 0.05 --scratch " + scratch.path("");
  Random random(704);
  Kills kills;
  while (kills.all < 200) {
    const Kills more = survive_kills_of_sweep("22", options, random);
    REQUIRE(more.continued > 1);
    kills.all += more.all;
    kills.continued += more.continued;
    CHECK(fs::is_empty(scratch.path("")));
  }
  std::cout << kills.all << " kills, " << kills.continued << " runs went on with tables\n";
}

TEST_CASE("a sweep that meets a time limit has kept its last table") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const Result stopped = dlx_run(
      "dominoes 26x26 --count --method sweep --time-limit 1 --checkpoint-every 0.2 "
      "--checkpoint " +
      file);
  REQUIRE(stopped.exit_code == 3);
  CHECK(json_of(dlx_out("status --json " + file))["sweeps"].size() == 1);
  CHECK(json_of(dlx_out("status --json " + file))["nodes"] == 0);
  // Not the same as a run that also searches, though it goes on with the same file.
  const Result searched =
      dlx_run("dominoes 26x26 --count --time-limit 0.3 --json --checkpoint " + file);
  CHECK(contains(searched.err, "continuing a sweep"));
}

TEST_CASE("a run for which memory was too little goes on with more") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run.dlxr");
  const Result ended = dlx_run("dominoes 16x16 --count --method sweep --memory-limit 0.00005 " +
                               ("--checkpoint " + file));
  CHECK(ended.exit_code == 4);
  CHECK(contains(ended.err, "--scratch FOLDER"));
  // The limit of the first command holds until another one is given.
  CHECK(dlx_run("resume " + file).exit_code == 4);
  CHECK(dlx_out("resume " + file + " --memory-limit 1") == "2444888770250892795802079170816\n");
}

TEST_CASE("files of solutions: text, JSON, gzip, classes, walks") {
  const TemporaryFolder folder;
  const auto listed = [&](const std::string& name, const std::string& command) {
    const Result r = dlx_run(command + " --checkpoint " + folder.path(name) + " --unit-nodes 50");
    INFO(r.err);
    CHECK(r.exit_code == 0);
    CHECK(r.out.empty());
    CHECK(contains(r.err, "verified; no others exist"));
    return folder.path(name) + ".solutions";
  };
  const std::string packed = listed("packed", "queens 7 --all --gzip");
  for (const auto& entry : fs::directory_iterator(packed)) {
    CHECK(entry.path().extension() == ".gz");
    CHECK(bytes_of(entry.path().string()).starts_with("\x1f\x8b"));
  }
  std::size_t queens = 0;
  for (const auto& entry : fs::directory_iterator(packed)) {
    const std::string text = unpacked(entry.path().string());
    queens += static_cast<std::size_t>(std::count(text.begin(), text.end(), 'Q'));
  }
  CHECK(queens == 7 * 40);
  const auto in_file = [&](const std::string& name, const std::string& command) {
    return dlx_out(command + " --count --checkpoint " + folder.path(name));
  };
  CHECK(in_file("classes", "queens 7 --up-to all") == "6\n");
  // By search alone: a Counter beside it may end first, after a number of nodes that time decides.
  const std::string soma = "soma --count --method search --json --checkpoint ";
  const auto all = json_of(dlx_out(soma + folder.path("all")));
  const auto turned = json_of(dlx_out(soma + folder.path("turned") + " --up-to rotations"));
  CHECK(turned["count"] == "480");
  CHECK(turned["nodes"].get<int>() * 10 < all["nodes"]);  // it does not go through the others
  CHECK(in_file("walks", "snake christmas --start anywhere") ==
        dlx_out("snake christmas --start anywhere --count"));
  // What is written can be verified.
  const std::string problem = folder.write("problem.dlx", knuth_example);
  const std::string texts = listed("texts", "solve " + problem + " --all --no-preprocess");
  int verified = 0;
  for (const auto& entry : fs::directory_iterator(texts)) {
    CHECK(dlx_run("verify " + problem + " " + entry.path().string()).exit_code == 0);
    ++verified;
  }
  CHECK(verified == 1);
}

TEST_CASE("a list goes on only with the files it has, and begins only without others") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const std::string command = "queens 8 --all --json --unit-nodes 50 --checkpoint " + file;
  REQUIRE(dlx_run(command + " --node-limit 500").exit_code == 3);
  fs::rename(file + ".solutions", folder.path("elsewhere"));
  for (const std::string& words : {command, "resume " + file}) {
    const Result missing = dlx_run(words);
    CHECK(missing.exit_code == 6);
    CHECK(contains(missing.err, "is missing"));
  }
  fs::remove_all(file + ".solutions");
  fs::rename(folder.path("elsewhere"), file + ".solutions");
  REQUIRE(dlx_run("resume " + file).exit_code == 0);
  CHECK(solutions_in(file + ".solutions").size() == 92);

  fs::remove(file);
  const Result stale = dlx_run(command);
  CHECK(stale.exit_code == 6);
  CHECK(contains(stale.err, "files of another run are in it"));
  CHECK_FALSE(fs::exists(file));
  CHECK(solutions_in(file + ".solutions").size() == 92);
}

TEST_CASE("a run continues without the files that its command names") {
  const TemporaryFolder folder;
  const std::string knights =
      folder.write("knights.txt", "box 3x2\n" + std::string(36, '.') + "\n");
  const std::string rules = folder.write("rules.txt", "anti-knight\n");
  const std::string region = folder.write("region.txt", std::string(3, 'X') + "\nXXX\nXXX\nXXX\n");
  const std::string facts = folder.write("mine.pl", dlx_out("cube blue --facts"));
  const std::string pieces = folder.write("pieces.txt", "4x3\n2*A XX/X\n2*B XXX\n");
  const std::vector<std::string> commands{
      "sudoku " + knights + " --rules " + rules + " --count --method search",
      "dominoes " + region + " --count --method search",
      "cube " + facts + " --count --method search",
      "polycube " + pieces + " --count --method search"};
  std::vector<std::string> answers;
  const auto saved = [&](std::size_t n) { return folder.path("run" + std::to_string(n)); };
  for (const std::string& command : commands) {
    const Result part =
        dlx_run(command + " --node-limit 3 --unit-nodes 100 --checkpoint " + saved(answers.size()));
    CAPTURE(command, part.err);
    CHECK(part.exit_code == 3);
    answers.push_back(dlx_out(command));
  }
  for (const std::string& file : {knights, rules, region, facts, pieces}) fs::remove(file);
  for (std::size_t n = 0; n < answers.size(); ++n) {
    CHECK(dlx_out("resume " + saved(n)) == answers[n]);
  }
}

TEST_CASE("a killed run is copied with its file alone, and a new run takes nothing from it") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const std::string command = "queens 18 --count --method search --unit-nodes 20000 --checkpoint ";
  REQUIRE(run({.arguments = words(command + file), .timeout_s = 2}).timed_out);
  REQUIRE(fs::exists(file + "-wal"));
  fs::rename(file, folder.path("copy"));
  CHECK_FALSE(contains(dlx_out("status " + folder.path("copy")), " 0 units done"));
  const Result anew = dlx_run(command + file);
  CHECK(anew.exit_code == 6);
  CHECK(contains(anew.err, file + "-wal: belongs to a checkpoint"));
  CHECK_FALSE(fs::exists(file));
  // The tables of another run are not touched.
  const std::string sweep = folder.path("sweep");
  const std::string tables = sweep + ".tables";
  fs::create_directory(tables);
  folder.write("sweep.tables/table", "of another run");
  const Result foreign = dlx_run("dominoes 8x8 --count --method sweep --checkpoint " + sweep);
  CHECK(foreign.exit_code == 6);
  CHECK(contains(foreign.err, tables + ": files of another run are in it"));
  CHECK(fs::exists(tables + "/table"));
}

/// Changes the file in every way, each of which must be noticed, and brings it back.
void check_noticed(const std::string& changed, const std::vector<std::string>& commands) {
  const std::string good = bytes_of(changed);
  REQUIRE(good.size() > 2);
  std::string flipped = good;
  flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 1);
  std::string swapped = good;
  std::swap(swapped.front(), swapped.back());
  for (const std::string& bytes :
       {std::string(), good.substr(0, good.size() - 1), good.substr(1), good + '\n', good + good,
        flipped, swapped, std::string(good.size(), '\0')}) {
    std::ofstream(changed, std::ios::binary) << bytes;
    for (const std::string& command : commands) {
      const Result r = dlx_run(command);
      INFO(command << r.err);
      CHECK(r.exit_code == 6);
      CHECK(r.out.empty());
      CHECK(contains(r.err, changed + ": is not as the run has written it"));
    }
  }
  std::ofstream(changed, std::ios::binary) << good;
}

TEST_CASE("a file beside a run that was changed is noticed, and named") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const auto started = [&](const std::string& command) {
    fs::remove(file);
    for (const char* ending : {".solutions", ".certificate"}) fs::remove_all(file + ending);
    REQUIRE(dlx_run(command + " --checkpoint " + file + " --unit-nodes 50 --node-limit 500")
                .exit_code == 3);
  };
  for (const std::string more : {"", " --json", " --gzip", " --up-to all"}) {
    const std::string command = "queens 8 --all" + more;
    started(command);
    const std::string saved = command + " --checkpoint " + file;
    for (const auto& entry : fs::directory_iterator(file + ".solutions")) {
      check_noticed(entry.path().string(), {saved, "resume " + file});
      break;
    }
    CHECK(dlx_run("resume " + file).exit_code == 0);
    for (const auto& entry : fs::directory_iterator(file + ".solutions")) {
      check_noticed(entry.path().string(), {saved, "resume " + file});
      break;
    }
    CHECK(dlx_run(saved).exit_code == 0);
  }
  const std::string proof = " --certificate " + folder.path("proof");
  started("queens 8 --count" + proof);
  check_noticed(file + ".certificate/1", {"resume " + file});
  CHECK(dlx_out("resume " + file) == "92\n");
  // Of a Counter.
  fs::remove(file);
  CHECK(dlx_out("queens 8 --count --checkpoint " + file + proof) == "92\n");
  check_noticed(file + ".certificate/counter", {"resume " + file});
}

TEST_CASE("a run that an older version has made goes on") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  REQUIRE(dlx_run("queens 8 --all --json --unit-nodes 50 --node-limit 500 --checkpoint " + file)
              .exit_code == 3);
  const std::string older = folder.path("older");
  runs::RunFacts facts = runs::read_ledger(file).facts;
  facts.erase("facts");
  runs::Ledger::create(older, facts, 50);
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(older.c_str(), &database) == SQLITE_OK);
  for (const char* sql : {"ALTER TABLE unit DROP COLUMN files", "PRAGMA user_version = 1"}) {
    REQUIRE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  sqlite3_close(database);
  CHECK(json_of(dlx_out("resume " + older))["count"] == "92");
  CHECK(solutions_in(older + ".solutions").size() == 92);
  // From then on its files are marked too.
  check_noticed(fs::directory_iterator(older + ".solutions")->path().string(), {"resume " + older});
}

TEST_CASE("numbers and names that can mean nothing are refused") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--checkpoint", ""},
                                             {"--certificate", ""},
                                             {"--checkpoint", file, "--unit-nodes", "0"},
                                             {"--checkpoint", file, "--checkpoint-every", "nan"},
                                             {"--memory-limit", "nan"}}) {
    std::vector<std::string> arguments = {"queens", "6", "--count"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Result result = run({.arguments = arguments});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK(contains(result.err, words[words.size() - 2]));
    CHECK_FALSE(fs::exists(file));
  }
}

/// No file or folder of a run has a name that an unfinished file gets.
void check_no_unfinished_file(const std::string& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    CAPTURE(entry.path().string());
    CHECK_FALSE(contains(entry.path().filename().string(), ".part"));
  }
}

TEST_CASE("a full disk ends a run with exit code 5, and it goes on where there is room") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem", dlx_out("queens " + board + " --emit"));
  const std::string certificate = folder.path("certificate");
  for (const std::string& command : {"count " + problem, "solve " + problem + " --all",
                                     "count " + problem + " --certificate " + certificate}) {
    for (const std::uint64_t kilobytes : {0U, 1U, 8U, 40U}) {
      const std::string file = folder.path("run");
      const std::string whole = command + " --json --unit-nodes 20 --checkpoint " + file;
      CAPTURE(whole, kilobytes);
      const Result full = run({.arguments = words(whole), .file_size = kilobytes << 10});
      INFO(full.err);
      CHECK(full.exit_code == 5);
      CHECK(full.out.empty());
      CHECK(contains(full.err, file));
      check_no_unfinished_file(folder.path(""));
      const Result r = fs::exists(file) ? dlx_run("resume " + file) : dlx_run(whole);
      INFO(r.err);
      CHECK(r.exit_code == 0);
      CHECK(json_of(r.out)["count"] == (board == "8" ? "92" : "2680"));
      for (const std::string end : {"", ".solutions", ".certificate"}) fs::remove_all(file + end);
      fs::remove(certificate);
    }
  }
}

void check_refused(const std::string& arguments, const std::string& file, const std::string& why) {
  const std::string before = bytes_of(file);
  const Result r = dlx_run(arguments);
  INFO(arguments << "\n" << r.err);
  CHECK(r.exit_code == 6);
  CHECK(contains(r.err, why));
  CHECK(r.out.empty());
  CHECK((bytes_of(file) == before));
}

TEST_CASE("the files of one list are all numbers or all text") {
  const TemporaryFolder folder;
  const std::string problem = folder.path("langford.dlx");
  std::ofstream(problem) << dlx_run("langford 8 --emit").out;
  const std::string list = "solve " + problem + " --all --unit-nodes 100 --checkpoint ";
  for (const bool numbers_first : {true, false}) {
    const std::string file = folder.path(numbers_first ? "numbers" : "text");
    const std::string first = list + file + (numbers_first ? " --numbers" : "");
    const std::string other = list + file + (numbers_first ? "" : " --numbers");
    REQUIRE(dlx_run(first + " --node-limit 2000").exit_code == 3);
    check_refused(other, file, "the checkpoint is of another run");
    CHECK(dlx_run(first).exit_code == 0);
  }
}

TEST_CASE("a checkpoint that cannot be used: exit code 6, why, and the file as it was") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  CHECK(dlx_run("queens 20 --count --node-limit 5000 --checkpoint " + file).exit_code == 3);
  const std::string good = bytes_of(file);
  REQUIRE(good.size() > 4'096);

  check_refused("queens 19 --count --checkpoint " + file, file, "another run: its problem");
  check_refused("queens 20 --all --checkpoint " + file, file, "another run: its task");
  check_refused("queens 20 --count --engine dancing_links --checkpoint " + file, file, "engine");
  check_refused("queens 20 --count --fingerprint 1 --checkpoint " + file, file, "seed");

  const std::string text = folder.write("text", "a b\na b\n");
  check_refused("resume " + text, text, "is none");
  check_refused("status " + text, text, "is none");
  const std::string empty = folder.write("empty", "");
  check_refused("resume " + empty, empty, "not a checkpoint");
  std::string older = good;
  older[63] = 0;  // the lowest byte of the format's number
  check_refused("resume " + folder.write("older", older), folder.path("older"), "format 0");
  std::string foreign = good;
  foreign[71] ^= 1;  // of the application's number
  check_refused("resume " + folder.write("foreign", foreign), folder.path("foreign"),
                "not a checkpoint");
  check_refused("resume " + folder.write("cut", good.substr(0, good.size() / 2)),
                folder.path("cut"), "damaged");
  {
    const runs::Ledger held(file);
    const Result r = dlx_run("resume " + file);
    CHECK(r.exit_code == 6);
    CHECK(contains(r.err, "in use"));
    CHECK(json_of(dlx_out("status --json " + file))["status"] == "running");
  }
  CHECK(json_of(dlx_out("status --json " + file))["status"] == "paused");
}

TEST_CASE("a damaged byte is noticed, or does no harm") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  CHECK(dlx_run("queens 20 --count --unit-nodes 20 --node-limit 5000 --checkpoint " + file)
            .exit_code == 3);
  const std::string good = bytes_of(file);
  const auto said = json_of(dlx_out("status --json " + file));
  Random random(703);
  int noticed = 0;
  for (int n = 0; n < 60; ++n) {
    std::string damaged = good;
    const std::uint32_t place = random.below(damaged.size());
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << random.below(8)));
    const std::string path = folder.write("damaged", damaged);
    fs::last_write_time(path, fs::last_write_time(file));  // status tells it, to the minute
    const Result r = dlx_run("status --json " + path);
    INFO("byte " << place << ": " << r.err);
    CHECK((bytes_of(path) == damaged));
    if (r.exit_code == 6) {
      ++noticed;
    } else {
      CHECK(r.exit_code == 0);
      CHECK(json_of(r.out) == said);
    }
    fs::remove(path + "-journal");
  }
  CHECK(noticed > 5);
}

/// A run with a byte changed, or cut short, is refused and left as it is, or goes on to the answer.
/// In this process: the command reads it by the same Ledger.
void damage(std::size_t stride) {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const std::string command = "queens 6 --count --json --unit-nodes 20 --checkpoint ";
  const auto wanted = json_of(dlx_out(command + folder.path("wanted")));
  CHECK(dlx_run(command + file + " --node-limit 40 --threads 1").exit_code == 3);
  const std::string good = bytes_of(file);
  const Problem problem = classics::queens::build(6).problem;
  const runs::RunFacts facts = runs::Ledger(file).facts();
  const auto go_on = [&](const std::string& path) -> std::string {
    try {
      runs::Ledger ledger(path);
      if (ledger.facts() != facts) return "refused: other facts";
      runs::Crew crew(ledger,
                      [&](const std::atomic<bool>& stop) {
                        return runs::counting_worker(
                            Solver(problem, {.engine = EngineKind::bit_matrix, .stop = &stop}),
                            Tally());
                      },
                      {.threads = 1, .unit_nodes = 20});
      if (crew.run({}, {}) != Status::exhausted) return "not over";
      return ledger.sums().solutions.to_string();
    } catch (const runs::CheckpointError& e) {
      return std::string("refused: ") + e.what();
    }
  };
  int refused = 0;
  int harmless = 0;
  const auto check = [&](const std::string& damaged) {
    const std::string path = folder.write("damaged", damaged);
    const std::string found = go_on(path);
    INFO(found);
    if (found.starts_with("refused")) {
      ++refused;
      REQUIRE((bytes_of(path) == damaged));
    } else {
      ++harmless;
      REQUIRE(found == wanted["count"]);
    }
    for (const char* tail : {"", "-journal", "-wal", "-shm"}) fs::remove(path + tail);
  };
  for (std::size_t at = 0; at < good.size(); at += stride) {
    CAPTURE(at);
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    check(damaged);
    damaged[at] = static_cast<char>(~good[at]);
    check(damaged);
  }
  for (std::size_t size = 0; size < good.size(); size += stride) {
    CAPTURE(size);
    check(good.substr(0, size));
  }
  std::cout << good.size() << " bytes: " << refused << " damages refused, " << harmless
            << " harmless\n";
  CHECK(refused > 50);
}

TEST_CASE("a byte changed anywhere in a run, or the rest cut off: refused, or the same count") {
#ifdef DLX_SANITIZE
  damage(211);
#else
  damage(37);
#endif
}

TEST_CASE("every byte of a run changed, every length", "[slow]") {
  damage(1);
}

TEST_CASE("a run that another version made, or no run at all: refused by every command") {
  const TemporaryFolder folder;
  const std::string database = folder.path("database");
  sqlite3* other = nullptr;
  REQUIRE(sqlite3_open(database.c_str(), &other) == SQLITE_OK);
  REQUIRE(sqlite3_exec(other, "CREATE TABLE unit(id INTEGER); INSERT INTO unit VALUES(1)", nullptr,
                       nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(other);
  const std::string problem = folder.write("p", coloured_example);
  const std::string packed = folder.write("packed", gzipped("a\na\n"));
  const std::string zeros = folder.write("zeros", std::string(5'000, '\0'));
  for (const std::string& file : {database, problem, packed, zeros}) {
    const std::string before = bytes_of(file);
    for (const std::string& command :
         {"resume " + file, "status " + file, "queens 6 --count --checkpoint " + file,
          "queens 6 --all --checkpoint " + file}) {
      const Result r = dlx_run(command);
      INFO(command << r.err);
      CHECK(r.exit_code == 6);
      CHECK(r.out.empty());
      CHECK((bytes_of(file) == before));
    }
    CHECK_FALSE(fs::exists(file + ".solutions"));
  }
}

TEST_CASE("a run whose command would do something else is refused") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p", coloured_example);
  const std::string out = folder.path("out");
  int n = 0;
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"convert", problem, out, "--to", "json"},
           {"soma", "--first", "--html", out},
           {"soma", "--first", "--html", out, "--checkpoint", "x"},
           {"split", problem, "--units", "2", "-o", out},
           {"resume", "x"},
           {"count", problem},
           {"--help"},
           {"nonsense"},
           {}}) {
    const std::string file = folder.path("run" + std::to_string(++n));
    runs::Ledger::create(
        file, {{"arguments", nlohmann::json(arguments).dump()}, {"task", "count"}, {"text", ""}},
        100);
    const std::string before = bytes_of(file);
    const Result r = dlx_run("resume " + file);
    INFO(nlohmann::json(arguments).dump() << r.out << r.err);
    CHECK(
        (r.exit_code == 6 || r.exit_code == 2 || arguments == std::vector<std::string>{"--help"}));
    CHECK_FALSE(fs::exists(out));
    CHECK((bytes_of(file) == before));
  }
}

TEST_CASE("what cannot be kept in a file is refused before anything is made") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  for (const char* arguments :
       {"queens 6 --first", "queens 6", "queens 6 -n 3", "queens 6 --count --method zdd",
        "queens 6 --count --threads 0", "queens 6 --all --fingerprint 1",
        "queens 6 --count --branch weighted", "queens 6 --emit", "soma"}) {
    INFO(arguments);
    CHECK(dlx_run(std::string(arguments) + " --checkpoint " + file).exit_code == 2);
    CHECK_FALSE(fs::exists(file));
  }
  CHECK(dlx_run("queens 6 --count --unit-nodes 5").exit_code == 2);
  CHECK(dlx_run("queens 6 --count --checkpoint " + folder.path("no/run")).exit_code == 5);
  CHECK(dlx_run("resume " + folder.path("none")).exit_code == 5);
  CHECK(dlx_run("status " + folder.path("none")).exit_code == 5);
  CHECK(dlx_run("resume " + folder.path("")).exit_code == 6);
}

TEST_CASE("split counts small problems itself") {
  const TemporaryFolder folder;
  const std::string parts = folder.path("parts");
  const Result split = dlx_run("split - --units 3 -o " + parts, "a b\na\nb\n");
  CHECK(split.exit_code == 0);
  CHECK(contains(split.err, "no units: split itself has counted all solutions; the count is in 0"));
  CHECK(dlx_out("merge " + parts + "/0.result") == "1\n");
}

TEST_CASE("a count in units: split, count each, merge") {
  const TemporaryFolder folder;
  const std::string problem = folder.path("queens.dlx");
  std::ofstream(problem) << dlx_out("queens 11 --emit");
  const std::string parts = folder.path("parts");
  const std::string split = "split " + problem + " --units 4 --fingerprint 5 -o " + parts;
  const std::vector<std::string> files = lines(dlx_out(split));
  REQUIRE(files.size() == 5);
  std::string all = files[0];  // a result
  for (std::size_t k = 1; k < files.size(); ++k) {
    const std::string result = files[k] + ".result";
    std::ofstream(result) << dlx_out("count " + files[k]);
    all += ' ' + result;
  }
  CHECK(dlx_out("merge " + all) == dlx_out("count " + problem + " --fingerprint 5"));
  const auto merged = json_of(dlx_out("merge --json " + all));
  CHECK(merged["count"] == "2680");
  CHECK(merged["nodes"] ==
        json_of(dlx_out("count --method search --no-preprocess --json " + problem))["nodes"]);

  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const Result r = dlx_run(arguments);
    INFO(arguments << "\n" << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, why));
  };
  refused("merge " + files[0] + " " + files[2] + ".result", "itself: 1 3 4");
  refused("merge " + all + " " + files[2] + ".result", "unit 2 of 4: its result is in");
  const std::string other = folder.path("other");
  CHECK(dlx_run("split " + problem + " --units 3 --fingerprint 5 -o " + other).exit_code == 0);
  refused("merge " + all + " " + other + "/0.result", "another division");
  std::string damaged = bytes_of(files[2] + ".result");
  const auto digit = damaged.find("solutions ") + 10;
  damaged[digit] = damaged[digit] == '9' ? '8' : '9';
  refused("merge " + all + " " + folder.write("damaged", damaged), "checksum");
  CHECK(contains(dlx_run("count -", bytes_of(files[1])).err,
                 "count it by 'dlx count FILE', where FILE contains this input"));
  refused("merge " + problem, "queens.dlx: this is not the result of a unit, as 'dlx count UNIT'");
  refused("merge " + folder.write("empty", ""), "this is not the result of a unit");
  CHECK(dlx_run(split).exit_code == 5);  // there is something in the folder
  const Result cut = dlx_run("count " + files[1] + " --node-limit 3");
  CHECK(cut.exit_code == 3);
  CHECK_FALSE(contains(cut.out, "dlx-result"));
}

TEST_CASE("progress as lines of JSON") {
  const Result r = dlx_run("queens 20 --count --progress-json --time-limit 2.5");
  CHECK(r.exit_code == 3);
  int reports = 0;
  for (const std::string& line : lines(r.err)) {
    if (!line.starts_with("{")) continue;
    const auto report = nlohmann::json::parse(line);
    CHECK(report["nodes"].get<double>() + report.value("states", 0.0) > 0);
    CHECK(report["share"] >= 0);
    CHECK(report["share"] <= 1);
    // Not known while only a table has been filled.
    CHECK((report.contains("solutions") ? report["solutions"].is_string()
                                        : report["states"].get<double>() > 0));
    ++reports;
  }
  CHECK(reports >= 1);
}

}  // namespace
}  // namespace dlx::test
