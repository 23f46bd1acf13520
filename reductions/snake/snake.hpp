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

/// Folding a snake into the cube, as a path problem. Primary items: the cells, and the straight
/// pieces of the snake. The walk alone would use each piece, but with these items the search finds
/// forced choices sooner. An option: a piece in a place; it covers its cells but the first, because
/// that corner cubelet belongs to the piece before. One piece follows another where it begins on
/// the other's last cell, at a right angle.
namespace dlx::snake {

using lattice::Cell;
using lattice::Cells;

/// The six directions: +x, -x, +y, -y, +z, -z.
using Direction = std::uint8_t;
/// How many directions there are; as a Direction: none.
inline constexpr Direction direction_count = 6;
/// The unit vector of a direction.
[[nodiscard]] Cell step(Direction direction) noexcept;

/// Where the first cubelet of the word may lie. On a cube of side 3 it may be a corner or the
/// centre of a face, so that looking at corners alone misses 755 of the snakes that can be folded.
enum class Start {
  anywhere,  ///< any cell from which the cube can be visited
  corner,    ///< corners only
};

/// Which foldings are wanted.
struct Puzzle {
  Snake snake;                    ///< made by parse()
  Start start = Start::anywhere;  ///< the cells where the first cubelet may lie
  /// Which foldings count as one: under `reflections` those that any of the 48 symmetries of the
  /// cube takes to each other. In any case, a folding of a palindrome and its reverse count as one.
  UpTo up_to = UpTo::reflections;
};

/// The cells of a cube where a walk through all of it may start.
[[nodiscard]] std::vector<Cell> possible_starts(int side);

/// The cells where the puzzle lets a walk start. With symmetry the only corner is the origin.
[[nodiscard]] std::vector<Cell> starts_of(const Puzzle& puzzle);

/// A straight piece in a place.
struct Place {
  std::uint32_t segment;  ///< which straight piece, from 0
  Cell from;              ///< its first cell
  Direction direction;    ///< the direction in which it goes on
};

/// A puzzle and the problem it becomes: option i is place i. The solutions are one of each class
/// under `up_to`; for a palindrome is_representative() must choose among them.
struct Model {
  Puzzle puzzle;              ///< the puzzle as it was given
  std::vector<Place> places;  ///< an option each
  PathProblem problem;        ///< its walks are the foldings
};

/// Symmetry is broken by an axis rule, carried along in the options. A folding may go along a new
/// axis only in the order x, y, z, and the first time in its positive direction. Any folding of a
/// whole cube uses three axes, so exactly one of the 48 symmetries of the cube takes it to a
/// folding that keeps the rule. It sends the folding's axes, in the order and direction of their
/// first use, to +x, +y, +z. Therefore only the identity keeps a folding in its place, and all
/// classes have 48 members (24 under rotations, where the third axis may be entered either way). A
/// start that keeps the rule is in [0, side - 2]³, because it must be possible to go on in each
/// positive direction from the start, or from cells with its coordinate.
[[nodiscard]] Model build(Puzzle puzzle);

/// A folded snake.
struct Folding {
  std::vector<Cell> cells;            ///< the cell of each cubelet, from one end to the other
  std::vector<Direction> directions;  ///< the direction of each straight piece
};

/// `walk`: the options of a solution, in their order.
[[nodiscard]] Folding decode(const Model& model, std::span<const OptionId> walk);

/// The cells visited from a cell along straight pieces with the given directions.
[[nodiscard]] Folding follow(const Snake& snake, Cell start, std::span<const Direction> directions);

/// For a palindrome, a folding and its reverse are one solution. This keeps the folding whose
/// directions, normalised by the axis rule, come first. A folding may be its own reverse (all three
/// of 2x2x2 are); then the two are equal, and it is kept. So dropping exactly half of the foldings,
/// or comparing by < instead of <=, would be wrong.
[[nodiscard]] bool is_representative(const Puzzle& puzzle, const Folding& folding);

/// The directions of the class's member that keeps the axis rule; equal for all members. (From a
/// corner, up to rotations, build() takes another member, one that goes along +x first.)
[[nodiscard]] std::vector<Direction> normalised(std::span<const Direction> directions, UpTo up_to);

/// Whether a folding's directions, normalised, are not after those of its reverse. This is true for
/// at least one of the two, and for both if the folding is its own reverse.
[[nodiscard]] bool comes_first(std::span<const Direction> directions, UpTo up_to);

/// An arrow for each straight piece: > < ^ v . o for +x, -x, +y, -y, +z, -z.
[[nodiscard]] std::string arrows(const Folding& folding);

/// The number of cubelets and the direction (R L U D F B) of each straight piece: 3R 2U.
[[nodiscard]] std::string turns(const Folding& folding);

/// The cells as coordinates x,y,z.
[[nodiscard]] std::string coordinates(const Folding& folding);

/// A cube of cells for pictures.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Snake& snake);
/// The cubelets in their order, each with the arrow of the straight piece that begins there.
[[nodiscard]] std::vector<drawing::Body> bodies(const Folding& folding);

/// @{
/// Functions of a model, in the form that all puzzles have.
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
