// Every row of the catalogue is a puzzle that can be searched and shown.

#include "reductions/catalogue/catalogue.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"

namespace dlx::test {
namespace {

using catalogue::Arguments;
using catalogue::Form;
using catalogue::Row;

/// Values for parameters that have none unless they are given.
const std::set<std::pair<std::string_view, std::string>> given = {
    {"squares", "1...5..56......6....4..2......6...41"}, {"snake", "two"}, {"colour", "blue"}};

/// Values that make a small puzzle.
Arguments small_arguments(const Row& row) {
  Arguments arguments;
  for (const catalogue::Parameter& parameter : row.parameters) {
    std::string word(parameter.otherwise);
    for (const auto& [name, value] : given) {
      if (name == parameter.name) word = value;
    }
    switch (parameter.form) {
      case Form::number:
        arguments.set(parameter.name, parameter.name == "box_width" ? 3U : 8U);
        break;
      case Form::word:
        arguments.set(parameter.name, parameter.name == "pieces" ? "PUY" : word);
        break;
      case Form::region:
        arguments.set(parameter.name, lattice::region({3, row.name == "dominoes" ? 4 : 5}), "box");
        break;
      case Form::turning:
        arguments.set(parameter.name, polycube::Turning::rotations);
        break;
    }
  }
  return arguments;
}

TEST_CASE("a puzzle of faces warns if no choice of pieces has its number of cells") {
  faces::Puzzle puzzle{.layout = faces::cube(1), .pieces = {}};
  for (int k = 0; k < 6; ++k) {
    puzzle.pieces.push_back(faces::happy_cubes()[0].pieces[0]);
    puzzle.pieces.back().name = std::to_string(k);
  }
  const auto made =
      catalogue::puzzle(faces::build_if_fillable(std::move(puzzle), faces::Formulation::cells));
  CHECK(made->warnings() ==
        std::vector<std::string>{"no 6 of the pieces have the 98 cells of the assembly, so no "
                                 "solution exists"});
}

TEST_CASE("every row makes a puzzle whose solutions are shown in all forms") {
  std::set<std::string_view> names;
  for (const Row* row : catalogue::rows()) {
    CAPTURE(row->name);
    CHECK(names.insert(row->name).second);
    CHECK(catalogue::find(row->name) == row);
    CHECK_FALSE(row->help.empty());
    const Arguments arguments = small_arguments(*row);
    CHECK_FALSE(row->title(arguments).empty());
    const auto puzzle = row->make(arguments, catalogue::Options::all);
    CHECK(puzzle->warnings().empty());
    CHECK(puzzle->common().style == row->style);
    Options options;
    Solver solver = puzzle->walks() != nullptr ? Solver(*puzzle->walks(), options)
                                               : Solver(puzzle->problem(), options);
    REQUIRE(solver.next());
    const auto solution = solver.solution();
    CHECK(Verifier(puzzle->problem()).faults(solution).empty());
    CHECK((puzzle->is_representative(solution) || !puzzle->all_are_representatives()));
    const drawing::Picture picture = puzzle->picture(solution);
    CHECK_FALSE(picture.bodies.empty());
    CHECK(drawing::text(picture).ends_with('\n'));
    CHECK(drawing::draw_svg(std::span(&picture, 1)).find("<svg") != std::string::npos);
    const std::vector<catalogue::Solution> one{{solution.begin(), solution.end()}};
    const drawing::scene::Scene scene = puzzle->scene(one, "title");
    CHECK(scene.title == "title");
    CHECK((scene.assemblies.size() + scene.walks.size() == 1) == drawing::is_in_space(row->style));
    if (row->command_help.empty()) continue;
    // The command of such a row has --explain.
    const auto board = nlohmann::json::parse(puzzle->board());
    CHECK(board.at("options").size() == puzzle->problem().option_count());
  }
}

TEST_CASE("values of another form than a parameter's are refused") {
  Arguments arguments;
  const Row& queens = *catalogue::find("queens");
  CHECK_THROWS_AS(queens.make(arguments, catalogue::Options::all), std::invalid_argument);
  arguments.set("n", std::string("eight"));
  CHECK_THROWS_AS(queens.make(arguments, catalogue::Options::all), std::invalid_argument);
  arguments.set("n", 8U);
  CHECK(queens.title(arguments) == "8 queens");
  CHECK(queens.make(arguments, catalogue::Options::all)->group(UpTo::reflections).order() == 8);
  CHECK_THROWS_AS(catalogue::find("snake")
                      ->make(small_arguments(*catalogue::find("snake")), catalogue::Options::all)
                      ->group(UpTo::rotations),
                  std::invalid_argument);
  CHECK(catalogue::find("chess") == nullptr);
}

}  // namespace
}  // namespace dlx::test
