#pragma once

#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/apart.hpp"
#include "reductions/polycube/polycube.hpp"

/// `dlx polycube --info` and `--saved`, which show the contents of a file of puzzles without a
/// search. Functions that return int return the exit code.
namespace dlx::app {

/// Writes the requested pictures of the assemblies that can be taken apart. If no assembly can be
/// taken apart, the pictures show the first assembly.
void draw_apart(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome);

/// Implements --info: describes the puzzles in a file, and the results that the file has saved.
[[nodiscard]] int describe(const Request& request, Console& console,
                           const polycube::Collection& collection);

/// Implements --saved: prints and checks the assemblies that the file has saved. Pictures show the
/// correct assemblies.
[[nodiscard]] int show_saved(const Request& request, Console& console, const polycube::Model& model,
                             const polycube::NamedPuzzle& named, const std::string& title);

/// Implements --saved --apart: takes the correct saved assemblies apart.
[[nodiscard]] int analyse_saved(const Request& request, Console& console,
                                const polycube::NamedPuzzle& named, const ApartTask& task);

}  // namespace dlx::app
