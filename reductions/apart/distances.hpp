#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "reductions/lattice/lattice.hpp"

namespace dlx::apart {

/// How far pieces can slide before they meet another piece. The distances are computed once for
/// each pair of shapes and each offset, and kept for later assemblies. A puzzle has few different
/// pairs of shapes and offsets, and each pair occurs often with the same offset.
///
/// A table for each pair of shapes, indexed by the offset, would make hashing unnecessary. But six
/// pieces in 24 orientations have ten thousand pairs, and most of their offsets never occur.
class Distances {
 public:
  /// The distance if no obstacle exists in a direction.
  static constexpr std::uint16_t without_end = 0xFFFF;
  /// The greatest extent that a piece may have along an axis, in cells.
  static constexpr int longest = 126;
  /// The interface that this class shares with LatticeDistances. The axes are x, y and z, in steps
  /// of one cell.
  /// @{
  static constexpr std::size_t most_axes = 3;
  [[nodiscard]] static constexpr std::size_t axes() noexcept { return most_axes; }
  [[nodiscard]] static lattice::Cell step(std::size_t axis) { return lattice::unit_vector(axis); }
  [[nodiscard]] static constexpr int unit() noexcept { return 1; }
  [[nodiscard]] static const lattice::Cell& place(const lattice::Cells& cells) {
    return cells.front();
  }
  /// @}

  /// How far a piece can slide before it meets another piece: towards +x, -x, +y, -y, +z, -z.
  using Six = std::array<std::uint16_t, 6>;

  /// Returns the number of a set of cells; sets that differ by a translation have equal numbers.
  /// `cells` must be sorted and not empty. Returns nothing for a piece longer than `longest`.
  std::optional<std::uint32_t> shape(const lattice::Cells& cells);

  /// Returns how far a piece of shape `a` can slide in each direction before it meets a piece of
  /// shape `b`. The first cell of `b` lies at `offset` from the first cell of `a`. The pieces must
  /// not overlap.
  Six between(std::uint32_t a, std::uint32_t b, const lattice::Cell& offset) {
    const Shape& one = shapes_[a];
    const Shape& other = shapes_[b];
    const int given[3] = {offset.x, offset.y, offset.z};
    int near[3];
    int apart = 0;
    std::size_t axis_apart = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      // The boxes around the two pieces may be separated by a gap. The distances are then computed
      // for touching boxes, and the length of the gap is added below.
      const int least = one.low[axis] - other.high[axis] - 1;
      const int most = one.high[axis] - other.low[axis] + 1;
      near[axis] = std::clamp(given[axis], least, most);
      if (given[axis] <= least || given[axis] >= most) {
        ++apart;
        axis_apart = axis;
      }
    }
    if (apart > 1) return no_obstacle;
    Six six = find(a, b, near);
    if (apart == 0 || given[axis_apart] == near[axis_apart]) return six;
    const int gap = given[axis_apart] - near[axis_apart];
    auto& towards = six[2 * axis_apart + (gap < 0 ? 1U : 0U)];
    if (towards != without_end) {
      towards = static_cast<std::uint16_t>(towards + (gap < 0 ? -gap : gap));
    }
    return six;
  }

  /// Number of shapes stored so far.
  [[nodiscard]] std::size_t shapes() const noexcept { return shapes_.size(); }
  /// The approximate number of bytes that the stored distances take.
  [[nodiscard]] std::size_t bytes() const noexcept {
    return entries_.size() * sizeof(Entry) + cells_ * sizeof(lattice::Cell);
  }
  /// Removes all stored shapes; shape numbers returned earlier become invalid.
  void clear();

 private:
  static constexpr Six no_obstacle{without_end, without_end, without_end,
                                   without_end, without_end, without_end};

  /// A shape, with cells relative to its first cell.
  struct Shape {
    lattice::Cells cells;
    int low[3];
    int high[3];
    /// For each axis, one machine word for each line of cells along this axis: bit i is the cell at
    /// `low` + i. The words are filled in only if lines have at most 64 cells. Lines are ordered by
    /// the other two coordinates, the next axis first.
    std::vector<std::uint64_t> lines[3];

    [[nodiscard]] int length(std::size_t axis) const { return high[axis] - low[axis] + 1; }
  };
  struct Entry {
    // A number that encodes two shapes and their offset; 0 if the entry is free.
    std::uint64_t key = 0;
    Six six{};
  };

  static std::uint64_t key_of(std::uint32_t a, std::uint32_t b, const int (&offset)[3]) {
    // The offset between two shapes of length at most 126 is at most 253, in the positive and in
    // the negative direction.
    std::uint64_t key = std::uint64_t{a} + 1;
    key = key << 20 | b;
    for (const int c : offset) key = key << 9 | static_cast<std::uint64_t>(c + 256);
    return key;
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> shift_);
  }
  const Six& find(std::uint32_t a, std::uint32_t b, const int (&offset)[3]) {
    const std::uint64_t key = key_of(a, b, offset);
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t slot = slot_of(key);; slot = (slot + 1) & mask) {
      if (entries_[slot].key == key) return entries_[slot].six;
      if (entries_[slot].key == 0) return compute(key, a, b, offset);
    }
  }
  const Six& compute(std::uint64_t key, std::uint32_t a, std::uint32_t b, const int (&offset)[3]);
  [[nodiscard]] static Six from_lines(const Shape& one, const Shape& other, const int (&offset)[3]);
  [[nodiscard]] static Six from_cells(const Shape& one, const Shape& other, const int (&offset)[3]);
  static void draw_lines(Shape& shape, std::size_t axis);
  void grow();
  Entry& free_slot(std::uint64_t key);

  std::vector<Shape> shapes_;
  // The numbers of the stored shapes, by a hash of their cells.
  std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_;
  std::size_t cells_ = 0;
  std::vector<Entry> entries_ = std::vector<Entry>(1024);
  std::size_t used_ = 0;
  int shift_ = 54;  // 64 - log2 of the number of table entries, for shifting hashes
};

}  // namespace dlx::apart
