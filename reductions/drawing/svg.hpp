#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Pictures as SVG 1.1, for browsers and vector editors. sheet.hpp arranges them on pages.
namespace dlx::drawing::svg {

/// A text with the characters that XML and HTML reserve replaced, and escaped where it is not
/// printable().
[[nodiscard]] std::string escaped(std::string_view text);

/// How a text looks.
struct TextStyle {
  std::string_view colour = "black";  ///< of CSS
  bool from_left = false;             ///< begins at the point; otherwise centred there
  bool bold = false;                  ///< in bold type
};

/// What a picture is drawn on.
enum class Ground {
  paper,    ///< a white rectangle
  nothing,  ///< what lies below shows through
};

/// A sheet of paper, in millimetres.
struct Paper {
  std::string_view name;  ///< as CSS calls it
  double width;           ///< of the sheet
  double height;          ///< of the sheet
};
/// The sheets that printers have.
/// @{
inline constexpr Paper a4{"A4", 210, 297};
inline constexpr Paper letter{"letter", 215.9, 279.4};
/// @}

/// A picture that grows shape by shape. Lengths are in pixels, y runs downward.
class Drawing {
 public:
  /// An empty picture of that size. `description`: what a screen reader says.
  Drawing(int width, int height, std::string description = {})
      : width_(width), height_(height), description_(std::move(description)) {}

  /// A filled rectangle by its top left corner; `fill`: a CSS colour.
  void rectangle(double x, double y, double width, double height, std::string_view fill);
  /// A line through points given as path data ("M 0 0 L 10 0"); `dash` if not empty: "4 2".
  void path(std::string_view data, double width, std::string_view colour = "black",
            std::string_view dash = {});
  /// What path data encloses, filled; `fill`: a CSS colour.
  void shape(std::string_view data, std::string_view fill);
  /// A filled circle by its centre; `fill`: a CSS colour.
  void circle(double x, double y, double radius, std::string_view fill);
  /// In the middle of the line's height at the point.
  void text(double x, double y, double size, std::string_view words, const TextStyle& style = {});
  /// Another picture with its description, its top left corner at the point.
  void place(const Drawing& other, int x, int y);

  /// In units of the drawing.
  /// @{
  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }
  /// @}
  /// What the picture shows, in words.
  [[nodiscard]] const std::string& description() const noexcept { return description_; }

  /// The whole file. `title` is what a screen reader says. `paper`: the true size of the picture,
  /// whatever its number of pixels.
  [[nodiscard]] std::string file(std::string_view title, Ground ground = Ground::paper,
                                 const std::optional<Paper>& paper = {}) const;

 private:
  int width_;
  int height_;
  std::string description_;
  std::string body_;
};

/// A light colour that black lines and letters stand out from: hue in degrees, lightness in
/// percent.
[[nodiscard]] std::string light_colour(int hue, int lightness = 75);

}  // namespace dlx::drawing::svg
