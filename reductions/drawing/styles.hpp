#pragma once

#include "reductions/drawing/picture.hpp"

/// Functions that draw pictures, one for each style. drawings() and text() of picture.hpp choose
/// among these functions.
namespace dlx::drawing {

/// @{
/// Each function draws pictures of the style in its name. At least one picture must be given.
[[nodiscard]] std::vector<svg::Drawing> draw_chess(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_sudoku(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_row(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_dominoes(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_layers(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_net(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_walk(std::span<const Picture> pictures);
/// @}

/// Draws pictures of the style `layers` on the grids of hexagons, triangles and spheres.
[[nodiscard]] std::vector<svg::Drawing> draw_lattice_layers(std::span<const Picture> pictures);

/// Whether the two cells of a domino are neighbours only because opposite edges of the board are
/// joined.
[[nodiscard]] bool crosses_edge(const Cells& cells);

/// The colour of a domino that covers the given cells.
[[nodiscard]] const std::string& domino_colour(const Cells& cells);

/// The text of a sudoku with markings. The text shows lines around regions and cages, and the sum
/// of a cage above its first square. A diagonal is shown by strokes beside its values.
[[nodiscard]] std::string marked_text(const Picture& picture);

/// The text of a net.
[[nodiscard]] std::string net_text(const Picture& picture, palette::Paint paint);

/// The arrows of a walk, separated by blanks.
[[nodiscard]] std::string arrows_of(const Picture& walk);

}  // namespace dlx::drawing
