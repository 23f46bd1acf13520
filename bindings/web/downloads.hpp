#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "bindings/web/puzzles.hpp"
#include "bindings/web/search.hpp"
#include "reductions/apart/turning.hpp"

/// Makes the 3D scenes that the web page shows, and the files that it offers for download.
namespace dlx::web {

/// A solution that a search has stored. Throws std::invalid_argument if no solution has that
/// number.
[[nodiscard]] const Solution& kept_solution(const Search& search, int number);

/// Limits for taking an assembly apart before it is shown.
struct TakingApart {
  /// Approximate time limit. If it is 0, assemblies are not taken apart.
  std::chrono::milliseconds patience{};
  /// The rotations by 90 degrees that are tried if slides do not take the assembly apart.
  apart::Turns turns = apart::Turns::none;
};

/// The slides that take assemblies apart. The keys are the numbers of the assemblies, counted from
/// 0.
using Separations = std::map<int, std::vector<lattice::Stage>>;

/// The 3D scene of the stored solution with this number; see dlx_scene() in door.cpp. If the
/// solution comes apart by slides, adds these slides to `separations`. Throws std::invalid_argument
/// if the puzzle is not solid, if `taking_apart` has a time limit and the puzzle is not a packing,
/// or if rotations are requested and the pieces are not made of cubes.
[[nodiscard]] Json scene_of(const Game& game, const Search& search, int number,
                            const std::string& title, const TakingApart& taking_apart,
                            Separations& separations);

/// The content of a file in the format request["what"]. The formats "svg", "stl", "obj" and "scad"
/// describe one solution. The format "blank" is an SVG drawing of the puzzle without a solution.
/// The format "xmpuzzle" of BurrTools describes a packing puzzle with all stored assemblies and the
/// slides that take them apart. Throws std::invalid_argument if the format cannot represent the
/// puzzle.
[[nodiscard]] std::string download(const Game& game, const Search& search,
                                   const Separations& separations, const Json& request);

}  // namespace dlx::web
