// Several threads count what one counts.

#include "dlx/runs/parallel_count.hpp"
#include "dlx/runs/count.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/workers.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 40;
constexpr int board = 8;
#else
constexpr int many = 400;
constexpr int board = 10;
#endif

std::vector<OptionWeight> weights_of(const Problem& problem) {
  std::vector<OptionWeight> weights(problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    weights[o] = {1 + o % 3, fingerprint_factor(7, OptionId{o})};
  }
  return weights;
}

runs::MakeSolver solvers_of(const Problem& problem) {
  return [&problem](const Options& options) { return Solver(problem, options); };
}

struct Counted {
  Natural solutions;
  Residue fingerprint;
  std::uint64_t nodes;
  std::vector<std::uint64_t> nodes_per_level;
  friend bool operator==(const Counted&, const Counted&) = default;
};

template <class Search>
Counted count_with(Search& search, Tally tally) {
  search.count(tally);
  REQUIRE(search.status() == Status::exhausted);
  const search::Statistics s = search.statistics();
  return {tally.solutions(), tally.fingerprint(), s.nodes, s.nodes_per_level};
}

TEST_CASE("any number of threads counts the same, in the same nodes") {
  Random random(601);
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    for (int n = 0; n < many; ++n) {
      const Problem problem = random_model(random, random_shape(random, 24)).problem();
      if (!is_for(engine, problem)) continue;
      INFO(canonical_text(problem));
      const Tally tally = random.chance(0.5) ? Tally() : Tally(weights_of(problem));
      Solver alone(problem, {.engine = engine});
      const Counted wanted = count_with(alone, tally);
      for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        runs::ParallelCount together(
            solvers_of(problem),
            {.engine = engine, .threads = threads, .unit_nodes = random.between(1, 20)});
        CHECK(count_with(together, tally) == wanted);
      }
    }
  }
}

TEST_CASE("count() hands a long search over to threads") {
  const Problem problem = classics::queens::build(board).problem;
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Options options{
        .engine = engine, .method = CountMethod::search, .fingerprint = 5, .unit_nodes = 500};
    const counting::CountResult alone = counting::count(problem, options);
    for (const unsigned threads : {2U, 3U}) {
      options.threads = threads;
      const counting::CountResult together = runs::count(problem, options);
      CHECK(together.value == alone.value);
      CHECK(together.fingerprint == alone.fingerprint);
      CHECK(together.statistics.nodes == alone.statistics.nodes);
      CHECK(together.engine == engine);
    }
  }
}

TEST_CASE("the quickest way to count is free to use threads") {
  const Problem problem = classics::langford::build(8).problem;
  CHECK(runs::count(problem, {.threads = 2, .unit_nodes = 100}).value == Natural(300));
}

TEST_CASE("threads pause at a limit and go on") {
  const Problem problem = classics::langford::build(8).problem;
  Solver alone(problem);
  const Counted wanted = count_with(alone, {});
  runs::ParallelCount together(solvers_of(problem), {.threads = 3, .unit_nodes = 10});
  Tally tally;
  std::uint64_t pauses = 0;
  for (std::uint64_t limit = 1; together.status() != Status::exhausted; limit += 100) {
    together.set_limits({.nodes = limit});
    together.count(tally);
    if (together.status() != Status::node_limit) continue;
    ++pauses;
    REQUIRE(together.statistics().nodes == limit);
  }
  CHECK(pauses > 5);
  CHECK(tally.solutions() == wanted.solutions);
  CHECK(together.statistics().nodes == wanted.nodes);
}

TEST_CASE("threads heed the stop flag, and lose nothing by it") {
  const Problem problem = classics::queens::build(board).problem;
  Solver alone(problem);
  const Counted wanted = count_with(alone, {});
  std::atomic<bool> stop = true;
  runs::ParallelCount together(solvers_of(problem), {.threads = 2, .stop = &stop});
  Tally tally;
  together.count(tally);
  CHECK(together.status() == Status::stopped);
  stop = false;
  together.count(tally);
  CHECK(together.status() == Status::exhausted);
  CHECK(tally.solutions() == wanted.solutions);
  CHECK(together.statistics().nodes == wanted.nodes);
}

// Nobody has ever counted these to the end.
Problem endless() {
  return classics::queens::build(40).problem;
}

TEST_CASE("threads heed the time") {
  const Problem problem = endless();
  runs::ParallelCount together(solvers_of(problem), {.time = 30ms, .threads = 2});
  Tally tally;
  together.count(tally);
  CHECK(together.status() == Status::time_limit);
  CHECK(together.statistics().share < 1);
}

TEST_CASE("what a progress callback throws leaves the threads, which can go on") {
  const Problem problem = endless();
  std::atomic<bool> stop = false;
  std::uint64_t calls = 0;
  std::uint64_t nodes = 0;
  Options options{.threads = 2, .stop = &stop, .progress_interval = 1ms};
  options.on_progress = [&](const search::Progress& progress) {
    ++calls;
    CHECK(progress.threads == 2);
    CHECK(progress.share >= 0);
    CHECK(progress.share <= 1);
    CHECK(progress.nodes >= nodes);
    nodes = progress.nodes;
    if (calls == 1) throw std::runtime_error("enough");
    if (calls == 5) stop = true;
  };
  runs::ParallelCount together(solvers_of(problem), options);
  Tally tally;
  CHECK_THROWS_WITH(together.count(tally), "enough");
  together.count(tally);
  CHECK(together.status() == Status::stopped);
  CHECK(calls == 5);
}

TEST_CASE("what a store of units throws leaves the threads, and no later call counts without it") {
  class Unsteady final : public runs::UnitStore {
   public:
    explicit Unsteady(int fails_at) : units_({search::OpenWork{}}, 50), left_(fails_at) {
      opened(search::OpenWork{});
    }
    std::optional<runs::Unit> take() override {
      fail();
      return units_.take();
    }
    [[nodiscard]] std::size_t waiting() const override { return units_.waiting(); }

   protected:
    void record(const runs::Unit& unit, const runs::Sums& sums,
                const std::vector<search::OpenWork>& rest, std::uint64_t nodes) override {
      fail();
      units_.finish(unit, sums, rest, nodes);
    }

   private:
    void fail() {
      if (--left_ == 0) throw std::runtime_error("no disk");
    }
    runs::MemoryUnits units_;
    int left_;
  };
  const Problem problem = classics::queens::build(7).problem;
  for (const unsigned threads : {1U, 3U}) {
    for (int fails_at = 1; fails_at <= 12; ++fails_at) {
      CAPTURE(threads, fails_at);
      Unsteady units(fails_at);
      runs::Crew crew(units,
                      [&](const std::atomic<bool>& stop) {
                        return runs::counting_worker(Solver(problem, {.stop = &stop}), Tally());
                      },
                      {.threads = threads, .unit_nodes = 50});
      CHECK_THROWS_WITH(crew.run({}, {}), "no disk");
      CHECK_THROWS_WITH(crew.run({}, {}), "no disk");
    }
  }
}

TEST_CASE("what a solver throws when it is made leaves the threads") {
  const runs::MakeSolver make = [](const Options&) -> Solver { throw std::runtime_error("no"); };
  runs::ParallelCount together(make, {.threads = 2});
  Tally tally;
  CHECK_THROWS_WITH(together.count(tally), "no");
}

}  // namespace
}  // namespace dlx::test
