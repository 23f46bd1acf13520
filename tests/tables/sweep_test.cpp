// Sweeps against brute force, in any order of the items; large numbers, limits.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/scratch_file.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/tables/item_orders.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "tests/support/fingerprint.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/saved_sweep.hpp"
#include "tests/support/tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 2'000;
#else
const int many = cases(15'000);
#endif

std::vector<ItemId> shuffled_items(const Problem& problem, Random& random) {
  std::vector<ItemId> order;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) order.push_back(ItemId{i});
  random.shuffle(order);
  return order;
}

tables::SweepResult sweep(const Problem& problem, const std::vector<ItemId>& order,
                          const Tally& weights = {}, const tables::TableOptions& options = {}) {
  return count_by_sweep(tables::sweep_plan(problem, order), weights, options);
}

/// A sweep that pauses whenever it has read the given number of states.
tables::SweepResult sweep_in_slices(const Problem& problem, const std::vector<ItemId>& order,
                                    const Tally& weights, std::uint64_t nodes, bool dense = false) {
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  const auto sweep = tables::make_sweep(
      plan, weights, {.control = {.limits = {.nodes = 0}}, .dense = dense, .can_be_saved = false});
  std::uint64_t until = 0;
  while (sweep->run() == Status::node_limit) {
    sweep->set_limits({.nodes = until += nodes});
  }
  return sweep->result();
}

/// A sweep that is saved whenever it has read some states, and taken up by another, which has dense
/// tables if that had none.
tables::SweepResult sweep_by_many(const Problem& problem, const std::vector<ItemId>& order,
                                  const Tally& weights, std::uint64_t nodes) {
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  std::string bytes;
  for (bool dense = true;; dense = !dense, nodes *= 2) {
    const auto sweep = tables::make_sweep(
        plan, weights, {.control = {.limits = {.nodes = nodes}}, .dense = dense});
    REQUIRE((bytes.empty() || load(*sweep, bytes)));
    const bool over = sweep->run() == Status::exhausted;
    bytes = saved(*sweep);
    if (over) return sweep->result();
  }
}

/// A sweep in several threads, however few states there are, that is stopped before its first step.
tables::SweepResult sweep_in_threads(const Problem& problem, const std::vector<ItemId>& order,
                                     const Tally& weights, unsigned threads) {
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  search::Jobs jobs = runs::resources({.threads = threads}).jobs;
  jobs.least_states = 1;
  std::atomic<bool> stop = true;
  const auto sweep = tables::make_sweep(plan, weights,
                                        {.control = {.stop = &stop},
                                         .jobs = jobs,
                                         .packed = threads % 2 == 0,
                                         .dense = threads % 4 == 1});
  (void)sweep->run();
  stop = false;
  (void)sweep->run();
  return sweep->result();
}

void compare(Sample sample, std::uint64_t seed, int problems) {
  CAPTURE(seed);
  Random random(seed);
  int with_solutions = 0;
  int wide_fields = 0;
  for (int n = 0; n < problems; ++n) {
    const Problem problem = random_model(random, random_shape(random, 10)).problem();
    const std::vector<Solution> expected = brute_force(problem);
    // Options that stand for several, some with a factor of its own each.
    std::vector<OptionWeight> weights;
    std::vector<std::uint64_t> factors;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      factors.push_back(1 + random.word() % (Residue::modulus - 1));
      weights.push_back({random.between(1, 3), Residue(factors.back())});
    }
    Fingerprint fingerprint(factors);
    Natural ways;
    for (const Solution& solution : expected) {
      fingerprint.add(solution);
      Natural product = 1;
      for (const OptionId o : solution) product *= weights[index(o)].ways;
      ways += product;
    }
    with_solutions += expected.empty() ? 0 : 1;
    wide_fields += problem.has_colours() || problem.has_multiplicities() ? 1 : 0;
    for (int k = 0; k < 3; ++k) {
      const auto order = k == 0 ? tables::narrow_order(problem) : shuffled_items(problem, random);
      CAPTURE(n, k);
      INFO(canonical_text(problem));
      const tables::SweepResult plain = sweep(problem, order);
      REQUIRE(plain.status == Status::exhausted);
      REQUIRE(plain.solutions == Natural(expected.size()));
      const tables::SweepResult weighted = sweep(problem, order, Tally(weights));
      REQUIRE(weighted.solutions == ways);
      REQUIRE(weighted.fingerprint.value() == fingerprint.value());
      const tables::SweepResult packed = sweep(problem, order, Tally(weights), {.packed = true});
      REQUIRE(packed.solutions == ways);
      REQUIRE(packed.fingerprint == weighted.fingerprint);
      const tables::SweepResult dense = sweep(problem, order, {}, {.dense = true});
      REQUIRE(dense.solutions == plain.solutions);
      REQUIRE(dense.states == plain.states);
      REQUIRE(dense.most_states == plain.most_states);
      const tables::SweepResult in_slices =
          sweep_in_slices(problem, order, Tally(weights), random.between(1, 9), n % 2 == 0);
      REQUIRE(in_slices.solutions == ways);
      REQUIRE(in_slices.fingerprint == weighted.fingerprint);
      REQUIRE(in_slices.states == weighted.states);
      const tables::SweepResult by_many =
          sweep_by_many(problem, order, Tally(weights), random.between(1, 9));
      REQUIRE(by_many.solutions == ways);
      REQUIRE(by_many.fingerprint == weighted.fingerprint);
      if (n % 20 != 0) continue;
      const tables::SweepResult in_threads =
          sweep_in_threads(problem, order, Tally(weights), random.between(2, 6));
      REQUIRE(in_threads.solutions == ways);
      REQUIRE(in_threads.fingerprint == weighted.fingerprint);
      REQUIRE(in_threads.states == weighted.states);
    }
  }
  if (sample == Sample::drawn) return;
  CHECK(with_solutions > problems * 4 / 10);
  CHECK(wide_fields > problems * 4 / 10);
}

TEST_CASE("sweeps agree with brute force in every order, on problems of a fixed seed") {
  compare(Sample::fixed, 271'828, many);
}

TEST_CASE("sweeps agree with brute force on problems drawn for this run") {
  compare(Sample::drawn, drawn_seed(), many / 3);
}

TEST_CASE("dominoes on squares") {
  // P. W. Kasteleyn, The statistics of dimers on a lattice, Physica 27 (1961): a closed formula.
  const Problem small = dominoes(8, 8);
  CHECK(sweep(small, tables::narrow_order(small)).solutions == 12'988'816);
  const Problem large = dominoes(16, 16);
  const tables::SweepResult result = sweep(large, tables::narrow_order(large));
  CHECK(result.solutions.to_string() == "2444888770250892795802079170816");
  CHECK(result.most_states < 20'000);
}

TEST_CASE("a narrow order is not a wide one") {
  // Row by row a board of 4 x 40 has a frontier of 40, column by column of 4.
  ProblemBuilder b;
  std::vector<ItemId> cells;
  for (int i = 0; i < 160; ++i) cells.push_back(b.primary("c" + std::to_string(i)));
  for (std::size_t i = 0; i < 160; ++i) {
    if (i % 40 != 39) b.option({cells[i], cells[i + 1]});
    if (i + 40 < 160) b.option({cells[i], cells[i + 40]});
  }
  const Problem problem = std::move(b).build();
  CHECK(tables::sweep_bits(problem, cells) > 40);
  CHECK(tables::sweep_bits(problem, tables::narrow_order(problem)) < 16);
}

TEST_CASE("items may have any number of neighbours") {
  for (const int neighbours : {63, 64, 65, 127, 128, 129, 192}) {
    ProblemBuilder b;
    std::vector<Entry> all;
    for (int i = 0; i <= neighbours; ++i) all.emplace_back(b.primary("i" + std::to_string(i)));
    b.option(all);
    const Problem problem = std::move(b).build();
    CHECK(tables::item_orders(problem).size() >= 4);
    CHECK(sweep(problem, tables::narrow_order(problem)).solutions == 1);
  }
}

TEST_CASE("an item with bounds that is in every option comes last") {
  // Partitions of a path of 12 vertices into 3 to 5 parts: each option is a part.
  Model model;
  const std::uint32_t count = model.add_primary("count", {3, 5});
  for (int v = 0; v < 12; ++v) model.add_primary("v" + std::to_string(v));
  for (std::uint32_t first = 1; first <= 12; ++first) {
    for (std::uint32_t end = first + 1; end <= 13; ++end) {
      Model::Option& option = model.options.emplace_back();
      option.uses.push_back({count, Model::uncoloured});
      for (std::uint32_t v = first; v < end; ++v) option.uses.push_back({v, Model::uncoloured});
    }
  }
  const Problem problem = model.problem();
  const std::vector<ItemId> order = tables::narrow_order(problem);
  CHECK(order.back() == ItemId{count});
  CHECK(order.size() == problem.primary_count());
  std::vector<ItemId> count_first(order.rbegin(), order.rend());
  CHECK(tables::sweep_bits(problem, order) + 3 < tables::sweep_bits(problem, count_first));
  const tables::SweepResult late = sweep(problem, order), early = sweep(problem, count_first);
  CHECK(late.solutions == 55 + 165 + 330);
  CHECK(early.solutions == late.solutions);
  CHECK(late.states * 10 < early.states);
}

TEST_CASE("every order of item_orders has every primary item once") {
  Random random(3);
  for (int n = 0; n < 2'000; ++n) {
    const Problem problem = random_model(random, random_shape(random, 20)).problem();
    const auto orders = tables::item_orders(problem);
    REQUIRE(!orders.empty());
    for (auto order : orders) {
      std::sort(order.begin(), order.end());
      REQUIRE(order.size() == problem.primary_count());
      for (std::uint32_t i = 0; i < problem.primary_count(); ++i) REQUIRE(order[i] == ItemId{i});
    }
  }
}

/// Items with two options each, and a common secondary item that keeps them together.
Problem choices(int n) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < n; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  const ItemId common = b.secondary("common");
  const Colour red = b.colour("red");
  for (const ItemId item : items) {
    b.option({item, {common, red}});
    b.option({item, {common, red}});
  }
  return std::move(b).build();
}

/// Options of one item each, and of coloured items whose colours may be there already or not, so
/// that no constant leads to the next state.
Problem coloured_choices(Random& random, std::uint32_t primaries, int options) {
  ProblemBuilder b;
  std::vector<ItemId> items, coloured;
  for (std::uint32_t i = 0; i < primaries; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (int i = 0; i < 8; ++i) coloured.push_back(b.secondary("s" + std::to_string(i)));
  const std::vector<Colour> colours = {b.colour("red"), b.colour("green")};
  for (int o = 0; o < options; ++o) {
    std::vector<Entry> entries = {items[random.between(0, primaries - 1)]};
    for (const ItemId item : coloured) {
      if (random.chance(0.6)) entries.emplace_back(item, colours[random.chance(0.2) ? 1 : 0]);
    }
    b.option(entries);
  }
  return std::move(b).build();
}

TEST_CASE("options with many coloured items") {
  Random random(8);
  for (int n = 0; n < 150; ++n) {
    const Problem problem = coloured_choices(random, 5, 13);
    const auto order = shuffled_items(problem, random);
    const Natural expected(brute_force(problem).size());
    REQUIRE(sweep(problem, order).solutions == expected);
    REQUIRE(sweep_in_threads(problem, order, {}, 3).solutions == expected);
  }
}

TEST_CASE("threads share a step that has many states, and make the same tables") {
  const Problem problem = dominoes(14, 14);
  const auto order = tables::narrow_order(problem);
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  const tables::SweepResult one = count_by_sweep(plan, {});
  search::Jobs jobs = runs::resources({.threads = 3}).jobs;
  jobs.least_states = 1'000;
  const tables::SweepResult three = count_by_sweep(plan, {}, {.jobs = jobs});
  CHECK(three.solutions == one.solutions);
  CHECK(three.states == one.states);
  CHECK(three.most_states == one.most_states);
  const tables::SweepResult packed = count_by_sweep(plan, {}, {.jobs = jobs, .packed = true});
  CHECK(packed.solutions == one.solutions);
  CHECK(packed.states == one.states);
  // Limits hold, and what the callback throws arrives.
  CHECK(count_by_sweep(plan, {}, {.memory_limit = one.memory_bytes / 16, .jobs = jobs}).status ==
        Status::memory_limit);
  CHECK(count_by_sweep(plan, {},
                       {.control = {.limits = {.time = std::chrono::nanoseconds(1)}}, .jobs = jobs})
            .status == Status::time_limit);
  CHECK_THROWS_AS(
      count_by_sweep(
          plan, {},
          {.control = {.on_progress = [](const search::Progress&) { throw std::out_of_range(""); },
                       .progress_interval = std::chrono::nanoseconds(0)},
           .jobs = jobs}),
      std::out_of_range);
}

TEST_CASE("one thread gives up what it has read, unless the sweep is to be saved") {
  Random random(12);
  for (int n = 0; n < 30; ++n) {
    const bool board = n % 2 == 0;
    const Problem problem = board ? dominoes(10, 10) : coloured_choices(random, 12, 90);
    const tables::SweepPlan plan = tables::sweep_plan(
        problem, board ? tables::narrow_order(problem) : shuffled_items(problem, random));
    tables::TableOptions options = {.packed = n % 4 >= 2};
    const auto in_slices = [&](std::uint64_t most) {
      options.control.limits.nodes = 0;
      const auto sweep = tables::make_sweep(plan, {}, options);
      std::uint64_t until = 0;
      while (sweep->run() == Status::node_limit) {
        sweep->set_limits({.nodes = until += random.between(1, static_cast<std::uint32_t>(most))});
      }
      return sweep->result();
    };
    const tables::SweepResult whole = in_slices(1'000);
    options.can_be_saved = false;
    for (const std::uint64_t most : {100U, 1'000U, 100'000U}) {
      const tables::SweepResult given_up = in_slices(most);
      CAPTURE(n, most);
      REQUIRE(given_up.solutions == whole.solutions);
      REQUIRE(given_up.states == whole.states);
      CHECK(given_up.memory_bytes <= whole.memory_bytes);
    }
  }
  const tables::SweepPlan plan =
      tables::sweep_plan(dominoes(16, 16), tables::narrow_order(dominoes(16, 16)));
  const auto whole = tables::make_sweep(plan, {});
  CHECK(whole->run() == Status::exhausted);
  const auto less = tables::make_sweep(plan, {}, {.can_be_saved = false});
  CHECK(less->run() == Status::exhausted);
  CHECK(less->result().solutions == whole->result().solutions);
  CHECK(less->result().memory_bytes * 10 < whole->result().memory_bytes * 9);
  CHECK_THROWS_AS(saved(*less), std::logic_error);
}

TEST_CASE("tables are dense where most states are reached") {
  ProblemBuilder b;
  constexpr std::size_t width = 14;
  std::vector<ItemId> cells;
  for (std::size_t c = 0; c < width * width; ++c) {
    cells.push_back(b.primary("c" + std::to_string(c)));
  }
  for (std::size_t c = 0; c < width * width; ++c) {
    b.option({cells[c]});
    if ((c + 1) % width != 0) b.option({cells[c], cells[c + 1]});
    if (c + width < width * width) b.option({cells[c], cells[c + width]});
  }
  const Problem problem = std::move(b).build();
  for (const auto& order : tables::item_orders(problem)) {
    const tables::SweepResult sorted = sweep(problem, order, {}, {.packed = true});
    search::Jobs jobs = runs::resources({.threads = 3}).jobs;
    jobs.least_states = 1'000;
    for (const search::Jobs& some : {search::Jobs{}, jobs}) {
      const tables::SweepResult dense = sweep(problem, order, {}, {.jobs = some});
      CHECK(dense.solutions == sorted.solutions);
      CHECK(dense.states == sorted.states);
    }
    // Without memory for dense tables, sorted ones do it. Small ones are not packed then.
    const std::size_t limit = sorted.memory_bytes * 21 / 20;
    CHECK(sweep(problem, order, {}, {.memory_limit = limit}).solutions == sorted.solutions);
  }
}

TEST_CASE("a dense table becomes a sorted one where keys grow beyond a word") {
  // Every subset of some items is reached, and then sixty other items enter below them at once.
  constexpr std::size_t chosen = 13, more = 60;
  ProblemBuilder b;
  const auto items = [&](const char* name, std::size_t count) {
    std::vector<ItemId> made;
    for (std::size_t i = 0; i < count; ++i) made.push_back(b.primary(name + std::to_string(i)));
    return made;
  };
  const auto first = items("x", chosen), between = items("y", 2), many_more = items("b", more);
  const auto either = items("a", chosen), last = items("z", chosen);
  for (std::size_t i = 0; i < chosen; ++i) {
    b.option({first[i]});
    b.option({first[i], either[i]});
    b.option({last[i]});
    b.option({last[i], either[i]});
  }
  for (const ItemId item : many_more) {
    b.option({between[0], item});
    std::vector<Entry> others = {between[1]};
    for (const ItemId other : many_more) {
      if (other != item) others.emplace_back(other);
    }
    b.option(others);
  }
  const Problem problem = std::move(b).build();
  const auto order = first_ids<ItemId>(problem.primary_count());
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  CHECK(plan.words == 2);
  const Natural expected = more << chosen;
  CHECK(sweep(problem, order).solutions == expected);
  CHECK(sweep(problem, order, {}, {.packed = true}).solutions == expected);
  // Saved at many moments.
  for (std::uint64_t nodes = 0; nodes < 30'000; nodes += 500) {
    const auto begun = tables::make_sweep(plan, {}, {.control = {.limits = {.nodes = nodes}}});
    (void)begun->run();
    const auto other = tables::make_sweep(plan, {});
    REQUIRE(load(*other, saved(*begun)));
    CHECK(other->run() == Status::exhausted);
    CHECK(other->result().solutions == expected);
    CHECK_THROWS_AS(load(*other, saved(*begun)), std::logic_error);
  }
}

TEST_CASE("tables are packed where memory is short") {
  const Problem problem = dominoes(16, 16);
  const tables::SweepPlan plan = tables::sweep_plan(problem, tables::narrow_order(problem));
  const tables::SweepResult plain = count_by_sweep(plan, {});
  const tables::SweepResult packed =
      count_by_sweep(plan, {}, {.memory_limit = plain.memory_bytes * 3 / 4});
  CHECK(packed.status == Status::exhausted);
  CHECK(packed.solutions == plain.solutions);
  CHECK(packed.states == plain.states);

  // A piece is packed when it is full, so what was found too large by then is over the limit.
  int ended = 0;
  for (std::size_t part = 2; part <= 40; ++part) {
    const std::size_t limit = plain.memory_bytes * 2 / part;
    CAPTURE(limit);
    const tables::SweepResult cut = count_by_sweep(plan, {}, {.memory_limit = limit});
    CHECK(cut.memory_bytes <= limit + limit / 20);
    ended += cut.status == Status::memory_limit ? 1 : 0;
  }
  CHECK(ended > 20);
}

TEST_CASE("a file holds what memory does not") {
  const TemporaryFolder folder;
  const tables::MakeScratch make_scratch = [&] {
    return std::make_unique<runs::ScratchFile>(folder.path(""));
  };
  const Problem problem = dominoes(16, 16);
  const tables::SweepPlan plan = tables::sweep_plan(problem, tables::narrow_order(problem));
  const tables::SweepResult plain = count_by_sweep(plan, {});
  const std::size_t little = plain.memory_bytes / 5;
  CHECK(count_by_sweep(plan, {}, {.memory_limit = little}).status == Status::memory_limit);
  for (const unsigned threads : {1U, 3U}) {
    search::Jobs jobs = runs::resources({.threads = threads}).jobs;
    jobs.least_states = 1'000;
    const tables::SweepResult on_disk = count_by_sweep(
        plan, {}, {.memory_limit = little, .jobs = jobs, .make_scratch = make_scratch});
    CHECK(on_disk.status == Status::exhausted);
    CHECK(on_disk.solutions == plain.solutions);
    CHECK(on_disk.states == plain.states);
    CHECK(on_disk.memory_bytes <= little);
  }
  // A full disk ends the sweep, and leaves a table from which another one goes on.
  class FullAfter final : public tables::Scratch {
   public:
    FullAfter(std::string folder, std::uint64_t bytes) : file_(std::move(folder)), left_(bytes) {}
    std::uint64_t append(std::span<const std::uint8_t> bytes) override {
      if (bytes.size() > left_) throw io::SystemError("No space left on device");
      left_ -= bytes.size();
      return file_.append(bytes);
    }
    void read(std::uint64_t place, std::span<std::uint8_t> bytes) const override {
      file_.read(place, bytes);
    }
    [[nodiscard]] std::uint64_t end() const override { return file_.end(); }
    void release_before(std::uint64_t place) override { file_.release_before(place); }

   private:
    runs::ScratchFile file_;
    std::uint64_t left_;
  };
  for (const std::uint64_t room :
       {std::uint64_t{0}, std::uint64_t{50'000}, std::uint64_t{200'000}}) {
    CAPTURE(room);
    const auto full =
        tables::make_sweep(plan, {}, {.memory_limit = little, .make_scratch = [&] {
                                        return std::make_unique<FullAfter>(folder.path(""), room);
                                      }});
    CHECK_THROWS_AS(full->run(), io::SystemError);
    CHECK_THROWS_AS(full->run(), std::logic_error);
    const auto anew =
        tables::make_sweep(plan, {}, {.memory_limit = little, .make_scratch = make_scratch});
    REQUIRE(load(*anew, saved(*full)));
    CHECK(anew->run() == Status::exhausted);
    CHECK(anew->result().solutions == plain.solutions);
    CHECK(anew->result().states == plain.states);
  }
  // A table that is larger than memory is taken up too.
  const std::size_t less = little / 2;
  const auto half = tables::make_sweep(plan, {},
                                       {.control = {.limits = {.nodes = plain.states / 2}},
                                        .memory_limit = less,
                                        .make_scratch = make_scratch});
  CHECK(half->run() == Status::node_limit);
  const std::string bytes = saved(*half);
  for (const bool has_scratch : {false, true}) {
    const auto other = tables::make_sweep(
        plan, {},
        {.memory_limit = less, .make_scratch = has_scratch ? make_scratch : tables::MakeScratch()});
    const bool loaded = load(*other, bytes);
    CHECK((loaded && other->run() == Status::exhausted) == has_scratch);
    if (!has_scratch) continue;
    CHECK(other->result().solutions == plain.solutions);
    CHECK(other->result().memory_bytes <= less);
  }
  const tables::MakeScratch no_folder = [&] {
    return std::make_unique<runs::ScratchFile>(folder.path("none"));
  };
  CHECK_THROWS_AS(count_by_sweep(plan, {}, {.memory_limit = little, .make_scratch = no_folder}),
                  io::SystemError);
}

TEST_CASE("numbers grow as they must") {
  Natural power = 1;
  for (int n = 1; n <= 400; ++n) {
    power *= 2;
    if (n % 57 != 0 && n != 63 && n != 64 && n != 65 && n != 128) continue;
    const Problem problem = choices(n);
    std::vector<OptionWeight> weights(problem.option_count());
    Natural weighted = power;
    weights[0].ways = weights[1].ways = ~std::uint64_t{0};
    weighted *= ~std::uint64_t{0};
    CAPTURE(n);
    CHECK(sweep(problem, tables::narrow_order(problem)).solutions == power);
    CHECK(sweep(problem, tables::narrow_order(problem), Tally(weights)).solutions == weighted);
  }
}

TEST_CASE("a sweep stops where it is told to") {
  const Problem problem = dominoes(10, 10);
  const auto order = tables::narrow_order(problem);
  const tables::SweepResult whole = sweep(problem, order);
  for (const std::uint64_t nodes : {0U, 1U, 2U, 100U, 1'000U}) {
    const tables::SweepResult cut =
        sweep(problem, order, {}, {.control = {.limits = {.nodes = nodes}}});
    CHECK(cut.status == Status::node_limit);
    CHECK(cut.solutions == 0);
  }
  CHECK(sweep(problem, order, {}, {.control = {.limits = {.time = std::chrono::nanoseconds(0)}}})
            .status == Status::time_limit);
  const std::atomic<bool> stop = true;
  CHECK(sweep(problem, order, {}, {.control = {.stop = &stop}}).status == Status::stopped);
  CHECK(whole.memory_bytes > 4'000);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{500}, std::size_t{1'000}}) {
    const tables::SweepResult cut = sweep(problem, order, {}, {.memory_limit = bytes});
    CHECK(cut.status == Status::memory_limit);
    CHECK(cut.memory_bytes <= bytes + 4'096);
    const tables::SweepPlan plan = tables::sweep_plan(problem, order);
    const auto again = tables::make_sweep(plan, {}, {.memory_limit = bytes});
    CHECK(again->run() == Status::memory_limit);
    CHECK(again->run() == Status::memory_limit);
    CHECK(again->result().solutions == 0);
  }
  CHECK(sweep(problem, order, {}, {.memory_limit = 4 * whole.memory_bytes}).solutions ==
        whole.solutions);
}

TEST_CASE("what is left of a sweep is estimated") {
  for (const std::size_t width : {0U, 8U, 11U, 14U}) {
    CAPTURE(width);
    const Problem problem = width == 0 ? langford(11) : dominoes(width, width);
    const tables::SweepPlan plan = tables::sweep_plan(problem, tables::narrow_order(problem));
    const auto whole = tables::make_sweep(plan);
    REQUIRE(whole->run() == Status::exhausted);
    const auto all = static_cast<double>(whole->looks());
    const auto sweep = tables::make_sweep(plan, {}, {.control = {.limits = {.nodes = 0}}});
    CHECK(sweep->share() == 0);
    for (std::uint64_t looks = 0; sweep->run() != Status::exhausted;) {
      const double done = static_cast<double>(sweep->looks()) / all;
      CAPTURE(done, sweep->share());
      if (done > 0.01) {
        const double left = (1 - done) / done;
        const double estimated = (1 - sweep->share()) / sweep->share();
        const double factor = done < 0.1 || width == 0 ? 6 : 2.8;
        CHECK(estimated <= factor * left + 0.2);
        CHECK(left <= factor * estimated + 0.2);
      }
      sweep->set_limits({.nodes = looks += whole->looks() / 50});
    }
    CHECK(sweep->share() == 1);
  }
}

TEST_CASE("states that cover as many items as options can are not expected to be more") {
  // Two of four places are covered after the first pair, and all of them after the second.
  ProblemBuilder b;
  const std::vector<ItemId> numbers = {b.primary("1"), b.primary("2")};
  std::vector<ItemId> places;
  for (int p = 0; p < 4; ++p) places.push_back(b.primary("p" + std::to_string(p)));
  for (const ItemId number : numbers) {
    for (std::size_t p = 0; p < 4; ++p) {
      for (std::size_t q = p + 1; q < 4; ++q) b.option({number, places[p], places[q]});
    }
  }
  const Problem problem = std::move(b).build();
  std::vector<ItemId> order = numbers;
  order.insert(order.end(), places.begin(), places.end());
  const tables::SweepPlan plan = tables::sweep_plan(problem, order);
  REQUIRE(plan.steps.size() == 6);
  CHECK(plan.steps[0].bits_after == 4);
  CHECK(plan.steps[0].free_bits == Approx(std::log2(6)));
  CHECK(plan.steps[1].bits_after == 4);
  CHECK(plan.steps[1].free_bits == Approx(0).margin(1e-9));

  const std::vector<ItemId> backwards(order.rbegin(), order.rend());
  for (const tables::SweepPlan::Step& step : tables::sweep_plan(problem, backwards).steps) {
    CHECK(step.free_bits <= step.bits_after);
  }
}

TEST_CASE("keys of one word to sixteen") {
  for (const auto& [items, words] :
       {std::pair(50, 1U), {100, 2U}, {160, 3U}, {220, 4U}, {450, 8U}, {1'000, 16U}}) {
    ProblemBuilder b;
    std::vector<Entry> all, even, odd;
    for (int i = 0; i < items; ++i) {
      all.emplace_back(b.primary("i" + std::to_string(i)));
      (i % 2 == 0 ? even : odd).push_back(all.back());
    }
    for (const auto& entries : {all, even, odd, odd, all}) b.option(entries);
    const Problem problem = std::move(b).build();
    const tables::SweepPlan plan = tables::sweep_plan(problem, tables::narrow_order(problem));
    CAPTURE(items);
    CHECK(plan.words == words);
    auto begun = tables::make_sweep(plan, {}, {.control = {.limits = {.nodes = 1}}});
    CHECK(begun->run() == Status::node_limit);
    const auto sweep = std::move(begun);
    sweep->set_limits({});
    CHECK(sweep->run() == Status::exhausted);
    CHECK(sweep->result().solutions == 4);
  }
}

TEST_CASE("a frontier that fits no key is refused") {
  ProblemBuilder b;
  std::vector<Entry> all;
  for (int i = 0; i < 1'100; ++i) all.emplace_back(b.primary("i" + std::to_string(i)));
  b.option(all);
  b.option(all);
  const Problem problem = std::move(b).build();
  CHECK_THROWS_AS(sweep(problem, tables::narrow_order(problem)), std::invalid_argument);
}

TEST_CASE("how wide every frontier is at least is a lower limit, and is told without an order") {
  Random random(27);
  int told = 0;
  for (int n = 0; n < many / 10; ++n) {
    const Problem problem = random_model(random, random_shape(random, 12)).problem();
    if (problem.primary_count() == 0) continue;
    CAPTURE(n);
    INFO(canonical_text(problem));
    for (std::uint32_t bits = 0; bits < 12; ++bits) {
      if (!tables::every_frontier_exceeds(problem, bits)) continue;
      ++told;
      for (int order = 0; order < 3; ++order) {
        REQUIRE(tables::sweep_width(problem, shuffled_items(problem, random)) > bits);
      }
    }
  }
  CHECK(told > many / 20);
  // Each item shares options with all others, so all others are in the frontier after the first.
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 40; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t k = 0; k < i; ++k) b.option({items[i], items[k]});
  }
  const Problem complete = std::move(b).build();
  CHECK(tables::every_frontier_exceeds(complete, 38));
  CHECK_FALSE(tables::every_frontier_exceeds(complete, 39));
  CHECK_FALSE(tables::every_frontier_exceeds(dominoes(4, 4), 2));  // a corner has two neighbours
}

TEST_CASE("a plan keeps to its limits, and takes no memory if it cannot") {
  const Problem board = dominoes(8, 8);
  Random random(6);
  const Problem coloured = random_model(random, random_shape(random, 12)).problem();
  for (const Problem* problem : {&board, &coloured}) {
    const auto order = tables::narrow_order(*problem);
    int planned = 0, refused = 0;
    for (std::size_t limit = 0; limit < 60'000; limit += 101) {
      const tables::SweepPlanning planning = tables::plan_sweep(*problem, order, {.memory = limit});
      if (planning.plan) {
        ++planned;
        REQUIRE(planning.status == Status::exhausted);
        REQUIRE(planning.plan->memory_bytes() <= limit);
      } else {
        ++refused;
        REQUIRE(planning.status == Status::memory_limit);
      }
    }
    CHECK(planned > 0);
    CHECK(refused > 0);
  }
  const auto order = tables::narrow_order(board);
  CHECK(tables::sweep_width(board, order) == tables::sweep_plan(board, order).width);
  const tables::SweepPlanning late = tables::plan_sweep(
      board, order, {.deadline = search::Deadline(std::chrono::nanoseconds(0), nullptr)});
  CHECK_FALSE(late.plan);
  CHECK(late.status == Status::time_limit);
  const std::atomic<bool> stop = true;
  CHECK(tables::plan_sweep(board, order, {.deadline = search::Deadline({}, &stop)}).status ==
        Status::stopped);
  // Keys of two words, where one is allowed.
  const Problem wide = dominoes(40, 70);
  const std::vector<ItemId> rows = shuffled_items(wide, random);
  const tables::SweepPlanning too_wide = tables::plan_sweep(wide, rows, {.words = 1, .memory = 0});
  CHECK_FALSE(too_wide.plan);
  CHECK(too_wide.status == Status::exhausted);
  CHECK(too_wide.objection.ends_with(" bits; at most 63 are possible"));
}

TEST_CASE("orders of items are found in the memory given") {
  const Problem problem = dominoes(12, 12);
  const auto all = tables::item_orders(problem);
  CHECK(all.size() > 2);
  const auto few = tables::item_orders(problem, {}, 10'000);
  REQUIRE(few.size() == 2);
  CHECK(few[0] == all[0]);
  CHECK(few[1] == all[1]);
}

}  // namespace
}  // namespace dlx::test
