// What is said of a run under way, as a person reads it.

#include "apps/run/progress.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/search/progress.hpp"

namespace dlx::test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

using app::percentage;
using app::ProgressLines;
using app::time_in_words;
using app::times_in_words;

constexpr double day = 86'400;

TEST_CASE("times are in the unit that a person would use") {
  CHECK(time_in_words(0.19) == "0.19 s");
  CHECK(time_in_words(90) == "90 s");
  CHECK(time_in_words(600) == "10 min");
  CHECK(time_in_words(5 * 3'600) == "5 h");
  CHECK(time_in_words(6.5 * day) == "6.5 days");
  CHECK(time_in_words(1e9) == "32 years");
  CHECK(time_in_words(WideReal(0.5, 2'000)).ends_with(" years"));
  CHECK(times_in_words(481'578, 662'209) == "5.6 to 7.7 days");
  CHECK(times_in_words(27, 35) == "27 to 35 s");
  CHECK(times_in_words(0, 0) == "0 s");
  CHECK(times_in_words(0, 1e9) == "at most 32 years");
}

TEST_CASE("a small share has digits that tell something") {
  CHECK(percentage(0) == "0 %");
  CHECK(percentage(0.132) == "13.2 %");
  CHECK(percentage(0.99999) == "99.9 %");
  CHECK(percentage(1) == "100 %");
  CHECK(percentage(0.0000123) == "0.0012 %");
  CHECK(percentage(1e-20) == "1.0e-18 %");
}

TEST_CASE("a line of progress has what is known, and nothing that is not") {
  ProgressLines progress;
  progress.look({.nodes = 1'000, .seconds = 1});
  CHECK(progress.text() == "1 s: 1000 nodes, 0 solutions");
  progress.look({.nodes = 41'000,
                 .solutions = 5,
                 .share = 0.00012,
                 .seconds = 21,
                 .threads = 2,
                 .left = search::SecondsLeft{481'578, 662'209}});
  CHECK(progress.text() ==
        "21 s: 41000 nodes, 2000 a second, 5 solutions, about 0.012 % done, 2 threads, 5.6 "
        "to 7.7 days left");
  const app::Json line = progress.json();
  CHECK(line.at("nodes") == 41'000);
  CHECK(line.at("nodes_per_second") == 2'000);
  CHECK(line.at("seconds_left").size() == 2);
}

TEST_CASE("a search for the cheapest tells what is best, the bound and the gap") {
  ProgressLines progress;
  progress.look({.nodes = 10, .seconds = 1, .costs = search::CostGap{.bound = -25, .places = 1}});
  CHECK(progress.text() == "1 s: 10 nodes, 0 solutions, bound -2.5");
  progress.look({.nodes = 20,
                 .seconds = 2,
                 .costs = search::CostGap{.best = 7100, .bound = 7035, .places = 1}});
  CHECK(contains(progress.text(), ", best 710, bound 703.5, gap 0.92 %"));
  const app::Json line = progress.json();
  CHECK(line.at("best") == "710");
  CHECK(line.at("lower_bound") == "703.5");
  CHECK(line.at("gap") == 65.0 / 7100);

  using search::CostGap;
  CHECK(CostGap{.best = -10, .bound = -15}.share() == 0.5);
  CHECK(CostGap{.best = 0, .bound = 0}.share() == 0);
  CHECK(CostGap{.best = 5, .bound = 7}.share() == 0);  // of the second best
  CHECK_FALSE(CostGap{.best = 0, .bound = -1}.share());
  CHECK_FALSE(CostGap{.best = 5}.share());
  CHECK_FALSE(CostGap{.bound = 5}.share());
}

TEST_CASE("the best of several searches that follow one another is told") {
  std::vector<search::CostGap> seen;
  const search::ProgressCallback report =
      search::steady([&](const search::Progress& p) { seen.push_back(p.costs.value()); });
  report({.costs = search::CostGap{.bound = 3}});
  report({.costs = search::CostGap{.best = 9, .bound = 5}});
  report({.costs = search::CostGap{.bound = 4}});
  report({.costs = search::CostGap{.best = 8, .bound = 6}});
  report({.nodes = 1});
  REQUIRE(seen.size() == 5);
  CHECK(seen[0].best == std::nullopt);
  CHECK(seen[2].best == 9);
  CHECK(seen[2].bound == 5);
  CHECK(seen[4].best == 8);
  CHECK(seen[4].bound == 6);
}

TEST_CASE("the rate is that of what grows, and of the last seconds") {
  ProgressLines progress;
  progress.look({.nodes = 1'000'000, .seconds = 1});
  progress.look({.nodes = 1'000'000, .states = 5'000, .share = 0.2, .seconds = 2});
  CHECK(contains(progress.text(), "1000000 nodes, 5000 states, 5000 a second, "));
  for (int second = 3; second <= 40; ++second) {
    progress.look({.nodes = 1'000'000 + 1'000 * static_cast<std::uint64_t>(second),
                   .states = 5'000,
                   .seconds = static_cast<double>(second)});
  }
  CHECK(contains(progress.text(), "1040000 nodes, 1000 a second, 5000 states, "));
  ProgressLines table;
  table.look({.states = 5, .share = 0.5, .seconds = 1});
  CHECK(contains(table.text(), "50.0 % done"));
}

TEST_CASE("a rate is that of one way: it begins anew when another way leads") {
  ProgressLines progress;
  progress.look({.nodes = 1'000'000, .seconds = 1});
  progress.look({.nodes = 2'000'000, .seconds = 2});
  CHECK(progress.json().at("nodes_per_second") == 1'000'000);
  progress.look({.states = 500, .solutions_known = false, .share = 0.2, .seconds = 3});
  CHECK(progress.text() == "3 s: 500 states, about 20.0 % done");
  progress.look({.states = 800, .solutions_known = false, .share = 0.3, .seconds = 4});
  CHECK(progress.json().at("states_per_second") == 300);
  CHECK_FALSE(progress.json().contains("solutions"));
}

TEST_CASE("tables know of no solutions, and a search beside them of some") {
  std::vector<search::Progress> seen;
  const search::ProgressCallback report =
      search::steady([&](const search::Progress& p) { seen.push_back(p); });
  report({.states = 50, .solutions_known = false, .share = 0.01});
  report({.nodes = 100, .solutions = 3, .share = 0.02});
  report({.states = 90, .solutions_known = false, .share = 0.03});
  REQUIRE(seen.size() == 3);
  CHECK_FALSE(seen[0].solutions_known);
  CHECK(seen[1].solutions_known);
  CHECK(seen[2].solutions_known);
  CHECK(seen[2].solutions == 3);
}

TEST_CASE("what is reported of searches that take turns never goes back") {
  std::vector<search::Progress> seen;
  const search::ProgressCallback report =
      search::steady([&](const search::Progress& p) { seen.push_back(p); });
  report({.nodes = 100, .solutions = 3, .share = 0.13});
  report({.states = 50, .share = 0.01});  // a sweep beside it
  report({.nodes = 20,
          .solutions = 1,
          .share = 0.05,
          .left = search::SecondsLeft{1, 2}});  // a new search
  report({.nodes = 30, .solutions = 4, .share = 0.5, .left = search::SecondsLeft{1, 2}});
  REQUIRE(seen.size() == 4);
  for (std::size_t k = 1; k < seen.size(); ++k) {
    CHECK(seen[k].share >= seen[k - 1].share);
    CHECK(seen[k].nodes >= seen[k - 1].nodes);
    CHECK(seen[k].states >= seen[k - 1].states);
    CHECK(seen[k].solutions >= seen[k - 1].solutions);
  }
  CHECK(seen[2].nodes == 120);
  // Who tells the time left tells that of the whole, whatever others have said of the share.
  REQUIRE(seen[2].left);
  CHECK(seen[2].left->high == 2);
  CHECK(seen[3].left);

  // Reports that were made steady already, as those of parts are.
  const search::ProgressCallback outer =
      search::steady([&](const search::Progress& p) { seen.push_back(p); });
  outer({.nodes = 10, .states = 7});
  outer({.nodes = 25, .states = 7});
  CHECK(seen.back().nodes == 25);
  CHECK(seen.back().states == 7);

  std::vector<double> shares;
  for (std::size_t part = 0; part < 4; ++part) {
    const search::ProgressCallback take = [&](const search::Progress& p) {
      shares.push_back(p.share);
    };
    as_part(take, search::PartOfWork::of_equal(part, 4))({.share = 0.5});
  }
  CHECK(shares == std::vector<double>{0.125, 0.375, 0.625, 0.875});
}

TEST_CASE("the time left of a part becomes that of the whole") {
  search::Progress seen;
  const search::ProgressCallback take = [&](const search::Progress& p) { seen = p; };
  // The first part is nearly all of the work.
  as_part(take, {0, 0.8})({.share = 0.5, .left = search::SecondsLeft{80, 160}});
  CHECK(seen.share == 0.4);
  REQUIRE(seen.left);
  CHECK(seen.left->low == Approx(100).margin(1));  // a quarter more for the parts after it
  CHECK(seen.left->high == Approx(200).margin(1));
  // Once much lies behind, the share says more than the part does.
  as_part(take, {0.8, 0.1})({.share = 0.5, .left = search::SecondsLeft{80, 160}});
  CHECK(seen.share == Approx(0.85));
  CHECK_FALSE(seen.left);
}

TEST_CASE(
    "the time left by a share is told as soon as there is one, and in a wide range at first") {
  const auto tenth = search::seconds_left(10, 0.1, false);
  REQUIRE(tenth);
  CHECK(tenth->low == Approx(45));
  CHECK(tenth->high == Approx(180));
  CHECK(search::seconds_left(10, 0.5, true)->high == Approx(30));
  CHECK(search::seconds_left(10, 0.001, false)->high == Approx(10 * 999 * 6));
  CHECK_FALSE(search::seconds_left(0.5, 0.5, false));
  CHECK_FALSE(search::seconds_left(10, 0, false));
}

}  // namespace
}  // namespace dlx::test
