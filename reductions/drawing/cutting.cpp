#include "reductions/drawing/cutting.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "reductions/drawing/lay_down.hpp"
#include "reductions/drawing/palette.hpp"

namespace dlx::drawing::cutting {
namespace {

/// A face of a cell, seen from outside. `right` and `down` are directions in the plane of the face.
struct Face {
  Cell cell, normal, right, down;
  friend bool operator==(const Face&, const Face&) = default;
  /// A key that identifies the face, independent of its rotation.
  [[nodiscard]] std::pair<Cell, Cell> key() const { return {cell, normal}; }
};

Cell opposite(const Cell& c) {
  return times(-1, c);
}

/// The four sides of a square, as steps in the plane.
constexpr std::pair<int, int> steps[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

bool has(const Cells& cells, const Cell& cell) {
  return std::binary_search(cells.begin(), cells.end(), cell);
}

/// The face beyond a side of the given face, unfolded into the plane of the given face.
Face beyond(const Cells& cells, const Face& face, std::pair<int, int> step) {
  const auto [x, y] = step;
  const Cell way = times(x, face.right) + times(y, face.down);
  Face next = face;
  Cell onward = way;  // the direction on the next face that continues the direction `way`
  if (!has(cells, face.cell + way)) {
    next.normal = way;
    onward = opposite(face.normal);
  } else if (has(cells, face.cell + way + face.normal)) {
    next.cell = face.cell + way + face.normal;
    next.normal = opposite(way);
    onward = face.normal;
  } else {
    next.cell = face.cell + way;
  }
  if (x != 0) next.right = times(x, onward);
  if (y != 0) next.down = times(y, onward);
  return next;
}

using Plane = std::map<std::pair<int, int>, Face>;

Face face_of(const Cell& cell, const Cell& normal) {
  const Cell right = normal.x != 0 ? Cell{0, normal.x, 0} : Cell{1, 0, 0};
  return {cell, normal, right, cross(right, normal)};
}

/// Unfolds faces that are in `left` (the faces not unfolded yet), beginning with `first`.
/// Neighbours that lie in the plane of the current face are unfolded before other neighbours.
Plane unfolded(const Cells& cells, const Face& first, std::set<std::pair<Cell, Cell>>& left) {
  Plane plane{{{0, 0}, first}};
  left.erase(first.key());
  std::deque<std::pair<int, int>> todo{{0, 0}};
  while (!todo.empty()) {
    const auto at = todo.front();
    todo.pop_front();
    for (const auto& step : steps) {
      const Face next = beyond(cells, plane.at(at), step);
      const std::pair to{at.first + step.first, at.second + step.second};
      if (!left.contains(next.key()) || plane.contains(to)) continue;
      left.erase(next.key());
      const bool in_plane = next.normal == plane.at(at).normal;
      plane.emplace(to, next);
      if (in_plane) {
        todo.push_front(to);
      } else {
        todo.push_back(to);
      }
    }
  }
  return plane;
}

/// Makes a sheet of unfolded squares. Edges between squares are folds where the surface turns, and
/// cuts where the squares are not neighbours on the surface. If `is_flat` is true, the part has no
/// thickness, and only its outline is cut.
Sheet sheet_of(const Cells& cells, const Plane& plane, const std::string& label, bool is_flat) {
  Sheet sheet{.squares = {}, .cuts = {}, .folds = {}, .label = label};
  for (const auto& [at, face] : plane) {
    const auto [x, y] = at;
    sheet.squares.push_back({x, y, 0});
    for (std::size_t side = 0; side < 4; ++side) {
      const auto [dx, dy] = steps[side];
      const Sheet::Edge edge{x + (dx == 1 ? 1 : 0), y + (dy == 1 ? 1 : 0), dx != 0};
      const auto other = plane.find({x + dx, y + dy});
      const bool joined =
          other != plane.end() && (is_flat || other->second == beyond(cells, face, steps[side]));
      // The square on the other side of the edge adds the edge.
      if (other != plane.end() && side >= 2) continue;
      if (!joined) {
        sheet.cuts.push_back(edge);
      } else if (other->second.normal != face.normal) {
        sheet.folds.push_back(edge);
      }
    }
  }
  return sheet;
}

/// The sheets into which the surface of a part is unfolded. The first face is chosen so that the
/// sheets are as few and as small as possible.
std::vector<Plane> unfolded(const Cells& cells) {
  std::set<std::pair<Cell, Cell>> surface;
  for (const Cell& cell : cells) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int sign : {-1, 1}) {
        const Cell normal = times(sign, lattice::unit_vector(axis));
        if (!has(cells, cell + normal)) surface.insert({cell, normal});
      }
    }
  }
  constexpr std::size_t most_tries = 200;
  std::vector<Plane> best;
  std::pair<std::size_t, int> least{};
  std::size_t tries = 0;
  for (const auto& [start, start_normal] : surface) {
    if (++tries > most_tries) break;
    std::vector<Plane> planes;
    auto left = surface;
    Face first = face_of(start, start_normal);
    int size = 0;
    while (true) {
      planes.push_back(unfolded(cells, first, left));
      Cells squares;
      for (const auto& [at, face] : planes.back()) squares.push_back({at.first, at.second, 0});
      const auto [low, high] = lattice::extent(squares);
      size += (high.x - low.x + 1) * (high.y - low.y + 1);
      if (left.empty()) break;
      first = face_of(left.begin()->first, left.begin()->second);
    }
    const std::pair cost{planes.size(), size};
    if (best.empty() || cost < least) {
      best = std::move(planes);
      least = cost;
    }
  }
  return best;
}

/// Units of a drawing per millimetre.
constexpr double unit = 10;
constexpr double margin = 10;     // margin of a page, in millimetres
constexpr double head = 16;       // height of the heading, in millimetres
constexpr double distance = 4;    // distance between parts, in millimetres
constexpr double test_line = 50;  // length of the line for checking the scale, in millimetres

int units(double millimetres) {
  return static_cast<int>(std::lround(millimetres * unit));
}

void turn(Sheet& sheet) {
  for (Cell& c : sheet.squares) c = {-c.y - 1, c.x, 0};
  for (auto* edges : {&sheet.cuts, &sheet.folds}) {
    for (Sheet::Edge& e : *edges) {
      e = e.down ? Sheet::Edge{-e.y - 1, e.x, false} : Sheet::Edge{-e.y, e.x, true};
    }
  }
}

std::string lines(const std::vector<Sheet::Edge>& edges, const Cell& low, int side) {
  std::string data;
  for (const Sheet::Edge& e : edges) {
    data += "M" + std::to_string((e.x - low.x) * side) + " " +
            std::to_string((e.y - low.y) * side) + (e.down ? "v" : "h") + std::to_string(side);
  }
  return data;
}

svg::Drawing drawing_of(const Sheet& sheet, const std::string& colour, int side) {
  const auto [low, high] = lattice::extent(sheet.squares);
  svg::Drawing drawing((high.x - low.x + 1) * side, (high.y - low.y + 1) * side, sheet.label);
  for (const Cell& c : sheet.squares) {
    drawing.rectangle((c.x - low.x) * side, (c.y - low.y) * side, side, side, colour);
  }
  drawing.path(lines(sheet.folds, low, side), 2, palette::ink_on(colour), "12 8");
  drawing.path(lines(sheet.cuts, low, side), 4);
  // The label is written on the square nearest to the middle of the sheet.
  const auto far = [&, low = low, high = high](const Cell& c) {
    return std::abs(2 * c.x - low.x - high.x) + std::abs(2 * c.y - low.y - high.y);
  };
  const Cell& c = *std::min_element(sheet.squares.begin(), sheet.squares.end(),
                                    [&](const Cell& a, const Cell& b) { return far(a) < far(b); });
  const double letters = std::max<double>(1, static_cast<double>(sheet.label.size()));
  drawing.text((c.x - low.x + 0.5) * side, (c.y - low.y + 0.5) * side,
               std::min(60.0, 0.6 * side / std::max(1.0, 0.62 * letters)), sheet.label,
               {.colour = palette::ink_on(colour)});
  return drawing;
}

svg::Drawing page_with_heading(const svg::Paper& paper, const std::string& title) {
  svg::Drawing page(units(paper.width), units(paper.height));
  constexpr double left = margin * unit;
  page.text(left, left + 25, 45, title, {.from_left = true, .bold = true});
  page.path("M100 170v20m0-10h500m0-10v20", 3);
  static_assert(left == 100 && test_line * unit == 500);
  page.text(620, 180, 32, "50 mm, if printed at 100 %", {.from_left = true});
  return page;
}

}  // namespace

std::vector<Sheet> nets(const scene::Part& part) {
  Cells cells = part.cells;
  std::sort(cells.begin(), cells.end());
  std::vector<Sheet> sheets;
  for (const Plane& plane : unfolded(cells)) {
    sheets.push_back(sheet_of(cells, plane, part.label, false));
  }
  return sheets;
}

Sheet flat_sheet(const scene::Part& part, const lattice::Extent& around) {
  const Cells& cells = part.cells;
  const Cell axis = lattice::unit_vector(lattice::thin_axis(cells).value());
  const auto side = lattice::dot(axis, times(2, cells.front()) - around.low - around.high);
  // If a part lies in the middle, its upper side is printed. The normal of this side is opposite to
  // the axis, because z points downward.
  const Cell normal = side > 0 ? axis : opposite(axis);
  const Face first = face_of(cells.front(), normal);
  Plane plane;
  for (const Cell& c : cells) {
    const Cell way = c - first.cell;
    plane[{static_cast<int>(lattice::dot(way, first.right)),
           static_cast<int>(lattice::dot(way, first.down))}] = {c, normal, first.right, first.down};
  }
  return sheet_of(cells, plane, part.label, true);
}

std::vector<std::string> pages(std::span<const scene::Part> parts,
                               std::span<const std::string> colours, double cell,
                               const svg::Paper& paper, const std::string& title) {
  const int side = std::max(1, units(cell));
  const double width = paper.width - 2 * margin;
  const double height = paper.height - 2 * margin - head;
  Cells all;
  for (const scene::Part& part : parts) all.insert(all.end(), part.cells.begin(), part.cells.end());
  const bool are_flat = std::all_of(parts.begin(), parts.end(), [](const scene::Part& part) {
    return lattice::thin_axis(part.cells).has_value();
  });
  std::vector<svg::Drawing> drawings;
  for (const scene::Part& part : parts) {
    std::vector<Sheet> sheets;
    if (are_flat) {
      sheets.push_back(flat_sheet(part, lattice::extent(all)));
    } else {
      sheets = nets(part);
    }
    for (Sheet& sheet : sheets) {
      const auto [low, high] = lattice::extent(sheet.squares);
      if (high.y - low.y > high.x - low.x) turn(sheet);
      svg::Drawing lying = drawing_of(sheet, colours[part.piece], side);
      if (lying.width() > width * unit && lying.width() <= height * unit) {
        turn(sheet);
        lying = drawing_of(sheet, colours[part.piece], side);
      }
      if (lying.width() > width * unit || lying.height() > height * unit) {
        throw std::invalid_argument("piece " + part.label +
                                    " does not fit on the paper, with cells of " +
                                    std::to_string(side / 10) + " mm; smaller ones may: --cell MM");
      }
      drawings.push_back(std::move(lying));
    }
  }
  std::stable_sort(drawings.begin(), drawings.end(),
                   [](const auto& a, const auto& b) { return a.height() > b.height(); });
  solid::Layout layout({width + distance, height + distance}, 0);
  std::vector<svg::Drawing> sheets;
  for (const svg::Drawing& drawing : drawings) {
    const solid::Spot spot =
        layout.place(drawing.width() / unit + distance, drawing.height() / unit + distance);
    if (spot.plate == sheets.size()) sheets.push_back(page_with_heading(paper, title));
    sheets[spot.plate].place(drawing, units(spot.x + margin), units(spot.y + margin + head));
  }
  std::vector<std::string> files;
  files.reserve(sheets.size());
  for (const svg::Drawing& sheet : sheets) {
    files.push_back(sheet.file(title, svg::Ground::paper, paper));
  }
  return files;
}

}  // namespace dlx::drawing::cutting
