#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/faces/puzzle.hpp"
#include "reductions/polycube/puzzle.hpp"

/// The six happy cubes as they are sold: each has six pieces in a flat tray. The data is in
/// data/happy_cubes.json.
namespace dlx::faces {

/// One of the six happy cubes.
struct HappyCube {
  std::string colour;         ///< the name of the cube: blue, green, yellow, orange, red or purple
  std::vector<Piece> pieces;  ///< six pieces named blue1 to blue6, with letters A to F
  std::vector<std::string> tray;  ///< rows of the tray: '1' is wall, '0' is free
};

/// All six cubes, in the order of the file.
[[nodiscard]] std::span<const HappyCube> happy_cubes();

/// The happy cube of a given colour. For an unknown colour, throws std::invalid_argument, whose
/// message lists the colours.
[[nodiscard]] const HappyCube& happy_cube(std::string_view colour);

/// The 36 pieces, with letters A to Z and a to j.
[[nodiscard]] std::vector<Piece> all_pieces();

/// The puzzle of putting the pieces back into a tray, each exactly once.
[[nodiscard]] polycube::Puzzle tray_puzzle(std::span<const Piece> pieces,
                                           std::span<const std::string> tray, bool turn_over);

}  // namespace dlx::faces
