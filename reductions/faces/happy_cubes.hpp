#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/faces/faces.hpp"
#include "reductions/polycube/polycube.hpp"

/// The six happy cubes as they are sold, each of six pieces in a flat tray: data/happy_cubes.json.
namespace dlx::faces {

/// One of the six cubes.
struct HappyCube {
  std::string colour;             ///< its name: blue, green, yellow, orange, red, purple
  std::vector<Piece> pieces;      ///< six, named blue1 to blue6, lettered A to F
  std::vector<std::string> tray;  ///< rows of '1' (wall) and '0' (free)
};

/// All six, in the order of the file.
[[nodiscard]] std::span<const HappyCube> happy_cubes();

/// The cube of a colour. Throws std::invalid_argument, which names the colours.
[[nodiscard]] const HappyCube& happy_cube(std::string_view colour);

/// The 36 pieces, lettered A to Z and a to j.
[[nodiscard]] std::vector<Piece> all_pieces();

/// The puzzle of laying the pieces back into a tray, each once.
[[nodiscard]] polycube::Puzzle tray_puzzle(std::span<const Piece> pieces,
                                           std::span<const std::string> tray, bool turn_over);

}  // namespace dlx::faces
