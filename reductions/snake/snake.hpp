#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/drawing/picture.hpp"
#include "reductions/lattice/lattice.hpp"
#include "reductions/snake/word.hpp"

/// Folding a snake into the cube, as a path problem. The primary items are the cells and the
/// straight pieces of the snake. The graph alone ensures that a walk uses each piece, so the items
/// of the pieces are not needed for correctness. The items of the pieces exist because the search
/// finds forced choices sooner with them. An option is a piece at a place. An option covers the
/// cells of its piece except the first, because that corner cubelet belongs to the piece before. A
/// piece can follow another if it begins on the other's last cell, at a right angle.
namespace dlx::snake {

using lattice::Cell;
using lattice::Cells;

/// The six directions: +x, -x, +y, -y, +z, -z.
using Direction = std::uint8_t;
/// The number of directions; as a Direction, it means "none".
inline constexpr Direction direction_count = 6;
/// The unit vector of a direction.
[[nodiscard]] Cell step(Direction direction) noexcept;

/// Where the first cubelet of the snake may lie. On a cube of side 3, the first cubelet can be in a
/// corner or in the centre of a face. If only corners are tried, no folding is found for 755 of the
/// snakes that can be folded.
enum class Start {
  anywhere,  ///< any cell where a walk through the cube can start
  corner,    ///< corners only
};

/// A snake, and which of its foldings are wanted.
struct Puzzle {
  Snake snake;                    ///< the snake, made by parse()
  Start start = Start::anywhere;  ///< the cells where the first cubelet may lie
  /// Which foldings count as one folding. With `reflections`, two foldings count as one if one of
  /// the 48 symmetries of the cube takes one to the other. For a palindrome, a folding and its
  /// reverse always count as one.
  UpTo up_to = UpTo::reflections;
};

/// The cells of a cube where a walk through all its cells can start.
[[nodiscard]] std::vector<Cell> possible_starts(int side);

/// The cells where a walk may start, given the conditions of the puzzle. If foldings are counted up
/// to symmetry, the origin represents all corners.
[[nodiscard]] std::vector<Cell> starts_of(const Puzzle& puzzle);

/// A straight piece at a place.
struct Place {
  std::uint32_t segment;  ///< number of the straight piece, from 0
  Cell from;              ///< the first cell of the piece
  Direction direction;    ///< direction of the piece
};

/// A puzzle, and the problem made of it: option i of the problem is places[i]. The problem has one
/// solution of each class under `up_to`. For a palindrome, is_representative() must also select one
/// of two solutions.
struct Model {
  Puzzle puzzle;              ///< the puzzle as it was given
  std::vector<Place> places;  ///< straight pieces at positions; each is an option
  PathProblem problem;        ///< the problem whose walks are the foldings
};

/// Builds the problem. Symmetry is broken by an axis rule, which is part of the options. A folding
/// may use a new axis only in the order x, y, z, and must first use it in the positive direction.
/// Any folding of a complete cube uses three axes, so exactly one of the 48 symmetries of the cube
/// takes it to a folding that satisfies the rule. The symmetry maps the folding's axes, in the
/// order and direction of their first use, to +x, +y, +z. Therefore only the identity maps a
/// folding to itself, and all classes have 48 members. Under rotations, classes have 24 members,
/// and the third axis may first be used in either direction. A start that satisfies the rule is in
/// [0, side - 2]³. The reason is that the first step along each axis must be in the positive
/// direction. Until this step, the walk has the coordinate of its start along that axis, so this
/// coordinate is at most side - 2.
[[nodiscard]] Model build(Puzzle puzzle);

/// A folded snake, as cells and as directions.
struct Folding {
  std::vector<Cell> cells;            ///< the cell of each cubelet, from one end to the other
  std::vector<Direction> directions;  ///< the direction of each straight piece
};

/// Returns the folding of a solution, which is given by its options in their order.
[[nodiscard]] Folding decode(const Model& model, std::span<const OptionId> walk);

/// The cells visited from a cell along straight pieces with the given directions.
[[nodiscard]] Folding follow(const Snake& snake, Cell start, std::span<const Direction> directions);

/// For a palindrome, a folding and its reverse are one solution. The function selects the folding
/// whose directions come first after they are normalised by the axis rule. A folding may be its own
/// reverse, like all three foldings of 2x2x2. Then the folding and its reverse have equal
/// directions, and the folding is selected. Therefore it would be wrong to drop exactly half of the
/// foldings, or to compare directions by < instead of <=.
[[nodiscard]] bool is_representative(const Puzzle& puzzle, const Folding& folding);

/// The directions of the folding that satisfies the axis rule, among the foldings that symmetries
/// map to a given folding. All members of a class have the same result. (For foldings from a corner
/// up to rotations, build() uses another member of the class, whose first direction is +x.)
[[nodiscard]] std::vector<Direction> normalised(std::span<const Direction> directions, UpTo up_to);

/// Whether a folding's normalised directions come before those of its reverse, or are equal to
/// them. The result is true for at least one of the two foldings, and for both if the folding is
/// its own reverse.
[[nodiscard]] bool comes_first(std::span<const Direction> directions, UpTo up_to);

/// An arrow for each straight piece: > < ^ v . o for +x, -x, +y, -y, +z, -z.
[[nodiscard]] std::string arrows(const Folding& folding);

/// The number of cubelets and the direction (R L U D F B) of each straight piece: 3R 2U.
[[nodiscard]] std::string turns(const Folding& folding);

/// The cells of a folding as coordinates x,y,z.
[[nodiscard]] std::string coordinates(const Folding& folding);

/// The common part of all pictures: a cube of cells.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Snake& snake);
/// The cubelets of a folding, in their order along the snake. Each shows the arrow of the straight
/// piece that begins there.
[[nodiscard]] std::vector<drawing::Body> bodies(const Folding& folding);

/// @{
/// Functions of a model, with the names that all reductions use.
template <class Model>
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  return frame(model.puzzle.snake);
}
template <class Model>
[[nodiscard]] std::vector<drawing::Body> bodies(const Model&, const drawing::Frame&,
                                                const Folding& folding) {
  return bodies(folding);
}
template <class Model>
[[nodiscard]] bool repeats_solutions(const Model& model) {
  return is_palindrome(model.puzzle.snake);
}
template <class Model>
[[nodiscard]] bool represents(const Model& model, std::span<const OptionId> solution) {
  return is_representative(model.puzzle, decode(model, solution));
}
/// @}

}  // namespace dlx::snake
