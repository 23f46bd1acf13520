#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reductions/faces/faces.hpp"
#include "reductions/polycube/polycube.hpp"

/// Foam pieces of happy cubes as the page's editor holds them:
///   {"build": "cube", "tray" or "big", "pieces": [{"name", "word": 16 characters 0 and 1,
///    "letter", "set"}], "turn_over": true, "tray": a colour, "one_set_a_face": false}
/// Only the pieces must be there.
namespace dlx::web {

/// The assemblies that foam pieces can make.
enum class Built {
  cube,  ///< a cube of six pieces
  tray,  ///< the flat tray of a cube that is sold
  big,   ///< the cube of 24 pieces
};

/// Pieces, and the assembly to be made of them.
struct Pieces {
  Built build = Built::cube;
  std::vector<faces::Piece> pieces;
  bool turn_over = true;
  bool one_set_a_face = false;
  std::vector<std::string> tray;  ///< see faces::HappyCube
};

/// Throws std::invalid_argument for anything that is not such an object.
[[nodiscard]] Pieces pieces_from_json(const nlohmann::ordered_json& json);

/// The puzzle of a cube, or of the big cube.
[[nodiscard]] faces::Puzzle assembly_of(const Pieces& pieces);

/// The puzzle of the tray. Throws std::invalid_argument if none is named.
[[nodiscard]] polycube::Puzzle tray_of(const Pieces& pieces);

/// The faults of six pieces that should make a cube, and their sizes: {"complaints": [{"piece":
/// from 0, or null, "text"}], "cells": the number of cells, "wanted": the cells of a cube}.
[[nodiscard]] nlohmann::ordered_json complaints_about(const Pieces& pieces);

/// Single cells that, filled or emptied, make six pieces a cube: [{"piece": from 0, "cell": of the
/// rim}, ...].
[[nodiscard]] nlohmann::ordered_json mends_of(const Pieces& pieces);

/// Pieces in a text as faces::read_facts() reads it: [{"name", "word", "letter", "fill": a
/// colour, or ""}, ...]. Throws
/// InputError.
[[nodiscard]] nlohmann::ordered_json pieces_in_text(const std::string& text);

/// The six cubes that are sold: [{"colour", "pieces": as pieces_in_text() has them}, ...].
[[nodiscard]] nlohmann::ordered_json sold_cubes();

}  // namespace dlx::web
