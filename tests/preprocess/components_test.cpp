// Independent parts against brute force, and against the unions they are made from.

#include "dlx/preprocess/components.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "tests/preprocess/unions.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 1'000;
#else
constexpr int many = 10'000;
#endif

/// What is wrong with the parts, apart from their solutions; empty if nothing is.
std::string misshapen(const Problem& problem, const std::vector<preprocess::Component>& parts) {
  std::set<std::string_view> names;
  std::set<OptionId> options;
  for (const preprocess::Component& part : parts) {
    if (part.problem.item_count() == 0) return "a part without items";
    if (!preprocess::components(part.problem).empty()) return "a part has parts";
    for (std::uint32_t i = 0; i < part.problem.item_count(); ++i) {
      if (!names.insert(part.problem.name(ItemId{i})).second) return "an item in two parts";
    }
    if (part.originals.size() != part.problem.option_count()) return "not one original an option";
    if (!std::is_sorted(part.originals.begin(), part.originals.end())) return "order of options";
    const Model model = model_of(problem);
    const Model part_model = model_of(part.problem);
    for (std::uint32_t i = 0; i < part_model.items.size(); ++i) {
      const auto found = std::find(model.items.begin(), model.items.end(), part_model.items[i]);
      if (found == model.items.end()) return "an item's name or bounds";
      const auto place = static_cast<std::uint32_t>(found - model.items.begin());
      if (model.is_primary(place) != part_model.is_primary(i)) return "an item's kind";
    }
    for (std::size_t o = 0; o < part.originals.size(); ++o) {
      if (!options.insert(part.originals[o]).second) return "an option in two parts";
      const Model::Option& whole = model.options[index(part.originals[o])];
      const Model::Option& here = part_model.options[o];
      if (whole.cost != here.cost || whole.uses.size() != here.uses.size()) return "an option";
      for (std::size_t k = 0; k < here.uses.size(); ++k) {
        const auto colour = [](const Model& m, int c) {
          return c == Model::uncoloured ? std::string() : m.colours[static_cast<std::size_t>(c)];
        };
        if (model.items[whole.uses[k].item].name != part_model.items[here.uses[k].item].name ||
            colour(model, whole.uses[k].colour) != colour(part_model, here.uses[k].colour)) {
          return "an entry";
        }
      }
    }
  }
  if (names.size() != problem.item_count()) return "not every item is in a part";
  if (options.size() != problem.option_count()) return "not every option is in a part";
  return {};
}

/// All combinations of a solution of each part, sorted.
std::vector<Solution> combined(const std::vector<preprocess::Component>& parts) {
  std::vector<Solution> all = {{}};
  for (const preprocess::Component& part : parts) {
    std::vector<Solution> longer;
    for (const Solution& part_solution : brute_force(part.problem)) {
      for (Solution solution : all) {
        for (const OptionId option : part_solution)
          solution.push_back(part.originals[index(option)]);
        longer.push_back(std::move(solution));
      }
    }
    all = std::move(longer);
  }
  for (Solution& solution : all) std::sort(solution.begin(), solution.end());
  std::sort(all.begin(), all.end());
  return all;
}

TEST_CASE("solutions are the combinations of those of the parts") {
  const std::uint64_t seed = GENERATE(std::uint64_t{5'601}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  int divided = 0;
  int solvable = 0;
  for (int n = 0; n < many; ++n) {
    std::vector<Model> models(random.between(1, 3));
    for (Model& model : models) {
      model = random_model(
          random, random_shape(random, 12 / static_cast<std::uint32_t>(models.size()) - 1));
    }
    Model whole = disjoint_union(models).model;
    random.shuffle(whole.options);
    const Problem problem = whole.problem();
    const std::vector<preprocess::Component> parts = preprocess::components(problem);
    CAPTURE(n);
    if (preprocess::falls_apart(problem) == parts.empty())
      FAIL("falls apart?\n" << canonical_text(problem));
    if (parts.empty()) {
      if (models.size() > 1 && problem.item_count() > 1 && problem.option_count() == 0) {
        FAIL("not divided");
      }
      continue;
    }
    ++divided;
    if (parts.size() < 2) FAIL("one part is no division");
    if (const auto what = misshapen(problem, parts); !what.empty()) {
      FAIL(what << "\n" << canonical_text(problem));
    }
    const std::vector<Solution> expected = brute_force(problem);
    solvable += expected.size() > 1 ? 1 : 0;
    if (combined(parts) != expected) FAIL("solutions differ\n" << canonical_text(problem));
  }
  CHECK(divided > many / 3);
  CHECK(solvable > many / 20);
}

TEST_CASE("a union of connected problems is divided into them, in order") {
  Random random(5'602);
  int unions = 0;
  for (int n = 0; n < many / 4; ++n) {
    std::vector<Model> models;
    while (models.size() < 4) {
      Shape shape = random_shape(random, 12);
      shape.zero_primaries = false;
      Model model = random_model(random, shape);
      if (preprocess::components(model.problem()).empty()) models.push_back(std::move(model));
    }
    const Union joined = disjoint_union(models);
    const Problem problem = joined.model.problem();
    const std::vector<preprocess::Component> parts = preprocess::components(problem);
    if (parts.size() != models.size()) FAIL("not so many parts\n" << canonical_text(problem));
    ++unions;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      std::vector<std::uint32_t> originals;
      for (const OptionId option : parts[p].originals) originals.push_back(index(option));
      if (originals != joined.options[p]) FAIL("options\n" << canonical_text(problem));
      const std::string prefix = std::to_string(p) + "-";
      if (parts[p].problem.name(ItemId{0}).substr(0, prefix.size()) != prefix) FAIL("names");
      if (parts[p].problem.item_count() != models[p].items.size()) FAIL("items");
    }
  }
  CHECK(unions == many / 4);
}

TEST_CASE("what is in one piece is not divided") {
  CHECK(preprocess::components(ProblemBuilder().build()).empty());

  ProblemBuilder single;
  single.primary("a");
  CHECK(preprocess::components(std::move(single).build()).empty());

  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId c = b.primary("c");
  const ItemId s = b.secondary("s");
  b.option({a, s});
  b.option({c, s});
  CHECK(preprocess::components(std::move(b).build()).empty());
}

TEST_CASE("items without options are parts by themselves") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  b.primary("lonely", {.at_least = 0, .at_most = 1});
  b.primary("lost");
  b.secondary("s");
  b.option({a});
  const std::vector<preprocess::Component> parts = preprocess::components(std::move(b).build());
  REQUIRE(parts.size() == 4);
  const std::vector<std::uint64_t> counts = {1, 1, 0, 1};
  for (std::size_t p = 0; p < parts.size(); ++p) {
    CHECK(counting::count(parts[p].problem).value == Natural(counts[p]));
  }
}

TEST_CASE("a hundred thousand parts are divided in one go") {
  constexpr std::uint32_t parts = 100'000;
  ProblemBuilder b;
  for (std::uint32_t p = 0; p < 2 * parts; ++p) b.primary(std::to_string(p));
  for (std::uint32_t p = 0; p < parts; ++p) b.option({ItemId{p}, ItemId{p + parts}});
  const std::vector<preprocess::Component> found = preprocess::components(std::move(b).build());
  REQUIRE(found.size() == parts);
  CHECK(found.back().originals == std::vector{OptionId{parts - 1}});
}

}  // namespace
}  // namespace dlx::test
