#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

/// Reads pictures again, and colours in them.
namespace dlx::test {

/// An element of a picture.
struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< decoded, of this element only
  double x = 0;      ///< where transforms have moved its origin
  double y = 0;
  double scale = 1;  ///< the length of its unit
};

/// Reads XML without comments and declarations; fails the test if it is not well-formed.
[[nodiscard]] std::vector<Element> read_xml(const std::string& xml);

/// Returns the fills of the rectangles of a picture, except its background.
[[nodiscard]] std::set<std::string> fills(const std::string& svg);

/// Red, green and blue of "#rrggbb", 0 to 255.
[[nodiscard]] std::array<int, 3> channels(const std::string& colour);

/// The hue of "#rrggbb" in degrees.
[[nodiscard]] double hue(const std::string& colour);

/// Relative luminance of "#rrggbb", 0 to 1, as WCAG defines it.
[[nodiscard]] double luminance(const std::string& colour);

/// The contrast of two colours "#rrggbb", 1 to 21, as WCAG defines it.
[[nodiscard]] double contrast(const std::string& a, const std::string& b);

}  // namespace dlx::test
