#pragma once

#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "reductions/snake/snake.hpp"

namespace dlx::snake {

/// The puzzle of folding a snake as an ordinary exact cover with colours. This formulation is for
/// engines that do not support walks, and to check foldings found in another way. The primary items
/// are the straight pieces and the cells. The secondary items are the joints between each piece and
/// the next. The colour of a joint consists of its cell, the axis of the piece before it, and the
/// number of axes used so far. An option is a straight piece at a place. A place has several
/// options, one for each way in which the previous piece may arrive there. An option covers the
/// cells of its piece except the last, which belongs to the next piece. The formulation is correct,
/// but a search with it is slow, because the joints exclude wrong choices too late.
struct CoverModel {
  Puzzle puzzle;              ///< the puzzle as it was given
  std::vector<Place> places;  ///< place of every option
  Problem problem;            ///< the problem whose solutions are the foldings
};

/// The puzzle as an exact cover.
[[nodiscard]] CoverModel build_cover(Puzzle puzzle);

/// Returns the folding of a solution, which is given by its options in any order.
[[nodiscard]] Folding decode(const CoverModel& model, std::span<const OptionId> solution);

}  // namespace dlx::snake
