#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/tally.hpp"
#include "dlx/search/open_work.hpp"
#include "dlx/solver.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {

/// What a search finds, and what it visits.
struct Found {
  std::vector<std::vector<OptionId>> solutions;  // sorted; each in the order of its choices
  Natural counted;
  std::uint64_t nodes = 0;
  std::vector<std::uint64_t> nodes_per_level;

  void add(const search::Statistics& statistics) {
    nodes += statistics.nodes;
    const auto& levels = statistics.nodes_per_level;
    if (nodes_per_level.size() < levels.size()) nodes_per_level.resize(levels.size());
    for (std::size_t l = 0; l < levels.size(); ++l) nodes_per_level[l] += levels[l];
  }
  void add(Solver& solver) {
    const auto options = solver.solution();
    solutions.emplace_back(options.begin(), options.end());
  }
};

/// `counting`: the solutions are counted, not visited.
template <class MakeSolver>
Found in_one_go(MakeSolver make_solver, bool counting) {
  Found found;
  Solver solver = make_solver();
  if (counting) {
    Tally tally;
    solver.count(tally);
    found.counted = tally.solutions();
  } else {
    while (solver.next()) found.add(solver);
  }
  std::sort(found.solutions.begin(), found.solutions.end());
  found.add(solver.statistics());
  return found;
}

/// Each part runs for a few nodes in one of several solvers, and what it leaves is dealt out. Adds
/// to `cuts` how often that was.
template <class MakeSolver>
Found divided(MakeSolver make_solver, Random& random, bool counting, bool idle_ways,
              std::uint64_t& cuts) {
  Found found;
  std::vector<Solver> solvers;
  for (int k = 0; k < 3; ++k) solvers.push_back(make_solver());
  std::vector<search::OpenWork> open{search::OpenWork{}};
  const std::uint32_t longest = random.between(1, 60);
  while (!open.empty()) {
    std::swap(open[random.below(open.size())], open.back());
    const search::OpenWork part = std::move(open.back());
    open.pop_back();
    Solver& solver = solvers[random.below(solvers.size())];
    solver.start_at(part);
    const std::uint64_t before = solver.statistics().nodes;
    solver.set_limits({.nodes = before + random.between(0, longest)});
    if (counting) {
      Tally tally;
      solver.count(tally);
      found.counted += tally.solutions();
    } else {
      while (solver.next()) {
        found.add(solver);
        if (random.chance(0.1)) break;
      }
    }
    const search::OpenWork rest = solver.open_work();
    if (solver.status() == Status::exhausted) {
      if (!rest.empty()) FAIL("an exhausted search has something left");
      continue;
    }
    ++cuts;
    if (solver.statistics().nodes == before && counting && !idle_ways &&
        rest.size() != part.size()) {
      FAIL("nothing was searched, and something else is left");
    }
    for (search::OpenWork& dealt : deal(rest, random.between(1, 4))) {
      if (dealt.empty()) FAIL("an empty part was dealt");
      open.push_back(std::move(dealt));
    }
  }
  for (const Solver& solver : solvers) found.add(solver.statistics());
  std::sort(found.solutions.begin(), found.solutions.end());
  return found;
}

/// A search that is cut at random places, whose parts are divided and go on in other solvers, is
/// the same search. `idle_ways`: a part may have ways that turn out to be none. Returns the number
/// of cuts.
template <class MakeSolver>
std::uint64_t require_same_divided(MakeSolver make_solver, Random& random, bool idle_ways) {
  std::uint64_t cuts = 0;
  for (const bool counting : {false, true}) {
    const Found wanted = in_one_go(make_solver, counting);
    const Found parts = divided(make_solver, random, counting, idle_ways, cuts);
    REQUIRE(parts.solutions == wanted.solutions);
    REQUIRE(parts.counted == wanted.counted);
    REQUIRE(parts.nodes == wanted.nodes);
    REQUIRE(parts.nodes_per_level == wanted.nodes_per_level);
  }
  return cuts;
}

}  // namespace dlx::test
