#pragma once

#include <memory>
#include <span>
#include <string>

#include "reductions/polycube/polycube.hpp"

/// Tilings of a flat region by dominoes. Primary items: the cells. An option: a domino in a place.
namespace dlx::classics::dominoes {

/// A polycube puzzle of one piece in any number. decode() and symmetries() of polycubes also work
/// for it.
struct Model : polycube::Model {};

/// Throws std::invalid_argument for a region of more than one layer.
[[nodiscard]] polycube::Puzzle puzzle(lattice::Cells region);

/// polycube::build() of that puzzle.
[[nodiscard]] Model build(lattice::Cells region);

/// Pictures show dominoes in the four colours that tell where a tiling is rigid, without a legend.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);

/// A scene of tilings in space, in the colours of frame().
[[nodiscard]] drawing::scene::Scene to_scene(const Model& model,
                                             std::span<const polycube::Assembly> tilings,
                                             std::string title);

}  // namespace dlx::classics::dominoes
