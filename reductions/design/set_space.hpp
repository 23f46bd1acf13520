#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "reductions/design/design.hpp"

namespace dlx::design {

/// The sets that a design allows by number of copies, of pieces and of cells, in a fixed order: set
/// by set, without a list of them.
class SetSpace {
 public:
  /// Throws std::invalid_argument if there are 2^62 sets or more.
  explicit SetSpace(const Design& design);

  /// How many sets there are.
  [[nodiscard]] std::uint64_t count() const;
  /// The set at a place, from 0.
  [[nodiscard]] Set at(std::uint64_t place) const;
  /// The place of a set; nothing if the design does not allow it.
  [[nodiscard]] std::optional<std::uint64_t> place_of(const Set& set) const;

 private:
  /// Ways to choose copies of the kinds from `kind` on, when these pieces and cells are there.
  [[nodiscard]] std::uint64_t ways(std::size_t kind, std::size_t pieces, std::size_t cells) const {
    return ways_[(kind * (pieces_ + 1) + pieces) * (cells_ + 1) + cells];
  }

  std::vector<Range> copies_;        // of each kind
  std::vector<std::uint32_t> size_;  // of each kind, in cells
  std::size_t pieces_, cells_;       // the most
  std::vector<std::uint64_t> ways_;
};

/// What placements of pieces say of sets before any search. Cells have colours, such as those of a
/// chessboard; pieces that fill the box together cover each colour as often as it occurs, and each
/// piece has only some numbers it can cover, wherever it is placed.
class ColourTest {
 public:
  /// `bag`: what bag_of() becomes for the box.
  ColourTest(const Box& box, const polycube::Model& bag);

  /// Whether no colour forbids the set. Sets that fill the box always pass.
  [[nodiscard]] bool allows(const Set& set) const;

 private:
  static constexpr std::size_t most_cells = 255;
  using Numbers = std::bitset<most_cells + 1>;  // of cells, those that can be covered

  struct Colour {
    Range wanted;                                // in the box
    std::vector<std::set<std::uint32_t>> kinds;  // what a piece of each kind can cover
  };
  std::vector<Colour> colours_;
};

/// The logarithm of the number of assemblies that a set would have if its pieces were placed
/// independently: placements of each piece, times the chance that they cover the cells once each.
/// Rough, but it orders sets.
class Estimate {
 public:
  /// `bag`: what bag_of() becomes for the box.
  Estimate(const Box& box, const polycube::Model& bag);
  /// Minus infinity if a piece has no placement.
  [[nodiscard]] double of(const Set& set) const;

 private:
  std::vector<double> kinds_;  // what each piece multiplies by
  double cells_ = 0;           // of the box: the factor before all
};

}  // namespace dlx::design
