#pragma once

#include <span>
#include <string>
#include <vector>

#include "reductions/polycube/polycube.hpp"

/// Tilings of a flat region by dominoes. Primary items: the cells. An option: a domino in a place.
namespace dlx::classics::dominoes {

/// A polycube puzzle of one piece in any number; decode() and symmetries() are those of polycubes.
struct Model : polycube::Model {};

/// Throws std::invalid_argument for a region of more than one layer.
[[nodiscard]] polycube::Puzzle puzzle(lattice::Cells region);

/// polycube::build() of that puzzle.
[[nodiscard]] Model build(lattice::Cells region);

/// A lying domino is <>, a standing one ^ over v.
[[nodiscard]] std::string draw(const Model& model, const polycube::Assembly& tiling,
                               drawing::palette::Paint paint = drawing::palette::Paint::plain);

/// Each tiling in the four colours that show where it is rigid: lying and standing dominoes, each
/// of two kinds by the parity of x + y of the first cell (W. Jockusch, J. Propp, P. Shor: "Random
/// domino tilings and the arctic circle theorem", 1998).
[[nodiscard]] std::vector<drawing::svg::Picture> drawings(
    const Model& model, std::span<const polycube::Assembly> tilings);

/// Empty: all dominoes are alike.
[[nodiscard]] drawing::svg::Legend legend(const Model& model,
                                          std::span<const polycube::Assembly> tilings);

/// To be seen in space, in the same colours.
[[nodiscard]] drawing::scene::Scene to_scene(const Model& model,
                                             std::span<const polycube::Assembly> tilings,
                                             std::string title);

/// Empty: a picture of dominoes has no letters.
[[nodiscard]] std::string letters_in_words(const Model& model);

}  // namespace dlx::classics::dominoes
