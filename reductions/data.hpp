#pragma once

#include <string_view>

/// Files built into the library: of the folder data/, and the viewer.
namespace dlx::data {

/// data/snakes.json.
[[nodiscard]] std::string_view snakes_json();
/// data/happy_cubes.json.
[[nodiscard]] std::string_view happy_cubes_json();
/// viewer/dist/viewer.html: DLX_SCENE stands where a scene goes.
[[nodiscard]] std::string_view viewer_html();
/// viewer/explain/explain.html: DLX_TREE stands where a tree goes.
[[nodiscard]] std::string_view explain_html();

}  // namespace dlx::data
