#pragma once

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "reductions/catalogue/puzzle.hpp"

/// Searches a puzzle and draws the solutions.
namespace dlx::app {

/// Prints notes about printed drawings: which letters denote which pieces, and which layer is on
/// top.
void note_drawings(Console& console, const drawing::Frame& frame);

/// Searches, shows solutions as `show` describes, and writes the requested pictures.
Outcome search_and_draw(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
                        Presentation show);

/// Searches, and shows solutions as text. With --up-to, solutions count up to the puzzle's
/// symmetries. Members of `show` that are set replace these defaults.
Outcome search_puzzle(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
                      Presentation show = {});

/// Runs the subcommand of a puzzle: --emit, --explain, or search_puzzle().
int run_puzzle(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
               Presentation show);

}  // namespace dlx::app
