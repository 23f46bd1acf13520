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

/// Distances for any lattice, where the class Distances is for cubes: how far pieces can slide
/// before they meet another piece, in steps of the directions of the lattice.
///
/// The body of a cell sweeps a body in each step; the cells whose insides meet it are known for
/// each class of cells. So a slide is followed step by step in whole numbers, and is exact between
/// the steps too.
class LatticeDistances {
 public:
  /// No obstacle in this direction.
  static constexpr std::uint16_t without_end = Distances::without_end;
  /// Longest extent of a piece, in units.
  static constexpr int longest = 126;
  /// How many directions a lattice has at most, opposite ones counted once.
  static constexpr std::size_t most_axes = 13;

  /// The distances in each direction and its opposite.
  using Gaps = std::array<std::uint16_t, 2 * most_axes>;

  /// The distances on a grid, which has one lattice.
  explicit LatticeDistances(lattice::Grid grid);

  /// Number of directions, opposite ones counted once.
  [[nodiscard]] std::size_t axes() const noexcept { return steps_.size(); }
  /// The step of a direction, in units.
  [[nodiscard]] const lattice::Cell& step(std::size_t axis) const { return steps_[axis]; }
  /// Coordinates of cells for a unit; every translation of the lattice has whole units.
  [[nodiscard]] int unit() const noexcept { return unit_; }
  /// Returns the place of a set of cells, a translation of the lattice. `cells`: sorted, at least
  /// one.
  [[nodiscard]] lattice::Cell place(const lattice::Cells& cells) const {
    return lattice_->shift_below(cells.front());
  }

  /// Returns the number of a set of cells; sets that differ by a translation of the lattice have
  /// one number. `cells`: sorted, at least one. Empty for a piece longer than `longest`.
  std::optional<std::uint32_t> shape(const lattice::Cells& cells);

  /// Returns how many steps a piece of shape `a` can slide in each direction before it meets a
  /// piece of shape `b`. The place of `b` is `offset` from the place of `a`. The pieces must not
  /// overlap.
  const Gaps& between(std::uint32_t a, std::uint32_t b, const lattice::Cell& offset);

  /// Number of shapes known.
  [[nodiscard]] std::size_t shapes() const noexcept { return shapes_.size(); }
  /// Approximate bytes in use.
  [[nodiscard]] std::size_t bytes() const noexcept;
  /// Forgets everything; numbers of shapes given before are no longer valid.
  void clear();

 private:
  /// A shape; its cells are relative to its place.
  struct Shape {
    lattice::Cells cells;
    std::vector<std::uint8_t> kinds;  // the class of each cell: its position in Lattice::classes()
    lattice::Extent box;
    std::vector<bool> filled;  // the cells of the box, x first

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
