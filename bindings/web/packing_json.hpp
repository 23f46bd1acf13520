#pragma once

#include <nlohmann/json.hpp>

#include "reductions/polycube/polycube.hpp"

/// Packing puzzles as JSON, in the form that the page's studio uses:
///   {"pieces": [{"name", "cells": [[x, y, z], ...], "least": 1, "most": 1 or null for any number,
///                "colour": "#rrggbb", "colours": [...], "alternatives": [cells, ...],
///                "groups": [[number, copies], ...]}],
///    "target": cells, "optional": cells, "holes": a number or null, "turning": "any", "no-flip"
///    or "no-turn", "target_colours", "optional_colours", "fitting": [[colour, colour], ...]}
/// Only the names and cells of the pieces and the target are required. The colour of a piece is the
/// colour in which it is drawn, and "colours" are the colours of its cells that must match. Struct
/// polycube::Puzzle explains the members and the order of lists.
namespace dlx::web {

/// Reads the member "turning" of a puzzle in JSON, which says how pieces may be rotated.
[[nodiscard]] polycube::Turning turning_from_json(const nlohmann::ordered_json& json);

/// Reads a packing puzzle from JSON. Throws std::invalid_argument if the JSON is not a packing
/// puzzle.
[[nodiscard]] polycube::Puzzle packing_from_json(const nlohmann::ordered_json& json);

/// Converts a puzzle to an object that packing_from_json() can read. Each piece has the colour that
/// the palette chooses.
[[nodiscard]] nlohmann::ordered_json to_json(const polycube::Puzzle& puzzle);

/// A list of cells: [[x, y, z], ...].
[[nodiscard]] nlohmann::ordered_json to_json(const lattice::Cells& cells);

}  // namespace dlx::web
