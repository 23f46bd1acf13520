#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "reductions/apart/distances.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::apart {

/// A set of pieces of a part, by their positions in the part.
using Mask = std::uint64_t;
/// The largest number of pieces of a part.
inline constexpr std::size_t most_pieces = 64;

/// The set that contains only piece i.
constexpr Mask bit(std::size_t i) {
  return Mask{1} << i;
}

/// The set of the first n pieces.
constexpr Mask first(std::size_t n) {
  return n == 64 ? ~Mask{0} : bit(n) - 1;
}

/// The first piece of a set, which must not be empty.
inline std::size_t lowest(Mask mask) {
  return static_cast<std::size_t>(std::countr_zero(mask));
}

/// How many pieces a set has.
inline std::size_t number_of(Mask mask) {
  return static_cast<std::size_t>(std::popcount(mask));
}

/// Makes the relation "piece i pushes piece j" transitive. `pushed` has, for each piece, the pieces
/// that it pushes.
inline void close_under_pushing(std::span<Mask> pushed) {
  for (std::size_t k = 0; k < pushed.size(); ++k) {
    for (Mask& some : pushed) {
      if ((some & bit(k)) != 0) some |= pushed[k];
    }
  }
}

/// Branches on the first piece that is neither in `in` nor in `out`. In the first branch, this
/// piece and all pieces that push it are added to `out`. In the second branch, the piece and all
/// pieces that it pushes are added to `in`. Decisions never contradict each other, so each leaf of
/// this recursion is a closed set.
template <class Visit>
bool choose_closed_set(Mask in, Mask out, std::span<const Mask> pushed,
                       std::span<const Mask> pushing, Visit& visit) {
  const Mask open = first(pushed.size()) & ~in & ~out;
  if (open == 0) return in == 0 || out == 0 || visit(in);
  const std::size_t a = lowest(open);
  return choose_closed_set(in, out | pushing[a], pushed, pushing, visit) &&
         choose_closed_set(in | pushed[a], out, pushed, pushing, visit);
}

/// Calls `visit` for each closed set of pieces, except the empty set and the full set. A set is
/// closed if none of its pieces pushes a piece outside it. Ends when `visit` returns false.
/// `pushed` must have, for each piece, the piece itself and all pieces that it pushes, directly or
/// by way of others.
template <class Visit>
void for_each_closed_set(std::span<const Mask> pushed, Visit visit) {
  std::array<Mask, most_pieces> pushing{};  // for each piece, the pieces that push it
  for (std::size_t a = 0; a < pushed.size(); ++a) {
    for (Mask rest = pushed[a]; rest != 0; rest &= rest - 1) pushing[lowest(rest)] |= bit(a);
  }
  static_cast<void>(choose_closed_set(0, 0, pushed, pushing, visit));
}

/// The distances between the pieces of a state, for the positive direction of each axis. When the
/// state changes, only pairs of pieces with a new offset are looked up. `most_axes` is the greatest
/// possible number of axes of slides: 3 on the grid of cubes, and 13 on other grids.
template <std::size_t most_axes>
class SlideMatrix {
 public:
  /// The distance if no obstacle exists in a direction.
  static constexpr std::uint16_t without_end = Distances::without_end;

  /// Prepares for a part of n pieces, at most 64. Their positions are then set by set().
  void reset(std::size_t n, std::size_t axes) {
    n_ = n;
    number_of_axes_ = axes;
    all_ = first(n);
    gap_.resize(n * n);
    constexpr lattice::Cell nowhere{std::numeric_limits<int>::max(), 0, 0};
    offset_.assign(n * n, nowhere);
    for (std::size_t a = 0; a < number_of_axes(); ++a) {
      Axis& axis = axes_[a];
      axis.distance.assign(n * n, without_end);
      for (Graph* graph : {&axis.touching, &axis.meeting}) {
        std::fill_n(graph->from.begin(), n, 0);
        std::fill_n(graph->to.begin(), n, 0);
      }
    }
  }
  /// The set of all pieces of the part.
  [[nodiscard]] Mask all() const { return all_; }

  /// Sets where piece j is, relative to piece i. `lookup` returns the distances between the two
  /// pieces, and is called only if the offset has changed.
  template <class Lookup>
  void set(std::size_t i, std::size_t j, const lattice::Cell& offset, Lookup lookup) {
    lattice::Cell& known = offset_[i * n_ + j];
    if (known == offset) return;
    known = offset;
    const auto gaps = lookup();
    for (std::size_t a = 0; a < number_of_axes(); ++a) {
      put(axes_[a], i, j, gaps[2 * a]);
      // Piece i can slide back as far as piece j can slide forward.
      put(axes_[a], j, i, gaps[2 * a + 1]);
    }
  }

  /// Whether some set of pieces can slide along the axis. Returns false if every piece pushes all
  /// others.
  [[nodiscard]] bool can_slide(std::size_t axis) const { return !connected(axes_[axis].touching); }
  /// Whether some set of pieces can slide along the axis without end.
  [[nodiscard]] bool can_leave(std::size_t axis) const { return !connected(axes_[axis].meeting); }

  /// Divides the pieces into blocks. Pieces that push each other at distance 0 are in one block,
  /// because they can only slide together. The functions below work with the blocks of the axis for
  /// which make_blocks() was called last.
  void make_blocks(std::size_t axis) {
    const Axis& of = axes_[axis];
    blocks_ = 0;
    for (Mask rest = all_; rest != 0; rest &= ~members_[blocks_ - 1]) {
      const std::size_t i = lowest(rest);
      members_[blocks_++] = reached(of.touching.from, i, rest) & reached(of.touching.to, i, rest);
    }
    for (std::size_t a = 0; a < blocks_; ++a) {
      for (std::size_t b = 0; b < blocks_; ++b) {
        std::uint16_t least = without_end;
        for (Mask some = a == b ? 0 : members_[a]; some != 0; some &= some - 1) {
          const std::size_t i = lowest(some);
          for (Mask met = of.meeting.from[i] & members_[b]; met != 0; met &= met - 1) {
            least = std::min(least, of.distance[i * n_ + lowest(met)]);
          }
        }
        gap_[a * blocks_ + b] = least;
      }
    }
  }
  /// Finds the blocks that each block pushes if it slides farther than `distance`. Returns false if
  /// each block pushes all others. With `distance` equal to without_end - 1, finds the blocks that
  /// each block pushes if it slides without end.
  bool close(std::uint16_t distance) {
    for (std::size_t a = 0; a < blocks_; ++a) {
      pushed_[a] = bit(a);
      for (std::size_t b = 0; b < blocks_; ++b) {
        if (gap_[a * blocks_ + b] <= distance) pushed_[a] |= bit(b);
      }
    }
    close_under_pushing(std::span(pushed_).first(blocks_));
    const Mask every = first(blocks_);
    return std::any_of(pushed_.begin(), pushed_.begin() + static_cast<std::ptrdiff_t>(blocks_),
                       [&](Mask pushed) { return pushed != every; });
  }
  /// The least distance between blocks that is greater than `above`.
  [[nodiscard]] std::uint16_t next_distance(std::uint16_t above) const {
    std::uint16_t least = without_end;
    for (std::size_t at = 0; at < blocks_ * blocks_; ++at) {
      if (gap_[at] > above) least = std::min(least, gap_[at]);
    }
    return least;
  }
  /// Calls `visit` for each set of pieces that pushes no piece outside it, except the empty set and
  /// the full set. Ends when `visit` returns false.
  template <class Visit>
  void closed_sets(Visit visit) const {
    for_each_closed_set(std::span(pushed_).first(blocks_), [&](Mask blocks) {
      Mask pieces = 0;
      for (; blocks != 0; blocks &= blocks - 1) pieces |= members_[lowest(blocks)];
      return visit(pieces);
    });
  }

 private:
  struct Graph {
    std::array<Mask, most_pieces> from{}, to{};
    void flip(std::size_t i, std::size_t j) {
      from[i] ^= bit(j);
      to[j] ^= bit(i);
    }
  };
  struct Axis {
    std::vector<std::uint16_t> distance;
    // `touching` has an arc from i to j if piece i touches j. `meeting` has an arc from i to j if
    // piece i meets j at any distance.
    Graph touching, meeting;
  };

  [[nodiscard]] std::size_t number_of_axes() const { return most_axes == 3 ? 3 : number_of_axes_; }
  void put(Axis& axis, std::size_t i, std::size_t j, std::uint16_t distance) const {
    std::uint16_t& known = axis.distance[i * n_ + j];
    if (known == distance) return;
    if ((known == 0) != (distance == 0)) axis.touching.flip(i, j);
    constexpr auto never = without_end;
    if ((known == never) != (distance == never)) axis.meeting.flip(i, j);
    known = distance;
  }
  /// Whether each piece reaches all others along the arcs of a graph.
  [[nodiscard]] bool connected(const Graph& graph) const {
    return reached(graph.from, 0, all_) == all_ && reached(graph.to, 0, all_) == all_;
  }
  /// The pieces that can be reached from piece `from` along the arcs of a graph, only through
  /// pieces in the set `some`.
  static Mask reached(const std::array<Mask, most_pieces>& arcs, std::size_t from, Mask some) {
    Mask seen = bit(from);
    for (Mask open = seen; open != 0;) {
      const Mask next = arcs[lowest(open)] & some & ~seen;
      seen |= next;
      open = (open & (open - 1)) | next;
    }
    return seen;
  }

  std::size_t n_ = 0;
  Mask all_ = 0;
  std::vector<lattice::Cell> offset_;
  std::size_t number_of_axes_ = most_axes;
  std::array<Axis, most_axes> axes_;
  // Data about the blocks of the current axis.
  std::size_t blocks_ = 0;
  std::array<Mask, most_pieces> members_{};  // the pieces of each block
  std::vector<std::uint16_t> gap_;           // the distances between the blocks
  std::array<Mask, most_pieces> pushed_{};   // for each block, the blocks that it pushes
};

}  // namespace dlx::apart
