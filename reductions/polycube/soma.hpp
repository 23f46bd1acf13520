#pragma once

#include "reductions/polycube/puzzle.hpp"

namespace dlx::polycube {

/// Piet Hein's Soma: the seven pieces L S T R P Q Y fill a cube of side 3. There are 11520
/// assemblies: 480 up to rotation, and 240 up to rotation and reflection (Conway and Guy, 1961).
[[nodiscard]] Puzzle soma();

}  // namespace dlx::polycube
