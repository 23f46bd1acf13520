#include "reductions/faces/layout.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace dlx::faces {
namespace {

/// The positions in space of the 16 border cells of a panel, in the order of their numbers.
std::array<Cell, rim_cells> rim_of(const Panel& panel) {
  std::array<Cell, rim_cells> rim{};
  for (int r = 0; r < piece_side; ++r) {
    for (int c = 0; c < piece_side; ++c) {
      const Cell& cell = panel.cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
      if (!filled(0, r, c)) rim[rim_cell(r, c)] = cell;
    }
  }
  return rim;
}

/// The pairs of panels' sides that meet.
std::vector<Joint> joints_of(const std::vector<Panel>& panels) {
  std::vector<Joint> joints;
  // The sides whose opposite side in the joint has not been found yet. The key is their cells.
  std::map<std::array<Cell, 3>, Joint> open;
  std::map<std::array<Cell, 3>, int> met;
  for (std::uint32_t p = 0; p < panels.size(); ++p) {
    const auto rim = rim_of(panels[p]);
    for (Side side = 0; side < 4; ++side) {
      std::array<Cell, 3> cells{};
      for (unsigned k = 0; k < 3; ++k) cells[k] = rim[side_cell(side, k)];
      std::array<Cell, 3> key = cells;
      std::sort(key.begin(), key.end());
      if (++met[key] > 2) {
        throw std::invalid_argument("more than two sides meet at side " +
                                    std::string(side_names[side]) + " of " + panels[p].name);
      }
      const auto [other, is_first] = open.try_emplace(key, Joint{p, side, 0, 0});
      if (is_first) continue;
      Joint joint = other->second;
      if (rim_of(panels[joint.a])[side_cell(joint.a_side, 0)] != cells[2]) {
        throw std::invalid_argument("panels " + panels[joint.a].name + " and " + panels[p].name +
                                    " are seen from different sides");
      }
      joint.b = p;
      joint.b_side = side;
      joints.push_back(joint);
    }
  }
  return joints;
}

/// Finds symmetries of a layout, given the image of position 0.
class Extender {
 public:
  explicit Extender(const Layout& layout) : layout_(&layout), meets_(4 * layout.names.size()) {
    for (const Joint& j : layout.joints) {
      meets_[4 * j.a + j.a_side] = {j.b, j.b_side};
      meets_[4 * j.b + j.b_side] = {j.a, j.a_side};
    }
    for (std::size_t point = 0; point < layout.corners.size(); ++point) {
      for (const CornerOf& c : layout.corners[point]) {
        point_of_[{c.position, c.corner}] = point;
      }
    }
  }

  /// The symmetry that moves position 0 to `to` and turns its piece as `lay` says. Returns nothing
  /// if no such symmetry exists, or if the layout consists of several separate parts.
  std::optional<LayoutSymmetry> extend(std::uint32_t to, Lay lay) const {
    const std::size_t n = layout_->names.size();
    LayoutSymmetry result{.image = std::vector<std::uint32_t>(n), .lay = std::vector<Lay>(n)};
    std::vector<bool> known(n);
    std::vector<bool> used(n);
    std::vector<std::uint32_t> reached{0};
    result.image[0] = to;
    result.lay[0] = lay;
    known[0] = used[to] = true;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::uint32_t from = reached[next];
      for (Side side = 0; side < 4; ++side) {
        const auto& here = meets_[4 * from + side];
        if (!here) continue;
        const auto& there = meets_[4 * result.image[from] + result.lay[from].side(side)];
        if (!there) return std::nullopt;
        const std::uint32_t neighbour = here->position;
        const Lay neighbour_lay = lay_that_takes(here->side, there->side, lay.over);
        if (!known[neighbour]) {
          if (used[there->position]) return std::nullopt;
          known[neighbour] = used[there->position] = true;
          result.image[neighbour] = there->position;
          result.lay[neighbour] = neighbour_lay;
          reached.push_back(neighbour);
        } else if (result.image[neighbour] != there->position ||
                   result.lay[neighbour] != neighbour_lay) {
          return std::nullopt;
        }
      }
    }
    return reached.size() == n && keeps_corners(result) ? std::optional(std::move(result))
                                                        : std::nullopt;
  }

 private:
  struct SideOf {
    std::uint32_t position = 0;
    Side side = 0;
  };

  static Lay lay_that_takes(Side from, Side to, bool over) {
    Lay lay{over, 0};
    while (lay.side(from) != to) ++lay.quarters;
    return lay;
  }

  bool keeps_corners(const LayoutSymmetry& s) const {
    return std::all_of(layout_->corners.begin(), layout_->corners.end(), [&](const auto& point) {
      std::optional<std::size_t> image;
      for (const CornerOf& c : point) {
        const auto found =
            point_of_.find({s.image[c.position], s.lay[c.position].corner(c.corner)});
        if (found == point_of_.end() || (image && *image != found->second)) return false;
        image = found->second;
      }
      return !image || layout_->corners[*image].size() == point.size();
    });
  }

  const Layout* layout_;
  // For each side, the side that it meets. The index of a side is 4 · position + side.
  std::vector<std::optional<SideOf>> meets_;
  std::map<std::pair<std::uint32_t, Corner>, std::size_t> point_of_;
};

}  // namespace

std::vector<std::string> free_sides(const Layout& layout) {
  std::vector<std::array<bool, 4>> meets(layout.size());
  for (const Joint& joint : layout.joints) {
    meets[joint.a][joint.a_side] = meets[joint.b][joint.b_side] = true;
  }
  std::vector<std::string> found;
  for (std::uint32_t p = 0; p < layout.size(); ++p) {
    for (Side side = 0; side < 4; ++side) {
      if (meets[p][side]) continue;
      found.push_back(std::string(side_names[side]) + " of " + layout.names[p]);
    }
  }
  return found;
}

std::vector<Panel> shell(int side) {
  if (side < 1 || side > 9) throw std::invalid_argument("a cube of panels has a side from 1 to 9");
  // The cell in row r (from the top) and column c (from the left) of a face, seen from outside.
  const auto cell_at = [m = 4 * side](std::size_t face, int r, int c) {
    const Cell cells[] = {{c, m - r, m},     {c, r, 0},         {c, 0, m - r},
                          {m - c, m, m - r}, {0, m - c, m - r}, {m, c, m - r}};
    return cells[face];
  };
  constexpr std::string_view letters = "UDFBLR";
  std::vector<Panel> panels;
  for (std::size_t face = 0; face < letters.size(); ++face) {
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        Panel panel{.name = std::string(1, letters[face]), .cells = {}};
        if (side > 1) panel.name += std::to_string(row) + std::to_string(column);
        for (int r = 0; r < piece_side; ++r) {
          for (int c = 0; c < piece_side; ++c) {
            panel.cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] =
                cell_at(face, 4 * row + r, 4 * column + c);
          }
        }
        panels.push_back(std::move(panel));
      }
    }
  }
  return panels;
}

Layout assemble(const std::vector<Panel>& panels) {
  Layout layout;
  for (const Panel& panel : panels) layout.names.push_back(panel.name);
  layout.joints = joints_of(panels);

  std::map<Cell, std::vector<CornerOf>> points;
  for (std::uint32_t p = 0; p < panels.size(); ++p) {
    const auto rim = rim_of(panels[p]);
    for (Corner c = 0; c < 4; ++c) points[rim[corner_cell(c)]].push_back({p, c});
  }
  for (auto& [cell, corners] : points) {
    if (corners.size() > 1) layout.corners.push_back(std::move(corners));
  }
  return layout;
}

Layout cube(int side) {
  Layout layout = assemble(shell(side));
  const int block = 4 * side;
  constexpr std::array<std::array<int, 2>, 6> net = {
      {{1, 0}, {1, 2}, {1, 1}, {3, 1}, {0, 1}, {2, 1}}};  // column and row of faces U D F B L R
  const auto panels = static_cast<std::size_t>(side * side);
  for (std::size_t face = 0; face < net.size(); ++face) {
    for (std::size_t i = 0; i < panels; ++i) {
      const int row = static_cast<int>(i) / side;
      const int column = static_cast<int>(i) % side;
      layout.drawn_at.push_back(
          {net[face][0] * block + 4 * column, net[face][1] * block + 4 * row});
      layout.face.push_back(static_cast<std::uint32_t>(face));
    }
  }
  return layout;
}

std::vector<LayoutSymmetry> symmetries(const Layout& layout, UpTo up_to) {
  LayoutSymmetry identity{.image = std::vector<std::uint32_t>(layout.size()),
                          .lay = std::vector<Lay>(layout.size())};
  std::iota(identity.image.begin(), identity.image.end(), 0U);
  std::vector<LayoutSymmetry> found{std::move(identity)};
  if (up_to == UpTo::none) return found;
  const Extender extender(layout);
  for (const bool over : {false, true}) {
    if (over && up_to != UpTo::reflections) break;
    for (std::uint32_t to = 0; to < layout.size(); ++to) {
      for (std::uint8_t quarters = 0; quarters < 4; ++quarters) {
        if (!over && to == 0 && quarters == 0) continue;
        if (auto s = extender.extend(to, {over, quarters})) found.push_back(std::move(*s));
      }
    }
  }
  return found;
}

}  // namespace dlx::faces
