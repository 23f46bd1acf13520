// Weights that exclude all solutions, against all weights there are, and against known impossible
// tilings.

#include "dlx/preprocess/invariant.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/processor_time.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/tables.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 1'000;
#else
constexpr int many = 10'000;
#endif

/// Whether any weights modulo a prime exclude all solutions: tries them all.
bool can_be_refuted(const Problem& problem, std::uint32_t modulus) {
  preprocess::Invariant invariant{modulus, std::vector<std::uint32_t>(problem.primary_count())};
  for (;;) {
    if (refutes(invariant, problem)) return true;
    std::size_t i = 0;
    while (i < invariant.weights.size() && ++invariant.weights[i] == modulus) {
      invariant.weights[i++] = 0;
    }
    if (i == invariant.weights.size()) return false;
  }
}

/// Bars of a length on a board, some of whose corners are missing.
Problem bars(int length, int height, int width, int missing = 0) {
  ProblemBuilder b;
  const auto is_cell = [&](int y, int x) {
    const bool first = y == 0 && x == 0;
    const bool last = y == height - 1 && x == width - 1;
    return y < height && x < width && !(first && missing > 0) && !(last && missing > 1);
  };
  const auto name = [](int y, int x) { return std::to_string(y) + "," + std::to_string(x); };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (is_cell(y, x)) b.primary(name(y, x));
    }
  }
  const auto add = [&](int y, int x, int dy, int dx) {
    std::vector<std::string> names;
    for (int k = 0; k < length; ++k, y += dy, x += dx) {
      if (!is_cell(y, x)) return;
      names.push_back(name(y, x));
    }
    std::vector<Entry> cells;
    for (const std::string& cell : names) cells.push_back({b.find_item(cell).value()});
    b.option(cells);
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      add(y, x, 0, 1);
      add(y, x, 1, 0);
    }
  }
  return std::move(b).build();
}

/// Two of each of 1 to n in a row, k places between the two k.
Problem langford(int n) {
  ProblemBuilder b;
  std::vector<ItemId> numbers, places;
  for (int k = 1; k <= n; ++k) numbers.push_back(b.primary("n" + std::to_string(k)));
  for (int p = 0; p < 2 * n; ++p) places.push_back(b.primary("p" + std::to_string(p)));
  for (int k = 1; k <= n; ++k) {
    for (int p = 0; p + k + 1 < 2 * n; ++p) {
      b.option({numbers[static_cast<std::size_t>(k - 1)], places[static_cast<std::size_t>(p)],
                places[static_cast<std::size_t>(p + k + 1)]});
    }
  }
  return std::move(b).build();
}

/// The first modulus by which an invariant is found; 0: there is none.
std::uint32_t modulus_for(const Problem& problem) {
  const auto found = preprocess::refuting_invariant(problem).found;
  if (!found) return 0;
  CHECK(refutes(*found, problem));
  return found->modulus;
}

TEST_CASE("An invariant is found where there is one", "[preprocess]") {
  Random random(20261126);
  Shape shape{.most_primaries = 4, .most_options = 6};
  int refuted = 0;
  int with_solutions = 0;
  for (int k = 0; k < many; ++k) {
    const Problem problem = random_model(random, shape).problem();
    const bool solvable = !brute_force(problem).empty();
    for (const std::uint32_t modulus : {2u, 3u, 5u, 7u}) {
      const auto found = preprocess::refuting_invariant(problem, modulus, {}).found;
      REQUIRE(found.has_value() == can_be_refuted(problem, modulus));
      if (!found) continue;
      REQUIRE(refutes(*found, problem));
      REQUIRE_FALSE(solvable);
      ++refuted;
    }
    if (solvable) ++with_solutions;
  }
  CHECK(refuted > many / 20);
  CHECK(with_solutions > many / 20);
}

TEST_CASE("Known colourings are found", "[preprocess]") {
  CHECK(modulus_for(bars(2, 8, 8)) == 0);
  CHECK(modulus_for(bars(2, 8, 8, 1)) == 2);  // 63 cells
  CHECK(modulus_for(bars(2, 8, 8, 2)) == 3);  // two more of one colour than of the other
  // A bar of length k tiles a box only if it tiles it in one direction (D. Klarner 1969).
  CHECK(modulus_for(bars(4, 10, 10)) == 2);
  CHECK(modulus_for(bars(6, 9, 10)) != 0);
  CHECK(modulus_for(bars(6, 12, 10)) == 0);
}

TEST_CASE("Langford's problem has no solution where n is 1 or 2 modulo 4", "[preprocess]") {
  for (int n = 3; n <= 30; ++n) {
    const bool impossible = n % 4 == 1 || n % 4 == 2;
    CHECK(modulus_for(langford(n)) == (impossible ? 2u : 0u));
  }
}

TEST_CASE("A look for an invariant keeps to its time, and says so", "[preprocess]") {
  using std::chrono::milliseconds;
  const Problem board = bars(2, 98, 98);  // takes seconds for each modulus
  for (const int most : {0, 1, 300}) {
    const double start = processor_seconds();
    const preprocess::InvariantSearch search =
        preprocess::refuting_invariant(board, search::Deadline(milliseconds(most), nullptr));
    CHECK_FALSE(search.found);
    CHECK_FALSE(search.complete);
    CHECK(processor_seconds() - start < 0.01 * most + 0.1);
  }
  CHECK(preprocess::refuting_invariant(bars(2, 8, 8)).complete);
}

TEST_CASE("A count of a problem that an invariant excludes ends at once", "[preprocess]") {
  const counting::CountResult by_default = counting::count(langford(21));
  CHECK(by_default.complete());
  CHECK(by_default.value == 0);
  CHECK(by_default.method == CountMethod::invariant);
  const counting::CountResult asked =
      counting::count(langford(21), {.method = CountMethod::invariant});
  CHECK(asked.complete());
  CHECK(asked.value == 0);
  CHECK_THROWS_AS(counting::count(langford(8), {.method = CountMethod::invariant}),
                  std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
