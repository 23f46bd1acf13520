#include "reductions/draw/svg.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dlx::svg {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// With at most two decimals, and a point whatever the locale.
std::string number(double value) {
  const auto hundredths = static_cast<long>(value * 100 + (value < 0 ? -0.5 : 0.5));
  const long whole = hundredths / 100;
  const long rest = hundredths % 100;
  if (rest == 0) return std::to_string(whole);
  const std::string digits = std::to_string(rest < 0 ? -rest : rest);
  return (hundredths < 0 && whole == 0 ? "-0" : std::to_string(whole)) + "." +
         (digits.size() == 1 ? "0" : "") + digits;
}

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + number(value) + "\"";
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

/// A colour word, and its strongest and its lightest shade as 0xrrggbb.
struct NamedColour {
  std::string_view word;
  std::uint32_t strong;
  std::uint32_t light;
};

constexpr std::array<NamedColour, 15> palette{{{"red", 0xe24a41, 0xffa197},
                                               {"orange", 0xe8761a, 0xffbf80},
                                               {"yellow", 0xe3c400, 0xfff291},
                                               {"green", 0x35a353, 0xa9e0a4},
                                               {"blue", 0x3f88dd, 0xabd0fa},
                                               {"purple", 0xa767d8, 0xdcbdf4},
                                               {"violet", 0xa767d8, 0xdcbdf4},
                                               {"pink", 0xec6fa9, 0xffc4de},
                                               {"brown", 0xad7c4d, 0xdcba97},
                                               {"turquoise", 0x1fa5a5, 0x93e2dd},
                                               {"cyan", 0x1fa5a5, 0x93e2dd},
                                               {"grey", 0xb0b0b0, 0xd2d2d2},
                                               {"gray", 0xb0b0b0, 0xd2d2d2},
                                               {"black", 0x757575, 0x8a8a8a},
                                               {"white", 0xe6e6e6, 0xffffff}}};

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// True for characters that continue a word; bytes of letters beyond ASCII do.
constexpr bool is_letter(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

bool begins_with(std::string_view name, std::string_view word) {
  return name.size() >= word.size() &&
         std::equal(word.begin(), word.end(), name.begin(),
                    [](char a, char b) { return a == lower(b); }) &&
         (name.size() == word.size() || !is_letter(name[word.size()]));
}

/// The position in the palette of the colour that the name begins with, the same for two words of
/// one colour; palette.size() if there is none.
std::size_t colour_of(std::string_view name) {
  for (const NamedColour& named : palette) {
    if (!begins_with(name, named.word)) continue;
    std::size_t first = 0;
    while (palette[first].strong != named.strong) ++first;
    return first;
  }
  return palette.size();
}

/// The shade with that number from 0, of `count` shades in equal steps.
std::string shade(const NamedColour& colour, std::size_t number, std::size_t count) {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::size_t steps = std::max<std::size_t>(count - 1, 1);
  std::string result = "#";
  for (const int shift : {16, 8, 0}) {
    const std::size_t from = colour.strong >> shift & 0xff;
    const std::size_t to = colour.light >> shift & 0xff;
    const std::size_t mixed = (from * (steps - number) + to * number) / steps;
    result += digits[mixed >> 4];
    result += digits[mixed & 0xf];
  }
  return result;
}

}  // namespace

void Picture::rectangle(double x, double y, double width, double height, std::string_view fill) {
  body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
           attribute("height", height) + attribute("fill", fill) + "/>\n";
}

void Picture::path(std::string_view data, double width, std::string_view colour,
                   std::string_view dash) {
  body_ += "<path" + attribute("d", data) + " fill=\"none\"" + attribute("stroke", colour) +
           attribute("stroke-width", width) + " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
  if (!dash.empty()) body_ += attribute("stroke-dasharray", dash);
  body_ += "/>\n";
}

void Picture::circle(double x, double y, double radius, std::string_view fill) {
  body_ += "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", radius) +
           attribute("fill", fill) + " stroke=\"black\"/>\n";
}

void Picture::text(double x, double y, double size, std::string_view words) {
  body_ += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size) +
           " font-family=\"sans-serif\" text-anchor=\"middle\" dominant-baseline=\"central\">" +
           escaped(words) + "</text>\n";
}

std::string Picture::file(std::string_view title) const {
  const std::string size = std::to_string(width_) + " " + std::to_string(height_);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width_) +
         attribute("height", height_) + attribute("viewBox", "0 0 " + size) +
         " role=\"img\">\n<title>" + escaped(title) + "</title>\n<rect width=\"100%\" " +
         "height=\"100%\" fill=\"white\"/>\n" + body_ + "</svg>\n";
}

std::string light_colour(int hue, int lightness) {
  return "hsl(" + std::to_string(hue % 360) + ",75%," + std::to_string(lightness) + "%)";
}

std::vector<std::string> named_colours(std::span<const std::string> names) {
  std::array<std::size_t, palette.size() + 1> count{};
  for (const std::string& name : names) ++count[colour_of(name)];
  std::array<std::size_t, palette.size()> next{};
  std::vector<std::string> colours;
  colours.reserve(names.size());
  for (const std::string& name : names) {
    const std::size_t colour = colour_of(name);
    if (colour == palette.size()) {
      colours.emplace_back();
    } else {
      colours.push_back(shade(palette[colour], next[colour]++, count[colour]));
    }
  }
  return colours;
}

}  // namespace dlx::svg
