#pragma once

#include <chrono>
#include <string>

#include "bindings/web/puzzles.hpp"
#include "bindings/web/search.hpp"

/// What the page shows in space, and what it offers as files.
namespace dlx::web {

/// A solution that a search has kept. Throws std::invalid_argument if no solution has that number.
[[nodiscard]] const Solution& kept_solution(const Search& search, int number);

/// How an assembly is taken apart before it is shown.
struct TakingApart {
  std::chrono::milliseconds patience{};  ///< about how long; 0: not at all
  bool turns = false;                    ///< with quarter turns where slides are not enough
};

/// See dlx_scene() in door.cpp. Throws std::invalid_argument for what is not solid, for taking
/// apart what is no packing, and for turning what is not made of cubes.
[[nodiscard]] Json scene_of(const Game& game, const Solution& solution, const std::string& title,
                            const TakingApart& taking_apart);

/// The game's problem as "dlx-problem/1".
[[nodiscard]] std::string problem_as_json(const Game& game);

/// A file: "stl", "obj" or "scad" of one solution; "xmpuzzle" of a packing puzzle with all
/// assemblies that were kept. Throws std::invalid_argument for what cannot be written so.
[[nodiscard]] std::string download(const Game& game, const Search& search, const Json& request);

}  // namespace dlx::web
