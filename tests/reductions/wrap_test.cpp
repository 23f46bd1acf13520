// Cylinders and tori, against brute force that shares no code with the reduction.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/catalogue.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

/// Cells y · width + x, sorted, of one piece.
using Part = std::vector<int>;
/// Parts with the numbers of their pieces.
using Tiling = std::set<std::pair<int, Part>>;

struct Board {
  int width, height;
  bool wraps_x, wraps_y;
  std::set<int> holes = {};

  /// The cell, or -1 if it is beyond an edge or a hole.
  [[nodiscard]] int cell(int x, int y) const {
    if (wraps_x) x = (x % width + width) % width;
    if (wraps_y) y = (y % height + height) % height;
    const int number = y * width + x;
    return x < 0 || y < 0 || x >= width || y >= height || holes.contains(number) ? -1 : number;
  }
  /// Takes cells away, unless an edge would have none left.
  void pierce(Random& random, int number) {
    std::set<int> some;
    while (static_cast<int>(some.size()) < number) {
      some.insert(static_cast<int>(random.below(static_cast<std::size_t>(width * height))));
    }
    std::set<int> rows;
    std::set<int> columns;
    for (int c = 0; c < width * height; ++c) {
      if (some.contains(c)) continue;
      rows.insert(c / width);
      columns.insert(c % width);
    }
    if (rows.contains(0) && rows.contains(height - 1) && columns.contains(0) &&
        columns.contains(width - 1)) {
      holes = some;
    }
  }
};

using Points = std::vector<std::pair<int, int>>;

/// All placements of a piece.
std::set<Part> placements(const Board& board, const Points& piece) {
  std::set<Part> all;
  for (int turn = 0; turn < 8; ++turn) {
    for (int dy = -board.height; dy <= board.height; ++dy) {
      for (int dx = -board.width; dx <= board.width; ++dx) {
        Part part;
        for (auto [x, y] : piece) {
          if ((turn & 1) != 0) x = -x;
          if ((turn & 2) != 0) y = -y;
          if ((turn & 4) != 0) std::swap(x, y);
          part.push_back(board.cell(x + dx, y + dy));
        }
        std::sort(part.begin(), part.end());
        if (part.front() >= 0 && std::adjacent_find(part.begin(), part.end()) == part.end()) {
          all.insert(part);
        }
      }
    }
  }
  return all;
}

void fill(const std::vector<std::set<Part>>& places, std::vector<bool>& filled, bool once,
          std::vector<bool>& used, Tiling& tiling, std::set<Tiling>& found) {
  const auto first = std::find(filled.begin(), filled.end(), false);
  if (first == filled.end()) {
    found.insert(tiling);
    return;
  }
  const int cell = static_cast<int>(first - filled.begin());
  for (std::size_t p = 0; p < places.size(); ++p) {
    if (once && used[p]) continue;
    for (const Part& part : places[p]) {
      const auto is_free = [&](int c) { return !filled[static_cast<std::size_t>(c)]; };
      if (std::find(part.begin(), part.end(), cell) == part.end() ||
          !std::all_of(part.begin(), part.end(), is_free)) {
        continue;
      }
      for (const int c : part) filled[static_cast<std::size_t>(c)] = true;
      used[p] = true;
      const auto added = tiling.emplace(static_cast<int>(p), part).first;
      fill(places, filled, once, used, tiling, found);
      tiling.erase(added);
      used[p] = false;
      for (const int c : part) filled[static_cast<std::size_t>(c)] = false;
    }
  }
}

/// The number of classes under translations along the axes that wrap, and reflections.
std::size_t classes(const Board& board, const std::set<Tiling>& tilings) {
  std::set<Tiling> left = tilings;
  std::size_t number = 0;
  while (!left.empty()) {
    ++number;
    const Tiling some = *left.begin();
    const bool square = board.width == board.height && board.wraps_x == board.wraps_y;
    for (int turn = 0; turn < (square ? 8 : 4); ++turn) {
      for (int dx = 0; dx < (board.wraps_x ? board.width : 1); ++dx) {
        for (int dy = 0; dy < (board.wraps_y ? board.height : 1); ++dy) {
          Tiling image;
          for (const auto& [piece, part] : some) {
            Part moved;
            for (const int c : part) {
              int x = c % board.width;
              int y = c / board.width;
              if ((turn & 1) != 0) x = board.width - 1 - x;
              if ((turn & 2) != 0) y = board.height - 1 - y;
              if ((turn & 4) != 0) std::swap(x, y);
              moved.push_back(board.cell(x + dx, y + dy));
            }
            std::sort(moved.begin(), moved.end());
            image.emplace(piece, std::move(moved));
          }
          left.erase(image);
        }
      }
    }
  }
  return number;
}

Points random_piece(Random& random, std::size_t size) {
  Points piece{{0, 0}};
  while (piece.size() < size) {
    auto [x, y] = piece[random.below(piece.size())];
    (random.chance(0.5) ? x : y) += random.chance(0.5) ? 1 : -1;
    if (std::find(piece.begin(), piece.end(), std::pair(x, y)) == piece.end()) {
      piece.emplace_back(x, y);
    }
  }
  return piece;
}

/// The orbits of the solutions under the symmetries of a model.
std::size_t orbits(const polycube::Model& model, std::set<std::vector<OptionId>> solutions) {
  const OptionSymmetries group = polycube::symmetries(model, UpTo::reflections);
  std::size_t number = 0;
  while (!solutions.empty()) {
    ++number;
    const std::vector<OptionId> some = *solutions.begin();
    for (const OptionPermutation& member : group.members()) {
      std::vector<OptionId> image;
      for (const OptionId option : some) image.push_back(member[index(option)]);
      std::sort(image.begin(), image.end());
      solutions.erase(image);
    }
  }
  return number;
}

TEST_CASE("random pieces on cylinders and tori against brute force") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  int with_tilings = 0;
  for (int round = 0; round < 150; ++round) {
    const int size = static_cast<int>(random.between(3, 4));
    const int width = size * (size < 4 ? static_cast<int>(random.between(1, 2)) : 1);
    const int height = static_cast<int>(random.between(2, width < 6 ? 4 : 3));
    Board board{width, height, random.chance(0.7), random.chance(0.5)};
    if (random.chance(0.4)) board.pierce(random, size);
    const bool once = random.chance(0.5);
    const int parts = (board.width * board.height - static_cast<int>(board.holes.size())) / size;
    polycube::Puzzle puzzle;
    for (const lattice::Cell& c : lattice::region({board.height, board.width})) {
      if (board.cell(c.x, c.y) >= 0) puzzle.target.push_back(c);
    }
    puzzle.wraps = {board.wraps_x, board.wraps_y, false};
    std::vector<std::set<Part>> places;
    for (int p = 0; p < (once ? parts : 2); ++p) {
      const Points points = random_piece(random, static_cast<std::size_t>(size));
      polycube::Piece& piece = puzzle.pieces.emplace_back();
      piece.name = std::string(1, static_cast<char>('a' + p));
      for (const auto& [x, y] : points) piece.cells.push_back({x + 8, y + 8, 0});
      if (!once) piece.copies.reset();
      places.push_back(placements(board, points));
    }
    if (!once && places[0] == places[1]) continue;  // each part may be either: too many tilings
    std::set<Tiling> expected;
    std::vector<bool> filled(static_cast<std::size_t>(board.width * board.height));
    for (const int hole : board.holes) filled[static_cast<std::size_t>(hole)] = true;
    std::vector<bool> used(places.size());
    Tiling tiling;
    fill(places, filled, once, used, tiling, expected);

    const polycube::Model model = polycube::build(puzzle);
    std::set<Tiling> found;
    std::set<std::vector<OptionId>> solutions;
    for (Solver solver(model.problem); solver.next();) {
      Tiling& made = tiling;
      made.clear();
      for (const polycube::Placement& placement : polycube::decode(model, solver.solution())) {
        Part part;
        for (const lattice::Cell& c : placement.cells) part.push_back(c.y * board.width + c.x);
        std::sort(part.begin(), part.end());
        made.emplace(static_cast<int>(placement.piece), std::move(part));
      }
      CHECK(found.insert(made).second);
      std::vector<OptionId> solution(solver.solution().begin(), solver.solution().end());
      std::sort(solution.begin(), solution.end());
      solutions.insert(std::move(solution));
    }
    CHECK(found == expected);
    with_tilings += expected.empty() ? 0 : 1;
    // Pieces in any number, of two different shapes, become themselves under every symmetry.
    if (!once && expected.size() < 2'000 && polycube::has_mirror_images(puzzle)) {
      CHECK(orbits(model, solutions) == classes(board, expected));
    }
  }
  CHECK(with_tilings > 20);
}

TEST_CASE("published tilings of cylinders and tori by T tetrominoes") {
  const auto number_of = [](const std::string& text) {
    return counting::count(polycube::build(polycube::read_triples(text).puzzles[0].puzzle).problem)
        .value;
  };
  CHECK(number_of("wrap x\n4x4\n4*T XXX/_X\n") == Natural(24));
  CHECK(number_of("wrap x\n8x4\n8*T XXX/_X\n") == Natural(48));
  CHECK(number_of("wrap x\n6x6\n9*T XXX/_X\n") == Natural(0));
  CHECK(number_of("wrap x,y\n4x4\n4*T XXX/_X\n") == Natural(112));
  CHECK(number_of("wrap x,y\n8x8\n16*T XXX/_X\n") == Natural(92'144));
  CHECK(number_of("wrap x\n12x8\n24*T XXX/_X\n") == Natural(60'072));
}

TEST_CASE("mirror images of a region that wraps may be turned round") {
  // Three cells of the box are empty; the mirror that keeps them is about column 2.
  polycube::Puzzle puzzle;
  puzzle.target = lattice::from_picture(".#.###/######/######");
  puzzle.optional_cells = std::exchange(puzzle.target, {});
  puzzle.holes = 11;
  puzzle.wraps = {true, false, false};
  puzzle.pieces = {{.name = "V", .cells = lattice::from_picture("X../X../XXX")}};
  const polycube::Model model = polycube::build(puzzle);
  std::set<std::vector<OptionId>> solutions;
  for (Solver solver(model.problem); solver.next();) {
    std::vector<OptionId> solution(solver.solution().begin(), solver.solution().end());
    std::sort(solution.begin(), solution.end());
    solutions.insert(std::move(solution));
  }
  CHECK(solutions.size() == 10);
  CHECK(orbits(model, solutions) == 5);
}

TEST_CASE("axes that wrap are read and written") {
  CHECK(polycube::axes_in("") == std::array<bool, 3>{});
  CHECK(polycube::axes_in("y,x") == std::array<bool, 3>{true, true, false});
  CHECK(polycube::axes_in_words({true, false, true}) == "x,z");
  for (const char* bad : {"q", "x,", "xy", ",x", "x,x", "x y"}) {
    INFO(bad);
    CHECK_THROWS_AS(polycube::axes_in(bad), std::invalid_argument);
  }
  const std::string text = "wrap x,y\n000 100\n2*a 000\n";
  const polycube::Puzzle puzzle = polycube::read_triples(text).puzzles[0].puzzle;
  CHECK(puzzle.wraps == std::array<bool, 3>{true, true, false});
  const std::string again = polycube::write_triples(puzzle);
  CHECK(polycube::read_triples(again).puzzles[0].puzzle.wraps == puzzle.wraps);
  CHECK_THROWS_WITH(polycube::read_triples("wrap q\n4x4\n4*T XXX/_X\n"),
                    Catch::Contains("after 'wrap' stand axes"));
  CHECK_THROWS_WITH(polycube::write_xmpuzzle(polycube::read_triples(text)),
                    "a target that wraps, which the format cannot say");
  polycube::Puzzle placed = puzzle;
  placed.wraps = {};
  placed.pieces[0].corner = lattice::Cell{};
  CHECK_THROWS_WITH(polycube::write_triples(placed), Catch::Contains("is placed already"));
  CHECK_THROWS_WITH(polycube::write_xmpuzzle({.puzzles = {{.name = {}, .puzzle = placed}}}),
                    Catch::Contains("is placed already"));
  polycube::Puzzle flat = puzzle;
  flat.wraps[2] = true;
  CHECK_THROWS_WITH(polycube::build(flat), Catch::Contains("cannot wrap along z"));
  polycube::Puzzle hexagons = puzzle;
  hexagons.grid = lattice::Grid::hexagons;
  CHECK_THROWS_WITH(polycube::build(hexagons), Catch::Contains("only a target of cubes can wrap"));
}

}  // namespace
}  // namespace dlx::test
