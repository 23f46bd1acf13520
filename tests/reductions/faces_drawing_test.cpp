#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/drawing/palette.hpp"
#include "reductions/drawing/svg.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "reductions/polycube/polycube.hpp"
#include "tests/reductions/own_faces.hpp"
#include "tests/reductions/pictures.hpp"
#include "tests/reductions/svg_reader.hpp"

namespace dlx::test {
namespace {

using Catch::Contains;
using faces::Assembled;
using faces::Model;

Model blue() {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(1);
  puzzle.pieces = faces::happy_cubes()[0].pieces;
  return faces::build(puzzle);
}

Model big() {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(2);
  puzzle.pieces = faces::all_pieces();
  return faces::build(puzzle);
}

Assembled first_of(const Model& model) {
  Solver solver(model.problem);
  REQUIRE(solver.next());
  return faces::decode(model, solver.solution());
}

using At = std::pair<int, int>;  // column, row

/// Where the panels of a cube are drawn: U above F, then L F R B, D below F.
At drawn_at(const std::string& panel, int side) {
  const std::map<char, At> net = {{'U', {1, 0}}, {'D', {1, 2}}, {'F', {1, 1}},
                                  {'B', {3, 1}}, {'L', {0, 1}}, {'R', {2, 1}}};
  const auto [x, y] = net.at(panel[0]);
  const int row = side == 1 ? 0 : panel.at(1) - '0';
  const int column = side == 1 ? 0 : panel.at(2) - '0';
  return {4 * (side * x + column), 4 * (side * y + row)};
}

/// The position that fills each cell of the drawing; each must be free before.
std::map<At, std::uint32_t> own_cells(const Model& model, const Assembled& assembled, int side) {
  std::map<At, std::uint32_t> cells;
  for (const faces::Placement& p : assembled) {
    const Bitmap lies = bitmap_of_word(faces::word(p.rim));
    const auto [x, y] = drawn_at(model.puzzle.layout.names[p.position], side);
    for (int r = 0; r < 5; ++r) {
      for (int c = 0; c < 5; ++c) {
        if (!lies[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]) continue;
        CHECK(cells.emplace(At{x + c, y + r}, p.position).second);
      }
    }
  }
  return cells;
}

template <class T>
std::map<At, T> moved_to_origin(const std::map<At, T>& cells) {
  int left = cells.begin()->first.first;
  int top = cells.begin()->first.second;
  for (const auto& [at, what] : cells) {
    left = std::min(left, at.first);
    top = std::min(top, at.second);
  }
  std::map<At, T> moved;
  for (const auto& [at, what] : cells) moved[{at.first - left, at.second - top}] = what;
  return moved;
}

std::map<At, char> read_drawing(const std::string& picture) {
  std::map<At, char> cells;
  std::istringstream lines(picture);
  std::string line;
  for (int y = 0; std::getline(lines, line); ++y) {
    CHECK((line.empty() || line.back() != ' '));
    for (std::size_t x = 0; x < line.size(); ++x) {
      if (line[x] != ' ') cells[{static_cast<int>(x), y}] = line[x];
    }
  }
  return cells;
}

void check_drawing(const Model& model, const Assembled& assembled, int side) {
  std::map<At, char> expected;
  for (const auto& [at, position] : moved_to_origin(own_cells(model, assembled, side))) {
    const auto& letters = model.puzzle.layout.letters;
    const std::string& letter = !letters.empty() && !letters[position].empty()
                                    ? letters[position]
                                    : model.puzzle.pieces[assembled[position].piece].letter;
    expected[at] = letter.at(0);
  }
  CHECK(expected.size() == (side == 1 ? 98U : 386U));
  const std::string picture = catalogue::draw(model, assembled);
  CHECK(read_drawing(picture) == expected);
  CHECK(picture.size() >= 2);
  CHECK(picture.substr(picture.size() - 2) == "\n\n");
}

TEST_CASE("every assembly of blue is drawn with each of its 98 cells once") {
  Model model = blue();
  int drawn = 0;
  for (Solver solver(model.problem); solver.next(); ++drawn) {
    check_drawing(model, faces::decode(model, solver.solution()), 1);
  }
  CHECK(drawn == 144);
  const Assembled assembled = first_of(model);
  model.puzzle.layout.letters = {"u", "d", "", "b", "", "r"};
  check_drawing(model, assembled, 1);
}

TEST_CASE("the big cube is drawn with each of its 386 cells once") {
  const Model model = big();
  check_drawing(model, first_of(model), 2);
}

TEST_CASE("without places positions are drawn side by side, with letters of several bytes") {
  faces::Puzzle puzzle;
  puzzle.layout.names = {"a", "b"};
  puzzle.pieces = {{.name = "x", .rim = 1, .letter = "ä", .set = ""},
                   {.name = "y", .rim = 0, .letter = "y", .set = ""}};
  puzzle.fixed = {{0, 0, faces::Rim(1)}};
  const Model model = faces::build(puzzle);
  CHECK(catalogue::draw(model, first_of(model)) == "ä\n äää   yyy\n äää   yyy\n äää   yyy\n\n");
  CHECK(catalogue::draw(model, Assembled()) == "\n");
}

TEST_CASE("placements in words say what to fix") {
  const Model model = blue();
  const Assembled assembled = first_of(model);
  std::istringstream lines(faces::placements_text(model, assembled));
  faces::Puzzle puzzle = model.puzzle;
  std::string line;
  while (std::getline(lines, line)) {
    const auto equals = line.find('=');
    const auto colon = line.find(':');
    REQUIRE(colon != std::string::npos);
    const auto p = static_cast<std::uint32_t>(puzzle.fixed.size());
    CHECK(line.substr(0, equals) == std::string(1, "UDFBLR"[p]));
    const std::string name = line.substr(equals + 1, colon - equals - 1);
    CHECK(name.substr(0, 4) == "blue");
    puzzle.fixed.push_back({p, static_cast<std::uint32_t>(name.at(4) - '1'),
                            faces::from_word(line.substr(colon + 1))});
  }
  CHECK(puzzle.fixed.size() == 6);
  const Model fixed = faces::build(puzzle);
  CHECK(fixed.problem.option_count() == 6);
  CHECK(first_of(fixed) == assembled);
}

/// A step of a border: from a corner of a cell to the right, or downward.
using Step = std::tuple<int, int, char>;

void check_svg(const Model& model, const Assembled& assembled, int side) {
  const auto cells = moved_to_origin(own_cells(model, assembled, side));
  const std::string svg = drawing::draw_svg(pictures_of(model, std::span(&assembled, 1)));
  const auto elements = read_xml(svg);
  REQUIRE(elements.size() > 3);
  CHECK(elements[0].name == "svg");
  CHECK(elements[0].attributes.at("xmlns") == "http://www.w3.org/2000/svg");
  const int width = std::stoi(elements[0].attributes.at("width"));
  const int height = std::stoi(elements[0].attributes.at("height"));

  // The background, then one rectangle for every filled cell.
  std::map<At, std::string> filled;
  std::vector<std::string> letters;
  std::string title;
  std::string borders;
  int size = 0;
  int background = 0;
  for (const Element& e : elements) {
    if (e.name == "rect" && e.attributes.at("width") == "100%") ++background;
    if (e.name == "rect" && e.attributes.at("width") != "100%") {
      size = std::stoi(e.attributes.at("width"));
      CHECK(e.attributes.at("height") == e.attributes.at("width"));
      const At at{std::stoi(e.attributes.at("x")), std::stoi(e.attributes.at("y"))};
      CHECK(filled.emplace(at, e.attributes.at("fill")).second);
      CHECK((at.first >= 0 && at.first + size <= width));
      CHECK((at.second >= 0 && at.second + size <= height));
    }
    if (e.name == "text") letters.push_back(e.text);
    if (e.name == "title") title = e.text;
    if (e.name == "path") borders += e.attributes.at("d");
  }
  CHECK(background == 1);
  REQUIRE(filled.size() == cells.size());
  REQUIRE(size > 0);
  const int left = std::min_element(filled.begin(), filled.end())->first.first;
  int top = height;
  for (const auto& [at, fill] : filled) top = std::min(top, at.second);
  std::map<std::uint32_t, std::set<std::string>> colours;
  std::set<std::string> all_colours;
  for (const auto& [at, fill] : filled) {
    const auto found = cells.find({(at.first - left) / size, (at.second - top) / size});
    REQUIRE(found != cells.end());
    CHECK((at.first - left) % size == 0);
    CHECK((at.second - top) % size == 0);
    colours[found->second].insert(fill);
    all_colours.insert(fill);
  }
  for (const auto& [position, fills] : colours) CHECK(fills.size() == 1);
  CHECK(all_colours.size() == assembled.size());

  // A letter for every piece, and all their names in the title.
  std::vector<std::string> wanted;
  for (const faces::Placement& p : assembled) {
    const faces::Piece& piece = model.puzzle.pieces[p.piece];
    wanted.push_back(model.puzzle.layout.letters.empty() ? piece.letter
                                                         : model.puzzle.layout.letters[p.position]);
    CHECK_THAT(title, Contains(model.puzzle.layout.names[p.position] + "=" + piece.name));
  }
  CHECK(letters == wanted);

  // Every border once: where the piece changes, and around the whole.
  const auto owner = [&](int x, int y) {
    const auto found = cells.find({x, y});
    return found == cells.end() ? -1 : static_cast<int>(found->second);
  };
  std::multiset<Step> expected;
  for (int x = 0; x <= 17 * side; ++x) {
    for (int y = 0; y <= 13 * side; ++y) {
      if (owner(x, y) != owner(x, y - 1)) expected.emplace(x, y, 'h');
      if (owner(x, y) != owner(x - 1, y)) expected.emplace(x, y, 'v');
    }
  }
  std::multiset<Step> drawn;
  std::istringstream path(borders);
  char letter = 0;
  while (path >> letter) {
    int x = 0;
    int y = 0;
    char run = 0;
    int length = 0;
    REQUIRE(letter == 'M');
    REQUIRE(path >> x >> y >> run >> length);
    CHECK(length == size);
    drawn.emplace((x - left) / size, (y - top) / size, run);
  }
  CHECK((drawn == expected));
}

TEST_CASE("SVG of blue and of the big cube: cells, colours, letters, borders") {
  Model model = blue();
  int n = 0;
  for (Solver solver(model.problem); solver.next(); ++n) {
    if (n % 12 == 0) check_svg(model, faces::decode(model, solver.solution()), 1);
  }
  const Assembled assembled = first_of(model);
  model.puzzle.layout.letters = {"<", "&", "\"", "'", ">", "&amp;"};
  check_svg(model, assembled, 1);
  const Model large = big();
  // 24 pieces in six colours, of which each has six shades.
  check_svg(large, first_of(large), 2);
}

const std::map<std::string, std::pair<double, double>>& hues() {
  static const std::map<std::string, std::pair<double, double>> ranges = {
      {"red", {0, 12}},      {"orange", {22, 34}}, {"yellow", {46, 58}},
      {"green", {110, 140}}, {"blue", {205, 220}}, {"purple", {265, 285}}};
  return ranges;
}

TEST_CASE("pieces named by a colour get shades of it") {
  for (const auto& [word, range] : hues()) {
    CAPTURE(word);
    std::vector<std::string> names;
    for (int i = 1; i <= 6; ++i) names.push_back(word + std::to_string(i));
    const auto colours = drawing::palette::named_colours(names);
    REQUIRE(colours.size() == 6);
    CHECK(std::set<std::string>(colours.begin(), colours.end()).size() == 6);
    for (const std::string& colour : colours) {
      CHECK(hue(colour) >= range.first);
      CHECK(hue(colour) <= range.second);
      // Black letters on it have a contrast of 4.5 at least.
      CHECK((luminance(colour) + 0.05) / 0.05 >= 4.5);
    }
  }
  const std::vector<std::string> words = {"red",    "orange", "yellow", "green", "blue",
                                          "purple", "violet", "pink",   "brown", "turquoise",
                                          "cyan",   "grey",   "gray",   "black", "white"};
  for (const std::string& colour : drawing::palette::named_colours(words)) {
    CHECK((luminance(colour) + 0.05) / 0.05 >= 4.5);
  }
}

TEST_CASE("which names begin with a colour") {
  const auto colour = [](const std::string& name) {
    return drawing::palette::named_colours(std::vector<std::string>{name}).at(0);
  };
  const std::string red = colour("red");
  for (const std::string name : {"red5", "Red 5", "RED", "red-hook", "red, long", "red_1"}) {
    CAPTURE(name);
    CHECK(colour(name) == red);
  }
  for (const std::string name :
       {"", "r", "re", "redwood", "redé", "Fred", "dark red", "5red", "L"}) {
    CAPTURE(name);
    CHECK(colour(name).empty());
  }
  const std::vector<std::string> names = {"red", "L", "grey1", "red2", "gray2"};
  const auto colours = drawing::palette::named_colours(names);
  CHECK(colours[0] == red);
  CHECK(colours[1].empty());
  CHECK(colours[2] == colour("grey"));
  CHECK(colours[3] != red);
  CHECK(colours[4] != colours[2]);
  CHECK(drawing::palette::named_colours({}).empty());
}

TEST_CASE("a happy cube is drawn in its colour") {
  for (const faces::HappyCube& cube : faces::happy_cubes()) {
    CAPTURE(cube.colour);
    const Model model = faces::build({.layout = faces::cube(1), .pieces = cube.pieces});
    const std::vector<Assembled> one{first_of(model)};
    const auto [low, high] = hues().at(cube.colour);
    const auto drawn = fills(drawing::draw_svg(pictures_of(model, one)));
    CHECK(drawn.size() == 6);
    for (const std::string& colour : drawn) {
      CHECK(hue(colour) >= low);
      CHECK(hue(colour) <= high);
    }
    // The page shows the same colours.
    const auto scene = nlohmann::json::parse(to_json(scene_of(model, one)));
    for (const auto& piece : scene.at("pieces")) CHECK(drawn.contains(piece.at("colour")));
  }
}

TEST_CASE("pieces of the big cube are drawn in the colour of their names") {
  const Model model = big();
  const Assembled assembled = first_of(model);
  std::vector<std::string> names;
  for (const faces::Piece& piece : model.puzzle.pieces) names.push_back(piece.name);
  const auto colours = drawing::palette::named_colours(names);
  std::set<std::string> expected;
  for (const faces::Placement& p : assembled) expected.insert(colours[p.piece]);
  CHECK(fills(drawing::draw_svg(pictures_of(model, std::vector<Assembled>{assembled}))) ==
        expected);
}

TEST_CASE("polycubes named by a colour are drawn in it, others in the first colours") {
  polycube::Puzzle puzzle;
  for (int x = 0; x < 3; ++x) puzzle.target.push_back({x, 0, 0});
  puzzle.pieces = {{.name = "Green", .cells = {{0, 0, 0}}},
                   {.name = "blue", .cells = {{0, 0, 0}}},
                   {.name = "greenish", .cells = {{0, 0, 0}}}};
  const auto model = polycube::build(puzzle);
  Solver solver(model.problem);
  REQUIRE(solver.next());
  const std::vector<polycube::Assembly> one{polycube::decode(model, solver.solution())};
  const auto named = drawing::palette::named_colours(std::vector<std::string>{"green", "blue"});
  const std::string other = drawing::palette::colours_of(std::vector<std::string>{"L"})[0];
  CHECK(fills(drawing::draw_svg(pictures_of(model, one))) ==
        std::set<std::string>{named[0], named[1], other});
  const auto pieces =
      nlohmann::json::parse(to_json(polycube::to_scene(model, one, "three"))).at("pieces");
  CHECK(pieces.at(0) == nlohmann::json{{"name", "Green"}, {"colour", named[0]}});
  CHECK(pieces.at(1) == nlohmann::json{{"name", "blue"}, {"colour", named[1]}});
  CHECK(pieces.at(2) == nlohmann::json{{"name", "greenish"}, {"colour", other}});
}

TEST_CASE("SVG escapes names and letters") {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(1);
  puzzle.pieces = faces::happy_cubes()[0].pieces;
  const std::vector<std::string> strange = {"<b>", "&", "\"q\"", "a'b", "]]>", "&lt;"};
  for (std::size_t i = 0; i < 6; ++i) {
    puzzle.pieces[i].name = strange[i];
    puzzle.pieces[i].letter = strange[i];
    puzzle.pieces[i].set = "<set " + std::to_string(i) + "\">";
    puzzle.layout.names[i] += strange[5 - i];
  }
  const Model model = faces::build(puzzle);
  check_svg(model, first_of(model), 1);
}

TEST_CASE("SVG of positions without a place") {
  faces::Puzzle puzzle;
  puzzle.layout.names = {"a", "b"};
  puzzle.pieces = {{.name = "x", .rim = 1, .letter = "x", .set = ""},
                   {.name = "y", .rim = 0, .letter = "y", .set = ""}};
  const Model model = faces::build(puzzle);
  const auto elements = read_xml(
      drawing::draw_svg(pictures_of(model, std::vector<faces::Assembled>{first_of(model)})));
  CHECK(std::count_if(elements.begin(), elements.end(),
                      [](const Element& e) { return e.name == "rect"; }) == 1 + 10 + 9);
}

TEST_CASE("the shapes of a picture") {
  drawing::svg::Drawing picture(30, 20);
  picture.rectangle(1, 2.5, 3.25, 4.126, "a\"b");
  picture.path("M 0 0 L 10 0", 1.5, "red", "4 2");
  picture.path("M<&", 2);
  picture.circle(-0.25, -1.5, 0.1, "hsl(1,2%,3%)");
  picture.text(-0.004, 0.05, 10, "<&\">");
  const auto elements = read_xml(picture.file("a < b & \"c\""));
  REQUIRE(elements.size() == 8);
  CHECK(elements[0].attributes.at("viewBox") == "0 0 30 20");
  CHECK(elements[1].text == "a < b & \"c\"");
  const auto& rectangle = elements[3].attributes;
  CHECK(rectangle.at("x") == "1");
  CHECK(rectangle.at("y") == "2.50");
  CHECK(rectangle.at("width") == "3.25");
  CHECK(rectangle.at("height") == "4.13");
  CHECK(rectangle.at("fill") == "a\"b");
  CHECK(elements[4].attributes.at("stroke-dasharray") == "4 2");
  CHECK(elements[4].attributes.at("stroke") == "red");
  CHECK(elements[5].attributes.at("d") == "M<&");
  CHECK(!elements[5].attributes.contains("stroke-dasharray"));
  const auto& circle = elements[6].attributes;
  CHECK(circle.at("cx") == "-0.25");
  CHECK(circle.at("cy") == "-1.50");
  CHECK(circle.at("r") == "0.10");
  CHECK(elements[7].attributes.at("x") == "0");
  CHECK(elements[7].attributes.at("y") == "0.05");
  CHECK(elements[7].text == "<&\">");
  CHECK(drawing::svg::light_colour(360 + 28) == drawing::svg::light_colour(28, 75));
}

}  // namespace
}  // namespace dlx::test
