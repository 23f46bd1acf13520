#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/lattice.hpp"
#include "reductions/lattice/slides.hpp"

/// A scene in space: assemblies of parts made of cells, or walks from cube to cube. Scenes are
/// shown by a page (viewer/) or printed in three dimensions (solid.hpp). Scenes do not depend on
/// any puzzle.
namespace dlx::drawing::scene {

using lattice::Cell;
using lattice::Cells;

/// Cells that form one body. x increases to the right, y toward the viewer, z downward.
struct Part {
  std::uint32_t piece = 0;  ///< index of the piece in Scene::pieces
  std::string label;        ///< label of the part; one or two letters look best
  Cells cells;              ///< cells of the part; no other part has them
};

/// Parts, in the order in which they are put together.
using Parts = std::vector<Part>;

/// The result of analysing whether and how an assembly comes apart.
struct TakenApart {
  /// Whether the assembly comes apart, in words; empty if this was not analysed.
  std::string verdict;
  std::string level = {};  ///< the numbers of moves, "7.2.3"; empty if unknown
  /// The moves that take the assembly apart, with parts numbered by their indices in Parts. The
  /// list is empty if no moves are known, or if cubes need only one slide for each separation into
  /// two groups.
  std::vector<lattice::Stage> stages = {};
};

/// Either assemblies and their pieces, or walks. In walks, x increases to the right, y away from
/// the viewer, z upward.
struct Scene {
  std::string title;                     ///< title of the page
  std::string subtitle = {};             ///< the text of a line below the title
  std::vector<std::string> pieces = {};  ///< names of the pieces
  /// The colour of each piece as "#rrggbb". If the list is empty, palette::colours_of() chooses the
  /// colours.
  std::vector<std::string> colours = {};
  std::vector<Parts> assemblies = {};  ///< assemblies, shown one at a time
  std::vector<TakenApart> apart = {};  ///< how each of `assemblies` comes apart; empty if unknown
  lattice::Grid grid = lattice::Grid::cubes;  ///< grid of the cells of `assemblies`
  std::vector<std::vector<Cell>> walks = {};  ///< walks, shown one at a time, instead of assemblies
  std::uint64_t left_out = 0;                 ///< number of solutions that are not in the scene
};

/// The colour of each piece.
[[nodiscard]] std::vector<std::string> colours_of(const Scene& scene);

/// Orders parts made of cubes so that each part can be added to the parts before it along a
/// straight line, from above if possible. Returns, for each part, the direction in which the part
/// can be removed again, if there is such a direction. If at some time no part can be removed in
/// this way, the highest part is removed without a direction. The page then searches for an order
/// of parts and groups itself (viewer/src/building.js).
std::vector<std::optional<Cell>> put_in_building_order(Parts& parts);

/// The scene as JSON, format "dlx-scene/1" (viewer/README.md). The JSON contains the solutions that
/// fit into `most_bytes`, but at least one, and the number of solutions left out.
[[nodiscard]] std::string to_json(const Scene& scene, std::size_t most_bytes = 250'000);

/// An HTML page that shows the scene. The page is a single file and makes no network requests.
[[nodiscard]] std::string to_html(const Scene& scene);

/// An HTML page that replays a search, given as JSON in the format "dlx-tree/1", which `dlx explain
/// --json` prints.
[[nodiscard]] std::string search_page(const std::string& tree);

}  // namespace dlx::drawing::scene
