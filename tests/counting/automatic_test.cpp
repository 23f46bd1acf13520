// What `automatic` makes of problems whose best method a search alone does not show.

#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/policy.hpp"
#include "dlx/io/knuth_text.hpp"
#include "reductions/classics/queens.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

counting::CountResult count_within(const Problem& problem, std::chrono::seconds limit,
                                   Options options = {}) {
  options.time = limit;
  return counting::count(problem, options);
}

/// Options as lists of items of one part, which becomes one of a larger problem.
struct Part {
  std::uint32_t items = 0;
  Bounds bounds = {};
  std::vector<std::vector<std::uint32_t>> options = {};
};

Part triple_systems(std::uint32_t points) {
  Part part;
  std::vector<std::vector<std::uint32_t>> pair(points, std::vector<std::uint32_t>(points));
  for (std::uint32_t a = 0; a < points; ++a) {
    for (std::uint32_t b = a + 1; b < points; ++b) pair[a][b] = part.items++;
  }
  for (std::uint32_t a = 0; a < points; ++a) {
    for (std::uint32_t b = a + 1; b < points; ++b) {
      for (std::uint32_t c = b + 1; c < points; ++c) {
        part.options.push_back({pair[a][b], pair[a][c], pair[b][c]});
      }
    }
  }
  return part;
}

/// Items `0:2|p` in a ring, each alone or with the next one.
Part ring(std::uint32_t length) {
  Part part{.items = length, .bounds = {0, 2}};
  for (std::uint32_t k = 0; k < length; ++k) {
    part.options.push_back({k});
    part.options.push_back({k, (k + 1) % length});
  }
  return part;
}

Problem together(const std::vector<Part>& parts, bool doubled = false) {
  ProblemBuilder b;
  std::vector<std::vector<ItemId>> items;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    items.emplace_back();
    for (std::uint32_t k = 0; k < parts[p].items; ++k) {
      items.back().push_back(
          b.primary(std::to_string(p) + "." + std::to_string(k), parts[p].bounds));
    }
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const auto& option : parts[p].options) {
      std::vector<Entry> entries;
      for (const std::uint32_t k : option) entries.emplace_back(items[p][k]);
      b.option(entries);
      if (doubled) b.option(entries);
    }
  }
  return std::move(b).build();
}

TEST_CASE("independent parts are counted apart, each by its own symmetries") {
  // 30 triple systems of 7 points, 840 of 9 and 1197504000 of 13.
  const std::vector<Part> parts = {triple_systems(9), triple_systems(7), triple_systems(13)};
  const counting::CountResult r = count_within(together(parts), std::chrono::seconds(60));
  REQUIRE(r.complete());
  CHECK(r.value == Natural(840) * 30 * 1'197'504'000);
  CHECK(r.parts == 3);
}

TEST_CASE("parts with merged duplicates are counted apart") {
  const std::vector<Part> parts = {triple_systems(9), triple_systems(7), triple_systems(9)};
  const counting::CountResult r = count_within(together(parts, true), std::chrono::seconds(60));
  REQUIRE(r.complete());
  // 12, 7 and 12 triples, each one of two.
  CHECK(r.value == Natural(840) * 840 * 30 * (std::uint64_t{1} << 31));
}

TEST_CASE("many small parts take no longer than they are many") {
  const counting::CountResult one = counting::count(together({ring(12)}));
  REQUIRE(one.complete());
  const counting::CountResult all =
      count_within(together(std::vector<Part>(300, ring(12))), std::chrono::seconds(60));
  REQUIRE(all.complete());
  Natural product = 1;
  for (int k = 0; k < 300; ++k) product *= one.value;
  CHECK(all.value == product);
}

TEST_CASE("a memo is tried beside a search that is long", "[.shared]") {
  // Graph partitions of a public benchmark, which a search does not count in hours.
  for (const auto& [name, wanted] :
       {std::pair("RS_Abvt", "39600000"), {"RS_Getnet", ""}, {"RS_grafo161.31", ""}}) {
    io::Input input =
        io::Input::open(shared_path(std::string("instances/dxd/") + name + ".dlx.gz"));
    const Problem problem = read_knuth_text(input).problem;
    const counting::CountResult r = count_within(problem, std::chrono::seconds(60));
    CAPTURE(name);
    REQUIRE(r.complete());
    Options by_memo{.method = CountMethod::memo};
    CHECK(r.value == count_within(problem, std::chrono::seconds(60), by_memo).value);
    if (*wanted != 0) CHECK(r.value.to_string() == wanted);
  }
}

TEST_CASE("every problem of that benchmark is counted", "[.shared]") {
  // Latin squares of 8 rows, for which the index has no number: counted by a sweep alone as well.
  const std::map<std::string, std::string> latin = {{"EC_latin8-blk-00002", "63398400"},
                                                    {"EC_latin8-blk-00004", "81497088"},
                                                    {"EC_latin8-blk-00006", "81652224"},
                                                    {"EC_latin8-blk-00008", "119867264"},
                                                    {"EC_latin8-blk-00010", "119789568"}};
  std::ifstream index(shared_path("instances/dxd/INDEX.tsv"));
  int counted = 0;
  for (std::string line; std::getline(index, line);) {
    std::istringstream fields(line);
    std::string name, wanted;
    fields >> name >> wanted;
    if (name == "#" || name == "instance") continue;
    if (const auto known = latin.find(name); known != latin.end()) wanted = known->second;
    io::Input input = io::Input::open(shared_path("instances/dxd/" + name + ".dlx.gz"));
    const Problem problem = read_knuth_text(input).problem;
    const counting::CountResult r = count_within(problem, std::chrono::seconds(60));
    CAPTURE(name, r.why);
    CHECK(r.complete());
    CHECK(r.value.to_string() == wanted);
    ++counted;
  }
  CHECK(counted > 100);
}

TEST_CASE("what counted a problem like this one is tried first, and lost if it is no good") {
  // A sweep of a board of queens has far more states than the search has nodes.
  const Problem problem = classics::queens::build(12).problem;
  const Options options;
  const counting::Resources resources;
  const std::optional<counting::Clock::time_point> end;
  const auto seconds_of_sweep = [&](double seconds_alike) {
    counting::Policy policy(problem, {},
                            {.options = &options,
                             .resources = &resources,
                             .end = &end,
                             .alike = {.seconds = seconds_alike, .method = CountMethod::sweep}},
                            {.symmetry = false});
    while (policy.run({}) == Status::running) {
    }
    CHECK(policy.counted().solutions == Natural(14200));
    counting::CountResult result;
    policy.add_to(result);
    double all = 0, sweep = 0;
    for (const counting::Trial& trial : result.trials) {
      all += trial.seconds;
      if (trial.what == "sweep") sweep = trial.seconds;
    }
    // Nominal, because the first second is.
    return sweep / all * policy.nominal_seconds();
  };
  constexpr double alike = 0.01;
  const double lost = seconds_of_sweep(alike);
  CAPTURE(lost);
  CHECK(lost > alike / 2);
  CHECK(lost < 4 * alike);
}

}  // namespace
}  // namespace dlx::test
