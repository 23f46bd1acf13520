// The cheapest solutions by runs in a file: however often the file is opened again, the costs are
// those of one search.

#include "dlx/runs/cheapest.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/runs/sealed_text.hpp"
#include "tests/check/checker.hpp"
#include "tests/check/cost_subject.hpp"
#include "tests/support/model.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::test {
namespace {

/// Opens the file anew after every few nodes.
search::CheapestResult run_in_pieces(const Problem& problem, Options options,
                                     const CheapestWanted& wanted, Random& random) {
  for (int pieces = 0; pieces < 10'000; ++pieces) {
    options.nodes = random.between(1, 3);
    search::CheapestResult result = runs::cheapest(problem, wanted, options);
    if (result.complete()) return result;
    REQUIRE(result.status == Status::node_limit);
  }
  FAIL("the run does not end");
  return {};
}

TEST_CASE("runs for the cheapest that are interrupted find the same costs") {
  Random random(20'261'128);
  const TemporaryFolder folder;
  int solved = 0;
  for (int n = 0; n < 60; ++n) {
    Model model = random_model(random, random_shape(random, 12));
    for (auto& option : model.options) option.cost = random.between(0, 30);
    const Problem problem = model.problem();
    const CheapestWanted wanted{
        .k = n % 3 == 0 ? std::nullopt : std::optional<std::uint64_t>(random.between(1, 4)),
        .count = n % 4 == 0};
    const std::string path = folder.path(std::to_string(n));
    const search::CheapestResult whole = cheapest(problem, wanted);
    for (int times = 0; times < 2; ++times) {  // the second time the file has the answer
      const search::CheapestResult result =
          run_in_pieces(problem, {.checkpoint = path}, wanted, random);
      CAPTURE(n, times);
      REQUIRE(result.count == whole.count);
      REQUIRE(result.lower_bound == whole.lower_bound);
      REQUIRE(result.solutions.size() == whole.solutions.size());
      for (std::size_t i = 0; i < whole.solutions.size(); ++i) {
        REQUIRE(result.solutions[i].cost == whole.solutions[i].cost);
        REQUIRE(verify(problem, result.solutions[i].options).empty());
      }
    }
    REQUIRE(runs::read_ledger(path).answer);
    const bool has_command = !wanted.k || !wanted.count;
    REQUIRE(runs::read_ledger(path).facts.contains("arguments") == has_command);
    solved += whole.solutions.empty() ? 0 : 1;
  }
  CHECK(solved > 30);
}

TEST_CASE("a run for the cheapest that is interrupted has a certificate") {
  Random random(20'261'129);
  const TemporaryFolder folder;
  int with_pieces = 0;
  for (int n = 0; n < 120; ++n) {
    Model model = random_model(random, random_shape(random, 14));
    for (auto& option : model.options) option.cost = random.between(0, 30);
    const Problem problem = model.problem();
    const CostSubject subject(random, 0, costs_of(problem, brute_force(problem)));
    const CheapestWanted wanted{.k = subject.wanted, .count = n % 2 == 0 && !subject.lists()};
    const Options options{.max_cost = subject.most,
                          .certificate = folder.path("proof"),
                          .checkpoint = folder.path(std::to_string(n))};
    const auto accepted = [&] {
      const Checked checked =
          check_certificate(canonical_text(problem), bytes_of(options.certificate));
      INFO(checked.error << canonical_text(problem) << subject.more);
      REQUIRE(checked.code == 0);
      REQUIRE(checked.more == subject.more);
      std::filesystem::remove(options.certificate);
    };
    CAPTURE(n);
    REQUIRE(run_in_pieces(problem, options, wanted, random).count == subject.count);
    accepted();
    // The certificate of a complete run can be written again.
    REQUIRE(runs::cheapest(problem, wanted, options).count == subject.count);
    accepted();
    const std::string pieces = options.checkpoint + ".certificate/";
    const auto number = std::distance(std::filesystem::directory_iterator(pieces), {});
    with_pieces += number > 2 ? 1 : 0;
    if (n % 10 != 0 || number < 2) continue;
    Options without = options;
    without.certificate.clear();
    CHECK_THROWS_WITH(runs::cheapest(problem, wanted, without),
                      Catch::Contains("it makes a certificate"));
    std::filesystem::copy_file(pieces + "1", pieces + "2",
                               std::filesystem::copy_options::overwrite_existing);
    CHECK_THROWS_WITH(runs::cheapest(problem, wanted, options),
                      Catch::Contains("is not as the run has written it"));
    std::filesystem::remove(pieces + "1");
    CHECK_THROWS_WITH(runs::cheapest(problem, wanted, options), Catch::Contains("is missing"));
  }
  CHECK(with_pieces > 20);
}

TEST_CASE("the file of an interrupted run says which part has been searched") {
  const TemporaryFolder folder;
  std::string text = "a b c d e f g\n";
  for (char item = 'a'; item <= 'g'; ++item) {
    for (int cost = 1; cost <= 3; ++cost) text += std::string(1, item) + " |1\n";
  }
  const Problem problem = problem_of(text);  // 3^7 solutions of the same cost
  const std::string path = folder.path("run");
  double before = 0;
  bool is_complete = false;
  for (int pieces = 0; !is_complete; ++pieces) {
    REQUIRE(pieces < 100);
    const CheapestWanted wanted{.k = CheapestWanted::every, .count = true};
    const auto result = runs::cheapest(problem, wanted, {.nodes = 100, .checkpoint = path});
    is_complete = result.complete();
    const auto words = nlohmann::json::parse(runs::read_ledger(path).facts.at(runs::cheapest_fact));
    const auto share = words.at("share").get<double>();
    CAPTURE(pieces, before);
    CHECK(share > before);
    CHECK((share < 1) == !is_complete);
    CHECK(share == result.statistics.share);
    before = share;
  }
}

TEST_CASE("a run for the cheapest goes on only with the same task") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  const Problem problem = problem_of(std::string("a b\na |1\nb |2\na b |4\na b |5\n"));
  const Options options{.nodes = 1, .checkpoint = path};
  CHECK_FALSE(runs::cheapest(problem, {.k = 1}, options).complete());

  CHECK_THROWS_WITH(runs::cheapest(problem, {.k = 2}, options),
                    Catch::Contains("its wanted is '1', not '2'"));
  Options with_bound = options;
  with_bound.max_cost = Decimal{4};
  CHECK_THROWS_AS(runs::cheapest(problem, {.k = 1}, with_bound), runs::CheckpointError);
  const Problem other = problem_of(std::string("a b\na |1\nb |2\na b |4\n"));
  CHECK_THROWS_WITH(runs::cheapest(other, {.k = 1}, options), Catch::Contains("its problem is"));
  CHECK(runs::cheapest(problem, {.k = 1}, {.checkpoint = path}).solutions[0].cost == 3);

  // Damaged in any place: a number less, another number, or one more.
  const std::string begun = folder.path("begun");
  CHECK_FALSE(runs::cheapest(problem, {.k = 2}, {.nodes = 3, .checkpoint = begun}).complete());
  const std::vector<std::uint64_t> numbers =
      runs::numbers_in(runs::read_ledger(begun).facts.at("search"));
  int refused = 0;
  const auto try_with = [&](const std::vector<std::uint64_t>& changed) {
    {
      runs::Ledger ledger(begun);
      ledger.note({{"search", runs::numbers_text(changed)}});
    }
    try {
      static_cast<void>(runs::cheapest(problem, {.k = 2}, {.nodes = 0, .checkpoint = begun}));
    } catch (const runs::CheckpointError& e) {
      CHECK_THAT(e.what(), Catch::Contains("the checkpoint is damaged: its search"));
      ++refused;
    }
  };
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{3}, ~std::uint64_t{0} / 2,
                                       std::uint64_t{1} << 33, ~std::uint64_t{0}}) {
      std::vector<std::uint64_t> changed = numbers;
      changed[place] = number;
      try_with(changed);
    }
    try_with({numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(place)});
  }
  CHECK(refused > 40);
}

}  // namespace
}  // namespace dlx::test
