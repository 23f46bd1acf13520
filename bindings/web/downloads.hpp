#pragma once

#include <chrono>
#include <string>

#include "bindings/web/puzzles.hpp"
#include "bindings/web/search.hpp"

/// The scenes that the page shows, and the files that the page offers for download.
namespace dlx::web {

/// A solution that a search has kept. Throws std::invalid_argument if no solution has that number.
[[nodiscard]] const Solution& kept_solution(const Search& search, int number);

/// How an assembly is taken apart before it is shown.
struct TakingApart {
  /// Approximate time limit; 0: assemblies are not taken apart.
  std::chrono::milliseconds patience{};
  /// Try rotations of pieces by 90 degrees if slides do not take the assembly apart.
  bool turns = false;
};

/// The scene of a solution; see dlx_scene() in door.cpp. Throws std::invalid_argument if the puzzle
/// is not solid, if a game that is not a packing is to be taken apart, or if pieces that are not
/// made of cubes are to be rotated.
[[nodiscard]] Json scene_of(const Game& game, const Solution& solution, const std::string& title,
                            const TakingApart& taking_apart);

/// The game's problem as JSON in the format "dlx-problem/1".
[[nodiscard]] std::string problem_as_json(const Game& game);

/// The content of a file in the format request["what"]. The formats "stl", "obj" and "scad"
/// describe one solution. The format "xmpuzzle" describes a packing puzzle with all assemblies that
/// were kept. Throws std::invalid_argument if the format cannot represent the game.
[[nodiscard]] std::string download(const Game& game, const Search& search, const Json& request);

}  // namespace dlx::web
