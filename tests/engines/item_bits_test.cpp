// Every kernel of item_bits that this processor has: the solutions of dancing links, and the nodes
// of the plainest search that branches on the first item that is not covered. What all engines have
// in common is tested with the others.

#include "dlx/engines/item_bits.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/engines/dancing_links.hpp"
#include "dlx/engines/makers.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 300;
#else
const int many = cases(5'000);
#endif

struct Run {
  std::vector<Solution> solutions;  ///< as sets of sets
  std::uint64_t nodes = 0;
};

Run run_of(search::Engine& engine) {
  Run run;
  double share = 0;
  while (engine.next()) {
    Solution solution(engine.solution().begin(), engine.solution().end());
    std::sort(solution.begin(), solution.end());
    run.solutions.push_back(std::move(solution));
    if (run.solutions.size() % 8 == 1) engine.check_invariants();
    CHECK(engine.statistics().share >= share);
    share = engine.statistics().share;
    CHECK(share <= 1);
  }
  REQUIRE(engine.status() == Status::exhausted);
  std::sort(run.solutions.begin(), run.solutions.end());
  const search::Statistics statistics = engine.statistics();
  run.nodes = statistics.nodes;
  const auto& levels = statistics.nodes_per_level;
  CHECK(std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}) == run.nodes);
  return run;
}

/// Windows of a row of items, from one word to four, and some items that need not be covered.
Problem row(Random& random) {
  ProblemBuilder b;
  const std::uint32_t primaries = random.between(1, 12) * random.between(1, 18);
  const std::uint32_t secondaries = random.below(40);
  std::vector<ItemId> items;
  for (std::uint32_t i = 0; i < primaries; ++i) items.push_back(b.primary("p" + std::to_string(i)));
  std::vector<ItemId> extra;
  for (std::uint32_t i = 0; i < secondaries; ++i) {
    extra.push_back(b.secondary("s" + std::to_string(i)));
  }
  const std::uint32_t longest = random.between(2, 6);
  for (std::uint32_t first = 0; first < primaries; ++first) {
    for (std::uint32_t copies = random.between(1, 2); copies != 0; --copies) {
      std::vector<Entry> entries;
      const std::uint32_t end = std::min(first + random.between(1, longest), primaries);
      for (std::uint32_t i = first; i < end; ++i) entries.emplace_back(items[i]);
      if (!extra.empty() && random.chance(0.6)) {
        entries.emplace_back(extra[random.below(secondaries)]);
      }
      b.option(entries);
    }
  }
  return std::move(b).build();
}

/// The nodes of a search that tries all options of the first item that is not covered.
std::uint64_t nodes_below(const Problem& problem, std::vector<bool>& is_covered) {
  std::uint32_t first = 0;
  while (first < problem.primary_count() && is_covered[first]) ++first;
  if (first == problem.primary_count()) return 1;
  std::uint64_t nodes = 1;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    const bool has_first = std::find(items.begin(), items.end(), ItemId{first}) != items.end();
    const bool goes = std::none_of(items.begin(), items.end(),
                                   [&](ItemId item) { return is_covered[index(item)]; });
    if (!has_first || !goes) continue;
    for (const ItemId item : items) is_covered[index(item)] = true;
    nodes += nodes_below(problem, is_covered);
    for (const ItemId item : items) is_covered[index(item)] = false;
  }
  return nodes;
}

TEST_CASE("every kernel of item_bits finds what dancing links finds") {
  Random random(71);
  int compared = 0, long_rows = 0;
  for (int n = 0; n < many; ++n) {
    const bool is_row = n % 2 == 0;
    const Problem problem =
        is_row ? row(random) : random_model(random, random_shape(random, 24)).problem();
    if (!engines::item_bits_objection(problem).empty()) continue;
    const auto links = engines::make_dancing_links(problem, {.nodes = 20'000});
    while (links->next()) {
    }
    if (links->status() != Status::exhausted) continue;  // its tree is large
    ++compared;
    long_rows += problem.item_count() > 192 ? 1 : 0;
    CAPTURE(canonical_text(problem));
    const Run wanted = run_of(*engines::make_dancing_links(problem, {}));
    std::optional<std::uint64_t> nodes;  // if a kernel has searched the whole tree
    for (const search::VectorKind kernel : search::vectors_of_processor()) {
      CAPTURE(to_string(kernel));
      const Run by_own_order = run_of(*engines::make_item_bits(problem, {}, kernel));
      CHECK(by_own_order.solutions == wanted.solutions);
      const auto first = engines::make_item_bits(
          problem, {.branching = BranchingRule::first_active, .nodes = 20'000}, kernel);
      Tally tally;
      first->count(tally);
      if (first->status() != Status::exhausted) continue;
      CHECK(tally.solutions() == Natural(wanted.solutions.size()));
      std::vector<bool> is_covered(problem.item_count());
      if (!nodes) nodes = nodes_below(problem, is_covered);
      CHECK(first->statistics().nodes == nodes);
    }
  }
  CHECK(compared > many / 3);
  CHECK(long_rows > many / 100);
}

/// Pieces of three cells in a box of 4 cells' width: as many of each as fit.
Problem board(std::uint32_t length) {
  ProblemBuilder b;
  std::vector<ItemId> cells;
  for (std::uint32_t c = 0; c < 4 * length; ++c)
    cells.push_back(b.primary("c" + std::to_string(c)));
  for (std::uint32_t row = 0; row < length; ++row) {
    for (std::uint32_t column = 0; column < 4; ++column) {
      const auto cell = [&](std::uint32_t down, std::uint32_t across) {
        return Entry(cells[4 * (row + down) + column + across]);
      };
      if (row + 3 <= length) b.option({cell(0, 0), cell(1, 0), cell(2, 0)});
      if (column < 2) b.option({cell(0, 0), cell(0, 1), cell(0, 2)});
      if (row + 2 > length || column == 3) continue;
      b.option({cell(0, 0), cell(0, 1), cell(1, 0)});
      b.option({cell(0, 0), cell(0, 1), cell(1, 1)});
      b.option({cell(0, 0), cell(1, 0), cell(1, 1)});
      b.option({cell(0, 1), cell(1, 0), cell(1, 1)});
    }
  }
  return std::move(b).build();
}

TEST_CASE("the order that item_bits finds does not depend on how items are numbered") {
  // In the order of its cells a board is filled from one end; the engine finds one as good.
  const Problem given = board(9);
  const auto in_order = engines::make_item_bits(given, {.branching = BranchingRule::first_active},
                                                search::best_vectors());
  const Run wanted = run_of(*in_order);
  Random random(72);
  for (int n = 0; n < 5; ++n) {
    std::vector<std::uint32_t> numbers(given.item_count());
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::size_t left = numbers.size(); left > 1; --left) {
      std::swap(numbers[left - 1], numbers[random.below(static_cast<std::uint32_t>(left))]);
    }
    ProblemBuilder b;
    std::vector<ItemId> items;
    for (std::uint32_t i = 0; i < given.item_count(); ++i) {
      items.push_back(b.primary("i" + std::to_string(i)));
    }
    for (std::uint32_t o = 0; o < given.option_count(); ++o) {
      std::vector<Entry> entries;
      for (const ItemId item : given.items(OptionId{o})) {
        entries.emplace_back(items[numbers[index(item)]]);
      }
      b.option(entries);
    }
    const Problem shuffled = std::move(b).build();
    const Run run = run_of(*engines::make_item_bits(shuffled, {}, search::best_vectors()));
    CHECK(run.solutions.size() == wanted.solutions.size());
    CHECK(run.nodes < 2 * wanted.nodes);
  }
}

TEST_CASE("item_bits says what it is not for, and what suits it") {
  CHECK(engines::suits_item_bits(board(12)));
  const auto items = [](std::uint32_t count) {
    ProblemBuilder b;
    std::vector<Entry> all;
    for (std::uint32_t i = 0; i < count; ++i) all.emplace_back(b.primary(std::to_string(i)));
    if (count != 0) b.option(all);
    return std::move(b).build();
  };
  CHECK(engines::item_bits_objection(items(256)).empty());
  CHECK_FALSE(engines::suits_item_bits(items(256)));  // one option has them all
  const auto objection_to = [](const Problem& problem) {
    CHECK_FALSE(engines::suits_item_bits(problem));
    CHECK_THROWS_AS(engines::make_item_bits(problem, {}), std::invalid_argument);
    return std::string(engines::item_bits_objection(problem));
  };
  CHECK(objection_to(items(257)) == "it has more than 256 items");
  ProblemBuilder twice;
  twice.option({Entry(twice.primary("a", {1, 2}))});
  CHECK(objection_to(std::move(twice).build()) == "it has multiplicities");
  ProblemBuilder coloured;
  const ItemId item = coloured.primary("a");
  coloured.option({Entry(item), Entry(coloured.secondary("b"), coloured.colour("red"))});
  CHECK(objection_to(std::move(coloured).build()) == "it has colours");
  CHECK_THROWS_AS(engines::make_item_bits(items(3), {.branching = BranchingRule::weighted}),
                  std::invalid_argument);
  CHECK_FALSE(engines::suits_item_bits(items(0)));
  const auto nothing = engines::make_item_bits(items(0), {});
  CHECK(run_of(*nothing).solutions.size() == 1);
}

}  // namespace
}  // namespace dlx::test
