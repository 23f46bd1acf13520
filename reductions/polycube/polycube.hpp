#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/drawing/picture.hpp"
#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/lattice.hpp"

/// Packing pieces made of cells, unit cubes if nothing else is said, into a set of cells: every
/// cell is filled exactly once, but for those that may stay empty. Primary items: the pieces whose
/// number is given, then the cells; secondary items: the cells that may stay empty. An option: a
/// piece in a place.
namespace dlx::polycube {

using lattice::Cell;
using lattice::Cells;

/// The colour of a cell, of a piece or of the target; 0 fits every colour.
using CellColour = std::uint8_t;
/// The colours of a list of cells; empty: all are 0.
using CellColours = std::vector<CellColour>;

/// A group of BurrTools. Pieces of one group may stay together when an assembly is taken apart.
struct PieceGroup {
  std::uint32_t number = 1;  ///< at least 1
  std::uint32_t copies = 1;  ///< how many copies of a piece may be in it
  friend bool operator==(const PieceGroup&, const PieceGroup&) = default;
};

/// A piece made of cells.
struct Piece {
  std::string name;  ///< the name of its item, if the number of copies is given
  Cells cells;       ///< its cells, in any place and orientation
  /// How many copies are used; nothing: any number.
  std::optional<Bounds> copies = Bounds{};
  CellColours colours = {};  ///< the colours of its cells
  /// Other shapes that each copy may take instead; their cells have no colours.
  std::vector<Cells> alternatives = {};
  /// Groups that its copies may be in; a copy is in one group at most.
  std::vector<PieceGroup> groups = {};
  /// The coordinates whose image is the position of a placement in a file of BurrTools.
  Cell anchor = {};
  /// The least coordinates of its cells wherever it is placed; nothing: it may be anywhere.
  std::optional<Cell> corner = {};
  /// Whether it stands for cells that stay empty, and is drawn so; such pieces are the last ones.
  bool is_gap = false;
};

/// How a piece may be turned, from the freest to the strictest.
///
/// The rotations of the lattice also turn a flat piece over, and then it lies in its plane as its
/// mirror image. `flat_rotations` are those about one axis: the axis across the target if that is
/// one cell thick, otherwise z. They keep the side of a piece that shows along this axis. So no
/// piece is turned over, and in a thick target none is stood on another side. A flat piece that is
/// given in another plane than a flat target is laid into the target's plane first: its side of
/// greater coordinates becomes the target's side of greater coordinates. Targets on other grids
/// than cubes have the axis z. With `none`, pieces are moved only.
enum class Turning : std::uint8_t {
  rotations,       ///< all rotations of the lattice, 24 for cubes (Lattice::turns())
  flat_rotations,  ///< rotations about one axis, four for cubes
  none,            ///< pieces are not turned
};

/// The table of turnings.
inline constexpr Name<Turning> turning_names[] = {
    {Turning::rotations, "any", "pieces may be turned in every way"},
    {Turning::flat_rotations, "no-flip", "flat pieces are not turned over"},
    {Turning::none, "no-turn", "pieces are moved only"},
};

/// Pieces, and the cells that they fill.
struct Puzzle {
  std::vector<Piece> pieces;             ///< pieces with at least one cell each
  Cells target;                          ///< cells that must be filled
  Turning turning = Turning::rotations;  ///< how pieces may be turned
  Cells optional_cells = {};             ///< cells that may be filled
  /// How many optional cells may stay empty; nothing: all.
  std::optional<std::uint32_t> holes = {};
  CellColours target_colours = {};    ///< the colours of `target`
  CellColours optional_colours = {};  ///< the colours of `optional_cells`
  /// Colours, both not 0, that go together: of a piece's cell, and of the cell it is put on.
  std::vector<std::pair<CellColour, CellColour>> fitting = {};
  lattice::Grid grid = lattice::Grid::cubes;  ///< the grid of the pieces and the target
  /// Axes along which the last cell of the box around the target touches the first: one makes a
  /// flat target a cylinder, two a torus. Only for cubes.
  std::array<bool, 3> wraps = {};
};

/// The axes in words such as "x,y". Throws std::invalid_argument for other words.
[[nodiscard]] std::array<bool, 3> axes_in(std::string_view words);

/// The axes as axes_in() reads them; empty: none.
[[nodiscard]] std::string axes_in_words(const std::array<bool, 3>& axes);

/// The cells that must and those that may be filled, sorted.
[[nodiscard]] Cells all_cells(const Puzzle& puzzle);

/// Empties colours that are all 0. They mean no colours, and must compare as equal to an empty
/// list.
void drop_if_neutral(CellColours& colours);

/// A piece in a place.
struct Placement {
  std::uint32_t piece = 0;   ///< its position in Puzzle::pieces
  Cells cells;               ///< cells in the target, sorted
  CellColours colours = {};  ///< the colours of the piece on these cells
  friend bool operator==(const Placement&, const Placement&) = default;
  /// By piece, then by cells and colours. (Not by <=>, which vectors lack in libc++ up to 16.)
  friend bool operator<(const Placement& a, const Placement& b) {
    return std::tie(a.piece, a.cells, a.colours) < std::tie(b.piece, b.cells, b.colours);
  }
};

/// A puzzle and the problem it becomes: option i is placement i. Where Puzzle::holes says
/// something that does not follow from the volume, cells that may stay empty are primary items, and
/// options after the placements leave each of them empty.
struct Model {
  Puzzle puzzle;                      ///< the puzzle as it was given
  std::vector<Placement> placements;  ///< an option each
  Problem problem;                    ///< its cells have the names of lattice::name()
};

/// The shapes that cells may take as Puzzle::turning allows in the puzzle's target, as near to the
/// origin as possible: sorted, each once.
[[nodiscard]] std::vector<Cells> orientations(const Puzzle& puzzle, const Cells& shape);

/// Builds the problem: every placement is an option, in the order of pieces, orientations and cells
/// of the target. If two turns of a piece look alike, one is an option. Throws
/// std::invalid_argument for pieces without cells, for coordinates that are not a cell of the
/// lattice, for cells named twice, for lists of colours of another length than their cells, and the
/// errors of ProblemBuilder.
[[nodiscard]] Model build(Puzzle puzzle);

/// Builds the problem with items and without options, which takes no time. If volume_fault() has
/// found a fault, it has the right number of solutions: none.
[[nodiscard]] Model build_without_placements(Puzzle puzzle);

/// Why the pieces cannot have as many cells as must be filled, whatever their places and within the
/// limits on copies and on cells that stay empty: "the pieces have 60 cells, and 64 must be
/// filled". Nothing if they can.
[[nodiscard]] std::optional<std::string> volume_fault(const Puzzle& puzzle);

/// build(), or build_without_placements() where there is a volume_fault().
[[nodiscard]] Model build_if_fillable(Puzzle puzzle);

/// Remarks about unusual pieces, a sentence each: a piece that falls into parts.
[[nodiscard]] std::vector<std::string> remarks(const Puzzle& puzzle);

/// The option of a placement, if it is one.
[[nodiscard]] std::optional<OptionId> find(const Model& model, const Placement& placement);

/// A piece in its first shape on these cells, the images of Piece::cells in their order.
[[nodiscard]] Placement placed(const Piece& piece, std::uint32_t number, const Cells& images);

/// The pieces in their places, as chosen.
using Assembly = std::vector<Placement>;
/// The placements that a solution chooses.
[[nodiscard]] Assembly decode(const Model& model, std::span<const OptionId> solution);

/// The part that pictures of all assemblies share: the layers of the target, and the colours of
/// each piece.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);

/// The pieces of an assembly, each with its letter.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame&,
                                                const Assembly& assembly);

/// A scene to be seen in space, with the slides by which assemblies come apart, as far as a search
/// of about half a second finds them (apart.hpp).
[[nodiscard]] drawing::scene::Scene to_scene(const Model& model,
                                             std::span<const Assembly> assemblies,
                                             std::string title);

/// The symmetries of the target, its optional cells and its colours that take every placement to a
/// placement, as permutations of the options. A symmetry may exchange pieces used equally often. A
/// mirror image exchanges pieces that are mirror images. Where pieces are not turned freely, each
/// symmetry exchanges the pieces that it takes to each other. With Turning::flat_rotations only
/// symmetries that keep the axis and its direction are used, and with `none` in a flat target only
/// symmetries of its plane. Throws std::invalid_argument if no mirror image is a symmetry because
/// some piece has no mirror image among the pieces.
[[nodiscard]] OptionSymmetries symmetries(const Model& model, UpTo up_to);

/// Whether symmetries() succeeds with UpTo::reflections. Takes less time than it.
[[nodiscard]] bool has_mirror_images(const Puzzle& puzzle);

/// Counting up to symmetry by restricting one piece. Every class of solutions under a group G has a
/// member in which the piece stands at a chosen place of its orbit, so the others may be left out.
/// Classes under the stabiliser of that place remain: the members of G that keep it. If the
/// stabiliser is the identity alone, each solution is a class of its own; otherwise solutions must
/// still be compared. The classical Soma program leaves that comparison out. It is right because
/// the places of L that a reflection keeps happen to have no solution (`dlx soma` checks it); in
/// general it would count a class twice.
class RestrictedModel {
 public:
  /// Throws std::invalid_argument unless `piece` occurs exactly once and every cell of the target
  /// must be filled. If G mirrors, the piece must also be its own mirror image.
  RestrictedModel(const Model& model, std::uint32_t piece, UpTo up_to);

  /// The puzzle with fewer placements of the piece.
  [[nodiscard]] const Model& model() const noexcept { return model_; }

  /// How many members of G keep the piece where the solution has it.
  [[nodiscard]] std::size_t stabiliser_order(std::span<const OptionId> solution) const;

  /// True for one solution of every class.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

 private:
  [[nodiscard]] const OptionSymmetries& stabiliser(std::span<const OptionId> solution) const;

  Model model_;
  OptionId first_place_{};                     // the piece's placements are consecutive options
  std::vector<OptionSymmetries> stabilisers_;  // one for each of them
};

}  // namespace dlx::polycube

/// The rows of polycube::Turning.
template <>
inline constexpr std::span<const dlx::Name<dlx::polycube::Turning>>
    dlx::names<dlx::polycube::Turning> = polycube::turning_names;
