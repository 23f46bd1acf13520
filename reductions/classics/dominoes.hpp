#pragma once

#include <memory>
#include <span>
#include <string>

#include "reductions/polycube/polycube.hpp"

/// Tilings of a flat region by dominoes. The primary items are the cells. An option is a domino at
/// a place.
namespace dlx::classics::dominoes {

/// A polycube puzzle whose only piece is the domino, in any number of copies. decode() and
/// symmetries() of polycubes also work for this model.
struct Model : polycube::Model {};

/// Makes the puzzle of a region. Throws std::invalid_argument if the region has more than one
/// layer.
[[nodiscard]] polycube::Puzzle puzzle(lattice::Cells region);

/// Builds the model of a region: polycube::build() of the puzzle of this region.
[[nodiscard]] Model build(lattice::Cells region);

/// Pictures show dominoes in four colours, without a legend. The colours make visible where a
/// tiling is rigid.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);

/// A scene of tilings in space, in the colours of frame().
[[nodiscard]] drawing::scene::Scene to_scene(const Model& model,
                                             std::span<const polycube::Assembly> tilings,
                                             std::string title);

}  // namespace dlx::classics::dominoes
