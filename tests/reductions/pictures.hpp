#pragma once

#include <vector>

#include "reductions/catalogue/puzzle.hpp"

namespace dlx::test {

/// Pictures of what a reduction has decoded.
template <class Model, class List>
std::vector<drawing::Picture> pictures_of(const Model& model, const List& decoded) {
  std::vector<drawing::Picture> all;
  for (const auto& each : decoded) all.push_back(catalogue::picture(model, each));
  return all;
}

/// Assemblies of foam pieces in space.
template <class Model, class List>
drawing::scene::Scene scene_of(const Model& model, const List& decoded) {
  return drawing::to_scene(*frame(model), pictures_of(model, decoded), "");
}

}  // namespace dlx::test
