// Whatever problem the builder accepts comes back from every text that a run writes it into.

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/runs/carried_unit.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/split.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int rounds = 300;
constexpr int rounds_of_ledgers = 10;
#else
constexpr int rounds = 3'000;
constexpr int rounds_of_ledgers = 100;
#endif

template <class Write>
std::string text_by(Write write) {
  std::string text;
  write([&](std::string_view line) { text += line; });
  return text;
}

Problem from_knuth(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return read_knuth_text(input).problem;
}

Problem through_json(const Problem& problem) {
  io::Input input = io::Input::from_text(
      text_by([&](const TextSink& sink) { io::json_format().write(problem, sink); }), "text");
  return io::json_format().read(input, {}).problem;
}

Problem through_unit(const Problem& problem) {
  const runs::Division division = runs::split(problem, 2, EngineKind::automatic);
  if (division.units.empty()) return problem;  // it was over while it was divided
  io::Input input = io::Input::from_text(division.units.back(), "unit");
  return runs::read_unit(input).problem;
}

runs::CarriedRun run_of(const Problem& problem) {
  return {.program = "1.2.3",
          .search = {.engine = EngineKind::dancing_links},
          .listing = false,
          .weighted = false,
          .weights = {},
          .problem = problem};
}

Problem through_cluster(const Problem& problem) {
  const runs::CarriedRun run = run_of(problem);
  io::Input input = io::Input::from_text(to_text(run), "run");
  return runs::read_carried_run(input).problem;
}

Problem through_ledger(const Problem& problem, const std::string& file) {
  runs::RunFacts facts;
  facts["text"] = text_by([&](const TextSink& sink) { write_canonical_text(problem, sink); });
  runs::Ledger::create(file, facts, 1'000);
  return from_knuth(runs::read_ledger(file).facts.at("text"));
}

Problem random_problem(Random& random) {
  Shape shape = random_shape(random, 12);
  shape.zero_primaries = random.chance(0.1);
  shape.strange_names = random.chance(0.7);
  return random_model(random, shape).problem();
}

TEST_CASE("random problems come back from every text") {
  const std::uint64_t seed = GENERATE(std::uint64_t{31}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  const TemporaryFolder folder;
  int guarded = 0;
  for (int n = 0; n < rounds; ++n) {
    const Problem problem = random_problem(random);
    const std::string wanted = certificate::identity(problem);
    const std::string canonical = canonical_text(problem);
    CAPTURE(canonical);
    guarded += canonical.starts_with("1|") ? 1 : 0;
    REQUIRE(certificate::identity(from_knuth(canonical)) == wanted);
    REQUIRE(certificate::identity(from_knuth(text_by([&](const TextSink& sink) {
              (void)io::write_knuth_text(problem, sink);
            }))) == wanted);
    REQUIRE(certificate::identity(through_json(problem)) == wanted);
    REQUIRE(certificate::identity(through_unit(problem)) == wanted);
    REQUIRE(certificate::identity(through_cluster(problem)) == wanted);
    if (n >= rounds_of_ledgers) continue;
    REQUIRE(certificate::identity(through_ledger(problem, folder.path(std::to_string(n)))) ==
            wanted);
  }
  // Of problems drawn for one run few may be of a kind, by chance.
  if (seed == 31) CHECK(guarded > rounds / 100);
}

}  // namespace
}  // namespace dlx::test
