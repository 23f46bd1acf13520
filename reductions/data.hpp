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
/// viewer/dist/learn.html: DLX_TREE stands where a search goes.
[[nodiscard]] std::string_view learn_html();
/// viewer/boards/boards.html: DLX_NAME, DLX_TITLE, DLX_SUBTITLE, DLX_LEGEND and DLX_FIGURES stand,
/// in this order, where texts go.
[[nodiscard]] std::string_view boards_html();

}  // namespace dlx::data
