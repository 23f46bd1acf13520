#include "reductions/drawing/svg.hpp"

#include "dlx/core/text.hpp"

namespace dlx::drawing::svg {

std::string escaped(std::string_view text) {
  constexpr std::string_view reserved = "&<>\"";
  constexpr std::string_view references[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  std::string result;
  for (const char c : printable(text)) {
    const std::size_t found = reserved.find(c);
    result += found == std::string_view::npos ? std::string_view(&c, 1) : references[found];
  }
  return result;
}

namespace {

/// A number with at most `decimals` decimals. The decimal separator is a point in every locale.
std::string number(double value, std::size_t decimals = 2) {
  const long unit = decimals == 2 ? 100 : 10'000;
  const auto all = static_cast<long>(value * static_cast<double>(unit) + (value < 0 ? -0.5 : 0.5));
  const long whole = all / unit;
  const long rest = all % unit;
  if (rest == 0) return std::to_string(whole);
  const std::string digits = std::to_string(rest < 0 ? -rest : rest);
  return (all < 0 && whole == 0 ? "-0" : std::to_string(whole)) + "." +
         std::string(decimals - digits.size(), '0') + digits;
}

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + number(value) + "\"";
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

}  // namespace

void Drawing::rectangle(double x, double y, double width, double height, std::string_view fill) {
  body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
           attribute("height", height) + attribute("fill", fill) +
           " shape-rendering=\"crispEdges\"/>\n";  // prevents seams between rectangles
}

void Drawing::path(std::string_view data, double width, std::string_view colour,
                   std::string_view dash) {
  body_ += "<path" + attribute("d", data) + " fill=\"none\"" + attribute("stroke", colour) +
           attribute("stroke-width", width) + " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
  if (!dash.empty()) body_ += attribute("stroke-dasharray", dash);
  body_ += "/>\n";
}

void Drawing::shape(std::string_view data, std::string_view fill) {
  body_ += "<path" + attribute("d", data) + attribute("fill", fill) + "/>\n";
}

void Drawing::circle(double x, double y, double radius, std::string_view fill) {
  body_ += "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", radius) +
           attribute("fill", fill) + " stroke=\"black\"/>\n";
}

void Drawing::text(double x, double y, double size, std::string_view words,
                   const TextStyle& style) {
  body_ += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size);
  if (style.colour != "black") body_ += attribute("fill", style.colour);
  if (style.bold) body_ += " font-weight=\"bold\"";
  body_ += " font-family=\"sans-serif\"";
  if (!style.from_left) body_ += " text-anchor=\"middle\"";
  // librsvg ignores dominant-baseline, so the baseline is moved: the height of capitals and digits
  // is about 0.7 times the font size.
  body_ += " dy=\".35em\">" + escaped(words) + "</text>\n";
}

void Drawing::place(const Drawing& other, double x, double y, double scale) {
  if (x == 0 && y == 0 && scale == 1 && other.description().empty()) {
    body_ += other.body_;
    return;
  }
  body_ += "<g transform=\"translate(" + number(x) + ' ' + number(y) + ")";
  if (scale != 1) body_ += " scale(" + number(scale, 4) + ")";
  body_ += "\">\n";
  if (!other.description_.empty()) {
    body_ += "<title>" + escaped(other.description_) + "</title>\n";
  }
  body_ += other.body_ + "</g>\n";
}

std::string Drawing::file(std::string_view title, Ground ground,
                          const std::optional<Paper>& paper) const {
  const std::string size = std::to_string(width_) + " " + std::to_string(height_);
  const std::string sides = paper ? attribute("width", number(paper->width) + "mm") +
                                        attribute("height", number(paper->height) + "mm")
                                  : attribute("width", width_) + attribute("height", height_);
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + sides +
                     attribute("viewBox", "0 0 " + size) + " role=\"img\">\n<title>" +
                     escaped(title) + "</title>\n";
  if (ground == Ground::paper) text += "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  return text + body_ + "</svg>\n";
}

std::string light_colour(int hue, int lightness) {
  return "hsl(" + std::to_string(hue % 360) + ",75%," + std::to_string(lightness) + "%)";
}

}  // namespace dlx::drawing::svg
