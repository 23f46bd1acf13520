#include "apps/run/pictures.hpp"

#include <stdexcept>

#include "apps/run/files.hpp"
#include "reductions/draw/solid.hpp"

namespace dlx::app {

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
