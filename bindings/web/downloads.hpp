#pragma once

#include <chrono>
#include <string>

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

/// See dlx_scene() in door.cpp. Throws std::invalid_argument for puzzles that are not solid, for
/// taking apart a game that is not a packing, and for turns of pieces not made of cubes.
[[nodiscard]] Json scene_of(const Game& game, const Solution& solution, const std::string& title,
                            const TakingApart& taking_apart);

/// The game's problem as "dlx-problem/1".
[[nodiscard]] std::string problem_as_json(const Game& game);

/// A file: "stl", "obj" or "scad" of one solution; "xmpuzzle" of a packing puzzle with all
/// assemblies that were kept. Throws std::invalid_argument for games that the format cannot hold.
[[nodiscard]] std::string download(const Game& game, const Search& search, const Json& request);

}  // namespace dlx::web
