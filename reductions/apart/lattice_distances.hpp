#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "reductions/apart/distances.hpp"
#include "reductions/lattice/sweeps.hpp"

namespace dlx::apart {

/// How far pieces can slide before they meet another piece, in steps along the directions of a
/// lattice. The class LatticeDistances works on any lattice; the class Distances is for cubes only.
///
/// In each step of a slide, the body of a cell sweeps a larger body. For each class of cells, a
/// table lists the cells whose insides meet this swept body. So a slide is followed step by step in
/// integers, and collisions between two steps are found exactly, too.
class LatticeDistances {
 public:
  /// The distance if no obstacle exists in a direction.
  static constexpr std::uint16_t without_end = Distances::without_end;
  /// The greatest extent that a piece may have, in multiples of unit().
  static constexpr int longest = 126;
  /// The greatest number of directions of a lattice; opposite directions are counted once.
  static constexpr std::size_t most_axes = 13;

  /// The distances in each direction and in the opposite direction, alternately.
  using Gaps = std::array<std::uint16_t, 2 * most_axes>;

  /// Computes distances on the lattice of a grid.
  explicit LatticeDistances(lattice::Grid grid);

  /// Number of directions; opposite directions are counted once.
  [[nodiscard]] std::size_t axes() const noexcept { return steps_.size(); }
  /// The vector of one step of a slide along a direction, in multiples of unit().
  [[nodiscard]] const lattice::Cell& step(std::size_t axis) const { return steps_[axis]; }
  /// The length of one unit, in coordinates of cells. Every translation of the lattice is a whole
  /// number of units.
  [[nodiscard]] int unit() const noexcept { return unit_; }
  /// Returns the place of a set of cells, a translation of the lattice that says where the set
  /// lies. `cells` must be sorted and not empty.
  [[nodiscard]] lattice::Cell place(const lattice::Cells& cells) const {
    return lattice_->shift_below(cells.front());
  }

  /// Returns the number of a set of cells; sets that differ by a translation of the lattice have
  /// equal numbers. `cells` must be sorted and not empty. Returns nothing for a piece longer than
  /// `longest`.
  std::optional<std::uint32_t> shape(const lattice::Cells& cells);

  /// Returns how many steps a piece of shape `a` can slide in each direction before it meets a
  /// piece of shape `b`. The place of `b` is `offset` from the place of `a`. The pieces must not
  /// overlap.
  const Gaps& between(std::uint32_t a, std::uint32_t b, const lattice::Cell& offset);

  /// Number of shapes stored so far.
  [[nodiscard]] std::size_t shapes() const noexcept { return shapes_.size(); }
  /// The approximate number of bytes that the stored distances take.
  [[nodiscard]] std::size_t bytes() const noexcept;
  /// Removes all stored shapes; shape numbers returned earlier become invalid.
  void clear();

 private:
  /// A shape: a set of cells, relative to the set's place().
  struct Shape {
    lattice::Cells cells;
    std::vector<std::uint8_t> kinds;  // the class of each cell: its position in Lattice::classes()
    lattice::Extent box;
    std::vector<bool> filled;  // whether each cell of the box is filled; x changes fastest

    [[nodiscard]] bool has(const lattice::Cell& cell) const;
  };
  struct Key {
    std::uint32_t a, b;
    lattice::Cell offset;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept;
  };

  [[nodiscard]] std::uint16_t gap(const Shape& mine, const Shape& other,
                                  const lattice::Cell& offset, std::size_t axis) const;

  const lattice::Lattice* lattice_;
  const lattice::Sweeps* sweeps_;
  int unit_;
  lattice::Cells steps_;
  std::vector<Shape> shapes_;
  std::map<lattice::Cells, std::uint32_t> numbers_;
  std::size_t cells_ = 0;
  std::unordered_map<Key, Gaps, Hash> known_;
};

}  // namespace dlx::apart
