// Copies of an item that become one item with a multiplicity, against brute force.

#include "dlx/preprocess/copies.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <iostream>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 1'000;
#else
const int many = cases(6'000);
#endif

/// Adds a copy of a primary item: an option for each of its options, but now and then not for one,
/// or with other bounds.
void add_copy(Model& model, std::uint32_t item, Random& random) {
  Bounds bounds = model.items[item].bounds;
  if (random.chance(0.2)) bounds.at_most = bounds.at_least = random.between(1, 2);
  const std::uint32_t copy = model.add_primary("copy" + std::to_string(model.items.size()), bounds);
  const std::vector<Model::Option> before = model.options;
  const bool is_whole = random.chance(0.8);
  for (const Model::Option& option : before) {
    if (!model.contains(option, item) || (!is_whole && random.chance(0.3))) continue;
    Model::Option same = option;
    for (Model::Use& use : same.uses) {
      if (use.item == item) use.item = copy;
    }
    model.options.push_back(std::move(same));
  }
}

/// A random problem, some of whose items have copies.
Model random_model_with_copies(Random& random) {
  Model model = random_model(random, random_shape(random, 6));
  if (model.primaries == 0) return model;
  const std::uint32_t item = random.below(model.primaries);
  for (std::uint32_t copies = random.between(1, 3); copies > 0; --copies) {
    add_copy(model, item, random);
  }
  if (random.chance(0.3)) add_copy(model, random.below(model.primaries), random);
  return model;
}

/// Pieces of one or two kinds on cells, of which most may stay empty.
Model random_packing(Random& random) {
  Model model;
  const std::uint32_t full_cells = random.below(3);
  const std::uint32_t cells = random.between(3, 6);
  for (std::uint32_t i = 0; i < cells; ++i) {
    const std::string name = "c" + std::to_string(i);
    i < full_cells ? model.add_primary(name) : model.add_secondary(name);
  }
  const int red = model.add_colour("red");
  for (std::uint32_t kinds = random.between(1, 2); kinds > 0; --kinds) {
    const std::uint32_t piece = model.add_primary("kind" + std::to_string(kinds));
    for (std::uint32_t places = random.between(2, 4); places > 0; --places) {
      Model::Option option{.uses = {{.item = piece}}};
      const std::uint32_t always = random.below(cells);
      for (std::uint32_t i = 0; i < cells; ++i) {
        if (i != always && !random.chance(0.1)) continue;
        const std::uint32_t cell = i < full_cells ? i : model.primaries + i - full_cells;
        const bool coloured = i >= full_cells && random.chance(0.2);
        option.uses.push_back({.item = cell, .colour = coloured ? red : Model::uncoloured});
      }
      model.options.push_back(std::move(option));
    }
    for (std::uint32_t copies = random.between(0, 2); copies > 0; --copies) {
      add_copy(model, piece, random);
    }
  }
  return model;
}

Model model_with_copies(Random& random) {
  for (;;) {
    Model model = random.chance(0.3) ? random_model_with_copies(random) : random_packing(random);
    if (model.options.size() <= 14) return model;
  }
}

void compare(Sample sample, std::uint64_t seed, int problems) {
  CAPTURE(seed);
  Random random(seed);
  int merged_problems = 0;
  int with_solutions = 0;
  for (int n = 0; n < problems; ++n) {
    const Problem problem = model_with_copies(random).problem();
    const Natural wanted(brute_force(problem).size());
    INFO(canonical_text(problem));
    Options reduced{.method = random.chance(0.5) ? CountMethod::search : CountMethod::zdd};
    REQUIRE(counting::count(problem, reduced).value == wanted);
    const auto merged = preprocess::merge_copies(problem);
    if (!merged) continue;
    ++merged_problems;
    with_solutions += wanted != 0 ? 1 : 0;
    REQUIRE(merged->problem.primary_count() < problem.primary_count());
    REQUIRE(merged->originals.size() == merged->problem.option_count());
    REQUIRE(Natural(brute_force(merged->problem).size()) * merged->arrangements == wanted);
  }
  std::cout << merged_problems << " of " << problems << " problems of seed " << seed << " merged, "
            << with_solutions << " with solutions" << std::endl;
  if (sample == Sample::drawn) return;
  CHECK(merged_problems > problems / 4);
  CHECK(with_solutions > problems / 20);
}

TEST_CASE("merged copies stand for all solutions, on problems of a fixed seed") {
  compare(Sample::fixed, 7'301, many);
}

TEST_CASE("merged copies stand for all solutions, on problems drawn for this run") {
  compare(Sample::drawn, drawn_seed(), many / 2);
}

/// Copies of an item that may lie on any of `places`.
Problem copies_on_places(int copies, int places) {
  ProblemBuilder b;
  std::vector<ItemId> pieces;
  std::vector<ItemId> cells;
  for (int i = 0; i < copies; ++i) pieces.push_back(b.primary("p" + std::to_string(i)));
  for (int i = 0; i < places; ++i) cells.push_back(b.secondary("c" + std::to_string(i)));
  for (const ItemId piece : pieces) {
    for (const ItemId cell : cells) b.option({piece, cell});
  }
  return std::move(b).build();
}

TEST_CASE("pieces that a file lists one by one are counted as one kind") {
  const Problem problem = copies_on_places(12, 14);
  const auto merged = preprocess::merge_copies(problem);
  REQUIRE(merged);
  CHECK(merged->problem.primary_count() == 1);
  CHECK(merged->problem.bounds(ItemId{0}) == Bounds{.at_least = 12, .at_most = 12});
  CHECK(merged->arrangements == 479'001'600);  // 12!
  CHECK_FALSE(preprocess::merge_copies(problem, {},
                                       search::Deadline(std::chrono::nanoseconds(0), nullptr)));
  // 14! / 2!, of which one by one some hundred billion nodes would be visited.
  const counting::CountResult counted = counting::count(problem, {.method = CountMethod::search});
  CHECK(counted.value.to_string() == "43589145600");
  CHECK(counted.statistics.nodes < 100'000);
}

TEST_CASE("copies with bounds of their own divide the options among them") {
  ProblemBuilder b;
  const ItemId two = b.primary("two", {.at_least = 2, .at_most = 2});
  const ItemId three = b.primary("three", {.at_least = 3, .at_most = 3});
  std::vector<ItemId> cells;
  for (int i = 0; i < 6; ++i) cells.push_back(b.secondary(std::to_string(i)));
  for (const ItemId cell : cells) {
    b.option({two, cell});
    b.option({three, cell});
  }
  const Problem problem = std::move(b).build();
  const auto merged = preprocess::merge_copies(problem);
  REQUIRE(merged);
  CHECK(merged->arrangements == 10);
  CHECK(counting::count(problem, {.method = CountMethod::search}).value == 60);  // 6! / (2! 3! 1!)
}

TEST_CASE("copies stay apart where the answer, or what was asked for, tells them apart") {
  const Problem problem = copies_on_places(3, 4);
  const Options plain{.method = CountMethod::search};
  CHECK(counting::count(problem, plain).removed != 0);
  std::vector<Options> apart(4, plain);
  apart[0].fingerprint = 1;
  apart[1].method = CountMethod::memo;
  apart[2].engine = EngineKind::dancing_cells;
  apart[3].branching = BranchingRule::weighted;
  for (const Options& options : apart) {
    const counting::CountResult counted = counting::count(problem, options);
    CHECK(counted.value == 24);
    CHECK(counted.removed == 0);
  }
}

TEST_CASE("items whose options may be taken twice are no copies") {
  // Both copies may take the red option: 4 solutions, of which one set of two options is none.
  ProblemBuilder b;
  const ItemId copies[] = {b.primary("a"), b.primary("b")};
  const ItemId cell = b.secondary("c");
  for (const ItemId copy : copies) b.option({copy, {cell, b.colour("red")}});
  for (const ItemId copy : copies) b.option({copy});
  const Problem problem = std::move(b).build();
  CHECK_FALSE(preprocess::merge_copies(problem));
  CHECK(counting::count(problem).value == 4);
}

}  // namespace
}  // namespace dlx::test
