// Assemblies in space: the order of building, pages, and solid bodies.

#include "reductions/drawing/scene.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/drawing/solid.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "reductions/polycube/soma.hpp"
#include "reductions/snake/snake.hpp"
#include "tests/reductions/pictures.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using lattice::Cell;
using lattice::Cells;

std::vector<polycube::Assembly> some_soma(const polycube::Model& model, std::size_t count) {
  std::vector<polycube::Assembly> found;
  Solver solver(model.problem);
  while (found.size() < count && solver.next()) {
    found.push_back(polycube::decode(model, solver.solution()));
  }
  REQUIRE(found.size() == count);
  return found;
}

/// Whether nothing of `others` lies in one of the six directions from every cell of `part`.
bool slides_out(const Cells& part, const std::set<Cell>& others) {
  for (const Cell& d : {Cell{1, 0, 0}, Cell{-1, 0, 0}, Cell{0, 1, 0}, Cell{0, -1, 0}, Cell{0, 0, 1},
                        Cell{0, 0, -1}}) {
    bool free = true;
    for (Cell c : part) {
      for (int step = 0; step < 100 && free; ++step) {
        c = c + d;
        free = !others.contains(c);
      }
    }
    if (free) return true;
  }
  return false;
}

TEST_CASE("parts of an assembly are in an order of building") {
  const auto model = polycube::build(polycube::soma());
  const auto assemblies = some_soma(model, 300);
  const auto scene = polycube::to_scene(model, assemblies, "Soma");
  REQUIRE(scene.assemblies.size() == assemblies.size());
  CHECK(scene.pieces == std::vector<std::string>{"L", "S", "T", "R", "P", "Q", "Y"});
  std::size_t in_a_line = 0;
  for (const auto& parts : scene.assemblies) {
    std::set<Cell> before;
    bool possible = true;
    for (const auto& part : parts) {
      CHECK(part.label == scene.pieces[part.piece]);
      possible = possible && slides_out(part.cells, before);
      before.insert(part.cells.begin(), part.cells.end());
    }
    CHECK(before.size() == 27);
    if (possible) ++in_a_line;
  }
  // Every Soma cube can be built so: nothing interlocks.
  CHECK(in_a_line == assemblies.size());
}

TEST_CASE("a scene as JSON and as a page") {
  const auto model = polycube::build(polycube::soma());
  const auto assemblies = some_soma(model, 240);
  const auto scene = polycube::to_scene(model, assemblies, "</script><b>");
  const auto json = nlohmann::json::parse(to_json(scene, 30'000));
  CHECK(json["format"] == "dlx-scene/1");
  CHECK(json["kind"] == "assembly");
  CHECK(json["pieces"].size() == 7);
  // The same colours, whichever assemblies are shown.
  const auto few = polycube::to_scene(model, std::span(assemblies).first(1), "");
  CHECK(few.colours == scene.colours);
  for (std::size_t p = 0; p < 7; ++p) CHECK(json["pieces"][p]["colour"] == scene.colours[p]);
  const std::size_t shown = json["solutions"].size();
  CHECK(shown > 10);
  CHECK(shown < 240);
  CHECK(json["more"] == std::to_string(240 - shown));
  CHECK(to_json(scene, 30'000).size() < 30'100);
  CHECK(nlohmann::json::parse(to_json(scene, 0))["solutions"].size() == 1);
  CHECK_FALSE(nlohmann::json::parse(to_json(scene)).contains("more"));

  const std::string page = to_html(scene);
  CHECK(page.size() < 900'000);
  CHECK(page.find("DLX_SCENE") == std::string::npos);
  CHECK(page.find("</script><b>") == std::string::npos);
  const std::string begin = "id=\"scene\">";
  const std::size_t start = page.find(begin) + begin.size();
  const std::size_t end = page.find("</script>", start);
  CHECK(nlohmann::json::parse(page.substr(start, end - start)) ==
        nlohmann::json::parse(to_json(scene)));
  CHECK(nlohmann::json::parse(drawing::scene::to_json({.title = "none"}))["solutions"].empty());
}

TEST_CASE("copies of a piece are named as BurrTools names them, or by a number alone") {
  const auto names = [](const std::string& name, Bounds copies) {
    polycube::Puzzle puzzle;
    puzzle.pieces = {{.name = name, .cells = lattice::box(2, 1), .copies = copies}};
    puzzle.target = lattice::box(2, 2);
    const polycube::Model model = polycube::build(std::move(puzzle));
    return to_scene(model, some_soma(model, 1), "").pieces;
  };
  CHECK(names("S2", {2, 2}) == std::vector<std::string>{"S2.1", "S2.2"});
  CHECK(names("I", {2, 2}) == std::vector<std::string>{"I1", "I2"});
}

TEST_CASE("a scene has the slides of assemblies that no straight moves take apart") {
  // A bar that must move aside before it leaves its cage; and one in a closed cage.
  polycube::Puzzle puzzle;
  const Cells bar{{0, 0, 0}, {0, 1, 0}};
  Cells cage;
  for (int x = -1; x <= 2; ++x) {
    for (int y = -1; y <= 2; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const bool inside = x >= 0 && x <= 1 && y >= 0 && y <= 1 && z == 0;
        const bool exit = x == 1 && y >= 0 && y <= 1 && z == 1;
        if (!inside && !exit) cage.push_back({x, y, z});
      }
    }
  }
  std::sort(cage.begin(), cage.end());
  puzzle.pieces = {{.name = "bar", .cells = bar}, {.name = "cage", .cells = cage}};
  puzzle.target = cage;
  puzzle.target.insert(puzzle.target.end(), bar.begin(), bar.end());
  Cells closed = cage;
  closed.push_back({1, 0, 1});
  closed.push_back({1, 1, 1});
  std::sort(closed.begin(), closed.end());
  const polycube::Model model = polycube::build(std::move(puzzle));
  const std::vector<polycube::Assembly> assemblies{{{0, bar}, {1, cage}}, {{0, bar}, {1, closed}}};
  const auto json = nlohmann::json::parse(to_json(to_scene(model, assemblies, "")));
  const auto& open = json.at("solutions").at(0).at("apart");
  CHECK(open.at("verdict") == "comes apart");
  CHECK(open.at("level") == "2");
  // Of two groups of one size the one with the first part stays.
  CHECK(open.at("stages") == nlohmann::json::parse(R"([{"parts": [0, 1], "slides": [
            {"parts": [1], "way": [-1, 0, 0], "distance": 1},
            {"parts": [1], "way": [0, 0, -1]}]}])"));
  CHECK(json.at("solutions").at(1).at("apart") ==
        nlohmann::json{{"verdict", "does not come apart"}});
}

TEST_CASE("a happy cube fills its shell, seen from outside") {
  for (const int side : {1, 2}) {
    for (const faces::Panel& panel : faces::shell(side)) {
      // In a right-handed frame what runs right and what runs down make what leads inward.
      const Cell right = panel.cells[0][1] - panel.cells[0][0];
      const Cell down = panel.cells[1][0] - panel.cells[0][0];
      const Cell inward{right.y * down.z - right.z * down.y, right.z * down.x - right.x * down.z,
                        right.x * down.y - right.y * down.x};
      const Cell at = panel.cells[2][2] + inward;
      const int last = 4 * side;
      CAPTURE(panel.name);
      CHECK(std::min({at.x, at.y, at.z}) >= 0);
      CHECK(std::max({at.x, at.y, at.z}) <= last);
      CHECK((at.x % last != 0 && at.y % last != 0 && at.z % last != 0));
    }
  }
  auto pieces = faces::all_pieces();
  pieces.resize(6);
  const auto model = faces::build({.layout = faces::cube(1), .pieces = pieces});
  Solver solver(model.problem);
  REQUIRE(solver.next());
  const std::vector<faces::Assembled> one{faces::decode(model, solver.solution())};
  const auto scene = scene_of(model, one);
  std::set<Cell> filled;
  std::size_t cells = 0;
  for (const auto& part : scene.assemblies.at(0)) {
    filled.insert(part.cells.begin(), part.cells.end());
    cells += part.cells.size();
  }
  CHECK(cells == 98);
  CHECK(filled.size() == 98);

  auto table = model.puzzle;
  table.layout.names[0] = "elsewhere";
  CHECK_THROWS_AS(scene_of(faces::build(table), one), std::invalid_argument);
}

TEST_CASE("a snake is a walk") {
  const snake::Folding folding{.cells = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}},
                               .directions = {0, 2, 4}};
  const auto common = frame(snake::parse("111111"));
  const drawing::Picture walk{common, bodies(folding)};
  const auto json =
      nlohmann::json::parse(to_json(drawing::to_scene(*common, std::span(&walk, 1), "snake")));
  CHECK(json["kind"] == "walk");
  CHECK_FALSE(json.contains("pieces"));
  CHECK(json["solutions"][0]["walk"].size() == folding.cells.size());
}

using Edge = std::pair<std::uint32_t, std::uint32_t>;

/// Every edge once in each direction: closed, and the same side out everywhere.
bool is_closed(const drawing::solid::Mesh& mesh) {
  std::map<Edge, int> edges;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  }
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    return edge.second == 1 && back != edges.end() && back->second == 1;
  });
}

double volume(const drawing::solid::Mesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const auto& a = mesh.vertices[t[0]];
    const auto& b = mesh.vertices[t[1]];
    const auto& c = mesh.vertices[t[2]];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

/// The volume of cells less a skin, by inclusion of boxes: of a cell alone, and of what is added
/// where two, four and eight of them meet.
double eroded_volume(const Cells& cells, double cell, double gap) {
  const std::set<Cell> all(cells.begin(), cells.end());
  double sum = 0;
  for (const Cell& c : all) {
    for (int k = 0; k < 8; ++k) {
      bool whole = true;
      for (int e = 0; e < 8; ++e) {
        if ((e & k) == e && !all.contains({c.x + (e & 1), c.y + (e >> 1 & 1), c.z + (e >> 2)})) {
          whole = false;
        }
      }
      if (!whole) continue;
      double box = 1;
      for (const int bit : {1, 2, 4}) box *= (k & bit) != 0 ? gap : cell - gap;
      sum += box;
    }
  }
  return sum;
}

TEST_CASE("surfaces of random bodies are closed and have the volume of the body") {
  Random random(20261122);
  for (int round = 0; round < 60; ++round) {
    std::set<Cell> body{{0, 0, 0}};
    const std::size_t wanted = random.between(1, 14);
    while (body.size() < wanted) {
      auto from = body.begin();
      std::advance(from, random.below(body.size()));
      const Cell steps[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
      body.insert(*from + steps[random.below(6)]);
    }
    const Cells cells(body.begin(), body.end());
    const drawing::solid::Measures measures{.cell = 10, .gap = random.chance(0.3) ? 4.0 : 0.3};
    const drawing::solid::Mesh mesh = drawing::solid::mesh(cells, measures);
    CHECK(is_closed(mesh));
    CHECK(volume(mesh) == Approx(eroded_volume(cells, measures.cell, measures.gap)));
    const drawing::solid::Mesh whole = drawing::solid::mesh(cells, {.cell = 10, .gap = 0});
    CHECK(volume(whole) == Approx(1000.0 * static_cast<double>(cells.size())));
  }
  // Two cells that touch along an edge, joined elsewhere: closed only with a gap.
  const Cells touching{{0, 0, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}};
  CHECK(is_closed(drawing::solid::mesh(touching, {.cell = 10, .gap = 0.2})));
  CHECK_FALSE(is_closed(drawing::solid::mesh(touching, {.cell = 10, .gap = 0})));
  for (const drawing::solid::Measures bad :
       {drawing::solid::Measures{.cell = 0, .gap = 0},
        drawing::solid::Measures{.cell = 5, .gap = 5},
        drawing::solid::Measures{.cell = 5, .gap = -1},
        drawing::solid::Measures{.cell = std::nan(""), .gap = 0}}) {
    CHECK_THROWS_AS(drawing::solid::mesh(touching, bad), std::invalid_argument);
  }
}

float float_at(const std::string& bytes, std::size_t at) {
  float value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

TEST_CASE("STL, OBJ and OpenSCAD hold every piece") {
  const auto model = polycube::build(polycube::soma());
  const auto scene = polycube::to_scene(model, some_soma(model, 1), "Soma");
  const auto& parts = scene.assemblies[0];
  const drawing::solid::Measures measures{.cell = 20, .gap = 0.5};

  const std::string stl = drawing::solid::to_stl(parts, measures);
  const auto count = static_cast<std::uint32_t>(static_cast<unsigned char>(stl[80])) |
                     static_cast<std::uint32_t>(static_cast<unsigned char>(stl[81])) << 8;
  REQUIRE(stl.size() == 84 + 50 * std::size_t{count});
  double total = 0;
  double lowest = 1e9;
  double expected = 0;
  for (std::uint32_t t = 0; t < count; ++t) {
    double p[3][3];
    for (std::size_t v = 0; v < 3; ++v) {
      for (std::size_t i = 0; i < 3; ++i) {
        p[v][i] = double{float_at(stl, 84 + 50 * t + 12 + 12 * v + 4 * i)};
      }
      lowest = std::min(lowest, p[v][2]);
    }
    total += (p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
              p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
              p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0])) /
             6;
  }
  for (const auto& part : parts) expected += eroded_volume(part.cells, 20, 0.5);
  CHECK(total == Approx(expected).epsilon(1e-4));
  CHECK(lowest == Approx(0).margin(1e-4));

  const std::string obj = drawing::solid::to_obj(parts, measures);
  const std::string scad = drawing::solid::to_scad(parts, measures, "two\nlines", scene.colours);
  for (const auto& part : parts) {
    CHECK(obj.find("_" + part.label + "\n") != std::string::npos);
    CHECK(scad.find("// " + part.label + "\n") != std::string::npos);
    CHECK(scad.find("color(\"" + scene.colours[part.piece] + "\")") != std::string::npos);
  }
  CHECK(std::count(obj.begin(), obj.end(), 'o') == 7);  // of the objects alone
  CHECK(scad.starts_with("// two\\x0alines\ncell = 20;"));
}

/// A triangle of a binary STL: three corners of three coordinates.
using Corner = std::array<float, 3>;
using Triangle = std::array<Corner, 3>;

std::vector<Triangle> triangles_of(const std::string& stl) {
  std::vector<Triangle> found((stl.size() - 84) / 50);
  for (std::size_t t = 0; t < found.size(); ++t) {
    for (std::size_t v = 0; v < 3; ++v) {
      for (std::size_t i = 0; i < 3; ++i) {
        found[t][v][i] = float_at(stl, 84 + 50 * t + 12 + 12 * v + 4 * i);
      }
    }
  }
  return found;
}

/// The bodies of an STL: sets of triangles that share edges, each with every edge once in each
/// direction. Returns the box around each: least x, y, greatest x, y.
std::vector<std::array<float, 4>> boxes_of_closed_bodies(const std::vector<Triangle>& triangles) {
  std::map<std::pair<Corner, Corner>, std::size_t> owner;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t v = 0; v < 3; ++v) {
      REQUIRE(owner.emplace(std::pair(triangles[t][v], triangles[t][(v + 1) % 3]), t).second);
    }
  }
  std::vector<bool> seen(triangles.size());
  std::vector<std::array<float, 4>> boxes;
  for (std::size_t start = 0; start < triangles.size(); ++start) {
    if (seen[start]) continue;
    std::array<float, 4> box{1e9F, 1e9F, -1e9F, -1e9F};
    std::vector<std::size_t> open{start};
    seen[start] = true;
    while (!open.empty()) {
      const Triangle& triangle = triangles[open.back()];
      open.pop_back();
      for (std::size_t v = 0; v < 3; ++v) {
        for (std::size_t i = 0; i < 2; ++i) {
          box[i] = std::min(box[i], triangle[v][i]);
          box[i + 2] = std::max(box[i + 2], triangle[v][i]);
        }
        const auto back = owner.find({triangle[(v + 1) % 3], triangle[v]});
        REQUIRE(back != owner.end());
        if (!seen[back->second]) open.push_back(back->second);
        seen[back->second] = true;
      }
    }
    boxes.push_back(box);
  }
  return boxes;
}

TEST_CASE("plates fit on the bed and hold every piece once, closed and apart from the others") {
  const auto model = polycube::build(polycube::soma());
  const auto scene = polycube::to_scene(model, some_soma(model, 1), "Soma");
  const auto& parts = scene.assemblies[0];
  const drawing::solid::Measures measures{.cell = 20, .gap = 0.5};
  for (const drawing::solid::Bed bed : {drawing::solid::Bed{60, 60},
                                        {59.5, 39.5},
                                        {100, 80},
                                        {140, 140},
                                        {220, 220},
                                        {1000, 1000}}) {
    CAPTURE(bed.width, bed.depth);
    const auto plates = drawing::solid::to_plates(parts, measures, bed);
    std::size_t pieces = 0;
    for (const std::string& plate : plates) {
      const auto boxes = boxes_of_closed_bodies(triangles_of(plate));
      REQUIRE_FALSE(boxes.empty());
      pieces += boxes.size();
      float left = 1e9F;
      float right = 0;
      float front = 1e9F;
      float back = 0;
      for (std::size_t a = 0; a < boxes.size(); ++a) {
        left = std::min(left, boxes[a][0]);
        front = std::min(front, boxes[a][1]);
        right = std::max(right, boxes[a][2]);
        back = std::max(back, boxes[a][3]);
        for (std::size_t b = 0; b < a; ++b) {
          CHECK((boxes[a][2] < boxes[b][0] || boxes[b][2] < boxes[a][0] ||
                 boxes[a][3] < boxes[b][1] || boxes[b][3] < boxes[a][1]));
        }
      }
      CHECK(double{right - left} <= bed.width + 1e-3);
      CHECK(double{back - front} <= bed.depth + 1e-3);
    }
    CHECK(pieces == parts.size());
    if (bed.width > 200) CHECK(plates.size() == 1);
  }
  // 59.5 mm is what three cells take; 59 mm is less, and two cells are too few for most pieces.
  CHECK_THROWS_WITH(drawing::solid::to_plates(parts, measures, {59, 39}),
                    Catch::Contains("does not fit on a bed of 59 x 39 mm"));
}

/// Pairs of neighbours that fill a row of cells, as assemblies of a puzzle.
polycube::Model pairs_on(lattice::Grid grid) {
  const auto& lattice = lattice::Lattice::of(grid);
  const Cell first = lattice.classes().front();
  const Cells pair = lattice::image(Cells{first, lattice.neighbours(first).back()},
                                    [](const Cell& c) { return c; });
  polycube::Puzzle puzzle{.pieces = {{.name = "pair", .cells = pair}}, .target = pair};
  puzzle.grid = grid;
  return polycube::build(puzzle);
}

TEST_CASE("bodies on every grid are closed, lie on the ground, and fit on the bed") {
  for (const lattice::Grid grid : lattice::all_grids) {
    CAPTURE(to_string(grid));
    const auto model = pairs_on(grid);
    const std::vector<polycube::Assembly> assemblies{{model.placements.front()}};
    const auto scene = to_scene(model, std::span<const polycube::Assembly>(assemblies), "pair");
    CHECK(scene.grid == grid);
    const drawing::scene::Parts parts(5, scene.assemblies[0][0]);
    const drawing::solid::Measures measures{.cell = 10, .gap = 0.4};
    const drawing::solid::Mesh mesh = drawing::solid::mesh(parts[0].cells, measures, grid);
    CHECK(is_closed(mesh));
    const auto triangles = triangles_of(drawing::solid::to_stl(parts, measures, grid));
    CHECK(boxes_of_closed_bodies(triangles).size() == parts.size());
    float lowest = 1e9F;
    for (const Triangle& triangle : triangles) {
      for (const Corner& corner : triangle) lowest = std::min(lowest, corner[2]);
    }
    CHECK(double{lowest} == Approx(0).margin(1e-4));
    std::size_t pieces = 0;
    const auto plates = drawing::solid::to_plates(parts, measures, {50, 45}, grid);
    for (const std::string& plate : plates) {
      for (const auto& box : boxes_of_closed_bodies(triangles_of(plate))) {
        ++pieces;
        CHECK(box[2] <= 50);
        CHECK(box[3] <= 45);
      }
    }
    CHECK(pieces == parts.size());
    CHECK_THROWS_WITH(drawing::solid::to_plates(parts, measures, {2, 2}, grid),
                      Catch::Contains("does not fit on a bed of 2 x 2 mm"));
    CHECK_THROWS_AS(
        drawing::solid::mesh(parts[0].cells, {.cell = 10, .gap = 9.99}, lattice::Grid::rhombic),
        std::invalid_argument);
    const std::string obj = drawing::solid::to_obj(parts, measures, grid);
    CHECK(std::count(obj.begin(), obj.end(), 'o') == 5);
    const std::string scad = drawing::solid::to_scad(parts, measures, "pair", {}, grid);
    CHECK((scad.find("polyhedron(points, faces)") != std::string::npos) ==
          (grid != lattice::Grid::cubes));
    // A page knows the shapes of cells, if they are not cubes.
    const auto json = nlohmann::json::parse(drawing::scene::to_json(scene));
    CHECK(json.contains("grid") == (grid != lattice::Grid::cubes));
    if (json.contains("grid")) {
      CHECK(json["grid"]["name"] == to_string(grid));
      CHECK(json["grid"]["balls"] == (grid == lattice::Grid::spheres));
    }
  }
}

TEST_CASE("a body lies down on its largest face") {
  // Half of a regular tetrahedron of edge 2: its square, or one of the faces beside it.
  const Cells half{{1, 1, 1}, {4, 4, 1}, {2, 2, 2}, {3, 2, 2}, {2, 3, 2}, {3, 3, 2}};
  const drawing::scene::Part part{.piece = 0, .label = "h", .cells = half};
  const auto triangles = triangles_of(drawing::solid::to_stl(
      std::span(&part, 1), {.cell = 10, .gap = 0}, lattice::Grid::tetra_octahedra));
  double on_ground = 0;
  for (const Triangle& t : triangles) {
    if (std::any_of(t.begin(), t.end(), [](const Corner& c) { return c[2] > 1e-4F; })) continue;
    on_ground += std::abs(double{t[1][0] - t[0][0]} * double{t[2][1] - t[0][1]} -
                          double{t[2][0] - t[0][0]} * double{t[1][1] - t[0][1]}) /
                 2;
  }
  CHECK(on_ground == Approx(3 * 100 * std::sqrt(3.0) / 4).epsilon(1e-4));  // of three triangles
}

}  // namespace
}  // namespace dlx::test
