#include "apps/pictures.hpp"

#include <stdexcept>

#include "apps/output.hpp"

namespace dlx::app {

void add_picture_options(CLI::App& command, Pictures& pictures, Drawn most) {
  const auto add = [&](const char* name, std::string& file, const char* help) {
    CLI::Option* option =
        command.add_option(name, file, help)->type_name("FILE")->group("Pictures");
    option->excludes(command.get_option("--count"));
    option->excludes(command.get_option("--emit"));
    // A run in a file is listed by several threads and goes on in another process: what one of them
    // has seen is not all.
    option->excludes(command.get_option("--checkpoint"));
  };
  add("--svg", pictures.svg, "Draw what is shown to this file as well");
  if (most == Drawn::flat) return;
  add("--html", pictures.html,
      "Write a page that shows it in space: to be turned, taken apart and built step by step");
  if (most == Drawn::in_space) return;
  add("--stl", pictures.stl, "Write the pieces of the first one shown, laid out for a 3D printer");
  add("--obj", pictures.obj, "Write them in their places, for a 3D program");
  add("--scad", pictures.scad, "Write them as a program for OpenSCAD");
  command
      .add_option("--cell", pictures.measures.cell, "The side of a cube in millimetres, for those")
      ->type_name("MM")
      ->capture_default_str()
      ->group("Pictures");
  command.add_option("--gap", pictures.measures.gap, "Between pieces that touch, in millimetres")
      ->type_name("MM")
      ->capture_default_str()
      ->group("Pictures");
}

void check(const Pictures& pictures) {
  for (const std::string* file :
       {&pictures.svg, &pictures.html, &pictures.stl, &pictures.obj, &pictures.scad}) {
    if (!file->empty()) check_writable(*file);
  }
  constexpr double largest_cell = 10'000;
  if (pictures.measures.cell > largest_cell) {
    throw std::invalid_argument("--cell: at most 10000 millimetres");
  }
  static_cast<void>(solid::mesh({{0, 0, 0}}, pictures.measures));  // refuses the rest
}

void write_scene(const Pictures& pictures, const scene::Scene& scene) {
  if (!pictures.html.empty()) write_file(pictures.html, to_html(scene));
  if (scene.assemblies.empty()) return;
  const auto& parts = scene.assemblies.front();
  if (!pictures.stl.empty()) write_file(pictures.stl, solid::to_stl(parts, pictures.measures));
  if (!pictures.obj.empty()) write_file(pictures.obj, solid::to_obj(parts, pictures.measures));
  if (!pictures.scad.empty()) {
    write_file(pictures.scad, solid::to_scad(parts, pictures.measures, scene.title));
  }
}

}  // namespace dlx::app
