#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Pictures as SVG 1.1, for browsers and vector editors.
namespace dlx::svg {

/// A picture that grows shape by shape. Lengths are in pixels, y runs downward.
class Picture {
 public:
  /// An empty picture of that size.
  Picture(int width, int height) : width_(width), height_(height) {}

  /// A filled rectangle by its top left corner; `fill`: a CSS colour.
  void rectangle(double x, double y, double width, double height, std::string_view fill);
  /// A line through points given as path data ("M 0 0 L 10 0"); `dash` if not empty: "4 2".
  void path(std::string_view data, double width, std::string_view colour = "black",
            std::string_view dash = {});
  /// A filled circle by its centre; `fill`: a CSS colour.
  void circle(double x, double y, double radius, std::string_view fill);
  /// Centred at the point.
  void text(double x, double y, double size, std::string_view words);

  /// The whole file. `title` is what a screen reader says.
  [[nodiscard]] std::string file(std::string_view title) const;

 private:
  int width_;
  int height_;
  std::string body_;
};

/// A light colour that black lines and letters stand out from: hue in degrees, lightness in
/// percent.
[[nodiscard]] std::string light_colour(int hue, int lightness = 75);

/// Returns a colour "#rrggbb" for each name that begins with an English colour word, such as "red",
/// "red5" or "Blue, long", and an empty text for every other name. Names of one colour get
/// different shades of it, the strongest first. Black letters are legible on all shades; letters
/// and borders, not shades alone, tell pieces apart. The words are red, orange, yellow, green,
/// blue, purple, violet, pink, brown, turquoise, cyan, grey, gray, black and white.
/// bindings/web/page/colours.js holds the same palette.
[[nodiscard]] std::vector<std::string> named_colours(std::span<const std::string> names);

}  // namespace dlx::svg
