// A count that is divided into files is the count.

#include "dlx/runs/split.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/runs/parallel_count.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 15;
#else
constexpr int many = 100;
#endif

runs::UnitFileContents unit_from(const std::string& text) {
  io::Input input = io::Input::from_text(text, "unit");
  return runs::read_unit(input);
}

runs::UnitResult result_from(const std::string& text) {
  io::Input input = io::Input::from_text(text, "result");
  return runs::read_result(input);
}

std::string sealed(const std::string& text) {
  return text + "end " + certificate::sha256(text) + "\n";
}

runs::UnitResult counted(const runs::UnitFileContents& unit) {
  runs::ParallelCount search([&](const Options& options) { return Solver(unit.problem, options); },
                             {.engine = unit.label.engine, .threads = 2}, unit.parts, {},
                             unit.is_wanted);
  Tally tally = unit.label.seed
                    ? Tally(plain_weights(unit.problem.option_count(), *unit.label.seed))
                    : Tally();
  search.count(tally);
  REQUIRE(search.status() == Status::exhausted);
  return {unit.label, tally.solutions(), tally.fingerprint(), search.statistics().nodes};
}

/// Problems whose search outlasts its division. With each option come its images under the rotation
/// of fifteen items by `step`; item k, if there is one, is kept by it.
Problem large_problem(Random& random, std::size_t step = 0, bool has_kept_item = false) {
  constexpr std::size_t size = 15;
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::size_t i = 0; i < size; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  if (has_kept_item) items.push_back(b.primary("k"));
  const ItemId colour = b.secondary("s");
  const std::size_t images = step == 0 ? 1 : size / step;
  for (std::size_t o = 0; o < 110 / images; ++o) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (random.chance(0.18)) chosen.push_back(i);
    }
    if (chosen.empty()) chosen.push_back(random.below(items.size()));
    std::vector<Entry> coloured;
    if (random.chance(0.3)) {
      coloured.emplace_back(colour, b.colour(random.chance(0.5) ? "x" : "end"));
    }
    for (std::size_t image = 0; image < images; ++image) {
      std::vector<Entry> entries;
      for (const std::size_t i : chosen) {
        entries.emplace_back(items[i < size ? (i + image * step) % size : i]);
      }
      entries.insert(entries.end(), coloured.begin(), coloured.end());
      b.option(entries);
    }
  }
  return std::move(b).build();
}

TEST_CASE("the results of all units are the count, its fingerprint and its nodes") {
  Random random(721);
  int divided = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random.chance(0.2)
                                ? random_model(random, random_shape(random, 24)).problem()
                                : large_problem(random);
    if (problem.primary_count() == 0) continue;
    const EngineKind engine =
        engine_for(dividable_engines[random.below(dividable_engines.size())], problem);
    const std::uint32_t units = random.between(1, 5);
    const runs::Division division = runs::split(problem, units, engine, 8);
    REQUIRE(division.units.size() <= units);
    divided += division.units.size() > 1 ? 1 : 0;
    REQUIRE(division.units == runs::split(problem, units, engine, 8).units);

    runs::UnitResult sum = result_from(division.result);
    REQUIRE(sum.label.number == 0);
    for (std::size_t k = 0; k < division.units.size(); ++k) {
      const runs::UnitFileContents unit = unit_from(division.units[k]);
      REQUIRE(unit.label.number == k + 1);
      REQUIRE(unit.label.units == division.units.size());
      REQUIRE(unit.label.split == sum.label.split);
      REQUIRE(canonical_text(unit.problem) == canonical_text(problem));
      const runs::UnitResult result = result_from(to_text(counted(unit)));
      REQUIRE(result.label == unit.label);
      sum.solutions += result.solutions;
      sum.fingerprint += result.fingerprint;
      sum.nodes += result.nodes;
    }
    Solver alone(problem, {.engine = engine});
    Tally tally(plain_weights(problem.option_count(), 8));
    alone.count(tally);
    REQUIRE(sum.solutions == tally.solutions());
    REQUIRE(sum.fingerprint == tally.fingerprint());
    REQUIRE(sum.nodes == alone.statistics().nodes);
  }
  CHECK(divided > many / 4);
}

/// The result of a unit that is a part of a sum over signs.
runs::UnitResult summed(const runs::UnitFileContents& unit) {
  runs::UnitResult result;
  REQUIRE(runs::count_sum(unit, {}, {}, result) == Status::exhausted);
  return result;
}

TEST_CASE("the results of all parts of a sum over signs are the count and its fingerprint") {
  Random random(730);
  for (int n = 0; n < 40; ++n) {
    const bool pairs = random.chance(0.3);
    const Problem problem =
        pairs ? classics::langford::build(static_cast<int>(random.between(3, 11))).problem
              : random_model(random, random_shape(random, 10)).problem();
    if (!counting::find_sign_plan(problem).planning.plan) continue;
    const auto seed = random.chance(0.5) ? std::optional<std::uint64_t>(730) : std::nullopt;
    const runs::Division division = runs::split_signs(problem, random.between(1, 5), seed);
    std::vector<runs::UnitResult> results = {result_from(division.result)};
    for (const std::string& text : division.units) {
      results.push_back(result_from(to_text(summed(unit_from(text)))));
      REQUIRE(results.back().label.split == results[0].label.split);
    }
    const runs::UnitResult sum = runs::sum_of(results);
    const counting::CountResult all =
        counting::count(problem, {.method = CountMethod::search, .fingerprint = seed});
    REQUIRE(sum.solutions == all.value);
    if (seed) REQUIRE(sum.fingerprint == all.fingerprint);
  }
}

TEST_CASE("a sum over signs with a part that is missing, damaged or too long is refused") {
  const runs::Division division = runs::split_signs(classics::langford::build(12).problem, 4);
  REQUIRE(division.units.size() == 4);
  std::vector<runs::UnitResult> results = {result_from(division.result)};
  for (const std::string& text : division.units) results.push_back(summed(unit_from(text)));
  CHECK(runs::sum_of(results).solutions == 216'288);
  CHECK_THROWS_AS(runs::sum_of(std::span(results).first(4)), std::invalid_argument);

  const std::string& unit = division.units[1];
  const auto with = [&](const std::string& line, const std::string& value) {
    const std::size_t at = unit.find("\n" + line + " ") + 1;
    const std::size_t seal = unit.rfind("\nend ") + 1;
    std::string text = unit.substr(0, seal);
    return sealed(text.replace(at, unit.find('\n', at) - at, line + " " + value));
  };
  CHECK(unit_from(with("variables", "22")).label.variables == 22);
  CHECK_THROWS_AS(unit_from(with("variables", "21")), io::InputError);
  CHECK_THROWS_AS(unit_from(with("variables", "57")), io::InputError);
  CHECK_THROWS_AS(unit_from(with("factors", "0x0000")), io::InputError);
  CHECK_THROWS_AS(unit_from(with("factors", "0x00")), io::InputError);
  CHECK_THROWS_AS(unit_from(with("steps", "0x0500")), io::InputError);
  CHECK_THROWS_AS(unit_from(with("steps", "0x00ffffffffff0f")), io::InputError);

  runs::UnitResult result;
  CHECK(runs::count_sum(unit_from(unit), {.limits = {.nodes = 10}}, {}, result) ==
        Status::node_limit);
  CHECK_THROWS_AS(runs::split_signs(classics::queens::build(6).problem, 2), std::invalid_argument);
  CHECK_THROWS_AS(runs::split_signs(classics::langford::build(4).problem, 0),
                  std::invalid_argument);
  CHECK_THROWS_AS(runs::split_signs(classics::langford::build(4).problem, 1'000'000),
                  std::invalid_argument);
  // Known at once, because the first summand alone is too large.
  CHECK_THROWS_AS(runs::split_signs(classics::langford::build(23).problem, 3), tables::SumTooLarge);
  results[2].sums.exact += 2;
  CHECK_THROWS_WITH(runs::sum_of(results), Catch::Contains("do not belong together"));
  // No sum is needed, because parity excludes every solution.
  const runs::Division excluded = runs::split_signs(classics::langford::build(9).problem, 2);
  CHECK(excluded.units.empty());
  CHECK(result_from(excluded.result).solutions == 0);
}

TEST_CASE("the results of all units are the number of classes") {
  Random random(724);
  int divided = 0;
  int restricted = 0;
  int by_canonical_forms = 0;
  for (int n = 0; n < 50; ++n) {
    const bool is_kept = random.chance(0.5);
    const Problem problem = random.chance(0.8) ? large_problem(random, is_kept ? 5 : 3, is_kept)
                                               : symmetric_problem(random, any_shape(random));
    const auto group = members(problem, symmetry::automorphisms(problem), 3'000);
    if (problem.primary_count() == 0 || !group) continue;
    CAPTURE(n);
    INFO(canonical_text(problem));
    const runs::UnitClasses classes{&*group, "all"};
    const EngineKind engine =
        engine_for(dividable_engines[random.below(dividable_engines.size())], problem);
    const runs::Division division =
        runs::split(problem, random.between(1, 4), engine, {}, &classes);
    divided += division.units.size() > 1 ? 1 : 0;
    runs::UnitResult sum = result_from(division.result);
    for (const std::string& text : division.units) {
      const runs::UnitFileContents unit = unit_from(text);
      restricted += unit.problem.option_count() < problem.option_count() ? 1 : 0;
      by_canonical_forms += unit.is_wanted ? 1 : 0;
      const runs::UnitResult result = result_from(to_text(counted(unit)));
      REQUIRE(result.label.split == sum.label.split);
      REQUIRE(result.label.up_to == "all");
      sum.solutions += result.solutions;
    }
    REQUIRE(sum.solutions == count_classes(problem, *group).classes);
  }
  CHECK(divided > many / 20);
  CHECK(restricted > many / 20);
  CHECK(by_canonical_forms > many / 20);
}

TEST_CASE("a unit up to symmetry is refused where its search would be another") {
  const Problem problem = classics::queens::build(10).problem;
  const auto group = members(problem, symmetry::automorphisms(problem));
  REQUIRE(group);
  const runs::UnitClasses classes{&*group, "all"};
  CHECK_THROWS_AS(runs::split(problem, 2, EngineKind::automatic, 3, &classes),
                  std::invalid_argument);
  std::string text = runs::split(problem, 1, EngineKind::automatic, {}, &classes).units.at(0);
  text.resize(text.rfind("end "));
  const auto with = [&](const std::string& word, const std::string& value) {
    std::string changed = text;
    const auto at = changed.find("\n" + word + ' ') + word.size() + 2;
    return sealed(changed.replace(at, changed.find('\n', at) - at, value));
  };
  CHECK(unit_from(with("up to", "the symmetries in a file")).label.number == 1);
  CHECK_THROWS_WITH(unit_from(with("symmetry", "0x0001")), Catch::Contains("other options"));
  CHECK_THROWS_WITH(unit_from(with("searched", "00")), Catch::Contains("another version of dlx"));
}

TEST_CASE("a unit or a result with any byte changed is refused") {
  Random random(722);
  const runs::Division division = runs::split(large_problem(random), 2, EngineKind::dancing_links);
  REQUIRE_FALSE(division.units.empty());
  REQUIRE(runs::is_unit(division.units[0].substr(0, division.units[0].find('\n'))));
  REQUIRE_FALSE(runs::is_unit(division.result));
  const auto refused = [&](const std::string& good, auto read) {
    int taken = 0;
    for (int n = 0; n < 300; ++n) {
      std::string bad = good;
      const std::uint32_t place = random.below(bad.size());
      if (random.chance(0.2)) {
        bad.resize(place);
      } else {
        bad[place] = static_cast<char>(bad[place] ^ (1 << random.below(7)));
      }
      try {
        (void)read(bad);
        // A carriage return before the end of a line is none of its bytes.
        taken += bad[place] == '\r' || bad.size() + 1 == good.size() ? 0 : 1;
      } catch (const io::InputError&) {
      }
    }
    return taken == 0;
  };
  CHECK(refused(division.units[0], unit_from));
  CHECK(refused(division.result, result_from));
  CHECK_THROWS_AS(unit_from(division.units[0] + "more\n"), io::InputError);
  CHECK_THROWS_AS(result_from(division.units[0]), io::InputError);
}

TEST_CASE("what no division makes is refused, also under a checksum") {
  const std::string unit = "dlx-unit dlx-unit 1\nsplit x\nunit 1 of 2\nengine dancing_links\n";
  const std::string problem = "part 00\nproblem\n  a b\n  a b\n";
  CHECK(unit_from(sealed(unit + problem)).label.number == 1);
  const auto numbered = [&](std::string text, const std::string& number) {
    return sealed(text.replace(text.find("1 of 2"), 6, number));
  };
  CHECK_THROWS_AS(unit_from(numbered(unit + problem, "0 of 2")), io::InputError);
  CHECK_THROWS_AS(unit_from(numbered(unit + problem, "3 of 2")), io::InputError);
  const std::string result =
      "dlx-result dlx-result 1\nsplit x\nunit 1 of 2\nengine dancing_links\nsolutions 3\nnodes 4\n";
  CHECK(result_from(numbered(result, "0 of 2")).solutions == Natural(3));
  CHECK_THROWS_AS(result_from(numbered(result, "3 of 2")), io::InputError);
  // Whose lines are not those of the file.
  try {
    (void)unit_from(sealed(unit + problem + "  c\n"));
    FAIL("an unknown item has been read");
  } catch (const io::InputError& e) {
    CHECK(e.place().line == 0);
    CHECK_THAT(e.what(), Catch::StartsWith("unit: damaged: problem:3:1: unknown item 'c'"));
  }
}

TEST_CASE("what cannot be divided is said") {
  Random random(723);
  const Problem problem = large_problem(random);
  CHECK_THROWS_AS(runs::split(problem, 0, EngineKind::dancing_links), std::invalid_argument);
}

TEST_CASE("a problem without items is counted while it is divided") {
  const runs::Division division = runs::split(ProblemBuilder().build(), 2, EngineKind::automatic);
  CHECK(division.units.empty());
  CHECK(result_from(division.result).solutions == 1);
}

}  // namespace
}  // namespace dlx::test
