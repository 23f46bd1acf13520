#include "tests/reductions/own_variants.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

namespace dlx::test {

using polycube::Assembly;
using polycube::CellColour;
using polycube::Piece;
using polycube::Placement;
using polycube::Puzzle;
using polycube::Turning;

Tinted tinted(const lattice::Cells& cells, const polycube::CellColours& colours) {
  Tinted result;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    result.push_back({{cells[i].x, cells[i].y, cells[i].z}, colours.empty() ? 0 : colours.at(i)});
  }
  std::sort(result.begin(), result.end());
  return result;
}

TintedAssembly tinted(const Assembly& assembly) {
  TintedAssembly result;
  for (const Placement& p : assembly) result.emplace(p.piece, tinted(p.cells, p.colours));
  return result;
}

std::vector<Tinted> shapes_of(const Piece& piece) {
  std::vector<Tinted> shapes{tinted(piece.cells, piece.colours)};
  for (const lattice::Cells& cells : piece.alternatives) shapes.push_back(tinted(cells, {}));
  return shapes;
}

namespace {

/// Any connected shape of up to `most` cells.
lattice::Cells random_shape(Random& random, std::size_t most, bool flat) {
  std::set<Point> shape{{0, 0, 0}};
  const std::size_t wanted = random.between(1, most);
  while (shape.size() < wanted) {
    auto from = shape.begin();
    std::advance(from, random.below(shape.size()));
    Point next = *from;
    next[random.below(flat ? 2 : 3)] += random.chance(0.5) ? 1 : -1;
    shape.insert(next);
  }
  lattice::Cells cells;
  for (const Point& p : shape) cells.push_back({p[0], p[1], p[2]});
  std::sort(cells.begin(), cells.end());
  return cells;
}

polycube::CellColours random_colours(Random& random, std::size_t count, int colours) {
  polycube::CellColours result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(static_cast<CellColour>(
        random.chance(0.4) ? 0 : 1 + random.below(static_cast<std::size_t>(colours))));
  }
  return result;
}

}  // namespace

Puzzle random_variant(Random& random) {
  static const std::vector<lattice::Cells> regions{
      lattice::box(2, 2, 2),
      lattice::box(3, 2, 1),
      lattice::box(3, 3, 1),
      lattice::box(4, 2, 1),
      lattice::box(3, 2, 2),
      lattice::from_picture("XXX/X.X/XXX"),
      lattice::from_picture(".X./XXX/.X.//.../.X./..."),
      lattice::from_picture("XX..XX/XX..XX"),
      lattice::from_picture("XXXX/XX../XX.."),
  };
  lattice::Cells region = regions[random.below(regions.size())];
  if (random.chance(0.3)) {
    const lattice::Cell shift{static_cast<int>(random.between(0, 140)) - 70,
                              static_cast<int>(random.between(0, 140)) - 70,
                              static_cast<int>(random.between(0, 140)) - 70};
    for (lattice::Cell& cell : region) cell = cell + shift;
  }
  Puzzle puzzle;
  const double optional = random.chance(0.2) ? 0 : random.chance(0.2) ? 1 : 0.35;
  const bool symmetric = random.chance(0.5);
  const Point middle = [&] {
    const auto [low, high] = lattice::extent(region);
    return Point{low.x + high.x, low.y + high.y, low.z + high.z};
  }();
  // Often a half turn, or at least a mirror in the middle, keeps the optional cells.
  std::map<lattice::Cell, bool> is_optional;
  for (const lattice::Cell& cell : region) {
    const lattice::Cell opposite{middle[0] - cell.x, middle[1] - cell.y, cell.z};
    const auto same = is_optional.find(opposite);
    is_optional[cell] =
        symmetric && same != is_optional.end() ? same->second : random.chance(optional);
  }
  for (const lattice::Cell& cell : region) {
    (is_optional[cell] ? puzzle.optional_cells : puzzle.target).push_back(cell);
  }
  if (random.chance(0.2)) std::reverse(puzzle.target.begin(), puzzle.target.end());
  const bool flat = lattice::is_flat(region);
  if (flat && random.chance(0.4)) puzzle.turning = Turning::flat_rotations;
  static const std::vector<std::optional<Bounds>> numbers{Bounds{1, 1}, Bounds{1, 1}, Bounds{0, 2},
                                                          Bounds{1, 3}, Bounds{0, 1}, Bounds{2, 2},
                                                          Bounds{2, 3}, Bounds{1, 9}, std::nullopt};
  const bool coloured = random.chance(0.5);
  const int colours = static_cast<int>(random.between(1, 3));
  for (std::size_t i = 0, n = random.between(1, 4); i < n; ++i) {
    Piece piece{.name = "piece" + std::to_string(i),
                .cells = random_shape(random, 4, flat && random.chance(0.8)),
                .copies = numbers[random.below(numbers.size())]};
    if (coloured && random.chance(0.7)) {
      piece.colours = random_colours(random, piece.cells.size(), colours);
    }
    if (random.chance(0.2)) piece.alternatives.push_back(random_shape(random, 4, flat));
    if (random.chance(0.1)) piece.alternatives.push_back(random_shape(random, 3, flat));
    puzzle.pieces.push_back(piece);
    // Its mirror image now and then, in the same number.
    if (random.chance(0.25)) {
      piece.name += "m";
      const auto mirror = [](lattice::Cells& cells, polycube::CellColours& tints) {
        std::vector<std::pair<lattice::Cell, CellColour>> both;
        for (std::size_t k = 0; k < cells.size(); ++k) {
          both.emplace_back(lattice::Cell{-cells[k].x, cells[k].y, cells[k].z},
                            tints.empty() ? CellColour{} : tints[k]);
        }
        std::sort(both.begin(), both.end());
        for (std::size_t k = 0; k < cells.size(); ++k) {
          cells[k] = both[k].first;
          if (!tints.empty()) tints[k] = both[k].second;
        }
      };
      mirror(piece.cells, piece.colours);
      for (lattice::Cells& cells : piece.alternatives) {
        polycube::CellColours none;
        mirror(cells, none);
      }
      puzzle.pieces.push_back(piece);
    }
  }
  if (coloured) {
    if (random.chance(0.9)) {
      puzzle.target_colours = random_colours(random, puzzle.target.size(), colours);
    }
    if (random.chance(0.7)) {
      puzzle.optional_colours = random_colours(random, puzzle.optional_cells.size(), colours);
    }
    for (int a = 1; a <= colours; ++a) {
      for (int b = 1; b <= colours; ++b) {
        if (random.chance(a == b ? 0.8 : 0.3)) {
          puzzle.fitting.emplace_back(static_cast<CellColour>(a), static_cast<CellColour>(b));
        }
      }
    }
  }
  if (random.chance(0.6)) {
    puzzle.holes = random.chance(0.1) ? 1000 : random.between(0, puzzle.optional_cells.size() + 1);
  }
  return puzzle;
}

std::string described(const Puzzle& puzzle) {
  const auto cells = [](const Tinted& tint) {
    std::string text;
    for (const auto& [p, colour] : tint) {
      text += " (" + std::to_string(p[0]) + "," + std::to_string(p[1]) + "," +
              std::to_string(p[2]) + ")" + (colour == 0 ? "" : ":" + std::to_string(colour));
    }
    return text;
  };
  std::string text = "target" + cells(tinted(puzzle.target, puzzle.target_colours)) + "\noptional" +
                     cells(tinted(puzzle.optional_cells, puzzle.optional_colours)) + "\nholes " +
                     (puzzle.holes ? std::to_string(*puzzle.holes) : "any") +
                     (puzzle.turning == Turning::flat_rotations ? " flat" : "") + "\nfitting";
  for (const auto& [a, b] : puzzle.fitting) {
    text += " " + std::to_string(int{a}) + "-" + std::to_string(int{b});
  }
  for (const Piece& piece : puzzle.pieces) {
    const auto bounds = piece.copies.value_or(Bounds{0, 64});
    text += "\n" + std::to_string(bounds.at_least) + ".." + std::to_string(bounds.at_most);
    for (const Tinted& shape : shapes_of(piece)) text += cells(shape) + " or";
  }
  return text;
}

}  // namespace dlx::test
