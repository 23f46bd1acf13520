// Runs in files: whatever is counted or listed, in slices, and however often the file is opened
// again, the answer is that of brute force or of count().

#include "dlx/runs/saved_run.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/runs/cheapest.hpp"
#include "dlx/runs/count.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/run_folders.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/snake/snake.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/symmetry/designs.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Runs until the run ends, opening its file anew after each slice that a limit on nodes ends.
template <class AnyProblem>
runs::RunResult run_in_pieces(const AnyProblem& problem, const std::string& path,
                              const runs::RunOptions& task, std::uint64_t nodes) {
  const Options options{.method = CountMethod::search,
                        .nodes = nodes,
                        .threads = 1,
                        .checkpoint = path,
                        .unit_nodes = nodes};
  for (int pieces = 0; pieces < 10'000; ++pieces) {
    runs::SavedRun run(problem, options, task);
    const Status status = run.run();
    CHECK(run.share() <= 1);
    if (status == Status::exhausted) return run.result();
    REQUIRE(status == Status::node_limit);
  }
  FAIL("the run does not end");
  return {};
}

/// The solutions in the folder of a list.
std::set<Solution> listed(const Problem& problem, const std::string& path) {
  std::set<Solution> solutions;
  for (const auto& entry : fs::directory_iterator(runs::solutions_folder(path))) {
    io::Input input = io::Input::open(entry.path().string());
    io::SolutionReader reader(problem, input);
    while (auto solution = reader.next()) {
      std::sort(solution->begin(), solution->end());
      CHECK(solutions.insert(*solution).second);
    }
  }
  return solutions;
}

TEST_CASE("runs that are opened again and again find all solutions") {
  Random random(1204);
  for (int n = 0; n < 60; ++n) {
    const TemporaryFolder folder;
    const Problem problem = random_model(random, random_shape(random, 12)).problem();
    CAPTURE(canonical_text(problem));
    const std::vector<Solution> expected = brute_force(problem);
    const std::uint64_t nodes = random.between(1, 30);
    const runs::RunResult counted = run_in_pieces(problem, folder.path("count"), {}, nodes);
    CHECK(counted.value == expected.size());
    CHECK(counted.complete());
    CHECK_FALSE(counted.by_counter);
    const runs::RunResult all =
        run_in_pieces(problem, folder.path("list"), {.list = runs::ListFiles{}}, nodes);
    CHECK(all.value == expected.size());
    CHECK(listed(problem, folder.path("list")) ==
          std::set<Solution>(expected.begin(), expected.end()));
  }
}

TEST_CASE("a Counter may end a run, and its answer stays in the file") {
  const TemporaryFolder folder;
  const auto board = classics::dominoes::build(lattice::box(12, 12));
  const counting::CountResult expected = counting::count(board.problem, {.fingerprint = 7});
  const std::string path = folder.path("run");
  const Options options{.threads = 2, .fingerprint = 7, .checkpoint = path};
  runs::RunResult first;
  {
    runs::SavedRun run(board.problem, options);
    int slices = 0;
    while (run.run(20ms) == Status::running) ++slices;
    first = run.result();
    CHECK(slices < 10'000);
  }
  CHECK(first.by_counter);
  CHECK(first.value == expected.value);
  CHECK(first.fingerprint == expected.fingerprint);
  CHECK_FALSE(fs::exists(runs::tables_folder(path)));
  runs::SavedRun again(board.problem, options);
  CHECK(again.share() == 1);
  CHECK(again.run() == Status::exhausted);
  CHECK(again.result().value == first.value);
  CHECK(again.result().why == first.why);
  CHECK_FALSE(again.has_progressed());
}

TEST_CASE("a run up to symmetry, with and without a certificate, counts and lists classes") {
  const TemporaryFolder folder;
  const auto queens = classics::queens::build(8);
  const auto group = symmetry::whole_group(queens.problem);
  REQUIRE(group);
  runs::RunOptions task{.group = &*group};
  CHECK(run_in_pieces(queens.problem, folder.path("count"), task, 100).value == 12);
  task.list.emplace();
  CHECK(run_in_pieces(queens.problem, folder.path("list"), task, 100).value == 12);
  CHECK(listed(queens.problem, folder.path("list")).size() == 12);
  task.list.reset();
  const Options options{.certificate = folder.path("certificate"),
                        .checkpoint = folder.path("certified")};
  {
    runs::SavedRun run(queens.problem, options, task);
    CHECK(run.run() == Status::exhausted);
    REQUIRE(run.result().classes);
    CHECK(run.result().classes->solutions == 92);
    CHECK(run.claim() == "classes 12 under 8 symmetries");
    CHECK(fs::file_size(options.certificate) > 0);
  }
  CHECK_THROWS_WITH(runs::SavedRun(queens.problem, options),
                    Catch::Contains("of another run: its up to"));
}

TEST_CASE("a run up to more symmetries than can be listed counts classes") {
  const TemporaryFolder folder;
  const Problem problem = latin_squares(4);
  const auto group = symmetry::whole_group(problem);
  REQUIRE(group);
  REQUIRE(group->listed() == nullptr);
  runs::RunOptions task{.group = &*group};
  for (const bool in_pieces : {true, false}) {
    const std::string path = folder.path(in_pieces ? "pieces" : "slices");
    if (in_pieces) run_in_pieces(problem, path, task, 50);
    runs::SavedRun run(problem, {.checkpoint = path}, task);
    while (run.run(5ms) == Status::running) CHECK(run.result().value <= 2);
    REQUIRE(run.result().complete());
    CHECK(run.result().value == 2);
    REQUIRE(run.result().classes);
    CHECK(run.result().classes->solutions == 576);
  }
  const std::string path = folder.path("none");
  CHECK_THROWS_AS(
      runs::SavedRun(problem, {.certificate = folder.path("c"), .checkpoint = path}, task),
      std::invalid_argument);
  task.list.emplace();
  CHECK_THROWS_AS(runs::SavedRun(problem, {.checkpoint = path}, task), std::invalid_argument);
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a run of walks finds them all") {
  const TemporaryFolder folder;
  const auto model = snake::build({.snake = snake::parse("3 2 2 3 2 3 2 2 3 3 2 2 2 3 3 3 3")});
  const Natural expected = counting::count_by_search(model.problem).value;
  CHECK(run_in_pieces(model.problem, folder.path("count"), {}, 500).value == expected);
}

TEST_CASE("a certificate that cannot be written costs no answer") {
  const TemporaryFolder folder;
  // So large that a slice of time does not end it.
  const auto pairs = classics::langford::build(11);
  fs::create_directory(folder.path("certificates"));
  const std::string file = folder.path("certificates/c");
  runs::SavedRun run(pairs.problem, {.certificate = file, .checkpoint = folder.path("run")});
  while (run.run(1ms) == Status::running && run.ledger().units_done() == 0) {
  }
  fs::remove_all(folder.path("certificates"));
  CHECK_THROWS(run.run());
  CHECK(run.result().complete());
  CHECK(run.result().value == 35'584);
  fs::create_directory(folder.path("certificates"));
  CHECK(run.run() == Status::exhausted);
  CHECK(fs::file_size(file) > 0);
}

TEST_CASE("a file is continued only by the run that it is of") {
  const TemporaryFolder folder;
  const auto pairs = classics::langford::build(8);
  const auto other = classics::langford::build(7);
  const std::string path = folder.path("run");
  CHECK(runs::SavedRun(pairs.problem, {.nodes = 10, .checkpoint = path}).run() ==
        Status::node_limit);
  CHECK_THROWS_WITH(runs::SavedRun(other.problem, {.checkpoint = path}),
                    Catch::Contains("its problem"));
  CHECK_THROWS_WITH(runs::SavedRun(pairs.problem, {.fingerprint = 3, .checkpoint = path}),
                    Catch::Contains("its seed"));
  CHECK_THROWS_WITH(
      runs::SavedRun(pairs.problem, {.checkpoint = path}, {.list = runs::ListFiles{}}),
      Catch::Contains("its task"));
  const runs::SavedRun open(pairs.problem, {.checkpoint = path});
  CHECK_THROWS_AS(runs::SavedRun(pairs.problem, {.checkpoint = path}), runs::CheckpointError);
}

TEST_CASE("a stop before a run is planned leaves a file that continues") {
  const TemporaryFolder folder;
  const auto pairs = classics::langford::build(8);
  std::atomic<bool> stop = true;
  runs::SavedRun run(pairs.problem, {.checkpoint = folder.path("run"), .stop = &stop});
  CHECK_FALSE(run.planned());
  CHECK(run.run() == Status::stopped);
  stop = false;
  CHECK(run.run() == Status::exhausted);
  CHECK(run.result().value == 300);
}

TEST_CASE("options that do not suit a run are refused, and leave no file") {
  const TemporaryFolder folder;
  const auto queens = classics::queens::build(6);
  const std::string path = folder.path("run");
  const auto refused = [&](Options options, const runs::RunOptions& task = {}) {
    options.checkpoint = path;
    CHECK_THROWS_AS(runs::SavedRun(queens.problem, options, task), std::invalid_argument);
    CHECK_FALSE(fs::exists(path));
  };
  refused({.method = CountMethod::zdd});
  refused({.solutions = 3});
  refused({.up_to = UpTo::all});
  for (const char* ending : {"", "-wal", ".certificate"}) {
    refused({.certificate = path + ending});
    refused({.certificate = folder.path("./run") + ending});
  }
  CHECK_THROWS_WITH(runs::SavedRun(queens.problem, {}), "checkpoint: a saved run needs a file");
  CHECK_THROWS_AS(runs::cheapest(queens.problem, {}, {.certificate = path, .checkpoint = path}),
                  std::invalid_argument);
  CHECK_FALSE(fs::exists(path));
  refused({.certificate = folder.path("c")},
          {.is_representative = [](std::span<const OptionId>) { return true; }});
}

TEST_CASE("only a run that a command can continue stores the command") {
  const TemporaryFolder folder;
  const auto pairs = classics::langford::build(8);
  const auto has_command = [&](const std::string& name, const runs::RunOptions& task) {
    runs::SavedRun run(pairs.problem, {.nodes = 10, .checkpoint = folder.path(name)}, task);
    CHECK(run.run() == Status::node_limit);
    return runs::read_ledger(folder.path(name)).facts.contains("arguments");
  };
  CHECK(has_command("all", {}));
  CHECK_FALSE(
      has_command("some", {.is_representative = [](std::span<const OptionId>) { return true; }}));
  const auto group = symmetry::whole_group(pairs.problem);
  REQUIRE(group);
  CHECK_FALSE(has_command("classes", {.group = &*group}));
}

TEST_CASE("a certified count is the count, and leaves its file") {
  const TemporaryFolder folder;
  const auto pairs = classics::langford::build(8);
  const std::string file = folder.path("c");
  CHECK(runs::count(pairs.problem, {.certificate = file}).value == 300);
  CHECK(fs::file_size(file) > 0);
  const auto group = symmetry::whole_group(pairs.problem);
  REQUIRE(group);
  CHECK(runs::count(pairs.problem, {.certificate = file}, &*group).value == 150);
  const std::string none = folder.path("none");
  CHECK_FALSE(runs::count(pairs.problem, {.nodes = 1, .certificate = none}).complete());
  CHECK_FALSE(fs::exists(none));
}

}  // namespace
}  // namespace dlx::test
