#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reductions/faces/faces.hpp"
#include "reductions/polycube/polycube.hpp"

/// Foam pieces of happy cubes as JSON, in the form that the page's editor uses:
///   {"build": "cube", "tray" or "big", "pieces": [{"name", "word": 16 characters 0 and 1,
///    "letter", "set"}], "turn_over": true, "tray": a colour, "one_set_a_face": false}
/// Only "pieces" is required.
namespace dlx::web {

/// The assemblies that foam pieces can make.
enum class Built {
  cube,  ///< a cube of six foam pieces
  tray,  ///< the flat tray in which the six pieces of a cube are sold
  big,   ///< the big cube of 24 foam pieces
};

/// Foam pieces, and the assembly to be made of them.
struct Pieces {
  Built build = Built::cube;
  std::vector<faces::Piece> pieces;
  bool turn_over = true;
  bool one_set_a_face = false;
  std::vector<std::string> tray;  ///< rows of the flat tray, see faces::HappyCube
};

/// Reads foam pieces from JSON. Throws std::invalid_argument if the JSON does not describe pieces.
[[nodiscard]] Pieces pieces_from_json(const nlohmann::ordered_json& json);

/// The puzzle of making a cube of six pieces, or the big cube of 24 pieces.
[[nodiscard]] faces::Puzzle assembly_of(const Pieces& pieces);

/// The puzzle of filling the flat tray with the pieces. Throws std::invalid_argument if `pieces`
/// has no tray.
[[nodiscard]] polycube::Puzzle tray_of(const Pieces& pieces);

/// The faults of six pieces that should make a cube, and the number of their cells: {"complaints":
/// [{"piece": the number of a piece from 0, or null, "text"}], "cells": the number of cells of the
/// pieces, "wanted": the number of cells of a cube}.
[[nodiscard]] nlohmann::ordered_json complaints_about(const Pieces& pieces);

/// The changes of a single cell after which six pieces can make a cube. A change fills an empty
/// cell or empties a filled cell: [{"piece": the number of a piece from 0, "cell": the number of a
/// cell of its rim}, ...].
[[nodiscard]] nlohmann::ordered_json mends_of(const Pieces& pieces);

/// The pieces in a text that faces::read_facts() reads: [{"name", "word", "letter", "fill": a
/// colour, or ""}, ...]. Throws InputError.
[[nodiscard]] nlohmann::ordered_json pieces_in_text(const std::string& text);

/// The six cubes that are sold: [{"colour", "pieces": in the form of pieces_in_text()}, ...].
[[nodiscard]] nlohmann::ordered_json sold_cubes();

}  // namespace dlx::web
