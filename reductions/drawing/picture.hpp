#pragma once

// Solutions as data: pieces on the cells of a lattice, marks on a board, panels of a net, cubelets
// of a walk. A reduction only makes this data. Other functions convert this data to text, SVG, the
// board on which a search is followed, and bodies in space. These functions do not depend on the
// puzzle. The common part of all solutions of a puzzle (squares, names, colours) is a Frame. The
// frame is made once and shared by all pictures of the puzzle.
//
// Three alternatives were rejected. A class for each style with virtual functions would hide that
// most functions read the same members. A variant of seven structures would repeat these members in
// each structure. Separate drawing functions for each model (used until 2026) had to be wrapped by
// every client.

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

/// Pictures of solutions. The code does not depend on any puzzle.
namespace dlx::drawing {

using lattice::Cell;
using lattice::Cells;

/// How a picture is drawn.
enum class Style : std::uint8_t {
  chess,     ///< chequered squares, with a queen on each body's square
  sudoku,    ///< thin lines between squares, thick lines between boxes or regions
  row,       ///< places in a row, with an arc between the places of one body
  layers,    ///< cells layer by layer, with a letter and a colour for each body
  dominoes,  ///< tiles of two squares, coloured by direction and parity
  net,       ///< unfolded panels
  walk,      ///< numbered cells, each next to the one before
};

/// A piece, independent of its position.
struct Piece {
  std::string name;         ///< name of the piece
  std::string copies = {};  ///< number of copies, in words; empty for one copy
  /// The colour of each copy as "#rrggbb". If the list is empty, the colours follow from the style
  /// of the picture.
  std::vector<std::string> colours = {};
};

/// Two squares of a board that are related.
struct Link {
  /// The relation, and how it is drawn.
  enum class Kind : std::uint8_t {
    diagonal,     ///< ends of a diagonal: a thin line
    less,         ///< the first value is less than the second: a thick line
    consecutive,  ///< values differ by 1: a white dot
    twice,        ///< one of the two values is twice the other: a black dot
  };
  Cell from;  ///< a square
  Cell to;    ///< the other square
  Kind kind;  ///< the relation
};

/// Markings of a board in addition to its values.
struct Markings {
  std::vector<Cells> regions = {};  ///< regions with thick lines around them
  /// The cages, each with its sum as text. A dashed line is drawn inside the border of a cage.
  std::vector<std::pair<Cells, std::string>> cages = {};
  Cells shaded = {};             ///< squares that are drawn on a coloured background
  Cells even = {};               ///< squares marked by a grey square
  Cells odd = {};                ///< squares marked by a grey disc
  std::vector<Link> links = {};  ///< lines and dots between squares
};

/// The common part of all pictures of a puzzle.
struct Frame {
  Style style = Style::layers;            ///< how pictures are drawn
  int width = 0;                          ///< width of a board or row, in squares
  int height = 0;                         ///< height of a board or row, in squares
  int box_width = 0;                      ///< width of a box, for a sudoku without markings
  int box_height = 0;                     ///< height of a box, for a sudoku without markings
  std::optional<Markings> markings = {};  ///< markings of a sudoku with additional rules
  /// The cells of layers, dominoes and walks, sorted; for a sudoku with markings, its squares by
  /// rows.
  Cells cells = {};
  /// Cells beside `cells`, sorted, that drawings of layers outline faintly. They show how the
  /// layers lie on each other.
  Cells outlined = {};
  lattice::Grid grid = lattice::Grid::cubes;  ///< the grid of `cells`
  std::vector<Piece> pieces = {};  ///< the pieces of the puzzle; a body is a piece at a position
  /// If pieces are numbers: the number that the first piece represents.
  std::optional<int> first_number = {};
  std::vector<Cell> corners = {};  ///< top left cell of each panel in the drawing of a net
  std::string signs = {};          ///< words that say which signs mean which pieces; may be empty
  bool has_legend = false;         ///< whether drawings list the pieces
  bool signs_are_pieces = true;    ///< whether signs name pieces; otherwise signs name positions
  /// The cells of each panel of a net in space, by row and column; empty if unknown.
  std::vector<std::array<std::array<Cell, 5>, 5>> panels = {};

  /// The colour of a copy of a piece.
  [[nodiscard]] const std::string& colour(std::uint32_t piece, std::size_t copy) const {
    const std::vector<std::string>& colours = pieces[piece].colours;
    return colours[copy % colours.size()];
  }
};

/// A piece at a position.
struct Body {
  std::uint32_t piece = 0;  ///< index of the piece in Frame::pieces
  std::size_t copy = 0;     ///< index among the copies of the piece, from 0
  std::string sign = {};    ///< the text on the piece's cells: a letter, a number or an arrow
  /// Cells of the piece in the puzzle; none for a net without positions in space.
  Cells cells = {};
  bool is_given = false;      ///< whether the piece was given before the search
  std::string position = {};  ///< name of the piece's panel, for a net
  /// The piece's 16 border cells in its orientation, as digits 0 and 1, for a net.
  std::string rim = {};
  std::uint32_t panel = 0;  ///< index of the piece's panel in Frame::corners, for a net
  Cells drawn = {};         ///< cells of the piece in the drawing of a net
};

/// A solution, or a part of it, as bodies.
struct Picture {
  std::shared_ptr<const Frame> frame;  ///< the common part of all pictures of the puzzle
  std::vector<Body> bodies = {};  ///< the bodies, in the order in which texts and legends list them
};

/// The picture as text, followed by an empty line unless the style is a row.
[[nodiscard]] std::string text(const Picture& picture,
                               palette::Paint paint = palette::Paint::plain);

/// The cells of a walk, layer by layer from the greatest z. Each cell shows its position in the
/// walk, as a number.
[[nodiscard]] std::string numbered_layers(const Picture& walk);

/// A coloured drawing of each picture. Throws std::invalid_argument for grids whose cells do not
/// lie in layers.
[[nodiscard]] std::vector<svg::Drawing> drawings(std::span<const Picture> pictures);

/// A drawing of the puzzle without a solution: the board, box or net with the bodies that are
/// given, and the pieces below it. `pieces` has a body of each piece that is not given, at any
/// position. If a piece has several layers, the empty cells of the box around it are outlined.
/// Throws the errors of drawings().
[[nodiscard]] svg::Drawing draw_blank(const Picture& given, std::span<const Body> pieces);

/// Throws std::invalid_argument if the cells of a grid do not lie in layers.
void check_flat_picture(lattice::Grid grid);

/// The legend: the pieces that occur in the pictures, with their colours and signs. The legend may
/// be empty.
[[nodiscard]] svg::Legend legend(std::span<const Picture> pictures);

/// The drawings on one page of SVG.
[[nodiscard]] std::string draw_svg(std::span<const Picture> pictures);

/// The order of the layers in text and drawings, in words; empty if there is only one layer.
[[nodiscard]] std::string layers_in_words(const Frame& frame);

/// Whether pictures of a style can be shown in space.
[[nodiscard]] bool is_in_space(Style style);

/// A scene in space of nets or walks. The panels of a net are in an order in which they can be put
/// together. A walk is a string from cell to cell. Throws std::invalid_argument for nets whose
/// panels have no position in space. (Layers are shown by polycube::to_scene(), which also takes
/// assemblies apart.)
[[nodiscard]] scene::Scene to_scene(const Frame& frame, std::span<const Picture> pictures,
                                    std::string title);

/// Gives the dominoes of a scene the colours that they have in drawings. A colour depends on
/// direction and parity.
void colour_dominoes(scene::Scene& scene);

/// The bodies of each option on a board, so that a search can be followed on the board. The result
/// is the member "board" of the JSON format "dlx-tree/1". `options` has the bodies of each single
/// option. Throws std::invalid_argument if the frame has several layers.
[[nodiscard]] std::string board_as_json(const Frame& frame, std::span<const Body> given,
                                        std::span<const std::vector<Body>> options);

}  // namespace dlx::drawing
