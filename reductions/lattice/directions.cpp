#include "reductions/lattice/directions.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace dlx::lattice {
namespace {

/// Returns a vector or its opposite: the one that represents both in sets of directions.
Cell without_sign(const Cell& c) noexcept {
  return c < Cell{} ? Cell{} - c : c;
}

/// The translations of a lattice that are near 0, except 0. Only one of two opposite translations
/// is listed.
Cells near_shifts(const Lattice& lattice) {
  // Translations along an axis are tried up to the length of two blocks of tetrahedra and
  // octahedra, or of one block of rhombic cells.
  constexpr int farthest = 6;
  Cells shifts = cells_between({-farthest, -farthest, 0}, {farthest, farthest, farthest});
  std::erase_if(shifts,
                [&](const Cell& shift) { return shift <= Cell{} || !lattice.is_shift(shift); });
  return shifts;
}

class Finder {
 public:
  explicit Finder(const Lattice& lattice) : lattice_(lattice) { find_lines(); }

  [[nodiscard]] Cells directions() const {
    Cells shifts = near_shifts(lattice_);
    std::stable_sort(shifts.begin(), shifts.end(),
                     [&](const Cell& a, const Cell& b) { return length(a) < length(b); });
    Cells found;
    for (const Cell& shift : shifts) {
      const auto parallel_to = [&](const Cell& line) { return cross(line, of(shift)) == Cell{}; };
      const bool wanted = std::any_of(lines_.begin(), lines_.end(), parallel_to);
      const bool known = std::any_of(found.begin(), found.end(), [&](const Cell& shorter) {
        return cross(of(shorter), of(shift)) == Cell{};
      });
      if (wanted && !known) found.push_back(shift);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  /// A translation, converted from coordinates of cells to coordinates of points.
  [[nodiscard]] Cell of(const Cell& shift) const {
    const Cell& cell = lattice_.classes().front();
    return lattice_.point(cell + shift) - lattice_.point(cell);
  }
  [[nodiscard]] std::int64_t length(const Cell& shift) const {
    return lattice_.inner(of(shift), of(shift));
  }

  void find_lines() {
    std::set<Cell> normals;  // normals of all faces of cells
    for (const Cell& cell : lattice_.classes()) {
      const Polytope body = lattice_.shape(cell);
      for (const auto& face : body.faces) {
        const Cell& corner = body.vertices[face[0]];
        normals.insert(
            without_sign(cross(body.vertices[face[1]] - corner, body.vertices[face[2]] - corner)));
      }
      for (const Cell& other : lattice_.neighbours(cell)) {
        if (lattice_.is_shift(other - cell)) lines_.insert(of(other - cell));
      }
    }
    for (const Cell& a : normals) {
      for (const Cell& b : normals) {
        const Cell line = cross(a, b);
        if (line != Cell{}) lines_.insert(line);
      }
    }
  }

  const Lattice& lattice_;
  // The possible lines of slides, each given by a point on the line through 0.
  std::set<Cell> lines_;
};

/// The directions of a grid, computed once.
struct Directions {
  explicit Directions(Grid grid) : all(Finder(Lattice::of(grid)).directions()) {}
  Cells all;
};

}  // namespace

const Cells& slide_directions(const Lattice& lattice) {
  return only<Directions>(lattice.grid()).all;
}

int multiple_of(const Cell& shift, const Cell& step) noexcept {
  const auto quotient = [](int a, int b) { return b == 0 ? 0 : a / b; };
  const int k = step.x != 0   ? quotient(shift.x, step.x)
                : step.y != 0 ? quotient(shift.y, step.y)
                              : quotient(shift.z, step.z);
  return shift == Cell{k * step.x, k * step.y, k * step.z} ? k : 0;
}

}  // namespace dlx::lattice
