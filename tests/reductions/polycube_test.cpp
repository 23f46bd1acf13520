#include "reductions/polycube/polycube.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/polycube/naive.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using polycube::Model;
using polycube::Piece;
using polycube::Puzzle;
using polycube::Turning;

#ifdef DLX_SANITIZE
constexpr int rounds = 40;
constexpr std::uint64_t most_solutions = 150;
#else
constexpr int rounds = 600;
constexpr std::uint64_t most_solutions = 600;
#endif

/// A region cut at random into connected pieces: a puzzle with at least one solution.
Puzzle random_puzzle(Random& random, const lattice::Cells& region, Turning turning) {
  Puzzle puzzle{.pieces = {}, .target = region, .turning = turning};
  std::set<lattice::Cell> left(region.begin(), region.end());
  while (!left.empty()) {
    lattice::Cells piece{*left.begin()};
    left.erase(left.begin());
    const std::size_t wanted = random.between(2, 5);
    while (piece.size() < wanted) {
      lattice::Cells beside;
      for (const lattice::Cell& a : left) {
        for (const lattice::Cell& b : piece) {
          const lattice::Cell d = a - b;
          if (std::abs(d.x) + std::abs(d.y) + std::abs(d.z) == 1) beside.push_back(a);
        }
      }
      if (beside.empty()) break;
      const lattice::Cell next = beside[random.below(beside.size())];
      piece.push_back(next);
      left.erase(next);
    }
    std::sort(piece.begin(), piece.end());
    puzzle.pieces.push_back(
        {.name = "p" + std::to_string(puzzle.pieces.size()), .cells = lattice::normalised(piece)});
  }
  return puzzle;
}

/// More than brute force handles within the time of a test.
bool has_many_solutions(const Puzzle& puzzle) {
  const Options options{.solutions = most_solutions};
  return !counting::count_by_search(polycube::build(puzzle).problem, options).complete();
}

struct Classes {
  std::set<OwnAssembly> all;
  std::size_t solutions = 0;  // that were not left out
  std::size_t representatives = 0;
  std::size_t symmetric = 0;  // with the restricted piece in a place that a symmetry keeps
};

/// The classes that is_representative picks.
Classes picked(const Model& model, UpTo up_to, const std::vector<OwnMotion>& motions,
               const std::vector<std::uint32_t>& partner) {
  const OptionSymmetries group = polycube::symmetries(model, up_to);
  Classes result;
  for (Solver solver(model.problem); solver.next();) {
    ++result.solutions;
    if (!group.is_representative(solver.solution())) continue;
    ++result.representatives;
    result.all.insert(
        own_canonical(own(polycube::decode(model, solver.solution())), motions, partner));
  }
  return result;
}

Classes picked_by_restriction(const Model& model, std::uint32_t piece, UpTo up_to,
                              const std::vector<OwnMotion>& motions,
                              const std::vector<std::uint32_t>& partner) {
  const polycube::RestrictedModel restricted(model, piece, up_to);
  Classes result;
  for (Solver solver(restricted.model().problem); solver.next();) {
    ++result.solutions;
    if (restricted.stabiliser_order(solver.solution()) > 1) ++result.symmetric;
    if (!restricted.is_representative(solver.solution())) continue;
    ++result.representatives;
    result.all.insert(own_canonical(own(polycube::decode(restricted.model(), solver.solution())),
                                    motions, partner));
  }
  return result;
}

/// Placements, solutions and classes of a puzzle, each by two ways. Returns how often a restricted
/// model had more solutions than there are classes: there its comparison is needed.
int check_puzzle(const Puzzle& puzzle) {
  const Model model = polycube::build(puzzle);
  const OwnPuzzle mine = own(puzzle);
  std::set<OwnPlacement> placements;
  for (const auto& [piece, cells, colours] : model.placements)
    placements.emplace(piece, own(cells));
  CHECK(placements.size() == model.placements.size());
  CHECK(placements == own_placements(mine));

  const auto assemblies = own_assemblies(mine);
  CHECK(found_assemblies(model) == assemblies);
  std::size_t volume = 0;
  for (const Piece& piece : puzzle.pieces) volume += piece.cells.size();
  if (volume == puzzle.target.size() &&
      std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(),
                  [](const Piece& p) { return p.copies == Bounds{}; })) {
    CHECK(polycube::count_naively(model).solutions == assemblies.size());
  }

  int needed = 0;
  const auto partner = own_mirror_partners(mine);
  for (const UpTo up_to : {UpTo::none, UpTo::rotations, UpTo::reflections}) {
    if (up_to == UpTo::reflections && !partner) {
      CHECK_THROWS_WITH(polycube::symmetries(model, up_to), Catch::Contains("no mirror image"));
      continue;
    }
    const auto motions = up_to == UpTo::none
                             ? std::vector<OwnMotion>{}
                             : own_symmetries(mine.target, up_to == UpTo::reflections);
    std::set<OwnAssembly> classes = assemblies;
    if (up_to != UpTo::none) {
      classes = own_classes(mine, assemblies, up_to == UpTo::reflections);
    }
    const auto relabelled = partner.value_or(std::vector<std::uint32_t>{});
    const Classes whole = picked(model, up_to, motions, relabelled);
    CHECK(whole.representatives == classes.size());
    CHECK(whole.all == classes);
    for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
      if (puzzle.pieces[p].copies != Bounds{}) {
        CHECK_THROWS_AS(polycube::RestrictedModel(model, p, up_to), std::invalid_argument);
        continue;
      }
      const bool has_places =
          std::any_of(placements.begin(), placements.end(),
                      [&](const OwnPlacement& placement) { return placement.first == p; });
      if (up_to == UpTo::reflections && partner->at(p) != p) {
        if (has_places) {
          CHECK_THROWS_AS(polycube::RestrictedModel(model, p, up_to), std::invalid_argument);
        }
        continue;
      }
      const Classes restricted = picked_by_restriction(model, p, up_to, motions, relabelled);
      CHECK(restricted.representatives == classes.size());
      CHECK(restricted.all == classes);
      if (restricted.solutions > classes.size()) {
        CHECK(restricted.symmetric > 0);
        ++needed;
      }
    }
  }
  return needed;
}

TEST_CASE("random puzzles: placements, assemblies and classes by brute force") {
  const std::vector<lattice::Cells> regions{
      lattice::box(2, 2, 2),
      lattice::box(3, 2, 2),
      lattice::box(3, 3, 2),
      lattice::box(4, 4),
      lattice::box(5, 3),
      lattice::box(3, 3),
      lattice::box(2, 5, 2),
      lattice::from_picture(".XX./XXXX/XXXX/.XX."),
      lattice::from_picture("XXX/X.X/XXX"),
      lattice::from_picture("XX..XX/XX..XX"),
      lattice::from_picture("XXX/XXX/XXX//.../.X./...//.../.X./..."),
      lattice::from_picture("XX/XX//XX/X."),
  };
  Random random(20240607);
  int comparison_needed = 0;
  for (int round = 0; round < rounds; ++round) {
    const lattice::Cells& region = regions[random.below(regions.size())];
    const bool flat = lattice::is_flat(region) && random.chance(0.4);
    const Puzzle puzzle =
        random_puzzle(random, region, flat ? Turning::flat_rotations : Turning::rotations);
    if (has_many_solutions(puzzle)) continue;
    std::string shapes;
    for (const Piece& p : puzzle.pieces) {
      shapes += Catch::StringMaker<Shape>::convert(own(p.cells)) + "; ";
    }
    INFO("round " << round << ": " << puzzle.target.size() << " cells, pieces " << shapes);
    comparison_needed += check_puzzle(puzzle);
  }
  CHECK(comparison_needed > rounds / 10);
}

/// Pieces by flat pictures.
Puzzle flat_puzzle(const lattice::Cells& region, const std::vector<std::string>& pictures) {
  Puzzle puzzle{.pieces = {}, .target = region};
  for (const std::string& picture : pictures) {
    puzzle.pieces.push_back(
        {.name = std::string(1, static_cast<char>('A' + static_cast<int>(puzzle.pieces.size()))),
         .cells = lattice::from_picture(picture)});
  }
  return puzzle;
}

TEST_CASE("a restricted piece on a mirror line: without the comparison a class counts twice") {
  // The bar in the middle of the square, or at its edge, stays where a mirror finds it.
  const Model model = polycube::build(flat_puzzle(lattice::box(3, 3), {"XXX", "XX/X", "XX/X"}));
  const polycube::RestrictedModel restricted(model, 0, UpTo::reflections);
  std::size_t solutions = 0;
  std::size_t representatives = 0;
  for (Solver solver(restricted.model().problem); solver.next();) {
    ++solutions;
    CHECK(restricted.stabiliser_order(solver.solution()) == 2);
    if (restricted.is_representative(solver.solution())) ++representatives;
  }
  // Two corners make a 2 x 3 rectangle in two ways, with two names to give: four solutions in
  // pairs.
  CHECK(solutions == 4);
  CHECK(representatives == 2);
}

TEST_CASE("puzzles whose restricted piece lies on mirror lines") {
  int needed = 0;
  needed += check_puzzle(flat_puzzle(lattice::box(3, 3), {"XXX", "XX/X", "XX/X"}));
  needed += check_puzzle(flat_puzzle(lattice::box(3, 3), {"X", "XX/XX", "XX", "XX"}));
  needed += check_puzzle(flat_puzzle(lattice::box(4, 4), {"XXXX", "XXXX", "XX/XX", "XX/XX"}));
  needed += check_puzzle(flat_puzzle(lattice::box(4, 4), {"XX/XX", "XXX/X", "XXX/X", "XXX/X"}));
  needed +=
      check_puzzle(flat_puzzle(lattice::box(5, 4), {"XX/XX", "XXXX", "XXX/.X", "XXX/.X", "XXX/X"}));
  needed +=
      check_puzzle(flat_puzzle(lattice::box(5, 4), {"XX/XX", "XX/XX", "XXXX", "XXX/X", "XXX/X"}));
  CHECK(needed >= 12);
}

TEST_CASE("several copies of a piece") {
  const std::vector<std::optional<Bounds>> numbers{Bounds{1, 1}, Bounds{2, 2}, Bounds{0, 3},
                                                   Bounds{0, 1}, Bounds{1, 4}, Bounds{3, 3},
                                                   std::nullopt};
  const std::vector<std::string> shapes{"XX", "XXX", "XX/X", "X", "XX/XX", "XX/X//X", ".XX/XX"};
  const std::vector<lattice::Cells> regions{lattice::box(3, 3),
                                            lattice::box(4, 3),
                                            lattice::box(2, 2, 2),
                                            lattice::box(3, 2, 2),
                                            lattice::from_picture("XXX/X.X/XXX"),
                                            lattice::from_picture("XX..XX/XX..XX")};
  Random random(77);
  std::size_t solvable = 0;
  for (int round = 0; round < rounds; ++round) {
    Puzzle puzzle{.pieces = {}, .target = regions[random.below(regions.size())]};
    if (lattice::is_flat(puzzle.target) && random.chance(0.5)) {
      puzzle.turning = Turning::flat_rotations;
    }
    for (std::size_t i = 0, n = random.between(1, 3); i < n; ++i) {
      puzzle.pieces.push_back({.name = std::string(1, static_cast<char>('a' + i)),
                               .cells = lattice::from_picture(shapes[random.below(shapes.size())]),
                               .copies = numbers[random.below(numbers.size())]});
    }
    INFO("round " << round);
    if (has_many_solutions(puzzle)) continue;
    check_puzzle(puzzle);
    if (!own_assemblies(own(puzzle)).empty()) ++solvable;
  }
  CHECK(solvable > static_cast<std::size_t>(rounds) / 8);
}

TEST_CASE("a number of copies that follows from the volume needs no item") {
  const Piece domino{.name = "d", .cells = lattice::from_picture("XX"), .copies = Bounds{4, 4}};
  const Model exact = polycube::build({.pieces = {domino}, .target = lattice::box(4, 2)});
  CHECK(exact.problem.item_count() == 8);
  CHECK_FALSE(exact.problem.has_multiplicities());
  CHECK(found_assemblies(exact).size() == 5);
  const Model more = polycube::build({.pieces = {domino}, .target = lattice::box(5, 2)});
  CHECK(more.problem.item_count() == 11);
  CHECK(found_assemblies(more).empty());
}

TEST_CASE("a mirror image that is missing is named") {
  const Puzzle chiral{.pieces = {{.name = "corner", .cells = lattice::from_picture("X/X//XX")},
                                 {.name = "rest", .cells = lattice::from_picture("XX/X_//_X/_X")}},
                      .target = lattice::box(2, 2, 2)};
  const Model model = polycube::build(chiral);
  CHECK_NOTHROW(polycube::symmetries(model, UpTo::none));
  CHECK_NOTHROW(polycube::symmetries(model, UpTo::rotations));
  CHECK_THROWS_AS(polycube::symmetries(model, UpTo::reflections), std::invalid_argument);
  CHECK_THROWS_WITH(polycube::symmetries(model, UpTo::reflections), Catch::Contains("'corner'"));
  CHECK_FALSE(polycube::has_mirror_images(chiral));
  // Flat pieces may be turned over in space, but not where they must stay flat.
  Puzzle flat = flat_puzzle(lattice::box(4, 2), {"XXX/X", "XXX/X"});
  CHECK_NOTHROW(polycube::symmetries(polycube::build(flat), UpTo::reflections));
  flat.turning = Turning::flat_rotations;
  CHECK_THROWS_AS(polycube::symmetries(polycube::build(flat), UpTo::reflections),
                  std::invalid_argument);
  flat.pieces[1].cells = lattice::from_picture("XXX/__X");
  CHECK_NOTHROW(polycube::symmetries(polycube::build(flat), UpTo::reflections));
  CHECK(polycube::has_mirror_images(flat));
  // A mirror image in another number is none.
  flat.pieces[1].copies = Bounds{0, 1};
  CHECK_THROWS_AS(polycube::symmetries(polycube::build(flat), UpTo::reflections),
                  std::invalid_argument);
}

TEST_CASE("a target whose cells lie far apart") {
  constexpr int far = 1'000'000;
  Puzzle puzzle{.pieces = {{.name = "bar", .cells = lattice::box(3, 1), .copies = Bounds{2, 2}},
                           {.name = "pair", .cells = {{0, 0, 0}, {far, 0, 0}}}},
                .target = {}};
  for (const int x : {0, far}) {
    for (int y = 0; y < 4; ++y) puzzle.target.push_back({x, y, 0});
  }
  const Model model = polycube::build(puzzle);
  CHECK(model.placements.size() == 2 * 2 + 4);
  // The bars lie in the upper or lower three cells, the same in both columns.
  CHECK(found_assemblies(model).size() == 2);
  const OptionSymmetries group = polycube::symmetries(model, UpTo::reflections);
  CHECK(group.order() == 4);
  for (Solver solver(model.problem); solver.next();) {
    CHECK(verify(model.problem, group.canonical(solver.solution())).empty());
  }
}

TEST_CASE("what cannot be a puzzle is refused") {
  const Piece domino{.name = "d", .cells = lattice::from_picture("XX")};
  const Piece nothing{.name = "n", .cells = {}};
  CHECK_THROWS_WITH(polycube::build({.pieces = {nothing}, .target = lattice::box(2, 1)}),
                    Catch::Contains("'n'"));
  CHECK_THROWS_AS(polycube::build({.pieces = {domino, domino}, .target = lattice::box(2, 2)}),
                  std::invalid_argument);
  const Piece twice{.name = "t", .cells = {{0, 0, 0}, {0, 0, 0}}};
  CHECK_THROWS_AS(polycube::build({.pieces = {twice}, .target = lattice::box(2, 1)}),
                  std::invalid_argument);
  CHECK_THROWS_AS(polycube::build({.pieces = {domino}, .target = {{0, 0, 0}, {0, 0, 0}}}),
                  std::invalid_argument);
}

TEST_CASE("a piece named like a cell keeps its name, and the cell gets another") {
  const Piece piece{.name = "00", .cells = lattice::from_picture("XX")};
  const Model model = polycube::build({.pieces = {piece}, .target = lattice::box(2, 1)});
  REQUIRE(model.problem.item_count() == 3);
  CHECK(model.problem.name(ItemId{0}) == "00");
  CHECK(model.problem.name(ItemId{1}) == "00'");
  CHECK(counting::count(model.problem).value == 1);
}

TEST_CASE("pieces that stay flat in a solid: only symmetries that keep them flat, or a refusal") {
  // Turned about x the cube is itself, but no piece can follow.
  const Piece domino{.name = "d", .cells = lattice::from_picture("XX"), .copies = std::nullopt};
  const Model model = polycube::build(
      {.pieces = {domino}, .target = lattice::box(2, 2, 2), .turning = Turning::flat_rotations});
  CHECK(found_assemblies(model).size() == 4);
  try {
    CHECK(polycube::symmetries(model, UpTo::rotations).order() < 24);
  } catch (const std::invalid_argument& e) {
    SUCCEED(e.what());
  }
}

TEST_CASE("corner cases of size") {
  const Model empty = polycube::build({.pieces = {}, .target = {}});
  CHECK(found_assemblies(empty).size() == 1);
  CHECK(catalogue::draw(empty, polycube::Assembly()) == "\n");
  const Model too_large = polycube::build(flat_puzzle(lattice::box(2, 1), {"XXX"}));
  CHECK(too_large.problem.option_count() == 0);
  CHECK(found_assemblies(too_large).empty());
  const Model one = polycube::build(flat_puzzle(lattice::box(1, 1), {"X"}));
  CHECK(found_assemblies(one).size() == 1);
}

TEST_CASE("a region may lie anywhere, and cells of a target may come in any order") {
  Puzzle puzzle = flat_puzzle(lattice::box(3, 3), {"XXX", "XX/X", "XX/X"});
  const std::size_t expected = found_assemblies(polycube::build(puzzle)).size();
  for (lattice::Cell& c : puzzle.target) c = c + lattice::Cell{-5, 70, -3};
  std::reverse(puzzle.target.begin(), puzzle.target.end());
  const Model moved = polycube::build(puzzle);
  CHECK(found_assemblies(moved).size() == expected);
  CHECK(polycube::symmetries(moved, UpTo::reflections).order() == 8);
  Solver solver(moved.problem);
  REQUIRE(solver.next());
  CHECK(read_picture(catalogue::draw(moved, polycube::decode(moved, solver.solution()))).size() ==
        9);
}

TEST_CASE("pictures read back as the assembly, holes and layers included") {
  Random random(4711);
  const std::vector<lattice::Cells> regions{lattice::box(3, 3, 2), lattice::box(4, 3),
                                            lattice::from_picture("XXX/X.X/XXX//XXX/.../XXX"),
                                            lattice::from_picture(".X./XXX/XXX/.X.")};
  for (int round = 0; round < 60; ++round) {
    Puzzle puzzle =
        random_puzzle(random, regions[random.below(regions.size())], Turning::rotations);
    for (std::size_t i = 0; i < puzzle.pieces.size(); ++i) {
      puzzle.pieces[i].name = std::string(1, static_cast<char>('A' + i)) + "-piece";
    }
    const Model model = polycube::build(puzzle);
    Solver solver(model.problem);
    for (int n = 0; n < 20 && solver.next(); ++n) {
      const auto assembly = polycube::decode(model, solver.solution());
      std::map<char, Shape> drawn;
      for (const auto& [at, c] : read_picture(catalogue::draw(model, assembly))) {
        drawn[c].push_back(at);
      }
      CHECK(drawn.size() == puzzle.pieces.size());
      for (const auto& [piece, cells, colours] : assembly) {
        Shape& shape = drawn[puzzle.pieces[piece].name.front()];
        std::sort(shape.begin(), shape.end());
        CHECK(shape == own(cells));
      }
    }
  }
}

TEST_CASE("every copy is drawn with a letter of its own") {
  const Piece domino{.name = "d", .cells = lattice::from_picture("XX"), .copies = std::nullopt};
  const Model model = polycube::build({.pieces = {domino}, .target = lattice::box(4, 4)});
  Solver solver(model.problem);
  REQUIRE(solver.next());
  std::map<char, int> cells;
  for (const auto& [at, c] :
       read_picture(catalogue::draw(model, polycube::decode(model, solver.solution())))) {
    ++cells[c];
  }
  CHECK(cells.size() == 8);
  CHECK(std::all_of(cells.begin(), cells.end(), [](const auto& c) { return c.second == 2; }));
}

}  // namespace
}  // namespace dlx::test
