#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/lattice.hpp"
#include "reductions/lattice/slides.hpp"

/// What is to be seen in space: assemblies of parts made of cells, or walks from cube to cube. It
/// is shown by a page (viewer/), printed in three dimensions (solid.hpp), and knows no puzzle.
namespace dlx::drawing::scene {

using lattice::Cell;
using lattice::Cells;

/// Cells that are one body. x runs to the right, y toward the viewer, z downward.
struct Part {
  std::uint32_t piece = 0;  ///< its position in Scene::pieces
  std::string label;        ///< one letter or two look best
  Cells cells;              ///< no two parts share one
};

/// Parts, in the order in which they are put together.
using Parts = std::vector<Part>;

/// How an assembly comes apart, if that was looked for.
struct TakenApart {
  std::string verdict;     ///< in words; empty: it was not looked for
  std::string level = {};  ///< the numbers of moves, "7.2.3"; empty: unknown
  /// Of the parts, by their positions in Parts; empty: there are none, or straight moves will do.
  std::vector<lattice::Stage> stages = {};
};

/// Either assemblies and the pieces they are made of, or walks: of those x runs to the right, y
/// away from the viewer, z upward.
struct Scene {
  std::string title;                      ///< of the page
  std::string subtitle = {};              ///< a line below it
  std::vector<std::string> pieces = {};   ///< names
  std::vector<std::string> colours = {};  ///< "#rrggbb", one each; empty: by palette::colours_of
  std::vector<Parts> assemblies = {};     ///< one after another to be paged through
  std::vector<TakenApart> apart = {};     ///< one for each of `assemblies`, or empty
  lattice::Grid grid = lattice::Grid::cubes;  ///< of the cells of `assemblies`
  std::vector<std::vector<Cell>> walks = {};  ///< one after another, instead of assemblies
  std::uint64_t left_out = 0;                 ///< further ones that are not here
};

/// The colour of each piece.
[[nodiscard]] std::vector<std::string> colours_of(const Scene& scene);

/// Orders parts made of cubes, and returns for each the direction in which it leaves those before
/// it, if there is one. They are ordered so that each can be added to the parts before it in a
/// straight line, from above if possible. If there is no such order, the highest part is taken off
/// where no part is free; the page then searches for an order of parts and groups itself
/// (viewer/src/building.js).
std::vector<std::optional<Cell>> put_in_building_order(Parts& parts);

/// The scene as JSON, "dlx-scene/1" (viewer/README.md), with the solutions that fit into
/// `most_bytes`, at least one, and the number of those left out.
[[nodiscard]] std::string to_json(const Scene& scene, std::size_t most_bytes = 250'000);

/// A page that shows the scene, whole in one file: it asks the network for nothing.
[[nodiscard]] std::string to_html(const Scene& scene);

/// A page that goes through the moves of a search, given as JSON ("dlx-tree/1", what `dlx explain
/// --json` prints).
[[nodiscard]] std::string search_page(const std::string& tree);

}  // namespace dlx::drawing::scene
