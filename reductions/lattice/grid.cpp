#include "reductions/lattice/grid.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

namespace dlx::lattice {
namespace {

/// The quotient rounded down, for positive divisors.
int floor_div(int a, int b) noexcept {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

int remainder(int a, int b) noexcept {
  return a - b * floor_div(a, b);
}

bool is_odd(int a) noexcept {
  return remainder(a, 2) != 0;
}

/// The block that contains a cell, and the position of the cell in the block.
struct InBlock {
  Cell block;
  Cell place;
};

InBlock in_block(const Cell& cell, int side) noexcept {
  const Cell block{floor_div(cell.x, side), floor_div(cell.y, side), floor_div(cell.z, side)};
  return {block, cell - times(side, block)};
}

bool is_even_block(const Cell& block) noexcept {
  return !is_odd(block.x + block.y + block.z);
}

/// Centres of the tetrahedra in a cube of side 8: the coordinate of a centre for each cell
/// coordinate from 0 to 4.
constexpr std::array<int, 5> rhombic_places{1, 2, 4, 6, 7};

/// A prism of height 2 over a polygon.
Polytope prism(const std::vector<Cell>& polygon) {
  Polytope body;
  const auto sides = static_cast<std::uint32_t>(polygon.size());
  for (const int z : {-1, 1}) {
    for (const Cell& corner : polygon) body.vertices.push_back(corner + Cell{0, 0, z});
  }
  body.faces.resize(2);
  for (std::uint32_t i = 0; i < sides; ++i) {
    body.faces[0].push_back(sides - 1 - i);
    body.faces[1].push_back(sides + i);
    const std::uint32_t next = (i + 1) % sides;
    body.faces.push_back({i, next, sides + next, sides + i});
  }
  return body;
}

Polytope tetrahedron(const std::array<Cell, 4>& corners) {
  return {{corners.begin(), corners.end()}, {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};
}

Polytope rhombic_dodecahedron(const Cell& centre) {
  Polytope body;
  const auto add = [&](const Cell& c) {
    body.vertices.push_back(centre + c);
    return static_cast<std::uint32_t>(body.vertices.size() - 1);
  };
  // Of the corners of a rhombic dodecahedron, 0 to 5 belong to four faces, and 6 to 13 to three.
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const int sign : {-2, 2}) {
      add(times(sign, unit_vector(axis)));
    }
  }
  const auto bit = [](unsigned i, unsigned k) { return (i >> k & 1U) != 0 ? 1 : -1; };
  for (unsigned i = 0; i < 8; ++i) add({bit(i, 0), bit(i, 1), bit(i, 2)});
  // There is a face for each pair of corners 0 to 5 that are not opposite.
  for (std::uint32_t a = 0; a < 6; ++a) {
    for (std::uint32_t b = a + 1; b < 6; ++b) {
      if (a / 2 == b / 2) continue;
      const std::uint32_t third = 3 - a / 2 - b / 2;
      const std::uint32_t corner = 6 + ((a % 2) << (a / 2)) + ((b % 2) << (b / 2));
      body.faces.push_back({a, corner, b, corner + (1U << third)});
    }
  }
  return body;
}

/// The tetrahedron whose vertices are the centre of a cube, the centre of a face, and the ends of
/// an edge of that face.
Polytope rhombic_tetrahedron(const Cell& cell) {
  const auto [block, place] = in_block(cell, 5);
  std::array<int, 3> face{4, 4, 4};
  std::array<int, 3> first{};
  std::array<int, 3> second{};
  const auto p = as_array(place);
  for (std::size_t i = 0; i < 3; ++i) {
    const int side = p[i] < 2 ? 0 : 8;
    if (p[i] == 0 || p[i] == 4) face[i] = side;
    first[i] = p[i] == 2 ? 0 : side;
    second[i] = p[i] == 2 ? 8 : side;
  }
  const Cell corner = times(8, block);
  const auto at = [&](const std::array<int, 3>& c) { return corner + Cell{c[0], c[1], c[2]}; };
  return tetrahedron({corner + Cell{4, 4, 4}, at(face), at(first), at(second)});
}

/// Either the tetrahedron in the middle of a cube, or one of the tetrahedra that remain at corners
/// of the cube.
Polytope tetra_octahedron(const Cell& cell) {
  const auto [block, place] = in_block(cell, 3);
  const Cell corner = times(4, block);
  if (place == Cell{1, 1, 1}) {
    const int flip = is_even_block(block) ? 0 : 4;
    const auto at = [&](int x, int y, int z) { return corner + Cell{flip == 0 ? x : 4 - x, y, z}; };
    return tetrahedron({at(0, 0, 0), at(4, 4, 0), at(4, 0, 4), at(0, 4, 4)});
  }
  const Cell tip = corner + times(2, place);
  const auto in = [](int p) { return p == 0 ? 4 : -4; };
  return tetrahedron({tip, tip + Cell{in(place.x), 0, 0}, tip + Cell{0, in(place.y), 0},
                      tip + Cell{0, 0, in(place.z)}});
}

std::set<Cells> face_set(const Polytope& body) {
  std::set<Cells> faces;
  for (const auto& face : body.faces) {
    Cells corners;
    for (const std::uint32_t v : face) corners.push_back(body.vertices[v]);
    std::sort(corners.begin(), corners.end());
    faces.insert(std::move(corners));
  }
  return faces;
}

Cells sorted(Cells cells) {
  std::sort(cells.begin(), cells.end());
  return cells;
}

using Matrix = std::array<int, 9>;

std::int64_t determinant(const Matrix& m) noexcept {
  const auto at = [&](std::size_t i) { return std::int64_t{m[i]}; };
  return at(0) * (at(4) * at(8) - at(5) * at(7)) - at(1) * (at(3) * at(8) - at(5) * at(6)) +
         at(2) * (at(3) * at(7) - at(4) * at(6));
}

/// The matrix with three given columns.
Matrix columns(const std::array<Cell, 3>& c) noexcept {
  return {c[0].x, c[1].x, c[2].x, c[0].y, c[1].y, c[2].y, c[0].z, c[1].z, c[2].z};
}

Isometry in_lowest_terms(Isometry map) {
  int divisor = map.denominator;
  for (const int entry : map.matrix) divisor = std::gcd(divisor, entry);
  if (map.denominator < 0) divisor = -divisor;  // makes the denominator positive
  map.denominator /= divisor;
  for (int& entry : map.matrix) entry /= divisor;
  return map;
}

/// The map that takes each column of `from` to the same column of `to`.
Isometry map_of(const std::array<Cell, 3>& from, const std::array<Cell, 3>& to) {
  const Matrix b = columns(from);
  const Matrix v = columns(to);
  const auto minor = [&](std::size_t i, std::size_t j) {
    const std::size_t r0 = (i + 1) % 3;
    const std::size_t r1 = (i + 2) % 3;
    const std::size_t c0 = (j + 1) % 3;
    const std::size_t c1 = (j + 2) % 3;
    return b[3 * r0 + c0] * b[3 * r1 + c1] - b[3 * r0 + c1] * b[3 * r1 + c0];
  };
  Isometry map;
  map.denominator = static_cast<int>(determinant(b));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      map.matrix[3 * i + j] = 0;
      // The inverse is the transposed matrix of the minors, divided by the determinant.
      for (std::size_t k = 0; k < 3; ++k) map.matrix[3 * i + j] += v[3 * i + k] * minor(j, k);
    }
  }
  return in_lowest_terms(map);
}

}  // namespace

std::string_view to_string(Grid grid) noexcept {
  constexpr std::string_view names[] = {"cubes",   "triangles",       "spheres",
                                        "rhombic", "tetra-octahedra", "hexagons"};
  return names[static_cast<std::size_t>(grid)];
}

std::optional<Grid> grid_of(std::string_view name) noexcept {
  for (const Grid grid : all_grids) {
    if (to_string(grid) == name) return grid;
  }
  return std::nullopt;
}

std::optional<Cell> Isometry::operator()(const Cell& point) const noexcept {
  const auto row = [&](std::size_t i) {
    return matrix[i] * point.x + matrix[i + 1] * point.y + matrix[i + 2] * point.z;
  };
  const std::array<int, 3> image{row(0), row(3), row(6)};
  if (denominator == 1) return Cell{image[0], image[1], image[2]};
  for (const int c : image) {
    if (c % denominator != 0) return std::nullopt;
  }
  return Cell{image[0] / denominator, image[1] / denominator, image[2] / denominator};
}

bool Isometry::mirrors() const noexcept {
  return determinant(matrix) < 0;
}

bool Isometry::keeps(std::size_t axis) const noexcept {
  return (*this)(unit_vector(axis)) == unit_vector(axis);
}

Isometry product(const Isometry& first, const Isometry& second) {
  Isometry result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      int& entry = result.matrix[3 * i + j];
      entry = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        entry += first.matrix[3 * i + k] * second.matrix[3 * k + j];
      }
    }
  }
  result.denominator = first.denominator * second.denominator;
  return in_lowest_terms(result);
}

Lattice::Lattice(Grid grid) : grid_(grid) {
  find_classes();
  find_symmetries();
  find_neighbours();
  if (grid_ == Grid::spheres) add_turns_of_spheres();
}

const Lattice& Lattice::of(Grid grid) {
  return only<Lattice>(grid);
}

bool Lattice::is_cell(const Cell& cell) const noexcept {
  switch (grid_) {
    case Grid::spheres:
      return !is_odd(cell.x + cell.y + cell.z);
    case Grid::rhombic: {
      // Of a cell's three coordinates in its block, one is at an end of the block (0 or 4), one is
      // in the middle (2), and one is between (1 or 3).
      std::array<int, 3> place = as_array(in_block(cell, 5).place);
      for (int& p : place) p = std::min(p, 4 - p);
      std::sort(place.begin(), place.end());
      return place == std::array<int, 3>{0, 1, 2};
    }
    case Grid::tetra_octahedra: {
      // The cell is in the middle of a block, or at one of four corners of the block, no two of
      // them adjacent.
      const auto [block, place] = in_block(cell, 3);
      if (place == Cell{1, 1, 1}) return true;
      if (place.x == 1 || place.y == 1 || place.z == 1) return false;
      const bool even = !is_odd((place.x + place.y + place.z) / 2);
      return even != is_even_block(block);
    }
    default:
      return true;
  }
}

Cell Lattice::shift_below(const Cell& corner) const noexcept {
  switch (grid_) {
    case Grid::triangles:
      return corner - Cell{remainder(corner.x + corner.y, 2), 0, 0};
    case Grid::spheres:
      return corner - Cell{remainder(corner.x + corner.y + corner.z, 2), 0, 0};
    case Grid::rhombic:
      return times(5, in_block(corner, 5).block);
    case Grid::tetra_octahedra: {
      Cell block = in_block(corner, 3).block;
      if (!is_even_block(block)) --block.x;
      return times(3, block);
    }
    default:
      return corner;
  }
}

bool Lattice::has_layers() const noexcept {
  return grid_ == Grid::cubes || grid_ == Grid::triangles || grid_ == Grid::hexagons;
}

Cell Lattice::point(const Cell& cell) const noexcept {
  switch (grid_) {
    case Grid::cubes:
    case Grid::spheres:
      return times(2, cell);
    case Grid::triangles:
      return {cell.x + 1, 3 * cell.y + (is_odd(cell.x + cell.y) ? 2 : 1), 2 * cell.z};
    case Grid::hexagons:
      return {2 * cell.x + cell.y, 3 * cell.y, 2 * cell.z};
    case Grid::rhombic: {
      const auto [block, place] = in_block(cell, 5);
      const auto at = [](int p) { return rhombic_places[static_cast<std::size_t>(p)]; };
      return times(8, block) + Cell{at(place.x), at(place.y), at(place.z)};
    }
    case Grid::tetra_octahedra: {
      const auto [block, place] = in_block(cell, 3);
      return times(4, block) + place + Cell{1, 1, 1};
    }
  }
  return {};
}

std::optional<Cell> Lattice::cell_at(const Cell& point) const noexcept {
  // The cell computed here is the only cell that can have the centre `point`. The centre of this
  // cell is then compared with `point`.
  Cell cell;
  switch (grid_) {
    case Grid::cubes:
    case Grid::spheres:
      cell = {floor_div(point.x, 2), floor_div(point.y, 2), floor_div(point.z, 2)};
      break;
    case Grid::triangles:
      cell = {point.x - 1, floor_div(point.y, 3), floor_div(point.z, 2)};
      break;
    case Grid::hexagons:
      cell.y = floor_div(point.y, 3);
      cell.x = floor_div(point.x - cell.y, 2);
      cell.z = floor_div(point.z, 2);
      break;
    case Grid::rhombic: {
      const auto [block, place] = in_block(point, 8);
      const auto at = [](int p) {
        const auto* const found = std::find(rhombic_places.begin(), rhombic_places.end(), p);
        return static_cast<int>(found - rhombic_places.begin());
      };
      cell = times(5, block) + Cell{at(place.x), at(place.y), at(place.z)};
      break;
    }
    case Grid::tetra_octahedra: {
      const auto [block, place] = in_block(point, 4);
      cell = times(3, block) + place - Cell{1, 1, 1};
      break;
    }
  }
  return is_cell(cell) && this->point(cell) == point ? std::optional(cell) : std::nullopt;
}

Polytope Lattice::shape(const Cell& cell) const {
  const Cell c = point(cell);
  const auto around = [&](const std::vector<Cell>& corners) {
    std::vector<Cell> polygon;
    for (const Cell& corner : corners) polygon.push_back(c + corner);
    return prism(polygon);
  };
  switch (grid_) {
    case Grid::cubes:
      return around({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
    case Grid::triangles:
      return is_odd(cell.x + cell.y) ? around({{-1, 1, 0}, {0, -2, 0}, {1, 1, 0}})
                                     : around({{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}});
    case Grid::hexagons:
      return around({{0, -2, 0}, {1, -1, 0}, {1, 1, 0}, {0, 2, 0}, {-1, 1, 0}, {-1, -1, 0}});
    case Grid::spheres:
      return rhombic_dodecahedron(c);
    case Grid::rhombic:
      return rhombic_tetrahedron(cell);
    case Grid::tetra_octahedra:
      return tetra_octahedron(cell);
  }
  return {};
}

std::array<int, 3> Lattice::scale() const noexcept {
  if (grid_ == Grid::triangles) return {3, 1, 3};  // units of x and y: 1/2 and √3/6 of the side
  if (grid_ == Grid::hexagons) return {3, 1, 1};   // units of x and y: √3/2 and 1/2 of the side
  return {1, 1, 1};
}

/// Three translations that generate all translations of the lattice, in coordinates of points.
std::array<Cell, 3> Lattice::basis() const noexcept {
  switch (grid_) {
    case Grid::triangles:
    case Grid::hexagons:
      return {{{2, 0, 0}, {1, 3, 0}, {0, 0, 2}}};
    case Grid::spheres:
      return {{{2, 2, 0}, {2, 0, 2}, {0, 2, 2}}};
    case Grid::rhombic:
      return {{{8, 0, 0}, {0, 8, 0}, {0, 0, 8}}};
    case Grid::tetra_octahedra:
      return {{{4, 4, 0}, {4, 0, 4}, {0, 4, 4}}};
    default:
      return {{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}};
  }
}

std::int64_t Lattice::inner(const Cell& a, const Cell& b) const noexcept {
  const auto s = scale();
  return std::int64_t{s[0]} * a.x * b.x + std::int64_t{s[1]} * a.y * b.y +
         std::int64_t{s[2]} * a.z * b.z;
}

void Lattice::find_classes() {
  constexpr int farthest = 6;  // upper bound on the length of a block of cells
  std::set<Cell> found;
  for (const Cell& cell : box(farthest, farthest, farthest)) {
    if (is_cell(cell)) found.insert(cell - shift_below(cell));
  }
  classes_.assign(found.begin(), found.end());
}

void Lattice::find_neighbours() {
  constexpr Cell farthest{4, 4, 4};
  // The distance between the centres of two neighbours is at most twice the greatest distance of a
  // cell's corner from its centre, because neighbours share a corner.
  std::int64_t farthest_corner = 0;
  for (const Cell& cell : classes_) {
    for (const Cell& corner : shape(cell).vertices) {
      const Cell arm = corner - point(cell);
      farthest_corner = std::max(farthest_corner, inner(arm, arm));
    }
  }
  for (const Cell& cell : classes_) {
    const std::set<Cells> faces = face_set(shape(cell));
    Cells found = cells_between(cell - farthest, cell + farthest);
    std::erase_if(found, [&](const Cell& other) {
      if (other == cell || !is_cell(other)) return true;
      const Cell step = point(other) - point(cell);
      if (inner(step, step) > 4 * farthest_corner) return true;
      const std::set<Cells> theirs = face_set(shape(other));
      return std::none_of(theirs.begin(), theirs.end(),
                          [&](const Cells& face) { return faces.contains(face); });
    });
    neighbours_.push_back(std::move(found));
  }
}

Cells Lattice::neighbours(const Cell& cell) const {
  const Cell shift = shift_below(cell);
  const auto found = std::lower_bound(classes_.begin(), classes_.end(), cell - shift);
  if (found == classes_.end() || *found != cell - shift) {
    throw std::invalid_argument("no cell of the lattice");
  }
  Cells result = neighbours_[static_cast<std::size_t>(found - classes_.begin())];
  for (Cell& other : result) other = other + shift;
  return result;
}

bool Lattice::keeps_lattice(const Isometry& turn) const {
  return std::all_of(classes_.begin(), classes_.end(), [&](const Cell& cell) {
    const auto image = this->image(cell, turn);
    if (!image) return false;
    Cells corners;
    for (const Cell& corner : shape(cell).vertices) {
      const auto moved = turn(corner);
      if (!moved) return false;
      corners.push_back(*moved);
    }
    return sorted(std::move(corners)) == sorted(shape(*image).vertices);
  });
}

void Lattice::find_symmetries() {
  // A symmetry takes the basis of translations to translations with the same lengths and angles.
  // The images of the basis determine the symmetry.
  const auto base = basis();
  Cells near = cells_between({-2, -2, -2}, {2, 2, 2});
  for (Cell& c : near) c = times(c.x, base[0]) + times(c.y, base[1]) + times(c.z, base[2]);
  const auto alike = [&](const Cell& a, const Cell& b, std::size_t i, std::size_t j) {
    return inner(a, b) == inner(base[i], base[j]);
  };
  std::set<Isometry> found;
  for (const Cell& a : near) {
    if (!alike(a, a, 0, 0)) continue;
    for (const Cell& b : near) {
      if (!alike(b, b, 1, 1) || !alike(a, b, 0, 1)) continue;
      for (const Cell& c : near) {
        if (!alike(c, c, 2, 2) || !alike(a, c, 0, 2) || !alike(b, c, 1, 2)) continue;
        const Isometry map = map_of(base, {a, b, c});
        if (keeps_lattice(map)) found.insert(map);
      }
    }
  }
  turns_.assign(found.begin(), found.end());
  std::stable_sort(turns_.begin(), turns_.end(), [](const Isometry& a, const Isometry& b) {
    const auto rank = [](const Isometry& m) { return m == Isometry{} ? 0 : m.mirrors() ? 2 : 1; };
    return rank(a) < rank(b);
  });
}

void Lattice::add_turns_of_spheres() {
  Cells near;
  for (const Cell& cell : neighbours_.front()) near.push_back(point(cell));
  std::set<Isometry> found;
  for (const Cell& a : near) {
    for (const Cell& b : near) {
      const Cell across = cross(a, b);
      if (across == Cell{}) continue;
      for (const Cell& c : near) {
        for (const Cell& d : near) {
          if (inner(a, b) != inner(c, d)) continue;
          const Cell image = cross(c, d);
          for (const int sign : {1, -1}) {
            found.insert(map_of({a, b, across}, {c, d, times(sign, image)}));
          }
        }
      }
    }
  }
  for (const bool mirrors : {false, true}) {
    const auto end = std::find_if(turns_.begin(), turns_.end(),
                                  [&](const Isometry& turn) { return !mirrors && turn.mirrors(); });
    std::vector<Isometry> more;
    for (const Isometry& turn : found) {
      if (turn.mirrors() == mirrors && !keeps_lattice(turn)) more.push_back(turn);
    }
    turns_.insert(end, more.begin(), more.end());
  }
}

std::optional<Cell> Lattice::image(const Cell& cell, const Isometry& turn) const noexcept {
  const bool is_plain = grid_ == Grid::cubes && turn.denominator == 1;
  if (is_plain) return turn(cell);  // for cubes, turning the cell itself is enough
  const auto moved = turn(point(cell));
  return moved ? cell_at(*moved) : std::nullopt;
}

std::optional<Cells> images(const Cells& cells, const Placing& motion) {
  Cells moved;
  moved.reserve(cells.size());
  for (const Cell& cell : cells) {
    const auto image = motion(cell);
    if (!image) return std::nullopt;
    moved.push_back(*image);
  }
  return moved;
}

Cells normalised(const Lattice& lattice, const Cells& cells) {
  const Cell shift = lattice.shift_below(extent(cells).low);
  return image(cells, [&](const Cell& c) { return c - shift; });
}

std::size_t parts(const Lattice& lattice, const Cells& cells) {
  std::set<Cell> left(cells.begin(), cells.end());
  std::size_t found = 0;
  while (!left.empty()) {
    ++found;
    Cells waiting = {*left.begin()};
    left.erase(left.begin());
    while (!waiting.empty()) {
      const Cell cell = waiting.back();
      waiting.pop_back();
      for (const Cell& other : lattice.neighbours(cell)) {
        if (left.erase(other) > 0) waiting.push_back(other);
      }
    }
  }
  return found;
}

bool is_flat(const Lattice& lattice, const Cells& cells) noexcept {
  return lattice.has_layers() && is_flat(cells);
}

}  // namespace dlx::lattice
