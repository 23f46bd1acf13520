#pragma once

#include <string_view>

/// Files built into the library: files of the folder data/, and the HTML pages of the viewer.
namespace dlx::data {

/// The file data/snakes.json.
[[nodiscard]] std::string_view snakes_json();
/// The file data/happy_cubes.json.
[[nodiscard]] std::string_view happy_cubes_json();
/// The file viewer/dist/viewer.html. A scene replaces its placeholder DLX_SCENE.
[[nodiscard]] std::string_view viewer_html();
/// The file viewer/dist/learn.html. The data of a search replaces its placeholder DLX_TREE.
[[nodiscard]] std::string_view learn_html();
/// The file viewer/boards/boards.html. Texts replace its placeholders, which are, in this order:
/// DLX_NAME, DLX_PAPER, DLX_TITLE, DLX_SUBTITLE, DLX_LEGEND and DLX_FIGURES.
[[nodiscard]] std::string_view boards_html();

}  // namespace dlx::data
