// Drawings on pages: each once, none over another, pages of a sensible shape.

#include "reductions/drawing/sheet.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/polycube/soma.hpp"
#include "tests/reductions/pictures.hpp"
#include "tests/reductions/svg_reader.hpp"

namespace dlx::test {
namespace {

using Catch::Contains;

/// Drawings that are one rectangle each; the fill is the number of the drawing.
std::vector<drawing::svg::Drawing> blocks(std::size_t count, int width, int height) {
  std::vector<drawing::svg::Drawing> result;
  for (std::size_t n = 0; n < count; ++n) {
    result.emplace_back(width, height, "block");
    result.back().rectangle(0, 0, width, height, "#" + std::to_string(100'000 + n));
  }
  return result;
}

struct Box {
  double left, top, width, height;
  std::string fill;
};

std::vector<Box> boxes_of(const std::vector<Element>& elements) {
  std::vector<Box> boxes;
  for (const Element& e : elements) {
    if (e.name != "rect" || e.attributes.at("width") == "100%") continue;
    const auto length = [&](const char* name) {
      return e.scale * std::stod(e.attributes.at(name));
    };
    boxes.push_back({e.x + length("x"), e.y + length("y"), length("width"), length("height"),
                     e.attributes.at("fill")});
  }
  return boxes;
}

/// Checks that boxes lie within the page and not over each other or the text.
void check_page(const std::string& page) {
  const auto elements = read_xml(page);
  const int width = std::stoi(elements[0].attributes.at("width"));
  const int height = std::stoi(elements[0].attributes.at("height"));
  const auto boxes = boxes_of(elements);
  for (const Box& a : boxes) {
    CHECK((a.left >= 0 && a.left + a.width <= width));
    CHECK((a.top >= 0 && a.top + a.height <= height));
    for (const Box& b : boxes) {
      if (&a == &b) break;
      CHECK((a.left + a.width <= b.left || b.left + b.width <= a.left ||
             a.top + a.height <= b.top || b.top + b.height <= a.top));
    }
  }
}

TEST_CASE("pages hold every drawing once, and are no larger than A4 at 300 pixels an inch") {
  struct Row {
    std::size_t count;
    int width, height;
  };
  for (const auto& [count, width, height] : {Row{1, 308, 112},
                                             {3, 308, 112},
                                             {240, 308, 112},
                                             {1000, 100, 100},
                                             {50, 900, 700},
                                             {7, 2000, 50},
                                             {2, 6000, 400},
                                             {2, 50, 5000}}) {
    CAPTURE(count, width, height);
    const auto drawings = blocks(count, width, height);
    std::size_t next = 0;
    for (const std::string& page : drawing::svg::pages(drawings, {.title = "Blocks"})) {
      check_page(page);
      const auto elements = read_xml(page);
      if (width <= 2480) CHECK(std::stoi(elements[0].attributes.at("width")) <= 2480);
      if (height <= 3000) CHECK(std::stoi(elements[0].attributes.at("height")) <= 3508);
      for (const Box& box : boxes_of(elements)) {
        CHECK(box.fill == "#" + std::to_string(100'000 + next++));
      }
    }
    CHECK(next == count);
  }
}

TEST_CASE("pages for paper have its size, a margin, and every drawing once and whole") {
  struct Row {
    std::size_t count;
    int width, height;
    std::optional<std::uint32_t> columns;
    double least_share;  // of the width or of the height that the margins leave
  };
  for (const drawing::svg::Paper& paper : {drawing::svg::a4, drawing::svg::letter}) {
    for (const auto& [count, width, height, columns, least_share] :
         {Row{1, 308, 112, {}, 0.99}, Row{1, 300, 300, {}, 0.99}, Row{1, 300, 300, 1, 0.99},
          Row{6, 300, 300, {}, 0.9}, Row{5, 308, 112, {}, 0.9}, Row{240, 308, 112, {}, 0.9},
          Row{240, 308, 112, 4, 0.99}, Row{240, 308, 112, 3, 0.99}, Row{7, 2000, 50, {}, 0.99},
          Row{3, 50, 5000, {}, 0.9}, Row{2000, 300, 300, 2000, 0.95}}) {
      CAPTURE(paper.name, count, width, height);
      const auto drawings = blocks(count, width, height);
      std::size_t next = 0;
      for (const std::string& page :
           drawing::svg::pages(drawings, {.title = "Blocks"}, columns, paper)) {
        const auto elements = read_xml(page);
        const auto& sides = elements[0].attributes;
        CHECK(std::stod(sides.at("width")) == Approx(paper.width));
        CHECK(std::stod(sides.at("height")) == Approx(paper.height));
        CHECK_THAT(sides.at("height"), Catch::EndsWith("mm"));
        const double unit = paper.width / std::stod(sides.at("viewBox").substr(4));
        double right = 0;
        double bottom = 0;
        for (const Box& box : boxes_of(elements)) {
          CHECK(box.fill == "#" + std::to_string(100'000 + next++));
          CHECK(box.left * unit >= 9.9);
          CHECK(box.top * unit >= 9.9);
          right = std::max(right, (box.left + box.width) * unit);
          bottom = std::max(bottom, (box.top + box.height) * unit);
        }
        CHECK(right <= paper.width - 9.9);
        CHECK(bottom <= paper.height - 9.9);
        if (next < count || next <= 6) {
          CHECK(std::max((right - 10) / (paper.width - 20), (bottom - 10) / (paper.height - 20)) >=
                least_share);
        }
      }
      CHECK(next == count);
    }
  }
  CHECK_THAT(drawing::svg::to_html(blocks(2, 9, 9), {}, 0, drawing::svg::a4),
             Contains("@page { size: A4; margin"));
}

TEST_CASE("240 Soma cubes are one page of about the shape of A4") {
  const auto pages =
      drawing::svg::pages(blocks(240, 308, 112), {.title = "Soma", .subtitle = "240"});
  REQUIRE(pages.size() == 1);
  const auto elements = read_xml(pages[0]);
  const double shape = std::stod(elements[0].attributes.at("height")) /
                       std::stod(elements[0].attributes.at("width"));
  CHECK(shape > 1.1);
  CHECK(shape < 1.8);
}

TEST_CASE("columns are as many as asked for") {
  const auto drawings = blocks(10, 100, 50);
  for (const std::uint32_t columns : {1U, 3U, 10U, 50U}) {
    CAPTURE(columns);
    std::set<double> lefts;
    for (const std::string& page : drawing::svg::pages(drawings, {}, columns)) {
      check_page(page);
      for (const Box& box : boxes_of(read_xml(page))) lefts.insert(box.left);
    }
    CHECK(lefts.size() == std::min(columns, 10U));
  }
}

TEST_CASE("title and legend stand above the drawings, on every page") {
  const drawing::svg::Heading heading{
      .title = "A <title>",
      .subtitle = "how many",
      .legend = {
          {.marks = {{"#0072b2", "L"}}, .name = "L"},
          {.marks = {{"#e69f00", "a"}, {"#f2cf7f", "b"}}, .name = "long name", .copies = "2"}}};
  const auto pages = drawing::svg::pages(blocks(100, 800, 600), heading);
  REQUIRE(pages.size() > 1);
  for (std::size_t p = 0; p < pages.size(); ++p) {
    const auto elements = read_xml(pages[p]);
    CHECK_THAT(elements[1].text, Contains("A <title>: how many; page " + std::to_string(p + 1)));
    std::vector<std::string> texts;
    double lowest = 0;
    for (const Element& e : elements) {
      if (e.name != "text") continue;
      texts.push_back(e.text);
      if (e.text.find_first_not_of("0123456789") != std::string::npos) {
        lowest = std::max(lowest, e.y + std::stod(e.attributes.at("y")));
      }
    }
    for (const char* word : {"A <title>", "L", "a", "b", "long name × 2"}) {
      CHECK(std::count(texts.begin(), texts.end(), word) == 1);
    }
    for (const Box& box : boxes_of(elements)) {
      if (box.width == 800) CHECK(box.top > lowest);
    }
  }
}

TEST_CASE("the words of a legend have room") {
  drawing::svg::Heading heading;
  for (const char* name : {"blue1", "a rather long name", "é", "W"}) {
    heading.legend.push_back({.marks = {{"#0072b2", "x"}}, .name = name, .copies = "2"});
  }
  const auto elements = read_xml(drawing::svg::one_page(blocks(1, 400, 50), heading));
  double line = 0;
  double end = 0;  // of the words before, with 0.6 of the size for a letter
  for (const Element& e : elements) {
    if (e.name == "rect" && e.attributes.at("width") == "18") {
      if (std::stod(e.attributes.at("y")) == line) CHECK(std::stod(e.attributes.at("x")) > end);
      line = std::stod(e.attributes.at("y"));
    }
    if (e.name == "text" && e.text.size() > 1) {
      end = std::stod(e.attributes.at("x")) + 0.6 * 12 * (static_cast<double>(e.text.size()) - 1);
      CHECK(end < 400);
    }
  }
  CHECK(end > 0);
}

TEST_CASE("no drawings make a page too") {
  const auto pages = drawing::svg::pages({}, {.title = "None"});
  REQUIRE(pages.size() == 1);
  check_page(pages[0]);
  CHECK_THAT(drawing::svg::to_html({}, {.title = "None"}), Contains("No solutions"));
}

TEST_CASE("a page of boards holds what fits, and says how many do not") {
  const auto drawings = blocks(100, 300, 300);
  const drawing::svg::Heading heading{.title = "A & <b>",
                                      .legend = {{.marks = {{"#0072b2", "<"}}, .name = "\""}}};
  const auto figures = [](const std::string& page) {
    std::size_t count = 0;
    for (std::size_t at = page.find("<figure>"); at != page.npos;
         at = page.find("<figure>", at + 1)) {
      ++count;
    }
    return count;
  };
  const std::string all = drawing::svg::to_html(drawings, heading);
  CHECK(figures(all) == 100);
  CHECK_THAT(all, Contains("<h1>A &amp; &lt;b&gt;</h1>"));
  CHECK_THAT(all, Contains("<title>A &amp; &lt;b&gt;</title>"));
  CHECK_THAT(all, Contains("color:#ffffff\">&lt;</span>&quot;"));
  CHECK_THAT(all, Contains("default-src 'none'"));
  CHECK_THAT(all, !Contains("<script"));
  CHECK_THAT(all, !Contains("DLX_"));
  CHECK_THAT(all, !Contains("more</p>"));
  const std::string few = drawing::svg::to_html(drawings, heading, 5, {}, 1000);
  CHECK(figures(few) < 10);
  CHECK_THAT(few, Contains("and " + std::to_string(105 - figures(few)) + " more"));
  CHECK(figures(drawing::svg::to_html(drawings, heading, 0, {}, 0)) == 1);
}

TEST_CASE("a piece has one letter in each region of a layer, with the contrast of AA") {
  const auto model = polycube::build(polycube::soma());
  Solver solver(model.problem);
  REQUIRE(solver.next());
  const std::vector<polycube::Assembly> one{polycube::decode(model, solver.solution())};
  const auto elements = read_xml(drawing::draw_svg(pictures_of(model, one)));
  const auto boxes = boxes_of(elements);
  CHECK(boxes.size() == 27);
  std::size_t letters = 0;
  for (const Element& e : elements) {
    if (e.name != "text") continue;
    ++letters;
    const double x = std::stod(e.attributes.at("x"));
    const double y = std::stod(e.attributes.at("y"));
    const auto box = std::find_if(boxes.begin(), boxes.end(), [&](const Box& b) {
      return b.left < x && x < b.left + b.width && b.top < y && y < b.top + b.height;
    });
    REQUIRE(box != boxes.end());
    CHECK(contrast(box->fill, e.attributes.at("fill")) >= 4.5);
  }
  // The middle of letters is at the point in programs that ignore dominant-baseline, too.
  for (const Element& e : elements) {
    if (e.name == "text") CHECK(e.attributes.at("dy") == ".35em");
  }
  // Flat pieces may lie in one layer, others are in two or three.
  CHECK(letters >= 7);
  CHECK(letters <= 21);
  // The legend has the colours of the drawing.
  std::set<std::string> in_legend;
  for (const auto& entry : drawing::legend(pictures_of(model, one))) {
    REQUIRE(entry.marks.size() == 1);
    CHECK(entry.marks[0].letter == entry.name);
    in_legend.insert(entry.marks[0].colour);
  }
  CHECK(in_legend == fills(drawing::draw_svg(pictures_of(model, one))));
}

TEST_CASE("a legend says which letters are copies of which piece") {
  polycube::Puzzle puzzle;
  puzzle.target = lattice::box(3, 3);
  puzzle.pieces = {{.name = "bar", .cells = lattice::box(3, 1), .copies = Bounds{2, 2}},
                   {.name = "dot", .cells = lattice::box(1, 1), .copies = Bounds{0, 5}},
                   {.name = "square", .cells = lattice::box(2, 2), .copies = Bounds{0, 1}}};
  const auto model = polycube::build(puzzle);
  CHECK(frame(model)->signs == "a and b: bar, c to g: dot, h: square");
  Solver solver(model.problem);
  REQUIRE(solver.next());
  const std::vector<polycube::Assembly> one{polycube::decode(model, solver.solution())};
  const auto legend = drawing::legend(pictures_of(model, one));
  REQUIRE(legend.size() == 2);
  CHECK(legend[0].name == "bar");
  CHECK(legend[0].copies == "2");
  REQUIRE(legend[0].marks.size() == 2);
  CHECK(legend[0].marks[1].letter == "b");
  CHECK(legend[1].copies == "0 to 5");
  CHECK(legend[1].marks.size() == 3);
  CHECK(frame(polycube::build(polycube::soma()))->signs.empty());
  puzzle.pieces.pop_back();
  puzzle.pieces[1].copies = std::nullopt;
  CHECK(frame(polycube::build(puzzle))->signs == "a and b: bar, from c on: dot");
  std::swap(puzzle.pieces[0], puzzle.pieces[1]);
  CHECK(frame(polycube::build(puzzle))->signs.empty());
}

}  // namespace
}  // namespace dlx::test
