#include "reductions/drawing/sheet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "reductions/data.hpp"
#include "reductions/drawing/palette.hpp"

namespace dlx::drawing::svg {
namespace {

constexpr int page_width = 2480;
constexpr int page_height = 3508;
constexpr double page_shape = 1.4142;  // height of A4 divided by its width
constexpr int margin = 14;
constexpr int least_heading = 300;  // least width of a heading, for a title
constexpr std::size_t most_marks = 6;
constexpr std::string_view soft = "#555555";

/// Estimates the width of a text from the average width of letters, because the font is not known.
double width_of(std::string_view words, double size) {
  const auto letters = std::count_if(words.begin(), words.end(), [](char c) {
    // Counts every byte except continuation bytes of UTF-8.
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  });
  return 0.62 * size * static_cast<double>(letters);
}

/// The text after the coloured marks of a legend's entry. The entry's name is left out if the entry
/// has only one mark, and its letter is already the name.
std::string words_of(const LegendEntry& entry) {
  std::string words;
  if (entry.marks.size() != 1 || entry.marks.front().letter != entry.name) words = entry.name;
  if (!entry.copies.empty()) words += (words.empty() ? "× " : " × ") + entry.copies;
  return words;
}

/// The marks that fit in the legend. An ellipsis represents the marks that do not fit.
std::span<const LegendEntry::Mark> marks_shown(const LegendEntry& entry) {
  return std::span(entry.marks).first(std::min(entry.marks.size(), most_marks));
}

/// Draws title, subtitle and legend, or computes their height.
class HeadingPainter {
 public:
  HeadingPainter(const Heading& heading, int width) : heading_(heading), width_(width) {}

  /// Draws the heading and returns its height. If `picture` is null, only computes the height.
  int paint(Drawing* picture, const std::string& subtitle) {
    picture_ = picture;
    y_ = 0;
    const double room = width_ - 2 * margin;
    if (!heading_.title.empty())
      line(heading_.title, std::min(20.0, 20 * fit(heading_.title, 20, room)), true);
    if (!subtitle.empty()) line(subtitle, std::min(13.0, 13 * fit(subtitle, 13, room)), false);
    if (!heading_.legend.empty()) legend();
    return y_ == 0 ? 0 : static_cast<int>(y_) + margin / 2;
  }

 private:
  static double fit(const std::string& words, double size, double room) {
    return std::min(1.0, room / width_of(words, size));
  }

  void line(const std::string& words, double size, bool bold) {
    if (y_ == 0) y_ = margin;
    if (picture_ != nullptr) {
      picture_->text(margin, y_ + size / 2, size, words,
                     {.colour = bold ? "black" : soft, .from_left = true, .bold = bold});
    }
    y_ += size + 6;
  }

  void legend() {
    constexpr double side = 18;
    constexpr double size = 12;
    y_ += y_ == 0 ? margin : 4;
    double x = margin;
    for (const LegendEntry& entry : heading_.legend) {
      const auto marks = marks_shown(entry);
      const std::string words = (marks.size() < entry.marks.size() ? "… " : "") + words_of(entry);
      const double width = static_cast<double>(marks.size()) * (side + 2) +
                           (words.empty() ? 0 : 3 + width_of(words, size));
      if (x > margin && x + width > width_ - margin) {
        x = margin;
        y_ += side + 5;
      }
      double at = x;
      for (const LegendEntry::Mark& mark : marks) {
        paint_mark(mark, at, side);
        at += side + 2;
      }
      if (picture_ != nullptr && !words.empty()) {
        picture_->text(at + 3, y_ + side / 2, size, words, {.from_left = true});
      }
      x += width + 14;
    }
    y_ += side + 4;
  }

  void paint_mark(const LegendEntry::Mark& mark, double x, double side) {
    if (picture_ == nullptr) return;
    picture_->rectangle(x, y_, side, side, mark.colour);
    if (mark.letter.empty()) return;
    picture_->text(x + side / 2, y_ + side / 2, side * 0.62 * fit(mark.letter, side * 0.62, side),
                   mark.letter, {.colour = palette::ink_on(mark.colour)});
  }

  const Heading& heading_;
  int width_;
  Drawing* picture_ = nullptr;
  double y_ = 0;
};

/// An arrangement of drawings in cells of equal size. Lengths are in units of the page, which are
/// pixels, or on paper tenths of a millimetre.
struct Grid {
  int cell_width = 0;       ///< width of a drawing, in pixels
  int cell_height = 0;      ///< height of a drawing, in pixels
  int least_width = 1;      ///< least width of a page
  double scale = 1;         ///< units of the page per pixel of a drawing
  double heading_unit = 1;  ///< units of the page per pixel of the heading
  std::size_t columns = 1;
  std::size_t rows = 1;  ///< number of rows on a page

  [[nodiscard]] int width() const {
    return std::max(static_cast<int>(columns) * cell_width, least_width);
  }
};

double distance_from_page_shape(double width, double height) {
  return std::abs(std::log(height / width / page_shape));
}

Grid grid_for(std::span<const Drawing> drawings, const Heading& heading) {
  Grid grid;
  const bool headed =
      !heading.title.empty() || !heading.subtitle.empty() || !heading.legend.empty();
  if (headed) grid.least_width = least_heading;
  for (const Drawing& drawing : drawings) {
    grid.cell_width = std::max(grid.cell_width, drawing.width());
    grid.cell_height = std::max(grid.cell_height, drawing.height());
  }
  return grid;
}

/// The width of the heading, in pixels. The page may show the heading at another scale.
int heading_width(const Grid& grid) {
  return static_cast<int>(grid.width() / grid.heading_unit);
}

/// A height that is enough for the heading on every page, in units of the page.
int head_of(const Heading& heading, const Grid& grid) {
  HeadingPainter painter(heading, heading_width(grid));
  const int height = std::max(painter.paint(nullptr, heading.subtitle),
                              painter.paint(nullptr, heading.subtitle + "; page 1000 of 1000"));
  return static_cast<int>(std::ceil(height * grid.heading_unit));
}

constexpr double units_per_mm = 10;       // units of a page on paper
constexpr double paper_margin = 100;      // margin of a page on paper, 10 mm
constexpr double paper_heading_unit = 3;  // titles are 6 mm high, and letters of legends 3.6 mm
// Least scale of drawings on several pages, in page units per pixel.
constexpr double least_scale_for_all = 2.5;

int units(double millimetres) {
  return static_cast<int>(millimetres * units_per_mm);
}

/// The arrangement on paper in which the drawings are as large as possible.
Grid grid_on(const Paper& paper, std::span<const Drawing> drawings, const Heading& heading,
             std::optional<std::uint32_t> columns) {
  Grid grid = grid_for(drawings, heading);
  const std::size_t count = std::max<std::size_t>(1, drawings.size());
  grid.heading_unit = paper_heading_unit;
  grid.least_width = units(paper.width) - 2 * static_cast<int>(paper_margin);
  grid.columns = 0;
  const double width = grid.width();
  const double room = units(paper.height) - 2 * paper_margin;
  while (head_of(heading, grid) > room / 2) grid.heading_unit *= 0.9;
  const double height = room - head_of(heading, grid);
  const double cell_width = std::max(1, grid.cell_width);
  const double cell_height = std::max(1, grid.cell_height);
  /// The largest scale with four decimals at which the drawings of `across` columns and `down` rows
  /// fit on a page.
  const auto scale_of = [&](std::size_t across, std::size_t down) {
    const double scale = std::min(width / (static_cast<double>(across) * cell_width),
                                  height / (static_cast<double>(down) * cell_height));
    return std::max(1.0, std::floor(scale * 10'000)) / 10'000;
  };
  const auto take = [&](std::size_t across, std::size_t down) {
    grid.columns = across;
    grid.rows = down;
    grid.scale = scale_of(across, down);
  };
  const auto times = [](double length, double part) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(length / part));
  };
  if (columns) {
    const std::size_t across = std::min<std::size_t>(*columns, count);
    take(across, times(height, scale_of(across, 1) * cell_height));
    return grid;
  }
  for (std::size_t across = 1; across <= count; ++across) {
    const std::size_t down = (count + across - 1) / across;
    if (grid.columns == 0 || scale_of(across, down) > grid.scale) take(across, down);
  }
  if (grid.scale < least_scale_for_all) {
    take(times(width, least_scale_for_all * cell_width),
         times(height, least_scale_for_all * cell_height));
  }
  return grid;
}

Grid make_grid(std::span<const Drawing> drawings, const Heading& heading,
               std::optional<std::uint32_t> columns, bool whole) {
  Grid grid = grid_for(drawings, heading);
  const std::size_t count = drawings.size();
  if (count == 0) return grid;
  const auto head = [&] { return head_of(heading, grid); };
  const auto most = static_cast<std::size_t>(std::max(1, page_width / grid.cell_width));
  if (columns) {
    grid.columns = std::min<std::size_t>(*columns, count);
  } else {
    double best = 0;
    std::size_t chosen = 0;
    for (std::size_t c = 1; c <= std::min(count, whole ? count : most); ++c) {
      grid.columns = c;
      const double height = head() + static_cast<double>((count + c - 1) / c) * grid.cell_height;
      const double far = distance_from_page_shape(grid.width(), height);
      if (chosen != 0 && far >= best) continue;
      best = far;
      chosen = c;
    }
    grid.columns = chosen;
  }
  grid.rows = (count + grid.columns - 1) / grid.columns;
  if (whole) return grid;
  const auto limit = [&] {
    return std::max(page_height, static_cast<int>(page_shape * grid.width()));
  };
  const auto room = [&] {
    return static_cast<std::size_t>(std::max(1, (limit() - head()) / grid.cell_height));
  };
  if (grid.rows > room() && !columns) grid.columns = std::min(most, count);
  grid.rows = std::min((count + grid.columns - 1) / grid.columns, room());
  return grid;
}

/// A page: its title, and its picture.
struct Page {
  std::string title;
  Drawing picture;
};

/// Draws one page with as many drawings from `first` on as fit.
Page page(std::span<const Drawing> drawings, const Heading& heading, const Grid& grid,
          std::size_t first, const std::string& which) {
  const std::size_t count = std::min(drawings.size() - first, grid.rows * grid.columns);
  const std::size_t rows = (count + grid.columns - 1) / grid.columns;
  std::string subtitle = heading.subtitle;
  if (!which.empty()) subtitle += (subtitle.empty() ? "" : "; ") + which;
  HeadingPainter painter(heading, heading_width(grid));
  Drawing head(heading_width(grid), std::max(1, painter.paint(nullptr, subtitle)));
  const double top = painter.paint(&head, subtitle) * grid.heading_unit;
  const double across = grid.cell_width * grid.scale;
  const double down = grid.cell_height * grid.scale;
  Drawing sheet(grid.width(),
                std::max(1, static_cast<int>(top + static_cast<double>(rows) * down)));
  sheet.place(head, 0, 0, grid.heading_unit);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(i % grid.columns) * across;
    const double y = top + static_cast<double>(i / grid.columns) * down;
    sheet.place(drawings[first + i], x, y, grid.scale);
    if (drawings.size() > 1) {
      sheet.text(x + margin * grid.scale, y + 6 * grid.scale, 9 * grid.scale,
                 std::to_string(first + i + 1), {.colour = soft, .from_left = true});
    }
  }
  std::string title = heading.title;
  if (!subtitle.empty()) title += (title.empty() ? "" : ": ") + subtitle;
  if (title.empty() && count > 0) title = drawings[first].description();
  return {std::move(title), std::move(sheet)};
}

std::string html_legend(const Legend& legend) {
  if (legend.empty()) return "";
  std::string text = "<ul class=\"legend\" aria-label=\"Pieces\">\n";
  for (const LegendEntry& entry : legend) {
    text += "<li>";
    const auto marks = marks_shown(entry);
    for (const LegendEntry::Mark& mark : marks) {
      text += "<span class=\"mark\" style=\"background:" + escaped(mark.colour) +
              ";color:" + std::string(palette::ink_on(mark.colour)) + "\">" + escaped(mark.letter) +
              "</span>";
    }
    if (marks.size() < entry.marks.size()) text += "…";
    text += escaped(words_of(entry)) + "</li>\n";
  }
  return text + "</ul>\n";
}

/// A page of HTML in which texts replace the given placeholders. The placeholders must occur in the
/// page in the given order.
std::string filled(std::string_view page,
                   std::span<const std::pair<std::string_view, std::string>> texts) {
  std::string whole;
  for (const auto& [word, text] : texts) {
    const std::size_t at = page.find(word);
    whole.append(page.substr(0, at)) += text;
    page.remove_prefix(at + word.size());
  }
  return whole.append(page);
}

}  // namespace

std::vector<std::string> pages(std::span<const Drawing> drawings, const Heading& heading,
                               std::optional<std::uint32_t> columns,
                               const std::optional<Paper>& paper) {
  const Grid grid = paper ? grid_on(*paper, drawings, heading, columns)
                          : make_grid(drawings, heading, columns, false);
  const std::size_t on_page = grid.rows * grid.columns;
  const std::size_t count = std::max<std::size_t>(1, (drawings.size() + on_page - 1) / on_page);
  std::vector<std::string> result;
  for (std::size_t p = 0; p < count; ++p) {
    const std::string which =
        count == 1 ? "" : "page " + std::to_string(p + 1) + " of " + std::to_string(count);
    const Page one = page(drawings, heading, grid, p * on_page, which);
    if (!paper) {
      result.push_back(one.picture.file(one.title));
      continue;
    }
    Drawing sheet(units(paper->width), units(paper->height));
    sheet.place(one.picture, paper_margin, paper_margin);
    result.push_back(sheet.file(one.title, Ground::paper, paper));
  }
  return result;
}

std::string one_page(std::span<const Drawing> drawings, const Heading& heading) {
  const Page one = page(drawings, heading, make_grid(drawings, heading, {}, true), 0, "");
  return one.picture.file(one.title);
}

std::string to_html(std::span<const Drawing> drawings, const Heading& heading,
                    std::uint64_t left_out, const std::optional<Paper>& paper,
                    std::size_t most_bytes) {
  std::string figures;
  std::size_t shown = 0;
  for (; shown < drawings.size(); ++shown) {
    const Drawing& drawing = drawings[shown];
    std::string figure = "<figure>" + drawing.file(drawing.description(), Ground::nothing);
    if (drawings.size() > 1) figure += "<figcaption>" + std::to_string(shown + 1) + "</figcaption>";
    figure += "</figure>\n";
    if (shown > 0 && figures.size() + figure.size() > most_bytes) break;
    figures += figure;
  }
  const std::uint64_t more = drawings.size() - shown + left_out;
  if (more > 0) figures += "<p class=\"more\">and " + std::to_string(more) + " more</p>\n";
  if (drawings.empty()) figures += "<p class=\"more\">No solutions</p>\n";
  const std::array<std::pair<std::string_view, std::string>, 6> texts{
      {{"DLX_NAME", escaped(heading.title)},
       {"DLX_PAPER", paper ? "size: " + std::string(paper->name) + "; " : ""},
       {"DLX_TITLE", escaped(heading.title)},
       {"DLX_SUBTITLE", escaped(heading.subtitle)},
       {"DLX_LEGEND", html_legend(heading.legend)},
       {"DLX_FIGURES", figures}}};
  return filled(data::boards_html(), texts);
}

}  // namespace dlx::drawing::svg
