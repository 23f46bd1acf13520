#pragma once

#include <nlohmann/json.hpp>

/// Functions for the sudokus that a user types on the page. They return boards, numbers of
/// solutions, hints and new sudokus. Each function takes {"squares": a text in any format that `dlx
/// sudoku` reads, "rules", "box_width", "values"}, and throws InputError. "values", if given,
/// replace the values in the text; they may contradict each other. Squares are numbered row by row
/// from 0, values from 1.
namespace dlx::web {

/// Returns the board: {"box_width", "box_height", "width", "height", "squares": values, 0 if empty,
/// "absent": squares between overlapping grids, "rules": the rules that precede the squares in the
/// text, as text, "symbols": the character of each value, "groups": [{"kind": "region", "diagonal",
/// "area" or "cage", "squares", "sum"}], "pairs": [{"kind": "less", "consecutive" or "twice",
/// "squares": two squares}], "even", "odd": squares whose values must be even or odd, "conflicts":
/// squares that contradict each other}.
[[nodiscard]] nlohmann::ordered_json board_of_sudoku(const nlohmann::ordered_json& request);

/// Takes a sudoku, and optionally "patience": the time limit in milliseconds for each question
/// about the sudoku, 250 unless given. Returns {"verdict": the number of solutions, "one",
/// "several", "none" or "unknown", "level": the level of the hardest hint that is needed, if there
/// is exactly one solution and the level is known, "differ": squares whose values differ in two
/// solutions, "why": lines of text why there is no solution, "candidates": for each square the
/// values that no given square excludes}.
[[nodiscard]] nlohmann::ordered_json judge_sudoku(const nlohmann::ordered_json& request);

/// Returns a hint, which is the next step of a solution by hand: {"why": lines of text}. If the
/// value of a square is forced, also returns "square", "value" and "level".
[[nodiscard]] nlohmann::ordered_json hint_for_sudoku(const nlohmann::ordered_json& request);

/// Makes a new sudoku. Takes "squares", which determine only the size of the board, "level" and
/// "seed". Returns {"line": the squares of a new sudoku of this level; null if none was found in
/// time}.
[[nodiscard]] nlohmann::ordered_json new_sudoku(const nlohmann::ordered_json& request);

}  // namespace dlx::web
