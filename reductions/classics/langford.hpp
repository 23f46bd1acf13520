#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/drawing/picture.hpp"

/// Langford pairs: each of the numbers 1 … n occurs twice in a row of 2n places, with k places
/// between the two copies of k. The primary items are the numbers and the places. An option is a
/// number in its two places.
namespace dlx::classics::langford {

/// A number, and the two places of its copies.
struct Pair {
  int number;  ///< the number, from 1 to n
  int first;   ///< the place of the left copy, from 0; the right copy is at first + number + 1
};

/// The problem of Langford pairs, and the meaning of its options.
struct Model {
  int n;                    ///< the greatest number
  std::vector<Pair> pairs;  ///< the pairs; option i of the problem is pair i
  Problem problem;          ///< items: the numbers 1 … n, then the places
};

/// Builds the problem. Throws std::invalid_argument unless 1 ≤ n ≤ 1000. Solutions exist if n mod 4
/// is 0 or 3.
[[nodiscard]] Model build(int n);

/// The number in each place; 0 if the place is empty.
using Row = std::vector<int>;
/// The row of numbers that a solution describes.
[[nodiscard]] Row decode(const Model& model, std::span<const OptionId> solution);

/// The common part of all pictures: the row and the colours of the numbers.
[[nodiscard]] std::shared_ptr<const drawing::Frame> frame(const Model& model);
/// The bodies to be drawn: one for each pair, in the order of the numbers 1 to n.
[[nodiscard]] std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                                const Row& row);

/// The only reflection is reading the row backwards; there are no rotations.
[[nodiscard]] OptionSymmetries symmetries(const Model& model, UpTo up_to);

}  // namespace dlx::classics::langford
