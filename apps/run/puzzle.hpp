#pragma once

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "reductions/catalogue/puzzle.hpp"

/// A search whose solutions are drawn.
namespace dlx::app {

/// Prints, under printed drawings, which letters stand for which pieces and which layer is on top.
void note_drawings(Console& console, const drawing::Frame& frame);

/// Searches, shows solutions as `show` says, and writes the pictures that are wanted.
Outcome search_and_draw(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
                        Presentation show);

/// Searches, and shows solutions as text, up to the puzzle's symmetries if --up-to asks for them.
/// `show` may say otherwise.
Outcome search_puzzle(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
                      Presentation show = {});

/// The subcommand of a puzzle: --emit, --explain, or search_puzzle().
int run_puzzle(const Request& request, Console& console, const catalogue::Puzzle& puzzle,
               Presentation show);

}  // namespace dlx::app
