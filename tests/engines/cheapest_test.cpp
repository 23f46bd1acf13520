// The cheapest solutions against brute force, the proved bounds at every limit, and what must
// happen to costs when a problem is changed.

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "dlx/cheapest.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/engines/cost_cells.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 1'500;
constexpr int few = 200;
#else
const int many = cases(10'000);
const int few = cases(1'500);
#endif

constexpr std::uint64_t several[] = {1, 2, 5, 1'000};

/// The cheapest with the linear relaxation, after some work without it: from the first node on,
/// from a node within the tree on, or not at all in small problems.
search::CheapestResult relaxed(const Problem& problem, std::uint64_t k, const Options& options = {},
                               std::uint64_t work_before = 0) {
  return engines::run_cost_cells(problem, k, options, work_before);
}
constexpr std::uint64_t works_before[] = {0, 20, 30'000};

/// All solutions, the cheapest first.
std::vector<search::CostedSolution> by_cost(const Problem& problem) {
  std::vector<search::CostedSolution> all;
  for (Solution& options : brute_force(problem)) {
    std::int64_t cost = 0;
    for (const OptionId option : options) cost += problem.cost(option);
    all.push_back({cost, std::move(options)});
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool has_multiplicities(const Model& model) {
  return std::any_of(model.items.begin(), model.items.begin() + model.primaries,
                     [](const auto& item) { return item.bounds != Bounds{}; });
}

/// Random costs, of one of several kinds, in place of the model's.
void draw_costs(Random& random, Model& model) {
  const std::uint32_t kind = random.below(6);
  for (Model::Option& option : model.options) {
    const auto size = static_cast<std::int64_t>(option.uses.size());
    switch (kind) {
      case 0:  // small, with many ties
        option.cost = random.between(0, 3);
        break;
      case 1:  // of either sign
        option.cost = std::int64_t{random.between(0, 40)} - 20;
        break;
      case 2:  // in proportion to the size, as when items are to be bought
        option.cost = 10 * size + random.between(0, 5);
        break;
      case 3:
        option.cost = -std::int64_t{random.between(0, 1'000)};
        break;
      case 4:  // so large that the scale is small
        option.cost = static_cast<std::int64_t>(random.word() % (std::uint64_t{1} << 56)) -
                      (std::int64_t{1} << 55);
        if (has_multiplicities(model)) option.cost /= 64;
        break;
      default:  // none
        option.cost = 0;
    }
  }
}

Model random_costs(Random& random) {
  Model model = random_model(random, random_shape(random, 12));
  draw_costs(random, model);
  return model;
}

/// What is wrong with a result, complete or not, in the light of all solutions; empty if nothing.
std::string fault(const Problem& problem, const std::vector<search::CostedSolution>& all,
                  std::uint64_t k, const search::CheapestResult& result) {
  const auto& listed = result.solutions;
  if (listed.size() > k) return "more solutions than asked for";
  if (!std::is_sorted(listed.begin(), listed.end())) return "the solutions are not sorted";
  if (std::adjacent_find(listed.begin(), listed.end()) != listed.end()) return "one stands twice";
  Verifier verifier(problem);
  for (const search::CostedSolution& solution : listed) {
    const auto faults = verifier.faults(solution.options);
    if (!faults.empty()) return "not a solution: " + faults.front();
    if (!std::binary_search(all.begin(), all.end(), solution)) return "a wrong cost";
  }
  for (const search::CostedSolution& solution : all) {
    if (std::binary_search(listed.begin(), listed.end(), solution)) continue;
    if (solution.cost < result.lower_bound) return "the bound is not one";
    break;
  }
  const auto& levels = result.statistics.nodes_per_level;
  if (std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}) != result.statistics.nodes) {
    return "nodes_per_level does not add up to nodes";
  }
  if (result.statistics.solutions < listed.size()) return "statistics().solutions is wrong";
  const double share = result.statistics.share;
  if (share < 0 || share > 1 || (result.complete() && share != 1)) return "a wrong share";

  if (!result.complete()) return {};
  if (listed.size() != std::min<std::uint64_t>(k, all.size())) return "another number of solutions";
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (listed[i].cost != all[i].cost) return "other costs";
  }
  const std::int64_t proved =
      listed.size() == k ? listed.back().cost : search::CheapestResult::nothing_left;
  if (result.lower_bound != proved) return "the bound at the end is not what it should be";
  return {};
}

void compare(Sample sample, std::uint64_t seed, int problems) {
  CAPTURE(seed);
  Random random(seed);
  int with_solutions = 0;
  int with_many = 0;
  int with_colours = 0;
  int with_multiplicities = 0;
  for (int n = 0; n < problems; ++n) {
    const Problem problem = random_costs(random).problem();
    const auto all = by_cost(problem);
    for (const std::uint64_t k : several) {
      const search::CheapestResult result =
          relaxed(problem, k, {}, works_before[(static_cast<std::uint64_t>(n) + k) % 3]);
      std::string what = fault(problem, all, k, result);
      if (what.empty() && !result.complete()) what = "it did not end";
      if (what.empty()) continue;
      CAPTURE(n, k);
      FAIL(what << "\n" << canonical_text(problem));
    }
    with_solutions += all.empty() ? 0 : 1;
    with_many += all.size() > 5 ? 1 : 0;
    with_colours += problem.has_colours() && !all.empty() ? 1 : 0;
    with_multiplicities += problem.has_multiplicities() && !all.empty() ? 1 : 0;
  }
  std::cout << problems << " problems of seed " << seed << ", " << with_solutions
            << " with solutions, " << with_many << " with more than 5" << std::endl;
  // Otherwise the comparison says little.
  if (sample == Sample::drawn) return;
  CHECK(with_solutions > problems / 3);
  CHECK(with_many > problems / 50);
  CHECK(with_colours > problems / 20);
  CHECK(with_multiplicities > problems / 10);
}

TEST_CASE("the cheapest solutions are those of brute force, for a fixed seed") {
  compare(Sample::fixed, 20'260'101, many);
}

TEST_CASE("the cheapest solutions are those of brute force, for a drawn seed") {
  compare(Sample::drawn, drawn_seed(), many / 2);
}

/// Set partitioning: options of 2 to 8 items at about 100 an item, among them two partitions.
Model partitioning(std::uint32_t items, std::uint32_t options, std::uint64_t seed) {
  Random random(seed);
  Model model;
  for (std::uint32_t i = 0; i < items; ++i) model.add_primary("i" + std::to_string(i));
  std::vector<std::uint32_t> order(items);
  std::iota(order.begin(), order.end(), 0U);
  const auto add = [&](std::size_t first, std::size_t size) {
    Model::Option option;
    for (std::size_t k = first; k < first + size; ++k) {
      option.uses.push_back({order[k], Model::uncoloured});
    }
    option.cost = std::int64_t{100} * static_cast<std::int64_t>(size) + random.between(0, 100) - 50;
    model.options.push_back(std::move(option));
  };
  for (int partition = 0; partition < 2; ++partition) {
    random.shuffle(order);
    for (std::size_t at = 0; at < items;) {
      const std::size_t size = std::min<std::size_t>(random.between(2, 8), items - at);
      add(at, size);
      at += size;
    }
  }
  while (model.options.size() < options) {
    random.shuffle(order);
    add(0, random.between(2, std::min(8U, items)));
  }
  return model;
}

TEST_CASE("all solutions of the least cost are those of brute force") {
  Random random(20'260'103);
  int with_ties = 0;
  for (int n = 0; n < few; ++n) {
    Problem problem = random_costs(random).problem();
    if (n % 2 == 0) problem = ProblemBuilder::with_unit_costs(std::move(problem));
    auto all = by_cost(problem);
    const auto dearer = std::find_if(
        all.begin(), all.end(),
        [&](const search::CostedSolution& solution) { return solution.cost != all[0].cost; });
    all.erase(dearer, all.end());
    const search::CheapestResult result =
        n % 3 == 0 ? all_cheapest(problem) : engines::run_cost_cells(problem, std::nullopt, {}, 0);
    CAPTURE(n, canonical_text(problem));
    REQUIRE(result.complete());
    REQUIRE(result.solutions == all);
    REQUIRE(result.lower_bound ==
            (all.empty() ? search::CheapestResult::nothing_left : all[0].cost));
    with_ties += all.size() > 1 ? 1 : 0;

    const search::CheapestResult cut = all_cheapest(problem, {.nodes = 2});
    if (!all.empty()) REQUIRE(cut.lower_bound <= all[0].cost);
    for (const search::CostedSolution& solution : cut.solutions) {
      REQUIRE(solution.cost == cut.solutions[0].cost);
      REQUIRE(verify(problem, solution.options).empty());
    }
  }
  CHECK(with_ties > few / 10);
}

/// Of a sorted list, those that cost no more.
std::vector<search::CostedSolution> within(std::vector<search::CostedSolution> all,
                                           std::int64_t most) {
  std::erase_if(all, [&](const search::CostedSolution& solution) { return solution.cost > most; });
  return all;
}

/// The same of those that cost as little as the first.
std::vector<search::CostedSolution> of_least_cost(std::vector<search::CostedSolution> all) {
  return all.empty() ? all : within(all, all[0].cost);
}

constexpr std::uint64_t every = CheapestWanted::every;

TEST_CASE("no solution is listed or counted that costs more than max_cost") {
  Random random(20'260'105);
  int cut = 0;
  int without = 0;
  for (int n = 0; n < few; ++n) {
    const Problem problem = random_costs(random).problem();
    const auto all = by_cost(problem);
    std::int64_t most = std::int64_t{random.between(0, 60)} - 30;
    if (!all.empty() && random.chance(0.8)) {
      const auto at = random.below(static_cast<std::uint32_t>(all.size()));
      most = all[at].cost + random.between(0, 2) - 1;
    }
    const auto wanted = within(all, most);
    // A finer bound is rounded down, also if it is negative.
    Options options{.max_cost = Decimal{most}};
    const bool may_be_finer = most > -1'000'000 && most < 1'000'000;
    if (may_be_finer && random.chance(0.5)) options.max_cost = Decimal{10 * most + 7, 1};
    CAPTURE(n, most, canonical_text(problem));
    for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{3}, every}) {
      const search::CheapestResult result = relaxed(problem, k, options, works_before[n % 3]);
      REQUIRE(fault(problem, wanted, k, result).empty());
      REQUIRE(result.complete());
      REQUIRE(result.count == result.solutions.size());
      if (k == every) REQUIRE(result.solutions == wanted);
      const auto counted = cheapest(problem, {.k = k, .count = true}, options);
      REQUIRE(counted.count == result.count);
      REQUIRE(counted.solutions.size() == std::min<std::size_t>(result.count, 1));
      REQUIRE(counted.lower_bound == result.lower_bound);
    }
    REQUIRE(all_cheapest(problem, options).solutions == of_least_cost(wanted));
    for (const bool of_least : {false, true}) {
      CheapestWanted counted{.k = every, .count = true};
      if (of_least) counted.k.reset();
      const search::CheapestResult result = cheapest(problem, counted, options);
      REQUIRE(result.complete());
      REQUIRE(result.count == (of_least ? of_least_cost(wanted) : wanted).size());
      REQUIRE(result.solutions.size() == (wanted.empty() ? 0 : 1));
      if (!wanted.empty()) REQUIRE(result.solutions[0].cost == wanted[0].cost);
    }
    cut += wanted.size() < all.size() ? 1 : 0;
    without += wanted.empty() ? 1 : 0;
  }
  CHECK(cut > few / 10);
  CHECK(without > few / 10);
}

TEST_CASE("max_cost is in units of cost, whatever their places and their divisor") {
  ProblemBuilder b;
  const std::vector<Entry> a = {b.primary("a")};
  for (const std::int64_t cost : {-75, -50, 25, 100}) b.option(a, Decimal{cost, 2});
  const Problem problem = std::move(b).build();
  const auto number = [&](Decimal most) {
    return cheapest(problem, {.k = every, .count = true}, {.max_cost = most}).count;
  };
  CHECK(number({-76, 2}) == 0);
  CHECK(number({-75, 2}) == 1);
  CHECK(number({-5001, 4}) == 1);
  CHECK(number({-5, 1}) == 2);
  CHECK(number({249999, 6}) == 2);
  CHECK(number({1}) == 4);
  CHECK(number({std::numeric_limits<std::int64_t>::max()}) == 4);
  CHECK(number({std::numeric_limits<std::int64_t>::min()}) == 0);
  CHECK(number({std::numeric_limits<std::int64_t>::min(), 18}) == 0);
}

TEST_CASE("counts that a limit ends") {
  Random random(20'260'106);
  int begun_again = 0;
  for (int n = 0; n < few; ++n) {
    const Problem problem = random_costs(random).problem();
    const auto all = by_cost(problem);
    for (std::uint64_t nodes = 0;; nodes += 1 + nodes / 4) {
      const std::uint64_t before = works_before[n % 3];
      const auto count = [&](std::optional<std::uint64_t> k) {
        return engines::run_cost_cells(problem, k, {.nodes = nodes}, before, {.counts = true});
      };
      const search::CheapestResult number = count(every);
      REQUIRE(number.count <= all.size());
      const search::CheapestResult least = count(std::nullopt);
      REQUIRE(least.solutions.empty() == (least.count == 0));
      if (!least.solutions.empty()) {
        const std::int64_t cost = least.solutions[0].cost;
        const auto alike = static_cast<std::uint64_t>(std::count_if(
            all.begin(), all.end(), [&](const auto& solution) { return solution.cost == cost; }));
        REQUIRE(least.count <= alike);
        begun_again += !least.complete() && before != 0 ? 1 : 0;
      }
      if (!number.complete() || !least.complete()) continue;
      REQUIRE(number.count == all.size());
      break;
    }
  }
  CHECK(begun_again > few / 10);
}

/// One solution of each class, the smallest, by cost.
std::vector<search::CostedSolution> by_class(const std::vector<search::CostedSolution>& all,
                                             const OptionSymmetries& group) {
  std::vector<search::CostedSolution> classes;
  std::copy_if(all.begin(), all.end(), std::back_inserter(classes),
               [&](const auto& solution) { return group.is_representative(solution.options); });
  return classes;
}

TEST_CASE("of each class of solutions the cheapest has one") {
  Random random(20'260'107);
  int with_fewer_classes = 0;
  for (int n = 0; n < few; ++n) {
    Problem problem = symmetric_problem(random, {.colours = random.chance(0.5),
                                                 .multiplicities = random.chance(0.3),
                                                 .costs = random.chance(0.8)});
    if (problem.option_count() > 16) continue;
    if (random.chance(0.2)) problem = ProblemBuilder::with_unit_costs(std::move(problem));
    const auto all = by_cost(problem);
    const auto listed = symmetry::whole_group(problem);
    REQUIRE(listed);
    if (listed->listed() == nullptr) continue;  // many alike options
    const auto classes = by_class(all, *listed->listed());
    // The same without a list: with alike options as one where there are any, or by a table.
    const auto merged = symmetry::whole_group(problem, {}, 1);
    const symmetry::SymmetryGroup generated(symmetry::automorphisms(problem));
    const std::int64_t most = classes.empty() ? 0 : classes[classes.size() / 2].cost;
    CAPTURE(n, most, canonical_text(problem));
    for (const symmetry::SymmetryGroup* group : {&*listed, &*merged, &generated}) {
      for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{2}, every}) {
        const auto found = cheapest(problem, {.k = k, .up_to = group});
        REQUIRE(found.complete());
        REQUIRE(found.solutions.size() == std::min<std::uint64_t>(k, classes.size()));
        std::set<std::vector<OptionId>> different;
        for (std::size_t i = 0; i < found.solutions.size(); ++i) {
          REQUIRE(found.solutions[i].cost == classes[i].cost);
          REQUIRE(verify(problem, found.solutions[i].options).empty());
          different.insert(listed->listed()->canonical(found.solutions[i].options));
        }
        REQUIRE(different.size() == found.solutions.size());
      }
      REQUIRE(cheapest(problem, {.k = {}, .up_to = group}).count == of_least_cost(classes).size());
      REQUIRE(cheapest(problem, {.k = {}, .count = true, .up_to = group}).count ==
              of_least_cost(classes).size());
      REQUIRE(cheapest(problem, {.k = every, .count = true, .up_to = group},
                       {.max_cost = Decimal{most}})
                  .count == within(classes, most).size());
    }
    with_fewer_classes += classes.size() < all.size() ? 1 : 0;
  }
  CHECK(with_fewer_classes > few / 10);
}

TEST_CASE("classes of solutions in which items may be left out") {
  // Dominoes on a ring of five cells, each of which may stay empty.
  ProblemBuilder b;
  std::vector<ItemId> cells;
  for (int i = 0; i < 5; ++i) cells.push_back(b.primary(std::to_string(i), {0, 1}));
  for (std::size_t i = 0; i < 5; ++i) b.option({cells[i], cells[(i + 1) % 5]}, -2);
  const Problem problem = std::move(b).build();
  const auto group = symmetry::whole_group(problem);
  CHECK(group->order() == 10);
  const auto all = cheapest(problem, {.k = every, .up_to = &*group});
  REQUIRE(all.count == 3);  // of 11 solutions
  CHECK(all.solutions[0] == search::CostedSolution{-4, {OptionId{0}, OptionId{2}}});
  CHECK(all.solutions[1] == search::CostedSolution{-2, {OptionId{0}}});
  CHECK(all.solutions[2] == search::CostedSolution{});
  CHECK(cheapest(problem, {.k = every, .count = true, .up_to = &*group}).count == 3);
  CHECK(cheapest(problem, {.k = every, .count = true}).count == 11);
}

TEST_CASE("where each option costs 1, the cheapest solutions have the fewest options") {
  Random random(20'260'104);
  int of_several_sizes = 0;
  for (int n = 0; n < few; ++n) {
    const Problem problem = random_costs(random).problem();
    std::vector<std::size_t> sizes;
    for (const Solution& solution : brute_force(problem)) sizes.push_back(solution.size());
    std::sort(sizes.begin(), sizes.end());
    if (!sizes.empty() && sizes.front() != sizes.back()) ++of_several_sizes;
    const search::CheapestResult result = cheapest(ProblemBuilder::with_unit_costs(problem), 3);
    sizes.resize(std::min<std::size_t>(sizes.size(), 3));
    std::vector<std::size_t> found;
    for (const search::CostedSolution& solution : result.solutions) {
      REQUIRE(solution.cost == static_cast<std::int64_t>(solution.options.size()));
      REQUIRE(verify(problem, solution.options).empty());
      found.push_back(solution.options.size());
    }
    CAPTURE(n, canonical_text(problem));
    REQUIRE(found == sizes);
  }
  CHECK(of_several_sizes > few / 20);
}

TEST_CASE("at every limit the bound holds, and at the end it is the optimum") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  int limited = 0;
  int gaps = 0;  // where something is listed, but not proved to be the best
  for (int n = 0; n < few; ++n) {
    Model model = random_costs(random);
    if (n % 2 == 0) {
      model = partitioning(random.between(5, 7), 13, random.word());
      for (auto& option : model.options) option.cost = random.between(0, 99);
    }
    const Problem problem = model.problem();
    const auto all = by_cost(problem);
    for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{3}}) {
      for (std::uint64_t nodes = 0;; ++nodes) {
        const search::CheapestResult result =
            relaxed(problem, k, {.nodes = nodes}, works_before[n % 3]);
        std::string what = fault(problem, all, k, result);
        if (!result.complete()) {
          if (result.status != Status::node_limit) what = "another status at the limit";
          if (result.statistics.nodes != nodes) what = "the limit was not kept";
          if (k == 1 && !all.empty() && result.lower_bound > all[0].cost) what = "past the optimum";
          ++limited;
          gaps += !result.solutions.empty() && result.lower_bound < result.solutions[0].cost;
        }
        if (!what.empty()) {
          CAPTURE(n, k, nodes);
          FAIL(what << "\n" << canonical_text(problem));
        }
        if (result.complete()) break;
      }
      for (const std::uint64_t solutions : {std::uint64_t{1}, std::uint64_t{2}}) {
        const std::string what =
            fault(problem, all, k, relaxed(problem, k, {.solutions = solutions}));
        if (what.empty()) continue;
        CAPTURE(n, k, solutions);
        FAIL(what << "\n" << canonical_text(problem));
      }
    }
  }
  std::cout << few << " problems of seed " << seed << ", " << limited << " limits, " << gaps
            << " gaps" << std::endl;
  CHECK(limited > 4 * few);
  CHECK(gaps > few / 50);
}

TEST_CASE("a search that pauses again and again finds what one without pauses finds") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  int pauses = 0;
  int with_several = 0;
  for (int n = 0; n < few; ++n) {
    Model model = random_costs(random);
    if (n % 3 == 0) {
      model = partitioning(random.between(5, 8), 20, random.word());
      for (auto& option : model.options) option.cost = random.between(0, 99);
    }
    const Problem problem = model.problem();
    const std::optional<std::uint64_t> wanted =
        n % 4 == 0 ? std::nullopt : std::optional<std::uint64_t>(random.between(1, 6));
    const bool counts = n % 5 == 0;
    const std::uint64_t work = works_before[n % 3];
    const search::CheapestResult whole =
        engines::run_cost_cells(problem, wanted, {}, work, {.counts = counts});
    search::OpenCheapest open;
    search::CheapestResult last;
    std::int64_t bound = std::numeric_limits<std::int64_t>::min();
    for (int turns = 0;; ++turns) {
      REQUIRE(turns < 10'000);
      Options options{.nodes = random.between(1, 2)};
      if (random.chance(0.2)) options = {.solutions = random.between(1, 2)};
      last = engines::run_cost_cells(problem, wanted, options, work,
                                     {.counts = counts, .open = &open});
      if (last.complete()) break;
      ++pauses;
      if (!whole.solutions.empty()) bound = std::max(bound, last.lower_bound);
    }
    CAPTURE(n, counts, canonical_text(problem));
    REQUIRE(last.count == whole.count);
    REQUIRE(last.lower_bound == whole.lower_bound);
    REQUIRE(last.solutions.size() == whole.solutions.size());
    for (std::size_t i = 0; i < whole.solutions.size(); ++i) {
      REQUIRE(last.solutions[i].cost == whole.solutions[i].cost);
      REQUIRE(verify(problem, last.solutions[i].options).empty());
      if (i != 0) REQUIRE(last.solutions[i - 1] != last.solutions[i]);
    }
    if (!counts && !whole.solutions.empty()) REQUIRE(bound <= whole.lower_bound);
    REQUIRE(open.has_begun);
    REQUIRE(open.levels.empty());
    with_several += whole.count > 1 ? 1 : 0;
  }
  CHECK(pauses > 2 * few);
  CHECK(with_several > few / 5);
}

/// Three threads. The first one begins when the others wait for work.
search::Jobs three_threads() {
  search::Jobs jobs{.threads = 3};
  jobs.pause = [] { std::this_thread::sleep_for(20us); };
  jobs.run = [](unsigned n, const std::function<void(unsigned)>& job,
                const std::function<void()>&) {
    std::vector<std::thread> threads;
    for (unsigned j = 1; j < n; ++j) threads.emplace_back(job, j);
    std::this_thread::sleep_for(200us);
    job(0);
    for (std::thread& thread : threads) thread.join();
  };
  return jobs;
}

TEST_CASE("several threads list and count what one thread does") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  std::atomic<int> found_by_others = 0;
  for (int n = 0; n < few; ++n) {
    Model model = random_costs(random);
    if (n % 2 == 0) {
      model = partitioning(random.between(5, 8), 16, random.word());
      for (auto& option : model.options) option.cost = random.between(0, n % 4 == 0 ? 3 : 99);
    }
    const Problem problem = model.problem();
    const auto all = by_cost(problem);
    Options options;
    auto wanted = all;
    if (!all.empty() && n % 3 == 0) {
      const auto at = random.below(static_cast<std::uint32_t>(all.size()));
      options.max_cost = Decimal{all[at].cost};
      wanted = within(all, all[at].cost);
    }
    for (const std::optional<std::uint64_t> k : {std::optional<std::uint64_t>(), {every}}) {
      const auto expected = k ? wanted : of_least_cost(wanted);
      for (const bool counts : {false, true}) {
        const auto caller = std::this_thread::get_id();
        const auto same = [&](std::span<const OptionId> solution) {
          found_by_others += std::this_thread::get_id() != caller ? 1 : 0;
          return std::vector<OptionId>(solution.begin(), solution.end());
        };
        const search::CheapestResult result =
            engines::run_cost_cells(problem, k, options, works_before[n % 3],
                                    {.counts = counts,
                                     .representative = same,
                                     .jobs = three_threads(),
                                     .work_alone = random.between(0, 200)});
        CAPTURE(n, counts, k.has_value(), canonical_text(problem));
        REQUIRE(result.complete());
        REQUIRE(result.count == expected.size());
        if (!counts) REQUIRE(result.solutions == expected);
        if (counts && !expected.empty()) REQUIRE(result.solutions.at(0) == expected[0]);
        const search::CheapestResult alone =
            engines::run_cost_cells(problem, k, options, 0, {.counts = counts});
        REQUIRE(result.lower_bound == alone.lower_bound);
        const auto& levels = result.statistics.nodes_per_level;
        REQUIRE(std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}) ==
                result.statistics.nodes);
      }
    }
  }
  std::cout << "seed " << seed << ": other threads found " << found_by_others << " solutions\n";
  // How many depends on the machine; none would mean that no other thread ever worked.
  CHECK(found_by_others > 0);
}

TEST_CASE("several threads find what one thread does in large problems") {
  Random random(20'260'110);
  std::uint64_t solutions = 0;
  for (int n = 0; n < few / 50; ++n) {
    Model model = partitioning(random.between(12, 20), random.between(60, 200), random.word());
    const bool has_ties = n % 2 == 0;
    for (auto& option : model.options) option.cost = has_ties ? 10 : random.between(100, 140);
    const Problem problem = model.problem();
    const search::CheapestResult best = cheapest(problem);
    REQUIRE(best.complete());
    const std::int64_t least = best.solutions.at(0).cost;
    const Options options{.max_cost = Decimal{least + (has_ties ? 10 : 60)}};
    for (const std::optional<std::uint64_t> k : {std::optional<std::uint64_t>(), {every}}) {
      for (const bool counts : {false, true}) {
        const auto run = [&](const search::Jobs& jobs) {
          return engines::run_cost_cells(problem, k, options, works_before[n % 3],
                                         {.counts = counts, .jobs = jobs, .work_alone = 0});
        };
        const search::CheapestResult alone = run({});
        const search::CheapestResult together = run(three_threads());
        CAPTURE(n, counts, k.has_value());
        REQUIRE(together.complete());
        REQUIRE(together.count == alone.count);
        REQUIRE(together.solutions == alone.solutions);
        REQUIRE(together.lower_bound == alone.lower_bound);
        solutions += alone.count;
      }
    }
  }
  CHECK(solutions > static_cast<std::uint64_t>(few) / 3);
}

TEST_CASE("several threads that are stopped know a bound") {
  Random random(20'260'109);
  int stopped = 0;
  for (int n = 0; n < few / 3; ++n) {
    Model model = partitioning(random.between(6, 8), 16, random.word());
    for (auto& option : model.options) option.cost = random.between(0, 99);
    const Problem problem = model.problem();
    const auto all = by_cost(problem);
    std::atomic<bool> stop = false;
    std::atomic<std::uint32_t> left = random.below(6);
    const auto same = [&](std::span<const OptionId> solution) {
      if (left-- == 0) stop = true;
      return std::vector<OptionId>(solution.begin(), solution.end());
    };
    const bool of_least = n % 2 == 0;
    const std::optional<std::uint64_t> k =
        of_least ? std::nullopt : std::optional<std::uint64_t>(every);
    const search::CheapestResult result =
        engines::run_cost_cells(problem, k, {.stop = &stop}, 0,
                                {.representative = same, .jobs = three_threads(), .work_alone = 0});
    CAPTURE(n, canonical_text(problem));
    for (const search::CostedSolution& solution : result.solutions) {
      REQUIRE(std::binary_search(all.begin(), all.end(), solution));
    }
    REQUIRE(std::is_sorted(result.solutions.begin(), result.solutions.end()));
    for (const search::CostedSolution& solution : of_least ? of_least_cost(all) : all) {
      const auto& listed = result.solutions;
      if (std::binary_search(listed.begin(), listed.end(), solution)) continue;
      REQUIRE_FALSE(result.complete());
      REQUIRE(solution.cost >= result.lower_bound);
    }
    stopped += result.status == Status::stopped ? 1 : 0;
  }
  CHECK(stopped > few / 20);
}

TEST_CASE("an exception in one of several threads reaches the caller") {
  Model model = partitioning(8, 16, 3);
  for (auto& option : model.options) option.cost = 1;
  const Problem problem = model.problem();
  const auto refuse = [](std::span<const OptionId>) -> std::vector<OptionId> {
    throw std::runtime_error("refused");
  };
  REQUIRE_FALSE(brute_force(problem).empty());
  CHECK_THROWS_WITH(
      engines::run_cost_cells(problem, std::nullopt, {}, 0,
                              {.representative = refuse, .jobs = three_threads(), .work_alone = 0}),
      "refused");
}

TEST_CASE("prices leave little to search on set partitioning problems") {
  std::uint64_t nodes = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Problem problem = partitioning(40, 600, seed).problem();
    const search::CheapestResult root = cheapest(problem, 1, {.nodes = 0});
    const search::CheapestResult result = cheapest(problem, 1);
    REQUIRE(result.complete());
    REQUIRE(result.solutions.size() == 1);
    CHECK(verify(problem, result.solutions[0].options).empty());
    CHECK(root.lower_bound <= result.solutions[0].cost);
    CHECK(root.lower_bound > result.solutions[0].cost * 9 / 10);
    nodes += result.statistics.nodes;
  }
  // Without the relaxation it takes more than a hundred times as many.
  CHECK(nodes < 20'000);
}

TEST_CASE("solutions that are listed take no more memory than the limit") {
  ProblemBuilder b;
  for (int i = 0; i < 12; ++i) b.primary(std::to_string(i));
  for (std::uint32_t i = 0; i < 12; ++i) {
    for (int cost = 0; cost < 4; ++cost) b.option({ItemId{i}}, cost);
  }
  const Problem problem = std::move(b).build();  // 4^12 solutions
  for (const std::uint64_t k : {std::uint64_t{500}, every}) {
    const search::CheapestResult result = cheapest(problem, k, {.memory = 100'000});
    CHECK(result.status == (k == every ? Status::memory_limit : Status::exhausted));
    CHECK(result.count >= 500);
    CHECK(result.count < 1'500);
  }
  const search::CheapestResult counted =
      cheapest(problem, {.k = every, .count = true}, {.max_cost = Decimal{3}, .memory = 1});
  CHECK(counted.complete());
  CHECK(counted.count == 1 + 12 + 78 + 364);
}

TEST_CASE("the relaxation finds what prices alone find") {
  // Problems that are too large for brute force: with and without secondary items.
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Model model = partitioning(24, 260, seed);
    if (seed % 2 == 0) {
      Random random(seed);
      const std::uint32_t first = model.add_secondary("s0");
      for (int s = 1; s < 6; ++s) model.add_secondary("s" + std::to_string(s));
      for (auto& option : model.options) {
        if (random.chance(0.7)) continue;
        option.uses.push_back({first + random.below(6), Model::uncoloured});
      }
    }
    const Problem problem = model.problem();
    constexpr std::uint64_t all_of_it = std::numeric_limits<std::uint64_t>::max() / 4;
    for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{20}}) {
      const search::CheapestResult with = relaxed(problem, k);
      const search::CheapestResult without = engines::run_cost_cells(problem, k, {}, all_of_it);
      const search::CheapestResult mixed = engines::run_cost_cells(problem, k, {}, 5'000);
      CAPTURE(seed, k);
      REQUIRE(with.complete());
      REQUIRE(without.complete());
      REQUIRE(mixed.complete());
      CHECK(with.lower_bound == without.lower_bound);
      CHECK(mixed.lower_bound == without.lower_bound);
      REQUIRE(with.solutions.size() == without.solutions.size());
      REQUIRE(mixed.solutions.size() == without.solutions.size());
      for (std::size_t i = 0; i < with.solutions.size(); ++i) {
        CHECK(with.solutions[i].cost == without.solutions[i].cost);
        CHECK(mixed.solutions[i].cost == without.solutions[i].cost);
        CHECK(verify(problem, with.solutions[i].options).empty());
      }
    }
  }
}

TEST_CASE("a shift of costs at an item shifts every solution") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  int compared = 0;
  for (int n = 0; n < few; ++n) {
    Model model = partitioning(random.between(4, 14), 60, random.word());
    const search::CheapestResult before = cheapest(model.problem(), 20);
    const std::uint32_t item = random.below(model.primaries);
    const std::int64_t shift = std::int64_t{random.between(0, 2'000)} - 1'000;
    for (auto& option : model.options) option.cost += model.contains(option, item) ? shift : 0;
    const search::CheapestResult after = cheapest(model.problem(), 20);
    REQUIRE(before.complete());
    REQUIRE(after.complete());
    REQUIRE(after.solutions.size() == before.solutions.size());
    for (std::size_t i = 0; i < before.solutions.size(); ++i) {
      REQUIRE(after.solutions[i].cost == before.solutions[i].cost + shift);
    }
    compared += before.solutions.size() == 20 ? 1 : 0;
  }
  CHECK(compared > few / 20);
}

TEST_CASE("a scale of costs changes them and nothing else") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < few / 10 + 1; ++n) {
    Model model = partitioning(random.between(4, 14), 60, random.word());
    const search::CheapestResult before = cheapest(model.problem(), 5);
    const std::int64_t scale = random.between(2, 1'000);
    for (auto& option : model.options) option.cost *= scale;
    const search::CheapestResult after = cheapest(model.problem(), 5);
    REQUIRE(after.solutions.size() == before.solutions.size());
    CHECK(after.statistics.nodes == before.statistics.nodes);
    for (std::size_t i = 0; i < before.solutions.size(); ++i) {
      CHECK(after.solutions[i].cost == before.solutions[i].cost * scale);
      CHECK(after.solutions[i].options == before.solutions[i].options);
    }
    if (before.solutions.size() == 5) CHECK(after.lower_bound == before.lower_bound * scale);
  }
}

TEST_CASE("the same run twice gives the same solutions and nodes") {
  const Problem problem = partitioning(30, 300, 7).problem();
  const search::CheapestResult a = cheapest(problem, 50);
  const search::CheapestResult b = cheapest(problem, 50);
  CHECK(a.solutions == b.solutions);
  CHECK(a.statistics.nodes == b.statistics.nodes);
  CHECK(a.statistics.updates == b.statistics.updates);
  CHECK(a.statistics.memory_bytes > 0);
}

TEST_CASE("no primary items, no options, no solutions") {
  const search::CheapestResult empty = cheapest(ProblemBuilder().build(), 3);
  CHECK(empty.complete());
  REQUIRE(empty.solutions.size() == 1);
  CHECK(empty.solutions[0] == search::CostedSolution{});
  CHECK(empty.lower_bound == search::CheapestResult::nothing_left);
  CHECK(empty.statistics.nodes == 1);
  CHECK(cheapest(ProblemBuilder().build(), 1).lower_bound == 0);

  ProblemBuilder b;
  b.primary("a");
  const search::CheapestResult none = cheapest(std::move(b).build());
  CHECK(none.complete());
  CHECK(none.solutions.empty());
  CHECK(none.lower_bound == search::CheapestResult::nothing_left);
}

TEST_CASE("without costs any k solutions are the cheapest") {
  Model model = partitioning(12, 100, 3);
  for (auto& option : model.options) option.cost = 0;
  const search::CheapestResult result = cheapest(model.problem(), 3);
  CHECK(result.complete());
  REQUIRE(result.solutions.size() == 3);
  CHECK(result.lower_bound == 0);
  CHECK(result.statistics.solutions == 3);
}

TEST_CASE("limits, the stop flag and progress") {
  const Problem problem = partitioning(40, 600, 1).problem();

  const search::CheapestResult whole = cheapest(problem);
  REQUIRE(whole.statistics.solutions > 1);
  const search::CheapestResult first = cheapest(problem, 1, {.solutions = 1});
  CHECK(first.status == Status::solution_limit);
  REQUIRE(first.solutions.size() == 1);
  CHECK(first.solutions[0].cost > whole.solutions[0].cost);
  CHECK(first.lower_bound <= whole.solutions[0].cost);
  CHECK(cheapest(problem, 1, {.solutions = 0}).statistics.nodes == 0);

  const search::CheapestResult late = cheapest(problem, 1, {.time = 0ns});
  CHECK(late.status == Status::time_limit);
  CHECK(late.statistics.nodes == 0);
  CHECK(late.lower_bound <= whole.solutions[0].cost);
  CHECK(late.lower_bound > whole.solutions[0].cost * 9 / 10);

  const std::atomic<bool> raised = true;
  const search::CheapestResult stopped = cheapest(problem, 1, {.stop = &raised});
  CHECK(stopped.status == Status::stopped);
  CHECK(stopped.statistics.nodes == 0);

  // Raised on the way, by the callback.
  std::atomic<bool> stop = false;
  double share = 0;
  Options options{.stop = &stop, .progress_interval = 0ns};
  options.on_progress = [&](const search::Progress& progress) {
    CHECK(progress.share >= share);
    CHECK(progress.share <= 1);
    share = progress.share;
    REQUIRE(progress.costs);
    const std::int64_t least = whole.solutions[0].cost;
    if (progress.costs->best) CHECK(*progress.costs->best >= least);
    // Once the best one was met, the bound is that of the others.
    if (progress.costs->best != least) CHECK(progress.costs->bound.value_or(least) <= least);
    CHECK(progress.costs->best.has_value() == (progress.solutions != 0));
    if (progress.nodes > 500) stop = true;
  };
  const search::CheapestResult paused = cheapest(problem, 1'000'000, options);
  CHECK(paused.status == Status::stopped);
  CHECK(share > 0);
  CHECK(paused.statistics.nodes > 500);
  CHECK(paused.lower_bound <= whole.solutions[0].cost);
}

TEST_CASE("items may be left out") {
  Random random(390);
  int left_out = 0;
  for (int n = 0; n < 3'000; ++n) {
    CAPTURE(n);
    Model model = random_costs(random);
    bool is_any_free = false;
    for (std::uint32_t i = 0; i < model.primaries; ++i) {
      if (!random.chance(0.4)) continue;
      model.items[i].bounds = {.at_least = 0, .at_most = 1};
      is_any_free = true;
    }
    const Problem problem = model.problem();
    const auto all = by_cost(problem);
    const std::uint64_t k = random.between(1, 5);
    INFO(canonical_text(problem));
    REQUIRE(fault(problem, all, k, cheapest(problem, k)).empty());
    const auto least = all_cheapest(problem);
    REQUIRE(least.complete());
    const auto end = std::find_if(
        all.begin(), all.end(), [&](const auto& solution) { return solution.cost != all[0].cost; });
    REQUIRE(least.solutions == std::vector(all.begin(), end));
    if (is_any_free && !all.empty()) ++left_out;
  }
  CHECK(left_out > 500);
}

TEST_CASE("a certificate of classes needs their group, with all its members") {
  const Problem problem = partitioning(8, 20, 1).problem();
  class : public search::CertificateSink {
    void write(std::span<const std::uint8_t>) override {}
    std::uint64_t position() override { return 0; }
    void rewind(std::uint64_t) override {}
  } sink;
  search::Trace trace(sink, problem);
  CHECK_THROWS_WITH(cheapest(problem, CheapestWanted{}, {.up_to = UpTo::all, .trace = &trace}),
                    Catch::Contains("begins with the group"));
  ProblemBuilder b;  // with 40,320 * 40,320 symmetries
  const std::array items = {b.primary("a"), b.primary("b")};
  for (const ItemId item : items) {
    for (int n = 0; n < 8; ++n) b.option({item});
  }
  const Problem alike = std::move(b).build();
  const auto group = symmetry::whole_group(alike);
  REQUIRE(group->listed() == nullptr);
  CHECK_THROWS_WITH(cheapest(alike, {.up_to = &*group}, {.trace = &trace}),
                    Catch::Contains("must list all symmetries"));
}

TEST_CASE("what is refused is refused in words") {
  const auto two_items = [](std::int64_t cost) {
    ProblemBuilder builder;
    const ItemId x = builder.primary("x");
    const ItemId y = builder.primary("y");
    builder.option({x}, cost);
    builder.option({y}, cost);
    builder.option({x, y}, 1);
    return std::move(builder).build();
  };
  constexpr std::int64_t large = std::int64_t{1} << 58;
  CHECK_THROWS_WITH(cheapest(two_items(3), 0), Catch::Contains("0 cheapest"));
  for (const std::int64_t cost : {large, -large, std::numeric_limits<std::int64_t>::max(),
                                  std::numeric_limits<std::int64_t>::min()}) {
    CHECK_THROWS_AS(cheapest(two_items(cost)), std::overflow_error);
    CHECK_THROWS_WITH(cheapest(two_items(cost)), Catch::Contains("2^59"));
    CHECK_THROWS_WITH(cheapest(two_items(cost)),
                      Catch::StartsWith("a cost of " + std::to_string(cost) + " is too large"));
  }
  CHECK(cheapest(two_items(large - 1), 2).solutions[1].cost == 2 * large - 2);
  CHECK(cheapest(two_items(1 - large)).solutions[0].cost == 2 - 2 * large);
}

}  // namespace
}  // namespace dlx::test
