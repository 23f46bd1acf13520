#include "reductions/drawing/solid.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/drawing/lay_down.hpp"
#include "reductions/drawing/palette.hpp"
#include "reductions/lattice/surface.hpp"

namespace dlx::drawing::solid {
namespace {

using lattice::Cell;

/// Half a turn about x: from the axes of a scene, with z downward, to axes with z upward.
Cell upright(const Cell& c) {
  return {c.x, -c.y, -c.z};
}

void append_u32(std::string& text, std::uint32_t value) {
  for (int byte = 0; byte < 4; ++byte) text += static_cast<char>(value >> (8 * byte) & 0xFFU);
}

void append_float(std::string& text, double value) {
  const auto single = static_cast<float>(value);
  std::uint32_t bits = 0;
  // std::memcpy is used, because std::bit_cast is missing in the library of the web build.
  std::memcpy(&bits, &single, sizeof bits);
  append_u32(text, bits);
}

/// A number with at most four decimals. The decimal separator is a point in every locale.
std::string number(double value) {
  const auto scaled = std::llround(value * 10'000);
  std::string digits = std::to_string(std::llabs(scaled));
  if (digits.size() < 5) digits.insert(0, 5 - digits.size(), '0');
  std::string text = (scaled < 0 ? "-" : "") + digits.substr(0, digits.size() - 4);
  std::string rest = digits.substr(digits.size() - 4);
  while (!rest.empty() && rest.back() == '0') rest.pop_back();
  return rest.empty() ? text : text + '.' + rest;
}

/// Binary STL of bodies.
std::string stl_of(std::span<const Mesh> bodies, lattice::Grid grid) {
  std::string body;
  std::uint32_t count = 0;
  for (const Mesh& surface : bodies) {
    for (const auto& triangle : surface.triangles) {
      const auto& a = surface.vertices[triangle[0]];
      const auto& b = surface.vertices[triangle[1]];
      const auto& c = surface.vertices[triangle[2]];
      const auto normal = lattice::cross_product(lattice::sum(b, a, -1), lattice::sum(c, a, -1));
      const double length = std::hypot(normal[0], normal[1], normal[2]);
      for (const double n : normal) append_float(body, n / length);
      for (const auto* v : {&a, &b, &c}) {
        for (const double coordinate : *v) append_float(body, coordinate);
      }
      body += std::string(2, '\0');
      ++count;
    }
  }
  std::string header = "parts on the grid of " + std::string(to_string(grid)) + ", in millimetres";
  header.resize(80, ' ');
  append_u32(header, count);
  return header + body;
}

/// Converts a closed surface of polygons to triangles, in millimetres.
Mesh in_triangles(const lattice::Surface& surface, double unit) {
  Mesh mesh;
  for (const auto& v : surface.vertices) {
    mesh.vertices.push_back({v[0] * unit, v[1] * unit, v[2] * unit});
  }
  for (const auto& face : surface.faces) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      mesh.triangles.push_back({face[0], face[k], face[k + 1]});
    }
  }
  return mesh;
}

std::string size_in_words(const scene::Part& part, const Measures& measures, lattice::Grid grid) {
  const Mesh body = mesh(part.cells, measures, grid);
  lattice::Position low = body.vertices.front();
  lattice::Position high = low;
  for (const auto& v : body.vertices) {
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], v[i]);
      high[i] = std::max(high[i], v[i]);
    }
  }
  return number(high[0] - low[0]) + " x " + number(high[1] - low[1]) + " x " +
         number(high[2] - low[2]) + " mm";
}

/// The number of cells that fit in a length. For cubes, the number is rounded down, because parts
/// consist of complete cells.
double cells_along(double length, const Measures& measures, lattice::Grid grid) {
  if (grid != lattice::Grid::cubes) return length / measures.cell;
  // The small summand avoids rounding errors for lengths that are whole numbers of cells.
  return std::floor((length + measures.gap) / measures.cell + 1e-9);
}

/// A list in brackets, with `put` applied to each of `values`.
template <class Values, class Put>
std::string scad_list(const Values& values, Put put) {
  std::string text = "[";
  for (const auto& value : values) text += (text.size() == 1 ? "" : ", ") + put(value);
  return text + ']';
}

/// An OpenSCAD program for bodies given by their faces. OpenSCAD requires clockwise faces.
std::string scad_of_bodies(std::span<const scene::Part> parts, const Measures& measures,
                           std::span<const std::string> colours, lattice::Grid grid) {
  std::string calls;
  std::array<double, 3> centre{};
  for (const scene::Part& part : parts) {
    const Mesh body = upright_mesh(part, measures, grid);
    std::array<double, 3> middle{};
    for (const auto& v : body.vertices) {
      for (std::size_t i = 0; i < 3; ++i) {
        middle[i] += v[i] / static_cast<double>(body.vertices.size());
      }
    }
    for (std::size_t i = 0; i < 3; ++i) centre[i] += middle[i] / static_cast<double>(parts.size());
    const auto point = [](const auto& p) { return scad_list(p, number); };
    const auto clockwise = [](const auto& t) {
      return scad_list(std::array{t[0], t[2], t[1]},
                       [](std::uint32_t v) { return std::to_string(v); });
    };
    calls += "color(\"" + colours[part.piece] + "\") part(" + point(middle) + ", " +
             scad_list(body.vertices, point) + ", " + scad_list(body.triangles, clockwise) +
             ");  // " + printable(part.label) + '\n';
  }
  return "\nexplode = 0;  // [0:0.1:3] how far they are apart\n\n"
         "module part(middle, points, faces)\n"
         "  translate(explode * (middle - centre)) polyhedron(points, faces);\n"
         "centre = " +
         scad_list(centre, number) + ";\n\n" + calls;
}

/// An OpenSCAD program that makes the parts from cubes, and itself makes each part smaller by half
/// a gap on all sides.
std::string scad_of_cubes(std::span<const scene::Part> parts, const Measures& measures,
                          std::span<const std::string> colours) {
  std::string text =
      "\ncell = " + number(measures.cell) +
      ";  // from cell to cell, mm\ngap = " + number(measures.gap) +
      ";  // between parts that touch, mm\nexplode = 0;  // [0:0.1:3] how far they are apart\n\n"
      "function has(cells, c) = len([for (k = cells) if (k == c) 1]) > 0;\n"
      "near = [for (x = [0, 1], y = [0, 1], z = [0, 1]) [x, y, z]];\n"
      "// Boxes of one cell to two in each direction, as far as the part has all cells of them.\n"
      "module part(cells) {\n"
      "  middle = (max_of(cells) + min_of(cells)) / 2;\n"
      "  translate(explode * (middle - centre) * cell) union()\n"
      "    for (c = cells, d = near)\n"
      "      if (len([for (e = near) if (e[0] <= d[0] && e[1] <= d[1] && e[2] <= d[2] &&\n"
      "                                  !has(cells, c + e)) 1]) == 0)\n"
      "        translate(c * cell + [gap, gap, gap] / 2)\n"
      "          cube([for (i = [0:2]) cell * (1 + d[i]) - gap]);\n"
      "}\n"
      "function min_of(cells) = [for (i = [0:2]) min([for (c = cells) c[i]])];\n"
      "function max_of(cells) = [for (i = [0:2]) max([for (c = cells) c[i]])];\n";
  Cells all;
  std::string calls;
  for (const scene::Part& part : parts) {
    const auto place = [&](const Cell& cell) {
      all.push_back(upright(cell));
      return scad_list(as_array(all.back()), [](int c) { return std::to_string(c); });
    };
    calls += "color(\"" + colours[part.piece] + "\") part(" + scad_list(part.cells, place) +
             ");  // " + printable(part.label) + '\n';
  }
  const auto [low, high] = lattice::extent(all);
  const auto half = [](int sum) { return number(sum / 2.0); };
  return text + "centre = " + scad_list(as_array(low + high), half) + ";\n\n" + calls;
}

}  // namespace

void check(const Measures& measures, lattice::Grid grid) {
  if (!(measures.cell > 0) || !(measures.gap >= 0) || measures.gap >= measures.cell) {
    throw std::invalid_argument(
        "a cell is greater than 0 mm, and the gap from 0 to less than that");
  }
  const double most = 2 * inner_radius(lattice::Lattice::of(grid)) * measures.cell;
  if (grid != lattice::Grid::cubes && measures.gap >= most) {
    throw std::invalid_argument("--gap: less than " + number(most) +
                                " mm, or nothing is left of cells of the grid '" +
                                std::string(to_string(grid)) + "'");
  }
}

Mesh mesh(const Cells& cells, const Measures& measures, lattice::Grid grid) {
  check(measures, grid);
  const double skin = measures.gap / 2 / measures.cell;
  Mesh body = in_triangles(surface(lattice::Lattice::of(grid), cells, skin), measures.cell);
  // In a scene, the coordinates of a cube are those of its corner with the least coordinates. In
  // the lattice, they are those of its centre. So half a cell is added.
  if (grid == lattice::Grid::cubes) {
    for (auto& v : body.vertices) {
      for (double& coordinate : v) coordinate += measures.cell / 2;
    }
  }
  return body;
}

Cells upright(const Cells& cells) {
  return lattice::image(cells, [](const Cell& c) { return upright(c); });
}

Mesh upright_mesh(const scene::Part& part, const Measures& measures, lattice::Grid grid) {
  if (grid == lattice::Grid::cubes) return mesh(upright(part.cells), measures);
  Mesh body = mesh(part.cells, measures, grid);
  for (auto& v : body.vertices) v = {v[0], -v[1], -v[2]};
  return body;
}

std::string to_stl(std::span<const scene::Part> parts, const Measures& measures,
                   lattice::Grid grid) {
  // Parts are laid in strips. The width of the strips is chosen to be about equal to their total
  // depth.
  double area = 0;
  for (const scene::Part& part : parts) area += static_cast<double>(part.cells.size()) * 3;
  constexpr double any = std::numeric_limits<int>::max();
  std::vector<Lying> laid;
  double widest = std::max(8.0, std::floor(std::sqrt(area)));
  for (const scene::Part& part : parts) {
    laid.push_back(lay_down(part, measures, grid, {any, any}).value());
    if (grid != lattice::Grid::cubes) widest = std::max(widest, laid.back().width);
  }
  Layout layout({widest, any});
  for (const Lying& part : laid) layout.add(part, measures.cell);
  return stl_of(layout.plates().empty() ? std::vector<Mesh>{} : layout.plates().front(), grid);
}

std::vector<std::string> to_plates(std::span<const scene::Part> parts, const Measures& measures,
                                   const Bed& bed, lattice::Grid grid) {
  const Bed ground{cells_along(bed.width, measures, grid), cells_along(bed.depth, measures, grid)};
  std::vector<Lying> laid;
  for (const scene::Part& part : parts) {
    auto lying = lay_down(part, measures, grid, ground);
    if (!lying) {
      throw std::invalid_argument("piece " + part.label + ", " +
                                  size_in_words(part, measures, grid) +
                                  ", does not fit on a bed of " + number(bed.width) + " x " +
                                  number(bed.depth) + " mm; smaller cells may");
    }
    laid.push_back(std::move(*lying));
  }
  // The deepest parts are laid first, because the method of Layout then wastes little space.
  std::stable_sort(laid.begin(), laid.end(),
                   [](const Lying& a, const Lying& b) { return a.depth > b.depth; });
  Layout layout(ground);
  for (const Lying& part : laid) layout.add(part, measures.cell);
  std::vector<std::string> plates;
  for (const auto& plate : layout.plates()) plates.push_back(stl_of(plate, grid));
  return plates;
}

std::string to_obj(std::span<const scene::Part> parts, const Measures& measures,
                   lattice::Grid grid) {
  std::string text = "# millimetres, z upward\n";
  std::uint32_t first = 1;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Mesh surface = upright_mesh(parts[p], measures, grid);
    text += "o " + std::to_string(p + 1) + '_' + parts[p].label + '\n';
    for (const auto& v : surface.vertices) {
      text += "v " + number(v[0]) + ' ' + number(v[1]) + ' ' + number(v[2]) + '\n';
    }
    for (const auto& t : surface.triangles) {
      text += "f " + std::to_string(t[0] + first) + ' ' + std::to_string(t[1] + first) + ' ' +
              std::to_string(t[2] + first) + '\n';
    }
    first += static_cast<std::uint32_t>(surface.vertices.size());
  }
  return text;
}

std::string to_scad(std::span<const scene::Part> parts, const Measures& measures,
                    const std::string& title, std::span<const std::string> colours,
                    lattice::Grid grid) {
  std::vector<std::string> first_colours;
  if (colours.empty()) {
    std::size_t pieces = 0;
    for (const scene::Part& part : parts) pieces = std::max<std::size_t>(pieces, part.piece + 1);
    first_colours = palette::colours_of(std::vector<std::string>(pieces));
    colours = first_colours;
  }
  const std::string text = "// " + printable(title);
  return text + (grid == lattice::Grid::cubes ? scad_of_cubes(parts, measures, colours)
                                              : scad_of_bodies(parts, measures, colours, grid));
}

}  // namespace dlx::drawing::solid
