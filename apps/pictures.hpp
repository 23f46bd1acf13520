#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "reductions/draw/scene.hpp"
#include "reductions/draw/solid.hpp"

namespace dlx::app {

/// Files that show what is shown; empty: none.
struct Pictures {
  std::string svg;
  std::string html;
  std::string stl;
  std::string obj;
  std::string scad;
  solid::Measures measures;

  [[nodiscard]] bool in_space() const {
    return !html.empty() || !stl.empty() || !obj.empty() || !scad.empty();
  }
  [[nodiscard]] bool wanted() const { return in_space() || !svg.empty(); }
};

/// What a puzzle can be drawn as.
enum class Drawn { flat, in_space, solid };

/// The options for those files, up to `most`. The command must have --count and --emit, which go
/// with none of them.
void add_picture_options(CLI::App& command, Pictures& pictures, Drawn most);

/// Refuses, before a search rather than after it, files that cannot be written (SystemError) and
/// measures of no body (std::invalid_argument).
void check(const Pictures& pictures);

/// Writes the files that show a scene; solid bodies of its first assembly.
void write_scene(const Pictures& pictures, const scene::Scene& scene);

}  // namespace dlx::app
