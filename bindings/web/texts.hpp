#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "dlx/core/problem.hpp"
#include "reductions/polycube/formats.hpp"

/// Texts that were pasted or dropped, in any format that the library's readers recognise.
namespace dlx::web {

/// The content of a text: a problem, or packing puzzles.
struct Text {
  std::string format;               ///< the name of the format on the command line
  std::optional<Problem> problem;   ///< nothing: there are packing puzzles
  polycube::Collection packings{};  ///< one or more, if there is no problem
};

/// Reads a text. The file's name says the format if there is a name, otherwise the first lines do;
/// `is_knuth`: a program has made Knuth's text. Throws InputError, also for a text without options
/// unless `is_knuth`.
[[nodiscard]] Text read_text(std::string text, const std::string& name, bool is_knuth = false);

/// The content of a text, for the page: {"format", "primary", "secondary", "options"} of a problem;
/// {"format", "packings": see packing_json.hpp, "comment"} of packing puzzles, with the name of the
/// grid as "grid" if it is not cubes; {"format": "sudoku"} of a sudoku. Throws InputError.
[[nodiscard]] nlohmann::ordered_json look_at_text(const nlohmann::ordered_json& request);

}  // namespace dlx::web
