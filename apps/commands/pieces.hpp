#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "apps/run/answer.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/faces/facts.hpp"
#include "reductions/lattice/lattice.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::app {

/// Pieces, and perhaps an assembly, from a file of facts, words or pictures; "-" is standard input.
/// What is wrong with it is said with its line.
[[nodiscard]] faces::Facts read_facts(const std::string& file);

/// Whether a word is the sides of a box: "6x10" or "2x3x10".
[[nodiscard]] bool is_box(std::string_view word);

/// A region named on the command line: "ROWSxCOLUMNS", "LAYERSxROWSxCOLUMNS", or a file with a
/// picture: X or # for a cell, . or _ or a blank for none, an empty line between layers. `wrap`:
/// the edges that touch.
[[nodiscard]] lattice::Cells region(const std::string& word, const std::string& wrap = "");

/// What the commands that put pieces together share.
struct FacesFlags {
  bool no_flip = false;
  faces::Formulation formulation = faces::Formulation::edges;
};

void add_faces_options(CLI::App& command, FacesFlags& flags);

/// --no-flip and --no-turn, for pieces made of cells; `freest` becomes what they leave.
void add_turning_options(CLI::App& command, polycube::Turning& freest);

/// Says after a count of all assemblies how many there are up to rotations, which is what --all
/// lists; without the number where the assemblies are too many to be compared at once.
void note_rotations(const Request& request, Console& console, const faces::Model& model,
                    const Answer& answer);

/// Shows assemblies: drawn, and in JSON with their placements. It refers to the puzzle.
[[nodiscard]] Presentation assembly_presentation(const catalogue::Puzzle& puzzle);

}  // namespace dlx::app
