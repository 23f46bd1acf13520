#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reductions/drawing/svg.hpp"

/// Arranges drawings of solutions on pages, in columns below a title and a legend. The pages are
/// SVG files, or one page of HTML without scripts.
///
/// A page of SVG is at most as large as A4 at 300 pixels an inch. At this size, cells of 28 pixels
/// are 2.4 mm wide. Drawings that do not fit on one page are put on further pages. The number of
/// columns is chosen so that the shape of the page is as close as possible to A4. A single endless
/// column was rejected, because no program prints it.
///
/// A page for paper has the size of the paper in millimetres, and a margin of 10 mm. All drawings
/// are put on one page, as large as possible. If a pixel of a drawing would then be smaller than a
/// quarter of a millimetre, the drawings are put on several pages. Each of these pages has as many
/// rows and columns as fit if a pixel is a quarter of a millimetre. Then the drawings are enlarged
/// until they fill the page. So a cell of 28 pixels is at least 7 mm wide, unless a single drawing
/// does not fit. The size of the title and of the legend does not depend on the size of the
/// drawings. Making PDF by cairo was rejected, because cairo adds 17 packages to a build, and
/// because rsvg-convert makes PDF of these pages.
namespace dlx::drawing::svg {

/// A line of a legend, for one kind of piece.
struct LegendEntry {
  /// The colour of a copy, and the letter on its cells.
  struct Mark {
    std::string colour;  ///< the colour as "#rrggbb"
    std::string letter;  ///< letter on the cells; may be empty
    friend bool operator==(const Mark&, const Mark&) = default;
  };
  std::vector<Mark> marks;  ///< a coloured mark for each copy of the piece
  std::string name;         ///< name of the kind of piece
  std::string copies = {};  ///< number of copies in words, "3" or "0 to 3"; empty for one
};
/// The lines of a legend, one for each kind of piece.
using Legend = std::vector<LegendEntry>;

/// The heading above the drawings. Empty members are left out of the heading.
struct Heading {
  std::string title;          ///< the title, in large letters
  std::string subtitle = {};  ///< the text of a line below the title
  Legend legend = {};         ///< legend of all drawings
};

/// All drawings as pages of SVG, at least one page. If `columns` is given, it is the number of
/// columns; otherwise the number is chosen by the shape of the page. On paper the columns together
/// are as wide as the page.
[[nodiscard]] std::vector<std::string> pages(std::span<const Drawing> drawings,
                                             const Heading& heading,
                                             std::optional<std::uint32_t> columns = {},
                                             const std::optional<Paper>& paper = {});

/// All drawings on one page of SVG.
[[nodiscard]] std::string one_page(std::span<const Drawing> drawings, const Heading& heading = {});

/// A page of HTML with the drawings that fit into `most_bytes`, but at least one. The page states
/// how many drawings are left out, including `left_out` drawings that the caller has left out. The
/// page has no scripts and makes no network requests. When the page is printed, no drawing is cut
/// in two. `paper` is the paper for printing; if it is empty, the user chooses the paper.
[[nodiscard]] std::string to_html(std::span<const Drawing> drawings, const Heading& heading,
                                  std::uint64_t left_out = 0,
                                  const std::optional<Paper>& paper = {},
                                  std::size_t most_bytes = 2'000'000);

}  // namespace dlx::drawing::svg
