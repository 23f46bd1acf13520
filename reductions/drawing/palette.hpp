#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The choice of colours for pieces. A piece's colour depends only on the pieces of its puzzle. So
/// a piece has the same colour in every solution, and in every kind of output (drawings, scenes in
/// space, pages and terminals). The code for these outputs receives colours as data.
///
/// A piece whose name begins with a colour word has that colour. The other pieces get, in their
/// order, twelve colours that people with any kind of colour vision can distinguish. Seven of these
/// twelve colours are from Okabe and Ito. The other five are as different as possible from these
/// seven and from each other, for people with full colour vision, without red cones, or without
/// green cones. Further pieces get hues that are spread by the golden ratio; their letters and
/// borders distinguish them. Copies of a piece get at most six shades of its colour. If a puzzle
/// has only one kind of piece, each copy gets its own colour. A colour that the user chose for a
/// piece replaces the colour of the palette.
///
/// Two alternatives were rejected. If hues are chosen in equal steps, one man in twelve cannot
/// distinguish the red colours from the green colours. Colours that depend on the number of pieces
/// drawn would change from solution to solution.
namespace dlx::drawing::palette {

/// A kind of piece, whose copies all look the same.
struct Kind {
  /// Name of the kind of piece; if the name begins with a colour word, the pieces have this colour.
  std::string name;
  std::size_t copies = 1;   ///< number of copies that need a colour
  std::string colour = {};  ///< the colour "#rrggbb" that the user chose; empty if none was chosen
};

/// Returns, for each kind of piece, the colour "#rrggbb" of each copy.
[[nodiscard]] std::vector<std::vector<std::string>> colours(std::span<const Kind> kinds);

/// Returns a colour for each name. Each name is treated as a kind of piece with one copy.
[[nodiscard]] std::vector<std::string> colours_of(std::span<const std::string> names);

/// Returns a colour "#rrggbb" for each name that begins with an English colour word, such as "red",
/// "red5" or "Blue, long". Returns an empty text for every other name. Names of one colour get
/// different shades of it, the strongest first. Black letters are legible on all shades. Pieces are
/// also distinguished by letters and borders, because shades alone are not enough. The words are
/// red, orange, yellow, green, blue, purple, violet, pink, brown, turquoise, cyan, grey, gray,
/// black and white.
[[nodiscard]] std::vector<std::string> named_colours(std::span<const std::string> names);

/// Returns "#000000" or "#ffffff", whichever is more legible on a colour "#rrggbb". The contrast is
/// at least 4.58, more than level AA of WCAG 2.1 requires.
[[nodiscard]] std::string_view ink_on(std::string_view colour);

/// Returns a colour "#rrggbb" mixed with white, or with black if `light` is negative. 0 does not
/// change the colour, 1 gives white and -1 gives black.
[[nodiscard]] std::string lightened(std::string_view colour, double light);

/// How a text is printed.
enum class Paint {
  plain,      ///< letters only
  truecolor,  ///< letters on the colours of the pieces
};

/// Returns a text with a given background colour, for a terminal that supports ECMA-48 with 24-bit
/// colours.
[[nodiscard]] std::string painted(std::string_view text, std::string_view colour);

}  // namespace dlx::drawing::palette
