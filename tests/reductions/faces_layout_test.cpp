#include "reductions/faces/layout.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reductions/faces/faces.hpp"
#include "tests/reductions/own_faces.hpp"

namespace dlx::test {
namespace {

using faces::Corner;
using faces::CornerOf;
using faces::Joint;
using faces::Lay;
using faces::Layout;
using faces::LayoutSymmetry;
using faces::Panel;
using faces::Side;

using End = std::pair<std::uint32_t, int>;  // a position, and its side or corner

std::set<std::set<End>> joints_of(const Layout& layout) {
  std::set<std::set<End>> joints;
  for (const Joint& j : layout.joints) {
    joints.insert({{j.a, j.a_side}, {j.b, j.b_side}});
  }
  return joints;
}

std::set<std::set<End>> points_of(const Layout& layout) {
  std::set<std::set<End>> points;
  for (const auto& point : layout.corners) {
    std::set<End> ends;
    for (const CornerOf& c : point) ends.emplace(c.position, c.corner);
    points.insert(ends);
  }
  return points;
}

Point own(const faces::Cell& cell) {
  return {cell.x, cell.y, cell.z};
}

/// A side's three cells between corners, clockwise from the top left.
std::array<Point, 3> side_of(const OwnPanel& panel, int side) {
  const auto& c = panel.cells;
  switch (side) {
    case 0:
      return {c[0][1], c[0][2], c[0][3]};
    case 1:
      return {c[1][4], c[2][4], c[3][4]};
    case 2:
      return {c[4][3], c[4][2], c[4][1]};
    default:
      return {c[3][0], c[2][0], c[1][0]};
  }
}

Point corner_of(const OwnPanel& panel, int corner) {
  const std::array<Point, 4> corners = {panel.cells[0][0], panel.cells[0][4], panel.cells[4][4],
                                        panel.cells[4][0]};
  return corners.at(static_cast<std::size_t>(corner));
}

TEST_CASE("own panels are seen from outside") {
  for (const int side : {1, 2, 3}) {
    for (const OwnPanel& panel : own_shell(side)) {
      // Right times up points away from the centre.
      const Point a = panel.cells[4][0];
      Point right{};
      Point up{};
      Point out{};
      for (std::size_t i = 0; i < 3; ++i) {
        right[i] = (panel.cells[4][4][i] - a[i]) / 4;
        up[i] = (panel.cells[0][0][i] - a[i]) / 4;
      }
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        out[i] = right[j] * up[k] - right[k] * up[j];
      }
      for (std::size_t i = 0; i < 3; ++i) {
        if (out[i] != 0) CHECK(a[i] == (out[i] > 0 ? 4 * side : 0));
      }
    }
  }
}

TEST_CASE("the shell of a cube, its joints and its points, for several sides") {
  for (const int side : {1, 2, 3, 4, 9}) {
    CAPTURE(side);
    const auto own_panels = own_shell(side);
    const auto panels = faces::shell(side);
    REQUIRE(panels.size() == own_panels.size());
    REQUIRE(panels.size() == static_cast<std::size_t>(6 * side * side));
    for (std::size_t p = 0; p < panels.size(); ++p) {
      CHECK(panels[p].name == own_panels[p].name);
      bool same = true;
      for (std::size_t r = 0; r < 5; ++r) {
        for (std::size_t c = 0; c < 5; ++c) {
          same = same && own(panels[p].cells[r][c]) == own_panels[p].cells[r][c];
        }
      }
      CHECK(same);
    }

    // Sides that have the same cells, which the other reads the other way; corners at one cell.
    std::set<std::set<End>> joints;
    std::map<Point, std::set<End>> points;
    for (std::uint32_t p = 0; p < own_panels.size(); ++p) {
      for (int s = 0; s < 4; ++s) {
        points[corner_of(own_panels[p], s)].emplace(p, s);
        for (std::uint32_t q = 0; q < own_panels.size(); ++q) {
          for (int t = 0; t < 4 && q != p; ++t) {
            auto cells = side_of(own_panels[q], t);
            std::reverse(cells.begin(), cells.end());
            if (cells == side_of(own_panels[p], s)) joints.insert({{p, s}, {q, t}});
          }
        }
      }
    }
    std::set<std::set<End>> point_sets;
    for (const auto& [cell, ends] : points) point_sets.insert(ends);

    const Layout layout = faces::cube(side);
    CHECK(layout.size() == 6U * static_cast<unsigned>(side * side));
    CHECK(joints_of(layout) == joints);
    CHECK(points_of(layout) == point_sets);
    CHECK(layout.joints.size() == static_cast<std::size_t>(12 * side * side));
    CHECK(layout.corners.size() == static_cast<std::size_t>(6 * side * side + 2));
    CHECK(layout.is_closed());
    CHECK(layout.cell_count() == static_cast<int>(cells_of(own_panels).size()));
    // Corners, edges and panels: the sphere's number.
    CHECK(layout.corners.size() + layout.size() == layout.joints.size() + 2);
    std::map<std::size_t, int> corners_of_size;
    for (const auto& point : layout.corners) ++corners_of_size[point.size()];
    CHECK(corners_of_size[3] == 8);
    CHECK(corners_of_size[4] == 6 * side * side + 2 - 8);

    // A face each, and drawings that do not lie on each other but for a line.
    REQUIRE(layout.face.size() == layout.size());
    REQUIRE(layout.drawn_at.size() == layout.size());
    std::map<std::array<int, 2>, std::set<Point>> drawn;
    for (std::uint32_t p = 0; p < layout.size(); ++p) {
      CHECK(layout.face[p] == p / static_cast<unsigned>(side * side));
      for (int r = 0; r < 5; ++r) {
        for (int c = 0; c < 5; ++c) {
          drawn[{layout.drawn_at[p][0] + c, layout.drawn_at[p][1] + r}].insert(
              own_panels[p].cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]);
        }
      }
    }
    // What is drawn at one place is one cell: the drawing unfolds the cube and cuts nothing twice.
    CHECK(std::all_of(drawn.begin(), drawn.end(),
                      [](const auto& d) { return d.second.size() == 1; }));
  }
  CHECK(faces::cube(1).cell_count() == 98);
  CHECK(faces::cube(2).cell_count() == 386);
  CHECK_THROWS_AS(faces::shell(0), std::invalid_argument);
  CHECK_THROWS_AS(faces::shell(10), std::invalid_argument);
  CHECK_THROWS_AS(faces::cube(-1), std::invalid_argument);
}

/// The images of all positions, and of their sides: comparable.
using Key = std::vector<std::array<int, 3>>;
Key key_of(const LayoutSymmetry& s) {
  Key key;
  for (std::size_t p = 0; p < s.image.size(); ++p) {
    key.push_back({static_cast<int>(s.image[p]), s.lay[p].over ? 1 : 0, s.lay[p].quarters});
  }
  return key;
}

/// First a, then b.
LayoutSymmetry then(const LayoutSymmetry& a, const LayoutSymmetry& b) {
  LayoutSymmetry result;
  for (std::size_t p = 0; p < a.image.size(); ++p) {
    const Lay first = a.lay[p];
    const Lay second = b.lay[a.image[p]];
    // Turning over after quarter turns undoes them the other way.
    const int quarters =
        second.over ? 4 - first.quarters + second.quarters : first.quarters + second.quarters;
    result.image.push_back(b.image[a.image[p]]);
    result.lay.push_back({first.over != second.over, static_cast<std::uint8_t>(quarters % 4)});
  }
  return result;
}

/// Checks that these are a group of symmetries: each keeps joints and points, and they are closed.
void check_group(const Layout& layout, const std::vector<LayoutSymmetry>& group) {
  std::set<Key> members;
  bool identity = false;
  for (const LayoutSymmetry& s : group) {
    REQUIRE(s.image.size() == layout.size());
    REQUIRE(s.lay.size() == layout.size());
    members.insert(key_of(s));
    CHECK(std::set(s.image.begin(), s.image.end()).size() == layout.size());
    Layout image = layout;
    for (Joint& j : image.joints) {
      j = {s.image[j.a], s.lay[j.a].side(j.a_side), s.image[j.b], s.lay[j.b].side(j.b_side)};
    }
    for (auto& point : image.corners) {
      for (CornerOf& c : point) {
        c = {s.image[c.position], s.lay[c.position].corner(c.corner)};
      }
    }
    CHECK(joints_of(image) == joints_of(layout));
    CHECK(points_of(image) == points_of(layout));
    bool is_identity = true;
    for (std::uint32_t p = 0; p < layout.size(); ++p) {
      is_identity = is_identity && s.image[p] == p && s.lay[p] == Lay{};
    }
    identity = identity || is_identity;
  }
  CHECK(members.size() == group.size());
  CHECK(identity);
  std::size_t outside = 0;
  for (const LayoutSymmetry& a : group) {
    for (const LayoutSymmetry& b : group) {
      if (!members.contains(key_of(then(a, b)))) ++outside;
    }
  }
  CHECK(outside == 0);
}

void check_orders(const Layout& layout, std::size_t rotations, std::size_t reflections) {
  const auto turning = faces::symmetries(layout, UpTo::rotations);
  const auto mirroring = faces::symmetries(layout, UpTo::reflections);
  CHECK(faces::symmetries(layout, UpTo::none).size() == 1);
  CHECK(turning.size() == rotations);
  CHECK(mirroring.size() == reflections);
  check_group(layout, faces::symmetries(layout, UpTo::none));
  check_group(layout, turning);
  check_group(layout, mirroring);
  for (const LayoutSymmetry& s : turning) {
    CHECK(std::none_of(s.lay.begin(), s.lay.end(), [](Lay lay) { return lay.over; }));
  }
  for (const LayoutSymmetry& s : mirroring) {
    CHECK(std::set<bool>{s.lay[0].over}.contains(s.lay.back().over));
  }
}

TEST_CASE("the symmetries of a cube are 24 and 48, those of space") {
  for (const int side : {1, 2, 3}) {
    CAPTURE(side);
    const Layout layout = faces::cube(side);
    check_orders(layout, 24, 48);
    // Each is what some matrix does to the panels' cells.
    const auto panels = own_shell(side);
    std::map<std::vector<std::uint32_t>, bool> by_matrix;  // where panels go; whether it mirrors
    for (const Matrix& turn : own_turns(false, true)) {
      const auto image = [&](const Point& p) {
        const int m = 2 * side;
        const Point q = turned(turn, Point{p[0] - m, p[1] - m, p[2] - m});
        return Point{q[0] + m, q[1] + m, q[2] + m};
      };
      std::vector<std::uint32_t> where;
      for (const OwnPanel& panel : panels) {
        const auto found = std::find_if(panels.begin(), panels.end(), [&](const OwnPanel& other) {
          return other.cells[2][2] == image(panel.cells[2][2]);
        });
        where.push_back(static_cast<std::uint32_t>(found - panels.begin()));
      }
      by_matrix[where] = determinant(turn) < 0;
    }
    std::map<std::vector<std::uint32_t>, bool> found;
    for (const LayoutSymmetry& s : faces::symmetries(layout, UpTo::reflections)) {
      found[s.image] = s.lay[0].over;
    }
    CHECK(found == by_matrix);
  }
}

Layout by_hand(std::uint32_t positions, std::vector<Joint> joints,
               std::vector<std::vector<CornerOf>> corners = {}) {
  Layout layout;
  for (std::uint32_t p = 0; p < positions; ++p) layout.names.push_back("p" + std::to_string(p));
  layout.joints = std::move(joints);
  layout.corners = std::move(corners);
  return layout;
}

constexpr Side n = 0, e = 1, s = 2, w = 3;

TEST_CASE("assemblies by hand have the groups that one finds by hand") {
  SECTION("one position alone: the square's") {
    check_orders(by_hand(1, {}), 4, 8);
  }
  SECTION("a row of two: half a turn; upside down, and left to right") {
    check_orders(by_hand(2, {{0, e, 1, w}}), 2, 4);
  }
  SECTION("a row of three, the middle one listed first") {
    check_orders(by_hand(3, {{0, e, 1, w}, {2, e, 0, w}}), 2, 4);
  }
  SECTION("a corner of three: the mirror through it") {
    check_orders(by_hand(3, {{0, e, 1, w}, {0, s, 2, n}}), 1, 2);
  }
  SECTION("two by two, with and without a point in the middle") {
    const std::vector<Joint> joints = {{0, e, 1, w}, {1, s, 3, n}, {3, w, 2, e}, {2, n, 0, s}};
    check_orders(by_hand(4, joints), 4, 8);
    // Corners: nw 0, ne 1, se 2, sw 3.
    check_orders(by_hand(4, joints, {{{0, 2}, {1, 3}, {2, 1}, {3, 0}}}), 4, 8);
    // A point of one corner only: the mirror through it is left.
    check_orders(by_hand(4, joints, {{{0, 0}}}), 1, 2);
    // Points of another size: half a turn and the mirrors through the two corners.
    check_orders(by_hand(4, joints, {{{0, 0}}, {{3, 2}}}), 2, 4);
  }
  SECTION("a row of two with a point between them: above but not below") {
    check_orders(by_hand(2, {{0, e, 1, w}}, {{{0, 1}, {1, 0}}}), 1, 2);
  }
  SECTION("a ring of three like a belt: round, and over") {
    check_orders(by_hand(3, {{0, e, 1, w}, {1, e, 2, w}, {2, e, 0, w}}), 6, 12);
  }
  SECTION("two that meet along two sides: a belt of two") {
    check_orders(by_hand(2, {{0, e, 1, w}, {1, e, 0, w}}), 4, 8);
  }
  SECTION("a chain that winds: n of one to e of the next") {
    // 0 and 1 meet at e of both: half a turn exchanges them, if each turns over its own centre.
    check_orders(by_hand(2, {{0, e, 1, e}}), 2, 4);
  }
}

/// Every way to exchange positions, and to lay all of them over or not and turned by quarters, that
/// keeps joints and points.
std::set<Key> own_symmetries_of(const Layout& layout, bool mirrors) {
  const auto joints = joints_of(layout);
  const auto points = points_of(layout);
  const auto laid = [](int side, bool over, int quarters) {
    return ((over ? 4 - side : side) + quarters) % 4;
  };
  // Over exchanges nw with ne and sw with se.
  const auto laid_corner = [](int corner, bool over, int quarters) {
    return ((over ? 5 - corner : corner) + quarters) % 4;
  };
  std::set<Key> kept;
  const std::uint32_t size = layout.size();
  std::vector<std::uint32_t> image;
  for (std::uint32_t p = 0; p < size; ++p) image.push_back(p);
  do {
    for (unsigned bits = 0; bits < (mirrors ? 2U : 1U) << (2 * size); ++bits) {
      const bool over = bits >> (2 * size) != 0;
      const auto quarters = [&](std::uint32_t p) { return static_cast<int>(bits >> (2 * p) & 3U); };
      std::set<std::set<End>> moved;
      for (const auto& joint : joints) {
        std::set<End> ends;
        for (const auto& [p, side] : joint) ends.emplace(image[p], laid(side, over, quarters(p)));
        moved.insert(ends);
      }
      if (moved != joints) continue;
      moved.clear();
      for (const auto& point : points) {
        std::set<End> ends;
        for (const auto& [p, c] : point) ends.emplace(image[p], laid_corner(c, over, quarters(p)));
        moved.insert(ends);
      }
      if (moved != points) continue;
      Key key;
      for (std::uint32_t p = 0; p < size; ++p) {
        key.push_back({static_cast<int>(image[p]), over ? 1 : 0, quarters(p)});
      }
      kept.insert(key);
    }
  } while (std::next_permutation(image.begin(), image.end()));
  return kept;
}

Layout random_connected(Random& random) {
  const std::uint32_t size = random.between(1, 4);
  Layout layout = by_hand(size, {});
  std::set<End> used;
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    // Most sides are e and w, so that more is symmetric.
    const auto side_a = static_cast<Side>(random.chance(0.5) ? e : random.below(4U));
    const auto side_b = static_cast<Side>(random.chance(0.5) ? w : random.below(4U));
    if (a == b || used.contains({a, side_a}) || used.contains({b, side_b})) return false;
    used.insert({a, side_a});
    used.insert({b, side_b});
    layout.joints.push_back({a, side_a, b, side_b});
    return true;
  };
  for (std::uint32_t p = 1; p < size; ++p) {
    for (int tries = 0; !join(p - 1, p) && !join(random.below(p), p); ++tries) {
      if (tries > 100) return random_connected(random);
    }
  }
  for (std::uint32_t i = random.below(8U); i > 0; --i) join(random.below(size), random.below(size));
  std::vector<CornerOf> corners;
  for (std::uint32_t p = 0; p < size; ++p) {
    for (Corner c = 0; c < 4; ++c) corners.push_back({p, c});
  }
  random.shuffle(corners);
  for (std::uint32_t i = random.chance(0.5) ? 0 : random.below(5U); i > 0; --i) {
    auto& point = layout.corners.emplace_back();
    for (std::uint32_t k = random.between(1, 2); k > 0 && !corners.empty(); --k) {
      point.push_back(corners.back());
      corners.pop_back();
    }
    if (point.empty()) layout.corners.pop_back();
  }
  return layout;
}

void check_random_symmetries(std::uint64_t seed, int rounds) {
  Random random(seed);
  int symmetric = 0;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(seed, round);
    const Layout layout = random_connected(random);
    for (const UpTo up_to : {UpTo::rotations, UpTo::reflections}) {
      const auto group = faces::symmetries(layout, up_to);
      std::set<Key> found;
      for (const LayoutSymmetry& member : group) found.insert(key_of(member));
      CHECK(found.size() == group.size());
      CHECK(found == own_symmetries_of(layout, up_to == UpTo::reflections));
      if (group.size() > 1) ++symmetric;
    }
  }
  CHECK(symmetric > rounds / 10);
}

TEST_CASE("two positions that meet along three or four sides, in all ways") {
  std::array<Side, 4> meets = {n, e, s, w};
  std::set<std::size_t> orders;
  do {
    for (const int sides : {3, 4}) {
      Layout layout = by_hand(2, {});
      for (Side side = 0; side < sides; ++side) layout.joints.push_back({0, side, 1, meets[side]});
      for (const UpTo up_to : {UpTo::rotations, UpTo::reflections}) {
        std::set<Key> found;
        for (const auto& member : faces::symmetries(layout, up_to)) found.insert(key_of(member));
        CHECK(found == own_symmetries_of(layout, up_to == UpTo::reflections));
        orders.insert(found.size());
      }
    }
  } while (std::next_permutation(meets.begin(), meets.end()));
  CHECK(orders.size() > 3);
}

TEST_CASE("symmetries of random assemblies are those of brute force, fixed seed") {
#ifdef DLX_SANITIZE
  check_random_symmetries(31, 100);
#else
  check_random_symmetries(31, 400);
#endif
}

TEST_CASE("symmetries of random assemblies are those of brute force, drawn seed") {
  check_random_symmetries(drawn_seed(), 100);
}

/// A panel by where it begins and which way it runs.
Panel panel(std::string name, Point origin, Point right, Point down) {
  Panel result{.name = std::move(name), .cells = {}};
  for (int r = 0; r < 5; ++r) {
    for (int c = 0; c < 5; ++c) {
      result.cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = {
          origin[0] + c * right[0] + r * down[0], origin[1] + c * right[1] + r * down[1],
          origin[2] + c * right[2] + r * down[2]};
    }
  }
  return result;
}

TEST_CASE("a box of 2x1x1: ten panels, the group of a square prism") {
  const Point x{1, 0, 0};
  const Point y{0, 1, 0};
  const Point left{-1, 0, 0};
  const Point back{0, -1, 0};
  const Point down{0, 0, -1};
  const std::vector<Panel> panels = {
      panel("U0", {0, 4, 4}, x, back),    panel("U1", {4, 4, 4}, x, back),
      panel("D0", {0, 0, 0}, x, y),       panel("D1", {4, 0, 0}, x, y),
      panel("F0", {0, 0, 4}, x, down),    panel("F1", {4, 0, 4}, x, down),
      panel("B0", {8, 4, 4}, left, down), panel("B1", {4, 4, 4}, left, down),
      panel("L", {0, 4, 4}, back, down),  panel("R", {8, 0, 4}, y, down)};
  const Layout layout = faces::assemble(panels);
  CHECK(layout.joints.size() == 20);
  CHECK(layout.corners.size() == 12);
  CHECK(layout.is_closed());
  std::set<Point> cells;
  for (const Panel& p : panels) {
    for (const auto& row : p.cells) {
      for (const auto& cell : row) cells.insert(own(cell));
    }
  }
  CHECK(layout.cell_count() == static_cast<int>(cells.size()));
  check_orders(layout, 8, 16);
}

TEST_CASE("more than two sides with the same cells are refused") {
  const Point x{1, 0, 0};
  std::vector<Panel> panels = {panel("a", {0, 4, 0}, x, {0, -1, 0}),
                               panel("b", {4, 4, 0}, x, {0, -1, 0})};
  CHECK(faces::assemble(panels).joints.size() == 1);
  panels.push_back(panel("c", {4, 4, 8}, {0, -1, 0}, {0, 0, -1}));
  CHECK(faces::assemble(panels).joints.size() == 1);  // c begins four cells above
  panels.push_back(panel("d", {4, 4, 4}, {0, -1, 0}, {0, 0, -1}));
  CHECK_THROWS_AS(faces::assemble(panels), std::invalid_argument);
  CHECK_THROWS_WITH(faces::assemble(panels), Catch::Contains("side s of d"));
}

TEST_CASE("a disconnected assembly has only the identity") {
  // Two rows of two, and one position that meets none.
  const Layout rows = by_hand(5, {{0, e, 1, w}, {2, e, 3, w}});
  for (const UpTo up_to : {UpTo::none, UpTo::rotations, UpTo::reflections}) {
    const auto group = faces::symmetries(rows, up_to);
    REQUIRE(group.size() == 1);
    CHECK(group[0].image == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
    for (const Lay lay : group[0].lay) CHECK(lay == Lay{});
  }
  // The same with a point, which the identity keeps.
  const Layout touching = by_hand(2, {}, {{{0, 2}, {1, 0}}});
  const auto group = faces::symmetries(touching, UpTo::rotations);
  REQUIRE(group.size() == 1);
  CHECK(group[0].image == std::vector<std::uint32_t>{0, 1});

  // And of the options: an option stays what it is.
  faces::Puzzle puzzle;
  puzzle.layout = by_hand(2, {});
  puzzle.pieces = {{.name = "a", .rim = 1, .letter = "a", .set = ""},
                   {.name = "b", .rim = 2, .letter = "b", .set = ""}};
  const faces::Model model = faces::build(puzzle);
  const auto options = faces::symmetries(model, UpTo::rotations);
  REQUIRE(options.order() == 1);
  for (std::uint32_t o = 0; o < model.problem.option_count(); ++o) {
    CHECK(options.members()[0][o] == OptionId{o});
  }
}

TEST_CASE("an assembly without positions has the identity alone") {
  CHECK(faces::symmetries(Layout{}, UpTo::reflections).size() == 1);
}

}  // namespace
}  // namespace dlx::test
