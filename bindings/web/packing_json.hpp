#pragma once

#include <nlohmann/json.hpp>

#include "reductions/polycube/polycube.hpp"

/// Packing puzzles as the page's studio holds them:
///   {"pieces": [{"name", "cells": [[x, y, z], ...], "least": 1, "most": 1 or null for any number,
///                "colours": [...], "alternatives": [cells, ...], "groups": [[number, copies],
///                ...]}],
///    "target": cells, "optional": cells, "holes": a number or null, "turning": "any", "no-flip"
///    or "no-turn", "target_colours", "optional_colours", "fitting": [[colour, colour], ...]}
/// Everything but the pieces' names and cells, and the target, may be left out. Lists are in the
/// order of the struct polycube::Puzzle, whose members these are.
namespace dlx::web {

/// How pieces may be turned: the member "turning" of such an object.
[[nodiscard]] polycube::Turning turning_from_json(const nlohmann::ordered_json& json);

/// Throws std::invalid_argument for anything that is not such an object.
[[nodiscard]] polycube::Puzzle packing_from_json(const nlohmann::ordered_json& json);

/// The object that packing_from_json() reads.
[[nodiscard]] nlohmann::ordered_json to_json(const polycube::Puzzle& puzzle);

/// A list of cells: [[x, y, z], ...].
[[nodiscard]] nlohmann::ordered_json to_json(const lattice::Cells& cells);

}  // namespace dlx::web
