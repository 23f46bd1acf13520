#pragma once

#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "reductions/snake/snake.hpp"

namespace dlx::snake {

/// The puzzle as an ordinary exact cover with colours, for engines that do not know walks, and as a
/// check of the foldings. Primary items: straight pieces and cells. Secondary: the joint between a
/// piece and the next, coloured by its cell, the axis of the piece before it, and how many axes
/// have been used. An option: a piece in a place, once for each way in which the piece before may
/// arrive; it covers its cells but the last, which belongs to the next piece. Correct, and slow:
/// the joints show too late which choices lead nowhere.
struct CoverModel {
  Puzzle puzzle;              ///< the puzzle as it was given
  std::vector<Place> places;  ///< place of every option
  Problem problem;            ///< the foldings are its solutions
};

/// The puzzle as an exact cover.
[[nodiscard]] CoverModel build_cover(Puzzle puzzle);

/// `solution`: its options in any order.
[[nodiscard]] Folding decode(const CoverModel& model, std::span<const OptionId> solution);

}  // namespace dlx::snake
