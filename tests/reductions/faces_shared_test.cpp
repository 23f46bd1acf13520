// Against figures that others have found and that lie beside the checkout on some machines.

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "tests/reductions/own_faces.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

nlohmann::json read_facts(const std::string& name) {
  std::ifstream file(shared_path("facts/" + name));
  return nlohmann::json::parse(file);
}

using End = std::pair<std::string, std::string>;  // a position, and its side or corner

End end_of(const nlohmann::json& position, const nlohmann::json& part) {
  return {position.get<std::string>(), part.get<std::string>()};
}

TEST_CASE("the cubes of side 1 and 2 are those of cube_topology.json", "[.shared]") {
  const auto topology = read_facts("cube_topology.json");
  for (const int side : {1, 2}) {
    CAPTURE(side);
    const auto& facts = topology.at(std::to_string(side));
    const faces::Layout layout = faces::cube(side);

    std::set<std::set<End>> joints;
    for (const faces::Joint& j : layout.joints) {
      joints.insert(std::set<End>{{layout.names[j.a], std::string(faces::side_names[j.a_side])},
                                  {layout.names[j.b], std::string(faces::side_names[j.b_side])}});
    }
    std::set<std::set<End>> expected_joints;
    for (const auto& p : facts.at("p")) {
      expected_joints.insert(std::set<End>{end_of(p.at(0), p.at(1)), end_of(p.at(2), p.at(3))});
    }
    CHECK(expected_joints.size() == (side == 1 ? 12U : 48U));
    CHECK(layout.joints.size() == expected_joints.size());
    CHECK(joints == expected_joints);

    std::set<std::set<End>> points;
    for (const auto& point : layout.corners) {
      std::set<End> ends;
      for (const faces::CornerOf& c : point) {
        ends.emplace(layout.names[c.position], std::string(faces::corner_names[c.corner]));
      }
      CHECK(ends.size() == point.size());
      points.insert(ends);
    }
    std::set<std::set<End>> expected_points;
    for (const auto& cr : facts.at("cr")) {
      std::set<End> ends;
      for (const auto& panel : cr.at("panels")) ends.insert(end_of(panel.at(0), panel.at(1)));
      expected_points.insert(ends);
    }
    CHECK(expected_points.size() == (side == 1 ? 8U : 26U));
    CHECK(layout.corners.size() == expected_points.size());
    CHECK(points == expected_points);

    // The panels, and those of the brute force too.
    const auto panels = faces::shell(side);
    const auto own_panels = own_shell(side);
    CHECK(panels.size() == facts.at("panels").size());
    for (std::size_t p = 0; p < panels.size(); ++p) {
      INFO(panels[p].name);
      CHECK(own_panels[p].name == panels[p].name);
      const auto& cells = facts.at("panels").at(panels[p].name);
      bool same = true;
      bool own_same = true;
      for (std::size_t r = 0; r < 5; ++r) {
        for (std::size_t c = 0; c < 5; ++c) {
          const auto at = cells.at(r).at(c).get<Point>();
          const faces::Cell cell = panels[p].cells[r][c];
          same = same && at == Point{cell.x, cell.y, cell.z};
          own_same = own_same && at == own_panels[p].cells[r][c];
        }
      }
      CHECK(same);
      CHECK(own_same);
    }
  }
}

TEST_CASE("the six cubes are those of happy_cubes.json, with its counts", "[.shared]") {
  const auto file = read_facts("happy_cubes.json");
  const auto cubes = faces::happy_cubes();
  CHECK(file.at("colours").size() == cubes.size());
  for (const faces::HappyCube& cube : cubes) {
    INFO(cube.colour);
    const auto& facts = file.at("colours").at(cube.colour);
    CHECK(facts.at("tray").get<std::vector<std::string>>() == cube.tray);
    REQUIRE(facts.at("pieces").size() == cube.pieces.size());
    for (std::size_t i = 0; i < cube.pieces.size(); ++i) {
      std::string rows;
      for (const std::string row : facts.at("pieces").at(i))
        rows += (rows.empty() ? "" : "/") + row;
      CHECK(word_of(bitmap(rows)) == faces::word(cube.pieces[i].rim));
    }
  }
  for (const auto& [colour, counts] : file.at("checked_counts_with_flips").items()) {
    INFO(colour);
    for (const faces::HappyCube& cube : cubes) {
      if (cube.colour != colour) continue;
      faces::Puzzle puzzle;
      puzzle.layout = faces::cube(1);
      puzzle.pieces = cube.pieces;
      for (const auto formulation : {faces::Formulation::cells, faces::Formulation::edges}) {
        const faces::Model model = faces::build(puzzle, formulation);
        const auto turning = faces::symmetries(model, UpTo::rotations);
        const auto mirroring = faces::symmetries(model, UpTo::reflections);
        std::uint64_t all = 0;
        std::uint64_t up_to_24 = 0;
        std::uint64_t up_to_48 = 0;
        for (Solver solver(model.problem); solver.next();) {
          ++all;
          if (turning.is_representative(solver.solution())) ++up_to_24;
          if (mirroring.is_representative(solver.solution())) ++up_to_48;
        }
        CHECK(all == counts.at("labelled").get<std::uint64_t>());
        CHECK(up_to_24 == counts.at("up_to_24_rotations").get<std::uint64_t>());
        CHECK(up_to_48 == counts.at("up_to_48").get<std::uint64_t>());
      }
    }
  }
  for (const auto& [colour, solutions] : file.at("checked_tray_solutions_with_flips").items()) {
    INFO(colour);
    for (const faces::HappyCube& cube : cubes) {
      if (cube.colour != colour) continue;
      const auto model = polycube::build(faces::tray_puzzle(cube.pieces, cube.tray, true));
      CHECK(counting::count(model.problem).value.to_string() ==
            std::to_string(solutions.get<std::uint64_t>()));
    }
  }
}

}  // namespace
}  // namespace dlx::test
