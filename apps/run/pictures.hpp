#pragma once

#include "apps/cli/request.hpp"
#include "reductions/draw/scene.hpp"

namespace dlx::app {

/// Refuses, before a search rather than after it, files that cannot be written (SystemError) and
/// measures that make no body (std::invalid_argument).
void check(const Pictures& pictures);

/// Writes the files that show a scene; solid bodies of its first assembly.
void write_scene(const Pictures& pictures, const scene::Scene& scene);

}  // namespace dlx::app
