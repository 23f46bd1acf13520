#pragma once

#include <string>

#include "reductions/polycube/polycube.hpp"

/// Tilings of a flat region by dominoes. Primary items: the cells. An option: a domino in a place.
namespace dlx::dominoes {

/// A polycube puzzle of one piece in any number; decode() and symmetries() are those of polycubes.
struct Model : polycube::Model {};

/// Throws std::invalid_argument for a region of more than one layer.
[[nodiscard]] Model build(lattice::Cells region);

/// A lying domino is <>, a standing one ^ over v.
[[nodiscard]] std::string draw(const Model& model, const polycube::Assembly& tiling);

}  // namespace dlx::dominoes
