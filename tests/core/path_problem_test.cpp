#include "dlx/core/path_problem.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <catch2/catch.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "tests/support/model.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using Options = std::vector<OptionId>;

/// n options with an item each.
Problem singles(std::uint32_t n) {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::uint32_t i = 0; i < n; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (const ItemId item : items) b.option({item});
  return std::move(b).build();
}

OptionId o(std::uint32_t number) {
  return OptionId{number};
}

Options list(std::span<const OptionId> options) {
  return {options.begin(), options.end()};
}

Arc arc(std::uint32_t from, std::uint32_t to) {
  return {o(from), o(to)};
}

TEST_CASE("arcs keep their order, the first of equal ones; no option follows itself") {
  const std::vector<Arc> arcs = {arc(2, 1), arc(0, 3), arc(2, 2), arc(0, 1), arc(2, 0), arc(0, 3),
                                 arc(2, 1), arc(0, 0), arc(0, 2), arc(0, 1), arc(2, 3)};
  const PathProblem problem(singles(4), arcs, {o(3), o(0), o(3), o(0), o(1)});
  CHECK(list(problem.successors(o(0))) == Options{o(3), o(1), o(2)});
  CHECK(problem.successors(o(1)).empty());
  CHECK(list(problem.successors(o(2))) == Options{o(1), o(0), o(3)});
  CHECK(problem.successors(o(3)).empty());
  CHECK(problem.arc_count() == 6);
  CHECK(list(problem.starts()) == Options{o(3), o(0), o(1)});
  CHECK(problem.problem().option_count() == 4);
}

TEST_CASE("option 0 may be a start and a successor as often as it is named") {
  // What has been seen is not what has number 0.
  const std::vector<Arc> arcs = {arc(1, 0), arc(1, 0), arc(2, 0), arc(0, 1)};
  const PathProblem problem(singles(3), arcs, {o(0), o(0), o(2)});
  CHECK(list(problem.successors(o(0))) == Options{o(1)});
  CHECK(list(problem.successors(o(1))) == Options{o(0)});
  CHECK(list(problem.successors(o(2))) == Options{o(0)});
  CHECK(list(problem.starts()) == Options{o(0), o(2)});
}

TEST_CASE("a walk may end anywhere unless it is said where") {
  const PathProblem anywhere(singles(3), {}, {});
  const PathProblem nowhere(singles(3), {}, {}, Options{});
  const PathProblem at_one(singles(3), {}, {}, Options{o(1), o(1)});
  for (std::uint32_t i = 0; i < 3; ++i) {
    CHECK(anywhere.may_end(o(i)));
    CHECK_FALSE(nowhere.may_end(o(i)));
    CHECK(at_one.may_end(o(i)) == (i == 1));
  }
  CHECK(anywhere.starts().empty());
  CHECK(anywhere.arc_count() == 0);
}

/// What is thrown when a path problem of three options is made; "accepted" if nothing.
std::string refusal(const std::vector<Arc>& arcs, const Options& starts,
                    const std::optional<Options>& ends = {}) {
  try {
    const PathProblem problem(singles(3), arcs, starts, ends);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

TEST_CASE("options that do not exist are refused") {
  CHECK(refusal({arc(0, 2)}, {o(2)}, Options{o(2)}) == "accepted");
  const std::uint32_t far = GENERATE(3U, 4U, 1'000U, ~std::uint32_t{0});
  CAPTURE(far);
  const std::string shown = std::to_string(std::uint64_t{far} + 1);
  for (const std::string& message :
       {refusal({arc(0, far)}, {}), refusal({arc(far, 0)}, {}), refusal({arc(far, far)}, {}),
        refusal({arc(0, 1), arc(1, far)}, {}), refusal({}, {o(0), o(far)}),
        refusal({}, {}, Options{o(0), o(far)})}) {
    CAPTURE(message);
    CHECK(message != "accepted");
    CHECK(message.find("option " + shown) != std::string::npos);
    CHECK(message.find('3') != std::string::npos);  // how many there are
  }
}

TEST_CASE("a problem without options has no option to name") {
  const PathProblem problem(singles(0), {}, {}, Options{});
  CHECK(problem.starts().empty());
  CHECK(problem.arc_count() == 0);
  CHECK(problem.walk_faults({}).empty());
  CHECK_THROWS_AS(PathProblem(singles(0), {}, {o(0)}), std::invalid_argument);
  CHECK_THROWS_AS(PathProblem(singles(0), {}, {}, Options{o(0)}), std::invalid_argument);
  CHECK_THROWS_AS(PathProblem(singles(0), std::vector{arc(0, 0)}, {}), std::invalid_argument);
}

TEST_CASE("random arcs are kept as they should be, from a list and from a graph") {
  const std::uint64_t seed = GENERATE(std::uint64_t{6'651}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  int dropped = 0;
  for (int n = 0; n < 500; ++n) {
    const std::uint32_t options = random.between(1, 12);
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    using Both = boost::adjacency_list<boost::listS, boost::vecS, boost::bidirectionalS>;
    Graph graph(options);
    Both both(options);
    std::vector<Arc> arcs;
    for (std::uint32_t count = random.below(40); count > 0; --count) {
      arcs.push_back(arc(random.below(options), random.below(options)));
      add_edge(index(arcs.back().from), index(arcs.back().to), graph);
      add_edge(index(arcs.back().from), index(arcs.back().to), both);
    }
    Options starts;
    for (std::uint32_t count = random.below(10); count > 0; --count) {
      starts.push_back(o(random.below(options)));
    }
    std::optional<Options> ends;
    if (random.chance(0.5)) {
      ends.emplace();
      for (std::uint32_t count = random.below(6); count > 0; --count) {
        ends->push_back(o(random.below(options)));
      }
    }

    std::vector<Options> wanted(options);
    std::size_t kept = 0;
    for (const Arc& a : arcs) {
      Options& after = wanted[index(a.from)];
      if (a.from == a.to || std::find(after.begin(), after.end(), a.to) != after.end()) continue;
      after.push_back(a.to);
      ++kept;
    }
    dropped += static_cast<int>(arcs.size() - kept);
    Options wanted_starts;
    for (const OptionId s : starts) {
      if (std::find(wanted_starts.begin(), wanted_starts.end(), s) == wanted_starts.end()) {
        wanted_starts.push_back(s);
      }
    }
    const std::vector<PathProblem> problems = {
        PathProblem(singles(options), arcs, starts, ends),
        PathProblem::from_graph(singles(options), graph, starts, ends),
        PathProblem::from_graph(singles(options), both, starts, ends)};
    for (const PathProblem& problem : problems) {
      REQUIRE(problem.arc_count() == kept);
      REQUIRE(list(problem.starts()) == wanted_starts);
      for (std::uint32_t i = 0; i < options; ++i) {
        REQUIRE(list(problem.successors(o(i))) == wanted[i]);
        const bool end = !ends || std::find(ends->begin(), ends->end(), o(i)) != ends->end();
        REQUIRE(problem.may_end(o(i)) == end);
      }
      REQUIRE(canonical_text(problem.problem()) == canonical_text(singles(options)));
    }

    // The faults of a random walk: one for each thing that is wrong.
    Options walk;
    for (std::uint32_t count = random.below(6); count > 0; --count) {
      const Options* after = walk.empty() ? &wanted_starts : &wanted[index(walk.back())];
      walk.push_back(!after->empty() && random.chance(0.7) ? (*after)[random.below(after->size())]
                                                           : o(random.below(options)));
    }
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < walk.size(); ++i) {
      const Options& after = i == 0 ? wanted_starts : wanted[index(walk[i - 1])];
      wrong += std::find(after.begin(), after.end(), walk[i]) == after.end() ? 1 : 0;
    }
    if (!walk.empty() && !problems.front().may_end(walk.back())) ++wrong;
    REQUIRE(problems.front().walk_faults(walk).size() == wrong);
  }
  CHECK(dropped > 500);
}

TEST_CASE("a graph with vertices that are no options is refused") {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(4);
  add_edge(1, 2, graph);
  CHECK(PathProblem::from_graph(singles(3), graph, {}).arc_count() == 1);
  add_edge(1, 3, graph);
  CHECK_THROWS_AS(PathProblem::from_graph(singles(3), graph, {}), std::invalid_argument);
}

TEST_CASE("every fault of a walk is named") {
  // 1 -> 2 -> 3 -> 4, and 3 -> 2; as they are shown, from 1.
  const std::vector<Arc> arcs = {arc(0, 1), arc(1, 2), arc(2, 3), arc(2, 1)};
  const PathProblem problem(singles(4), arcs, {o(0), o(1)}, Options{o(3), o(1)});
  CHECK(problem.walk_faults({}).empty());
  CHECK(problem.walk_faults(Options{o(0), o(1), o(2), o(3)}).empty());
  CHECK(problem.walk_faults(Options{o(1), o(2), o(3)}).empty());
  CHECK(problem.walk_faults(Options{o(1)}).empty());
  CHECK(problem.walk_faults(Options{o(0), o(1)}).empty());

  const auto names = [&](const Options& walk, const std::vector<std::vector<std::string>>& wanted) {
    const std::vector<std::string> faults = problem.walk_faults(walk);
    REQUIRE(faults.size() == wanted.size());
    for (std::size_t i = 0; i < faults.size(); ++i) {
      CAPTURE(faults[i]);
      for (const std::string& part : wanted[i]) {
        CHECK(faults[i].find(part) != std::string::npos);
      }
    }
  };
  names({o(3)}, {{"start", "option 4"}});
  names({o(0)}, {{"end", "option 1"}});
  names({o(2)}, {{"start", "option 3"}, {"end", "option 3"}});
  names({o(0), o(3)}, {{"option 4", "follow", "option 1"}});
  names({o(1), o(0), o(3)}, {{"option 1", "option 2"}, {"option 4", "option 1"}});
  names({o(3), o(2), o(0)}, {{"start", "option 4"},
                             {"option 3", "option 4"},
                             {"option 1", "option 3"},
                             {"end", "option 1"}});
  names({o(1), o(1)}, {{"option 2", "follow"}});
  names({o(4)}, {{"exist"}});
  names({o(0), o(1), OptionId{~std::uint32_t{0}}}, {{"exist"}});
}

TEST_CASE("arcs may end nowhere, and a walk with options twice is left to the verifier") {
  const std::vector<Arc> arcs = {arc(0, 1), arc(1, 0)};
  const PathProblem problem(singles(2), arcs, {o(0)});
  CHECK(problem.walk_faults(Options{o(0), o(1), o(0)}).empty());
}

TEST_CASE("a path problem is a value") {
  const std::vector<Arc> arcs = {arc(0, 1)};
  PathProblem first(singles(2), arcs, {o(0)});
  const PathProblem copy = first;
  const PathProblem moved = std::move(first);
  CHECK(list(copy.successors(o(0))) == Options{o(1)});
  CHECK(list(moved.successors(o(0))) == Options{o(1)});
  CHECK(canonical_text(copy.problem()) == canonical_text(moved.problem()));
}

}  // namespace
}  // namespace dlx::test
