#include <algorithm>
#include <set>
#include <stdexcept>

#include "reductions/lattice/grid.hpp"

namespace dlx::lattice {
namespace {

/// A set of cells, turned and then moved as near to the origin as possible. Returns nothing if the
/// turned set contains a point that is not a cell.
std::optional<Cells> turned(const Lattice& lattice, const Cells& cells, const Isometry& turn) {
  const auto moved = images(cells, {&lattice, turn, lattice.shift_below(cells.front()), {}});
  return moved ? std::optional(normalised(lattice, *moved)) : std::nullopt;
}

/// The axis z, or nothing.
std::optional<std::size_t> axis_z(bool flat) {
  return flat ? std::optional<std::size_t>(2) : std::nullopt;
}

/// Whether polyforms are considered equal if they differ by the given turn. For sets that are thin
/// along an axis, turning over is a reflection.
bool is_wanted(const Isometry& turn, std::optional<std::size_t> thin, bool mirrors) {
  return (mirrors || !turn.mirrors()) && (!thin || turn.keeps(*thin));
}

/// Whether the turns of the given motions are closed under products.
bool is_closed(const std::vector<Placing>& motions) {
  std::set<Isometry> turns;
  for (const Placing& motion : motions) turns.insert(motion.turn);
  return std::all_of(turns.begin(), turns.end(), [&](const Isometry& a) {
    return std::all_of(turns.begin(), turns.end(),
                       [&](const Isometry& b) { return turns.contains(product(a, b)); });
  });
}

/// The least image of a set under all turns that `alike` allows.
Cells representative(const Lattice& lattice, const Cells& cells, Alike alike, bool flat) {
  if (alike == Alike::translations) return normalised(lattice, cells);
  std::optional<Cells> least;
  for (const Isometry& turn : lattice.turns()) {
    if (!is_wanted(turn, axis_z(flat), alike == Alike::reflections)) continue;
    auto image = turned(lattice, cells, turn);
    if (image && (!least || *image < *least)) least = std::move(image);
  }
  return *least;  // not empty, because the identity is always an allowed turn
}

}  // namespace

std::vector<Placing> symmetries(const Lattice& lattice, const Cells& cells, UpTo up_to) {
  if (cells.empty()) return {{&lattice, {}, {}, {}}};
  const auto thin =
      lattice.grid() == Grid::cubes ? thin_axis(cells) : axis_z(is_flat(lattice, cells));
  const Cells normal = normalised(lattice, cells);
  const Cell before = lattice.shift_below(cells.front());
  std::vector<Placing> found;
  for (const Isometry& turn : lattice.turns()) {
    if (up_to == UpTo::none && !found.empty()) break;
    if (!is_wanted(turn, thin, up_to != UpTo::rotations)) continue;
    const auto image = turned(lattice, cells, turn);
    if (!image || *image != normal) continue;
    Placing motion{&lattice, turn, before, {}};
    const Cell low = extent(*images(cells, motion)).low;
    motion.after = lattice.shift_below(extent(cells).low) - lattice.shift_below(low);
    found.push_back(motion);
  }
  // The turns found need not form a group, because they may belong to different lattices. An
  // example is a straight row of spheres. If the turns do not form a group, only turns that keep
  // the lattice are used. The turns that keep the lattice already include all turns that act
  // differently on the set.
  if (!is_closed(found)) {
    std::erase_if(found,
                  [&](const Placing& motion) { return !lattice.keeps_lattice(motion.turn); });
  }
  return found;
}

std::vector<Cells> polyforms(const Lattice& lattice, std::size_t cells, Alike alike, bool flat) {
  if (flat && !lattice.has_layers()) {
    throw std::invalid_argument("no flat polyforms: this lattice has no layers");
  }
  std::set<Cells> sets;
  if (cells == 0) return {};
  for (const Cell& cell : lattice.classes()) {
    sets.insert(representative(lattice, {cell}, alike, flat));
  }
  // Every connected set is a connected set with one cell less, plus a neighbour of one of its
  // cells. The reason is that some cell can always be removed without dividing the set.
  for (std::size_t n = 1; n < cells; ++n) {
    std::set<Cells> larger;
    for (const Cells& set : sets) {
      for (const Cell& cell : set) {
        for (const Cell& next : lattice.neighbours(cell)) {
          if (flat && next.z != cell.z) continue;
          if (std::binary_search(set.begin(), set.end(), next)) continue;
          Cells grown = set;
          grown.insert(std::lower_bound(grown.begin(), grown.end(), next), next);
          larger.insert(representative(lattice, grown, alike, flat));
        }
      }
    }
    sets = std::move(larger);
  }
  return {sets.begin(), sets.end()};
}

}  // namespace dlx::lattice
