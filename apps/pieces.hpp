#pragma once

#include <string>

#include "apps/run.hpp"
#include "reductions/faces/facts.hpp"

namespace dlx::app {

/// Pieces, and perhaps an assembly, from a file of facts, words or pictures; "-" is standard input.
/// What is wrong with it is said with its line.
[[nodiscard]] faces::Facts read_facts(const std::string& file);

/// What the commands that put pieces together share.
struct FacesFlags {
  bool no_flip = false;
  faces::Formulation formulation = faces::Formulation::edges;
  std::string svg;
};

void add_faces_options(CLI::App& command, FacesFlags& flags);

/// Shows assemblies: drawn, in JSON with their placements, and in an SVG file if one is asked for.
class AssemblyShow {
 public:
  AssemblyShow(const faces::Model& model, const std::string& svg_file)
      : model_(&model), svg_file_(svg_file) {}

  /// The callbacks point to this object.
  [[nodiscard]] Presentation presentation();
  /// Writes the SVG file if one was asked for and something was shown.
  void finish() const;

 private:
  const faces::Model* model_;
  std::string svg_file_;
  std::vector<faces::Assembled> shown_;
};

}  // namespace dlx::app
