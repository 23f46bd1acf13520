#include "tests/reductions/svg_reader.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <utility>

namespace dlx::test {
namespace {

std::string decoded(const std::string& text) {
  static const std::map<std::string, char> entities = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    REQUIRE(text[i] != '<');
    if (text[i] != '&') {
      result += text[i];
      continue;
    }
    const auto end = text.find(';', i);
    REQUIRE(end != std::string::npos);
    const auto entity = entities.find(text.substr(i + 1, end - i - 1));
    REQUIRE(entity != entities.end());
    result += entity->second;
    i = end;
  }
  return result;
}

}  // namespace

std::vector<Element> read_xml(const std::string& xml) {
  std::vector<Element> elements;
  std::vector<std::size_t> open;
  bool had_root = false;
  std::size_t i = 0;
  while (i < xml.size()) {
    if (xml[i] != '<') {
      const auto end = std::min(xml.find('<', i), xml.size());
      const std::string text = decoded(xml.substr(i, end - i));
      if (open.empty()) {
        REQUIRE(text.find_first_not_of(" \n") == std::string::npos);
      } else {
        elements[open.back()].text += text;
      }
      i = end;
      continue;
    }
    const bool closes = xml.compare(i, 2, "</") == 0;
    i += closes ? 2 : 1;
    const auto name_end = xml.find_first_of(" />", i);
    REQUIRE(name_end != std::string::npos);
    const std::string name = xml.substr(i, name_end - i);
    REQUIRE(!name.empty());
    i = name_end;
    if (closes) {
      REQUIRE(xml[i] == '>');
      REQUIRE(!open.empty());
      REQUIRE(elements[open.back()].name == name);
      open.pop_back();
      ++i;
      continue;
    }
    REQUIRE((!open.empty() || !had_root));
    had_root = true;
    Element element{name, {}, {}};
    while (xml.at(i) == ' ') {
      ++i;
      const auto equals = xml.find('=', i);
      REQUIRE(equals != std::string::npos);
      const std::string key = xml.substr(i, equals - i);
      REQUIRE(std::all_of(key.begin(), key.end(), [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '-';
      }));
      REQUIRE(xml.at(equals + 1) == '"');
      const auto end = xml.find('"', equals + 2);
      REQUIRE(end != std::string::npos);
      REQUIRE(element.attributes.emplace(key, decoded(xml.substr(equals + 2, end - equals - 2)))
                  .second);
      i = end + 1;
    }
    const bool empty = xml.at(i) == '/';
    if (empty) ++i;
    REQUIRE(xml.at(i) == '>');
    ++i;
    if (!open.empty()) {
      element.x = elements[open.back()].x;
      element.y = elements[open.back()].y;
      element.scale = elements[open.back()].scale;
    }
    if (const auto moved = element.attributes.find("transform");
        moved != element.attributes.end()) {
      double x = 0;
      double y = 0;
      double scale = 1;
      const char* const text = moved->second.c_str();
      REQUIRE(std::sscanf(text, "translate(%lf %lf) scale(%lf)", &x, &y, &scale) >= 2);
      element.x += x * element.scale;
      element.y += y * element.scale;
      element.scale *= scale;
    }
    if (!empty) open.push_back(elements.size());
    elements.push_back(std::move(element));
  }
  REQUIRE(had_root);
  REQUIRE(open.empty());
  return elements;
}

std::set<std::string> fills(const std::string& svg) {
  std::set<std::string> found;
  for (const Element& e : read_xml(svg)) {
    if (e.name == "rect" && e.attributes.at("width") != "100%")
      found.insert(e.attributes.at("fill"));
  }
  return found;
}

std::array<int, 3> channels(const std::string& colour) {
  REQUIRE(colour.size() == 7);
  REQUIRE(colour.front() == '#');
  const int rgb = std::stoi(colour.substr(1), nullptr, 16);
  return {rgb >> 16, rgb >> 8 & 255, rgb & 255};
}

double hue(const std::string& colour) {
  const auto [r, g, b] = channels(colour);
  const int high = std::max({r, g, b});
  const double range = high - std::min({r, g, b});
  REQUIRE(range > 0);
  const double sixths = high == r   ? (g - b) / range
                        : high == g ? 2 + (b - r) / range
                                    : 4 + (r - g) / range;
  return sixths < 0 ? 60 * sixths + 360 : 60 * sixths;
}

double luminance(const std::string& colour) {
  const auto [r, g, b] = channels(colour);
  const auto linear = [](int channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

double contrast(const std::string& a, const std::string& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

}  // namespace dlx::test
