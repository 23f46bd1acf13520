#include "reductions/faces/layout.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace dlx::faces {
namespace {

/// Who meets whom: a vertex is a position, an edge knows the sides.
using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, Joint>;

Graph graph_of(const std::vector<Panel>& panels) {
  const auto at = [](const Panel& panel, unsigned cell) {
    for (int r = 0; r < piece_side; ++r) {
      for (int c = 0; c < piece_side; ++c) {
        if (!filled(0, r, c) && rim_cell(r, c) == cell) {
          return panel.cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
        }
      }
    }
    throw std::logic_error("no such cell on a rim");
  };
  Graph graph(panels.size());
  std::map<std::array<Cell, 3>, Joint> open;  // sides that have met none yet, by their cells
  std::map<std::array<Cell, 3>, int> met;
  for (std::uint32_t p = 0; p < panels.size(); ++p) {
    for (Side side = 0; side < 4; ++side) {
      std::array<Cell, 3> cells{};
      for (unsigned k = 0; k < 3; ++k) cells[k] = at(panels[p], side_cell(side, k));
      std::array<Cell, 3> key = cells;
      std::sort(key.begin(), key.end());
      if (++met[key] > 2) {
        throw std::invalid_argument("more than two sides meet at side " +
                                    std::string(side_names[side]) + " of " + panels[p].name);
      }
      const auto [other, is_first] = open.try_emplace(key, Joint{p, side, 0, 0});
      if (is_first) continue;
      Joint joint = other->second;
      if (at(panels[joint.a], side_cell(joint.a_side, 0)) != cells[2]) {
        throw std::invalid_argument("panels " + panels[joint.a].name + " and " + panels[p].name +
                                    " are seen from different sides");
      }
      joint.b = p;
      joint.b_side = side;
      boost::add_edge(joint.a, p, joint, graph);
    }
  }
  return graph;
}

Graph graph_of(const Layout& layout) {
  Graph graph(layout.names.size());
  for (const Joint& joint : layout.joints) boost::add_edge(joint.a, joint.b, joint, graph);
  return graph;
}

bool is_connected(const Graph& graph) {
  std::vector<int> part(boost::num_vertices(graph));
  return part.empty() || boost::connected_components(graph, part.data()) == 1;
}

/// Grows symmetries of a connected layout from what they do to position 0.
class Extender {
 public:
  explicit Extender(const Layout& layout)
      : layout_(&layout), graph_(graph_of(layout)), meets_(4 * layout.names.size()) {
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
      const auto [edge, last] = boost::out_edges(from, graph_);
      for (auto e = edge; e != last; ++e) {
        const Joint& joint = graph_[*e];
        const bool forward = joint.a == from;
        const Side side = forward ? joint.a_side : joint.b_side;
        const std::uint32_t neighbour = forward ? joint.b : joint.a;
        const Side neighbour_side = forward ? joint.b_side : joint.a_side;
        const auto& there = meets_[4 * result.image[from] + result.lay[from].side(side)];
        if (!there) return std::nullopt;
        const Lay neighbour_lay = lay_that_takes(neighbour_side, there->second, lay.over);
        if (!known[neighbour]) {
          if (used[there->first]) return std::nullopt;
          known[neighbour] = used[there->first] = true;
          result.image[neighbour] = there->first;
          result.lay[neighbour] = neighbour_lay;
          reached.push_back(neighbour);
        } else if (result.image[neighbour] != there->first ||
                   result.lay[neighbour] != neighbour_lay) {
          return std::nullopt;
        }
      }
    }
    return keeps_corners(result) ? std::optional(std::move(result)) : std::nullopt;
  }

 private:
  struct Meets {
    std::uint32_t first = 0;
    Side second = 0;
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
  Graph graph_;
  std::vector<std::optional<Meets>> meets_;  // by 4 position + side
  std::map<std::pair<std::uint32_t, Corner>, std::size_t> point_of_;
};

}  // namespace

std::vector<Panel> shell(int side) {
  if (side < 1 || side > 9) throw std::invalid_argument("a cube of panels has a side from 1 to 9");
  const int last = 4 * side;
  // Row r from the top and column c from the left of a face, looked at from outside.
  using Face = std::pair<char, Cell (*)(int, int, int)>;
  const std::array<Face, 6> faces = {{
      {'U',
       [](int r, int c, int m) {
         return Cell{c, m - r, m};
       }},
      {'D',
       [](int r, int c, int) {
         return Cell{c, r, 0};
       }},
      {'F',
       [](int r, int c, int m) {
         return Cell{c, 0, m - r};
       }},
      {'B',
       [](int r, int c, int m) {
         return Cell{m - c, m, m - r};
       }},
      {'L',
       [](int r, int c, int m) {
         return Cell{0, m - c, m - r};
       }},
      {'R',
       [](int r, int c, int m) {
         return Cell{m, c, m - r};
       }},
  }};
  std::vector<Panel> panels;
  for (const auto& [letter, cell_at] : faces) {
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        Panel panel{.name = std::string(1, letter), .cells = {}};
        if (side > 1) panel.name += std::to_string(row) + std::to_string(column);
        for (int r = 0; r < piece_side; ++r) {
          for (int c = 0; c < piece_side; ++c) {
            panel.cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] =
                cell_at(4 * row + r, 4 * column + c, last);
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
  const Graph graph = graph_of(panels);
  const auto [edge, last] = boost::edges(graph);
  for (auto e = edge; e != last; ++e) layout.joints.push_back(graph[*e]);

  std::map<Cell, std::vector<CornerOf>> points;
  for (std::uint32_t p = 0; p < panels.size(); ++p) {
    const auto& cells = panels[p].cells;
    const std::array<Cell, 4> corners = {cells[0][0], cells[0][4], cells[4][4], cells[4][0]};
    for (Corner c = 0; c < 4; ++c) points[corners[c]].push_back({p, c});
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
      {{1, 0}, {1, 2}, {1, 1}, {3, 1}, {0, 1}, {2, 1}}};  // U D F B L R
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
  if (up_to == UpTo::none || layout.names.empty() || !is_connected(graph_of(layout))) {
    return found;
  }
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
