#pragma once

#include "reductions/drawing/picture.hpp"

/// Drawings of one style each: what drawings() and text() of picture.hpp choose from.
namespace dlx::drawing {

/// @{
/// Drawings of pictures of the style of that name, at least one.
[[nodiscard]] std::vector<svg::Drawing> draw_chess(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_sudoku(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_row(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_dominoes(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_layers(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_net(std::span<const Picture> pictures);
[[nodiscard]] std::vector<svg::Drawing> draw_walk(std::span<const Picture> pictures);
/// @}

/// draw_layers() for grids other than that of cubes: hexagons, triangles and spheres.
[[nodiscard]] std::vector<svg::Drawing> draw_lattice_layers(std::span<const Picture> pictures);

/// The colour of a domino on these cells.
[[nodiscard]] const std::string& domino_colour(const Cells& cells);

/// A sudoku that has markings, in letters: lines around regions and cages, a sum above the first
/// square of a cage, and the lines of a diagonal beside its values.
[[nodiscard]] std::string marked_text(const Picture& picture);

/// A net in letters.
[[nodiscard]] std::string net_text(const Picture& picture, palette::Paint paint);

/// The arrows of a walk, a blank between two.
[[nodiscard]] std::string arrows_of(const Picture& walk);

}  // namespace dlx::drawing
