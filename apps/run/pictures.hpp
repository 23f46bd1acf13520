#pragma once

#include <span>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/drawing/sheet.hpp"

/// Files that show solutions. A command that writes some prints no solutions, but for JSON.
namespace dlx::app {

/// The name of a file without folders and endings: "cube" for "puzzles/cube.xmpuzzle.gz", which
/// titles a picture; empty for standard input.
[[nodiscard]] std::string name_of_file(const std::string& path);

/// Refuses, before a search rather than after it, files that cannot be written (SystemError) and
/// measures that make no body (std::invalid_argument).
void check(const Pictures& pictures);

/// Writes the pages of SVG. Returns which files there are, if several; otherwise an empty text.
std::string write_drawings(const Pictures& pictures,
                           std::span<const drawing::svg::Drawing> drawings,
                           const drawing::svg::Heading& heading);

/// Writes the pages of SVG and a flat page of HTML, if they are wanted, and prints a note about
/// several pages.
void write_flat_pages(Console& console, const Pictures& pictures,
                      std::span<const drawing::svg::Drawing> drawings,
                      const drawing::svg::Heading& heading);

/// Writes the files that show a scene; solid bodies of its first assembly. Returns which files of
/// STL there are, if several. Throws std::invalid_argument for a piece that does not fit on the
/// bed.
std::string write_scene(const Pictures& pictures, const drawing::scene::Scene& scene);

}  // namespace dlx::app
