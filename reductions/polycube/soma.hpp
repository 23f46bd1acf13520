#pragma once

#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// Piet Hein's Soma: the seven pieces L S T R P Q Y into a cube of side 3. 11520 assemblies, 480 up
/// to rotation, 240 up to reflection too (J. H. Conway and M. J. T. Guy, 1961).
[[nodiscard]] Puzzle soma();

}  // namespace dlx::polycube
