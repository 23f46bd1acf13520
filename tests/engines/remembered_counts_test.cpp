// Searches that remember counts of states against brute force, and against those that do not.

#include "dlx/search/remembered_counts.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/solver.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 300;
#else
constexpr int many = 3'000;
#endif

/// Small problems beside each other, their items and options in any order: what is left of one
/// comes up again with each solution of the others. `solutions`: of all.
Problem problems_side_by_side(Random& random, std::uint64_t& solutions) {
  Shape shape;
  shape.most_secondaries = 0;
  shape.colours = shape.multiplicities = false;
  shape.empty_items = random.chance(0.1);
  std::vector<std::vector<std::uint32_t>> options;
  std::uint32_t items = 0;
  solutions = 1;
  const std::uint32_t parts = random.between(1, 4);
  for (std::uint32_t p = 0; p < parts; ++p) {
    const Problem part = random_model(random, shape).problem();
    solutions *= brute_force(part).size();
    for (std::uint32_t o = 0; o < part.option_count(); ++o) {
      std::vector<std::uint32_t>& option = options.emplace_back();
      for (const ItemId item : part.items(OptionId{o})) option.push_back(items + index(item));
    }
    items += part.primary_count();
  }
  std::vector<std::uint32_t> place(items);
  std::iota(place.begin(), place.end(), 0U);
  random.shuffle(place);
  random.shuffle(options);
  ProblemBuilder builder = ProblemBuilder::numbered(items);
  for (const std::vector<std::uint32_t>& option : options) {
    std::vector<Entry> entries;
    for (const std::uint32_t item : option) entries.push_back({ItemId{place[item]}});
    builder.option(entries);
  }
  return std::move(builder).build();
}

Options remembering(std::size_t bytes) {
  Options options{.engine = EngineKind::dancing_cells, .remember_bytes = bytes};
  return options;
}

TEST_CASE("what is remembered counts as if it were searched again") {
  Random random(drawn_seed());
  std::uint64_t spared = 0;
  for (int n = 0; n < many; ++n) {
    std::uint64_t solutions = 0;
    const Problem problem = problems_side_by_side(random, solutions);
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{500}, std::size_t{1} << 20}) {
      CAPTURE(n, bytes);
      Tally tally;
      Solver solver(problem, remembering(bytes));
      solver.count(tally);
      REQUIRE(solver.status() == Status::exhausted);
      REQUIRE(tally.solutions() == solutions);
      REQUIRE(solver.statistics().solutions == solutions);
      spared += solver.statistics().nodes_spared;
      solver.check_invariants();
      // In pauses after any node; and some solutions are visited.
      Tally in_pieces;
      Solver pausing(problem, remembering(bytes));
      std::uint64_t visited = 0;
      for (std::uint64_t nodes = 0; pausing.status() != Status::exhausted;) {
        nodes += random.between(1, 9);
        pausing.set_limits({.nodes = nodes});
        if (random.chance(0.2)) {
          visited += pausing.next() ? 1 : 0;
        } else {
          pausing.count(in_pieces);
        }
      }
      REQUIRE(in_pieces.solutions() + visited == solutions);
    }
  }
  CHECK(spared > many);
}

TEST_CASE("an engine that remembers goes on where others stopped") {
  Random random(drawn_seed());
  for (int n = 0; n < many; ++n) {
    std::uint64_t solutions = 0;
    const Problem problem = problems_side_by_side(random, solutions);
    CAPTURE(n);
    Tally tally;
    Solver first(problem, remembering(1 << 16));
    Solver second(problem, remembering(1 << 16));
    Solver* at_work = &first;
    Solver* other = &second;
    std::uint64_t turns = 0;
    for (; at_work->status() != Status::exhausted; ++turns) {
      at_work->set_limits({.nodes = at_work->statistics().nodes + random.between(1, 20)});
      at_work->count(tally);
      if (at_work->status() == Status::exhausted || random.chance(0.5)) continue;
      other->start_at(at_work->open_work());
      std::swap(at_work, other);
    }
    REQUIRE(tally.solutions() == solutions);
  }
}

/// n parts of 3 solutions each.
Problem threes(std::uint32_t n) {
  ProblemBuilder builder = ProblemBuilder::numbered(2 * n);
  for (std::uint32_t p = 0; p < n; ++p) {
    const ItemId a{2 * p}, b{2 * p + 1};
    builder.option({a, b});
    builder.option({a, b});
    builder.option({a});
    builder.option({b});
  }
  return std::move(builder).build();
}

TEST_CASE("a search that remembers visits a part of the nodes") {
  const Problem problem = threes(12);
  Tally tally, plain;
  Solver solver(problem, remembering(1 << 20));
  solver.count(tally);
  Solver all(problem, remembering(0));
  all.count(plain);
  CHECK(plain.solutions() == 531'441);
  CHECK(tally.solutions() == 531'441);
  CHECK(all.statistics().nodes_spared == 0);
  CHECK(solver.statistics().nodes < all.statistics().nodes / 1'000);
  CHECK(solver.statistics().nodes_spared > 0);
}

TEST_CASE("numbers past 63 bits are counted on without") {
  Tally tally;
  Solver solver(threes(45), remembering(1 << 20));
  solver.set_limits({.nodes = 2'000'000});
  solver.count(tally);
  CHECK(solver.status() == Status::node_limit);
  CHECK(tally.solutions() > std::uint64_t{1} << 62);
}

TEST_CASE("with weights, secondary items or a list of solutions every node is visited") {
  const Problem problem = threes(6);
  Tally weighted(plain_weights(problem.option_count(), 1));
  Solver with_weights(problem, remembering(1 << 20));
  with_weights.count(weighted);
  Solver listing(problem, remembering(1 << 20));
  std::uint64_t listed = 0;
  while (listing.next()) ++listed;
  CHECK(weighted.solutions() == 729);
  CHECK(listed == 729);
  CHECK(with_weights.statistics().nodes_spared == 0);
  CHECK(listing.statistics().nodes_spared == 0);

  ProblemBuilder builder = ProblemBuilder::numbered(2, 1);
  for (int k = 0; k < 3; ++k) {
    builder.option({ItemId{0}, ItemId{2}});
    builder.option({ItemId{1}});
  }
  Tally tally;
  Solver with_secondary(std::move(builder).build(), remembering(1 << 20));
  with_secondary.count(tally);
  CHECK(tally.solutions() == 9);
  CHECK(with_secondary.statistics().nodes_spared == 0);
}

}  // namespace
}  // namespace dlx::test
