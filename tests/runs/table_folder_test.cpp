// Tables of sweeps that are kept: a count that begins anew goes on with them, whatever became of
// the files.

#include "dlx/runs/table_folder.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/tables/sign_sum.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/lattice/lattice.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/saved_sweep.hpp"
#include "tests/support/tables.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 200;
constexpr int side = 14;
constexpr int pairs = 12;
constexpr std::chrono::milliseconds life_of_sum{1};
#else
constexpr int many = 1'000;
constexpr int side = 20;
constexpr int pairs = 15;
constexpr std::chrono::milliseconds life_of_sum{20};
#endif

TEST_CASE("a sweep that is saved at any moment goes on to the same end") {
  Random random(77);
  int refused = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 16)).problem();
    CAPTURE(canonical_text(problem));
    const tables::SweepPlan plan = tables::sweep_plan(problem, tables::narrow_order(problem));
    const Tally weights =
        random.chance(0.5) ? Tally(plain_weights(problem.option_count(), random.word())) : Tally();
    const tables::SweepResult whole = count_by_sweep(plan, weights);
    const auto begun = tables::make_sweep(
        plan, weights, {.control = {.limits = {.nodes = random.between(0, 40)}}});
    (void)begun->run();
    const std::string bytes = saved(*begun);
    const auto continued = tables::make_sweep(plan, weights, {.packed = random.chance(0.5)});
    REQUIRE(load(*continued, bytes));
    REQUIRE(continued->run() == Status::exhausted);
    const tables::SweepResult result = continued->result();
    REQUIRE(result.solutions == whole.solutions);
    REQUIRE(result.fingerprint == whole.fingerprint);
    REQUIRE(result.states == whole.states);
    // What is damaged is noticed, and the sweep begins anew.
    std::string damaged = bytes;
    if (random.chance(0.3)) {
      damaged.resize(random.below(damaged.size()));
    } else {
      damaged[random.below(damaged.size())] ^= static_cast<char>(1 << random.below(8));
    }
    const auto anew = tables::make_sweep(plan, weights);
    const bool taken = load(*anew, damaged);
    refused += taken ? 0 : 1;
    REQUIRE(anew->run() == Status::exhausted);
    REQUIRE(anew->result().solutions == whole.solutions);
    // The table of another sweep is not taken, unless it is the same table.
    const Problem other = random_model(random, random_shape(random, 16)).problem();
    const tables::SweepPlan other_plan = tables::sweep_plan(other, tables::narrow_order(other));
    const auto stranger = tables::make_sweep(other_plan);
    (void)load(*stranger, bytes);
    REQUIRE(stranger->run() == Status::exhausted);
    REQUIRE(stranger->result().solutions == count_by_sweep(other_plan, {}).solutions);
  }
  CHECK(refused == many);
}

TEST_CASE("a count that begins anew goes on with the tables in its folder") {
  const Problem problem = classics::dominoes::build(lattice::box(side, side)).problem;
  const counting::CountResult whole =
      counting::count(problem, Options{.method = CountMethod::sweep});
  const TemporaryFolder temporary;
  const std::string folder = temporary.path("tables");
  std::uint64_t states = 0;
  int lives = 0;
  for (bool done = false; !done; ++lives) {
    runs::TableFolder tables(folder, std::chrono::nanoseconds(0));
    Options options{.method = CountMethod::sweep};
    // Each is stopped soon after it has gone on, but a step must end before that.
    std::atomic<bool> stop = false;
    options.stop = &stop;
    options.progress_interval = std::chrono::microseconds(700 + 100 * lives);
    options.on_progress = [&](const search::Progress&) { stop = true; };
    counting::Counter counter(problem, options, {.tables = &tables});
    done = counter.run({}) == Status::exhausted;
    if (done) {
      CHECK(counter.result().value == whole.value);
      CHECK(counter.result().states == whole.states);
    }
    const auto kept = runs::TableFolder::list(folder);
    REQUIRE(kept.size() <= 1);
    if (!kept.empty()) {
      CHECK(kept[0].sweep.steps == side * (side - 1) / 2);  // to the diagonal
      states = std::max(states, kept[0].sweep.states);
    }
    REQUIRE(lives < 2'000);
  }
  CHECK(lives > 2);
  CHECK(states > 1'000);
  runs::TableFolder(folder, {}).remove();
  CHECK_FALSE(fs::exists(folder));
  CHECK(runs::TableFolder::list(folder).empty());
}

TEST_CASE("a sum over signs that begins anew goes on with what is kept of it") {
  const Problem problem = classics::langford::build(pairs).problem;
  const TemporaryFolder temporary;
  const std::string folder = temporary.path("sums");
  std::uint64_t step = 0;
  int lives = 0;
  for (bool done = false; !done; ++lives) {
    runs::TableFolder tables(folder, std::chrono::hours(1));
    Options options{.method = CountMethod::signs};
    std::atomic<bool> stop = false;
    options.stop = &stop;
    options.progress_interval = life_of_sum;
    options.on_progress = [&](const search::Progress&) { stop = true; };
    counting::Counter counter(problem, options, {.tables = &tables});
    done = counter.run({}) == Status::exhausted;
    if (done) CHECK(counter.result().value == (pairs == 12 ? 216'288 : 79'619'280));
    const auto kept = runs::TableFolder::list_sums(folder);
    REQUIRE(kept.size() <= 1);
    if (!kept.empty()) {
      CHECK(kept[0].steps == std::uint64_t{1} << (2 * pairs - 2 - 5));
      CHECK(kept[0].step >= step);
      step = kept[0].step;
    }
    REQUIRE(lives < 2'000);
  }
  CHECK(lives > 2);
  CHECK(step > 0);
}

TEST_CASE("a damaged file of a sum, and one of another plan, is not used") {
  const Problem problem = classics::langford::build(11).problem;
  const tables::SignPlan plan = *counting::find_sign_plan(problem).planning.plan;
  const TemporaryFolder temporary;
  const std::string folder = temporary.path("sums");
  runs::TableFolder tables(folder, {});
  CHECK_FALSE(tables.sum(problem, {}, plan));
  const auto sum = tables::make_sign_sum(plan, {}, {.limits = {.nodes = 1'000}});
  REQUIRE(sum->run() == Status::node_limit);
  tables.save(problem, {}, plan, sum->state());
  REQUIRE(tables.sum(problem, {}, plan) == sum->state());
  CHECK_FALSE(tables.sum(problem, Tally(plain_weights(problem.option_count(), 1)), plan));
  tables::SignPlan other = plan;
  other.items.pop_back();
  CHECK_FALSE(tables.sum(problem, {}, other));
  CHECK(tables.factors(problem, {}) == plan.items);
  CHECK(tables.factors(classics::langford::build(12).problem, {}).empty());

  const fs::path path = fs::directory_iterator(folder)->path();
  const std::string whole = bytes_of(path);
  Random random(drawn_seed());
  for (int n = 0; n < 300; ++n) {
    std::string damaged = whole;
    if (random.chance(0.3)) {
      damaged.resize(random.below(damaged.size()));
    } else {
      damaged[random.below(damaged.size())] ^= static_cast<char>(1 << random.below(8));
    }
    std::ofstream(path, std::ios::binary) << damaged;
    const auto found = tables.sum(problem, {}, plan);
    REQUIRE((!found || *found == sum->state()));
    const auto factors = tables.factors(problem, {});
    REQUIRE((factors.empty() || factors == plan.items));
    REQUIRE(runs::TableFolder::list_sums(folder).size() <= 1);
  }
}

TEST_CASE("a sum goes on with the factors it was begun with, though others may be found now") {
  // A latin square's first row: the rows are factors, and the columns would be as well.
  constexpr std::uint32_t n = 20;
  ProblemBuilder builder = ProblemBuilder::numbered(2 * n);
  for (std::uint32_t o = 0; o < n * n; ++o) builder.option({ItemId{o / n}, ItemId{n + o % n}});
  const Problem problem = std::move(builder).build();
  const tables::SignPlan found = *counting::find_sign_plan(problem).planning.plan;
  const std::uint32_t first = index(found.items[0]) < n ? n : 0;
  std::vector<ItemId> others;
  for (std::uint32_t i = first; i < first + n; ++i) others.push_back(ItemId{i});
  const tables::SignPlan kept = *tables::plan_signs(problem, others).plan;

  const TemporaryFolder temporary;
  runs::TableFolder tables(temporary.path("sums"), std::chrono::hours(1));
  const auto begun = tables::make_sign_sum(kept, {}, {.limits = {.nodes = 1'000}});
  REQUIRE(begun->run() == Status::node_limit);
  tables.save(problem, {}, kept, begun->state());
  Options options{.method = CountMethod::signs, .preprocess = false};
  counting::Counter counter(problem, options, {.tables = &tables});
  REQUIRE(counter.run({.work = 1'000}) == Status::running);
  counter.keep_tables();
  CHECK(tables.factors(problem, {}) == others);
  CHECK(tables.sum(problem, {}, kept)->step > begun->state().step);
  REQUIRE(counter.run() == Status::exhausted);
  CHECK(counter.value() == Natural(2'432'902'008'176'640'000));  // 20!
}

TEST_CASE("a pause that may be the end loses nothing, however long tables are to be kept for") {
  const Problem problem = classics::dominoes::build(lattice::box(12, 12)).problem;
  for (const CountMethod method : {CountMethod::sweep, CountMethod::automatic}) {
    CAPTURE(to_string(method));
    const TemporaryFolder temporary;
    const std::string folder = temporary.path("tables");
    runs::TableFolder tables(folder, std::chrono::hours(1));
    Options options{.method = method, .preprocess = false};
    counting::Counter counter(problem, options, {.tables = &tables});
    while (counter.status() == Status::running && counter.result().states < 1'000) {
      (void)counter.run({.work = 500});
    }
    REQUIRE(counter.status() == Status::running);
    CHECK(runs::TableFolder::list(folder).empty());
    counter.keep_tables();
    const auto kept = runs::TableFolder::list(folder);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].sweep.step > 0);
    counting::Counter anew(problem, options, {.tables = &tables});
    REQUIRE(anew.run({}) == Status::exhausted);
    CHECK(anew.result().value.to_string() == "53060477521960000");
  }
}

TEST_CASE("a count of classes keeps the sweeps that have ended") {
  std::chrono::nanoseconds slice = std::chrono::milliseconds(1);
  const Problem problem = classics::dominoes::build(lattice::box(side, side)).problem;
  const symmetry::SymmetryGroup group = symmetry::whole_group(problem, {}, 1'000).value();
  const TemporaryFolder temporary;
  Options options{.method = CountMethod::sweep};
  const ClassesResult whole = count_classes(problem, group, options);
  int lives = 0;
  for (bool done = false; !done; ++lives) {
    REQUIRE(lives < 1'000);
    runs::TableFolder tables(temporary.path("tables"), std::chrono::hours(1));
    ClassCounter counter(problem, group, options, {.tables = &tables});
    done = counter.run(slice) == Status::exhausted;
    counter.keep_tables();
    if (!tables.saved_at()) slice *= 2;  // on a busy machine
    if (done) {
      CHECK(counter.result().classes == whole.classes);
      CHECK(counter.result().solutions == whole.solutions);
    }
  }
  CHECK(lives > 2);
}

TEST_CASE("files of no use in a folder of tables harm nothing") {
  const Problem problem = classics::dominoes::build(lattice::box(8, 8)).problem;
  const TemporaryFolder temporary;
  const std::string folder = temporary.path("tables");
  runs::TableFolder tables(folder, std::chrono::nanoseconds(0));
  Options options{.method = CountMethod::sweep, .preprocess = false};
  const auto order = tables::narrow_order(problem);
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  const auto sweep = tables::make_sweep(plan, {}, {.control = {.limits = {.nodes = 1'000}}});
  CHECK(sweep->run() == Status::node_limit);
  tables.save(problem, {}, order, *sweep);
  const auto count_again = [&] {
    return counting::count(problem, options, {.tables = &tables}).value;
  };
  REQUIRE(count_again() == 12'988'816);
  REQUIRE(runs::TableFolder::list(folder).size() == 1);
  const std::string file = fs::directory_iterator(folder)->path().string();
  const std::string good = bytes_of(file);
  for (std::size_t length = 0; length < good.size(); length += 7) {
    fs::resize_file(file, length);
    CHECK(count_again() == 12'988'816);
  }
  fs::remove(file);
  fs::create_directory(file);
  CHECK(runs::TableFolder::list(folder).empty());
}

}  // namespace
}  // namespace dlx::test
