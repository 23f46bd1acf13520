#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::web {

using Json = nlohmann::ordered_json;
using Solution = catalogue::Solution;

/// The puzzle that is open on the page. A problem that was pasted is a puzzle without pictures.
using Game = catalogue::Puzzle;

/// The text of a solution, as the command dlx prints it.
[[nodiscard]] std::string text(const Game& game, const std::string& number,
                               std::span<const OptionId> solution);

/// A picture of a solution as SVG, or null if the puzzle has no pictures.
[[nodiscard]] Json picture_of(const Game& game, std::span<const OptionId> solution);

/// Whether solutions can be shown as bodies in space.
[[nodiscard]] inline bool is_solid(const Game& game) {
  return drawing::is_in_space(game.common().style);
}

/// The puzzle's board, with the marks that each option puts on it, as JSON. Empty if the puzzle has
/// no board.
[[nodiscard]] std::string board(const Game& game);

/// The puzzle as an exact-cover problem in a format that can be written.
[[nodiscard]] std::string problem_text(const Game& game, ProblemFormat format);

/// Makes the puzzle that a request describes. A request is {"text": "..."}, which read_text()
/// reads, or an object such as {"puzzle": "queens", "n": 8}. The parameters of a puzzle are the
/// parameters of its row in the catalogue. A region is given by "rows", "columns" and "layers", or
/// by "picture". The parameters of "packing" are described in packing_json.hpp, and the parameters
/// of "pieces" in pieces_json.hpp. Throws InputError for an error in a text, and
/// std::invalid_argument for an error in a puzzle.
[[nodiscard]] std::unique_ptr<Game> make_game(const Json& request);

/// The puzzles of the catalogue: [{"name", "parameters": [{"name", "form": "number", "word",
/// "region" or "turning", "otherwise"}], "up_to": names}].
[[nodiscard]] Json catalogued_puzzles();

/// Reads the sudoku of a request: {"squares": a text, "box_width" and "rules": optional}.
/// Throws InputError.
[[nodiscard]] classics::sudoku::Puzzle sudoku_in(const Json& request);

/// Makes a puzzle without pictures from a problem.
[[nodiscard]] std::unique_ptr<Game> make_game(Problem problem);

/// Makes a puzzle without pictures from a problem that is given as numbers: the number of primary
/// items, the number of secondary items, and then for each option its length and its items,
/// numbered from 0. Throws std::invalid_argument if the numbers are not a problem.
[[nodiscard]] std::unique_ptr<Game> make_game(std::span<const std::uint32_t> numbers);

}  // namespace dlx::web
