#include "reductions/polycube/soma.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/polycube/naive.hpp"
#include "tests/reductions/own_polycubes.hpp"

namespace dlx::test {
namespace {

using polycube::Model;

/// The seven pieces once more, by coordinates.
const std::vector<std::pair<char, Shape>>& own_pieces() {
  static const std::vector<std::pair<char, Shape>> pieces{
      {'L', {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}}},
      {'S', {{0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}}},
      {'T', {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}}},
      {'R', {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}},
      {'P', {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 1}}},
      {'Q', {{0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}}},
      {'Y', {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}}}};
  return pieces;
}

OwnPuzzle own_soma() {
  OwnPuzzle puzzle;
  for (const auto& [name, shape] : own_pieces()) puzzle.pieces.push_back({shape});
  for (int x = 0; x < 3; ++x) {
    for (int y = 0; y < 3; ++y) {
      for (int z = 0; z < 3; ++z) puzzle.target.push_back({x, y, z});
    }
  }
  return puzzle;
}

const Model& model() {
  static const Model soma = polycube::build(polycube::soma());
  return soma;
}

TEST_CASE("the pieces are Soma's") {
  const auto& pieces = model().puzzle.pieces;
  REQUIRE(pieces.size() == 7);
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(pieces[i].name == std::string(1, own_pieces()[i].first));
    CHECK(own(pieces[i].cells) == own_pieces()[i].second);
  }
  // P and Q mirror each other, the other five themselves.
  CHECK(own_mirror_partners(own_soma()) == std::vector<std::uint32_t>{0, 1, 2, 3, 5, 4, 6});
}

/// The pieces in a drawing of two lines. Before each piece is its letter, and its layers are side
/// by side, the top one first.
std::vector<std::pair<char, Shape>> drawn_pieces(const std::array<std::string, 2>& drawing) {
  std::vector<std::pair<char, Shape>> pieces;
  int column = 0;
  int layer = 0;
  for (std::size_t i = 0; i < drawing[0].size(); ++i) {
    const char c = drawing[0][i];
    if (c == ' ') {
      if (column > 0) ++layer;
      column = 0;
    } else if (c != 'X' && c != '.') {
      pieces.emplace_back(c, Shape{});
      column = layer = 0;
    } else {
      for (int y = 0; y < 2; ++y) {
        const std::string& line = drawing[static_cast<std::size_t>(y)];
        if (line[i] == 'X') pieces.back().second.push_back({column, y, layer});
      }
      ++column;
    }
  }
  for (auto& [name, shape] : pieces) std::sort(shape.begin(), shape.end());
  return pieces;
}

TEST_CASE("docs/puzzles.md draws the pieces of the program") {
  std::ifstream page(DLX_SOURCE_ROOT "/docs/puzzles.md");
  std::array<std::string, 2> drawing;
  while (std::getline(page, drawing[0]) && !drawing[0].starts_with("L XXX")) continue;
  REQUIRE(std::getline(page, drawing[1]));
  REQUIRE(drawing[0].size() <= drawing[1].size());
  CHECK(drawn_pieces(drawing) == own_pieces());
}

TEST_CASE("an independent generator makes the same 688 placements") {
  const auto expected = own_placements(own_soma());
  CHECK(expected.size() == 688);
  std::set<OwnPlacement> made;
  std::map<char, int> per_piece;
  for (const polycube::Placement& p : model().placements) {
    made.emplace(p.piece, own(p.cells));
    ++per_piece[model().puzzle.pieces[p.piece].name.front()];
  }
  CHECK(model().placements.size() == 688);
  CHECK(made == expected);
  CHECK(per_piece ==
        std::map<char, int>{
            {'L', 144}, {'R', 144}, {'P', 96}, {'Q', 96}, {'S', 72}, {'T', 72}, {'Y', 64}});
}

TEST_CASE("every option names its piece and its cells") {
  const Problem& problem = model().problem;
  CHECK(problem.item_count() == 34);
  CHECK(problem.primary_count() == 34);
  REQUIRE(problem.option_count() == 688);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const polycube::Placement& placement = model().placements[o];
    std::multiset<std::string> wanted{model().puzzle.pieces[placement.piece].name};
    for (const auto& [x, y, z] : own(placement.cells)) {
      wanted.insert(std::to_string(x) + std::to_string(y) + std::to_string(z));
    }
    std::multiset<std::string> named;
    for (const ItemId item : problem.items(OptionId{o})) {
      named.insert(std::string(problem.name(item)));
    }
    CHECK(named == wanted);
  }
}

/// The letters of the 27 cells, z slowest, as the picture shows them.
using Cube = std::string;

Cube cube_of(const std::string& picture) {
  Cube cube(27, '?');
  for (const auto& [at, letter] : read_picture(picture)) {
    cube.at(static_cast<std::size_t>(at[0] + 3 * at[1] + 9 * at[2])) = letter;
  }
  return cube;
}

/// The least of the cube's images; in a mirror P and Q change names.
Cube canonical(const Cube& cube, const std::vector<Matrix>& turns) {
  Cube least = cube;
  for (const Matrix& turn : turns) {
    const bool mirrors = determinant(turn) < 0;
    Cube image(27, '?');
    for (int i = 0; i < 27; ++i) {
      const Point p = turned(turn, Point{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1});
      char letter = cube[static_cast<std::size_t>(i)];
      if (mirrors && (letter == 'P' || letter == 'Q')) letter = letter == 'P' ? 'Q' : 'P';
      image[static_cast<std::size_t>(p[0] + 1 + 3 * (p[1] + 1) + 9 * (p[2] + 1))] = letter;
    }
    least = std::min(least, image);
  }
  return least;
}

TEST_CASE("11520 assemblies, 480 up to rotations, 240 up to reflections, by drawn cubes") {
  const auto rotations = own_turns(false, false);
  const auto reflections = own_turns(false, true);
  const OptionSymmetries turning = polycube::symmetries(model(), UpTo::rotations);
  const OptionSymmetries mirroring = polycube::symmetries(model(), UpTo::reflections);
  CHECK(turning.order() == 24);
  CHECK(mirroring.order() == 48);

  Verifier verifier(model().problem);
  std::set<Cube> cubes;
  std::set<Cube> up_to_rotations;
  std::set<Cube> up_to_reflections;
  std::set<Cube> rotation_representatives;
  std::set<Cube> reflection_representatives;
  std::uint64_t valid = 0;
  std::uint64_t read_back = 0;
  for (Solver solver(model().problem); solver.next();) {
    const auto solution = solver.solution();
    if (verifier.faults(solution).empty()) ++valid;
    const auto assembly = polycube::decode(model(), solution);
    const std::string picture = catalogue::draw(model(), assembly);
    const Cube cube = cube_of(picture);
    std::map<char, Shape> by_letter;
    for (const auto& [at, letter] : read_picture(picture)) by_letter[letter].push_back(at);
    bool same = by_letter.size() == 7;
    for (const auto& [piece, cells, colours] : assembly) {
      Shape& drawn = by_letter[model().puzzle.pieces[piece].name.front()];
      std::sort(drawn.begin(), drawn.end());
      same = same && drawn == own(cells);
    }
    if (same) ++read_back;
    cubes.insert(cube);
    up_to_rotations.insert(canonical(cube, rotations));
    up_to_reflections.insert(canonical(cube, reflections));
    if (turning.is_representative(solution)) {
      rotation_representatives.insert(canonical(cube, rotations));
    }
    if (mirroring.is_representative(solution)) {
      reflection_representatives.insert(canonical(cube, reflections));
    }
  }
  CHECK(valid == 11520);
  CHECK(read_back == 11520);
  CHECK(cubes.size() == 11520);
  CHECK(up_to_rotations.size() == 480);
  CHECK(up_to_reflections.size() == 240);
  // One representative of every class, not merely as many as there are classes.
  CHECK(rotation_representatives == up_to_rotations);
  CHECK(reflection_representatives == up_to_reflections);
  // No assembly is symmetric, so every class is as large as the group.
  CHECK(cubes.size() == 24 * up_to_rotations.size());
  CHECK(cubes.size() == 48 * up_to_reflections.size());
}

TEST_CASE("no rotation and no reflection keeps an assembly") {
  const OptionSymmetries group = polycube::symmetries(model(), UpTo::reflections);
  std::uint64_t kept = 0;
  for (Solver solver(model().problem); solver.next();) {
    std::set<OptionId> solution(solver.solution().begin(), solver.solution().end());
    for (const OptionPermutation& member : group.members()) {
      std::set<OptionId> image;
      for (const OptionId o : solution) image.insert(member[index(o)]);
      if (image == solution) ++kept;
    }
  }
  CHECK(kept == 11520);  // by the identity only
}

struct RestrictedCount {
  UpTo up_to;
  std::uint32_t options;
  std::uint64_t solutions;
};

TEST_CASE("restricting L counts the classes directly") {
  for (const auto& [up_to, options, solutions] :
       {RestrictedCount{UpTo::reflections, 548, 240}, RestrictedCount{UpTo::rotations, 550, 480}}) {
    const polycube::RestrictedModel restricted(model(), 0, up_to);
    CHECK(restricted.model().problem.option_count() == options);
    std::uint64_t all = 0;
    std::uint64_t representatives = 0;
    std::uint64_t symmetric = 0;
    for (Solver solver(restricted.model().problem); solver.next();) {
      ++all;
      if (restricted.is_representative(solver.solution())) ++representatives;
      if (restricted.stabiliser_order(solver.solution()) > 1) ++symmetric;
    }
    CHECK(all == solutions);
    CHECK(representatives == solutions);
    // The classical program leaves the comparison out: right only because of this.
    CHECK(symmetric == 0);
  }
}

TEST_CASE("any piece that is its own mirror image may be restricted") {
  for (std::uint32_t piece = 0; piece < 7; ++piece) {
    INFO(model().puzzle.pieces[piece].name);
    const auto classes = [&](UpTo up_to) {
      const polycube::RestrictedModel restricted(model(), piece, up_to);
      std::uint64_t n = 0;
      for (Solver solver(restricted.model().problem); solver.next();) {
        if (restricted.is_representative(solver.solution())) ++n;
      }
      return n;
    };
    CHECK(classes(UpTo::none) == 11520);
    CHECK(classes(UpTo::rotations) == 480);
    if (piece == 4 || piece == 5) {
      CHECK_THROWS_WITH(classes(UpTo::reflections), Catch::Contains("not its own mirror image"));
    } else {
      CHECK(classes(UpTo::reflections) == 240);
    }
  }
  CHECK_THROWS(polycube::RestrictedModel(model(), 7, UpTo::rotations));
}

#ifndef DLX_SANITIZE
TEST_CASE("the naive search finds as many, with 14852880 placements made") {
  const polycube::NaiveCount naive = polycube::count_naively(model());
  CHECK(naive.solutions == 11520);
  CHECK(naive.placements_made == 14'852'880);
}
#endif

TEST_CASE("what the naive search cannot count is refused") {
  auto puzzle = polycube::soma();
  puzzle.pieces.pop_back();
  CHECK_THROWS_AS(polycube::count_naively(polycube::build(puzzle)), std::invalid_argument);
  puzzle = polycube::soma();
  puzzle.pieces[0].copies = Bounds{0, 1};
  CHECK_THROWS_AS(polycube::count_naively(polycube::build(puzzle)), std::invalid_argument);
  const polycube::Piece cell{.name = "c", .cells = lattice::box(1, 1)};
  CHECK_THROWS_AS(
      polycube::count_naively(polycube::build({.pieces = {cell}, .target = lattice::box(65, 1)})),
      std::invalid_argument);
}

TEST_CASE("the classical picture: three layers side by side, then an empty line") {
  Solver solver(model().problem);
  REQUIRE(solver.next());
  const std::string picture =
      catalogue::draw(model(), polycube::decode(model(), solver.solution()));
  std::istringstream lines(picture);
  std::string line;
  for (int y = 0; y < 3; ++y) {
    REQUIRE(std::getline(lines, line));
    REQUIRE(line.size() == 19);
    for (const std::size_t bar : {0U, 4U, 7U, 11U, 14U, 18U}) CHECK(line[bar] == '|');
    for (const std::size_t blank : {5U, 6U, 12U, 13U}) CHECK(line[blank] == ' ');
    for (const std::size_t cell : {1U, 2U, 3U, 8U, 9U, 10U, 15U, 16U, 17U}) {
      CHECK(std::string("LSTRPQY").find(line[cell]) != std::string::npos);
    }
  }
  REQUIRE(std::getline(lines, line));
  CHECK(line.empty());
  CHECK(!std::getline(lines, line));
}

}  // namespace
}  // namespace dlx::test
