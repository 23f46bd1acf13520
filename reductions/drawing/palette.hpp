#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which colour has a piece? Decided here once, from the pieces of a puzzle alone: a piece has the
/// same colour in every solution, as SVG, in space, on pages and on a terminal. All of these
/// receive colours as data.
///
/// A piece named by a colour has this colour. The others have, in their order, twelve colours that
/// people with any kind of colour vision tell apart: seven of Okabe and Ito's, and five that are as
/// far as possible from these and from each other, as seen with full colour vision, without red
/// cones and without green cones. Further pieces have hues far from each other by the golden ratio;
/// letters and borders tell these apart. Copies of a piece have shades of its colour, six at most.
/// If a puzzle has one kind of piece only, each copy has a colour of its own.
///
/// Weighed and left out: hues in equal steps, where red and green ones look alike to one man in
/// twelve; and a colour that depends on how many pieces are drawn, which changes from solution to
/// solution.
namespace dlx::drawing::palette {

/// Pieces that look the same.
struct Kind {
  std::string name;        ///< a colour word at the start is the colour
  std::size_t copies = 1;  ///< how many colours are needed
};

/// Returns for each kind the colour "#rrggbb" of each copy.
[[nodiscard]] std::vector<std::vector<std::string>> colours(std::span<const Kind> kinds);

/// Returns a colour for each name, the names being kinds of one copy.
[[nodiscard]] std::vector<std::string> colours_of(std::span<const std::string> names);

/// Returns a colour "#rrggbb" for each name that begins with an English colour word, such as "red",
/// "red5" or "Blue, long", and an empty text for every other name. Names of one colour get
/// different shades of it, the strongest first. Black letters are legible on all shades; letters
/// and borders, not shades alone, tell pieces apart. The words are red, orange, yellow, green,
/// blue, purple, violet, pink, brown, turquoise, cyan, grey, gray, black and white.
[[nodiscard]] std::vector<std::string> named_colours(std::span<const std::string> names);

/// Returns the more legible of "#000000" and "#ffffff" on a colour "#rrggbb". The contrast is at
/// least 4.58, more than WCAG 2.1 asks for at level AA.
[[nodiscard]] std::string_view ink_on(std::string_view colour);

/// Returns a colour "#rrggbb" mixed with white, or with black if `light` is negative: 0 leaves it
/// as it is, 1 is white and -1 is black.
[[nodiscard]] std::string lightened(std::string_view colour, double light);

/// How a text is shown.
enum class Paint {
  plain,      ///< letters only
  truecolor,  ///< on the colours of the pieces
};

/// Returns the text on that colour for a terminal that understands ECMA-48 with 24-bit colours.
[[nodiscard]] std::string painted(std::string_view text, std::string_view colour);

}  // namespace dlx::drawing::palette
