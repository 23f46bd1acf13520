#pragma once

#include <nlohmann/json.hpp>

#include "reductions/polycube/polycube.hpp"

/// Packing puzzles as JSON, in the form that the page's studio uses:
///   {"pieces": [{"name", "cells": [[x, y, z], ...], "least": 1, "most": 1 or null for any number,
///                "colours": [...], "alternatives": [cells, ...], "groups": [[number, copies],
///                ...]}],
///    "target": cells, "optional": cells, "holes": a number or null, "turning": "any", "no-flip"
///    or "no-turn", "target_colours", "optional_colours", "fitting": [[colour, colour], ...]}
/// Only the names and cells of the pieces and the target are required. The members have the meaning
/// of the members of struct polycube::Puzzle, and lists have the order that they have in this
/// struct.
namespace dlx::web {

/// Reads the member "turning" of an object in the form above: which rotations of pieces are
/// allowed.
[[nodiscard]] polycube::Turning turning_from_json(const nlohmann::ordered_json& json);

/// Reads an object in the form above. Throws std::invalid_argument for any other JSON value.
[[nodiscard]] polycube::Puzzle packing_from_json(const nlohmann::ordered_json& json);

/// Converts a puzzle to an object that packing_from_json() can read.
[[nodiscard]] nlohmann::ordered_json to_json(const polycube::Puzzle& puzzle);

/// A list of cells: [[x, y, z], ...].
[[nodiscard]] nlohmann::ordered_json to_json(const lattice::Cells& cells);

}  // namespace dlx::web
