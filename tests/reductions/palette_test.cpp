// Colours of pieces: told apart with every kind of colour vision, and letters on them legible.

#include "reductions/drawing/palette.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tests/reductions/svg_reader.hpp"

namespace dlx::test {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector times(const Matrix& m, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) result[i] += m[i][k] * v[k];
  }
  return result;
}

/// How linear RGB is seen with full colour vision, without green and without red cones: G. M.
/// Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of
/// color vision deficiency", 2009.
constexpr std::array<Matrix, 3> visions{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                         {{{0.367322, 0.860646, -0.227968},
                                           {0.280085, 0.672501, 0.047413},
                                           {-0.011820, 0.042940, 0.968881}}},
                                         {{{0.152286, 1.052583, -0.204868},
                                           {0.114503, 0.786281, 0.099216},
                                           {-0.003882, -0.048116, 1.051998}}}}};

/// In OKLab, where distances are about as people see them.
Vector as_seen(const std::string& colour, const Matrix& vision) {
  Vector linear{};
  const auto rgb = channels(colour);
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = rgb[i] / 255.0;
    linear[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  Vector cones = times({{{0.4122214708, 0.5363325363, 0.0514459929},
                         {0.2119034982, 0.6806995451, 0.1073969566},
                         {0.0883024619, 0.2817188376, 0.6299787005}}},
                       times(vision, linear));
  for (double& c : cones) c = std::cbrt(std::max(c, 0.0));
  return times({{{0.2104542553, 0.7936177850, -0.0040720468},
                 {1.9779984951, -2.4285922050, 0.4505937099},
                 {0.0259040371, 0.7827717662, -0.8086757660}}},
               cones);
}

double least_distance(const std::vector<std::string>& colours, const Matrix& vision) {
  double least = 1e9;
  for (std::size_t a = 0; a < colours.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Vector x = as_seen(colours[a], vision);
      const Vector y = as_seen(colours[b], vision);
      least = std::min(least, std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
    }
  }
  return least;
}

std::vector<std::string> of_unnamed(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("P" + std::to_string(i));
  return drawing::palette::colours_of(names);
}

TEST_CASE("twelve pieces are told apart with every kind of colour vision") {
  const auto colours = of_unnamed(12);
  for (const Matrix& vision : visions) CHECK(least_distance(colours, vision) > 0.07);
  CHECK(least_distance(colours, visions[0]) > 0.11);
}

TEST_CASE("a colour does not depend on how many pieces follow") {
  const auto many = of_unnamed(60);
  CHECK(std::set<std::string>(many.begin(), many.end()).size() == 60);
  for (const std::size_t n : {1U, 7U, 12U, 13U, 30U}) {
    const auto few = of_unnamed(n);
    CHECK(std::equal(few.begin(), few.end(), many.begin()));
  }
  // Pieces named by a colour take none of the others' colours.
  const auto mixed =
      drawing::palette::colours_of(std::vector<std::string>{"red", "L", "blue2", "S"});
  CHECK(mixed[1] == many[0]);
  CHECK(mixed[3] == many[1]);
}

TEST_CASE("copies have shades of their piece's colour") {
  const std::vector<drawing::palette::Kind> kinds{{"L", 3}, {"green", 2}, {"S", 1}, {"I", 40}};
  const auto colours = drawing::palette::colours(kinds);
  REQUIRE(colours.size() == 4);
  for (std::size_t k = 0; k < kinds.size(); ++k) CHECK(colours[k].size() == kinds[k].copies);
  const auto plain = of_unnamed(3);
  CHECK(colours[0][0] == plain[0]);
  CHECK(colours[2][0] == plain[1]);
  CHECK(colours[3][0] == plain[2]);
  CHECK(std::set<std::string>(colours[0].begin(), colours[0].end()).size() == 3);
  for (const std::string& shade : colours[0]) {
    CHECK(hue(shade) == Approx(hue(plain[0])).margin(2));
    CHECK(luminance(shade) >= luminance(plain[0]) - 1e-9);
  }
  for (const std::string& shade : colours[1]) {
    CHECK(hue(shade) > 100);
    CHECK(hue(shade) < 140);
  }
  CHECK(std::set<std::string>(colours[3].begin(), colours[3].end()).size() == 6);
  // Copies of the only piece are told apart as pieces are.
  const auto only = drawing::palette::colours(std::vector<drawing::palette::Kind>{{"Y", 20}});
  CHECK(std::set<std::string>(only[0].begin(), only[0].end()).size() == 20);
  CHECK(drawing::palette::colours({}).empty());
}

TEST_CASE("a chosen colour replaces the colour of the palette") {
  const std::string chosen = "#2040ff";
  const auto colours = drawing::palette::colours(std::vector<drawing::palette::Kind>{
      {"L", 1}, {"green", 1, chosen}, {"S", 3, chosen}, {"I", 1}, {"red", 1}});
  CHECK(colours[1] == std::vector{chosen});
  CHECK(colours[2].front() == chosen);
  CHECK(colours[2].back() == "#8f9fff");  // halfway to white
  CHECK(std::set<std::string>(colours[2].begin(), colours[2].end()).size() == 3);
  // The other pieces keep the colours that they have without a choice.
  const auto plain = drawing::palette::colours(
      std::vector<drawing::palette::Kind>{{"L", 1}, {"green", 1}, {"S", 3}, {"I", 1}, {"red", 1}});
  for (const std::size_t k : {0U, 3U, 4U}) CHECK(colours[k] == plain[k]);
  // Copies of the only piece have shades of a chosen colour.
  const auto only =
      drawing::palette::colours(std::vector<drawing::palette::Kind>{{"Y", 3, chosen}});
  CHECK(only[0] == colours[2]);
}

TEST_CASE("letters on every colour have the contrast of AA") {
  std::vector<std::string> colours = of_unnamed(100);
  for (int grey = 0; grey < 256; ++grey) {
    const std::string digits = "0123456789abcdef";
    std::string two{digits[static_cast<std::size_t>(grey / 16)],
                    digits[static_cast<std::size_t>(grey % 16)]};
    colours.push_back("#" + two + two + two);
  }
  std::set<std::string> inks;
  for (const std::string& colour : colours) {
    CAPTURE(colour);
    const std::string ink(drawing::palette::ink_on(colour));
    CHECK(contrast(colour, ink) >= 4.5);
    inks.insert(ink);
  }
  CHECK(inks == std::set<std::string>{"#000000", "#ffffff"});
}

TEST_CASE("colours of a terminal") {
  CHECK(drawing::palette::painted("L", "#e69f00") == "\x1b[48;2;230;159;0;38;2;0;0;0mL\x1b[0m");
  CHECK(drawing::palette::painted("a", "#0072b2") ==
        "\x1b[48;2;0;114;178;38;2;255;255;255ma\x1b[0m");
}

}  // namespace
}  // namespace dlx::test
