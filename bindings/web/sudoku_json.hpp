#pragma once

#include <nlohmann/json.hpp>

/// Sudokus that are typed on the page: their boards, verdicts, hints, and new sudokus. Each
/// function takes {"squares": a text in any format that `dlx sudoku` reads, "rules", "box_width",
/// "values"}, and throws InputError. "values", if given, replace the values in the text; they may
/// contradict each other. Squares are numbered row by row from 0, values from 1.
namespace dlx::web {

/// The board: {"box_width", "box_height", "width", "height", "squares": values, 0 if empty,
/// "absent": squares between overlapping grids, "rules": those that stand before the squares, as
/// text, "symbols": the sign of each value, "groups": [{"kind": "region", "diagonal", "area" or
/// "cage", "squares", "sum"}], "pairs": [{"kind": "less", "consecutive" or "twice", "squares":
/// two}], "even", "odd": squares whose values are so, "conflicts": squares that contradict each
/// other}.
[[nodiscard]] nlohmann::ordered_json board_of_sudoku(const nlohmann::ordered_json& request);

/// Beside the sudoku takes "patience": milliseconds for each question about it, a quarter of a
/// second unless given. {"verdict": "one", "several", "none" or "unknown", "level": of the hardest
/// hint, if there is one solution and this is known, "differ": squares that differ in two
/// solutions, "why": lines why there is none, "candidates": of each square the values that no given
/// square excludes}.
[[nodiscard]] nlohmann::ordered_json judge_sudoku(const nlohmann::ordered_json& request);

/// The next step: {"why": lines}, and "square", "value" and "level" where one is forced.
[[nodiscard]] nlohmann::ordered_json hint_for_sudoku(const nlohmann::ordered_json& request);

/// Beside "squares", of which only the size counts, takes "level" and "seed". {"line": the squares
/// of a new sudoku of this level; null if none was found in time}.
[[nodiscard]] nlohmann::ordered_json new_sudoku(const nlohmann::ordered_json& request);

}  // namespace dlx::web
