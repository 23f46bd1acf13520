// The shared instances, which have known counts, and what each costs the engine to the node.

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <string>

#include "dlx/counting/counter.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

enum class Pace { quick, slow, out_of_reach };

/// Instances that are not quick, and why. Everything else counts in less than three seconds.
const std::map<std::string, Pace> paces = {
    {"pent6x10", Pace::slow},          // 4 s
    {"blocks8", Pace::slow},           // 15 s: 33 million solutions, one by one
    {"macmahon", Pace::slow},          // 36 s: 79 million nodes
    {"domino12", Pace::out_of_reach},  // 5.3e16 solutions: needs counting without enumerating
};

Pace pace_of(const std::string& name) {
  const auto found = paces.find(name);
  return found == paces.end() ? Pace::quick : found->second;
}

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr std::uint64_t most_nodes = 20'000;  // of each engine; others take minutes
#else
constexpr std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();
#endif

void check_instances(Pace pace) {
  const auto instances = shared_instances();
  const auto signatures = read_signatures();
  int walks = 0;
  for (const SharedInstance& instance : instances) {
    if (pace_of(instance.name) != pace) continue;
    CAPTURE(instance.name);
    const Problem problem = read_shared_instance(instance.name);
    CHECK(problem.item_count() == instance.items);
    CHECK(problem.option_count() == instance.options);
    for (const EngineKind engine : dividable_engines) {
      if (!is_for(engine, problem)) continue;
      // Minutes for each of the others.
      if (pace != Pace::quick && engine != EngineKind::dancing_links) continue;
      const auto signature =
          std::find_if(signatures.begin(), signatures.end(), [&](const Signature& s) {
            return s.instance == instance.name && s.engine == to_string(engine);
          });
      REQUIRE(signature != signatures.end());
      if (signature->nodes > most_nodes) continue;
      ++walks;
      const counting::CountResult result = walk(problem, engine);
      CHECK(result.complete());
      CHECK(result.value.to_string() == instance.solutions);
      INFO("a change of the search must also change data/signatures.tsv, and on purpose");
      CHECK(result.statistics.nodes == signature->nodes);
      CHECK(result.statistics.updates == signature->updates);
      CHECK(result.value.to_string() == signature->solutions);
    }
  }
  CHECK(walks > 0);
}

TEST_CASE("shared instances have the known counts and signatures", "[.shared]") {
  check_instances(Pace::quick);
}

TEST_CASE("large shared instances have the known counts and signatures", "[.shared][slow]") {
  check_instances(Pace::slow);
}

}  // namespace
}  // namespace dlx::test
