// Reductions against brute force: what they stand for must be the solutions, each once.

#include "dlx/preprocess/reduce.hpp"
#include "dlx/preprocess/reduced_problem.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <numeric>
#include <set>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/preprocess/components.hpp"
#include "dlx/solver.hpp"
#include "tests/preprocess/unions.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 1'500;
#else
const int many = cases(12'000);
#endif

/// The weights that a seed gives to the options of the original, as far as the reduction has them.
Tally weights_of_given(const preprocess::Reduction& reduction, std::optional<std::uint64_t> seed) {
  if (!seed) return {};
  std::uint32_t options = 0;
  for (const preprocess::OptionGroups* groups : {&reduction.originals, &reduction.forced}) {
    for (std::size_t g = 0; g < groups->size(); ++g) {
      options = std::max(options, index((*groups)[g].back()) + 1);
    }
  }
  return Tally(plain_weights(options, *seed));
}

/// The product of the sizes of the forced groups.
Natural forced_ways(const preprocess::Reduction& reduction) {
  return preprocess::ReducedProblem(reduction).expanded({1, Residue(1)}).solutions;
}

/// Solutions of the original by those of the reduced problem: how many, and their fingerprint.
Total weigh(const preprocess::Reduction& reduction, std::optional<std::uint64_t> seed) {
  const preprocess::ReducedProblem reduced(reduction, weights_of_given(reduction, seed));
  Tally tally = reduced.tally();
  Solver solver(reduced.problem());
  while (solver.next()) {
    if (tally.weighted()) {
      tally.add(solver.solution());
    } else {
      tally.add(1, Residue(1));
    }
  }
  return reduced.expanded(tally.counted());
}

/// What is wrong with the shape of a reduction, whatever its solutions; empty if nothing is.
std::string misshapen(const Problem& problem, const preprocess::Reduction& reduction) {
  const Problem& reduced = reduction.problem;
  const preprocess::ReduceReport& report = reduction.report;
  if (reduction.impossible()) {
    if (reduced.primary_count() != 1 || reduced.item_count() != 1 || reduced.option_count() != 0 ||
        reduced.name(ItemId{0}) != problem.name(*reduction.uncoverable) ||
        reduced.bounds(ItemId{0}).at_least == 0) {
      return "an impossible problem is not reduced to its item";
    }
    if (reduction.originals.size() + reduction.forced.size() != 0) return "groups left over";
    return {};
  }
  if (reduction.originals.size() != reduced.option_count()) return "not one group an option";
  if (report.forced != reduction.forced.size()) return "the number of forced groups";
  if (reduced.option_count() + report.forced + report.conflicting + report.impossible +
          report.merged !=
      problem.option_count()) {
    return "options do not add up";
  }
  if (reduced.item_count() + report.settled_items + report.dominated_items +
          report.unreachable_items !=
      problem.item_count()) {
    return "items do not add up";
  }
  std::set<OptionId> used;
  for (const preprocess::OptionGroups* groups : {&reduction.originals, &reduction.forced}) {
    for (std::size_t g = 0; g < groups->size(); ++g) {
      const auto group = (*groups)[g];
      if (group.empty() || !std::is_sorted(group.begin(), group.end())) return "a group's order";
      for (const OptionId option : group) {
        if (!used.insert(option).second) return "an option in two groups";
        if (problem.cost(option) != problem.cost(group.front())) return "costs in a group differ";
      }
    }
  }
  std::uint32_t last_item = 0;
  for (std::uint32_t i = 0; i < reduced.item_count(); ++i) {
    while (last_item < problem.item_count() &&
           problem.name(ItemId{last_item}) != reduced.name(ItemId{i})) {
      ++last_item;
    }
    if (last_item == problem.item_count()) return "names or order of items";
    if (problem.is_primary(ItemId{last_item}) != reduced.is_primary(ItemId{i})) return "kinds";
  }
  for (std::uint32_t o = 0; o < reduced.option_count(); ++o) {
    const OptionId original = reduction.originals[o].front();
    if (o > 0 && original < reduction.originals[o - 1].front()) return "the order of options";
    if (reduced.cost(OptionId{o}) != problem.cost(original)) return "a cost";
    std::set<std::string_view> names;
    for (const ItemId item : problem.items(original)) names.insert(problem.name(item));
    for (const ItemId item : reduced.items(OptionId{o})) {
      if (!names.contains(reduced.name(item))) return "an option has a new item";
    }
  }
  return {};
}

/// What is wrong with a reduction; empty if nothing is.
std::string fault(const Problem& problem, const std::vector<Solution>& expected,
                  const preprocess::Reduction& reduction, std::uint64_t seed) {
  if (auto what = misshapen(problem, reduction); !what.empty()) return what;
  if (reduction.impossible() && !expected.empty()) return "found impossible, and is not";

  Verifier verifier(problem);
  preprocess::Expansion expansion(reduction);
  std::vector<Solution> found;
  Solver solver(reduction.problem);
  while (solver.next()) {
    expansion.first(solver.solution());
    const Solution start(expansion.solution().begin(), expansion.solution().end());
    do {
      Solution solution(expansion.solution().begin(), expansion.solution().end());
      const auto faults = verifier.faults(solution);
      if (!faults.empty()) return "not a solution: " + faults.front();
      std::sort(solution.begin(), solution.end());
      found.push_back(std::move(solution));
      if (found.size() > expected.size()) return "too many solutions";
    } while (expansion.next());
    if (!std::equal(start.begin(), start.end(), expansion.solution().begin(),
                    expansion.solution().end())) {
      return "an expansion does not end where it began";
    }
  }
  std::sort(found.begin(), found.end());
  if (found != expected) return "the sets of solutions differ";

  Residue fingerprint;
  for (const Solution& solution : expected) {
    Residue product(1);
    for (const OptionId option : solution) product *= fingerprint_factor(seed, option);
    fingerprint += product;
  }
  const Total weighed = weigh(reduction, seed);
  if (weighed.solutions != Natural(expected.size())) return "weights do not add up to the count";
  if (weighed.fingerprint != fingerprint) return "the fingerprints differ";
  const Total unseeded = weigh(reduction, {});
  if (unseeded.solutions != weighed.solutions) return "the count depends on the seed";
  if (unseeded.fingerprint != Residue(expected.size())) return "factors without a seed are not 1";
  return {};
}

bool has_changed(const preprocess::ReduceReport& report) {
  return report.forced + report.conflicting + report.impossible + report.merged +
             report.settled_items + report.dominated_items + report.unreachable_items !=
         0;
}

/// Gives a problem something to find, at most `room` options more.
void decorate(Random& random, Model& model, std::uint32_t room) {
  const auto some_option = [&] { return random.below(model.options.size()); };
  const auto copy = [&](std::uint32_t option) {
    if (room == 0) return;
    --room;
    Model::Option twin = model.options[option];
    random.shuffle(twin.uses);
    if (random.chance(0.1)) ++twin.cost;
    model.options.push_back(std::move(twin));
  };
  if (model.options.empty()) return;
  if (random.chance(0.3)) {
    // An item for one option, perhaps with a copy.
    const std::uint32_t item = model.add_primary("only");
    const std::uint32_t option = some_option();
    model.options[option].uses.push_back({item, Model::uncoloured});
    if (random.chance(0.5)) copy(option);
  }
  if (random.chance(0.3)) {
    // An item that is wherever another is, and perhaps elsewhere.
    const std::uint32_t like = random.below(model.primaries);
    const std::uint32_t item = model.add_primary("twin");
    const double elsewhere = random.chance(0.5) ? 0.2 : 0;
    for (auto& option : model.options) {
      if (model.contains(option, like) || random.chance(elsewhere)) {
        option.uses.push_back({item, Model::uncoloured});
      }
    }
  }
  if (random.chance(0.2)) {
    const std::uint32_t item = model.add_secondary("inert");
    const int colour = model.colours.empty() ? model.add_colour("c") : 0;
    for (auto& option : model.options) {
      if (random.chance(0.4)) option.uses.push_back({item, colour});
    }
  }
  if (random.chance(0.2)) {
    // Uncoloured, within the options of one primary item.
    const std::uint32_t within = random.below(model.primaries);
    const std::uint32_t item = model.add_secondary("within");
    for (auto& option : model.options) {
      if (model.contains(option, within) && random.chance(0.7)) {
        option.uses.push_back({item, Model::uncoloured});
      }
    }
  }
  if (random.chance(0.2)) {
    // In two colours, so that it remains.
    const std::uint32_t item = model.add_secondary("shade");
    const int colours[] = {model.add_colour("light"), model.add_colour("dark")};
    for (auto& option : model.options) {
      if (random.chance(0.6)) option.uses.push_back({item, colours[random.below(2)]});
    }
  }
  const std::uint32_t copies = random.below(4);
  for (std::uint32_t n = 0; n < copies; ++n) copy(some_option());
  random.shuffle(model.options);
}

Model random_decorated(Random& random, std::uint32_t most_options) {
  Model model = random_model(random, random_shape(random, most_options - 3));
  decorate(random, model, 3);
  return model;
}

struct Seen {
  int problems = 0;
  int with_solutions = 0;
  int impossible = 0;
  int impossible_by_search = 0;
  int settled = 0;
  int forced = 0;
  int forced_alike = 0;
  int conflicting = 0;
  int hopeless = 0;
  int merged = 0;
  int merged_with_multiplicities = 0;
  int dominated = 0;
  int unreachable = 0;
  int expanded = 0;
  int in_colours = 0;
  int in_multiplicities = 0;
  int untouched = 0;

  void add(const Problem& problem, const preprocess::Reduction& reduction, bool solvable) {
    const preprocess::ReduceReport& report = reduction.report;
    const auto at = [](bool condition) { return condition ? 1 : 0; };
    ++problems;
    with_solutions += at(solvable);
    impossible += at(reduction.impossible());
    impossible_by_search += at(!solvable && !reduction.impossible());
    if (!solvable) return;
    settled += at(reduction.problem.item_count() == 0);
    forced += at(report.forced != 0);
    for (std::size_t g = 0; g < reduction.forced.size(); ++g) {
      if (reduction.forced[g].size() == 1) continue;
      ++forced_alike;
      break;
    }
    for (std::size_t g = 0; g < reduction.originals.size(); ++g) {
      if (reduction.originals[g].size() == 1) continue;
      ++expanded;
      break;
    }
    conflicting += at(report.conflicting != 0);
    hopeless += at(report.impossible != 0);
    merged += at(report.merged != 0);
    merged_with_multiplicities += at(report.merged != 0 && problem.has_multiplicities());
    dominated += at(report.dominated_items != 0);
    unreachable += at(report.unreachable_items != 0);
    in_colours += at(reduction.problem.has_colours() && has_changed(report));
    in_multiplicities += at(reduction.problem.has_multiplicities() && has_changed(report));
    untouched += at(!has_changed(report));
  }
};

void compare(Sample sample, std::uint64_t seed, int problems, std::uint32_t most_options) {
  CAPTURE(seed);
  Random random(seed);
  Seen seen;
  for (int n = 0; n < problems; ++n) {
    const Problem problem = random_decorated(random, most_options).problem();
    const std::vector<Solution> expected = brute_force(problem);
    const preprocess::Reduction reduction = preprocess::reduce(problem);
    CAPTURE(n);
    if (const auto what = fault(problem, expected, reduction, seed); !what.empty()) {
      FAIL(what << "\n" << canonical_text(problem));
    }
    if (!reduction.report.finished) FAIL("a small problem is not finished");
    const preprocess::Reduction again = preprocess::reduce(reduction.problem);
    if (reduction.impossible() ? !again.impossible() : has_changed(again.report)) {
      FAIL("a second reduction finds more\n" << canonical_text(problem));
    }
    seen.add(problem, reduction, !expected.empty());
  }
  std::cout << seen.problems << " problems of seed " << seed << ", " << seen.with_solutions
            << " with solutions, " << seen.impossible << " impossible, "
            << seen.impossible_by_search << " without solutions by search; of the solvable "
            << seen.settled << " settled, " << seen.forced << " forced, " << seen.forced_alike
            << " by groups, " << seen.conflicting << " conflicting, " << seen.hopeless
            << " impossible options, " << seen.merged << " merged, "
            << seen.merged_with_multiplicities << " with multiplicities, " << seen.dominated
            << " dominated, " << seen.unreachable << " unreachable, " << seen.untouched
            << " untouched, " << seen.expanded << " with options that stand for several, "
            << seen.in_colours << " left with colours, " << seen.in_multiplicities
            << " left with multiplicities" << std::endl;
  // Otherwise the comparison says little.
  if (sample == Sample::drawn) return;
  CHECK(seen.with_solutions > problems / 4);
  CHECK(seen.impossible > problems / 20);
  CHECK(seen.impossible_by_search >= problems / 1000);
  CHECK(seen.settled > problems / 50);
  CHECK(seen.forced > problems / 10);
  CHECK(seen.forced_alike > problems / 50);
  CHECK(seen.conflicting > problems / 20);
  CHECK(seen.hopeless > problems / 20);
  CHECK(seen.merged > problems / 20);
  CHECK(seen.merged_with_multiplicities > problems / 100);
  CHECK(seen.dominated > problems / 50);
  CHECK(seen.unreachable > problems / 20);
  CHECK(seen.expanded > problems / 100);
  CHECK(seen.in_colours > problems / 400);
  CHECK(seen.in_multiplicities > problems / 100);
  CHECK(seen.untouched > problems / 200);
}

TEST_CASE("reductions stand for the solutions, on problems of a fixed seed") {
  compare(Sample::fixed, 5'501, many, 11);
  compare(Sample::fixed, 5'511, many / 15, 14);
}

TEST_CASE("reductions stand for the solutions, on problems drawn for this run") {
  compare(Sample::drawn, drawn_seed(), many / 2, 11);
}

TEST_CASE("a reduction cut short, or without merging, stands for the solutions") {
  const std::uint64_t seed = GENERATE(std::uint64_t{5'502}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  const std::atomic<bool> stop = true;
  int unfinished = 0;
  int without_merging = 0;
  for (int n = 0; n < many / 6; ++n) {
    const Problem problem = random_decorated(random, 10).problem();
    const std::vector<Solution> expected = brute_force(problem);
    const preprocess::ReduceOptions options[] = {
        {.merge_duplicates = false},
        {.effort = 0},
        {.control = {.stop = &stop}},
        {.control = {.limits = {.time = std::chrono::nanoseconds(0)}}}};
    for (const preprocess::ReduceOptions& o : options) {
      const preprocess::Reduction reduction = reduce(problem, o);
      CAPTURE(n, o.merge_duplicates, o.effort);
      if (const auto what = fault(problem, expected, reduction, seed); !what.empty()) {
        FAIL(what << "\n" << canonical_text(problem));
      }
      unfinished += reduction.report.finished ? 0 : 1;
      if (o.merge_duplicates) continue;
      ++without_merging;
      if (reduction.report.merged != 0) FAIL("merged all the same");
    }
  }
  CHECK(without_merging == many / 6);
  CHECK(unfinished > many / 6);
}

TEST_CASE("a reduction cut short somewhere in the middle stands for the solutions") {
  Random random(5'503);
  std::vector<Model> parts;
  Natural expected = 1;
  while (parts.size() < 3'000) {
    Model part = random_decorated(random, 9);
    const Natural solutions = counting::count(part.problem()).value;
    if (solutions == Natural(0)) continue;
    expected *= solutions;
    parts.push_back(std::move(part));
  }
  const Problem problem = disjoint_union(parts).model.problem();
  const auto count_parts = [](const preprocess::Reduction& reduction) {
    Natural product = forced_ways(reduction);
    const preprocess::ReducedProblem reduced(reduction);
    const auto option_weights = reduced.tally().weights();
    const auto connected = preprocess::components(reduction.problem);
    REQUIRE(connected.size() > 1);
    for (const preprocess::Component& part : connected) {
      Natural sum;
      Solver solver(part.problem);
      while (solver.next()) {
        Natural ways = 1;
        for (const OptionId option : solver.solution()) {
          if (!option_weights.empty())
            ways *= option_weights[index(part.originals[index(option)])].ways;
        }
        sum += ways;
      }
      product *= sum;
    }
    return product;
  };

  const preprocess::Reduction whole = preprocess::reduce(problem);
  CHECK(whole.report.finished);
  CHECK(misshapen(problem, whole).empty());
  CHECK(count_parts(whole) == expected);
  int partial = 0;
  for (int part = 0; part <= 12; ++part) {
    const auto limit = std::chrono::duration<double>(whole.report.seconds * part / 10);
    const preprocess::Reduction cut = preprocess::reduce(
        problem,
        {.control = {
             .limits = {.time = std::chrono::duration_cast<std::chrono::nanoseconds>(limit)}}});
    CHECK(misshapen(problem, cut) == "");
    CHECK(count_parts(cut) == expected);
    partial += !cut.report.finished && has_changed(cut.report) ? 1 : 0;
  }
  CHECK(partial > 0);
  for (const std::uint32_t effort : {1U, 2U, 4U}) {
    const preprocess::Reduction poor = preprocess::reduce(problem, {.effort = effort});
    CHECK(misshapen(problem, poor) == "");
    CHECK(count_parts(poor) == expected);
  }
}

// What is known beforehand.

TEST_CASE("the order of items, options and entries does not matter to a reduction") {
  const std::uint64_t seed = GENERATE(std::uint64_t{5'504}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < many / 5; ++n) {
    const Model model = random_decorated(random, 24);
    Model changed = model;
    std::vector<std::uint32_t> place(model.items.size());
    std::iota(place.begin(), place.end(), 0U);
    std::vector<std::uint32_t> primaries(place.begin(), place.begin() + model.primaries);
    std::vector<std::uint32_t> secondaries(place.begin() + model.primaries, place.end());
    random.shuffle(primaries);
    random.shuffle(secondaries);
    std::copy(primaries.begin(), primaries.end(), place.begin());
    std::copy(secondaries.begin(), secondaries.end(), place.begin() + model.primaries);
    for (std::uint32_t i = 0; i < place.size(); ++i) changed.items[place[i]] = model.items[i];
    for (auto& option : changed.options) {
      for (auto& use : option.uses) use.item = place[use.item];
      random.shuffle(option.uses);
    }
    random.shuffle(changed.options);

    const preprocess::Reduction a = preprocess::reduce(model.problem());
    const preprocess::Reduction b = preprocess::reduce(changed.problem());
    CAPTURE(n);
    if (a.impossible() != b.impossible() || a.problem.item_count() != b.problem.item_count() ||
        a.problem.option_count() != b.problem.option_count() ||
        a.forced.size() != b.forced.size() || weigh(a, {}).solutions != weigh(b, {}).solutions) {
      FAIL("another order gives another reduction\n" << canonical_text(model.problem()));
    }
  }
}

TEST_CASE("reductions keep the counts of larger random problems") {
  const std::uint64_t seed = GENERATE(std::uint64_t{5'505}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  int compared = 0;
  for (int n = 0; n < many / 5; ++n) {
    Shape shape = random_shape(random, 30);
    shape.most_primaries = 12;
    Model model = random_model(random, shape);
    decorate(random, model, 3);
    const counting::CountResult counted =
        counting::count_by_search(model.problem(), {.solutions = 20'000});
    if (!counted.complete()) continue;
    ++compared;
    if (weigh(preprocess::reduce(model.problem()), seed).solutions != counted.value) {
      FAIL("the counts differ\n" << canonical_text(model.problem()));
    }
  }
  CHECK(compared > many / 10);
}

TEST_CASE("a forced item with copies of its option multiplies, and leaves the rest alone") {
  Random random(5'506);
  for (int n = 0; n < many / 10; ++n) {
    Model model = random_decorated(random, 12);
    const preprocess::Reduction before = preprocess::reduce(model.problem());
    const std::uint32_t item = model.add_primary("extra");
    const std::uint32_t copies = random.between(1, 4);
    for (std::uint32_t k = 0; k < copies; ++k) {
      model.options.push_back({{{item, Model::uncoloured}}, 7});
    }
    const preprocess::Reduction after = preprocess::reduce(model.problem());
    if (before.impossible() || after.impossible()) {
      if (before.impossible() != after.impossible()) FAIL("one of the two is impossible");
      continue;
    }
    if (canonical_text(before.problem) != canonical_text(after.problem) ||
        forced_ways(after) != forced_ways(before) * copies ||
        after.forced.size() != before.forced.size() + 1) {
      FAIL(canonical_text(model.problem()));
    }
  }
}

TEST_CASE("the parts of a disjoint union are reduced as if alone") {
  Random random(5'507);
  for (int n = 0; n < many / 10; ++n) {
    const std::vector<Model> parts = {random_decorated(random, 10), random_decorated(random, 10)};
    const preprocess::Reduction a = preprocess::reduce(parts[0].problem());
    const preprocess::Reduction b = preprocess::reduce(parts[1].problem());
    const preprocess::Reduction both = preprocess::reduce(disjoint_union(parts).model.problem());
    CAPTURE(n);
    if (both.impossible() != (a.impossible() || b.impossible())) FAIL("impossible or not");
    if (both.impossible()) continue;
    if (both.problem.option_count() != a.problem.option_count() + b.problem.option_count() ||
        both.problem.item_count() != a.problem.item_count() + b.problem.item_count() ||
        forced_ways(both) != forced_ways(a) * forced_ways(b)) {
      FAIL(canonical_text(disjoint_union(parts).model.problem()));
    }
  }
}

// By hand.

std::vector<OptionId> group(const preprocess::OptionGroups& groups, std::size_t g) {
  return {groups[g].begin(), groups[g].end()};
}

TEST_CASE("zero primary items are reduced to nothing, with one solution") {
  ProblemBuilder b;
  b.secondary("s");
  const preprocess::Reduction reduction = preprocess::reduce(std::move(b).build());
  CHECK_FALSE(reduction.impossible());
  CHECK(reduction.problem.item_count() == 0);
  CHECK(reduction.report.unreachable_items == 1);
  CHECK(weigh(reduction, 1).solutions == Natural(1));

  CHECK(preprocess::reduce(ProblemBuilder().build()).problem.item_count() == 0);
}

TEST_CASE("an item that cannot be covered often enough is named") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId m = b.primary("m", {.at_least = 2, .at_most = 3});
  b.option({a, m});
  b.option({a});
  const Problem problem = std::move(b).build();
  const preprocess::Reduction reduction = preprocess::reduce(problem);
  REQUIRE(reduction.impossible());
  CHECK(*reduction.uncoverable == m);
  CHECK(reduction.problem.name(ItemId{0}) == "m");
  CHECK(counting::count(reduction.problem).value == Natural(0));
}

TEST_CASE("a primary item without options that need not be covered is dropped") {
  ProblemBuilder b;
  b.primary("a", {.at_least = 0, .at_most = 2});
  const preprocess::Reduction reduction = preprocess::reduce(std::move(b).build());
  CHECK_FALSE(reduction.impossible());
  CHECK(reduction.problem.item_count() == 0);
  CHECK(reduction.report.settled_items == 1);
}

TEST_CASE("copies are merged where at most one can be chosen, and only at equal cost") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId m = b.primary("m", {.at_least = 0, .at_most = 3});
  const ItemId s = b.secondary("s");
  b.option({m});
  b.option({a, m});
  b.option({m, a});
  b.option({a, m}, 5);
  b.option({m});
  b.option({s, m});
  b.option({m, s});
  const preprocess::Reduction reduction = preprocess::reduce(std::move(b).build());
  REQUIRE(reduction.problem.option_count() == 5);
  CHECK(group(reduction.originals, 0) == std::vector{OptionId{0}});
  CHECK(group(reduction.originals, 1) == std::vector{OptionId{1}, OptionId{2}});
  CHECK(group(reduction.originals, 2) == std::vector{OptionId{3}});
  CHECK(group(reduction.originals, 3) == std::vector{OptionId{4}});
  // Without its second option the secondary item constrains nothing.
  CHECK(group(reduction.originals, 4) == std::vector{OptionId{5}, OptionId{6}});
  CHECK(reduction.report.unreachable_items == 1);
  CHECK(reduction.report.rounds == 1);
  CHECK(reduction.problem.item_count() == 2);
}

TEST_CASE("a forced option removes what gives its items another colour, or none") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId c = b.primary("c");
  const ItemId d = b.primary("d");
  const ItemId s = b.secondary("s");
  const Colour red = b.colour("red");
  const Colour blue = b.colour("blue");
  b.option({a, {s, red}});
  b.option({c, {s, blue}});
  b.option({c, d, s});
  b.option({c, {s, red}});
  b.option({d, {s, red}});
  b.option({d});
  b.option({c});
  const preprocess::Reduction reduction = preprocess::reduce(std::move(b).build());
  // The colour gone, options 4 and 7 are alike, and 5 and 6; each pair is forced in turn.
  CHECK(reduction.problem.item_count() == 0);
  REQUIRE(reduction.forced.size() == 3);
  CHECK(reduction.report.conflicting == 2);
  CHECK(reduction.report.merged == 2);
  CHECK(forced_ways(reduction) == Natural(4));
}

TEST_CASE("of items with the same options one is kept") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId c = b.primary("c");
  const ItemId d = b.primary("d");
  b.option({a, c});
  b.option({a, c, d});
  b.option({a, d});
  b.option({d});
  const Problem problem = std::move(b).build();
  const preprocess::Reduction reduction = preprocess::reduce(problem);
  // The third option takes a from c; then a and c are one.
  CHECK(reduction.report.impossible == 1);
  CHECK(reduction.report.dominated_items == 1);
  CHECK(reduction.problem.name(ItemId{0}) == "a");
  CHECK(reduction.problem.name(ItemId{1}) == "d");
  CHECK(reduction.problem.option_count() == 3);
}

TEST_CASE("an option that takes all that is left from another item is impossible") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId c = b.primary("c");
  const ItemId d = b.primary("d");
  const ItemId e = b.primary("e");
  b.option({a, c});
  b.option({a, d});
  b.option({c, d, e});  // nothing would be left for a
  b.option({c});
  b.option({d});
  b.option({e, c});
  b.option({e, d});
  b.option({e});
  const Problem problem = std::move(b).build();
  const preprocess::Reduction reduction = preprocess::reduce(problem);
  CHECK(reduction.report.impossible >= 1);
  for (std::size_t g = 0; g < reduction.originals.size(); ++g) {
    CHECK(group(reduction.originals, g) != std::vector{OptionId{2}});
  }
  CHECK(fault(problem, brute_force(problem), reduction, 3).empty());
}

TEST_CASE("shared instances keep their counts when reduced", "[.shared]") {
  const auto instances = shared_instances();
  // These take seconds to search, reduced or not.
  const std::set<std::string> left_out = {"pent6x10", "blocks8",       "macmahon",
                                          "domino12", "doublefact-17", "domino8"};
  for (const SharedInstance& instance : instances) {
    if (left_out.contains(instance.name)) continue;
    CAPTURE(instance.name);
    const Problem problem = read_shared_instance(instance.name);
    const preprocess::Reduction reduction = preprocess::reduce(problem);
    CHECK(misshapen(problem, reduction) == "");
    CHECK(weigh(reduction, {}).solutions.to_string() == instance.solutions);
  }
}

}  // namespace
}  // namespace dlx::test
