// A search whose units are carried as text, each way, is the search.

#include "dlx/runs/carried_unit.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/solver.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 20;
#else
constexpr int many = 150;
#endif

template <class Read>
auto from_text(const std::string& text, Read read) {
  io::Input input = io::Input::from_text(text, "text");
  return read(input);
}

search::TraceNumbers trace_numbers(const Problem& problem) {
  search::CertificateBytes nowhere;
  return search::Trace(nowhere, problem).numbers();
}

runs::CarriedRun run_of(const Problem& problem, EngineKind engine, bool listing,
                        bool traced = false) {
  return {
      .program = "1.2.3",
      .search = {.engine = engine},
      .listing = listing,
      .weighted = !listing,
      .weights = listing ? std::vector<OptionWeight>() : plain_weights(problem.option_count(), 5),
      .trace = traced ? std::optional(trace_numbers(problem)) : std::nullopt,
      .problem = problem};
}

/// Neither the time nor the digest of the text with it.
std::string without_time(const std::string& text) {
  const auto start = text.find("nanoseconds ");
  const auto end = text.find('\n', start);
  return text.substr(0, start) + text.substr(end, text.rfind("end ") - end);
}

Problem some_problem(Random& random) {
  for (;;) {
    Problem problem = random_model(random, random_shape(random, 24)).problem();
    if (problem.primary_count() != 0 && problem.option_count() != 0) return problem;
  }
}

TEST_CASE("units that are carried as text are the whole search") {
  Random random(1);
  int divided = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 24)).problem();
    if (problem.primary_count() == 0) continue;
    const EngineKind engine =
        engine_for(dividable_engines[random.below(dividable_engines.size())], problem);
    const bool listing = random.chance(0.5);
    const bool traced = random.chance(0.5);
    const std::string run_text = to_text(run_of(problem, engine, listing, traced));
    const std::string digest = certificate::sha256(run_text);
    const runs::CarriedRun run = from_text(run_text, runs::read_carried_run);
    REQUIRE(to_text(run) == run_text);
    REQUIRE(certificate::identity(run.problem) == certificate::identity(problem));

    runs::MemoryUnits units({search::OpenWork{}}, random.between(1, 40));
    std::vector<std::vector<OptionId>> found;
    while (auto unit = units.take()) {
      const runs::CarriedUnit carried =
          from_text(to_text(runs::CarriedUnit{digest, *unit}), runs::read_carried_unit);
      const runs::CarriedResult result =
          from_text(to_text(search_carried(run, digest, carried)), runs::read_carried_result);
      check_carried(result, carried, run);
      REQUIRE(result.trace.empty() == !traced);
      // A second try gives the same.
      REQUIRE(without_time(to_text(result)) ==
              without_time(to_text(search_carried(run, digest, carried))));
      found.insert(found.end(), result.solutions.begin(), result.solutions.end());
      units.finish(*unit, result.sums, deal(result.rest, random.between(1, 4)), unit->nodes);
    }
    divided += units.units_done() > 1 ? 1 : 0;

    Solver alone(problem, {.engine = engine});
    Tally tally(plain_weights(problem.option_count(), 5));
    std::vector<std::vector<OptionId>> wanted;
    if (listing) {
      while (alone.next()) wanted.emplace_back(alone.solution().begin(), alone.solution().end());
      for (auto* list : {&wanted, &found}) {
        for (auto& solution : *list) std::sort(solution.begin(), solution.end());
        std::sort(list->begin(), list->end());
      }
      REQUIRE(found == wanted);
      REQUIRE(units.sums().solutions == wanted.size());
    } else {
      alone.count(tally);
      REQUIRE(units.sums().solutions == tally.solutions());
      REQUIRE(units.sums().fingerprint == tally.fingerprint());
    }
    REQUIRE(units.sums().nodes == alone.statistics().nodes);
  }
  CHECK(divided > many / 4);
}

TEST_CASE("what is carried is refused with any byte changed, or cut off") {
  Random random(2);
  const Problem problem = some_problem(random);
  const runs::CarriedRun run = run_of(problem, EngineKind::dancing_links, true, true);
  const std::string run_text = to_text(run);
  const runs::CarriedUnit unit{certificate::sha256(run_text), {.id = 1, .part = {}, .nodes = 30}};
  const std::string result_text = to_text(search_carried(run, unit.run, unit));
  const auto refused = [&](const std::string& good, auto read) {
    for (std::size_t place = 0; place + 1 < good.size();
         ++place) {  // the last line may lack its end
      std::string bad = good;
      if (place % 2 == 0) {
        bad.resize(place);
      } else {
        bad[place] = static_cast<char>(bad[place] ^ (1 << random.below(7)));
      }
      CHECK_THROWS_AS(from_text(bad, read), io::InputError);
    }
  };
  refused(run_text, runs::read_carried_run);
  refused(to_text(unit), runs::read_carried_unit);
  refused(result_text, runs::read_carried_result);
}

TEST_CASE("a result that is not that of the unit is refused, though it is whole") {
  Random random(3);
  const Problem problem = some_problem(random);
  const runs::CarriedRun run = run_of(problem, EngineKind::dancing_links, false);
  const std::string digest = certificate::sha256(to_text(run));
  const runs::CarriedUnit unit{digest, {.id = 7, .part = {}, .nodes = 1'000'000}};
  const runs::CarriedResult good = search_carried(run, digest, unit);
  CHECK_NOTHROW(check_carried(good, unit, run));
  const auto refused = [&](auto change) {
    runs::CarriedResult bad = good;
    change(bad);
    CHECK_THROWS_AS(check_carried(bad, unit, run), std::invalid_argument);
  };
  refused([](runs::CarriedResult& r) { r.unit[0] = r.unit[0] == '0' ? '1' : '0'; });
  refused([](runs::CarriedResult& r) { r.program = "1.2.4"; });
  refused([&](runs::CarriedResult& r) {
    r.unit = certificate::sha256(
        to_text(runs::CarriedUnit{digest, {.id = 8, .part = {}, .nodes = 1'000'000}}));
  });
  refused([&](runs::CarriedResult& r) { r.rest = unit.unit.part; });
  refused([](runs::CarriedResult& r) {
    r.sums.nodes_per_level = {1'000'001};
    r.sums.nodes = 1'000'001;
  });
  refused([](runs::CarriedResult& r) { ++r.sums.nodes; });
  refused([](runs::CarriedResult& r) { r.solutions.emplace_back(); });
  refused([&](runs::CarriedResult& r) {
    r.rest = {.whole = false,
              .path = {},
              .branches = {{.depth = 0, .ways = {OptionId{problem.option_count()}}}}};
  });
  CHECK_THROWS_AS(search_carried(run, certificate::sha256("another"), unit), std::invalid_argument);
}

}  // namespace
}  // namespace dlx::test
