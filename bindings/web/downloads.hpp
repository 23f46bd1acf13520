#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "bindings/web/puzzles.hpp"
#include "bindings/web/search.hpp"

/// The scenes that the page shows, and the files that it offers.
namespace dlx::web {

/// A solution that a search has kept. Throws std::invalid_argument if no solution has that number.
[[nodiscard]] const Solution& kept_solution(const Search& search, int number);

/// How an assembly is taken apart before it is shown.
struct TakingApart {
  std::chrono::milliseconds patience{};  ///< about how long; 0: not at all
  bool turns = false;                    ///< try quarter turns where slides are not enough
};

/// How assemblies come apart by slides, by their numbers from 0.
using Separations = std::map<int, std::vector<lattice::Stage>>;

/// The kept solution of that number, see dlx_scene() in door.cpp. Records how it comes apart by
/// slides. Throws std::invalid_argument for puzzles that are not solid, for taking apart a game
/// that is not a packing, and for turns of pieces not made of cubes.
[[nodiscard]] Json scene_of(const Game& game, const Search& search, int number,
                            const std::string& title, const TakingApart& taking_apart,
                            Separations& separations);

/// The game's problem as "dlx-problem/1".
[[nodiscard]] std::string problem_as_json(const Game& game);

/// A file: "stl", "obj" or "scad" of one solution; "xmpuzzle" of a packing puzzle with all
/// assemblies that were kept, and with their separations. Throws std::invalid_argument for games
/// that the format cannot hold.
[[nodiscard]] std::string download(const Game& game, const Search& search,
                                   const Separations& separations, const Json& request);

}  // namespace dlx::web
