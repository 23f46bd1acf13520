// The diagram of all solutions against brute force on small random problems, and against known
// counts on large ones.

#include "dlx/tables/zdd.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/shared_instances.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

using Costed = std::vector<std::pair<std::int64_t, Solution>>;

std::vector<ItemId> own_order(const Problem& problem) {
  std::vector<ItemId> order;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) order.push_back(ItemId{i});
  return order;
}

std::vector<ItemId> random_order(const Problem& problem, Random& random) {
  std::vector<ItemId> order = own_order(problem);
  random.shuffle(order);
  return order;
}

tables::Zdd built(const Problem& problem) {
  tables::ZddResult result = tables::Zdd::build(problem);
  REQUIRE(result.status == Status::exhausted);
  return std::move(*result.zdd);
}

std::vector<Solution> walked(const tables::Zdd& zdd) {
  std::vector<Solution> found;
  tables::Zdd::Walker walker(zdd);
  while (walker.next()) {
    Solution solution(walker.solution().begin(), walker.solution().end());
    std::sort(solution.begin(), solution.end());
    found.push_back(std::move(solution));
  }
  if (walker.next()) throw std::logic_error("a solution after the last");
  return found;
}

/// What is wrong with the shape of the diagram; empty if it is ordered, reduced and without waste.
std::string fault_of_shape(const tables::Zdd& zdd) {
  const auto nodes = zdd.nodes();
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen;
  std::vector<bool> reached(nodes.size());
  reached[zdd.root()] = true;
  for (std::uint32_t n = static_cast<std::uint32_t>(nodes.size()); n-- > 2;) {
    const tables::Zdd::Node& node = nodes[n];
    if (node.hi == tables::Zdd::terminal_f) return "a hi is F";
    if (node.lo >= n || node.hi >= n) return "a child before its parent";
    for (const std::uint32_t child : {node.lo, node.hi}) {
      if (nodes[child].variable <= node.variable) return "variables out of order";
    }
    if (!seen.insert({node.variable, node.lo, node.hi}).second) return "two equal nodes";
    if (!reached[n]) return "a node out of reach";
    reached[node.lo] = reached[node.hi] = true;
  }
  std::vector<OptionId> options(zdd.options().begin(), zdd.options().end());
  std::sort(options.begin(), options.end());
  for (std::uint32_t o = 0; o < options.size(); ++o) {
    if (index(options[o]) != o) return "not every option is a variable";
  }
  return {};
}

Costed cheapest_by_sorting(const Problem& problem, const std::vector<Solution>& solutions) {
  Costed result;
  for (const Solution& solution : solutions) {
    std::int64_t cost = 0;
    for (const OptionId option : solution) cost += problem.cost(option);
    result.emplace_back(cost, solution);
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string fault_of_cheapest(const tables::Zdd& zdd, const Problem& costs,
                              const std::vector<Solution>& solutions) {
  const Costed all = cheapest_by_sorting(costs, solutions);
  for (const std::uint64_t k :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1000}}) {
    const Costed found = zdd.cheapest(costs, k);
    if (found.size() != std::min<std::uint64_t>(k, all.size())) return "not k cheapest";
    if (!std::is_sorted(found.begin(), found.end())) return "the cheapest are not sorted";
    if (std::adjacent_find(found.begin(), found.end()) != found.end()) return "one cheapest twice";
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].first != all[i].first) return "the costs of the cheapest differ";
      if (!std::binary_search(all.begin(), all.end(), found[i])) return "cheapest: no solution";
    }
  }
  return {};
}

/// What is wrong with the diagram of these solutions; empty if nothing is.
std::string fault_of(const Problem& problem, const tables::Zdd& zdd,
                     const std::vector<Solution>& expected, std::uint64_t seed) {
  if (const std::string fault = fault_of_shape(zdd); !fault.empty()) return fault;
  if (zdd.count() != Natural(expected.size())) return "count() is " + zdd.count().to_string();

  std::vector<Solution> found = walked(zdd);
  std::sort(found.begin(), found.end());
  if (found != expected) return "the sets of solutions differ";
  std::size_t visited = 0;
  zdd.for_each([&](std::span<const OptionId>) { ++visited; });
  if (visited != expected.size()) return "for_each misses some";

  Random random(seed);
  std::vector<OptionWeight> weights;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    // Small numbers, zero among them, and ones that need several words.
    const std::uint64_t ways = random.chance(0.2) ? random.word() : random.below(4);
    weights.push_back({ways, fingerprint_factor(seed, OptionId{o})});
  }
  Tally tally(weights);
  for (const Solution& solution : expected) tally.add(solution);
  const Total total = zdd.total(tally);
  if (total.solutions != tally.solutions()) return "total().solutions differ";
  if (total.fingerprint != tally.fingerprint()) return "total().fingerprint differs";
  const Total plain = zdd.total(Tally());
  if (plain.solutions != zdd.count() || plain.fingerprint != Residue()) return "plain total()";

  std::vector<std::uint64_t> times(problem.option_count());
  for (const Solution& solution : expected) {
    for (const OptionId option : solution) ++times[index(option)];
  }
  const auto memberships = zdd.memberships();
  const auto marginals = zdd.marginals();
  if (memberships.size() != times.size() || marginals.size() != times.size()) return "sizes";
  for (std::size_t o = 0; o < times.size(); ++o) {
    if (memberships[o] != Natural(times[o])) return "memberships() differ";
    const double share =
        expected.empty() ? 0 : static_cast<double>(times[o]) / static_cast<double>(expected.size());
    if (std::abs(marginals[o] - share) > 1e-15) return "marginals() differ";
  }
  return fault_of_cheapest(zdd, problem, expected);
}

tables::ZddResult in_slices(const Problem& problem, const std::vector<ItemId>& order,
                            Random& random) {
  tables::Zdd::Building building(problem, order, {});
  std::uint64_t before = 0;
  for (;;) {
    const std::uint64_t looks = random.below(4);
    const Status status = building.run(looks);
    if (building.looks() > before + looks) FAIL("a slice is too long");
    before = building.looks();
    if (status != Status::running) return building.take();
  }
}

/// The solutions and their options in any order.
tables::Zdd of_list(const Problem& problem, const std::vector<ItemId>& order,
                    std::vector<Solution> solutions, Random& random) {
  std::vector<OptionId> chosen;
  std::vector<std::size_t> ends;
  random.shuffle(solutions);
  for (Solution& solution : solutions) {
    random.shuffle(solution);
    chosen.insert(chosen.end(), solution.begin(), solution.end());
    ends.push_back(chosen.size());
  }
  constexpr std::size_t plenty = std::size_t{1} << 30;
  std::vector<OptionId> options = tables::options_in_order(problem, order);
  CHECK_FALSE(tables::Zdd::of(options, chosen, ends, 0));
  return *tables::Zdd::of(std::move(options), std::move(chosen), ends, plenty);
}

#if defined(DLX_SANITIZE)
constexpr int many = 1'000;
#else
const int many = cases(12'000);
#endif

void compare(Sample sample, std::uint64_t seed, int problems, std::uint32_t most_options) {
  CAPTURE(seed);
  Random random(seed);
  Random how(seed + 1);  // the diagram is made
  int with_solutions = 0, with_colours = 0, with_multiplicities = 0, without_primaries = 0;
  for (int n = 0; n < problems; ++n) {
    Model model = random_model(random, random_shape(random, most_options));
    for (auto& option : model.options) option.cost = std::int64_t{random.below(12)} - 6;
    const Problem problem = model.problem();
    const std::vector<Solution> expected = brute_force(problem);
    for (const auto& order :
         {own_order(problem), tables::narrow_order(problem), random_order(problem, random)}) {
      const tables::ZddResult result =
          how.chance(0.7) ? tables::Zdd::build(problem, order) : in_slices(problem, order, how);
      const std::string fault = result.status == Status::exhausted
                                    ? fault_of(problem, *result.zdd, expected, seed)
                                    : "it was not built";
      if (fault.empty()) continue;
      CAPTURE(n);
      FAIL(fault << "\n" << canonical_text(problem));
    }
    const std::string fault = fault_of(
        problem, of_list(problem, random_order(problem, how), expected, how), expected, seed);
    if (!fault.empty()) FAIL("of a list: " << fault << "\n" << canonical_text(problem));
    with_solutions += expected.empty() ? 0 : 1;
    with_colours += problem.has_colours() && !expected.empty() ? 1 : 0;
    with_multiplicities += problem.has_multiplicities() && !expected.empty() ? 1 : 0;
    without_primaries += problem.primary_count() == 0 ? 1 : 0;
  }
  // Otherwise the comparison says little.
  if (sample == Sample::drawn) return;
  CHECK(with_solutions > problems * 4 / 10);
  CHECK(with_solutions < problems * 9 / 10);
  CHECK(with_colours > problems / 10);
  CHECK(with_multiplicities > problems / 10);
  CHECK(without_primaries > problems / 100);
}

TEST_CASE("a diagram agrees with brute force on problems of a fixed seed") {
  compare(Sample::fixed, 8'101, many, 9);
  compare(Sample::fixed, 8'102, many / 30, 14);
}

TEST_CASE("a diagram agrees with brute force on problems drawn for this run") {
  compare(Sample::drawn, drawn_seed(), many / 3, 9);
}

/// One option for each of some primary items, none of which can go with another.
Problem rivals(int options, Bounds bounds) {
  ProblemBuilder b;
  const ItemId item = b.primary("item", bounds);
  for (int o = 0; o < options; ++o) b.option({item});
  return std::move(b).build();
}

TEST_CASE("a diagram counts past any word") {
  CHECK(built(dominoes(8, 8)).count() == Natural(12'988'816));
  CHECK(built(dominoes(12, 12)).count() == Natural(53'060'477'521'960'000));
  CHECK(built(dominoes(16, 16)).count() == Natural::parse("2444888770250892795802079170816"));

  const tables::Zdd zdd = built(two_ways(200));
  Natural power = 1;
  for (int i = 0; i < 199; ++i) power *= 2;
  CHECK(zdd.count() == power * 2);
  CHECK(zdd.node_count() == 400);
  for (const Natural& times : zdd.memberships()) CHECK(times == power);
  for (const double share : zdd.marginals()) CHECK(share == 0.5);
}

TEST_CASE("marginals of numbers past the range of long double") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 16'400; ++i) {
    items.push_back(b.primary("i" + std::to_string(i), {.at_least = 0, .at_most = 1}));
  }
  for (const ItemId item : items) b.option({item});
  const tables::Zdd halves = built(std::move(b).build());
  for (const double share : halves.marginals()) REQUIRE(share == 0.5);
  CHECK(std::isinf(halves.count().to_double()));
}

TEST_CASE("marginals that no double has exactly, of large numbers and of small") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 150; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (const ItemId item : items) {
    for (int o = 0; o < 7; ++o) b.option({item});
  }
  for (const double share : built(std::move(b).build()).marginals()) {
    REQUIRE(std::abs(share * 7 - 1) < 4 * std::numeric_limits<double>::epsilon());
  }
}

TEST_CASE("dominoes cover a corner by one domino or the other") {
  const tables::Zdd zdd = built(dominoes(8, 8));
  const auto marginals = zdd.marginals();
  CHECK(marginals[0] == Approx(0.5));
  CHECK(marginals[0] + marginals[1] == Approx(1));
  CHECK(std::accumulate(marginals.begin(), marginals.end(), 0.0) == Approx(32));
}

TEST_CASE("zero primary items have one solution, the empty cover") {
  ProblemBuilder b;
  b.secondary("s");
  const Problem problem = std::move(b).build();
  const tables::Zdd zdd = built(problem);
  CHECK(zdd.root() == tables::Zdd::terminal_t);
  CHECK(zdd.count() == Natural(1));
  CHECK(walked(zdd) == std::vector<Solution>{{}});
  CHECK(zdd.cheapest(problem, 5) == Costed{{0, {}}});
  CHECK(tables::Zdd::Sampler(zdd, 1).sample().empty());
}

TEST_CASE("no solution is the terminal F") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  b.primary("without_options");
  b.option({a});
  const Problem problem = std::move(b).build();
  const tables::Zdd zdd = built(problem);
  CHECK(zdd.root() == tables::Zdd::terminal_f);
  CHECK(zdd.node_count() == 0);
  CHECK(zdd.count() == Natural(0));
  CHECK(walked(zdd).empty());
  CHECK(zdd.cheapest(problem, 5).empty());
  CHECK(zdd.marginals() == std::vector<double>{0});
  CHECK_THROWS_AS(tables::Zdd::Sampler(zdd, 1), std::invalid_argument);
}

TEST_CASE("a frontier of many words") {
  // Each item is in two options, at the start and at the end: 2^300 states, but for the secondary
  // item that makes the first choice settle all others.
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 300; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  const ItemId side = b.secondary("side");
  const Colour left = b.colour("left"), right = b.colour("right");
  for (std::size_t i = 0; i < 150; ++i) {
    b.option({items[i], items[299 - i], {side, left}});
    b.option({items[i], {side, right}});
    b.option({items[299 - i], {side, right}});
  }
  const Problem problem = std::move(b).build();
  CHECK(tables::sweep_plan(problem, own_order(problem)).words > 2);
  const tables::ZddResult result = tables::Zdd::build(problem, own_order(problem));
  REQUIRE(result.zdd);
  CHECK(result.zdd->count() == Natural(2));
  CHECK(fault_of_shape(*result.zdd).empty());
}

TEST_CASE("the same order gives the same nodes, another one the same solutions") {
  const Problem problem = dominoes(5, 6);
  Random random(8'103);
  const auto order = tables::narrow_order(problem);
  const tables::Zdd first = built(problem);
  const tables::ZddResult second = tables::Zdd::build(problem, order);
  REQUIRE(second.zdd);
  CHECK(std::equal(first.nodes().begin(), first.nodes().end(), second.zdd->nodes().begin(),
                   second.zdd->nodes().end()));
  CHECK(first.root() == second.zdd->root());
  const auto other_order = random_order(problem, random);
  const tables::ZddResult other = tables::Zdd::build(problem, other_order);
  REQUIRE(other.zdd);
  CHECK(other.zdd->node_count() != first.node_count());
  CHECK(other.zdd->count() == first.count());
  auto a = walked(first), b = walked(*other.zdd);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  CHECK(a == b);
}

TEST_CASE("a walk can be broken off") {
  const tables::Zdd zdd = built(dominoes(8, 8));
  int visited = 0;
  zdd.for_each([&](std::span<const OptionId> solution) {
    CHECK(solution.size() == 32);
    return ++visited < 10;
  });
  CHECK(visited == 10);
  tables::Zdd::Walker walker(zdd);
  for (int i = 0; i < 3; ++i) REQUIRE(walker.next());
  tables::Zdd::Walker copy = walker;
  REQUIRE(walker.next());
  REQUIRE(copy.next());
  CHECK(std::equal(walker.solution().begin(), walker.solution().end(), copy.solution().begin(),
                   copy.solution().end()));
}

TEST_CASE("the cheapest of very many") {
  // 40 items, one dearer by 1 or not: the costs of the k cheapest are 40, then 40 times 41,
  // then 42.
  const Problem problem = two_ways(40);
  const tables::Zdd zdd = built(problem);
  const auto found = zdd.cheapest(problem, 821);
  REQUIRE(found.size() == 821);
  CHECK(found[0].first == 40);
  CHECK(found[1].first == 41);
  CHECK(found[40].first == 41);
  CHECK(found[41].first == 42);
  CHECK(found[820].first == 42);
  CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
  CHECK(zdd.cheapest(problem, 822).back().first == 43);
  CHECK(zdd.cheapest(problem, 821) == found);
}

TEST_CASE("costs at the end of their range") {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  ProblemBuilder b;
  const ItemId a = b.primary("a"), c = b.primary("c"), d = b.primary("d");
  b.option({a}, largest);
  b.option({c}, largest);
  b.option({d}, -largest);
  b.option({a, c, d}, 5);
  const Problem problem = std::move(b).build();
  const tables::Zdd zdd = built(problem);
  // Two of the three overflow, all of them do not.
  const auto found = zdd.cheapest(problem, 2);
  REQUIRE(found.size() == 2);
  CHECK(found[0].first == 5);
  CHECK(found[1].first == largest);

  ProblemBuilder over;
  const ItemId x = over.primary("x"), y = over.primary("y");
  over.option({x}, largest);
  over.option({y}, 1);
  over.option({x, y}, 5);
  const Problem large = std::move(over).build();
  CHECK(built(large).cheapest(large, 1).front().first == 5);
  CHECK_THROWS_AS(built(large).cheapest(large, 2), std::overflow_error);
  CHECK_THROWS_AS(built(large).cheapest(problem, 1), std::invalid_argument);
}

TEST_CASE("samples are uniform") {
  // A fixed seed: the same samples on every machine, so this passes always or never.
  Random random(8'104);
  int problems = 0;
  while (problems < 5) {
    const Problem problem = random_model(random, random_shape(random, 12)).problem();
    const auto solutions = brute_force(problem);
    if (solutions.size() < 18 || solutions.size() > 26) continue;
    ++problems;
    const tables::Zdd zdd = built(problem);
    tables::Zdd::Sampler sampler(zdd, 1);
    Verifier verifier(problem);
    std::map<Solution, int> times;
    constexpr int mean = 500;
    const int samples = mean * static_cast<int>(solutions.size());
    for (int i = 0; i < samples; ++i) {
      Solution solution = sampler.sample();
      REQUIRE(verifier.faults(solution).empty());
      std::sort(solution.begin(), solution.end());
      ++times[solution];
    }
    CHECK(times.size() == solutions.size());
    double chi_square = 0;
    for (const auto& [solution, n] : times) chi_square += (n - mean) * (n - mean) / double{mean};
    // Mean n - 1, deviation sqrt(2 n - 2): three deviations to either side.
    const double freedom = static_cast<double>(solutions.size()) - 1;
    CHECK(chi_square < freedom + 3 * std::sqrt(2 * freedom));
    CHECK(chi_square > freedom - 3 * std::sqrt(2 * freedom));
  }
}

TEST_CASE("samples of numbers of several words") {
  const Problem problem = two_ways(200);
  const tables::Zdd zdd = built(problem);
  tables::Zdd::Sampler sampler(zdd, 7), same(zdd, 7), another(zdd, 8);
  Verifier verifier(problem);
  std::vector<int> times(400);
  for (int i = 0; i < 1000; ++i) {
    const Solution solution = sampler.sample();
    REQUIRE(verifier.faults(solution).empty());
    REQUIRE(same.sample() == solution);
    REQUIRE(another.sample() != solution);
    for (const OptionId option : solution) ++times[index(option)];
  }
  for (const int n : times) CHECK(std::abs(n - 500) < 80);  // five deviations
}

TEST_CASE("limits end the building") {
  const Problem problem = dominoes(12, 12);
  const tables::ZddResult whole = tables::Zdd::build(problem);
  REQUIRE(whole.zdd);
  CHECK(whole.memory_bytes >= whole.zdd->node_count() * sizeof(tables::Zdd::Node));

  SECTION("memory") {
    // From nothing to enough, on the way down and on the way up.
    bool enough = false;
    for (std::size_t limit = 0; limit < 2 * whole.memory_bytes; limit += 20'011) {
      const tables::ZddResult result = tables::Zdd::build(problem, {.memory_limit = limit});
      REQUIRE(result.memory_bytes <= limit);
      REQUIRE(result.zdd.has_value() == (result.status == Status::exhausted));
      if (result.status == Status::exhausted) {
        enough = true;
        REQUIRE(result.zdd->count() == whole.zdd->count());
      } else {
        REQUIRE(result.status == Status::memory_limit);
        REQUIRE(limit < whole.memory_bytes);
      }
    }
    CHECK(enough);
  }
  SECTION("nodes") {
    const tables::ZddResult result =
        tables::Zdd::build(problem, {.control = {.limits = {.nodes = 1000}}});
    CHECK(result.status == Status::node_limit);
    CHECK_FALSE(result.zdd);
    // The first state and those of all levels but the last, which is not looked at.
    CHECK(tables::Zdd::build(problem, {.control = {.limits = {.nodes = whole.states}}}).status ==
          Status::exhausted);
    CHECK(
        tables::Zdd::build(problem, {.control = {.limits = {.nodes = whole.states - 1}}}).status ==
        Status::node_limit);
  }
  SECTION("time") {
    const tables::ZddResult result =
        tables::Zdd::build(problem, {.control = {.limits = {.time = std::chrono::nanoseconds(0)}}});
    CHECK(result.status == Status::time_limit);
    CHECK_FALSE(result.zdd);
  }
  SECTION("the stop flag") {
    const std::atomic<bool> stop = true;
    const tables::ZddResult result = tables::Zdd::build(problem, {.control = {.stop = &stop}});
    CHECK(result.status == Status::stopped);
    CHECK_FALSE(result.zdd);
  }
  SECTION("the stop flag, raised by the progress callback") {
    std::atomic<bool> stop = false;
    double share = 0;
    tables::TableOptions options;
    options.control.stop = &stop;
    options.control.progress_interval = std::chrono::nanoseconds(0);
    options.control.on_progress = [&](const search::Progress& progress) {
      CHECK(progress.share >= share);
      CHECK(progress.share <= 1);
      share = progress.share;
      stop = share > 0.25;
    };
    CHECK(tables::Zdd::build(problem, options).status == Status::stopped);
    CHECK(share > 0.25);
  }
}

TEST_CASE("limits end a question to a diagram") {
  // A chain: the diagram is small, the counts have thousands of bits.
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int k = 0; k < 20'000; ++k) items.push_back(b.primary(std::to_string(k)));
  for (std::size_t k = 0; k < items.size(); ++k) {
    b.option({items[k]});
    if (k + 1 < items.size()) b.option({items[k], items[k + 1]});
  }
  const Problem problem = std::move(b).build();
  const tables::Zdd zdd = built(problem);
  REQUIRE(zdd.memory_bytes() < (std::size_t{4} << 20));
  const std::atomic<bool> stop = true;
  const std::pair<tables::ZddLimits, Status> ends[] = {
      {{.memory = std::size_t{8} << 20}, Status::memory_limit},
      {{.control = {.limits = {.time = std::chrono::nanoseconds(1)}}}, Status::time_limit},
      {{.control = {.stop = &stop}}, Status::stopped}};
  for (const auto& end : ends) {
    const tables::ZddLimits& limits = end.first;
    const Status wanted = end.second;
    const auto ended = [&](const auto& question) {
      try {
        question();
      } catch (const tables::ZddQueryEnded& e) {
        return e.why() == wanted;
      }
      return false;
    };
    CHECK(ended([&] { (void)zdd.count(limits); }));
    CHECK(ended([&] { (void)zdd.total(Tally(), limits); }));
    CHECK(ended([&] { (void)zdd.memberships(limits); }));
    CHECK(ended([&] { (void)zdd.marginals(limits); }));
    CHECK(ended([&] { (void)zdd.for_each_membership([](OptionId, const auto&) {}, limits); }));
    CHECK(ended([&] { const tables::Zdd::Sampler sampler(zdd, 1, limits); }));
  }
  CHECK(zdd.count({.memory = std::size_t{1} << 30}) == zdd.count());
}

TEST_CASE("an order must name every primary item once") {
  const Problem problem = two_ways(3);
  const ItemId a{0}, b{1}, c{2}, no_item{3};
  const auto build = [&](std::vector<ItemId> order) { return tables::Zdd::build(problem, order); };
  CHECK(build({c, a, b}).zdd);
  CHECK_THROWS_AS(build({a, b}), std::invalid_argument);
  CHECK_THROWS_AS(build({a, b, b}), std::invalid_argument);
  CHECK_THROWS_AS(build({a, b, c, a}), std::invalid_argument);
  CHECK_THROWS_AS(build({a, b, no_item}), std::invalid_argument);
  CHECK_THROWS_AS(built(problem).total(Tally(std::vector<OptionWeight>(5))), std::invalid_argument);
}

/// The count of a diagram from its text alone.
Natural count_of_text(const std::string& text) {
  std::istringstream in(text);
  std::string word, root;
  std::size_t options = 0, nodes = 0;
  in >> word >> word >> options >> word >> nodes >> word >> root;
  std::map<std::string, Natural> counts = {{"F", 0}, {"T", 1}};
  std::string id, lo, hi;
  std::size_t option = 0;
  while (in >> id >> option >> lo >> hi) {
    if (option < 1 || option > options) throw std::runtime_error("option " + id);
    if (!counts.emplace(id, counts.at(lo) + counts.at(hi)).second) throw std::runtime_error(id);
  }
  if (counts.size() != nodes + 2) throw std::runtime_error("number of nodes");
  return counts.at(root);
}

TEST_CASE("a diagram written as text") {
  const auto text_of = [](const Problem& problem) {
    std::ostringstream out;
    built(problem).write(out, problem);
    return out.str();
  };
  CHECK(text_of(rivals(2, {})) == "zdd options 2 nodes 2 root 2\n1 2 F T\n2 1 1 T\n");
  CHECK(text_of(rivals(0, {})) == "zdd options 0 nodes 0 root F\n");
  CHECK(text_of(rivals(1, {0, 1})) == "zdd options 1 nodes 1 root 1\n1 1 T T\n");
  CHECK(count_of_text(text_of(dominoes(8, 8))) == Natural(12'988'816));
  CHECK(text_of(ProblemBuilder::with_dropped(rivals(2, {}), {1, 3})) ==
        "zdd options 4 nodes 2 root 2\n1 4 F T\n2 2 1 T\n");

  std::ostringstream dot;
  built(rivals(2, {})).write_dot(dot, rivals(2, {}));
  CHECK(dot.str() ==
        "digraph zdd {\n  F [shape=box];\n  T [shape=box];\n"
        "  2 [label=\"1\"];\n  2 -> 1 [style=dashed];\n  2 -> T;\n"
        "  1 [label=\"2\"];\n  1 -> F [style=dashed];\n  1 -> T;\n}\n");
}

TEST_CASE("items covered several times") {
  // Of 20 options, from 7 to 9.
  CHECK(built(rivals(20, {7, 9})).count() == Natural(77'520 + 125'970 + 167'960));
  CHECK(built(rivals(20, {21, 30})).count() == Natural(0));
}

TEST_CASE("diagrams of shared instances have the known counts", "[.shared]") {
  const auto instances = shared_instances();
  const std::set<std::string> quick = {"domino8",   "domino12", "bell-11", "doublefact-17",
                                       "langford8", "queens8",  "sudhard", "win2ku"};
  int counted = 0;
  for (const SharedInstance& instance : instances) {
    if (!quick.contains(instance.name)) continue;
    ++counted;
    CAPTURE(instance.name);
    CHECK(built(read_shared_instance(instance.name)).count().to_string() == instance.solutions);
  }
  CHECK(counted == 8);
}

}  // namespace
}  // namespace dlx::test
