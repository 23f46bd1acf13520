#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::web {

using Json = nlohmann::ordered_json;
using Solution = catalogue::Solution;

/// The game that the page has open: a puzzle, or a problem that was pasted, which has no pictures.
using Game = catalogue::Puzzle;

/// A solution as the command dlx prints it.
[[nodiscard]] std::string text(const Game& game, const std::string& number,
                               std::span<const OptionId> solution);

/// A solution as SVG; null if the game has no pictures.
[[nodiscard]] Json picture_of(const Game& game, std::span<const OptionId> solution);

/// Whether solutions can be shown in space.
[[nodiscard]] inline bool is_solid(const Game& game) {
  return drawing::is_in_space(game.common().style);
}

/// The puzzle's board with the marks of each option, as JSON; empty if it has none.
[[nodiscard]] std::string board(const Game& game);

/// The puzzle as an ordinary problem in Knuth's format.
[[nodiscard]] std::string as_text(const Game& game);

/// The game that a request names: {"text": "..."}, see read_game(), or an object such as {"puzzle":
/// "queens", "n": 8}. The parameters of a puzzle are those of its row in the catalogue, with
/// "rows", "columns", "layers" or "picture" for a region. packing_json.hpp has the parameters of
/// "packing", and pieces_json.hpp those of "pieces". Throws InputError for a text,
/// std::invalid_argument for puzzles.
[[nodiscard]] std::unique_ptr<Game> make_game(const Json& request);

/// The puzzles of the catalogue: [{"name", "parameters": [{"name", "form": "number", "word",
/// "region" or "turning", "otherwise"}], "up_to": names}].
[[nodiscard]] Json catalogued_puzzles();

/// The sudoku of a request, {"squares": a text, "box_width" and "rules": optional}.
/// Throws InputError.
[[nodiscard]] classics::sudoku::Puzzle sudoku_in(const Json& request);

/// A problem without a puzzle.
[[nodiscard]] std::unique_ptr<Game> make_game(Problem problem);

/// A problem as numbers: of primary items, of secondary items, then for each option its length and
/// its items, counted from 0. Throws std::invalid_argument.
[[nodiscard]] std::unique_ptr<Game> make_game(std::span<const std::uint32_t> numbers);

}  // namespace dlx::web
