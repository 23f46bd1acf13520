#pragma once

#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/apart.hpp"
#include "reductions/polycube/polycube.hpp"

/// The content of a file of puzzles: `dlx polycube --info` and `--saved`, which return exit codes.
/// Also pictures that need no search.
namespace dlx::app {

/// Writes the pictures that are wanted of the assemblies that come apart, or of the first if none
/// does.
void draw_apart(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome);

/// --info: describes the puzzles of a file, and the results that the file has saved.
[[nodiscard]] int describe(const Request& request, Console& console,
                           const polycube::Collection& collection);

/// --saved: prints the assemblies that the file holds, each checked; pictures have those that are
/// right.
[[nodiscard]] int show_saved(const Request& request, Console& console, const polycube::Model& model,
                             const polycube::NamedPuzzle& named, const std::string& title);

/// --saved --apart: analyses the saved assemblies that are right.
[[nodiscard]] int analyse_saved(const Request& request, Console& console,
                                const polycube::NamedPuzzle& named, const ApartTask& task);

}  // namespace dlx::app
