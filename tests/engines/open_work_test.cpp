// A search that is cut at random places, whose parts are divided and go on in other engines, is the
// same search: every solution once, and every node.

#include "dlx/search/open_work.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/solver.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/engines/divided.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 60;
#else
constexpr int many = 400;
#endif

std::uint64_t require_same(const Problem& problem, EngineKind engine, Random& random) {
  const auto solver = [&] { return Solver(problem, {.engine = engine}); };
  return require_same_divided(solver, random, problem.has_multiplicities());
}

TEST_CASE("a search may be cut anywhere, and its parts go on elsewhere") {
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Random random(501);
    std::uint64_t cuts = 0;
    for (int n = 0; n < many; ++n) {
      const Problem problem = random_model(random, random_shape(random, 24)).problem();
      if (!is_for(engine, problem)) continue;
      INFO(canonical_text(problem));
      cuts += require_same(problem, engine, random);
    }
    CHECK(cuts > many);
  }
}

TEST_CASE("bit_matrix and dancing_cells go on with each other's searches") {
  Random random(drawn_seed());
  std::uint64_t swaps = 0;
  // Many of these problems are searched in few nodes: until there were enough swaps.
  for (int n = 0; n < many || swaps <= many; ++n) {
    REQUIRE(n < 100 * many);
    const Problem problem = random_model(random, random_shape(random, 24)).problem();
    if (problem.has_multiplicities() || !is_for(EngineKind::bit_matrix, problem)) continue;
    INFO(canonical_text(problem));
    Tally expected;
    Solver(problem, {.engine = EngineKind::dancing_links}).count(expected);
    Solver bits(problem, {.engine = EngineKind::bit_matrix});
    Solver cells(problem, {.engine = EngineKind::dancing_cells});
    Solver* at_work = &bits;
    Solver* waiting = &cells;
    Tally found;
    for (;;) {
      at_work->set_limits({.nodes = at_work->statistics().nodes + random.between(1, 9)});
      at_work->count(found);
      if (at_work->status() == Status::exhausted) break;
      const search::OpenWork left = at_work->open_work();
      std::swap(at_work, waiting);
      at_work->start_at(left);
      at_work->check_invariants();
      ++swaps;
    }
    REQUIRE(found.solutions() == expected.solutions());
  }
}

TEST_CASE("a search of some thousand nodes may be cut anywhere") {
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Random random(502);
    for (int n = 0; n < many / 60; ++n) {
      require_same(classics::queens::build(7).problem, engine, random);
      require_same(classics::langford::build(7).problem, engine, random);
    }
  }
}

/// Trominoes on a board of 5 x 6, of each kind a number within these bounds.
Problem trominoes(Bounds straight, Bounds bent) {
  constexpr int height = 5;
  constexpr int width = 6;
  ProblemBuilder b;
  const ItemId pieces[] = {b.primary("straight", straight), b.primary("bent", bent)};
  std::vector<ItemId> cells;
  for (int c = 0; c < height * width; ++c) cells.push_back(b.primary(std::to_string(c)));
  using Cell = std::pair<int, int>;
  const auto place = [&](ItemId piece, const std::vector<Cell>& shape) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        std::vector<Entry> option = {piece};
        for (const auto& [dy, dx] : shape) {
          if (y + dy >= height || x + dx >= width) break;
          option.emplace_back(cells[static_cast<std::size_t>((y + dy) * width + x + dx)]);
        }
        if (option.size() == 4) b.option(option);
      }
    }
  };
  place(pieces[0], {{0, 0}, {0, 1}, {0, 2}});
  place(pieces[0], {{0, 0}, {1, 0}, {2, 0}});
  const std::vector<Cell> square = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  for (std::size_t missing = 0; missing < 4; ++missing) {
    std::vector<Cell> shape = square;
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(missing));
    place(pieces[1], shape);
  }
  return std::move(b).build();
}

TEST_CASE("a search with multiplicities of some thousand nodes may be cut anywhere") {
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Random random(505);
    for (const auto& [straight, bent] :
         {std::pair(Bounds{4, 4}, Bounds{6, 6}), std::pair(Bounds{0, 3}, Bounds{2, 30}),
          std::pair(Bounds{2, 5}, Bounds{0, 8})}) {
      const Problem problem = trominoes(straight, bent);
      if (!is_for(engine, problem)) continue;
      CHECK(require_same(problem, engine, random) > 100);
    }
  }
}

/// Items in a ring, with options of two or three that lie near each other: what a choice changes is
/// little.
Problem ring(Random& random) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::uint32_t i = random.between(60, 100); i > 0; --i) {
    items.push_back(b.primary(std::to_string(i)));
  }
  const std::size_t size = random.between(2, 3);
  for (std::size_t entries = 0; entries < 4 * items.size(); entries += size) {
    const std::size_t first = random.below(static_cast<std::uint32_t>(items.size()));
    std::set<std::size_t> places;
    while (places.size() < size) places.insert((first + random.below(6)) % items.size());
    std::vector<Entry> option;
    for (const std::size_t place : places) option.push_back(items[place]);
    b.option(option);
  }
  return std::move(b).build();
}

TEST_CASE("a search of which little changes at a time may be cut anywhere") {
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Random random(504);
    int tried = 0;
    for (int n = 0; n < many / 10; ++n) {
      const Problem problem = ring(random);
      Solver whole(problem, {.engine = engine, .nodes = 2'000});
      while (whole.next()) continue;
      if (whole.status() != Status::exhausted) continue;
      require_same(problem, engine, random);
      ++tried;
    }
    CHECK(tried > 0);
  }
}

TEST_CASE("a search may be cut within a chain of forced options, of many items") {
  ProblemBuilder b;
  const Colour colours[] = {b.colour("red"), b.colour("blue")};
  std::vector<ItemId> items;
  std::vector<ItemId> secondaries;
  for (int i = 0; i < 140; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (int i = 0; i < 3; ++i) secondaries.push_back(b.secondary("s" + std::to_string(i)));
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (const Colour colour : colours) b.option({items[i], {secondaries[i % 3], colour}});
  }
  const Problem problem = std::move(b).build();
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    if (!is_for(engine, problem)) continue;
    Random random(503);
    for (int n = 0; n < 3; ++n) require_same(problem, engine, random);
  }
}

TEST_CASE("open work is dealt out without loss, what is nearest to the root first") {
  const auto ids = [](std::vector<std::uint32_t> numbers) {
    std::vector<OptionId> options;
    for (const std::uint32_t n : numbers) options.push_back(OptionId{n});
    return options;
  };
  const search::OpenWork open_work{
      .whole = false, .path = ids({7, 8, 9}), .branches = {{0, ids({1, 2})}, {3, ids({3})}}};
  CHECK(open_work.size() == 3);
  CHECK(deal(open_work, 1) == std::vector{open_work});
  const std::vector<search::OpenWork> two = deal(open_work, 2);
  REQUIRE(two.size() == 2);
  CHECK(two[0] == search::OpenWork{.whole = false,
                                   .path = ids({7, 8, 9}),
                                   .branches = {{0, ids({1})}, {3, ids({3})}}});
  CHECK(two[1] == search::OpenWork{.whole = false, .path = {}, .branches = {{0, ids({2})}}});
  CHECK(deal(open_work, 16).size() == 3);
  CHECK(deal(search::OpenWork{}, 16) == std::vector{search::OpenWork{}});
  CHECK(deal(search::OpenWork{.whole = false}, 16).empty());
}

TEST_CASE("open work of another problem is refused") {
  const Problem problem = classics::queens::build(6).problem;
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Solver solver(problem, {.engine = engine});
    const auto run = [&](const search::OpenWork& open_work) {
      solver.start_at(open_work);
      while (solver.next()) continue;
    };
    // Two queens on one square, and one on no square.
    CHECK_THROWS_AS(run({.whole = false,
                         .path = {OptionId{0}, OptionId{0}},
                         .branches = {{2, {OptionId{20}}}}}),
                    std::invalid_argument);
    CHECK_THROWS_AS(
        run({.whole = false, .path = {OptionId{1'000}}, .branches = {{1, {OptionId{20}}}}}),
        std::invalid_argument);
    // Options 1 and 9 are in one solution, with neither 1 again nor one that is not there. What was
    // refused leaves nothing to be searched, or all, but no part.
    const OptionId nowhere{1'000};
    for (const std::vector<search::OpenWork::Branch>& branches :
         std::vector<std::vector<search::OpenWork::Branch>>{{{1, {OptionId{9}, OptionId{1}}}},
                                                            {{1, {OptionId{9}, nowhere}}},
                                                            {{0, {OptionId{2}}}, {1, {nowhere}}}}) {
      const search::OpenWork wrong{.whole = false, .path = {OptionId{1}}, .branches = branches};
      CHECK_THROWS_AS(run(wrong), std::invalid_argument);
      std::uint64_t left = 0;
      while (solver.next()) ++left;
      CHECK((left == 0 || left == 4));
    }
    solver.start_at(search::OpenWork{});
    std::uint64_t found = 0;
    while (solver.next()) ++found;
    CHECK(found == 4);
  }
}

TEST_CASE("a search that follows open work may pause at each of its ways") {
  const Problem problem = classics::queens::build(6).problem;
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Solver whole(problem, {.engine = engine});
    REQUIRE(whole.next());
    Solver rest(problem, {.engine = engine, .nodes = 0});
    rest.start_at(whole.open_work());
    int found = 1;
    for (std::uint64_t limit = 0; rest.status() != Status::exhausted; ++limit) {
      rest.set_limits({.nodes = limit});
      while (rest.next()) ++found;
    }
    CHECK(found == 4);
  }
}

TEST_CASE("open work with no ways leaves nothing to be searched") {
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Solver solver(classics::queens::build(6).problem, {.engine = engine});
    solver.start_at({.whole = false});
    CHECK_FALSE(solver.next());
    CHECK(solver.status() == Status::exhausted);
    CHECK(solver.statistics().nodes == 0);
  }
}

TEST_CASE("open work below a solution, or with a way of another item, is refused") {
  ProblemBuilder b;
  const ItemId first = b.primary("a");
  const ItemId second = b.primary("b");
  for (const ItemId item : {first, first, second, second}) b.option({item});
  const Problem problem = std::move(b).build();
  const std::vector<search::OpenWork> wrong = {
      {.whole = false, .path = {OptionId{0}, OptionId{2}}, .branches = {{2, {OptionId{1}}}}},
      {.whole = false, .path = {OptionId{0}}, .branches = {{1, {OptionId{1}}}}},
      {.whole = false,
       .path = {OptionId{0}},
       .branches = {{0, {OptionId{1}}}, {1, {OptionId{1}}}}}};
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    for (const search::OpenWork& open_work : wrong) {
      Solver solver(problem, {.engine = engine});
      const auto run = [&] {
        solver.start_at(open_work);
        while (solver.next()) continue;
      };
      CHECK_THROWS_AS(run(), std::invalid_argument);
      int left = 0;
      while (solver.next()) ++left;
      CHECK((left == 0 || left == 4));
    }
  }
}

TEST_CASE("of the tree no more lies behind than there is") {
  ProblemBuilder b;
  const ItemId items[] = {b.primary("a"), b.primary("b")};
  for (const std::size_t item : {0U, 0U, 1U, 1U, 1U}) b.option({items[item]});
  const Problem problem = std::move(b).build();
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Solver solver(problem, {.engine = engine});
    REQUIRE(solver.next());
    solver.start_at(solver.open_work());
    double share = 0;
    while (solver.next()) {
      CHECK(solver.statistics().share >= share);
      share = solver.statistics().share;
      CHECK(share <= 1);
    }
    CHECK(share > 0);
    CHECK(solver.statistics().share == 1);
  }
}

TEST_CASE("a search begun anew has nothing behind it") {
  const Problem problem = classics::queens::build(6).problem;
  const auto share_after = [](Solver& solver, std::uint64_t nodes) {
    solver.set_limits({.nodes = solver.statistics().nodes + nodes});
    while (solver.next()) {
    }
    return solver.statistics().share;
  };
  for (const EngineKind engine : dividable_engines) {
    CAPTURE(to_string(engine));
    Solver fresh(problem, {.engine = engine});
    const double wanted = share_after(fresh, 9);
    CHECK(wanted < 1);
    Solver used(problem, {.engine = engine});
    CHECK(share_after(used, 1'000'000) == 1);
    used.start_at(search::OpenWork{});
    CHECK(share_after(used, 9) == wanted);
  }
}

TEST_CASE("searches that cannot be divided say so") {
  const Problem problem = classics::queens::build(6).problem;
  Solver learning(problem,
                  {.engine = EngineKind::dancing_cells, .branching = BranchingRule::weighted});
  CHECK_THROWS_WITH(learning.open_work(), Catch::Contains("learns weights"));
  CHECK_THROWS_WITH(learning.start_at(search::OpenWork{}), Catch::Contains("learns weights"));
  const Solver reducing(problem, {.preprocess = true});
  CHECK_THROWS_WITH(reducing.open_work(), Catch::Contains("reduces"));
}

}  // namespace
}  // namespace dlx::test
