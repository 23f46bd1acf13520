#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "bindings/web/puzzles.hpp"
#include "bindings/web/search.hpp"
#include "reductions/apart/turning.hpp"

/// The scenes that the page shows, and the files that the page offers for download.
namespace dlx::web {

/// A solution that a search has kept. Throws std::invalid_argument if no solution has that number.
[[nodiscard]] const Solution& kept_solution(const Search& search, int number);

/// How an assembly is taken apart before it is shown.
struct TakingApart {
  /// Approximate time limit; 0: assemblies are not taken apart.
  std::chrono::milliseconds patience{};
  /// The rotations by 90 degrees that are tried if slides do not take the assembly apart.
  apart::Turns turns = apart::Turns::none;
};

/// How assemblies come apart by slides. The keys are the numbers of the assemblies, counted from 0.
using Separations = std::map<int, std::vector<lattice::Stage>>;

/// The scene of the stored solution with this number; see dlx_scene() in door.cpp. Records in
/// `separations` how the solution comes apart by slides. Throws std::invalid_argument if the puzzle
/// is not solid, if a game that is not a packing is to be taken apart, or if pieces that are not
/// made of cubes are to be rotated.
[[nodiscard]] Json scene_of(const Game& game, const Search& search, int number,
                            const std::string& title, const TakingApart& taking_apart,
                            Separations& separations);

/// The game's problem as JSON in the format "dlx-problem/1".
[[nodiscard]] std::string problem_as_json(const Game& game);

/// The content of a file in the format request["what"]. The formats "svg", "stl", "obj" and "scad"
/// describe one solution. The format "blank" is an SVG drawing of the puzzle without a solution.
/// The format "xmpuzzle" describes a packing puzzle with all assemblies that were kept, and with
/// their separations. Throws std::invalid_argument if the format cannot represent the game.
[[nodiscard]] std::string download(const Game& game, const Search& search,
                                   const Separations& separations, const Json& request);

}  // namespace dlx::web
