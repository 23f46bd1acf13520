#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reductions/drawing/svg.hpp"

/// Arranges drawings of solutions on pages, in columns, below a title and a legend: as SVG files or
/// as one page of HTML without scripts.
///
/// A page of SVG is at most as large as A4 at 300 pixels an inch, on which cells of 28 pixels are
/// 2.4 mm wide; further drawings are on further pages. The number of columns is the one for which
/// the page comes nearest to the shape of A4. Weighed: one endless column, which no program prints.
///
/// Pages for paper have its size in millimetres, and a margin of 10. All drawings are on one page,
/// as large as fits up to half a millimetre a pixel, or on several pages at a quarter of a
/// millimetre a pixel, where a cell of 28 pixels is 7 mm wide.
/// Weighed: PDF by cairo, which adds 17 packages to a build, and rsvg-convert makes PDF of these
/// pages.
namespace dlx::drawing::svg {

/// A line of a legend: a kind of pieces.
struct LegendEntry {
  /// The colour of a copy, and the letter that it is drawn with.
  struct Mark {
    std::string colour;  ///< "#rrggbb"
    std::string letter;  ///< empty: none
    friend bool operator==(const Mark&, const Mark&) = default;
  };
  std::vector<Mark> marks;  ///< one for each copy
  std::string name;         ///< of the kind
  std::string copies = {};  ///< in words, "3" or "0 to 3"; empty: one
};
/// An entry for each kind.
using Legend = std::vector<LegendEntry>;

/// What stands above the drawings; what is empty is left out.
struct Heading {
  std::string title;          ///< in large letters
  std::string subtitle = {};  ///< a line below it
  Legend legend = {};         ///< of all drawings
};

/// Pages of SVG with all drawings, at least one page. `columns`: exactly so many, whatever the
/// shape; on paper they are as wide as the page.
[[nodiscard]] std::vector<std::string> pages(std::span<const Drawing> drawings,
                                             const Heading& heading,
                                             std::optional<std::uint32_t> columns = {},
                                             const std::optional<Paper>& paper = {});

/// All drawings on one page of SVG.
[[nodiscard]] std::string one_page(std::span<const Drawing> drawings, const Heading& heading = {});

/// A page of HTML with the drawings that fit into `most_bytes`, at least one, and the number of
/// those left out, `left_out` included. It asks the network for nothing and has no scripts. On
/// paper no drawing is cut; `paper`: that of the print, otherwise whatever the reader chooses.
[[nodiscard]] std::string to_html(std::span<const Drawing> drawings, const Heading& heading,
                                  std::uint64_t left_out = 0,
                                  const std::optional<Paper>& paper = {},
                                  std::size_t most_bytes = 2'000'000);

}  // namespace dlx::drawing::svg
