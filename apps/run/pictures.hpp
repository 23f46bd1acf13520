#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/drawing/sheet.hpp"

/// Output files that show solutions. A command that writes such files does not print the solutions,
/// except with --json.
namespace dlx::app {

/// The name of a file without folders and endings, which is used as the title of a picture. For
/// example, "puzzles/cube.xmpuzzle.gz" gives "cube". The name is empty for standard input.
[[nodiscard]] std::string name_of_file(const std::string& path);

/// Checks before a search that the files can be written, and that the lengths given for solid
/// bodies are possible. Throws SystemError or std::invalid_argument if one of these checks fails.
void check(const Pictures& pictures);

/// Writes the SVG pages. If there are several files, returns a message that names them, otherwise
/// an empty text.
std::string write_drawings(const Pictures& pictures,
                           std::span<const drawing::svg::Drawing> drawings,
                           const drawing::svg::Heading& heading);

/// Writes the SVG pages (if there are drawings) and the flat HTML page, if these files are wanted.
/// Prints a note if there are several SVG pages. `left_out`: the number of solutions that are not
/// drawn.
void write_flat_pages(Console& console, const Pictures& pictures,
                      std::span<const drawing::svg::Drawing> drawings,
                      const drawing::svg::Heading& heading, std::uint64_t left_out = 0);

/// Writes the files that show a three-dimensional scene. Files of solid bodies contain the first
/// assembly only. If there is an STL file for each piece, or if there are several STL files,
/// returns a message that names the files. Throws std::invalid_argument if a piece does not fit on
/// the printer's bed.
std::string write_scene(const Pictures& pictures, const drawing::scene::Scene& scene);

}  // namespace dlx::app
