#include "reductions/design/shapes.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "reductions/lattice/grid.hpp"

namespace dlx::design {

Cells canonical(const Cells& cells) {
  Cells least;
  for (const lattice::Turn& turn : lattice::turns()) {
    if (turn.determinant() < 0) continue;
    Cells turned = lattice::normalised(lattice::image(cells, turn));
    if (least.empty() || turned < least) least = std::move(turned);
  }
  return least;
}

std::vector<Cells> polycubes(std::uint32_t cells) {
  if (cells < 1 || cells > 8) throw std::invalid_argument("polycubes have from 1 to 8 cells");
  return lattice::polyforms(lattice::Lattice::of(lattice::Grid::cubes), cells,
                            lattice::Alike::rotations, false);
}

std::vector<Cells> burr_sticks(std::uint32_t length) {
  if (length < 6 || length > 20 || length % 2 != 0) {
    throw std::invalid_argument("burr sticks have an even length from 6 to 20");
  }
  const int middle = static_cast<int>(length) / 2;
  const Cells stick = lattice::box(static_cast<int>(length), 2, 2);
  Cells removable;
  for (const Cell& cell : stick) {
    const int reach = cell.z == 1 ? 2 : 1;
    if (cell.x >= middle - reach && cell.x < middle + reach) removable.push_back(cell);
  }
  const lattice::Lattice& cubes = lattice::Lattice::of(lattice::Grid::cubes);
  std::set<Cells> found;
  for (std::uint32_t removed = 0; removed < std::uint32_t{1} << removable.size(); ++removed) {
    Cells piece;
    for (const Cell& cell : stick) {
      const auto at = std::lower_bound(removable.begin(), removable.end(), cell);
      const bool is_removed =
          at != removable.end() && *at == cell && ((removed >> (at - removable.begin())) & 1) != 0;
      if (!is_removed) piece.push_back(cell);
    }
    if (lattice::parts(cubes, piece) == 1) found.insert(canonical(piece));
  }
  return {found.begin(), found.end()};
}

}  // namespace dlx::design
