// Assemblies that fall in two by a slide: those of a search through all.

#include "reductions/polycube/separable.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/apart/disassembly.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/soma.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using polycube::Model;
using polycube::SlidingSets;
using Assembly = std::vector<OptionId>;

/// Those for which the sets of an axis stand.
std::vector<Assembly> found_along(const Model& model, std::size_t axis) {
  std::vector<Assembly> found;
  SlidingSets sets(model, axis);
  for (auto step = sets.next(); step != SlidingSets::Step::done; step = sets.next()) {
    if (step == SlidingSets::Step::paused) continue;
    const Problem problem = sets.problem();
    Solver solver(problem);
    while (solver.next()) {
      Assembly assembly;
      for (const OptionId o : solver.solution()) assembly.push_back(sets.options()[index(o)]);
      std::sort(assembly.begin(), assembly.end());
      if (sets.stands_for(assembly)) found.push_back(std::move(assembly));
    }
  }
  return found;
}

/// Checks the sets of each axis, and that nothing else comes apart. Returns how many assemblies
/// fall in two, and how many there are.
std::pair<std::size_t, std::size_t> check_puzzle(const polycube::Puzzle& puzzle) {
  REQUIRE(!polycube::separable_fault(puzzle));
  const Model model = polycube::build(puzzle);
  std::set<Assembly> in_two[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto found = found_along(model, axis);
    in_two[axis].insert(found.begin(), found.end());
    CHECK(in_two[axis].size() == found.size());
  }
  Solver solver(model.problem);
  apart::Disassembler disassembler;
  std::size_t all = 0;
  std::set<Assembly> some;
  for (; solver.next(); ++all) {
    const auto solution = solver.solution();
    Assembly assembly(solution.begin(), solution.end());
    std::sort(assembly.begin(), assembly.end());
    bool falls = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      CHECK(in_two[axis].contains(assembly) == polycube::falls_in_two(model, assembly, axis));
      falls = falls || in_two[axis].contains(assembly);
    }
    if (falls) some.insert(assembly);
    const auto result = disassembler.analyse(polycube::cells_of(decode(model, assembly)));
    if (result.verdict == apart::Verdict::comes_apart && assembly.size() > 1) {
      CHECK(falls);
      CHECK(result.stages.front().slides.size() == 1);
    }
  }
  return {some.size(), all};
}

/// A target cut into pieces at random, which need not hold together.
polycube::Puzzle cut(Random& random, const lattice::Cells& target) {
  const std::size_t pieces = 3 + random.below(2);
  std::vector<lattice::Cells> cells(pieces);
  for (std::size_t c = 0; c < target.size(); ++c) {
    cells[c < pieces ? c : random.below(pieces)].push_back(target[c]);
  }
  polycube::Puzzle puzzle{.pieces = {}, .target = target};
  for (std::size_t p = 0; p < pieces; ++p) {
    puzzle.pieces.push_back(
        {.name = std::string(1, static_cast<char>('a' + p)), .cells = cells[p]});
  }
  return puzzle;
}

TEST_CASE("pieces fall in two as a search through all assemblies says") {
  Random random(52);
  lattice::Cells cross = lattice::box(3, 3, 3);
  std::erase_if(cross,
                [](const lattice::Cell& c) { return (c.x != 1) + (c.y != 1) + (c.z != 1) > 1; });
  std::size_t falling = 0;
  std::size_t whole = 0;
  for (int n = 0; n < 60; ++n) {
    const auto box = lattice::box(2 + static_cast<int>(random.below(2)), 3, 2);
    const auto [some, all] = check_puzzle(cut(random, n % 3 == 0 ? cross : box));
    CHECK(all > 0);
    falling += some;
    whole += all - some;
  }
  CAPTURE(falling, whole);
  CHECK(falling > 100);
  CHECK(whole > 20);
}

TEST_CASE("puzzles in which something else may move are refused") {
  polycube::Puzzle puzzle = polycube::soma();
  CHECK(!polycube::separable_fault(puzzle));
  CHECK(polycube::sliding_axes(puzzle, UpTo::none) == std::vector<std::size_t>{0, 1, 2});
  CHECK(polycube::sliding_axes(puzzle, UpTo::rotations) == std::vector<std::size_t>{0});
  puzzle.optional_cells = {{9, 9, 9}};
  CHECK(polycube::separable_fault(puzzle) == "cells may stay empty");
  puzzle.optional_cells.clear();
  puzzle.target.erase(puzzle.target.begin() + 1);
  CHECK(polycube::separable_fault(puzzle) == "the target has a gap along x, after cell 000");
  puzzle.grid = lattice::Grid::spheres;
  CHECK(polycube::separable_fault(puzzle) == "the cells are not cubes");
}

}  // namespace
}  // namespace dlx::test
