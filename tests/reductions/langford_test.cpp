#include "reductions/classics/langford.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>

#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::test {
namespace {

using classics::langford::Row;

bool is_langford(const Row& row, int n) {
  if (row.size() != 2 * static_cast<std::size_t>(n)) return false;
  for (int k = 1; k <= n; ++k) {
    if (std::count(row.begin(), row.end(), k) != 2) return false;
    const auto first = std::find(row.begin(), row.end(), k);
    const auto second = std::find(first + 1, row.end(), k);
    if (second - first != k + 1) return false;
  }
  return true;
}

/// From the largest number down, into every place that is free.
void backtrack(int k, Row& row, std::set<Row>& found) {
  if (k == 0) {
    found.insert(row);
    return;
  }
  const auto gap = static_cast<std::size_t>(k) + 1;
  for (std::size_t i = 0; i + gap < row.size(); ++i) {
    if (row[i] != 0 || row[i + gap] != 0) continue;
    row[i] = row[i + gap] = k;
    backtrack(k - 1, row, found);
    row[i] = row[i + gap] = 0;
  }
}

TEST_CASE("Langford rows of 1 to 8: 0 0 2 2 0 0 52 300, half of them up to reflection") {
  constexpr std::array<std::size_t, 8> rows{0, 0, 2, 2, 0, 0, 52, 300};
  for (int n = 1; n <= 8; ++n) {
    INFO("numbers up to " << n);
    const classics::langford::Model model = classics::langford::build(n);
    const OptionSymmetries group = classics::langford::symmetries(model, UpTo::reflections);
    CHECK(group.order() == 2);
    CHECK(classics::langford::symmetries(model, UpTo::rotations).order() == 1);
    CHECK(classics::langford::symmetries(model, UpTo::none).order() == 1);
    Verifier verifier(model.problem);
    std::set<Row> found;
    std::set<Row> representatives;
    for (Solver solver(model.problem); solver.next();) {
      CHECK(verifier.faults(solver.solution()).empty());
      const Row row = classics::langford::decode(model, solver.solution());
      CHECK(is_langford(row, n));
      CHECK(found.insert(row).second);
      if (group.is_representative(solver.solution())) representatives.insert(row);
    }
    CHECK(found.size() == rows[static_cast<std::size_t>(n - 1)]);
    Row empty(2 * static_cast<std::size_t>(n));
    std::set<Row> expected;
    backtrack(n, empty, expected);
    CHECK(found == expected);
    CHECK(representatives.size() * 2 == found.size());
    for (Row row : representatives) {
      std::reverse(row.begin(), row.end());
      CHECK(found.count(row) == 1);
      CHECK(representatives.count(row) == 0);
    }
  }
}

TEST_CASE("reversal takes every option to its mirror image") {
  const classics::langford::Model model = classics::langford::build(6);
  const OptionSymmetries group = classics::langford::symmetries(model, UpTo::reflections);
  const OptionPermutation& reversal = group.members()[1];
  for (std::uint32_t o = 0; o < model.pairs.size(); ++o) {
    const classics::langford::Pair& from = model.pairs[o];
    const classics::langford::Pair& to = model.pairs[index(reversal[o])];
    CHECK(to.number == from.number);
    CHECK(to.first + from.first + from.number + 1 == 11);
    CHECK(reversal[index(reversal[o])] == OptionId{o});
  }
}

TEST_CASE("a drawn row, and bad sizes") {
  const classics::langford::Model model = classics::langford::build(3);
  std::set<std::string> drawn;
  for (Solver solver(model.problem); solver.next();) {
    drawn.insert(catalogue::draw(model, classics::langford::decode(model, solver.solution())));
  }
  CHECK(drawn == std::set<std::string>{"2 3 1 2 1 3\n", "3 1 2 1 3 2\n"});
  for (const int n : {0, -5, 1001, 2147483647}) {
    CHECK_THROWS_AS(classics::langford::build(n), std::invalid_argument);
  }
}

}  // namespace
}  // namespace dlx::test
