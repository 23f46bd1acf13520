#include "reductions/lattice/grid.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dlx::test {
namespace {

using lattice::Alike;
using lattice::Cell;
using lattice::Cells;
using lattice::Grid;
using lattice::Isometry;
using lattice::Lattice;

/// All cells of a box around the origin.
Cells cells_around(const Lattice& lattice, int far) {
  Cells cells;
  for (int z = -far; z <= far; ++z) {
    for (int y = -far; y <= far; ++y) {
      for (int x = -far; x <= far; ++x) {
        if (lattice.is_cell({x, y, z})) cells.push_back({x, y, z});
      }
    }
  }
  return cells;
}

std::vector<Isometry> symmetries_of(const Lattice& lattice) {
  std::vector<Isometry> found;
  for (const Isometry& turn : lattice.turns()) {
    if (lattice.keeps_lattice(turn)) found.push_back(turn);
  }
  return found;
}

std::int64_t squared_distance(const Lattice& lattice, const Cell& a, const Cell& b) {
  const Cell d = lattice.point(a) - lattice.point(b);
  const auto s = lattice.scale();
  return std::int64_t{s[0]} * d.x * d.x + std::int64_t{s[1]} * d.y * d.y +
         std::int64_t{s[2]} * d.z * d.z;
}

struct Facts {
  Grid grid;
  std::size_t classes;  // of cells up to translations
  std::size_t symmetries;
  std::size_t turns;
  std::vector<std::size_t> neighbours;  // the numbers that cells have
};

const std::vector<Facts> facts{
    {Grid::cubes, 1, 48, 48, {6}},     {Grid::triangles, 2, 24, 24, {5}},
    {Grid::spheres, 1, 48, 240, {12}}, {Grid::rhombic, 24, 48, 48, {4}},
    {Grid::hexagons, 1, 24, 24, {8}},  {Grid::tetra_octahedra, 10, 48, 48, {4}},
};

TEST_CASE("every lattice has a group of symmetries of the right order") {
  for (const Facts& fact : facts) {
    const Lattice& lattice = Lattice::of(fact.grid);
    INFO(lattice::to_string(fact.grid));
    CHECK(lattice.classes().size() == fact.classes);
    CHECK(lattice.turns().size() == fact.turns);
    CHECK(lattice.turns().front() == Isometry{});
    const auto group = symmetries_of(lattice);
    CHECK(group.size() == fact.symmetries);
    const std::set<Isometry> members(group.begin(), group.end());
    CHECK(members.size() == group.size());
    bool closed = true;
    for (const Isometry& a : group) {
      for (const Isometry& b : group) closed = closed && members.contains(product(a, b));
    }
    CHECK(closed);
    const auto rotations = std::count_if(lattice.turns().begin(), lattice.turns().end(),
                                         [](const Isometry& turn) { return !turn.mirrors(); });
    CHECK(static_cast<std::size_t>(rotations) * 2 == fact.turns);
  }
}

TEST_CASE("symmetries take cells to cells and keep distances and neighbours") {
  for (const Facts& fact : facts) {
    const Lattice& lattice = Lattice::of(fact.grid);
    INFO(lattice::to_string(fact.grid));
    const Cells cells = cells_around(lattice, 4);
    for (const Isometry& turn : symmetries_of(lattice)) {
      bool good = true;
      std::set<Cell> images;
      for (const Cell& cell : cells) {
        const auto image = lattice.image(cell, turn);
        good = good && image && images.insert(*image).second;
        if (!image) continue;
        const auto first = lattice.image(cells.front(), turn);
        good = good && first &&
               squared_distance(lattice, cell, cells.front()) ==
                   squared_distance(lattice, *image, *first);
        Cells expected;
        for (const Cell& next : lattice.neighbours(cell)) {
          expected.push_back(lattice.image(next, turn).value_or(Cell{99, 99, 99}));
        }
        std::sort(expected.begin(), expected.end());
        good = good && lattice.neighbours(*image) == expected;
      }
      CHECK(good);
    }
  }
}

TEST_CASE("neighbours are so in both directions, and as many as the faces of a cell") {
  for (const Facts& fact : facts) {
    const Lattice& lattice = Lattice::of(fact.grid);
    INFO(lattice::to_string(fact.grid));
    bool good = true;
    for (const Cell& cell : cells_around(lattice, 4)) {
      const Cells neighbours = lattice.neighbours(cell);
      good = good && neighbours.size() == lattice.shape(cell).faces.size() &&
             std::find(fact.neighbours.begin(), fact.neighbours.end(), neighbours.size()) !=
                 fact.neighbours.end();
      for (const Cell& next : neighbours) {
        const Cells back = lattice.neighbours(next);
        good = good && std::binary_search(back.begin(), back.end(), cell);
      }
    }
    CHECK(good);
  }
  CHECK_THROWS_AS(Lattice::of(Grid::spheres).neighbours({1, 0, 0}), std::invalid_argument);
}

TEST_CASE("cells have their own centres, and translations move them") {
  for (const Facts& fact : facts) {
    const Lattice& lattice = Lattice::of(fact.grid);
    INFO(lattice::to_string(fact.grid));
    bool good = true;
    std::set<Cell> points;
    std::set<Cell> cells;
    for (const Cell& cell : cells_around(lattice, 7)) {
      const Cell point = lattice.point(cell);
      points.insert(point);
      cells.insert(cell);
      good = good && lattice.cell_at(point) == cell;
      const Cell shift = lattice.shift_below(cell);
      good = good && lattice.is_shift(shift) &&
             std::binary_search(lattice.classes().begin(), lattice.classes().end(), cell - shift);
      // The same step in space, from whatever cell.
      const Cell other = lattice.classes().back();
      good = good && lattice.point(other + shift) - lattice.point(other) ==
                         lattice.point(cell) - lattice.point(cell - shift);
    }
    CHECK(points.size() == cells.size());
    CHECK(good);
    // No point is the centre of a cell but these.
    bool others = true;
    for (int z = -6; z <= 6; ++z) {
      for (int y = -6; y <= 6; ++y) {
        for (int x = -6; x <= 6; ++x) {
          const auto found = lattice.cell_at({x, y, z});
          others = others && (!found || lattice.point(*found) == Cell{x, y, z});
        }
      }
    }
    CHECK(others);
  }
}

TEST_CASE("the cells of a lattice fill space") {
  // Volumes of the bodies of all classes: six times in the units of points.
  const std::map<Grid, std::int64_t> of_translations{
      {Grid::cubes, 8},     {Grid::triangles, 12},        {Grid::spheres, 16},
      {Grid::rhombic, 512}, {Grid::tetra_octahedra, 128}, {Grid::hexagons, 12}};
  for (const Facts& fact : facts) {
    const Lattice& lattice = Lattice::of(fact.grid);
    INFO(lattice::to_string(fact.grid));
    std::int64_t volume = 0;
    for (const Cell& cell : lattice.classes()) {
      const auto body = lattice.shape(cell);
      for (const auto& face : body.faces) {
        // Fans of triangles, each with the centre.
        for (std::size_t i = 1; i + 1 < face.size(); ++i) {
          const Cell centre = lattice.point(cell);
          const Cell a = body.vertices[face[0]] - centre;
          const Cell b = body.vertices[face[i]] - centre;
          const Cell c = body.vertices[face[i + 1]] - centre;
          volume += std::abs(std::int64_t{a.x} * (b.y * c.z - b.z * c.y) -
                             std::int64_t{a.y} * (b.x * c.z - b.z * c.x) +
                             std::int64_t{a.z} * (b.x * c.y - b.y * c.x));
        }
      }
    }
    CHECK(volume == 6 * of_translations.at(fact.grid));
  }
}

TEST_CASE("a triangle of spheres has twice the turns of a tetrahedron") {
  const Lattice& lattice = Lattice::of(Grid::spheres);
  const auto places = [&](const Cells& cells) {
    std::size_t count = 0;
    for (const Isometry& turn : lattice.turns()) {
      count += std::all_of(cells.begin(), cells.end(),
                           [&](const Cell& c) { return lattice.image(c, turn).has_value(); })
                   ? 1U
                   : 0U;
    }
    return count;
  };
  CHECK(places({{0, 0, 0}}) == 240);
  const Cells triangle{{0, 0, 0}, {1, 1, 0}, {1, 0, 1}};
  CHECK(places(triangle) == 96);
  const Cells tetrahedron{{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}};
  CHECK(places(tetrahedron) == 48);
}

TEST_CASE("no isometry but the turns takes a bent row of three spheres into the lattice") {
  const Lattice& lattice = Lattice::of(Grid::spheres);
  const std::set<Isometry> turns(lattice.turns().begin(), lattice.turns().end());
  // Turns of turns reach every way to put two touching neighbours on touching neighbours.
  std::size_t others = 0;
  const Cell a{1, 1, 0};
  for (const Cell& b : lattice.neighbours({0, 0, 0})) {
    if (b == a || b == Cell{} - a) continue;
    for (const Isometry& first : lattice.turns()) {
      for (const Isometry& second : lattice.turns()) {
        const Isometry both = product(first, second);
        if (lattice.image(a, both) && lattice.image(b, both) && !turns.contains(both)) ++others;
      }
    }
  }
  CHECK(others == 0);
}

TEST_CASE("the symmetries of a set of spheres are a group") {
  const Lattice& lattice = Lattice::of(Grid::spheres);
  const auto order = [&](const Cells& cells, UpTo up_to) {
    return lattice::symmetries(lattice, cells, up_to).size();
  };
  // A hexagon of seven: six turns and six half-turns, which the lattice has half of.
  const Cells hexagon{{0, 0, 0},  {1, -1, 0}, {-1, 1, 0}, {1, 0, -1},
                      {-1, 0, 1}, {0, 1, -1}, {0, -1, 1}};
  Cells sorted = hexagon;
  std::sort(sorted.begin(), sorted.end());
  CHECK(order(sorted, UpTo::rotations) == 12);
  CHECK(order(sorted, UpTo::reflections) == 24);
  CHECK(order(sorted, UpTo::none) == 1);
  // About a row there are turns by any multiple of the tetrahedron's angle.
  CHECK(order({{0, 0, 0}, {1, 1, 0}, {2, 2, 0}}, UpTo::rotations) == 4);
  CHECK(order({{0, 0, 0}, {1, 1, 0}, {2, 2, 0}}, UpTo::reflections) == 8);
  CHECK(order({}, UpTo::reflections) == 1);
  for (const auto& motion : lattice::symmetries(lattice, sorted, UpTo::reflections)) {
    Cells images;
    for (const Cell& cell : sorted) images.push_back(motion(cell).value_or(Cell{99, 0, 0}));
    std::sort(images.begin(), images.end());
    CHECK(images == sorted);
  }
}

std::vector<std::size_t> counts(Grid grid, std::size_t most, Alike alike, bool flat) {
  std::vector<std::size_t> result;
  for (std::size_t n = 1; n <= most; ++n) {
    result.push_back(lattice::polyforms(Lattice::of(grid), n, alike, flat).size());
  }
  return result;
}

using Counts = std::vector<std::size_t>;

TEST_CASE("flat polyforms are as many as published") {
  // The On-Line Encyclopedia of Integer Sequences, by number.
  CHECK(counts(Grid::cubes, 7, Alike::reflections, true) == Counts{1, 1, 2, 5, 12, 35, 108});
  CHECK(counts(Grid::cubes, 6, Alike::rotations, true) == Counts{1, 1, 2, 7, 18, 60});
  CHECK(counts(Grid::cubes, 6, Alike::translations, true) == Counts{1, 2, 6, 19, 63, 216});
  // A000577, A006534, A001420
  CHECK(counts(Grid::triangles, 8, Alike::reflections, true) == Counts{1, 1, 1, 3, 4, 12, 24, 66});
  CHECK(counts(Grid::triangles, 7, Alike::rotations, true) == Counts{1, 1, 1, 4, 6, 19, 43});
  CHECK(counts(Grid::triangles, 7, Alike::translations, true) == Counts{2, 3, 6, 14, 36, 94, 250});
  // A000228, A006535, A001207
  CHECK(counts(Grid::hexagons, 6, Alike::reflections, true) == Counts{1, 1, 3, 7, 22, 82});
  CHECK(counts(Grid::hexagons, 6, Alike::rotations, true) == Counts{1, 1, 3, 10, 33, 147});
  CHECK(counts(Grid::hexagons, 6, Alike::translations, true) == Counts{1, 3, 11, 44, 186, 814});
  CHECK_THROWS_AS(lattice::polyforms(Lattice::of(Grid::spheres), 2, Alike::rotations, true),
                  std::invalid_argument);
}

/// Bodies of cells that may be joined: of each body its cells.
using Bodies = std::set<Cells>;

TEST_CASE("polyforms in space are as many as published") {
  // A038119, A000162, A001931
  CHECK(counts(Grid::cubes, 5, Alike::reflections, false) == Counts{1, 1, 2, 7, 23});
  CHECK(counts(Grid::cubes, 5, Alike::rotations, false) == Counts{1, 1, 2, 8, 29});
  CHECK(counts(Grid::cubes, 5, Alike::translations, false) == Counts{1, 3, 15, 86, 534});
  // A300812, the sums of its rows: spheres up to the symmetries of the lattice. The other turns of
  // spheres make no more of so few alike.
  CHECK(counts(Grid::spheres, 4, Alike::reflections, false) == Counts{1, 1, 3 + 1, 13 + 4 + 2 + 1});
}

TEST_CASE("every polysphere is a turn of one that is listed") {
  const Lattice& spheres = Lattice::of(Grid::spheres);
  for (std::size_t n = 1; n <= 4; ++n) {
    const auto fixed = lattice::polyforms(spheres, n, Alike::translations, false);
    std::set<Cells> reached;
    for (const Cells& form : lattice::polyforms(spheres, n, Alike::reflections, false)) {
      for (const Isometry& turn : spheres.turns()) {
        Cells image;
        for (const Cell& cell : form) {
          if (const auto moved = spheres.image(cell - form.front(), turn)) image.push_back(*moved);
        }
        if (image.size() == form.size()) reached.insert(lattice::normalised(spheres, image));
      }
    }
    CHECK(reached == std::set<Cells>(fixed.begin(), fixed.end()));
  }
}

TEST_CASE("tetrahedra and octahedra make as many polyforms as published") {
  // A343909: free polyforms on the tetrahedral-octahedral honeycomb, 2, 1, 4, 9.
  const Lattice& lattice = Lattice::of(Grid::tetra_octahedra);
  // An octahedron: the eight cells around a corner of a cube where no tetrahedron has one.
  const auto body_of = [&](const Cell& cell) {
    Cells body{cell};
    const auto [block, place] =
        std::pair(Cell{(cell.x + 60) / 3 - 20, (cell.y + 60) / 3 - 20, (cell.z + 60) / 3 - 20},
                  Cell{(cell.x + 60) % 3, (cell.y + 60) % 3, (cell.z + 60) % 3});
    if (place == Cell{1, 1, 1}) return body;
    body.clear();
    for (int k = 0; k < 8; ++k) {
      const auto at = [&](int b, int p, int bit) {
        const int corner = 3 * (b + (p == 2 ? 1 : 0));  // between corner - 1 and corner
        return bit != 0 ? corner : corner - 1;
      };
      body.push_back(
          {at(block.x, place.x, k & 1), at(block.y, place.y, k & 2), at(block.z, place.z, k & 4)});
    }
    std::sort(body.begin(), body.end());
    return body;
  };
  const auto least = [&](const Cells& cells) {
    std::optional<Cells> best;
    for (const Isometry& turn : lattice.turns()) {
      Cells image;
      for (const Cell& cell : cells) image.push_back(lattice.image(cell, turn).value());
      image = lattice::normalised(lattice, image);
      if (!best || image < *best) best = image;
    }
    return *best;
  };
  Bodies forms;
  for (const Cell& cell : lattice.classes()) forms.insert(least(body_of(cell)));
  Counts found{forms.size()};
  for (int n = 2; n <= 4; ++n) {
    Bodies larger;
    for (const Cells& form : forms) {
      for (const Cell& cell : form) {
        for (const Cell& next : lattice.neighbours(cell)) {
          if (std::binary_search(form.begin(), form.end(), next)) continue;
          Cells grown = form;
          const Cells body = body_of(next);
          grown.insert(grown.end(), body.begin(), body.end());
          std::sort(grown.begin(), grown.end());
          larger.insert(least(grown));
        }
      }
    }
    forms = std::move(larger);
    found.push_back(forms.size());
  }
  CHECK(found == Counts{2, 1, 4, 9});
}

}  // namespace
}  // namespace dlx::test
