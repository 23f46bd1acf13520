// Depth and memory: problems of many levels, and what an engine's data may weigh.

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/processor_time.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_CHECK_INVARIANTS  // a check looks at everything, and there may be one a node
constexpr int deep = 2'000;
#elif defined(DLX_SANITIZE)
constexpr int deep = 20'000;
#else
constexpr int deep = 100'000;
#endif

/// Counts solutions, verifies each, and insists on the time: a scan over all items a level would
/// take minutes at this depth.
void check_deep(const Problem& problem, std::uint64_t solutions) {
  for (const EngineKind engine : dividable_engines) {
    if (!is_for(engine, problem)) continue;
    const double start = processor_seconds();
    Solver solver(problem, {.engine = engine});
    Verifier verifier(problem);
    std::uint64_t found = 0;
    bool sound = true;
    while (solver.next()) {
      ++found;
      sound &= verifier.faults(solver.solution()).empty();
    }
    CHECK(found == solutions);
    CHECK(sound);
    CHECK(solver.statistics().nodes_per_level.size() > deep);
    solver.check_invariants();
    CHECK(processor_seconds() - start < 20);
  }
}

TEST_CASE("a level for each of many items") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < deep; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (const ItemId item : items) b.option({item});
  check_deep(std::move(b).build(), 1);
}

TEST_CASE("a level for each of many uses of one item") {
  ProblemBuilder b;
  const ItemId item = b.primary("i", {.at_least = deep, .at_most = deep});
  for (int i = 0; i < deep; ++i) b.option({item});
  check_deep(std::move(b).build(), 1);
}

TEST_CASE("a level for each of many uses of one item that may want one less") {
  ProblemBuilder b;
  const ItemId item = b.primary("i", {.at_least = 0, .at_most = deep});
  const ItemId s = b.secondary("s");
  const Colour red = b.colour("red");
  const Colour blue = b.colour("blue");
  for (int i = 0; i < deep; ++i) b.option({item, {s, i < deep - 1 ? red : blue}});
  const Problem problem = std::move(b).build();
  for (const EngineKind engine : dividable_engines) {
    if (!is_for(engine, problem)) continue;
    // The first solutions choose the red options one by one; there are 2^deep.
    Solver solver(problem, {.engine = engine, .solutions = 3});
    Verifier verifier(problem);
    std::uint64_t found = 0;
    while (solver.next()) {
      ++found;
      CHECK(verifier.faults(solver.solution()).empty());
    }
    CHECK(found == 3);
    CHECK(solver.status() == Status::solution_limit);
  }
}

TEST_CASE("a level for each of many items, with secondary items in colours") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  std::vector<ItemId> own;
  for (int i = 0; i < deep; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (int i = 0; i < deep; ++i) own.push_back(b.secondary("s" + std::to_string(i)));
  const ItemId common = b.secondary("common");
  const ItemId next = b.secondary("next");
  const Colour red = b.colour("red");
  const Colour blue = b.colour("blue");
  for (int i = 0; i < deep; ++i) {
    const auto k = static_cast<std::size_t>(i);
    b.option({items[k], own[k], {common, red}});
    // All blue is a second solution, once.
    if (i < deep - 1) {
      b.option({items[k], {own[k], blue}, {common, blue}});
    } else {
      b.option({items[k], {common, blue}, next});
    }
  }
  check_deep(std::move(b).build(), 2);
}

/// The promise of dancing_links: 16 bytes an entry, 4 an option, 64 an item. Colours add a key for
/// each pair of item and colour, multiplicities a level for each use.
void check_memory(const Problem& problem) {
  std::size_t bound = 4'096 + 16 * problem.entry_count() + 4 * std::size_t{problem.option_count()} +
                      64 * std::size_t{problem.item_count()};
  if (problem.has_colours()) {
    std::set<std::pair<ItemId, Colour>> pairs;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (std::size_t k = 0; k < problem.items(OptionId{o}).size(); ++k) {
        pairs.emplace(problem.items(OptionId{o})[k], problem.colours(OptionId{o})[k]);
      }
    }
    bound += 12 * pairs.size();
  }
  if (problem.has_multiplicities()) bound += 20 * std::size_t{problem.option_count()};
  const Solver solver(problem, {.engine = EngineKind::dancing_links});
  CHECK(solver.statistics().memory_bytes <= bound);
  CHECK(solver.statistics().memory_bytes >= 16 * problem.entry_count());
  // dancing_cells may take 12 bytes an entry and 64 an item more.
  if (!is_for(EngineKind::dancing_cells, problem)) return;
  const Solver cells(problem, {.engine = EngineKind::dancing_cells});
  bound += 12 * problem.entry_count() + 64 * std::size_t{problem.item_count()};
  CHECK(cells.statistics().memory_bytes <= bound);
  CHECK(cells.statistics().memory_bytes >= 16 * problem.entry_count());
}

TEST_CASE("an engine keeps to its memory") {
  Random random(1'729);
  const auto shaped = [&](std::uint32_t primaries, std::uint32_t secondaries, std::uint32_t colours,
                          std::uint32_t options, std::uint32_t size, Bounds bounds) {
    Model model;
    for (std::uint32_t i = 0; i < primaries; ++i) {
      model.add_primary("p" + std::to_string(i), bounds);
    }
    for (std::uint32_t i = 0; i < secondaries; ++i) model.add_secondary("s" + std::to_string(i));
    for (std::uint32_t i = 0; i < colours; ++i) model.add_colour("c" + std::to_string(i));
    std::vector<std::uint32_t> items(model.items.size());
    for (std::uint32_t i = 0; i < items.size(); ++i) items[i] = i;
    for (std::uint32_t o = 0; o < options; ++o) {
      Model::Option option;
      option.uses.push_back({random.below(primaries), Model::uncoloured});
      const std::uint32_t first = random.below(items.size());
      for (std::uint32_t k = 0; k + 1 < size; ++k) {
        const auto item = static_cast<std::uint32_t>((first + k) % items.size());
        if (item == option.uses.front().item) continue;
        const bool plain = model.is_primary(item) || colours == 0;
        option.uses.push_back(
            {item, plain ? Model::uncoloured : static_cast<int>(random.below(colours))});
      }
      model.options.push_back(std::move(option));
    }
    return model.problem();
  };
  check_memory(shaped(10'000, 0, 0, 10'000, 1, {}));
  check_memory(shaped(1'000, 0, 0, 20'000, 10, {}));
  check_memory(shaped(30, 20'000, 0, 5'000, 3, {}));
  check_memory(shaped(100, 100, 5, 20'000, 8, {}));
  check_memory(shaped(1, 5'000, 60, 20'000, 4, {}));
  check_memory(shaped(200, 0, 0, 20'000, 4, {.at_least = 1, .at_most = 1'000'000}));
  check_memory(shaped(1, 100, 3, 20'000, 4, {.at_least = 0, .at_most = 4'000'000'000}));
}

}  // namespace
}  // namespace dlx::test
