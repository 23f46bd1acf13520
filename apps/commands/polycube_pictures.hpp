#pragma once

#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/apart.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/polycube.hpp"

/// The pictures of `dlx polycube` that are not those of a search.
namespace dlx::app {

/// Writes the pictures that are wanted of some assemblies; `captions` has a title and a subtitle.
void draw_analysed(const Request& request, Console& console, const polycube::Model& model,
                   std::vector<polycube::Analysed> analysed, const drawing::scene::Scene& captions);

/// Pictures of the assemblies that come apart, or of the first if none does.
void draw_apart(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome);

}  // namespace dlx::app
