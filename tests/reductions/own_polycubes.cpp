#include "tests/reductions/own_polycubes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sstream>

#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"

namespace dlx::test {

Point turned(const Matrix& m, const Point& p) {
  Point result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) result[i] += m[i][k] * p[k];
  }
  return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) result[i][j] += a[i][k] * b[k][j];
    }
  }
  return result;
}

int determinant(const Matrix& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

Shape turned(const Matrix& matrix, const Shape& shape) {
  Shape result;
  for (const Point& p : shape) result.push_back(turned(matrix, p));
  std::sort(result.begin(), result.end());
  return result;
}

namespace {

Shape shifted(const Shape& shape, const Point& by) {
  Shape result;
  for (const Point& p : shape) result.push_back({p[0] + by[0], p[1] + by[1], p[2] + by[2]});
  std::sort(result.begin(), result.end());
  return result;
}

Point lowest(const Shape& shape) {
  Point low = shape.front();
  for (const Point& p : shape) {
    for (std::size_t i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]);
  }
  return low;
}

Point highest(const Shape& shape) {
  Point high = shape.front();
  for (const Point& p : shape) {
    for (std::size_t i = 0; i < 3; ++i) high[i] = std::max(high[i], p[i]);
  }
  return high;
}

constexpr Matrix mirror{{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

}  // namespace

Shape at_origin(const Shape& shape) {
  const Point low = lowest(shape);
  return shifted(shape, {-low[0], -low[1], -low[2]});
}

std::vector<Matrix> own_turns(bool flat, bool mirrors) {
  const Matrix identity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Matrix about_z{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  const Matrix about_x{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
  std::vector<Matrix> generators{about_z};
  if (!flat) generators.push_back(about_x);
  if (mirrors) generators.push_back(mirror);
  std::set<Matrix> known{identity};
  std::vector<Matrix> open{identity};
  while (!open.empty()) {
    const Matrix m = open.back();
    open.pop_back();
    for (const Matrix& g : generators) {
      const Matrix next = product(g, m);
      if (known.insert(next).second) open.push_back(next);
    }
  }
  return {known.begin(), known.end()};
}

std::set<Shape> own_orientations(const Shape& shape, const std::vector<Matrix>& turns) {
  std::set<Shape> result;
  for (const Matrix& turn : turns) result.insert(at_origin(turned(turn, shape)));
  return result;
}

Point OwnMotion::operator()(const Point& p) const {
  const Point q = turned(matrix, p);
  return {q[0] + shift[0], q[1] + shift[1], q[2] + shift[2]};
}

Shape OwnMotion::operator()(const Shape& shape) const {
  return shifted(turned(matrix, shape), shift);
}

std::vector<OwnMotion> own_symmetries(const Shape& shape, bool mirrors) {
  // The last axis along which the shape is one cell thick; 3 if there is none.
  std::size_t thin = 3;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (lowest(shape)[axis] == highest(shape)[axis]) thin = axis;
  }
  // The first cell must go to some cell of the shape.
  std::vector<OwnMotion> result;
  for (const Matrix& matrix : own_turns(false, mirrors)) {
    if (thin < 3 && matrix[thin][thin] != 1) continue;
    const Point from = turned(matrix, shape.front());
    for (const Point& to : shape) {
      const OwnMotion motion{matrix, {to[0] - from[0], to[1] - from[1], to[2] - from[2]}};
      if (motion(shape) == shape) result.push_back(motion);
    }
  }
  return result;
}

std::set<OwnPlacement> own_placements(const OwnPuzzle& puzzle) {
  const std::set<Point> target(puzzle.target.begin(), puzzle.target.end());
  const Point low = lowest(puzzle.target);
  const Point high = highest(puzzle.target);
  const auto turns = own_turns(puzzle.flat_turns, false);
  std::set<OwnPlacement> result;
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    for (const Shape& shape : own_orientations(puzzle.pieces[p].shape, turns)) {
      for (int x = low[0]; x <= high[0]; ++x) {
        for (int y = low[1]; y <= high[1]; ++y) {
          for (int z = low[2]; z <= high[2]; ++z) {
            const Shape placed = shifted(shape, {x, y, z});
            if (std::all_of(placed.begin(), placed.end(),
                            [&](const Point& c) { return target.count(c) == 1; })) {
              result.emplace(p, placed);
            }
          }
        }
      }
    }
  }
  return result;
}

namespace {

struct Packer {
  const OwnPuzzle& puzzle;
  std::vector<std::pair<std::uint32_t, Shape>> choices;
  std::vector<int> used;
  std::set<Point> empty;
  std::vector<OwnPlacement> chosen;
  std::set<OwnAssembly> found;

  void fill() {
    if (empty.empty()) {
      for (std::size_t p = 0; p < used.size(); ++p) {
        if (used[p] < puzzle.pieces[p].at_least) return;
      }
      found.emplace(chosen.begin(), chosen.end());
      return;
    }
    const Point at = *empty.begin();
    for (const auto& [p, shape] : choices) {
      if (used[p] == puzzle.pieces[p].at_most) continue;
      // The least cell of the piece must fill the least empty one.
      const Shape placed =
          shifted(shape, {at[0] - shape[0][0], at[1] - shape[0][1], at[2] - shape[0][2]});
      if (!std::all_of(placed.begin(), placed.end(),
                       [&](const Point& c) { return empty.count(c) == 1; })) {
        continue;
      }
      for (const Point& c : placed) empty.erase(c);
      ++used[p];
      chosen.emplace_back(p, placed);
      fill();
      chosen.pop_back();
      --used[p];
      empty.insert(placed.begin(), placed.end());
    }
  }
};

}  // namespace

std::set<OwnAssembly> own_assemblies(const OwnPuzzle& puzzle) {
  Packer packer{.puzzle = puzzle,
                .choices = {},
                .used = std::vector<int>(puzzle.pieces.size()),
                .empty = {puzzle.target.begin(), puzzle.target.end()},
                .chosen = {},
                .found = {}};
  const auto turns = own_turns(puzzle.flat_turns, false);
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    for (const Shape& shape : own_orientations(puzzle.pieces[p].shape, turns)) {
      packer.choices.emplace_back(p, shape);
    }
  }
  packer.fill();
  return packer.found;
}

std::optional<std::vector<std::uint32_t>> own_mirror_partners(const OwnPuzzle& puzzle) {
  const auto turns = own_turns(puzzle.flat_turns, false);
  const auto count = static_cast<std::uint32_t>(puzzle.pieces.size());
  std::vector<std::uint32_t> partner(count, count);
  const auto becomes = [&](std::uint32_t p, std::uint32_t q) {
    const OwnPiece& a = puzzle.pieces[p];
    const OwnPiece& b = puzzle.pieces[q];
    return own_orientations(b.shape, turns).count(at_origin(turned(mirror, a.shape))) == 1 &&
           a.at_least == b.at_least && a.at_most == b.at_most;
  };
  for (std::uint32_t p = 0; p < count; ++p) {
    if (becomes(p, p)) partner[p] = p;
  }
  for (std::uint32_t p = 0; p < count; ++p) {
    for (std::uint32_t q = p + 1; q < count && partner[p] == count; ++q) {
      if (partner[q] == count && becomes(p, q)) {
        partner[p] = q;
        partner[q] = p;
      }
    }
    if (partner[p] == count) return std::nullopt;
  }
  return partner;
}

OwnAssembly own_canonical(const OwnAssembly& assembly, const std::vector<OwnMotion>& motions,
                          const std::vector<std::uint32_t>& partner) {
  OwnAssembly least = assembly;
  for (const OwnMotion& motion : motions) {
    const bool mirrors = determinant(motion.matrix) < 0;
    OwnAssembly image;
    for (const auto& [piece, shape] : assembly) {
      image.emplace(mirrors ? partner.at(piece) : piece, motion(shape));
    }
    if (image < least) least = std::move(image);
  }
  return least;
}

std::set<OwnAssembly> own_classes(const OwnPuzzle& puzzle, const std::set<OwnAssembly>& assemblies,
                                  bool mirrors) {
  const auto motions = own_symmetries(puzzle.target, mirrors);
  const auto partner = mirrors ? own_mirror_partners(puzzle).value() : std::vector<std::uint32_t>{};
  std::set<OwnAssembly> classes;
  for (const OwnAssembly& assembly : assemblies) {
    classes.insert(own_canonical(assembly, motions, partner));
  }
  return classes;
}

Shape own(const lattice::Cells& cells) {
  Shape shape;
  for (const lattice::Cell& c : cells) shape.push_back({c.x, c.y, c.z});
  std::sort(shape.begin(), shape.end());
  return shape;
}

lattice::Cells cells_of(const Shape& shape) {
  lattice::Cells cells;
  for (const Point& p : shape) cells.push_back({p[0], p[1], p[2]});
  std::sort(cells.begin(), cells.end());
  return cells;
}

OwnAssembly own(const polycube::Assembly& assembly) {
  OwnAssembly result;
  for (const polycube::Placement& p : assembly) result.emplace(p.piece, own(p.cells));
  return result;
}

OwnPuzzle own(const polycube::Puzzle& puzzle) {
  OwnPuzzle result{.pieces = {},
                   .target = own(puzzle.target),
                   .flat_turns = puzzle.turning == polycube::Turning::flat_rotations};
  for (const polycube::Piece& piece : puzzle.pieces) {
    const auto copies = piece.copies.value_or(Bounds{0, 1'000'000});
    result.pieces.push_back(
        {own(piece.cells), static_cast<int>(copies.at_least), static_cast<int>(copies.at_most)});
  }
  return result;
}

std::set<OwnAssembly> found_assemblies(const polycube::Model& model) {
  std::set<OwnAssembly> found;
  Verifier verifier(model.problem);
  bool each_once = true;
  bool all_valid = true;
  const Status status = for_each_solution(model.problem, [&](std::span<const OptionId> solution) {
    all_valid = all_valid && verifier.faults(solution).empty();
    each_once = found.insert(own(polycube::decode(model, solution))).second && each_once;
  });
  CHECK(status == Status::exhausted);
  CHECK(all_valid);
  CHECK(each_once);
  return found;
}

std::vector<std::pair<Point, char>> read_picture(const std::string& picture) {
  std::vector<std::pair<Point, char>> letters;
  std::istringstream lines(picture);
  std::string line;
  int y = 0;
  while (std::getline(lines, line)) {
    if (line.empty()) continue;
    const bool bars = line.front() == '|';
    int x = 0;
    int z = 0;
    bool inside = !bars;
    for (const char c : line) {
      if (bars && c == '|') {
        inside = !inside;
        if (!inside) ++z;
        x = 0;
      } else if (inside) {
        if (c != ' ') letters.push_back({{x, y, z}, c});
        ++x;
      }
    }
    ++y;
  }
  return letters;
}

Shape flat_shape(const std::string& rows) {
  Shape shape;
  int x = 0;
  int y = 0;
  for (const char c : rows) {
    if (c == '/') {
      ++y;
      x = 0;
      continue;
    }
    if (c == 'X') shape.push_back({x, y, 0});
    ++x;
  }
  std::sort(shape.begin(), shape.end());
  return shape;
}

}  // namespace dlx::test
