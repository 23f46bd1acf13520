// A contest finds what its searches find, once each, at the cost that its head promises.

#include "dlx/solve/contest.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/engines/dancing_links.hpp"
#include "dlx/engines/makers.hpp"
#include "dlx/preprocess/components.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/solve/parts.hpp"
#include "dlx/solver.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

/// A problem with a hidden solution and many dead ends. Options of the first `twice` items are
/// there twice, so that each solution is there up to 2^twice times.
Problem planted(std::uint32_t items, std::uint32_t options, std::uint64_t seed,
                std::uint32_t twice = 0) {
  Random random(seed);
  ProblemBuilder builder;
  std::vector<ItemId> all;
  for (std::uint32_t i = 0; i < items; ++i) all.push_back(builder.primary(std::to_string(i)));
  random.shuffle(all);
  std::vector<std::vector<Entry>> sets;
  for (std::uint32_t i = 0; i < items; i += 4)
    sets.emplace_back(all.begin() + i, all.begin() + i + 4);
  while (sets.size() < options) {
    random.shuffle(all);
    sets.emplace_back(all.begin(), all.begin() + 4);
  }
  random.shuffle(sets);
  for (const auto& set : sets) {
    builder.option(set);
    const auto is_early = [&](const Entry& entry) { return index(entry.item) < twice; };
    if (std::any_of(set.begin(), set.end(), is_early)) builder.option(set);
  }
  return std::move(builder).build();
}

/// Problems that share no item, as one.
Problem side_by_side(const std::vector<Problem>& problems) {
  ProblemBuilder builder;
  std::vector<std::vector<ItemId>> items(problems.size());
  const auto name = [&](std::size_t p, ItemId item) {
    return std::string(problems[p].name(item)) + "." + std::to_string(p);
  };
  for (std::size_t p = 0; p < problems.size(); ++p) {
    for (std::uint32_t i = 0; i < problems[p].primary_count(); ++i) {
      items[p].push_back(builder.primary(name(p, ItemId{i}), problems[p].bounds(ItemId{i})));
    }
  }
  for (std::size_t p = 0; p < problems.size(); ++p) {
    for (std::uint32_t i = problems[p].primary_count(); i < problems[p].item_count(); ++i) {
      items[p].push_back(builder.secondary(name(p, ItemId{i})));
    }
  }
  for (std::size_t p = 0; p < problems.size(); ++p) {
    for (std::uint32_t o = 0; o < problems[p].option_count(); ++o) {
      std::vector<Entry> entries;
      for (const auto [item, colour] : problems[p].entries(OptionId{o})) {
        entries.emplace_back(items[p][index(item)], colour == Colour::none
                                                        ? Colour::none
                                                        : builder.colour(problems[p].name(colour)));
      }
      builder.option(entries);
    }
  }
  return std::move(builder).build();
}

/// Random sets of three, of which none cover all items: 24 sets at most are disjoint of 73 items.
Problem planted_without_solution() {
  Random random(5);
  ProblemBuilder builder;
  std::vector<ItemId> all;
  for (int i = 0; i < 73; ++i) all.push_back(builder.primary("u" + std::to_string(i)));
  for (int n = 0; n < 90; ++n) {
    random.shuffle(all);
    builder.option(std::vector<Entry>(all.begin(), all.begin() + 3));
  }
  return std::move(builder).build();
}

std::unique_ptr<search::Engine> make_links(EngineKind /*engine*/, const Problem& problem,
                                           const Options& options) {
  return options.branching == BranchingRule::weighted
             ? engines::make_dancing_cells(problem, options)
             : engines::make_dancing_links(problem, options);
}

std::vector<Solution> all_of(Solver solver) {
  std::vector<Solution> found;
  while (solver.next()) {
    found.emplace_back(solver.solution().begin(), solver.solution().end());
    std::sort(found.back().begin(), found.back().end());
  }
  REQUIRE(solver.status() == Status::exhausted);
  std::sort(found.begin(), found.end());
  return found;
}

/// A search that finds its only solution after `length` nodes, and pauses where it is asked to.
class Runner final : public search::Engine {
 public:
  static inline std::uint64_t length_of_first = 0;
  static inline std::uint64_t length_of_weighted = 0;
  static inline std::uint64_t length_of_learning = 0;
  static inline std::uint64_t memory_of_learning = ~std::uint64_t{0};  ///< in nodes
  /// What the first search says of its tree until it ends: the searched fraction.
  static inline double share_of_first = 0;

  explicit Runner(std::uint64_t length, std::uint64_t memory = ~std::uint64_t{0}, double share = 0)
      : length_(length), memory_(memory), share_(share) {
    if (memory == 0) throw std::bad_alloc();
  }

  bool next() override {
    done_ = std::min(length_, std::max(done_, limits_.nodes.value_or(length_)));
    if (done_ > memory_) throw std::bad_alloc();
    if (done_ < length_) {
      status_ = Status::node_limit;
      return false;
    }
    status_ = found_ ? Status::exhausted : Status::running;
    return !std::exchange(found_, true);
  }
  std::span<const OptionId> solution() override { return solution_; }
  Status status() const noexcept override { return status_; }
  search::Statistics statistics() const override {
    search::Statistics done;
    done.nodes = done_;
    done.share = done_ < length_ ? share_ : 1;
    return done;
  }
  void set_limits(const search::Limits& limits) override { limits_ = limits; }
  search::OpenWork open_work() const override { return {}; }
  void start_at(const search::OpenWork&) override {}
  void check_invariants() const override {}

 private:
  std::uint64_t length_, memory_, done_ = 0;
  double share_;
  bool found_ = false;
  search::Limits limits_;
  std::vector<OptionId> solution_ = {OptionId{0}};
  Status status_ = Status::running;
};

std::unique_ptr<search::Engine> make_runner(EngineKind engine, const Problem& /*problem*/,
                                            const Options& options) {
  if (options.branching == BranchingRule::weighted) {
    return std::make_unique<Runner>(Runner::length_of_weighted);
  }
  if (engine != EngineKind::learning_cells) {
    return std::make_unique<Runner>(Runner::length_of_first, ~std::uint64_t{0},
                                    Runner::share_of_first);
  }
  return std::make_unique<Runner>(Runner::length_of_learning, Runner::memory_of_learning);
}

Problem tiny() {
  ProblemBuilder builder;
  builder.option({builder.primary("a")});
  return std::move(builder).build();
}

}  // namespace

TEST_CASE("80 queens are placed, which the search of the engine auto does not do alone") {
  const Problem problem = classics::queens::build(80).problem;
  Solver alone(problem, {.nodes = 300'000, .contest = false});
  CHECK_FALSE(alone.next());
  Solver solver(problem, {.nodes = 300'000});
  REQUIRE(solver.next());
  CHECK(verify(problem, solver.solution()).empty());
  CHECK(solver.entrants()[1].branching == BranchingRule::weighted);
  CHECK(solver.entrants()[1].was_last);
  // Another one is another one.
  const Solution first(solver.solution().begin(), solver.solution().end());
  REQUIRE(solver.next());
  CHECK(verify(problem, solver.solution()).empty());
  CHECK(Solution(solver.solution().begin(), solver.solution().end()) != first);
  CHECK_THROWS_WITH(solver.open_work(),
                    "a search cannot be divided after another one found solutions");
}

TEST_CASE("a problem in parts has the solutions of brute force") {
  Random random(40);
  std::size_t solutions = 0;
  for (int n = 0; n < 400; ++n) {
    CAPTURE(n);
    const Problem whole = side_by_side({random_model(random, random_shape(random, 4)).problem(),
                                        random_model(random, random_shape(random, 4)).problem(),
                                        random_model(random, random_shape(random, 4)).problem()});
    auto parts = preprocess::components(whole);
    if (parts.size() < 2) continue;
    // All problems are searched by the engine that takes all of them.
    solve::Parts search(std::move(parts), {}, EngineKind::dancing_links, make_links);
    std::vector<Solution> found;
    while (search.next()) {
      found.emplace_back(search.solution().begin(), search.solution().end());
      std::sort(found.back().begin(), found.back().end());
    }
    CHECK(search.status() == Status::exhausted);
    search.check_invariants();
    std::sort(found.begin(), found.end());
    REQUIRE(found == brute_force(whole));
    CHECK(search.statistics().solutions == found.size());
    solutions += found.size();
  }
  CHECK(solutions > 500);
}

TEST_CASE("a problem in parts is solved part by part") {
  const Problem queens = classics::queens::build(60).problem;
  // A multiplicity, so that the weighted rule does not take part and solve it as a whole.
  ProblemBuilder builder;
  const ItemId twice = builder.primary("twice", {2, 2});
  for (int option = 0; option < 2; ++option) builder.option({twice});
  const Problem pair = std::move(builder).build();
  const Problem many = side_by_side({queens, queens, queens, queens, queens, pair});
  Solver solver(many, {.nodes = 200'000});
  REQUIRE(solver.next());
  CHECK(verify(many, solver.solution()).empty());
  CHECK(solver.entrants().back().parts == 6);
  CHECK(solver.entrants().back().was_last);
  const Solution first(solver.solution().begin(), solver.solution().end());
  REQUIRE(solver.next());
  CHECK(verify(many, solver.solution()).empty());
  CHECK(Solution(solver.solution().begin(), solver.solution().end()) != first);
  CHECK_THROWS_AS(solver.open_work(), std::invalid_argument);

  // A part without solutions is found while others are far from their first one.
  const Problem hopeless = planted_without_solution();
  const Problem mixed = side_by_side({classics::queens::build(300).problem, hopeless});
  Solver refuting(mixed, {.nodes = 300'000});
  CHECK_FALSE(refuting.next());
  CHECK(refuting.status() == Status::exhausted);

  // The same in small steps, each of which ends in the midst of a part.
  const Problem longer = side_by_side({planted(88, 330, 5), planted(88, 330, 6), queens, pair});
  auto components = preprocess::components(longer);
  solve::Parts in_steps(std::move(components), {}, EngineKind::dancing_links, make_links);
  std::uint64_t nodes = 0;
  do in_steps.set_limits({.nodes = nodes += 777});
  while (!in_steps.next() && in_steps.status() == Status::node_limit && nodes < 10'000);
  CHECK(in_steps.status() == Status::node_limit);
  CHECK(in_steps.statistics().nodes == nodes);

  Solver limited(longer, {.nodes = 5'000});
  CHECK_FALSE(limited.next());
  CHECK(limited.status() == Status::node_limit);
  CHECK(limited.statistics().nodes == 5'000);
  limited.set_limits({});
  REQUIRE(limited.next());
  CHECK(verify(longer, limited.solution()).empty());
}

TEST_CASE("a contest lists all solutions, each once") {
  int with_learning = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    const Problem problem = planted(88, 330, seed);
    const auto expected = all_of(Solver(problem, {.contest = false}));
    REQUIRE(!expected.empty());
    CHECK(all_of(Solver(problem)) == expected);
    Solver contest(problem);
    Solver alone(problem, {.contest = false});
    while (contest.next()) continue;
    while (alone.next()) continue;
    contest.check_invariants();
    if (contest.statistics().nodes > alone.statistics().nodes) ++with_learning;
    CHECK(contest.statistics().solutions == expected.size());
  }
  CHECK(with_learning > 0);
}

TEST_CASE("a first search that finds nearly all of a long list goes on alone") {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    CAPTURE(seed);
    const Problem problem = planted(80, 280, seed, 10);
    Solver alone(problem, {.contest = false});
    while (alone.next()) continue;
    const auto expected = all_of(Solver(problem, {.contest = false}));
    REQUIRE(expected.size() > 120);
    CHECK(all_of(Solver(problem)) == expected);
    CHECK(all_of(Solver(problem, {}, runs::resources({.threads = 2}).jobs)) == expected);
    Solver contest(problem);
    for (int n = 0; n < 110; ++n) REQUIRE(contest.next());
    const std::uint64_t by_then = contest.statistics().nodes;
    while (contest.next()) continue;
    contest.check_invariants();
    CHECK(contest.statistics().solutions == expected.size());
    CHECK(contest.statistics().nodes - by_then <= alone.statistics().nodes);
  }
}

TEST_CASE("where solutions come soon, a contest is the search of its first engine") {
  const Problem problem = classics::queens::build(8).problem;
  Solver contest(problem);
  Solver alone(problem, {.contest = false});
  while (alone.next()) {
    REQUIRE(contest.next());
    CHECK(std::equal(alone.solution().begin(), alone.solution().end(), contest.solution().begin(),
                     contest.solution().end()));
    CHECK(contest.open_work() == alone.open_work());
  }
  CHECK_FALSE(contest.next());
  CHECK(contest.statistics().nodes == alone.statistics().nodes);
  CHECK(contest.statistics().nodes_per_level == alone.statistics().nodes_per_level);
}

TEST_CASE("limits hold for all searches of a contest together") {
  const Problem problem = classics::queens::build(100).problem;
  Solver solver(problem, {.nodes = 20'000});
  while (solver.next()) continue;
  CHECK(solver.status() == Status::node_limit);
  CHECK(solver.statistics().nodes == 20'000);
  solver.set_limits({.time = std::chrono::milliseconds(0)});
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::time_limit);

  Solver two(problem, {.solutions = 2});
  CHECK(two.next());
  CHECK(two.next());
  CHECK_FALSE(two.next());
  CHECK(two.status() == Status::solution_limit);
  CHECK(two.statistics().solutions == 2);
}

TEST_CASE("where memory ends for the search that learns, the others go on") {
  const Problem problem = tiny();
  Runner::length_of_first = 10'000'000;
  Runner::length_of_weighted = 100'000'000'000;
  Runner::length_of_learning = 1'000'000;
  for (const std::uint64_t memory : std::initializer_list<std::uint64_t>{0, 1, 20'000}) {
    CAPTURE(memory);
    Runner::memory_of_learning = memory;
    solve::Course course;
    solve::Contest contest(problem, {}, EngineKind::dancing_links, make_runner, course);
    REQUIRE(contest.next());
    CHECK(course.engine == EngineKind::dancing_links);
    CHECK(contest.statistics().nodes >= Runner::length_of_first);
    contest.check_invariants();
    CHECK_FALSE(contest.next());
    CHECK(contest.status() == Status::exhausted);

    solve::Contest limited(problem, {.nodes = 5'000'000}, EngineKind::dancing_links, make_runner,
                           course);
    CHECK_FALSE(limited.next());
    CHECK(limited.status() == Status::node_limit);
    limited.set_limits({});
    CHECK(limited.next());
  }
  Runner::memory_of_learning = ~std::uint64_t{0};
}

TEST_CASE("a contest costs at most what its head promises") {
  const Problem problem = tiny();
  Random random(31);
  // Draws the nominal seconds that a search needs alone, from 10 microseconds to 10^5 seconds, and
  // sets its length. `node` is the nominal time of its node.
  const auto draw = [&](std::uint64_t& length, double node) {
    const double seconds = std::pow(10, -5 + static_cast<double>(random.below(10'001)) / 1000);
    length = static_cast<std::uint64_t>(seconds / node);
    return seconds;
  };
  for (int n = 0; n < 30'000; ++n) {
    const double first = draw(Runner::length_of_first, 3e-7);
    const double weighted = draw(Runner::length_of_weighted, 6e-8);
    const double learning = draw(Runner::length_of_learning, 2e-6);
    const bool seems_near_end = n % 2 == 1;
    // Shares of 1 - 10^-6 to almost 0, most of them near 1.
    const double left = std::pow(10, -static_cast<double>(1 + random.below(6'000)) / 1000);
    Runner::share_of_first = seems_near_end ? 1 - left : 0;
    CAPTURE(n, first, weighted, learning, Runner::share_of_first);
    solve::Course course;
    solve::Contest contest(problem, {}, EngineKind::dancing_links, make_runner, course);
    REQUIRE(contest.next());
    CHECK(contest.spent() <= 7 * first + 0.016);
    CHECK(contest.spent() <= (seems_near_end ? 25 * learning + 0.16 : 2.5 * learning + 0.006));
    CHECK(contest.spent() <= (seems_near_end ? 62 * weighted + 0.04 : 5.6 * weighted + 0.006));
    CHECK_FALSE(contest.next());
    CHECK(contest.status() == Status::exhausted);
  }
  Runner::share_of_first = 0;
}

TEST_CASE("threads find the solutions of one thread, in its order") {
  std::vector<Problem> problems;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) problems.push_back(planted(88, 330, seed));
  problems.push_back(planted_without_solution());
  problems.push_back(classics::queens::build(90).problem);
  problems.push_back(side_by_side({planted(88, 330, 5), planted_without_solution()}));
  problems.push_back(side_by_side({planted(88, 330, 6), planted(88, 330, 7)}));
  std::size_t solutions = 0;
  for (const Problem& problem : problems) {
    CAPTURE(&problem - problems.data());
    std::vector<Solution> expected;
    for (const unsigned threads : {1U, 2U, 3U}) {
      CAPTURE(threads);
      Solver solver(problem, {.solutions = 3}, runs::resources({.threads = threads}).jobs);
      std::vector<Solution> found;
      while (solver.next()) found.emplace_back(solver.solution().begin(), solver.solution().end());
      solver.check_invariants();
      if (threads == 1) expected = found;
      CHECK(found == expected);
      CHECK(solver.status() == (found.size() == 3 ? Status::solution_limit : Status::exhausted));
      CHECK(solver.statistics().solutions == found.size());
    }
    solutions += expected.size();
  }
  CHECK(solutions > 5);
}

TEST_CASE("threads end where the schedule or the quickest refutation ends") {
  const Problem problem = tiny();
  const search::Jobs jobs = runs::resources({.threads = 3}).jobs;
  Runner::length_of_weighted = 100'000'000'000;
  for (const std::uint64_t first : {1'000'000UL, 100'000'000UL}) {
    for (const std::uint64_t learning : {100'000UL, 10'000'000UL}) {
      for (const std::uint64_t memory : {~std::uint64_t{0}, std::uint64_t{30'000}}) {
        CAPTURE(first, learning, memory);
        Runner::length_of_first = first;
        Runner::length_of_learning = learning;
        Runner::memory_of_learning = memory;
        const auto run = [&](const search::Jobs& with) {
          solve::Course course;
          solve::Contest contest(problem, {}, EngineKind::dancing_links, make_runner, course, with);
          REQUIRE(contest.next());
          const double spent = contest.spent();
          const EngineKind engine = course.engine;
          CHECK_FALSE(contest.next());
          CHECK(contest.status() == Status::exhausted);
          return std::pair(engine, spent);
        };
        CHECK(run(jobs) == run({}));
      }
    }
  }
  Runner::memory_of_learning = ~std::uint64_t{0};

  // A stop, a time limit and an exception of a callback end all threads, and another call goes on.
  const Problem queens = planted(200, 600, 2);
  std::atomic<bool> stop = false;
  int calls = 0;
  Options options{.time = std::chrono::milliseconds(100), .stop = &stop};
  options.progress_interval = std::chrono::milliseconds(20);
  options.on_progress = [&calls](const search::Progress&) {
    if (++calls == 2) throw std::runtime_error("enough");
  };
  Solver solver(queens, options, jobs);
  CHECK_THROWS_WITH(
      [&] {
        while (!solver.next()) solver.set_limits({.time = std::chrono::milliseconds(100)});
      }(),
      "enough");
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::time_limit);
  stop = true;
  solver.set_limits({});
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::stopped);
}

TEST_CASE("a contest finds an invariant that excludes all solutions") {
  // Dominoes cover a black and a white cell each, and the board lacks two black ones.
  constexpr int side = 24;
  ProblemBuilder builder;
  std::vector<ItemId> cells;
  const auto is_on_board = [](int cell) { return cell > 0 && cell < side * side - 1; };
  for (int cell = 1; cell < side * side - 1; ++cell) {
    cells.push_back(builder.primary(std::to_string(cell)));
  }
  for (int cell = 0; cell < side * side; ++cell) {
    for (const int other : {cell + 1, cell + side}) {
      if (other == cell + 1 && other % side == 0) continue;
      if (!is_on_board(cell) || !is_on_board(other)) continue;
      builder.option(
          {cells[static_cast<std::size_t>(cell - 1)], cells[static_cast<std::size_t>(other - 1)]});
    }
  }
  const Problem problem = std::move(builder).build();
  Solver solver(problem, {.nodes = 1'000'000});
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::exhausted);
  CHECK(solver.excluding_modulus() != 0);
  Solver exact(problem, {.preprocess = false, .nodes = 100'000});
  CHECK_FALSE(exact.next());
  CHECK(exact.status() == Status::node_limit);
  CHECK(exact.excluding_modulus() == 0);
}

}  // namespace dlx::test
