#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "apps/run/answer.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/facts.hpp"
#include "reductions/lattice/lattice.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::app {

/// Reads pieces, and perhaps an assembly, from a file of facts, words or pictures; "-" is standard
/// input. Error messages name the line of the file.
[[nodiscard]] faces::Facts read_facts(const std::string& file);

/// Whether a word gives the sides of a box, such as "6x10" or "2x3x10".
[[nodiscard]] bool is_box(std::string_view word);

/// A region given on the command line, as "ROWSxCOLUMNS", as "LAYERSxROWSxCOLUMNS", or as a file
/// with a picture. In a picture, X or # is a cell, and . or _ or a blank is an empty place. An
/// empty line separates layers. `wrap` names the axes along which opposite edges touch.
[[nodiscard]] lattice::Cells region(const std::string& word, const std::string& wrap = "");

/// The options of the commands that assemble foam pieces.
struct FacesFlags {
  bool no_flip = false;
  faces::Formulation formulation = faces::Formulation::edges;
};

void add_faces_options(CLI::App& command, FacesFlags& flags);

/// Adds --no-flip and --no-turn, for pieces made of cells. These options change `freest` to the
/// rotations that remain allowed.
void add_turning_options(CLI::App& command, polycube::Turning& freest);

/// After a count of all assemblies, prints this count and the number of assemblies up to rotations,
/// because --all lists assemblies up to rotations. If there are too many assemblies to compare,
/// prints only the count of all. Prints nothing if --fix or --forbid is given, because --all then
/// lists every assembly.
void note_rotations(const Request& request, Console& console, const faces::Model& model,
                    const Answer& answer);

/// Shows assemblies as drawings, and in JSON with their placements. The result keeps a reference to
/// the puzzle.
[[nodiscard]] Presentation assembly_presentation(const catalogue::Puzzle& puzzle);

}  // namespace dlx::app
