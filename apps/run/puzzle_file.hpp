#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "reductions/polycube/formats.hpp"

namespace dlx::app {

/// A file of packing puzzles; without a format the text says which it is. Throws InputError.
[[nodiscard]] polycube::Collection read_puzzles(io::Input& input,
                                                std::optional<polycube::Format> format);

/// The puzzle that --problem names, by its number from 1 or its name, or the only one. Throws
/// std::invalid_argument and names those that there are.
[[nodiscard]] const polycube::NamedPuzzle& choose(const polycube::Collection& collection,
                                                  const std::string& file,
                                                  const std::string& problem);

/// Warns of what is strange about the pieces of a puzzle, and says why there is no solution if that
/// is known from their volume. `noun`: what the command calls a solution.
void warn_about(Console& console, const polycube::Puzzle& puzzle,
                std::string_view noun = "solution");

/// polycube::build(), with these warnings. A puzzle that has no solution because of its volume gets
/// no placements, unless the request writes options out.
[[nodiscard]] polycube::Model build_puzzle(const Request& request, Console& console,
                                           polycube::Puzzle puzzle,
                                           std::string_view noun = "solution");

}  // namespace dlx::app
