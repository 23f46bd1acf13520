// Every kernel of bit_matrix that this processor has: the same solutions as dancing links, in the
// same order, and as many nodes. (Fewer where dancing links sees a dead end a node later: it
// branches on an item with one option before it meets one with none.) With multiplicities the two
// branch on different items, so the order and the nodes differ.

#include "dlx/engines/bit_matrix.hpp"

#include <algorithm>
#include <bitset>
#include <catch2/catch.hpp>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/engines/dancing_links.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 300;  // of which some have large trees, by multiplicities
constexpr int dense = 20;
constexpr std::uint64_t dense_seed = 63;
constexpr std::size_t third = 5;  // of a set that is partitioned
constexpr std::uint32_t partitions = 126'126;
#else
const int many = cases(10'000);
constexpr int dense = 150;
constexpr std::uint64_t dense_seed = 62;
constexpr std::size_t third = 6;
constexpr std::uint32_t partitions = 2'858'856;
#endif

struct Run {
  std::vector<Solution> solutions;
  search::Statistics statistics;
  Status status = Status::running;
};

Run run_of(search::Engine& engine) {
  Run run;
  while (engine.next()) {
    run.solutions.emplace_back(engine.solution().begin(), engine.solution().end());
    if (run.solutions.size() % 8 == 1) engine.check_invariants();
  }
  engine.check_invariants();
  run.statistics = engine.statistics();
  run.status = engine.status();
  return run;
}

/// As sets of sets.
std::vector<Solution> sorted(std::vector<Solution> solutions) {
  for (Solution& solution : solutions) std::sort(solution.begin(), solution.end());
  std::sort(solutions.begin(), solutions.end());
  return solutions;
}

/// `wanted`: what dancing links finds. `most_rows`: see make_bit_matrix.
std::string difference(const Problem& problem, const Run& wanted, search::VectorKind kernel,
                       const Options& limits, std::uint32_t most_rows) {
  const bool same_tree = !problem.has_multiplicities();
  const Options own = same_tree ? limits : Options{};
  const auto engine = engines::make_bit_matrix(problem, own, kernel, most_rows);
  const Run run = run_of(*engine);
  if (run.status != wanted.status) return "another status";
  if (same_tree && run.statistics.nodes > wanted.statistics.nodes) return "more nodes";
  if (same_tree && run.statistics.nodes < wanted.statistics.nodes * 9 / 10) {
    return "far fewer nodes";
  }
  const auto& levels = run.statistics.nodes_per_level;
  if (std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}) != run.statistics.nodes) {
    return "other nodes by levels";
  }
  if (run.solutions != wanted.solutions) {
    if (same_tree) return "other solutions, or in another order";
    if (sorted(run.solutions) != sorted(wanted.solutions)) return "other solutions";
  }

  Tally tally;
  const auto counting = engines::make_bit_matrix(problem, {}, kernel, most_rows);
  counting->count(tally);
  if (tally.solutions() != Natural(wanted.solutions.size())) return "count() differs";
  if (counting->status() != Status::exhausted) return "count() did not come to an end";
  return {};
}

/// Compares every kernel with dancing links, unless that one's tree is larger than the limit: cut
/// short, they stand at different places. Empty: they agree.
std::string difference(const Problem& problem, const Options& limits, std::uint32_t most_rows) {
  const Run wanted = run_of(*engines::make_dancing_links(problem, limits));
  if (wanted.status != Status::exhausted) return {};
  for (const search::VectorKind kernel : search::vectors_of_processor()) {
    const std::string what = difference(problem, wanted, kernel, limits, most_rows);
    if (!what.empty()) return std::string(to_string(kernel)) + ": " + what;
  }
  return {};
}

TEST_CASE("every kernel finds what dancing links finds, in its order") {
  std::cout << "kernels:";
  for (const search::VectorKind kernel : search::vectors_of_processor()) {
    std::cout << ' ' << to_string(kernel) << ';';
  }
  std::cout << std::endl;
  Random random(61);
  Random rows(161);
  int compared = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 24)).problem();
    if (!engines::bit_matrix_objection(problem).empty()) continue;
    ++compared;
    const std::uint32_t most_rows = n % 3 == 0 ? rows.below(10) : 16'384;
    // Larger trees, 46 of 10,000, would take 30 times as long as all others.
    const std::string what = difference(problem, {.nodes = 30'000}, most_rows);
    if (!what.empty()) FAIL(what << "\n" << canonical_text(problem));
  }
  CHECK(compared > many / 3);
}

/// Many options of few items: what is left of the sheets shrinks quickly, past the borders of words
/// and vectors.
Problem dense_problem(Random& random, Random& bounds) {
  ProblemBuilder b;
  const std::uint32_t primaries = random.between(4, random.chance(0.3) ? 130 : 40);
  const std::uint32_t secondaries = random.below(4);
  std::vector<ItemId> items;
  const bool multiple = bounds.chance(0.3);
  for (std::uint32_t i = 0; i < primaries; ++i) {
    Bounds times;
    if (multiple && bounds.chance(0.2)) {
      times.at_most = bounds.between(1, bounds.chance(0.2) ? 40 : 3);
      times.at_least = bounds.between(1, std::min(times.at_most, 4U));
    }
    items.push_back(b.primary("p" + std::to_string(i), times));
  }
  std::vector<ItemId> extra;
  for (std::uint32_t i = 0; i < secondaries; ++i) {
    extra.push_back(b.secondary("s" + std::to_string(i)));
  }
  const std::vector<Colour> colours = {Colour::none, b.colour("red"), b.colour("blue")};
  const std::uint32_t options = random.between(60, 900);
  const std::uint32_t longest = random.between(2, 7);
  for (std::uint32_t o = 0; o < options; ++o) {
    // A window of items, so that there are solutions now and then.
    const std::uint32_t first = random.below(primaries);
    const std::uint32_t size = random.between(1, longest);
    std::vector<Entry> entries;
    for (std::uint32_t k = 0; k < size; ++k) {
      const ItemId item = items[(first + k * random.between(1, 2)) % primaries];
      const bool there = std::any_of(entries.begin(), entries.end(),
                                     [&](const Entry& e) { return e.item == item; });
      if (!there) entries.emplace_back(item);
    }
    for (const ItemId item : extra) {
      if (random.chance(0.2)) entries.emplace_back(item, colours[random.below(3)]);
    }
    b.option(entries);
  }
  return std::move(b).build();
}

TEST_CASE("every kernel on problems that shrink") {
  Random random(dense_seed);
  Random rows(162);
  Random bounds(163);
  int with_solutions = 0;
  int cut_short = 0;
  for (int n = 0; n < dense; ++n) {
    const Problem problem = dense_problem(random, bounds);
    const std::uint32_t most_rows = n % 3 == 0 ? rows.below(400) : 16'384;
    const Options limits{.nodes = 20'000};
    const std::string what = difference(problem, limits, most_rows);
    if (!what.empty()) FAIL(n << ": " << what);
    const Run run = run_of(*engines::make_bit_matrix(problem, limits, search::best_vectors()));
    with_solutions += run.solutions.empty() ? 0 : 1;
    cut_short += run.status == Status::node_limit ? 1 : 0;
  }
  CHECK(with_solutions > dense / 3);
  CHECK(cut_short > dense / 10);
  CHECK(cut_short < dense * 9 / 10);
}

TEST_CASE("so many options that no table of rows is kept at first") {
  // Partitions of a set of n into three sets of n/3: n! / (n/3)!^3 / 3!.
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::size_t i = 0; i < 3 * third; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (std::uint32_t set = 0; set < 1U << 3 * third; ++set) {
    if (std::bitset<32>(set).count() != third) continue;
    std::vector<Entry> option;
    for (std::size_t i = 0; i < 3 * third; ++i) {
      if ((set >> i & 1) != 0) option.emplace_back(items[i]);
    }
    b.option(option);
  }
  const Problem problem = std::move(b).build();
  const std::uint32_t most_rows = std::min(problem.option_count() - 1, 16'384U);
  const auto engine = engines::make_bit_matrix(problem, {}, search::best_vectors(), most_rows);
  Tally tally;
  engine->count(tally);
  CHECK(tally.solutions() == Natural(partitions));
}

/// The first solutions, in dancing links' order.
void check_first(const Problem& problem) {
  REQUIRE(engines::bit_matrix_objection(problem).empty());
  const Options few{.solutions = 3};
  const Run wanted = run_of(*engines::make_dancing_links(problem, few));
  REQUIRE(!wanted.solutions.empty());
  for (const search::VectorKind kernel : search::vectors_of_processor()) {
    CAPTURE(to_string(kernel));
    const Run run = run_of(*engines::make_bit_matrix(problem, few, kernel));
    CHECK(run.solutions == wanted.solutions);
    CHECK(run.status == wanted.status);
  }
}

TEST_CASE("as many options, items and options of an item as there may be") {
  const auto singles = [](std::uint32_t items, std::size_t options) {
    ProblemBuilder b;
    std::vector<ItemId> ids;
    for (std::uint32_t i = 0; i < items; ++i) ids.push_back(b.primary("i" + std::to_string(i)));
    for (std::size_t o = 0; o < options; ++o) b.option({ids[o % items]});
    return std::move(b).build();
  };
  check_first(singles(5, 262'144));
  check_first(singles(1, 65'535));
  check_first(singles(4'096, 4'096 + 64));
  for (const bool too_many : {false, true}) {  // 2^26 words of items' options
    ProblemBuilder b;
    const ItemId primary = b.primary("i");
    for (std::uint32_t i = 1; i < (1U << 26) / (32'768 / 64); ++i) {
      b.secondary("s" + std::to_string(i));
    }
    if (too_many) b.secondary("more");
    for (int o = 0; o < 32'768; ++o) b.option({primary});
    CHECK(engines::bit_matrix_objection(std::move(b).build()).empty() != too_many);
  }
}

TEST_CASE("bit_matrix says what it is not for") {
  ProblemBuilder large;
  std::vector<ItemId> items;
  for (int i = 0; i < 5; ++i) items.push_back(large.primary("i" + std::to_string(i)));
  for (std::size_t o = 0; o < 262'145; ++o) large.option({items[o % 5]});
  CHECK_THROWS_WITH(engines::make_bit_matrix(std::move(large).build(), {}),
                    Catch::Contains("262144 options"));
  ProblemBuilder lengthy;
  const ItemId a = lengthy.primary("a");
  for (int o = 0; o < 65'536; ++o) lengthy.option({a});
  CHECK_THROWS_WITH(engines::make_bit_matrix(std::move(lengthy).build(), {}),
                    Catch::Contains("65535 options"));
  ProblemBuilder closed;  // closing it is a way too
  const ItemId many_times = closed.primary("a", {.at_least = 0, .at_most = 65'535});
  for (int o = 0; o < 65'535; ++o) closed.option({many_times});
  CHECK_THROWS_WITH(engines::make_bit_matrix(std::move(closed).build(), {}),
                    Catch::Contains("65535 options"));
  ProblemBuilder wide;
  for (int i = 0; i < 4'097; ++i) wide.primary("i" + std::to_string(i));
  CHECK_THROWS_WITH(engines::make_bit_matrix(std::move(wide).build(), {}),
                    Catch::Contains("4096 primary"));
  ProblemBuilder plain;
  plain.option({plain.primary("a")});
  const Problem problem = std::move(plain).build();
  CHECK_THROWS_AS(engines::make_bit_matrix(problem, {.branching = BranchingRule::first_active}),
                  std::invalid_argument);
  for (const search::VectorKind kernel : {search::VectorKind::avx2, search::VectorKind::avx512,
                                          search::VectorKind::neon, search::VectorKind::simd128}) {
    const auto kernels = search::vectors_of_processor();
    if (std::find(kernels.begin(), kernels.end(), kernel) != kernels.end()) continue;
    CHECK_THROWS_WITH(engines::make_bit_matrix(problem, {}, kernel), Catch::Contains("processor"));
  }
}

}  // namespace
}  // namespace dlx::test
