#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "dlx/core/problem.hpp"
#include "reductions/polycube/formats.hpp"

/// Reads texts that the user pasted or dropped on the page, in any format that the library
/// recognises.
namespace dlx::web {

/// The content of a text: a problem, or packing puzzles.
struct Text {
  std::string format;               ///< the name of the format on the command line
  std::optional<Problem> problem;   ///< the problem, unless the text contains packing puzzles
  polycube::Collection packings{};  ///< the packing puzzles; empty if the text contains a problem
};

/// Reads a text. If the file's name does not determine the format, the first lines do. If
/// `is_knuth` is true, the text is in Knuth's format, because a program has made it. Throws
/// InputError. A text without options is an error, too, unless `is_knuth` is true.
[[nodiscard]] Text read_text(std::string text, const std::string& name, bool is_knuth = false);

/// Describes the content of a text for the page. For a problem, returns {"format", "primary",
/// "secondary", "options": numbers of items and options, "costs": whether it has costs}. For
/// packing puzzles, returns {"format", "packings": see packing_json.hpp, "comment"}. A packing also
/// has "grid", the name of its grid, if the grid is not that of cubes. For a sudoku, returns
/// {"format": "sudoku"}. Throws InputError.
[[nodiscard]] nlohmann::ordered_json look_at_text(const nlohmann::ordered_json& request);

}  // namespace dlx::web
