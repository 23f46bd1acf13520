// Sweeps that merge equivalent states, against brute force and against sweeps that merge none.

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/fold.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/tables/item_orders.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "dlx/tables/sweep_fold.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/sweep_progress.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/saved_sweep.hpp"
#include "tests/support/tables.hpp"
#include "tests/symmetry/designs.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 300;
#else
const int many = cases(2'000);
#endif

constexpr counting::FoldRule always{.least_states = 1, .least_merged = 1, .only_at_peaks = false};

/// A sweep in a given order that merges states, and all that it needs.
struct Folded {
  Folded(const Problem& problem, std::vector<ItemId> the_order, const counting::FoldRule& rule,
         const tables::TableOptions& options = {})
      : order(std::move(the_order)),
        plan(tables::sweep_plan(problem, order)),
        fold(counting::make_fold(problem, order, plan, nullptr, rule)),
        sweep(tables::make_sweep(plan, {}, options, fold.get())) {}

  std::vector<ItemId> order;
  tables::SweepPlan plan;
  std::unique_ptr<tables::Fold> fold;
  std::unique_ptr<tables::Sweep> sweep;
};

/// Rows with a cell for each column. Each cell gets a symbol. Rows, columns and symbols can be
/// exchanged as far as the random pattern of allowed symbols permits.
Problem random_array(Random& random) {
  const std::uint32_t rows = random.between(2, 4), columns = random.between(2, 4);
  const std::uint32_t symbols = columns;
  ProblemBuilder builder;
  std::vector<std::vector<ItemId>> cell(rows), in_row(rows), in_column(columns);
  const bool is_covered_once = rows == symbols && random.chance(0.5);
  const bool has_bounds = !is_covered_once && random.chance(0.5);
  const bool has_colours = random.chance(0.4);
  std::vector<bool> allowed;  // for each difference of symbol and column
  for (std::uint32_t d = 0; d < symbols; ++d) allowed.push_back(random.chance(0.85));
  const auto name = [](const char* kind, std::uint32_t a, std::uint32_t b) {
    return kind + std::to_string(a) + "." + std::to_string(b);
  };
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) cell[r].push_back(builder.primary(name("p", r, c)));
    for (std::uint32_t s = 0; s < symbols; ++s)
      in_row[r].push_back(builder.primary(name("r", r, s), {random.chance(0.5) ? 1U : 0U, 1}));
  }
  for (std::uint32_t c = 0; c < columns && (is_covered_once || has_bounds); ++c) {
    for (std::uint32_t s = 0; s < symbols; ++s) {
      const Bounds bounds = has_bounds ? Bounds{0, 2} : Bounds{};
      in_column[c].push_back(builder.primary(name("c", c, s), bounds));
    }
  }
  for (std::uint32_t c = 0; c < columns && in_column[c].empty(); ++c) {
    for (std::uint32_t s = 0; s < symbols; ++s)
      in_column[c].push_back(builder.secondary(name("c", c, s)));
  }
  std::vector<ItemId> painted;
  for (std::uint32_t c = 0; c < columns && has_colours; ++c)
    painted.push_back(builder.secondary(name("q", c, 0)));
  const std::vector<Colour> colours = {builder.colour("even"), builder.colour("odd")};
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      for (std::uint32_t s = 0; s < symbols; ++s) {
        if (!allowed[(s + symbols - c) % symbols]) continue;
        std::vector<Entry> entries = {cell[r][c], in_row[r][s], in_column[c][s]};
        if (has_colours) entries.emplace_back(painted[(c + s) % columns], colours[s % 2]);
        builder.option(entries);
      }
    }
  }
  return std::move(builder).build();
}

TEST_CASE("merged states: the count of brute force, on problems of every kind") {
  Random random(drawn_seed());
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 12)).problem();
    std::vector<ItemId> order = tables::closing_order(problem);
    if (random.chance(0.5)) random.shuffle(order);
    CAPTURE(n);
    Folded folded(problem, std::move(order), always);
    REQUIRE(folded.sweep->run() == Status::exhausted);
    REQUIRE(folded.sweep->result().solutions == Natural(brute_force(problem).size()));
  }
}

TEST_CASE("merged states: equal counts and fewer states on symmetric arrays") {
  Random random(drawn_seed());
  int with_solutions = 0, smaller = 0;
  for (int n = 0; n < many / 4; ++n) {
    const Problem problem = random_array(random);
    const bool in_rows = random.chance(0.7);
    std::vector<ItemId> order = tables::closing_order(problem);
    if (!in_rows) random.shuffle(order);
    CAPTURE(n, in_rows);
    const tables::SweepPlan plan = tables::sweep_plan(problem, order);
    const tables::SweepResult plain = count_by_sweep(plan, {});
    counting::FoldRule rule = always;
    rule.only_at_peaks = random.chance(0.5);
    Folded folded(problem, order, rule);
    REQUIRE(folded.sweep->run() == Status::exhausted);
    REQUIRE(folded.sweep->result().solutions == plain.solutions);
    REQUIRE(plain.solutions == counting::count_by_search(problem).value);
    with_solutions += plain.solutions != 0;
    smaller += folded.sweep->result().states < plain.states;
  }
  CHECK(with_solutions > many / 20);
  CHECK(smaller > many / 20);
}

// OEIS A002860: 812,851,200 Latin squares of order 6.
TEST_CASE("Latin squares: few states, and the same ones with threads, pauses and a saved sweep") {
  const Problem problem = latin_squares(6);
  const Natural expected = 812'851'200;
  const std::vector<ItemId> order = tables::closing_order(problem);
  Folded whole(problem, order, {.least_states = 16});
  REQUIRE(whole.sweep->run() == Status::exhausted);
  const tables::SweepResult one = whole.sweep->result();
  CHECK(one.solutions == expected);
  CHECK(one.most_states < 2'000);

  Folded by_threads(problem, order, {.least_states = 16},
                    {.jobs = runs::search_jobs({.threads = 3})});
  REQUIRE(by_threads.sweep->run() == Status::exhausted);
  CHECK(by_threads.sweep->result().solutions == expected);
  CHECK(by_threads.sweep->result().states == one.states);

  std::string bytes;
  int pauses = 0;
  for (bool ends = false; !ends && pauses < 10; ++pauses) {
    Folded again(problem, order, {.least_states = 16});
    if (pauses != 0) REQUIRE(load(*again.sweep, bytes));
    // A fold begins again after a load, and the longest fold takes more than half of the work.
    again.sweep->set_limits({.nodes = whole.sweep->looks() / 4 * 3});
    ends = again.sweep->run() == Status::exhausted;
    if (ends) CHECK(again.sweep->result().solutions == expected);
    bytes = saved(*again.sweep);
  }
  CHECK(pauses > 1);
  CHECK(pauses < 10);

  Folded sliced(problem, order, {.least_states = 16});
  std::uint64_t nodes = 0;
  do {
    sliced.sweep->set_limits({.nodes = nodes += 30'000});
  } while (sliced.sweep->run() != Status::exhausted);
  CHECK(sliced.sweep->result().solutions == expected);
  CHECK(sliced.sweep->result().states == one.states);
}

TEST_CASE("the work of a fold is not taken for progress of the step that follows it") {
  const Problem problem = latin_squares(4);
  const tables::SweepPlan plan = tables::sweep_plan(problem, tables::closing_order(problem));
  tables::sweeping::Progress plain(plan), folding(plan);
  std::uint64_t looks = 0, folds = 0;
  for (std::size_t step = 0; step + 1 < plan.steps.size() / 2; ++step) {
    looks += 100;
    plain.note_step(step, 100, 100, looks);
    folding.looks_of_folds = folds += 1'000;
    folding.note_step(step, 100, 100, looks + folds);
    // The work left is that of the sweep without folds, and the work left in the current fold.
    const auto left = [&](const tables::sweeping::Progress& progress, std::uint64_t so_far,
                          double fold) {
      const double share = progress.share(step + 1, so_far, fold);
      return static_cast<double>(so_far) * (1 - share) / share;
    };
    const double of_steps = left(plain, looks, 0);
    CHECK(left(folding, looks + folds, 0) == Approx(of_steps));
    CHECK(left(folding, looks + folds, 5'000) == Approx(of_steps + 5'000));
  }
  CHECK(folds > 0);
}

TEST_CASE("without memory for the classes no states are merged, and nothing is lost") {
  const Problem problem = latin_squares(5);
  const std::vector<ItemId> order = tables::closing_order(problem);
  Folded small(problem, order, {.least_states = 16}, {.memory_limit = 300'000});
  const Status status = small.sweep->run();
  REQUIRE((status == Status::exhausted || status == Status::memory_limit));
  if (status == Status::exhausted) CHECK(small.sweep->result().solutions == 161'280);
  CHECK(small.fold->memory_bytes() == 0);
}

TEST_CASE("the method fold, with a fingerprint and without") {
  const Problem problem = latin_squares(5);
  const auto merged = counting::count(problem, {.method = CountMethod::fold});
  CHECK(merged.value == 161'280);
  CHECK(merged.method == CountMethod::fold);
  const auto plain = counting::count(problem, {.method = CountMethod::sweep, .fingerprint = 3});
  const auto marked = counting::count(problem, {.method = CountMethod::fold, .fingerprint = 3});
  CHECK(marked.value == 161'280);
  CHECK(marked.fingerprint == plain.fingerprint);
}

TEST_CASE("a sweep says whether it merges states, and merges none with weights") {
  const Problem problem = latin_squares(4);
  const std::vector<ItemId> order = tables::closing_order(problem);
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  Folded folded(problem, order, always);
  CHECK(folded.sweep->folds());
  CHECK_FALSE(tables::make_sweep(plan)->folds());
  CHECK_THROWS_AS(tables::make_sweep(plan, Tally({OptionWeight{}}), {}, folded.fold.get()),
                  std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
