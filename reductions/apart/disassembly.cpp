// Breadth-first search over the relative positions of the pieces of an assembly.
//
// Moves. Let d(i, j) be the number of steps that piece i can slide before it meets piece j. Other
// pieces are ignored. (On the grid of cubes, a step is one cell.) A set S can slide k steps while
// the other pieces stay if d(i, j) >= k for each i in S and each j outside S. In other words, S is
// closed under the relation "i pushes j", which means d(i, j) < k. So for each axis, the moves of a
// state are the closed sets of a graph that grows with k. The closed sets are enumerated as unions
// of smaller sets. Each smaller set contains the pieces that one piece pushes. One direction of
// each axis is enough, because states that differ by a common shift are equal. So sliding S forward
// gives the same state as sliding the other pieces back. If a set is closed for every k, it slides
// without end and is a separation.
//
// Röver's program (BurrTools) closes the matrix d under shortest paths, and repeats a relaxation
// for each starting piece and each distance. In this program, bit sets of pieces, closed by
// Warshall's algorithm, give all closed sets for a distance at once.
//
// States. A state has three bytes for each piece except the first. The bytes are the displacement
// of the piece from its starting position, minus the displacement of the first piece. The unit is
// chosen so that every translation of the lattice is an integer. The hash of a state is linear in
// the displacements. So a slide by k steps adds k times a constant to the hash. The constant
// depends on the axis and on the sliding set. Two states are equal only if all their bytes are
// equal, not only their hashes.
//
// Moves are reversible, so three layers (the previous, the current and the next one) would be
// enough to recognise known states. But to list the moves of a shortest separation, the search
// needs the parent of each state, so all states are kept. A state takes 3(n - 1) bytes, plus four
// bytes for its parent, plus one to two slots of eight bytes in the table. With three layers only,
// a second search would be needed to find the moves.
//
// Pieces that push each other at distance 0 form one block. Closed sets are enumerated as sets of
// blocks, because most states have few blocks.
//
// The grid of cubes has three axes, and other grids have up to 13. The search is a template over
// the class that finds distances, so that the number of axes of cubes is a compile-time constant.
//
// The matrix of distances is updated from state to state, not computed anew. Successors of one
// state are adjacent in the order of the search and differ in few offsets between pieces. So only
// few distances have to be looked up again.
#include "reductions/apart/disassembly.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include "reductions/apart/distances.hpp"
#include "reductions/apart/findings.hpp"
#include "reductions/apart/lattice_distances.hpp"
#include "reductions/apart/slide_matrix.hpp"
#include "reductions/apart/state_table.hpp"
#include "reductions/lattice/directions.hpp"

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::Cells;
using Level = std::vector<std::uint32_t>;

/// Thrown when a limit of the analysis is reached.
struct GaveUp {};

/// A part: pieces that have not been separated from each other yet, and their positions.
struct Part {
  std::vector<std::uint32_t> pieces;  // numbers of the pieces in the assembly, ascending
  std::vector<Cell> places;
};

/// A separation: a set of pieces that can slide away without end, and the state in which it can.
struct Candidate {
  std::uint32_t state;
  std::size_t axis;
  Mask sliding;
};

/// The states that are first reached after the same number of moves. The member `moves` is that
/// number plus one, because it includes the move that separates the part.
struct Layer {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t moves = 0;
};

bool needs_more_than_ones(const Level& level) {
  return level.size() > 1 || level.front() > 1;
}

/// Random factors of the hash of a state; the factors are equal in every run.
const std::array<std::array<std::uint64_t, 3>, most_pieces>& hash_factors() {
  static const auto factors = [] {
    std::array<std::array<std::uint64_t, 3>, most_pieces> result{};
    std::mt19937_64 random(1);
    for (auto& piece : result) {
      for (std::uint64_t& factor : piece) factor = random();
    }
    return result;
  }();
  return factors;
}

}  // namespace

/// Searches for slides that take assemblies apart. `Gaps` is the class that finds distances between
/// pieces, which is Distances for cubes and LatticeDistances for all other grids.
template <class Gaps>
class Disassembler::SearchOn final : public Search {
 public:
  SearchOn(const DisassemblyLimits& limits, Gaps distances)
      : Search(limits, true), distances_(std::move(distances)) {}

 private:
  bool begin(std::span<const Cells> pieces) override {
    constexpr std::size_t most_shapes = 100'000;
    if (distances_.shapes() > most_shapes || distances_.bytes() > limits_.memory / 4) {
      distances_.clear();
    }
    shapes_.clear();
    for (const Cells& cells : pieces) {
      const auto shape = distances_.shape(cells);
      if (!shape) return false;
      shapes_.push_back(*shape);
    }
    return true;
  }

  Finding separate_all(std::span<const Cells> pieces) override {
    Part whole;
    for (std::uint32_t p = 0; p < pieces.size(); ++p) {
      whole.pieces.push_back(p);
      whole.places.push_back(distances_.place(pieces[p]));
    }
    return separate(whole, 0);
  }

  /// Takes a part apart. If a result for this part is recorded, returns the recorded result.
  Finding finding_of(const Part& part, std::size_t depth) {
    const auto key = [&] {
      std::vector<std::int32_t> numbers;
      for (std::size_t i = 0; i < part.pieces.size(); ++i) {
        const Cell at = part.places[i] - part.places.front();
        numbers.insert(numbers.end(),
                       {static_cast<std::int32_t>(part.pieces[i]), at.x, at.y, at.z});
      }
      return numbers;
    };
    return remembered(part.pieces, key, [&] { return separate(part, depth); });
  }

  /// Finds the shortest separations of a part, and returns the best of them.
  Finding separate(const Part& part, std::size_t depth) {
    while (pool_.size() <= depth) pool_.push_back(std::make_unique<StateTable>());
    StateTable& states = *pool_[depth];
    Layer layer;
    try {
      layer = explore(part, states);
    } catch (const GaveUp&) {
      visited_ += states.size();
      return {};
    }
    visited_ += states.size();
    if (layer.begin == layer.end) return {Verdict::stays_whole, {}};
    return best_of(part, depth, layer);
  }

  /// Explores the states of a part, layer by layer, until a state can be separated. Returns the
  /// first such state and the later states of its layer. Returns an empty layer if no state can be
  /// separated.
  Layer explore(const Part& part, StateTable& states) {
    const std::size_t n = part.pieces.size();
    states.reset(n);
    matrix_.reset(n, distances_.axes());
    prepare_hash(n);
    std::uint32_t begin = 0;
    for (std::uint32_t moves = 1;; ++moves) {
      const std::uint32_t end = states.size();
      if (begin == end) return {end, end, moves};
      for (; begin < end; ++begin) {
        check_limits(states);
        measure(part, states.at(begin));
        if (can_separate()) return {begin, end, moves};
        add_successors(states, begin, n);
      }
    }
  }

  /// A state has no bytes for the first piece, because positions are relative to it. If the first
  /// piece slides, the hash changes as if all other pieces slid back.
  void prepare_hash(std::size_t n) {
    for (std::size_t axis = 0; axis < distances_.axes(); ++axis) {
      const auto step = as_array(distances_.step(axis));
      auto& sums = sums_[axis];
      sums[0] = 0;
      for (std::size_t i = 1; i < n; ++i) {
        sums[i] = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          sums[i] += hash_factors()[i][c] * static_cast<std::uint64_t>(std::int64_t{step[c]});
        }
        sums[0] -= sums[i];
      }
    }
  }

  void measure(const Part& part, const StateTable::Byte* moved) {
    const std::size_t n = part.pieces.size();
    places_[0] = part.places[0];
    for (std::size_t i = 1; i < n; ++i, moved += 3) {
      places_[i] = part.places[i] + times(distances_.unit(), Cell{moved[0], moved[1], moved[2]});
      for (std::size_t j = 0; j < i; ++j) {
        const Cell offset = places_[i] - places_[j];
        matrix_.set(j, i, offset, [&] {
          return distances_.between(shapes_[part.pieces[j]], shapes_[part.pieces[i]], offset);
        });
      }
    }
  }

  [[nodiscard]] bool can_separate() const {
    for (std::size_t axis = 0; axis < distances_.axes(); ++axis) {
      if (matrix_.can_leave(axis)) return true;
    }
    return false;
  }

  /// Adds separations of a state to `candidates`, up to a total of `most` candidates. Returns false
  /// if the state has more separations than fit.
  bool add_separations(std::uint32_t id, std::size_t most, std::vector<Candidate>& candidates) {
    bool all = true;
    for (std::size_t axis = 0; axis < distances_.axes() && all; ++axis) {
      if (!matrix_.can_leave(axis)) continue;
      matrix_.make_blocks(axis);
      static_cast<void>(matrix_.close(Gaps::without_end - 1));
      matrix_.closed_sets([&](Mask sliding) {
        all = candidates.size() < most;
        if (all) candidates.push_back({id, axis, sliding});
        return all;
      });
    }
    return all;
  }

  void add_successors(StateTable& states, std::uint32_t id, std::size_t n) {
    // The array of states may be reallocated while it grows, so the state is copied.
    std::copy_n(states.at(id), 3 * (n - 1), here_.begin());
    std::uint64_t hash = 0;
    for (std::size_t i = 1; i < n; ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        hash +=
            hash_factors()[i][c] * static_cast<std::uint64_t>(std::int64_t{here_[3 * (i - 1) + c]});
      }
    }
    for (std::size_t axis = 0; axis < distances_.axes(); ++axis) {
      if (!matrix_.can_slide(axis)) continue;
      matrix_.make_blocks(axis);
      int from = 1;
      for (std::uint16_t reached = 0; matrix_.close(reached);) {
        reached = matrix_.next_distance(reached);
        const int to = reached;
        matrix_.closed_sets([&](Mask sliding) {
          slide(states, {id, axis, sliding}, {from, to}, hash);
          return true;
        });
        from = to + 1;
      }
    }
  }

  /// Adds the states that are reached if a set of pieces slides by `range.first` to `range.second`
  /// steps.
  void slide(StateTable& states, const Candidate& move, std::pair<int, int> range,
             std::uint64_t hash) {
    std::uint64_t factor = 0;
    for (Mask rest = move.sliding; rest != 0; rest &= rest - 1) {
      factor += sums_[move.axis][lowest(rest)];
    }
    const bool back = (move.sliding & 1) != 0;
    const Mask changing = back ? matrix_.all() & ~move.sliding : move.sliding;
    there_ = here_;
    const auto step = as_array(distances_.step(move.axis));
    for (int distance = range.first; distance <= range.second; ++distance) {
      for (Mask rest = changing; rest != 0; rest &= rest - 1) {
        for (std::size_t c = 0; c < 3; ++c) {
          const std::size_t at = 3 * (lowest(rest) - 1) + c;
          const int moved = here_[at] + (back ? -distance : distance) * step[c];
          if (moved > StateTable::farthest || moved < -StateTable::farthest) throw GaveUp();
          there_[at] = static_cast<StateTable::Byte>(moved);
        }
      }
      check_limits(states);
      states.insert(there_.data(), hash + factor * static_cast<std::uint64_t>(distance),
                    move.state);
    }
  }

  /// Returns the best of the shortest separations: a separation with the least level. A level is a
  /// list of numbers of moves: the moves of this separation, then the numbers of the two resulting
  /// parts. Numbers of parts that come apart one move at a time are left out.
  Finding best_of(const Part& part, std::size_t depth, const Layer& layer) {
    const StateTable& states = *pool_[depth];
    Finding best;
    // Usually one of the first few separations has a level of a single number, because both of its
    // parts come apart one move at a time. All shortest separations have the same number of moves,
    // so all levels begin with the same number. If the level of a separation is only this number,
    // no other level is less, and no further separations are compared.
    constexpr std::size_t few = 4;
    std::vector<Candidate> candidates;
    bool all =
        add_separations(layer.begin, std::min<std::size_t>(few, limits_.separations), candidates);
    if (const auto settled = choose_from(candidates, part, depth, layer.moves, best)) {
      return *settled;
    }
    if ((!all || layer.begin + 1 < layer.end) && may_compare(best)) {
      candidates.clear();
      all = true;
      for (std::uint32_t id = layer.begin; id < layer.end && all; ++id) {
        all = !over_limits(states);
        matrix_.reset(part.pieces.size(), distances_.axes());
        measure(part, states.at(id));
        all = add_separations(id, limits_.separations, candidates) && all;
      }
      if (const auto settled = choose_from(candidates, part, depth, layer.moves, best)) {
        return *settled;
      }
    }
    if (!all) least_ = false;
    return best;
  }

  /// Replaces `best` if one of the candidate separations is better. Returns the result for the part
  /// if no further candidate can change it, otherwise nothing.
  std::optional<Finding> choose_from(std::span<const Candidate> candidates, const Part& part,
                                     std::size_t depth, std::uint32_t moves, Finding& best) {
    const StateTable& states = *pool_[depth];
    for (const Candidate& candidate : candidates) {
      if (!may_compare(best)) return best;
      Node node;
      node.level = {moves};
      // The smaller group of pieces slides away. If both groups have the same size, the group
      // without the first piece slides away.
      const std::size_t sliding = number_of(candidate.sliding);
      const bool forward = 2 * sliding < part.pieces.size() ||
                           (2 * sliding == part.pieces.size() && (candidate.sliding & 1) == 0);
      const Mask removed = forward ? candidate.sliding : all_of(part) & ~candidate.sliding;
      const StateTable::Byte* moved = states.at(candidate.state);
      const Finding staying = finding_of(part_of(part, moved, all_of(part) & ~removed), depth + 1);
      if (staying.verdict == Verdict::stays_whole) return staying;
      if (!add_branch(staying, node, node.stage.staying) || !improves(node.level, best)) continue;
      const Finding gone = finding_of(part_of(part, moved, removed), depth + 1);
      if (gone.verdict == Verdict::stays_whole) return gone;
      if (!add_branch(gone, node, node.stage.removed) || !improves(node.level, best)) continue;
      node.stage.pieces = part.pieces;
      node.stage.slides = way_to(part, states, candidate.state);
      node.stage.slides.push_back({chosen(part, removed), direction(candidate.axis, forward), 0});
      best = {Verdict::comes_apart, nodes_.size()};
      nodes_.push_back(std::move(node));
      if (nodes_.back().level.size() == 1) return best;
    }
    return std::nullopt;
  }

  /// Whether another separation may be compared with the best separation so far. Returns false once
  /// the limit on positions for comparisons is reached.
  bool may_compare(const Finding& best) {
    if (!best.node || visited_ <= limits_.compared_states) return true;
    least_ = false;
    return false;
  }

  [[nodiscard]] bool improves(const Level& level, const Finding& best) const {
    return !best.node || level < nodes_[*best.node].level;
  }

  /// Appends the level of one of the two resulting parts to the level of the separation. Returns
  /// false if it is undecided whether that part comes apart.
  bool add_branch(const Finding& finding, Node& node, std::optional<std::size_t>& branch) {
    if (finding.verdict == Verdict::undecided) {
      least_ = false;
      return false;
    }
    branch = finding.node;
    if (!branch) return true;
    const Level& level = nodes_[*branch].level;
    if (needs_more_than_ones(level))
      node.level.insert(node.level.end(), level.begin(), level.end());
    return true;
  }

  /// The direction of a slide along an axis, in coordinates of cells.
  [[nodiscard]] Cell direction(std::size_t axis, bool forward) const {
    return times(forward ? distances_.unit() : -distances_.unit(), distances_.step(axis));
  }
  static Mask all_of(const Part& part) { return first(part.pieces.size()); }
  static std::vector<std::uint32_t> chosen(const Part& part, Mask mask) {
    std::vector<std::uint32_t> pieces;
    for (; mask != 0; mask &= mask - 1) pieces.push_back(part.pieces[lowest(mask)]);
    return pieces;
  }
  [[nodiscard]] Cell place(const Part& part, const StateTable::Byte* moved, std::size_t i) const {
    if (i == 0) return part.places[0];
    moved += 3 * (i - 1);
    return part.places[i] + times(distances_.unit(), Cell{moved[0], moved[1], moved[2]});
  }
  [[nodiscard]] Part part_of(const Part& part, const StateTable::Byte* moved, Mask mask) const {
    Part result{chosen(part, mask), {}};
    for (; mask != 0; mask &= mask - 1) {
      result.places.push_back(place(part, moved, lowest(mask)));
    }
    return result;
  }

  /// The slides that lead from the first state of a part to the state with the given number.
  [[nodiscard]] std::vector<Slide> way_to(const Part& part, const StateTable& states,
                                          std::uint32_t id) const {
    std::vector<Slide> slides;
    for (; id != 0; id = states.parent(id)) {
      slides.push_back(slide_between(part, states.at(states.parent(id)), states.at(id)));
    }
    std::reverse(slides.begin(), slides.end());
    return slides;
  }
  [[nodiscard]] Slide slide_between(const Part& part, const StateTable::Byte* before,
                                    const StateTable::Byte* after) const {
    Mask sliding = 0;
    Cell moved;
    for (std::size_t i = 1; i < part.pieces.size(); ++i, before += 3, after += 3) {
      const Cell shift{after[0] - before[0], after[1] - before[1], after[2] - before[2]};
      if (shift == Cell{}) continue;
      sliding |= bit(i);
      moved = shift;
    }
    std::size_t axis = 0;
    int distance = 0;
    while ((distance = lattice::multiple_of(moved, distances_.step(axis))) == 0) ++axis;
    // Of the two groups of pieces, the smaller one slides. If both groups have the same size, the
    // group without the first piece slides.
    if (2 * number_of(sliding) > part.pieces.size()) {
      sliding = all_of(part) & ~sliding;
      distance = -distance;
    }
    return {chosen(part, sliding), direction(axis, distance > 0),
            static_cast<std::uint32_t>(distance < 0 ? -distance : distance)};
  }

  void check_limits(const StateTable& states) {
    if (over_limits(states)) throw GaveUp();
  }
  bool over_limits(const StateTable& states) {
    return Search::over_limits(states, 256, [this] {
      std::size_t memory = distances_.bytes();
      for (const auto& each : pool_) memory += each->memory();
      return memory;
    });
  }

  Gaps distances_;
  std::vector<std::uint32_t> shapes_;  // the shape of each piece of the assembly
  // Data about the part that is being explored.
  // One table of states for each depth of the recursion. The table of a part is kept while the two
  // parts into which it falls are explored.
  std::vector<std::unique_ptr<StateTable>> pool_;
  SlideMatrix<Gaps::most_axes> matrix_;
  std::array<Cell, most_pieces> places_{};
  // The number by which the hash changes if a piece moves one step along an axis.
  std::array<std::array<std::uint64_t, most_pieces>, Gaps::most_axes> sums_{};
  std::array<StateTable::Byte, 3 * most_pieces> here_{}, there_{};
};

Disassembler::Disassembler(DisassemblyLimits limits, lattice::Grid grid) : grid_(grid) {
  if (grid == lattice::Grid::cubes) {
    search_ = std::make_unique<SearchOn<Distances>>(limits, Distances());
  } else {
    search_ = std::make_unique<SearchOn<LatticeDistances>>(limits, LatticeDistances(grid));
  }
}
Disassembler::Disassembler(lattice::Grid grid, std::unique_ptr<Search> search)
    : grid_(grid), search_(std::move(search)) {}
Disassembler::~Disassembler() = default;
Disassembler::Disassembler(Disassembler&&) noexcept = default;
Disassembler& Disassembler::operator=(Disassembler&&) noexcept = default;

Disassembly Disassembler::analyse(std::span<const Cells> pieces,
                                  std::span<const std::uint32_t> groups) {
  return search_->analyse(pieces, groups);
}

void Disassembler::set_limits(const DisassemblyLimits& limits) {
  search_->set_limits(limits);
}

std::string_view in_words(Verdict verdict) noexcept {
  constexpr std::string_view names[] = {"comes apart", "does not come apart", "not decided"};
  return names[static_cast<std::size_t>(verdict)];
}

std::string to_string(const Level& level) {
  std::string text;
  for (const std::uint32_t number : level) {
    text += (text.empty() ? "" : ".") + std::to_string(number);
  }
  return text;
}

namespace {

Level level_from(std::span<const Stage> stages, std::size_t position) {
  const Stage& stage = stages[position];
  Level level{static_cast<std::uint32_t>(stage.slides.size())};
  for (const auto& branch : {stage.staying, stage.removed}) {
    if (!branch) continue;
    const Level below = level_from(stages, *branch);
    if (needs_more_than_ones(below)) level.insert(level.end(), below.begin(), below.end());
  }
  return level;
}

}  // namespace

Level level_of(std::span<const Stage> stages) {
  return stages.empty() ? Level{} : level_from(stages, 0);
}

}  // namespace dlx::apart
