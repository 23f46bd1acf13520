#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "reductions/design/design.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::design {

/// The sets that a design allows by its numbers of copies, pieces and cells. The sets have a fixed
/// order, and each can be computed from its index without a list of all sets.
class SetSpace {
 public:
  /// Throws std::invalid_argument if there are 2^62 sets or more.
  explicit SetSpace(const Design& design);

  /// The number of sets that the design allows.
  [[nodiscard]] std::uint64_t count() const;
  /// The set with the given index, counted from 0.
  [[nodiscard]] Set at(std::uint64_t place) const;
  /// The index of a set; nothing if the design does not allow the set.
  [[nodiscard]] std::optional<std::uint64_t> place_of(const Set& set) const;

 private:
  /// The number of ways to choose copies of the kinds of pieces from index `kind` on, if `pieces`
  /// pieces with `cells` cells in total have been chosen from earlier kinds.
  [[nodiscard]] std::uint64_t ways(std::size_t kind, std::size_t pieces, std::size_t cells) const {
    return ways_[(kind * (pieces_ + 1) + pieces) * (cells_ + 1) + cells];
  }

  std::vector<Range> copies_;        // for each kind of piece, the range of its number of copies
  std::vector<std::uint32_t> size_;  // number of cells of a piece of each kind
  std::size_t pieces_, cells_;       // greatest numbers of pieces and cells that a set may have
  std::vector<std::uint64_t> ways_;
};

/// A test that excludes sets of pieces before any search. The cells of a box get colours, for
/// example the colours of a chessboard. Pieces that fill the box must cover each colour as often as
/// it occurs. Each piece can cover only certain numbers of cells of a colour, in all of its
/// placements.
class ColourTest {
 public:
  /// `bag` must be the model made of bag_of() for the box.
  ColourTest(const Box& box, const polycube::Model& bag);

  /// Whether a set may fill the box. Returns false if the colouring excludes the set. Sets that
  /// fill the box are never excluded.
  [[nodiscard]] bool allows(const Set& set) const;

 private:
  static constexpr std::size_t most_cells = 255;
  using Numbers = std::bitset<most_cells + 1>;  // bit n: whether n cells can be covered

  struct Colour {
    Range wanted;  // number of cells of the colour in the box
    // For each kind of piece, the possible numbers of cells of the colour that a placement covers.
    std::vector<std::set<std::uint32_t>> kinds;
  };
  std::vector<Colour> colours_;
};

/// Estimates the logarithm of the number of assemblies of a set. The estimate assumes that pieces
/// are placed independently. The estimate multiplies the numbers of placements of all pieces by the
/// probability that random placements cover each cell exactly once. The estimate is rough, but good
/// enough to order sets.
class Estimate {
 public:
  /// `bag` must be the model made of bag_of() for the box.
  Estimate(const Box& box, const polycube::Model& bag);
  /// The estimate for a set of pieces; minus infinity if one of them has no placement.
  [[nodiscard]] double of(const Set& set) const;

 private:
  std::vector<double> kinds_;  // the number that a piece of each kind adds to the estimate
  double cells_ = 0;           // the number that the box adds to the estimate
};

}  // namespace dlx::design
