// Drawings of boards show the solutions that they are of.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "tests/reductions/pictures.hpp"
#include "tests/reductions/svg_reader.hpp"

namespace dlx::test {
namespace {

template <class Model>
auto first_solutions(const Model& model, std::size_t count) {
  Solver solver(model.problem);
  std::vector<decltype(decode(model, solver.solution()))> found;
  while (found.size() < count && solver.next()) found.push_back(decode(model, solver.solution()));
  REQUIRE(found.size() == count);
  return found;
}

/// The points after each M of path data.
std::vector<std::pair<int, int>> starts_of(const std::string& data) {
  std::vector<std::pair<int, int>> points;
  for (std::size_t at = data.find('M'); at != data.npos; at = data.find('M', at + 1)) {
    int x = 0;
    int y = 0;
    REQUIRE(std::sscanf(data.c_str() + at, "M%d %d", &x, &y) == 2);
    points.emplace_back(x, y);
  }
  return points;
}

TEST_CASE("a board of queens has a queen on each of its squares") {
  for (const int n : {1, 4, 8, 12}) {
    const classics::queens::Model model = classics::queens::build(n);
    const auto boards = first_solutions(model, 1);
    const auto elements =
        read_xml(drawing::drawings(pictures_of(model, boards)).at(0).file("queens"));
    const Element& whole = elements.at(3);  // after svg, title and the background
    REQUIRE(whole.name == "rect");
    const int left = std::stoi(whole.attributes.at("x"));
    const int side = std::stoi(whole.attributes.at("width")) / n;
    std::multiset<std::pair<int, int>> squares;
    for (const auto& [x, y] : starts_of(elements.back().attributes.at("d"))) {
      squares.emplace((x - left) / side, (y - left) / side);
    }
    // Each queen is drawn by two outlines.
    std::multiset<std::pair<int, int>> expected;
    for (int row = 0; row < n; ++row) {
      for (int outline = 0; outline < 2; ++outline) {
        expected.emplace(boards[0][static_cast<std::size_t>(row)], row);
      }
    }
    CHECK(squares == expected);
  }
}

TEST_CASE("a drawn sudoku has the values of the solution, and marks the given ones") {
  const classics::sudoku::Model model =
      classics::sudoku::build(classics::sudoku::parse("1...5..56......6....4..2......6...41", {3}));
  const auto solved = first_solutions(model, 1);
  const auto elements =
      read_xml(drawing::drawings(pictures_of(model, solved)).at(0).file("sudoku"));
  std::string values;
  std::size_t bold = 0;
  std::size_t shaded = 0;
  for (const Element& e : elements) {
    if (e.name == "text") {
      values += e.text;
      if (e.attributes.contains("font-weight")) ++bold;
      const std::string colour =
          e.attributes.contains("fill") ? e.attributes.at("fill") : "#000000";
      CHECK(contrast(colour, "#e6e3dc") >= 4.5);
    }
    if (e.name == "rect" && e.attributes.at("width") != "100%") ++shaded;
  }
  std::string expected;
  for (const int value : solved[0].squares) expected += std::to_string(value);
  CHECK(values == expected);
  const auto& squares = model.puzzle.squares;
  const auto given =
      squares.size() - static_cast<std::size_t>(std::count(squares.begin(), squares.end(), 0));
  CHECK(given == 10);
  CHECK(bold == given);
  CHECK(shaded == given);
}

TEST_CASE("a drawn row of Langford pairs has each number twice in one colour, joined by an arc") {
  const classics::langford::Model model = classics::langford::build(7);
  const auto rows = first_solutions(model, 2);
  const auto pictures = drawing::drawings(pictures_of(model, rows));
  REQUIRE(pictures.size() == 2);
  for (std::size_t n = 0; n < 2; ++n) {
    const auto elements = read_xml(pictures[n].file("langford"));
    std::vector<int> numbers;
    std::vector<std::string> colours;
    std::multiset<int> arcs;  // widths in squares
    int side = 0;
    for (const Element& e : elements) {
      if (e.name == "rect" && e.attributes.at("width") != "100%") {
        side = std::stoi(e.attributes.at("width"));
        colours.push_back(e.attributes.at("fill"));
      }
      if (e.name == "text") {
        numbers.push_back(std::stoi(e.text));
        CHECK(contrast(colours.back(), e.attributes.at("fill")) >= 4.5);
      }
      const auto data = e.attributes.find("d");
      if (data == e.attributes.end() || data->second.find('a') == std::string::npos) continue;
      int x = 0;
      int y = 0;
      int rx = 0;
      int ry = 0;
      int width = 0;
      REQUIRE(std::sscanf(data->second.c_str(), "M%d %da%d %d 0 0 1 %d", &x, &y, &rx, &ry,
                          &width) == 5);
      CHECK(2 * rx == width);
      arcs.insert(width / side);
    }
    CHECK(numbers == rows[n]);
    std::map<int, std::set<std::string>> colours_of;
    for (std::size_t i = 0; i < numbers.size(); ++i) colours_of[numbers[i]].insert(colours[i]);
    std::set<std::string> all;
    for (const auto& [number, set] : colours_of) {
      CHECK(set.size() == 1);
      all.insert(*set.begin());
    }
    CHECK(all.size() == 7);
    std::multiset<int> expected;
    for (int k = 1; k <= 7; ++k) expected.insert({k + 1, k + 1});  // an outline and a line each
    CHECK(arcs == expected);
  }
}

TEST_CASE("drawn dominoes cover the region, in the colours of the page in space") {
  const classics::dominoes::Model model = classics::dominoes::build(lattice::box(6, 4));
  const auto tilings = first_solutions(model, 5);
  const auto pictures = drawing::drawings(pictures_of(model, tilings));
  const auto scene = classics::dominoes::to_scene(model, tilings, "dominoes");
  REQUIRE(scene.assemblies.size() == 5);
  for (std::size_t n = 0; n < 5; ++n) {
    std::map<std::string, std::size_t> drawn;  // bodies of each colour
    std::set<std::pair<int, int>> corners;
    for (const Element& e : read_xml(pictures[n].file("dominoes"))) {
      if (e.name != "path" || e.attributes.at("fill") == "none") continue;
      for (const auto& at : starts_of(e.attributes.at("d"))) {
        ++drawn[e.attributes.at("fill")];
        CHECK(corners.insert(at).second);
      }
    }
    CHECK(corners.size() == 12);
    std::map<std::string, std::size_t> in_space;
    std::set<lattice::Cell> cells;
    for (const drawing::scene::Part& part : scene.assemblies[n]) {
      ++in_space[scene.colours.at(part.piece)];
      cells.insert(part.cells.begin(), part.cells.end());
    }
    CHECK(cells.size() == 24);
    CHECK(drawn == in_space);
  }
  CHECK(catalogue::draw(model, tilings[0]).find('\x1b') == std::string::npos);
  const std::string painted =
      catalogue::draw(model, tilings[0], drawing::palette::Paint::truecolor);
  std::string plain;
  for (std::size_t i = 0; i < painted.size(); ++i) {
    if (painted[i] == '\x1b') {
      i = painted.find('m', i);
    } else {
      plain += painted[i];
    }
  }
  CHECK(plain == catalogue::draw(model, tilings[0]));
}

}  // namespace
}  // namespace dlx::test
