#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "dlx/core/problem.hpp"
#include "reductions/polycube/formats.hpp"

/// Texts that were pasted or dropped, in any format that the library's readers recognise.
namespace dlx::web {

/// What a text holds: a problem, or packing puzzles.
struct Text {
  std::string format;               ///< as the command line spells it
  std::optional<Problem> problem;   ///< nothing: there are packing puzzles
  polycube::Collection packings{};  ///< at least one, if there is no problem
};

/// Reads a text. Its format is the one that the file's name says, if there is a name, or its first
/// lines; a program that makes Knuth's text itself says so. Throws InputError, also for a text
/// without options unless a program has made it.
[[nodiscard]] Text read_text(std::string text, const std::string& name, bool is_knuth = false);

/// What is in a text, for the page: {"format", "primary", "secondary", "options"} of a problem;
/// {"format", "packings": as in packing_json.hpp, on another grid than that of cubes with its name
/// as "grid", "comment"} of packing puzzles; {"format": "sudoku"} of a sudoku.
/// Throws InputError.
[[nodiscard]] nlohmann::ordered_json look_at_text(const nlohmann::ordered_json& request);

}  // namespace dlx::web
