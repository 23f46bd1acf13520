#include "tests/apps/own_designs.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace dlx::test {
namespace {

using Matrix = std::array<OwnCell, 3>;

/// All 48 signed permutation matrices.
std::vector<Matrix> matrices() {
  std::vector<Matrix> all;
  std::array<int, 3> axes = {0, 1, 2};
  do {
    for (int signs = 0; signs < 8; ++signs) {
      Matrix m{};
      for (std::size_t row = 0; row < 3; ++row) {
        m[row][static_cast<std::size_t>(axes[row])] = (signs >> row & 1) != 0 ? -1 : 1;
      }
      all.push_back(m);
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
  return all;
}

int determinant(const Matrix& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

OwnCells moved(const OwnCells& cells, const Matrix& m) {
  OwnCells image;
  for (const OwnCell& c : cells) {
    OwnCell to{};
    for (std::size_t row = 0; row < 3; ++row) {
      to[row] = m[row][0] * c[0] + m[row][1] * c[1] + m[row][2] * c[2];
    }
    image.push_back(to);
  }
  OwnCell low = image.front();
  for (const OwnCell& c : image) {
    for (std::size_t i = 0; i < 3; ++i) low[i] = std::min(low[i], c[i]);
  }
  for (OwnCell& c : image) {
    for (std::size_t i = 0; i < 3; ++i) c[i] -= low[i];
  }
  std::sort(image.begin(), image.end());
  return image;
}

using Placed = std::pair<int, OwnCells>;
using Filled = std::set<Placed>;  // an assembly

class Filler {
 public:
  explicit Filler(const OwnDesign& design) : design_(design), used_(design.pieces.size(), 0) {
    for (const OwnPiece& piece : design.pieces) {
      std::set<OwnCells> turns;
      for (const Matrix& m : matrices()) {
        if (determinant(m) > 0) turns.insert(moved(piece.cells, m));
      }
      turns_.emplace_back(turns.begin(), turns.end());
    }
    fill();
  }

  std::map<std::vector<int>, std::set<Filled>> found;

  /// The piece that has these turns' mirror images.
  [[nodiscard]] std::optional<int> mirror_of(int piece) const {
    Matrix mirror{};
    mirror[0] = {-1, 0, 0};
    mirror[1] = {0, 1, 0};
    mirror[2] = {0, 0, 1};
    const OwnCells image = moved(turns_[static_cast<std::size_t>(piece)].front(), mirror);
    for (std::size_t p = 0; p < turns_.size(); ++p) {
      if (std::find(turns_[p].begin(), turns_[p].end(), image) != turns_[p].end()) {
        return static_cast<int>(p);
      }
    }
    return std::nullopt;
  }

 private:
  void fill() {
    for (int x = 0; x < design_.sides[0]; ++x) {
      for (int y = 0; y < design_.sides[1]; ++y) {
        for (int z = 0; z < design_.sides[2]; ++z) {
          if (covered_.contains({x, y, z})) continue;
          cover({x, y, z});
          return;
        }
      }
    }
    for (std::size_t p = 0; p < used_.size(); ++p) {
      if (used_[p] < design_.pieces[p].least) return;
    }
    found[used_].insert(assembly_);
  }

  void cover(const OwnCell& cell) {
    for (std::size_t p = 0; p < turns_.size(); ++p) {
      if (used_[p] == design_.pieces[p].most) continue;
      for (const OwnCells& turn : turns_[p]) {
        for (const OwnCell& part : turn) {
          OwnCells place;
          for (const OwnCell& c : turn) {
            place.push_back(
                {c[0] + cell[0] - part[0], c[1] + cell[1] - part[1], c[2] + cell[2] - part[2]});
          }
          if (!lies(place)) continue;
          ++used_[p];
          covered_.insert(place.begin(), place.end());
          const auto piece = assembly_.emplace(static_cast<int>(p), place).first;
          fill();
          assembly_.erase(piece);
          for (const OwnCell& c : place) covered_.erase(c);
          --used_[p];
        }
      }
    }
  }

  [[nodiscard]] bool lies(const OwnCells& place) const {
    return std::all_of(place.begin(), place.end(), [&](const OwnCell& c) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (c[i] < 0 || c[i] >= design_.sides[i]) return false;
      }
      return !covered_.contains(c);
    });
  }

  const OwnDesign& design_;
  std::vector<std::vector<OwnCells>> turns_;
  std::vector<int> used_;
  std::set<OwnCell> covered_;
  Filled assembly_;
};

/// An assembly turned with its box; nothing if the box does not fit itself then.
std::optional<Filled> turned(const OwnDesign& design, const Filled& assembly, const Matrix& m,
                             const std::vector<std::optional<int>>& pieces) {
  // A flat box has the symmetries of the plane: to turn it over is to mirror it.
  if (design.sides[2] == 1 && m[2][2] != 1) return std::nullopt;
  OwnCell low{};
  for (std::size_t row = 0; row < 3; ++row) {
    int side = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      if (m[row][i] == 0) continue;
      side = design.sides[i];
      if (m[row][i] < 0) low[row] = 1 - side;
    }
    if (side != design.sides[row]) return std::nullopt;
  }
  Filled image;
  for (const auto& [piece, cells] : assembly) {
    OwnCells to;
    for (const OwnCell& c : cells) {
      OwnCell t{};
      for (std::size_t row = 0; row < 3; ++row) {
        t[row] = m[row][0] * c[0] + m[row][1] * c[1] + m[row][2] * c[2] - low[row];
      }
      to.push_back(t);
    }
    std::sort(to.begin(), to.end());
    image.emplace(pieces[static_cast<std::size_t>(piece)].value(), to);
  }
  return image;
}

/// Arrangements of some pieces that do not overlap, each once.
class Arrangements {
 public:
  explicit Arrangements(const OwnDesign& design) : design_(design), box_(design.optional) {
    for (int x = 0; x < design.sides[0]; ++x) {
      for (int y = 0; y < design.sides[1]; ++y) {
        for (int z = 0; z < design.sides[2]; ++z) box_.push_back({x, y, z});
      }
    }
    std::sort(box_.begin(), box_.end());
    for (const OwnPiece& piece : design.pieces) placements_.push_back(placements_of(piece.cells));
  }

  [[nodiscard]] std::set<Filled> of(const std::vector<int>& set) const {
    std::set<Filled> all = {{}};
    for (std::size_t p = 0; p < set.size(); ++p) {
      for (int copy = 0; copy < set[p]; ++copy) {
        std::set<Filled> more;
        for (const Filled& some : all) {
          for (const OwnCells& place : placements_[p]) {
            if (overlaps(some, place)) continue;
            Filled larger = some;
            larger.emplace(static_cast<int>(p), place);
            more.insert(std::move(larger));
          }
        }
        all = std::move(more);
      }
    }
    return all;
  }

  [[nodiscard]] bool fills(const Filled& arrangement) const {
    std::size_t needed = 0;
    for (const auto& [piece, cells] : arrangement) {
      for (const OwnCell& c : cells) {
        needed +=
            std::find(design_.optional.begin(), design_.optional.end(), c) == design_.optional.end()
                ? 1
                : 0;
      }
    }
    return needed + design_.optional.size() == box_.size();
  }

 private:
  [[nodiscard]] std::set<OwnCells> placements_of(const OwnCells& piece) const {
    std::set<OwnCells> placements;
    for (const Matrix& m : matrices()) {
      if (determinant(m) < 0) continue;
      const OwnCells turn = moved(piece, m);
      for (const OwnCell& to : box_) {
        OwnCells place;
        for (const OwnCell& c : turn) {
          place.push_back(
              {c[0] + to[0] - turn[0][0], c[1] + to[1] - turn[0][1], c[2] + to[2] - turn[0][2]});
        }
        if (std::includes(box_.begin(), box_.end(), place.begin(), place.end())) {
          placements.insert(place);
        }
      }
    }
    return placements;
  }

  static bool overlaps(const Filled& some, const OwnCells& place) {
    return std::any_of(some.begin(), some.end(), [&](const Placed& placed) {
      return std::find_first_of(placed.second.begin(), placed.second.end(), place.begin(),
                                place.end()) != placed.second.end();
    });
  }

  const OwnDesign& design_;
  OwnCells box_;
  std::vector<std::set<OwnCells>> placements_;
};

Filled sorted(const Filled& assembly) {
  Filled result;
  for (auto [piece, cells] : assembly) {
    std::sort(cells.begin(), cells.end());
    result.emplace(piece, cells);
  }
  return result;
}

}  // namespace

std::string OwnDesign::to_text() const {
  std::string text = "box " + std::to_string(sides[0]) + "x" + std::to_string(sides[1]) + "x" +
                     std::to_string(sides[2]) + "\n";
  for (const OwnPiece& piece : pieces) {
    text += "piece " + std::to_string(piece.least) + ".." + std::to_string(piece.most) + "*" +
            piece.name;
    for (const OwnCell& c : piece.cells) {
      text += " " + std::to_string(c[0]) + std::to_string(c[1]) + std::to_string(c[2]);
    }
    text += "\n";
  }
  if (optional.empty()) return text;
  text += "optional";
  for (const OwnCell& c : optional) {
    text += " " + std::to_string(c[0]) + std::to_string(c[1]) + std::to_string(c[2]);
  }
  return text + "\n";
}

std::map<std::vector<int>, std::uint64_t> own_sets(const OwnDesign& design, bool mirrors) {
  const Filler filler(design);
  std::vector<std::optional<int>> same;
  std::vector<std::optional<int>> mirrored;
  for (int p = 0; p < static_cast<int>(design.pieces.size()); ++p) {
    same.emplace_back(p);
    mirrored.push_back(filler.mirror_of(p));
  }
  std::map<std::vector<int>, std::uint64_t> sets;
  for (const auto& [set, assemblies] : filler.found) {
    std::vector<int> image(set.size(), 0);
    bool has_image = true;
    for (std::size_t p = 0; p < set.size(); ++p) {
      if (set[p] == 0) continue;
      has_image &= mirrored[p].has_value();
      if (has_image) image[static_cast<std::size_t>(*mirrored[p])] = set[p];
    }
    if (mirrors && has_image && set < image && filler.found.contains(image)) continue;
    std::set<Filled> firsts;
    for (const Filled& assembly : assemblies) {
      Filled first = sorted(assembly);
      for (const Matrix& m : matrices()) {
        const bool is_mirror = determinant(m) < 0;
        if (is_mirror && !(mirrors && has_image && image == set)) continue;
        const auto other = turned(design, assembly, m, is_mirror ? mirrored : same);
        if (other && *other < first) first = *other;
      }
      firsts.insert(std::move(first));
    }
    sets[set] = firsts.size();
  }
  return sets;
}

std::uint64_t own_near_solutions(const OwnDesign& design, const std::vector<int>& set) {
  const Arrangements arrangements(design);
  std::set<Filled> assemblies;
  for (const Filled& all : arrangements.of(set)) {
    if (arrangements.fills(all)) assemblies.insert(all);
  }
  std::set<Filled> within;  // part of an assembly
  for (const Filled& assembly : assemblies) {
    for (const Placed& last : assembly) {
      Filled others = assembly;
      others.erase(last);
      within.insert(std::move(others));
    }
  }
  std::size_t near = 0;
  for (std::size_t p = 0; p < set.size(); ++p) {
    if (set[p] == 0) continue;
    std::vector<int> others = set;
    --others[p];
    for (const Filled& some : arrangements.of(others)) near += within.contains(some) ? 0 : 1;
  }
  return (2 * near + assemblies.size()) / (2 * assemblies.size());
}

}  // namespace dlx::test
