// Breadth-first search over the relative positions of the pieces; see turned_states.cpp.
//
// For each part, slides alone are tried first, without turns. Any separation by slides can be used,
// because a part that comes apart can be taken apart from each of its reachable states.
//
// Restricting turns to single pieces, or to two or three pieces, is not faster, because finding
// closed sets of any size takes as long as finding small ones. With such a restriction, it would
// also be impossible to prove that a part does not come apart.
#include "reductions/apart/turning.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reductions/apart/distances.hpp"
#include "reductions/apart/findings.hpp"
#include "reductions/apart/state_table.hpp"
#include "reductions/apart/turn_moves.hpp"
#include "reductions/apart/turned_states.hpp"

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::Cells;

/// The greatest extent of an assembly along an axis, in cells.
int length_of(std::span<const Cells> pieces) {
  Cells all;
  for (const Cells& cells : pieces) all.insert(all.end(), cells.begin(), cells.end());
  const auto [low, high] = lattice::extent(all);
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z}) + 1;
}

/// Moves the piece with the most cells to the front; the other pieces stay in ascending order.
void put_largest_first(TurningPart& part) {
  const auto largest =
      std::max_element(part.cells.begin(), part.cells.end(),
                       [](const Cells& a, const Cells& b) { return a.size() < b.size(); });
  const auto at = largest - part.cells.begin();
  std::rotate(part.cells.begin(), largest, largest + 1);
  std::rotate(part.pieces.begin(), part.pieces.begin() + at, part.pieces.begin() + at + 1);
}

}  // namespace

class TurningDisassembler::TurningSearch final : public Search {
 public:
  TurningSearch(const DisassemblyLimits& limits, int divided)
      : Search(limits, false), divided_(divided) {}

 private:
  bool begin(std::span<const Cells>) override { return true; }

  Finding separate_all(std::span<const Cells> pieces) override {
    distances_.clear();
    exploring_ = 0;
    TurningPart whole;
    for (const Cells& cells : pieces) {
      whole.pieces.push_back(static_cast<std::uint32_t>(whole.pieces.size()));
      whole.cells.push_back(lattice::divided(cells, divided_));
    }
    reach_ = std::min(length_of(whole.cells), divided_ * TurnMoves::farthest);
    if (!quarters_ || quarters_->reach() < 2 * reach_) quarters_.emplace(2 * reach_);
    return separate(std::move(whole));
  }

  /// Takes a part apart. If a result for this part is recorded, returns the recorded result.
  Finding finding_of(TurningPart part) {
    const auto key = [&] {
      std::vector<std::int32_t> numbers(part.pieces.begin(), part.pieces.end());
      for (const Cells& cells : part.cells) {
        for (const Cell& cell : cells) numbers.insert(numbers.end(), {cell.x, cell.y, cell.z});
      }
      return numbers;
    };
    return remembered(part.pieces, key, [&] { return separate(std::move(part)); });
  }

  Finding separate(TurningPart part) {
    Node node;
    node.stage.pieces = part.pieces;
    node.stage.divided = divided_;
    put_largest_first(part);
    TurningPart staying;
    TurningPart removed;
    try {
      TurnedStates states(part, distances_, TurnMoves(*quarters_, reach_),
                          [this](const StateTable& table) { check_limits(table); });
      std::optional<TurnedStates::Separation> found;
      for (const bool with_turns : {false, true}) {
        if (!found) found = states.explore(with_turns);
        visited_ += std::exchange(exploring_, 0);
      }
      if (!found) return {Verdict::stays_whole, {}};
      node.stage.slides = states.way_to(*found);
      removed = states.part_of(found->state, found->removed);
      staying = states.part_of(found->state, states.all() & ~found->removed);
    } catch (const TurningLimit&) {
      visited_ += std::exchange(exploring_, 0);
      return {};
    }
    return with_parts(std::move(node), std::move(staying), std::move(removed));
  }

  Finding with_parts(Node node, TurningPart staying, TurningPart removed) {
    Finding worst{Verdict::comes_apart, {}};
    for (auto [part, branch] :
         {std::pair(&staying, &node.stage.staying), {&removed, &node.stage.removed}}) {
      sort_pieces(*part);
      const Finding finding = finding_of(std::move(*part));
      if (finding.verdict == Verdict::stays_whole) return finding;
      if (finding.verdict == Verdict::undecided) worst = finding;
      *branch = finding.node;
    }
    if (worst.verdict == Verdict::undecided) return worst;
    nodes_.push_back(std::move(node));
    return {Verdict::comes_apart, nodes_.size() - 1};
  }

  /// Sorts the pieces of a part in the order of the assembly.
  static void sort_pieces(TurningPart& part) {
    std::vector<std::pair<std::uint32_t, Cells>> sorted;
    for (std::size_t i = 0; i < part.pieces.size(); ++i) {
      sorted.emplace_back(part.pieces[i], std::move(part.cells[i]));
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < part.pieces.size(); ++i) {
      part.pieces[i] = sorted[i].first;
      part.cells[i] = std::move(sorted[i].second);
    }
  }

  void check_limits(const StateTable& states) {
    exploring_ = states.size();
    const auto memory = [&] { return distances_.bytes() + states.memory(); };
    if (over_limits(states, 16, memory)) throw TurningLimit();
  }

  int divided_;  // each cell is divided into this number of smaller cells along each axis
  Distances distances_;
  std::optional<QuarterTurns> quarters_;  // a table that is large enough for all assemblies so far
  int reach_ = 0;                // greatest distance of the axis of a turn from a cell's centre
  std::uint64_t exploring_ = 0;  // positions visited so far in the part that is being explored
};

TurningDisassembler::TurningDisassembler(const DisassemblyLimits& limits, Turns turns)
    : Disassembler(lattice::Grid::cubes,
                   std::make_unique<TurningSearch>(limits, turns == Turns::at_halves ? 2 : 1)) {
  if (turns == Turns::none) throw std::invalid_argument("a search for turns that tries no turns");
}

bool has_turns(std::span<const Stage> stages) noexcept {
  return std::any_of(stages.begin(), stages.end(), [](const Stage& stage) {
    return std::any_of(stage.slides.begin(), stage.slides.end(),
                       [](const Slide& slide) { return slide.turn.has_value(); });
  });
}

}  // namespace dlx::apart
