#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Pictures as SVG 1.1, for browsers and vector editors. sheet.hpp arranges them on pages.
namespace dlx::drawing::svg {

/// Escapes a text for XML and HTML. Reserved characters become entities, and characters that are
/// not printable() are escaped.
[[nodiscard]] std::string escaped(std::string_view text);

/// The appearance of a text.
struct TextStyle {
  std::string_view colour = "black";  ///< a CSS colour
  /// Whether the text begins at its point; otherwise the text is centred at its point.
  bool from_left = false;
  bool bold = false;  ///< bold type
};

/// The background of a picture.
enum class Ground {
  paper,    ///< a white rectangle
  nothing,  ///< transparent
};

/// A sheet of paper, in millimetres.
struct Paper {
  std::string_view name;  ///< name of the paper size in CSS
  double width;           ///< width of the sheet
  double height;          ///< height of the sheet
};
/// The usual sizes of paper in printers.
/// @{
inline constexpr Paper a4{"A4", 210, 297};
inline constexpr Paper letter{"letter", 215.9, 279.4};
/// @}

/// A picture to which shapes are added one by one. Lengths are in pixels; y increases downward.
class Drawing {
 public:
  /// Makes an empty picture of the given size. `description` is the text for screen readers.
  Drawing(int width, int height, std::string description = {})
      : width_(width), height_(height), description_(std::move(description)) {}

  /// Draws a filled rectangle, given by its top left corner. `fill` is a CSS colour.
  void rectangle(double x, double y, double width, double height, std::string_view fill);
  /// Draws a line through points given as path data ("M 0 0 L 10 0"). `dash` is a dash pattern such
  /// as "4 2"; if it is empty, the line is solid.
  void path(std::string_view data, double width, std::string_view colour = "black",
            std::string_view dash = {});
  /// Fills the area that path data encloses. `fill` is a CSS colour.
  void shape(std::string_view data, std::string_view fill);
  /// Draws a filled circle, given by its centre. `fill` is a CSS colour.
  void circle(double x, double y, double radius, std::string_view fill);
  /// Writes a text whose line is centred vertically at the point (x, y).
  void text(double x, double y, double size, std::string_view words, const TextStyle& style = {});
  /// Draws another picture with its top left corner at the point (x, y), and adds its description.
  /// A pixel of the other picture has the length `scale`, rounded to four decimals.
  void place(const Drawing& other, double x, double y, double scale = 1);

  /// The size of the picture, in pixels.
  /// @{
  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }
  /// @}
  /// A description of the picture in words.
  [[nodiscard]] const std::string& description() const noexcept { return description_; }

  /// The SVG file. `title` is the text for screen readers. If `paper` is given, it is the true size
  /// of the picture, independent of its number of pixels.
  [[nodiscard]] std::string file(std::string_view title, Ground ground = Ground::paper,
                                 const std::optional<Paper>& paper = {}) const;

 private:
  int width_;
  int height_;
  std::string description_;
  std::string body_;
};

/// A light colour on which black lines and letters are easy to see. Hue is in degrees, lightness in
/// percent.
[[nodiscard]] std::string light_colour(int hue, int lightness = 75);

}  // namespace dlx::drawing::svg
