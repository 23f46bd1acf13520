#include "reductions/drawing/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace dlx::drawing::palette {
namespace {

/// A colour as 0xrrggbb.
using Rgb = std::uint32_t;

/// The strongest and the lightest shade of a colour.
struct Shades {
  Rgb strong, light;
};

struct NamedColour {
  std::string_view word;
  Shades shades;
};

constexpr std::array<NamedColour, 15> named{{{"red", {0xe24a41, 0xffa197}},
                                             {"orange", {0xe8761a, 0xffbf80}},
                                             {"yellow", {0xe3c400, 0xfff291}},
                                             {"green", {0x35a353, 0xa9e0a4}},
                                             {"blue", {0x3f88dd, 0xabd0fa}},
                                             {"purple", {0xa767d8, 0xdcbdf4}},
                                             {"violet", {0xa767d8, 0xdcbdf4}},
                                             {"pink", {0xec6fa9, 0xffc4de}},
                                             {"brown", {0xad7c4d, 0xdcba97}},
                                             {"turquoise", {0x1fa5a5, 0x93e2dd}},
                                             {"cyan", {0x1fa5a5, 0x93e2dd}},
                                             {"grey", {0xb0b0b0, 0xd2d2d2}},
                                             {"gray", {0xb0b0b0, 0xd2d2d2}},
                                             {"black", {0x757575, 0x8a8a8a}},
                                             {"white", {0xe6e6e6, 0xffffff}}}};

/// Seven of the eight colours of Okabe and Ito (https://jfly.uni-koeln.de/color/), and five more
/// colours.
constexpr std::array<Rgb, 12> first_colours{0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442,
                                            0x0072b2, 0xd55e00, 0xcc79a7, 0x871e4b,
                                            0xffd2f0, 0x5a2da5, 0x1ee196, 0x8778ff};

constexpr std::size_t most_shades = 6;

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether a character continues a word. Bytes of letters beyond ASCII continue a word, too.
constexpr bool is_letter(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

bool begins_with(std::string_view name, std::string_view word) {
  return name.size() >= word.size() &&
         std::equal(word.begin(), word.end(), name.begin(),
                    [](char a, char b) { return a == lower(b); }) &&
         (name.size() == word.size() || !is_letter(name[word.size()]));
}

/// The index in the table `named` of the colour word with which a name begins; named.size() if the
/// name does not begin with a colour word. Two words for one colour have the same position.
std::size_t colour_word(std::string_view name) {
  for (const NamedColour& colour : named) {
    if (!begins_with(name, colour.word)) continue;
    std::size_t first = 0;
    while (named[first].shades.strong != colour.shades.strong) ++first;
    return first;
  }
  return named.size();
}

std::string hexadecimal(Rgb colour) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "#";
  for (int shift = 20; shift >= 0; shift -= 4) text += digits[colour >> shift & 0xf];
  return text;
}

Rgb from_hexadecimal(std::string_view colour) {
  Rgb value = 0;
  for (const char c : colour.substr(1)) {
    value = value << 4 | static_cast<Rgb>(c <= '9' ? c - '0' : lower(c) - 'a' + 10);
  }
  return value;
}

/// One of `count` shades of a colour, in equal steps; `number` counts from 0.
std::string shade(Shades colour, std::size_t number, std::size_t count) {
  const std::size_t steps = std::max<std::size_t>(count - 1, 1);
  Rgb mixed = 0;
  for (const int shift : {16, 8, 0}) {
    const std::size_t from = colour.strong >> shift & 0xff;
    const std::size_t to = colour.light >> shift & 0xff;
    mixed |= static_cast<Rgb>((from * (steps - number) + to * number) / steps) << shift;
  }
  return hexadecimal(mixed);
}

/// Converts a linear channel to an sRGB channel from 0 to 255.
Rgb channel(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<Rgb>(std::lround(255 * s));
}

/// Converts lightness, chroma and hue (in turns) of OKLCH to sRGB; see Ottosson, "A perceptual
/// color space for image processing", 2020.
Rgb from_oklch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(2 * std::numbers::pi * hue);
  const double b = chroma * std::sin(2 * std::numbers::pi * hue);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16 |
         channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8 |
         channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

/// The shades of a colour. The light shade is halfway between the colour and white.
Shades shades_of(Rgb colour) {
  return {colour, (colour >> 1 & 0x7f7f7f) + 0x7f7f7f + (colour & 0x010101)};
}

/// The colour of a piece whose name has no colour word. `number` is the index of the piece among
/// such pieces.
Shades colour_number(std::size_t number) {
  Rgb strong = 0;
  if (number < first_colours.size()) {
    strong = first_colours[number];
  } else {
    constexpr std::array lightness{0.64, 0.84, 0.52};
    constexpr double chroma = 0.13;
    const double turns = static_cast<double>(number) / std::numbers::phi;
    strong = from_oklch(lightness[number % 3], chroma, turns - std::floor(turns));
  }
  return shades_of(strong);
}

double luminance(Rgb colour) {
  const auto linear = [&](int shift) {
    const double c = (colour >> shift & 0xff) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

std::string as_parameters(Rgb colour) {
  return std::to_string(colour >> 16) + ';' + std::to_string(colour >> 8 & 0xff) + ';' +
         std::to_string(colour & 0xff);
}

}  // namespace

std::vector<std::vector<std::string>> colours(std::span<const Kind> kinds) {
  std::vector<std::string> names;  // the name of each kind of piece, once for each copy
  for (const Kind& kind : kinds) names.insert(names.end(), kind.copies, kind.name);
  const std::vector<std::string> by_name = named_colours(names);
  std::vector<std::vector<std::string>> result;
  std::size_t next_name = 0;
  std::size_t number = 0;
  for (const Kind& kind : kinds) {
    std::vector<std::string>& copies = result.emplace_back();
    const bool has_word = colour_word(kind.name) != named.size();
    const bool is_chosen = !kind.colour.empty();
    for (std::size_t copy = 0; copy < kind.copies; ++copy, ++next_name) {
      if (has_word && !is_chosen) {
        copies.push_back(by_name[next_name]);
      } else if (kinds.size() == 1 && !is_chosen) {
        copies.push_back(hexadecimal(colour_number(copy).strong));
      } else {
        const Shades shades =
            is_chosen ? shades_of(from_hexadecimal(kind.colour)) : colour_number(number);
        copies.push_back(shade(shades, copy % most_shades, std::min(kind.copies, most_shades)));
      }
    }
    if (!has_word) ++number;
  }
  return result;
}

std::vector<std::string> colours_of(std::span<const std::string> names) {
  std::vector<Kind> kinds;
  for (const std::string& name : names) kinds.push_back({name});
  std::vector<std::string> result;
  for (std::vector<std::string>& one : colours(kinds)) result.push_back(std::move(one.front()));
  return result;
}

std::vector<std::string> named_colours(std::span<const std::string> names) {
  std::array<std::size_t, named.size() + 1> count{};
  for (const std::string& name : names) ++count[colour_word(name)];
  std::array<std::size_t, named.size()> next{};
  std::vector<std::string> result;
  result.reserve(names.size());
  for (const std::string& name : names) {
    const std::size_t colour = colour_word(name);
    if (colour == named.size()) {
      result.emplace_back();
    } else {
      result.push_back(shade(named[colour].shades, next[colour]++, count[colour]));
    }
  }
  return result;
}

std::string lightened(std::string_view colour, double light) {
  const Rgb from = from_hexadecimal(colour);
  const double goal = light < 0 ? 0 : 255;
  Rgb mixed = 0;
  for (const int shift : {16, 8, 0}) {
    const double value = from >> shift & 0xff;
    mixed |= static_cast<Rgb>(std::lround(value + (goal - value) * std::abs(light))) << shift;
  }
  return hexadecimal(mixed);
}

std::string_view ink_on(std::string_view colour) {
  // The luminance of a background on which black letters and white letters have the same contrast.
  const double middle = std::sqrt(1.05 * 0.05) - 0.05;
  return luminance(from_hexadecimal(colour)) > middle ? "#000000" : "#ffffff";
}

std::string painted(std::string_view text, std::string_view colour) {
  return "\x1b[48;2;" + as_parameters(from_hexadecimal(colour)) + ";38;2;" +
         as_parameters(from_hexadecimal(ink_on(colour))) + 'm' + std::string(text) + "\x1b[0m";
}

}  // namespace dlx::drawing::palette
