#pragma once

// What stands where in a solution, as data: pieces on the cells of a lattice, marks on a board,
// panels of a net, cubelets of a walk. A reduction says that and nothing else; text, SVG, the board
// that a search is followed on and bodies in space are functions of it, for every puzzle alike.
// What all solutions of a puzzle have in common (squares, names, colours) is a Frame, made
// once and shared by its pictures.
//
// Weighed: a class for each style with virtual functions, which hides that most functions read the
// same members; a variant of seven structures, whose visitors repeat them; and drawing functions
// for each model (until 2026), which every client had to wrap again.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reductions/drawing/palette.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/drawing/sheet.hpp"
#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/lattice.hpp"

/// Pictures of solutions. They know no puzzle.
namespace dlx::drawing {

using lattice::Cell;
using lattice::Cells;

/// How a picture is drawn.
enum class Style : std::uint8_t {
  chess,     ///< chequered squares, with a queen on each body's square
  sudoku,    ///< thin lines, and thick ones between boxes or regions
  row,       ///< places in a row, with an arc between those of one body
  layers,    ///< cells layer by layer, a letter and a colour for each body
  dominoes,  ///< tiles of two squares, coloured by direction and parity
  net,       ///< panels unfolded
  walk,      ///< numbered cells, each beside the next
};

/// A piece, before it is put anywhere.
struct Piece {
  std::string name;                       ///< as people call it
  std::string copies = {};                ///< how many, in words; empty: one
  std::vector<std::string> colours = {};  ///< "#rrggbb" of each copy; empty: the style decides
};

/// Two squares of a board that have to do with each other.
struct Link {
  /// What they have to do with each other, and how that is drawn.
  enum class Kind : std::uint8_t {
    diagonal,     ///< ends of a diagonal: a thin line
    less,         ///< the first value is less than the second: a thick line
    consecutive,  ///< values differ by 1: a white dot
    twice,        ///< one value is twice the other: a black dot
  };
  Cell from;  ///< a square
  Cell to;    ///< the other square
  Kind kind;  ///< what they have to do with each other
};

/// What a board has beside its values.
struct Markings {
  std::vector<Cells> regions = {};                        ///< thick lines around each
  std::vector<std::pair<Cells, std::string>> cages = {};  ///< dashed lines inside; and a number
  Cells shaded = {};                                      ///< squares of further areas
  Cells even = {};                                        ///< a grey square in each
  Cells odd = {};                                         ///< a grey disc in each
  std::vector<Link> links = {};                           ///< lines and dots
};

/// What all pictures of a puzzle have in common.
struct Frame {
  Style style = Style::layers;            ///< how they are drawn
  int width = 0;                          ///< of boards and rows, in squares
  int height = 0;                         ///< of boards and rows, in squares
  int box_width = 0;                      ///< of a sudoku without markings
  int box_height = 0;                     ///< of a sudoku without markings
  std::optional<Markings> markings = {};  ///< of a sudoku that has rules of its own
  Cells cells = {};  ///< of layers, dominoes and walks, sorted; of a sudoku with markings, by rows
  lattice::Grid grid = lattice::Grid::cubes;  ///< whose cells those are
  std::vector<Piece> pieces = {};             ///< what bodies are made of
  std::optional<int> first_number = {};       ///< of pieces that are numbers, else nothing
  std::vector<Cell> corners = {};  ///< of a net: the top left cell of each panel, as drawn
  std::string signs = {};          ///< which signs stand for which pieces, in words; or empty
  bool has_legend = false;         ///< whether drawings list the pieces
  bool signs_are_pieces = true;    ///< otherwise a sign says where a piece is, not which
  /// Of a net: the cells of each panel in space, by row and column; empty: they are not known.
  std::vector<std::array<std::array<Cell, 5>, 5>> panels = {};

  /// The colour of a copy of a piece.
  [[nodiscard]] const std::string& colour(std::uint32_t piece, std::size_t copy) const {
    const std::vector<std::string>& colours = pieces[piece].colours;
    return colours[copy % colours.size()];
  }
};

/// A piece in its place.
struct Body {
  std::uint32_t piece = 0;    ///< its position in Frame::pieces
  std::size_t copy = 0;       ///< which of the alike pieces it is, from 0
  std::string sign = {};      ///< what its cells show: a letter, a number, an arrow
  Cells cells = {};           ///< in the puzzle; of tables of panels: none
  bool is_given = false;      ///< before the search
  std::string position = {};  ///< of a net: the name of the panel
  std::string rim = {};       ///< of a net: the 16 cells of the rim as they lie
  std::uint32_t panel = 0;    ///< of a net: the position in Frame::corners
  Cells drawn = {};           ///< of a net: its cells in the drawing
};

/// What stands where.
struct Picture {
  std::shared_ptr<const Frame> frame;  ///< of the puzzle
  std::vector<Body> bodies = {};       ///< in the order in which they are listed
};

/// The picture in letters, with an empty line after it unless the style is a row.
[[nodiscard]] std::string text(const Picture& picture,
                               palette::Paint paint = palette::Paint::plain);

/// The cells of a walk, layer by layer from the greatest z, each with the number of its visit.
[[nodiscard]] std::string numbered_layers(const Picture& walk);

/// Each picture as a drawing in colours. Throws std::invalid_argument for grids whose cells do not
/// lie in layers.
[[nodiscard]] std::vector<svg::Drawing> drawings(std::span<const Picture> pictures);

/// Throws std::invalid_argument if the cells of a grid do not lie in layers.
void check_flat_picture(lattice::Grid grid);

/// The pieces that are in some of the pictures, with their colours and signs; or empty.
[[nodiscard]] svg::Legend legend(std::span<const Picture> pictures);

/// The drawings on one page of SVG.
[[nodiscard]] std::string draw_svg(std::span<const Picture> pictures);

/// The order of layers in text and drawings, in words; empty unless there are several.
[[nodiscard]] std::string layers_in_words(const Frame& frame);

/// Whether pictures of this style can be looked at in space.
[[nodiscard]] bool is_in_space(Style style);

/// Nets and walks in space: panels in an order in which they can be put together, a string from
/// cell to cell. Throws std::invalid_argument for nets whose panels do not lie in space.
/// (polycube::to_scene() shows layers, because it takes assemblies apart.)
[[nodiscard]] scene::Scene to_scene(const Frame& frame, std::span<const Picture> pictures,
                                    std::string title);

/// A scene's dominoes by direction and parity, as drawings show them.
void colour_dominoes(scene::Scene& scene);

/// What each option puts on a board, so that a search can be followed there: the member "board" of
/// "dlx-tree/1". `options`: a picture of each option alone. Throws std::invalid_argument if the
/// frame has several layers.
[[nodiscard]] std::string board_as_json(const Frame& frame, std::span<const Body> given,
                                        std::span<const std::vector<Body>> options);

}  // namespace dlx::drawing
