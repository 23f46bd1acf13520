// Limits, stops, progress and resumption, and the ways to get at the solutions.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int rounds = 300;
#else
const int rounds = cases(3'000);
#endif

/// n items with two options each: 2^n solutions, more than anyone can count for n = 60.
Problem choices(int n, bool coloured = false, bool multiple = false) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < n; ++i) {
    items.push_back(b.primary("i" + std::to_string(i),
                              {.at_least = multiple ? 0U : 1U, .at_most = multiple ? 2U : 1U}));
  }
  std::optional<ItemId> s;
  if (coloured) s = b.secondary("s");
  const Colour red = b.colour("red");
  for (const ItemId item : items) {
    b.option({item});
    coloured ? b.option({item, {*s, red}}) : b.option({item});
  }
  return std::move(b).build();
}

struct Run {
  std::vector<Solution> solutions;  // as chosen, in the order found
  search::Statistics statistics;
};

constexpr std::size_t most_solutions = 2'000;  // of the problems that are searched in slices

Run whole_run(const Problem& problem, EngineKind engine) {
  Run run;
  Solver solver(problem, {.engine = engine});
  while (run.solutions.size() <= most_solutions && solver.next()) {
    run.solutions.emplace_back(solver.solution().begin(), solver.solution().end());
  }
  run.statistics = solver.statistics();
  return run;
}

TEST_CASE("a search in slices is the search in one piece") {
  for (const EngineKind engine : all_engines) {
    for (const std::uint64_t seed : {std::uint64_t{496}, drawn_seed()}) {
      CAPTURE(seed, to_string(engine));
      Random random(seed);
      int pauses = 0;
      for (int n = 0; n < rounds; ++n) {
        const Problem problem = random_model(random, random_shape(random, 20)).problem();
        if (!is_for(engine, problem)) continue;
        const Run wanted = whole_run(problem, engine);
        if (wanted.solutions.size() > most_solutions) continue;

        const std::uint32_t longest = random.between(1, 12);
        std::uint64_t limit = random.below(longest + 1);
        Solver solver(problem, {.engine = engine, .nodes = limit});
        Run run;
        std::string what;
        for (;;) {
          if (solver.next()) {
            run.solutions.emplace_back(solver.solution().begin(), solver.solution().end());
            continue;
          }
          if (solver.status() == Status::exhausted) break;
          ++pauses;
          solver.check_invariants();
          const std::uint64_t nodes = solver.statistics().nodes;
          if (solver.status() != Status::node_limit) what = "another status at the limit";
          if (nodes != limit) what = "the limit was not kept";
          if (solver.next() || solver.statistics().nodes != nodes) what = "went on past the limit";
          if (!what.empty()) break;
          limit += random.between(1, longest);
          solver.set_limits({.nodes = limit});
        }
        run.statistics = solver.statistics();
        if (what.empty() && run.solutions != wanted.solutions) what = "other solutions";
        if (run.statistics.nodes != wanted.statistics.nodes) what += " other nodes";
        if (run.statistics.nodes_per_level != wanted.statistics.nodes_per_level) {
          what += " other levels";
        }
        if (run.statistics.updates != wanted.statistics.updates) what += " other updates";
        if (!what.empty()) {
          CAPTURE(n);
          FAIL(what << "\n" << canonical_text(problem));
        }
      }
      if (seed == 496) CHECK(pauses > rounds);  // few problems may be large, by chance
    }
  }
}

TEST_CASE("a solution limit pauses, and a larger one goes on") {
  for (const EngineKind engine : all_engines) {
    const Problem problem = choices(4);
    Solver solver(problem, {.engine = engine, .solutions = 5});
    for (int i = 0; i < 5; ++i) REQUIRE(solver.next());
    CHECK_FALSE(solver.next());
    CHECK(solver.status() == Status::solution_limit);
    CHECK_FALSE(solver.next());
    CHECK(solver.statistics().solutions == 5);

    solver.set_limits({.solutions = 6});
    CHECK(solver.next());
    CHECK_FALSE(solver.next());
    CHECK(solver.status() == Status::solution_limit);

    solver.set_limits({});
    int rest = 0;
    while (solver.next()) ++rest;
    CHECK(rest == 10);
    CHECK(solver.status() == Status::exhausted);
    CHECK(solver.statistics().nodes == whole_run(problem, engine).statistics.nodes);

    const counting::CountResult none =
        counting::count_by_search(problem, {.engine = engine, .solutions = 0});
    CHECK(none.value == 0);
    CHECK(none.status == Status::solution_limit);
    CHECK_FALSE(none.complete());
  }
}

TEST_CASE("a time limit pauses a search without end") {
  for (const EngineKind engine : all_engines) {
    const auto start = std::chrono::steady_clock::now();
    Solver solver(choices(60), {.engine = engine, .time = 30ms});
    std::uint64_t solutions = 0;
    while (solver.next()) ++solutions;
    const auto took = std::chrono::steady_clock::now() - start;
    CHECK(solver.status() == Status::time_limit);
    CHECK(solutions > 0);
    CHECK(took >= 30ms);
    CHECK_FALSE(solver.next());
    solver.check_invariants();

    // New limits give new time, and without limits the search goes on.
    CHECK_FALSE(solver.next());
    solver.set_limits({.time = 30ms});
    CHECK(solver.next());
    while (solver.next()) {
    }
    CHECK(solver.status() == Status::time_limit);
    solver.set_limits({.time = 0ns});
    CHECK_FALSE(solver.next());
    solver.set_limits({});
    CHECK(solver.next());
    CHECK(solver.status() == Status::running);

    const counting::CountResult zero =
        counting::count_by_search(choices(60), {.engine = engine, .time = 0ns});
    CHECK(zero.status == Status::time_limit);
    CHECK(zero.value == 0);
  }
}

TEST_CASE("the stop flag, set by another thread, pauses the search") {
  // The engine that learns refutes the hopeless problem at once, and so does item_bits, because it
  // begins with x, y and z.
  for (const EngineKind engine : dividable_engines) {
    for (const bool solutions_at_hand : {true, false}) {
      if (engine == EngineKind::item_bits && !solutions_at_hand) continue;
      std::atomic<bool> stop = false;
      // Without solutions at hand next() itself must notice.
      ProblemBuilder b;
      std::vector<Entry> items;
      for (int i = 0; i < 60; ++i) items.emplace_back(b.primary("i" + std::to_string(i)));
      const ItemId first = b.primary("x");
      const ItemId second = b.primary("y");
      const ItemId third = b.primary("z");
      for (const Entry& item : items) {
        for (int k = 0; k < 2; ++k) b.option({item});
      }
      // Any two of x, y, z can be covered but never all: found out below 2^60 choices.
      for (int k = 0; k < 3; ++k) {
        b.option({first, second});
        b.option({second, third});
        b.option({third, first});
      }
      const Problem hopeless = std::move(b).build();
      const Problem plenty = choices(60);
      std::atomic<bool> under_way = false;
      Options options{.engine = engine, .stop = &stop, .progress_interval = 1ms};
      options.on_progress = [&](const search::Progress& p) { under_way = p.nodes > 1; };
      Solver solver(solutions_at_hand ? plenty : hopeless, options);
      std::thread other([&] {
        while (!under_way) std::this_thread::sleep_for(1ms);
        stop = true;
      });
      while (solver.next()) {
      }
      other.join();
      CHECK(solver.status() == Status::stopped);
      CHECK_FALSE(solver.next());
      const std::uint64_t nodes = solver.statistics().nodes;
      CHECK(nodes > 1);

      stop = false;
      solver.set_limits({.nodes = nodes + 100});
      while (solver.next()) {
      }
      CHECK(solver.status() == Status::node_limit);
      CHECK(solver.statistics().nodes == nodes + 100);
    }
  }
}

TEST_CASE("a stop flag that is set from the start stops before the first node") {
  for (const EngineKind engine : all_engines) {
    const std::atomic<bool> stop = true;
    Solver solver(choices(3), {.engine = engine, .stop = &stop});
    CHECK(solver.status() == Status::running);
    CHECK_FALSE(solver.next());
    CHECK(solver.status() == Status::stopped);
    CHECK(solver.statistics().nodes == 0);
    CHECK(solver.statistics().nodes_per_level.empty());
  }
}

TEST_CASE("the share is the part of an even tree that lies behind") {
  // The engine that learns does not know its tree.
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Solver solver(choices(10), {.engine = engine});
    CHECK(solver.statistics().share == 0);
    for (int found = 1; solver.next(); ++found) {
      const double share = solver.statistics().share;
      CHECK(share >= (found - 1) / 1024.0);
      CHECK(share <= found / 1024.0);
    }
    CHECK(solver.statistics().share == 1);
  }
}

/// A tree with two ways at each of n levels, by multiplicities: every other item may do without its
/// only option.
Problem optional_choices(std::size_t n) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::size_t i = 0; i < n; ++i) {
    items.push_back(b.primary(std::to_string(i), {.at_least = i % 2 == 0 ? 0U : 1U}));
  }
  for (std::size_t i = 0; i < n; ++i) {
    b.option({items[i]});
    if (i % 2 == 1) b.option({items[i]});
  }
  return std::move(b).build();
}

TEST_CASE("the share at every node of an even tree") {
  std::vector<double> begins;  // of the nodes, in the order of the search
  const std::function<void(int, double, double)> enter = [&](int levels, double begin,
                                                             double width) {
    begins.push_back(begin);
    if (levels == 0) return;
    enter(levels - 1, begin, width / 2);
    enter(levels - 1, begin + width / 2, width / 2);
  };
  enter(6, 0, 1);
  // The engine that learns does not know its tree.
  for (const EngineKind engine : dividable_engines) {
    for (const Problem& problem : {choices(6), optional_choices(6)}) {
      if (!is_for(engine, problem)) continue;
      CAPTURE(to_string(engine), problem.has_multiplicities());
      for (std::size_t n = 1; n < begins.size(); ++n) {
        Solver solver(problem, {.engine = engine, .nodes = n});
        while (solver.next()) {
        }
        CHECK(solver.statistics().share == begins[n]);
      }
    }
  }
}

TEST_CASE("progress is reported, and its share never falls") {
  for (const EngineKind engine : all_engines) {
    for (const bool coloured : {false, true}) {
      if (!is_for(engine, choices(60, coloured))) continue;
      search::Progress last;
      int reports = 0;
      bool sound = true;
      // By reports, not by time, of which a machine with other work gives little.
      std::atomic<bool> stop = false;
      Options options{.engine = engine, .stop = &stop, .progress_interval = 5ms};
      options.on_progress = [&](const search::Progress& p) {
        stop = ++reports == 5;
        sound &= p.seconds >= last.seconds + 0.005;
        sound &= p.share >= last.share && p.share >= 0 && p.share <= 1;
        sound &= p.nodes >= last.nodes && p.solutions >= last.solutions;
        sound &= p.level <= 60;
        last = p;
      };
      CHECK(counting::count_by_search(choices(60, coloured), options).status == Status::stopped);
      CHECK(reports == 5);
      CHECK(sound);
      CHECK(last.nodes > 0);
      CHECK(last.solutions > 0);
    }
  }
}

TEST_CASE("progress at every node of random problems") {
  for (const EngineKind engine : all_engines) {
    for (const std::uint64_t seed : {std::uint64_t{28}, drawn_seed()}) {
      CAPTURE(seed, to_string(engine));
      Random random(seed);
      int reports = 0;
      for (int n = 0; n < rounds / 3; ++n) {
        const Problem problem = random_model(random, random_shape(random, 16)).problem();
        if (!is_for(engine, problem)) continue;
        search::Progress last;
        std::string what;
        Options options{.engine = engine, .nodes = 0, .progress_interval = 0ns};
        options.on_progress = [&](const search::Progress& p) {
          ++reports;
          if (!(p.share >= 0 && p.share <= 1)) what = "the share is out of range";
          if (p.share < last.share - 1e-12) {
            what = "the share fell from " + std::to_string(last.share) + " to " +
                   std::to_string(p.share) + " at node " + std::to_string(p.nodes);
          }
          if (p.nodes < last.nodes) what = "nodes fell";
          last = p;
        };
        Solver solver(problem, options);
        for (std::uint64_t nodes = 0; nodes < 500; ++nodes) {
          solver.set_limits({.nodes = nodes});  // one node at a time, so a report a node
          while (solver.next()) {
          }
          if (solver.status() == Status::exhausted) break;
        }
        if (!what.empty()) {
          CAPTURE(n);
          FAIL(what << "\n" << canonical_text(problem));
        }
      }
      if (seed == 28) CHECK(reports > rounds);  // few problems may be large, by chance
    }
  }
}

TEST_CASE("a new node limit holds at once") {
  for (const EngineKind engine : all_engines) {
    Solver solver(choices(30), {.engine = engine});
    for (int i = 0; i < 5'000; ++i) REQUIRE(solver.next());
    const std::uint64_t nodes = solver.statistics().nodes;
    solver.set_limits({.nodes = nodes + 10});
    while (solver.next()) {
    }
    CHECK(solver.status() == Status::node_limit);
    CHECK(solver.statistics().nodes == nodes + 10);
  }
}

TEST_CASE("for_each_solution with visitors that return nothing or whether to go on") {
  const Problem problem = choices(3);
  for (const EngineKind engine : all_engines) {
    int visited = 0;
    CHECK(for_each_solution(problem,
                            [&](std::span<const OptionId> s) { visited += s.size() == 3 ? 1 : 0; },
                            {.engine = engine}) == Status::exhausted);
    CHECK(visited == 8);

    visited = 0;
    const auto visitor = [&](std::span<const OptionId>) { return ++visited < 3; };
    CHECK(for_each_solution(problem, visitor, {.engine = engine}) == Status::running);
    CHECK(visited == 3);

    CHECK(for_each_solution(problem, [](std::span<const OptionId>) { return true; },
                            {.engine = engine, .nodes = 4}) == Status::node_limit);
  }
  CHECK(for_each_solution(problem, [](std::span<const OptionId>) {}) == Status::exhausted);
}

TEST_CASE("a visitor's exception passes through") {
  struct Stop {};
  CHECK_THROWS_AS(
      for_each_solution(choices(3), [](std::span<const OptionId>) -> void { throw Stop{}; }), Stop);
}

TEST_CASE("solutions as a range") {
  static_assert(std::input_iterator<Solver::Solutions::iterator>);
  for (const EngineKind engine : all_engines) {
    const Problem problem = choices(3);
    const Run wanted = whole_run(problem, engine);
    Solver solver(problem, {.engine = engine});
    std::vector<Solution> found;
    for (const std::span<const OptionId> solution : solver.solutions()) {
      found.emplace_back(solution.begin(), solution.end());
      if (found.size() == 3) break;
    }
    CHECK(found.size() == 3);
    // A further range goes on where the first was left.
    for (const auto solution : solver.solutions()) {
      found.emplace_back(solution.begin(), solution.end());
    }
    CHECK(found == wanted.solutions);
    CHECK(solver.status() == Status::exhausted);
    for (const auto solution : solver.solutions()) FAIL("a solution of " << solution.size());
  }
}

TEST_CASE("a solver outlives its problem and can be moved") {
  for (const EngineKind engine : all_engines) {
    for (const bool coloured : {false, true}) {
      for (const bool multiple : {false, true}) {
        auto problem = std::make_unique<Problem>(choices(4, coloured, multiple));
        if (!is_for(engine, *problem)) continue;
        const std::size_t wanted = whole_run(*problem, engine).solutions.size();
        Solver first(*problem, {.engine = engine});
        problem.reset();
        REQUIRE(first.next());
        Solver solver = std::move(first);
        std::size_t n = 1;
        while (solver.next()) ++n;
        CHECK(n == wanted);
        CHECK(n == (multiple ? 256 : 16));
      }
    }
  }
}

TEST_CASE("automatic stands for one of the engines") {
  const Problem problem = choices(3);
  const Solver solver(problem);
  CHECK(solver.engine() == choose_engine(problem).engine);
  CHECK(solver.engine() != EngineKind::automatic);
}

TEST_CASE("large matrices with few entries are not for vectors") {
  const auto why = [](std::uint32_t items_of_option) {
    constexpr std::uint32_t items = 1'100, options = 17'600;
    ProblemBuilder b = ProblemBuilder::numbered(items, 0);
    for (std::uint32_t o = 0; o < options; ++o) {
      std::vector<Entry> entries;
      for (std::uint32_t k = 0; k < items_of_option; ++k) {
        entries.push_back({ItemId{(o + k * k * 7 + k) % items}});
      }
      b.option(entries);
    }
    return choose_engine(std::move(b).build()).why;
  };
  CHECK_THAT(why(4), Catch::StartsWith("it is large and sparse: "));
  CHECK_THAT(why(5), !Catch::Contains("sparse"));
}

TEST_CASE("an order of branching names primary items, each once") {
  ProblemBuilder b;
  const ItemId first = b.primary("a");
  const ItemId second = b.primary("b");
  const ItemId secondary = b.secondary("s");
  b.option({first, secondary});
  b.option({second});
  const Problem problem = std::move(b).build();
  const auto solutions = [&](const std::vector<std::string>& order) {
    Solver solver(problem, {.engine = EngineKind::dancing_cells,
                            .branching = BranchingRule::given_order,
                            .order = order});
    while (solver.next()) {
    }
    return solver.statistics().solutions;
  };
  using Catch::Contains;
  CHECK(solutions({}) == 1);
  CHECK(solutions({"b"}) == 1);
  CHECK(solutions({"b", "a"}) == 1);
  CHECK_THROWS_WITH(solutions({"s"}), Contains("no primary item is named 's'"));
  CHECK_THROWS_WITH(solutions({"c"}), Contains("no primary item is named 'c'"));
  CHECK_THROWS_WITH(solutions({"b", "b"}), Contains("twice"));
}

TEST_CASE("all items are forced at the root, and one starves: in an order of one's own as well") {
  ProblemBuilder b;
  const ItemId first = b.primary("a");
  const ItemId second = b.primary("b");
  const ItemId secondary = b.secondary("s");
  b.option({first, secondary});
  b.option({second, secondary});
  const Problem problem = std::move(b).build();
  for (const BranchingRule rule :
       {BranchingRule::minimum_remaining, BranchingRule::given_order, BranchingRule::weighted}) {
    Solver solver(problem, {.engine = EngineKind::dancing_cells, .branching = rule});
    CHECK_FALSE(solver.next());
    CHECK(solver.statistics().nodes == 2);
  }
}

TEST_CASE("an order of branching with multiplicities: the solutions of brute force") {
  Random random(drawn_seed());
  std::size_t with_bounds = 0, other_trees = 0;
  for (int n = 0; n < 500; ++n) {
    const Problem problem = random_model(random, random_shape(random, 12)).problem();
    if (!problem.has_multiplicities()) continue;
    ++with_bounds;
    CAPTURE(n);
    std::vector<std::string> order;
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      if (random.chance(0.7)) order.emplace_back(problem.name(ItemId{i}));
    }
    random.shuffle(order);
    const std::vector<Solution> expected = brute_force(problem);
    std::uint64_t nodes[3] = {};
    for (int rule = 0; rule < 3; ++rule) {
      Options options{.engine = EngineKind::dancing_links};
      if (rule == 1) options.order = order;
      if (rule == 2) options.branching = BranchingRule::first_active;
      Solver solver(problem, options);
      std::vector<Solution> found;
      while (solver.next()) {
        REQUIRE(verify(problem, solver.solution()).empty());
        found.emplace_back(solver.solution().begin(), solver.solution().end());
        std::sort(found.back().begin(), found.back().end());
      }
      std::sort(found.begin(), found.end());
      REQUIRE(found == expected);
      nodes[rule] = solver.statistics().nodes;
    }
    other_trees += nodes[0] != nodes[1] || nodes[0] != nodes[2];
  }
  CHECK(with_bounds > 50);
  CHECK(other_trees > 5);
}

TEST_CASE("an engine refuses what it is not for") {
  for (const EngineKind engine : {EngineKind::dancing_links, EngineKind::bit_matrix}) {
    for (const BranchingRule rule : {BranchingRule::given_order, BranchingRule::weighted}) {
      CHECK_THROWS_WITH(Solver(choices(3), {.engine = engine, .branching = rule}),
                        Catch::Contains("smallest item only"));
    }
  }
  CHECK_THROWS_WITH(Solver(choices(3, false, true), {.engine = EngineKind::dancing_links,
                                                     .branching = BranchingRule::weighted}),
                    Catch::Contains("no weights"));
  CHECK_THROWS_WITH(Solver(choices(3, false, true), {.engine = EngineKind::dancing_cells}),
                    Catch::Contains("multiplicities"));
}

TEST_CASE("statuses and engines have names") {
  CHECK(to_string(Status::running) == "running");
  CHECK(to_string(Status::exhausted) == "exhausted");
  CHECK(to_string(Status::solution_limit) == "solution_limit");
  CHECK(to_string(Status::node_limit) == "node_limit");
  CHECK(to_string(Status::time_limit) == "time_limit");
  CHECK(to_string(Status::stopped) == "stopped");
  CHECK(to_string(EngineKind::automatic) == "auto");
  CHECK(to_string(EngineKind::dancing_links) == "dancing_links");
}

}  // namespace
}  // namespace dlx::test
